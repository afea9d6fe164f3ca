//! The nimber table: a component, by its full key, and its nimber or the nimbers that it does not have.
//!
//! Open addressing in one array of atomic words, so that threads read and write it without locks. A slot is
//! claimed by a compare-and-swap, its key is written, and only then its word is published; a key never changes
//! after that, and nothing is ever taken out. So a component is never mistaken for another.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rustc_hash::FxHashMap;

use super::exclusions::{Exclusions, FEW};
use super::{Key, hash};

/// What is known of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Its nimber.
    Exact(u32),
    /// Nimbers that it does not have.
    Not(Exclusions),
}

/// The table.
pub struct NimberTable<K> {
    /// Slots of `1 + K::WORDS` words: what is known, then the key.
    words: Vec<AtomicU64>,
    mask: usize,
    entries: AtomicUsize,
    exact: AtomicUsize,
    /// Excluded nimbers from [`FEW`] on.
    beyond: Mutex<FxHashMap<K, Vec<u64>>>,
}

const EXACT: u64 = 1 << 63;
const PRESENT: u64 = 1 << 62;
const BUSY: u64 = 1 << 61;
/// There are excluded nimbers from [`FEW`] on.
const BEYOND: u64 = 1 << 60;
const LOW: u64 = (1 << FEW) - 1;

impl<K: Key> NimberTable<K> {
    /// An empty table with so many slots, a power of two.
    pub fn new(slots: usize) -> NimberTable<K> {
        NimberTable {
            words: (0..slots * Self::STRIDE)
                .map(|_| AtomicU64::new(0))
                .collect(),
            mask: slots - 1,
            entries: AtomicUsize::new(0),
            exact: AtomicUsize::new(0),
            beyond: Mutex::default(),
        }
    }

    /// Words of a slot.
    const STRIDE: usize = 1 + K::WORDS;

    /// Bytes that so many slots take.
    pub fn bytes_of(slots: usize) -> u64 {
        (slots * Self::STRIDE * 8) as u64
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        self.mask + 1
    }

    /// The number of components in the table.
    pub fn entries(&self) -> usize {
        self.entries.load(Ordering::Relaxed)
    }

    /// The number of components with a nimber.
    pub fn exact_entries(&self) -> usize {
        self.exact.load(Ordering::Relaxed)
    }

    /// Where the key is, or the empty slot where it would go, and the word there.
    #[inline]
    fn find(&self, key: &K) -> (usize, u64) {
        let mut slot = hash(key) as usize & self.mask;
        loop {
            let at = slot * Self::STRIDE;
            let word = self.words[at].load(Ordering::Acquire);
            if word == 0 {
                return (at, 0);
            }
            if word == BUSY {
                // Another thread is about to publish the key.
                std::hint::spin_loop();
                continue;
            }
            let keys = &self.words[at + 1..at + Self::STRIDE];
            let is_same = (0..K::WORDS).all(|i| keys[i].load(Ordering::Relaxed) == key.word(i));
            if is_same {
                return (at, word);
            }
            slot = (slot + 1) & self.mask;
        }
    }

    /// Loads the slots of `keys` into the processor's cache, all at once: one after the other, each look-up
    /// would stop until memory has answered.
    #[inline]
    pub fn warm(&self, keys: &[K]) {
        let mut seen = 0;
        for key in keys {
            let slot = hash(key) as usize & self.mask;
            seen |= self.words[slot * Self::STRIDE].load(Ordering::Relaxed);
        }
        std::hint::black_box(seen);
    }

    /// What is known of a component; `None` if it has never been expanded.
    #[inline]
    pub fn known(&self, key: &K) -> Option<Known> {
        let (_, word) = self.find(key);
        if word == 0 {
            return None;
        }
        if word & EXACT != 0 {
            return Some(Known::Exact(word as u32));
        }
        let mut excluded = Exclusions {
            low: word & LOW,
            high: Vec::new(),
        };
        if word & BEYOND != 0 {
            let beyond = self.beyond.lock().expect("no thread panics here");
            excluded.high = beyond.get(key).cloned().unwrap_or_default();
        }
        Some(Known::Not(excluded))
    }

    /// Remembers the nimber of a component.
    pub fn set_exact(&self, key: &K, nimber: u32) {
        if self.update(key, |_| EXACT | PRESENT | u64::from(nimber)) & EXACT == 0 {
            self.exact.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Remembers nimbers that a component does not have.
    pub fn exclude(&self, key: &K, excluded: &Exclusions) {
        let mut flags = PRESENT;
        if !excluded.high.is_empty() {
            flags |= BEYOND;
            let mut beyond = self.beyond.lock().expect("no thread panics here");
            let high = beyond.entry(*key).or_default();
            let mut all = Exclusions {
                low: 0,
                high: std::mem::take(high),
            };
            all.extend(excluded);
            *high = all.high;
        }
        self.update(key, |word| {
            if word & EXACT == 0 {
                word | flags | excluded.low
            } else {
                word
            }
        });
    }

    /// Replaces the word of a key, which is added if it is new; returns what it was.
    fn update(&self, key: &K, new: impl Fn(u64) -> u64) -> u64 {
        loop {
            let (at, word) = self.find(key);
            let target = if word == 0 { BUSY } else { new(word) };
            if target == word {
                return word;
            }
            let swapped =
                self.words[at].compare_exchange(word, target, Ordering::AcqRel, Ordering::Relaxed);
            if swapped.is_err() {
                continue;
            }
            if word == 0 {
                for i in 0..K::WORDS {
                    self.words[at + 1 + i].store(key.word(i), Ordering::Relaxed);
                }
                self.words[at].store(new(0), Ordering::Release);
                self.entries.fetch_add(1, Ordering::Relaxed);
            }
            return word;
        }
    }

    /// The same contents in so many slots; nobody else uses the table now.
    pub fn resized(&mut self, slots: usize) -> NimberTable<K> {
        let larger = NimberTable::new(slots);
        for (key, word) in self.iter() {
            let mut slot = hash(&key) as usize & larger.mask;
            while larger.words[slot * Self::STRIDE].load(Ordering::Relaxed) != 0 {
                slot = (slot + 1) & larger.mask;
            }
            let at = slot * Self::STRIDE;
            larger.words[at].store(word, Ordering::Relaxed);
            for i in 0..K::WORDS {
                larger.words[at + 1 + i].store(key.word(i), Ordering::Relaxed);
            }
        }
        larger.entries.store(self.entries(), Ordering::Relaxed);
        larger.exact.store(self.exact_entries(), Ordering::Relaxed);
        NimberTable {
            beyond: std::mem::take(&mut self.beyond),
            ..larger
        }
    }

    /// Gives a component, what is known of it, and excluded nimbers from [`FEW`] on.
    pub fn visit_known(&self, visit: &mut dyn FnMut(&K, u64, &[u64])) {
        for (key, word) in self.iter() {
            let high = match word & BEYOND {
                0 => Vec::new(),
                _ => {
                    let beyond = self.beyond.lock().expect("no thread panics here");
                    beyond.get(&key).cloned().unwrap_or_default()
                }
            };
            visit(&key, word & !(PRESENT | BUSY | BEYOND), &high);
        }
    }

    /// Takes back what [`NimberTable::visit_known`] gave.
    pub fn restore(&self, key: &K, word: u64, high: &[u64]) {
        if word & EXACT != 0 {
            return self.set_exact(key, word as u32);
        }
        let excluded = Exclusions {
            low: word & LOW,
            high: high.to_vec(),
        };
        self.exclude(key, &excluded);
    }

    /// Every component that has a nimber.
    pub fn exact(&self) -> impl Iterator<Item = (K, u32)> {
        let exact = self.iter().filter(|(_, word)| word & EXACT != 0);
        exact.map(|(key, word)| (key, word as u32))
    }

    fn iter(&self) -> impl Iterator<Item = (K, u64)> {
        let slots = self.words.chunks(Self::STRIDE);
        slots.filter_map(|slot| {
            let word = slot[0].load(Ordering::Acquire);
            let is_present = word & PRESENT != 0;
            is_present.then(|| (K::from_words(|i| slot[1 + i].load(Ordering::Relaxed)), word))
        })
    }
}
