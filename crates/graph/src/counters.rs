//! How many moves of each vertex are not yet known to be bad: a byte per vertex.
//!
//! The solver touches one counter per edge at random, so their width decides how many fit into
//! the cache. Counts from 255 on live in a side table, which random graphs never need. The bytes
//! are atomic so that threads can share them; one thread alone uses plain loads and stores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use grundy_kernels::memory;
use rustc_hash::FxHashMap;

/// The byte that says "look in the side table".
const LARGE: u8 = u8::MAX;

/// One counter per vertex; 0 means that the vertex is settled.
#[derive(Debug, Default)]
pub struct Counters {
    bytes: Vec<AtomicU8>,
    large: Mutex<FxHashMap<u32, u64>>,
}

impl Counters {
    /// `vertices` counters at 0.
    pub fn zero(vertices: usize) -> Counters {
        let mut counters = Counters::default();
        counters.bytes.reserve_exact(vertices);
        memory::advise_huge_pages_of(&counters.bytes);
        counters.resize(vertices);
        counters
    }

    /// Counters that begin at the given degrees.
    pub fn from_degrees(degrees: impl ExactSizeIterator<Item = u64>) -> Counters {
        let mut counters = Counters::zero(degrees.len());
        for (v, degree) in degrees.enumerate() {
            counters.add(v as u32, degree);
        }
        counters
    }

    /// The number of counters.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The counts of some vertices that fit into a byte each, and those that do not; 255 stands for these.
    pub fn slice(&self, vertices: std::ops::Range<u32>) -> (Vec<u8>, Vec<(u32, u64)>) {
        let bytes = &self.bytes[vertices.start as usize..vertices.end as usize];
        let bytes: Vec<u8> = bytes.iter().map(|byte| byte.load(Relaxed)).collect();
        let is_large = |&(_, &byte): &(u32, &u8)| byte == LARGE;
        let large = vertices.zip(&bytes).filter(is_large);
        let large = large.map(|(v, _)| (v, self.get(v))).collect();
        (bytes, large)
    }

    /// Makes room for `vertices` counters at least; new ones begin at 0.
    pub fn grow(&mut self, vertices: usize) {
        if vertices > self.bytes.len() {
            self.resize(vertices);
        }
    }

    /// Makes it exactly `vertices` counters.
    pub fn resize(&mut self, vertices: usize) {
        self.bytes.resize_with(vertices, AtomicU8::default);
    }

    /// Counts vertices; each comes with one that is counted soon, whose counter is asked for.
    #[inline(always)]
    pub fn count_all(&mut self, vertices: impl Iterator<Item = (u32, u32)>) {
        // The compiler cannot tell that writing a counter leaves the vector where it is.
        let bytes = &mut self.bytes[..];
        for (v, soon) in vertices {
            memory::prefetch(bytes, soon as usize);
            let byte = bytes[v as usize].get_mut();
            if *byte < LARGE - 1 {
                *byte += 1;
            } else {
                add_large(byte, &mut self.large, v, 1);
            }
        }
    }

    /// Counts `more`.
    pub fn add(&mut self, v: u32, more: u64) {
        let byte = self.bytes[v as usize].get_mut();
        if *byte != LARGE && u64::from(*byte) + more < u64::from(LARGE) {
            *byte += more as u8;
        } else {
            add_large(byte, &mut self.large, v, more);
        }
    }

    /// Adds what `other`, which is no longer, has counted for the same vertices.
    pub fn merge(&mut self, other: &Counters) {
        for v in 0..other.bytes.len() as u32 {
            match other.get(v) {
                0 => {}
                more => self.add(v, more),
            }
        }
    }

    /// The count of `v`.
    pub fn get(&self, v: u32) -> u64 {
        match self.bytes[v as usize].load(Relaxed) {
            LARGE => self.table().get(&v).copied().unwrap_or(0),
            small => u64::from(small),
        }
    }

    /// True once `v` is settled.
    #[inline]
    pub fn is_settled(&self, v: u32) -> bool {
        self.bytes[v as usize].load(Relaxed) == 0
    }

    /// Settles `v`; true if it was not before. `SHARED`: other threads may do the same.
    #[inline(always)]
    pub fn settle<const SHARED: bool>(&self, v: u32) -> bool {
        let byte = &self.bytes[v as usize];
        if SHARED {
            // Most are settled already: a look is cheaper than an exchange.
            return byte.load(Relaxed) != 0 && byte.swap(0, Relaxed) != 0;
        }
        let before = byte.load(Relaxed);
        byte.store(0, Relaxed);
        before != 0
    }

    /// Takes one off the count of `v`, unless it is settled; true if that settled it.
    #[inline(always)]
    pub fn decrement<const SHARED: bool>(&self, v: u32) -> bool {
        let byte = &self.bytes[v as usize];
        let mut before = byte.load(Relaxed);
        if before == LARGE {
            return self.decrement_large(v);
        }
        if !SHARED {
            byte.store(before.saturating_sub(1), Relaxed);
            return before == 1;
        }
        while before != 0 {
            match byte.compare_exchange_weak(before, before - 1, Relaxed, Relaxed) {
                Ok(_) => return before == 1,
                Err(now) => before = now,
            }
        }
        false
    }

    /// Writes the byte of `v` back as it is: the least that solving must do to it.
    #[inline(always)]
    pub(crate) fn touch(&self, v: u32) -> u8 {
        let byte = &self.bytes[v as usize];
        let before = byte.load(Relaxed);
        byte.store(before, Relaxed);
        before
    }

    /// Asks for the counter of `v` to be brought near.
    #[inline(always)]
    pub fn prefetch(&self, v: u32) {
        memory::prefetch(&self.bytes, v as usize);
    }

    #[cold]
    fn decrement_large(&self, v: u32) -> bool {
        let mut table = self.table();
        // Another thread may have settled the vertex since its byte was read.
        if self.bytes[v as usize].load(Relaxed) != LARGE {
            return false;
        }
        let count = table.get_mut(&v).expect("a large count is in the table");
        *count -= 1;
        // Of two threads that settle a vertex, one at once and one here, only one may say so.
        *count == 0 && self.bytes[v as usize].swap(0, Relaxed) != 0
    }

    fn table(&self) -> std::sync::MutexGuard<'_, FxHashMap<u32, u64>> {
        self.large
            .lock()
            .expect("no thread panics while it holds the table")
    }
}

/// Counts `more` for `v`, whose byte is too small for it.
#[cold]
fn add_large(byte: &mut u8, large: &mut Mutex<FxHashMap<u32, u64>>, v: u32, more: u64) {
    let start = if *byte == LARGE { 0 } else { u64::from(*byte) };
    *byte = LARGE;
    let table = large
        .get_mut()
        .expect("no thread panics while it holds the table");
    *table.entry(v).or_insert(start) += more;
}

impl Clone for Counters {
    fn clone(&self) -> Counters {
        let copy = |byte: &AtomicU8| AtomicU8::new(byte.load(Relaxed));
        Counters {
            bytes: self.bytes.iter().map(copy).collect(),
            large: Mutex::new(self.table().clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_down<const SHARED: bool>() {
        let degrees = [0, 1, 2, 253, 254, 255, 256, 1000, 70_000];
        let counters = Counters::from_degrees(degrees.into_iter());
        for (v, degree) in (0..).zip(degrees) {
            assert_eq!(counters.get(v), degree);
            for left in (0..degree).rev() {
                assert!(!counters.is_settled(v));
                assert_eq!(counters.decrement::<SHARED>(v), left == 0, "{degree}");
                assert_eq!(counters.get(v), left);
            }
            assert!(counters.is_settled(v));
            assert!(
                !counters.decrement::<SHARED>(v),
                "a settled vertex stays settled"
            );
        }
    }

    #[test]
    fn counts_of_every_size_come_down_to_zero() {
        count_down::<false>();
        count_down::<true>();
    }

    #[test]
    fn counting_one_by_one_and_merging_are_the_same() {
        let mut one = Counters::zero(1);
        let mut two = Counters::zero(1);
        for step in 1..=600 {
            one.count_all([(0, 0)].into_iter());
            if step % 3 == 0 {
                two.add(0, 2);
            }
            assert_eq!(one.get(0), step);
        }
        one.merge(&two);
        assert_eq!(one.clone().get(0), 1000);
        assert!(one.settle::<true>(0));
        assert!(!one.settle::<false>(0));
    }

    #[test]
    fn of_two_threads_one_settles_a_vertex() {
        let counters = Counters::from_degrees(vec![4, 510, 2].into_iter());
        let found: u32 = std::thread::scope(|scope| {
            let run = || {
                let mut found = 0;
                for step in 0..255 {
                    let v = if step < 2 { 0 } else { 1 };
                    found += u32::from(counters.decrement::<true>(v));
                }
                (0..2).for_each(|_| found += u32::from(counters.decrement::<true>(1)));
                found + u32::from(counters.settle::<true>(2))
            };
            let workers = [scope.spawn(run), scope.spawn(run)];
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap())
                .sum()
        });
        assert_eq!(found, 3);
    }
}
