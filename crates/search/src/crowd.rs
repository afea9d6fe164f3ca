//! Several threads on one search.
//!
//! Each searches the same question in the same tables. A couple that a thread is in looks harder to the others, so that
//! they look elsewhere; a thread that works below a couple which another has decided gives that work up. Nothing of
//! this can change an answer: threads share only what is proved, and advice. Helpers begin once the search has
//! turned out to be long: then it starts again, and the tables soon lead it to where it was.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::numbers::ProofNumbers;
use crate::tables::{Key, hash};

/// What the threads of one search know of each other.
pub struct Crowd {
    /// How many threads are in couples with this hash.
    inside: Vec<AtomicU16>,
}

const SLOTS: usize = 1 << 14;
/// Expansions after which helpers are worth their start.
pub const EXPANSIONS_ALONE: u64 = 1 << 18;

impl Default for Crowd {
    /// No thread is in any couple.
    fn default() -> Crowd {
        Crowd {
            inside: (0..SLOTS).map(|_| AtomicU16::new(0)).collect(),
        }
    }
}

impl Crowd {
    /// A thread goes into a couple.
    pub fn enter<K: Key>(&self, component: &K, heap: u32) {
        self.slot(component, heap).fetch_add(1, Ordering::Relaxed);
    }

    /// A thread comes out of a couple.
    pub fn leave<K: Key>(&self, component: &K, heap: u32) {
        self.slot(component, heap).fetch_sub(1, Ordering::Relaxed);
    }

    /// How a couple looks to those who are not in it.
    #[inline]
    pub fn seen_from_outside<K: Key>(
        &self,
        component: &K,
        heap: u32,
        numbers: ProofNumbers,
    ) -> ProofNumbers {
        let inside = u32::from(self.slot(component, heap).load(Ordering::Relaxed));
        if inside == 0 {
            return numbers;
        }
        let more = |number: u32| {
            let harder = number.saturating_add((number / 2 + 4).saturating_mul(inside));
            harder.min(ProofNumbers::NEVER - 1).max(number)
        };
        ProofNumbers {
            win: numbers.win,
            lose: more(numbers.lose),
        }
    }

    fn slot<K: Key>(&self, component: &K, heap: u32) -> &AtomicU16 {
        let at = hash(component) ^ u64::from(heap).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.inside[(at >> 20) as usize % SLOTS]
    }
}
