//! The couple table: proof numbers of (component, n), as long as there is room.
//!
//! What it says is only advice on where to look next: a wrong or lost entry costs time, never an answer. So threads
//! read and write it without any order.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::{Key, hash};
use crate::numbers::ProofNumbers;

/// The table.
pub struct CoupleTable<K> {
    /// Slots of `1 + K::WORDS` words: heap and numbers packed, then the key.
    words: Vec<AtomicU64>,
    mask: usize,
    entries: AtomicUsize,
    key: std::marker::PhantomData<fn(K)>,
}

/// Slots that are looked at for one couple.
const PROBES: usize = 4;
/// The largest number that is kept exactly.
const LARGEST: u32 = (1 << 24) - 1;

impl<K: Key> CoupleTable<K> {
    const STRIDE: usize = 1 + K::WORDS;

    /// An empty table with so many slots, a power of two.
    pub fn new(slots: usize) -> CoupleTable<K> {
        CoupleTable {
            words: (0..slots * Self::STRIDE)
                .map(|_| AtomicU64::new(0))
                .collect(),
            mask: slots - 1,
            entries: AtomicUsize::new(0),
            key: std::marker::PhantomData,
        }
    }

    /// Bytes that so many slots take.
    pub fn bytes_of(slots: usize) -> u64 {
        (slots * Self::STRIDE * 8) as u64
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        self.mask + 1
    }

    /// The number of couples.
    pub fn entries(&self) -> usize {
        self.entries.load(Ordering::Relaxed)
    }

    fn is_key(&self, at: usize, key: &K) -> bool {
        (0..K::WORDS).all(|i| self.words[at + 1 + i].load(Ordering::Relaxed) == key.word(i))
    }

    fn places(&self, key: &K, heap: u32) -> impl Iterator<Item = usize> + use<K> {
        let first = (hash(key) ^ u64::from(heap).wrapping_mul(0x9e37_79b9_7f4a_7c15)) as usize;
        let mask = self.mask;
        (0..PROBES).map(move |probe| ((first + probe) & mask) * Self::STRIDE)
    }

    /// The numbers of a couple, if they are there.
    #[inline]
    pub fn get(&self, key: &K, heap: u32) -> Option<ProofNumbers> {
        for at in self.places(key, heap) {
            let word = self.words[at].load(Ordering::Relaxed);
            if word >> 48 == u64::from(heap) && word as u32 & LARGEST != 0 && self.is_key(at, key) {
                let (win, lose) = ((word >> 24) as u32 & LARGEST, word as u32 & LARGEST);
                return Some(ProofNumbers { win, lose });
            }
        }
        None
    }

    /// Keeps the numbers of a couple that is not decided, in the place of another if need be.
    #[inline]
    pub fn set(&self, key: &K, heap: u32, numbers: ProofNumbers) {
        if heap >= 1 << 16 {
            return;
        }
        let (win, lose) = (numbers.win.min(LARGEST), numbers.lose.clamp(1, LARGEST));
        let packed = u64::from(heap) << 48 | u64::from(win) << 24 | u64::from(lose);
        let mut chosen = None;
        let mut least = u64::MAX;
        for at in self.places(key, heap) {
            let word = self.words[at].load(Ordering::Relaxed);
            if word == 0 {
                self.entries.fetch_add(1, Ordering::Relaxed);
                chosen = Some(at);
                break;
            }
            if word >> 48 == u64::from(heap) && self.is_key(at, key) {
                self.words[at].store(packed, Ordering::Relaxed);
                return;
            }
            // The least work is the easiest to do again.
            let work = (word >> 24 & u64::from(LARGEST)) + (word & u64::from(LARGEST));
            if work < least {
                (least, chosen) = (work, Some(at));
            }
        }
        let at = chosen.expect("some place is looked at");
        self.words[at].store(packed, Ordering::Relaxed);
        for i in 0..K::WORDS {
            self.words[at + 1 + i].store(key.word(i), Ordering::Relaxed);
        }
    }

    /// As much of the contents as finds a place in so many slots.
    pub fn resized(&self, slots: usize) -> CoupleTable<K> {
        let other = CoupleTable::new(slots);
        for slot in self.words.chunks(Self::STRIDE) {
            let word = slot[0].load(Ordering::Relaxed);
            if word != 0 {
                let key = K::from_words(|i| slot[1 + i].load(Ordering::Relaxed));
                let numbers = ProofNumbers {
                    win: (word >> 24) as u32 & LARGEST,
                    lose: word as u32 & LARGEST,
                };
                other.set(&key, (word >> 48) as u32, numbers);
            }
        }
        other
    }
}
