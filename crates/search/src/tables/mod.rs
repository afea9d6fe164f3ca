//! What the search remembers: nimbers of components, and proof numbers of couples.
//!
//! Threads share the tables without locks. Only when a table must grow do they all stop: each holds a
//! reader's lock, and gives it up from time to time.

mod couple_table;
mod exclusions;
mod nimber_table;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{RwLock, RwLockReadGuard};

use grundy_core::{LimitReached, SearchProgress};

use crate::bits::Bits;
use couple_table::CoupleTable;
pub use exclusions::Exclusions;
pub use nimber_table::Known;
use nimber_table::NimberTable;

/// A component as so many words. Two components with the same words are the same.
pub trait Key: Copy + Eq + Ord + std::hash::Hash + Send + Sync {
    /// The number of words.
    const WORDS: usize;
    /// One of the words.
    fn word(&self, at: usize) -> u64;
    /// The key that has these words.
    fn from_words(word: impl Fn(usize) -> u64) -> Self;
}

impl<const W: usize> Key for Bits<W> {
    const WORDS: usize = W;

    #[inline]
    fn word(&self, at: usize) -> u64 {
        self.0[at]
    }

    fn from_words(word: impl Fn(usize) -> u64) -> Bits<W> {
        Bits(std::array::from_fn(word))
    }
}

impl Key for u32 {
    const WORDS: usize = 1;

    #[inline]
    fn word(&self, _at: usize) -> u64 {
        u64::from(*self)
    }

    fn from_words(word: impl Fn(usize) -> u64) -> u32 {
        word(0) as u32
    }
}

#[inline]
pub(crate) fn hash<K: Key>(key: &K) -> u64 {
    let mut mixed = 0u64;
    for at in 0..K::WORDS {
        let product =
            u128::from(mixed ^ key.word(at) ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15;
        mixed = (product as u64) ^ (product >> 64) as u64;
    }
    mixed
}

/// Both tables.
pub struct Tables<K> {
    both: RwLock<Both<K>>,
    /// Some thread wants to enlarge a table.
    is_wanted: AtomicBool,
    limit_bytes: u64,
}

/// What a thread works with between two looks at the limits.
pub struct Both<K> {
    /// Nimbers of components.
    pub(crate) nimbers: NimberTable<K>,
    /// Proof numbers of couples.
    pub(crate) couples: CoupleTable<K>,
}

/// A reader's lock on the tables.
pub type Guard<'t, K> = RwLockReadGuard<'t, Both<K>>;

const FIRST_SLOTS: usize = 1 << 12;
const FEWEST_COUPLES: usize = 1 << 6;
const FIRST_COUPLES: usize = 1 << 12;
/// Free slots that threads need until they look again.
const RESERVE: usize = 1 << 10;

impl<K: Key> Tables<K> {
    /// Empty tables within `limit_bytes`.
    pub fn new(limit_bytes: u64) -> Tables<K> {
        Tables {
            both: RwLock::new(Both {
                nimbers: NimberTable::new(FIRST_SLOTS),
                couples: CoupleTable::new(FIRST_COUPLES),
            }),
            is_wanted: AtomicBool::new(false),
            limit_bytes,
        }
    }

    /// A reader's lock.
    pub fn read(&self) -> Guard<'_, K> {
        self.both
            .read()
            .expect("no thread panics while it holds the tables")
    }

    /// True if a thread should give up its reader's lock and ask [`Tables::make_room`].
    #[inline]
    pub fn wants_attention(&self, guard: &Guard<'_, K>) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
            || guard.needs_nimbers()
            || guard.needs_couples(self.limit_bytes)
    }

    /// Enlarges tables that are full, within the limit; couples give way to nimbers.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Bytes`] if there is no room for more nimbers.
    pub fn make_room(&self) -> Result<(), LimitReached> {
        self.is_wanted.store(true, Ordering::Relaxed);
        let mut both = self
            .both
            .write()
            .expect("no thread panics while it holds the tables");
        self.is_wanted.store(false, Ordering::Relaxed);
        both.make_room(self.limit_bytes)
    }

    /// Components with a nimber, components in the nimber table, and couples.
    pub fn counts(&self) -> (u64, u64, u64) {
        let both = self.read();
        let nimbers = &both.nimbers;
        (
            nimbers.exact_entries() as u64,
            nimbers.entries() as u64,
            both.couples.entries() as u64,
        )
    }

    /// Bytes that both tables take.
    pub fn bytes(&self) -> u64 {
        self.read().bytes()
    }

    /// Every component that has a nimber.
    pub fn exact(&self) -> Vec<(K, u32)> {
        self.read().nimbers.exact().collect()
    }

    /// Writes all that is known of components: a component, what is known, and excluded nimbers beyond that.
    pub(crate) fn visit_known(&self, visit: &mut dyn FnMut(&K, u64, &[u64])) {
        self.read().nimbers.visit_known(visit);
    }

    /// Takes back what [`Tables::visit_known`] gave.
    ///
    /// # Errors
    ///
    /// As [`Tables::make_room`].
    pub(crate) fn restore(&self, key: &K, word: u64, beyond: &[u64]) -> Result<(), LimitReached> {
        let guard = self.read();
        guard.nimbers.restore(key, word, beyond);
        let is_full = guard.needs_nimbers();
        drop(guard);
        if is_full { self.make_room() } else { Ok(()) }
    }

    /// Remembers a nimber that is known from elsewhere.
    ///
    /// # Errors
    ///
    /// As [`Tables::make_room`].
    pub fn insert(&self, key: &K, nimber: u32) -> Result<(), LimitReached> {
        let guard = self.read();
        guard.nimbers.set_exact(key, nimber);
        let is_full = guard.needs_nimbers();
        drop(guard);
        if is_full { self.make_room() } else { Ok(()) }
    }
}

impl<K: Key> Both<K> {
    /// What is known of a component.
    pub(crate) fn known(&self, key: &K) -> Option<Known> {
        self.nimbers.known(key)
    }

    /// How far the search is.
    pub(crate) fn progress(&self) -> SearchProgress {
        SearchProgress {
            nimbers: self.nimbers.exact_entries() as u64,
            components: self.nimbers.entries() as u64,
            bytes: self.bytes(),
            ..SearchProgress::default()
        }
    }

    fn needs_nimbers(&self) -> bool {
        let slots = self.nimbers.slots();
        self.nimbers.entries() + RESERVE > slots / 4 * 3
    }

    fn needs_couples(&self, limit_bytes: u64) -> bool {
        let slots = self.couples.slots();
        let larger = CoupleTable::<K>::bytes_of(3 * slots)
            + NimberTable::<K>::bytes_of(self.nimbers.slots());
        // The nimber table will have to grow, too: couples take at most a third.
        self.couples.entries() > slots / 2 && larger <= limit_bytes / 3
    }

    fn bytes(&self) -> u64 {
        NimberTable::<K>::bytes_of(self.nimbers.slots())
            + CoupleTable::<K>::bytes_of(self.couples.slots())
    }

    fn make_room(&mut self, limit_bytes: u64) -> Result<(), LimitReached> {
        if self.needs_nimbers() {
            let slots = self.nimbers.slots();
            // Both the old and the new slots are there for a moment.
            let grown = NimberTable::<K>::bytes_of(3 * slots);
            while grown + CoupleTable::<K>::bytes_of(self.couples.slots()) > limit_bytes
                && self.couples.slots() > FEWEST_COUPLES
            {
                self.couples = self.couples.resized(self.couples.slots() / 2);
            }
            if grown <= limit_bytes || slots <= FIRST_SLOTS {
                self.nimbers = self.nimbers.resized(2 * slots);
            } else if self.nimbers.entries() + RESERVE > slots / 16 * 15 {
                return Err(LimitReached::Bytes { limit: limit_bytes });
            }
        }
        if self.needs_couples(limit_bytes) {
            self.couples = self.couples.resized(2 * self.couples.slots());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::ProofNumbers;

    fn not(nimbers: &[u32]) -> Exclusions {
        let mut set = Exclusions::default();
        nimbers.iter().for_each(|&n| set.insert(n));
        set
    }

    #[test]
    fn exclusions_add_up_until_the_nimber_is_known() {
        let tables: Tables<u32> = Tables::new(1 << 20);
        let both = tables.read();
        assert_eq!(both.nimbers.known(&7), None);
        both.nimbers.exclude(&7, &not(&[1]));
        both.nimbers.exclude(&7, &not(&[0, 99]));
        assert_eq!(both.nimbers.known(&7), Some(Known::Not(not(&[0, 1, 99]))));
        both.nimbers.set_exact(&7, 100);
        both.nimbers.exclude(&7, &not(&[2]));
        assert_eq!(both.nimbers.known(&7), Some(Known::Exact(100)));
        drop(both);
        assert_eq!(tables.counts(), (1, 1, 0));
        assert_eq!(tables.exact(), [(7, 100)]);
    }

    #[test]
    fn couples_give_way_and_nimbers_are_never_lost() {
        let limit = 1 << 20;
        let tables: Tables<u32> = Tables::new(limit);
        let mut stored = 0;
        let ended = loop {
            let both = tables.read();
            for key in stored..stored + 256 {
                both.nimbers.set_exact(&key, key % 5);
                both.couples.set(&key, 1, ProofNumbers::leaf(9));
            }
            stored += 256;
            let wants = tables.wants_attention(&both);
            drop(both);
            if wants && let Err(reached) = tables.make_room() {
                break reached;
            }
            assert!(tables.bytes() <= limit);
        };
        assert_eq!(ended, LimitReached::Bytes { limit });
        assert!(stored > 20_000 && tables.counts().2 < 10_000);
        let both = tables.read();
        assert!((0..stored).all(|key| both.nimbers.known(&key) == Some(Known::Exact(key % 5))));
    }

    #[test]
    fn threads_never_see_a_key_with_the_nimber_of_another() {
        let tables: Tables<Bits<2>> = Tables::new(1 << 26);
        let key = |n: u64| Bits([n, n.wrapping_mul(0x1234_5678_9abc_def1)]);
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let tables = &tables;
                scope.spawn(move || {
                    for n in 0..20_000u64 {
                        let both = tables.read();
                        let n = if thread == 0 { n } else { 19_999 - n };
                        both.nimbers.set_exact(&key(n), n as u32);
                        let other = n.wrapping_mul(7919) % 20_000;
                        let known = both.nimbers.known(&key(other));
                        assert!(known.is_none_or(|known| known == Known::Exact(other as u32)));
                        let wants = tables.wants_attention(&both);
                        drop(both);
                        if wants {
                            tables.make_room().unwrap();
                        }
                    }
                });
            }
        });
        assert_eq!(tables.counts().1, 20_000);
    }
}
