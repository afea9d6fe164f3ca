//! Algorithms are written once, over a trait of vectors, and run with the widest vectors that are chosen.
//!
//! A [`Task`] holds the arguments of an algorithm, which its maker has checked, its scalar meaning, and its vector version
//! over any [`Vectors`]. The files [avx2] and [avx512] say what the operations are, and nothing else.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;

use crate::Path;

/// The arguments of an algorithm.
pub(crate) trait Task: Sized {
    /// What it computes.
    type Output;

    /// The widest vectors that it can be run with.
    const WIDEST: Path;

    /// What it means, one number at a time.
    fn scalar(self) -> Self::Output;

    /// The same with vectors. Every implementation is `#[inline(always)]`, to be compiled for its caller's processor, and
    /// keeps vectors out of closures, which would not be.
    ///
    /// # Safety
    ///
    /// The arguments are what the maker of the task checks.
    unsafe fn vector<V: Vectors>(self, vectors: V) -> Self::Output;
}

/// Runs a task with the widest vectors that are chosen.
///
/// # Safety
///
/// As [`Task::vector`].
#[inline]
pub(crate) unsafe fn run<T: Task>(task: T) -> T::Output {
    let path = Path::chosen().min(T::WIDEST);
    // SAFETY: the chosen path is supported, and so are all narrower ones; the rest is the caller's promise.
    unsafe { run_on(path, task) }
}

/// Runs a task on this path.
///
/// # Safety
///
/// As [`Task::vector`]; the processor supports the path, which is at most [`Task::WIDEST`].
#[inline]
pub(crate) unsafe fn run_on<T: Task>(path: Path, task: T) -> T::Output {
    match path {
        Path::Scalar => task.scalar(),
        // SAFETY: the caller's promise.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { avx2::run(task) },
        // SAFETY: the caller's promise.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => unsafe { avx512::run(task) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => task.scalar(),
    }
}

/// Operations on vectors of bytes. A value of such a type exists only where the processor supports them.
pub(crate) trait Vectors: Copy {
    /// The bytes of a vector.
    const LANES: usize;
    /// True if there are 32 registers, else 16.
    const MANY_REGISTERS: bool;

    /// A vector.
    type Bytes: Copy;
    /// A truth value for each lane.
    type Mask: Copy;
    /// Which lanes of a row of candidates were hit.
    type Hits: Copy;
    /// Whether a pair of 16-bit numbers was equal.
    type Found: Copy;

    /// Reads a vector.
    ///
    /// # Safety
    ///
    /// `LANES` bytes from there on can be read.
    unsafe fn load(self, from: *const u8) -> Self::Bytes;
    /// Writes a vector.
    ///
    /// # Safety
    ///
    /// `LANES` bytes from there on can be written.
    unsafe fn store(self, to: *mut u8, bytes: Self::Bytes);
    /// The byte in all lanes.
    fn splat(self, byte: u8) -> Self::Bytes;
    /// The four bytes again and again.
    fn splat_four(self, bytes: u32) -> Self::Bytes;
    /// The number in all pairs of lanes.
    fn splat_pair(self, number: u16) -> Self::Bytes;
    /// A table for [`Vectors::look_up`].
    fn table(self, table: [u8; 16]) -> Self::Bytes;

    /// `a & b`.
    fn and(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// `a & !b`.
    fn without(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// `a | b`.
    fn or(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// `a | b | c`.
    fn or_three(self, a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes;
    /// `a ^ b`.
    fn xor(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// `a ^ b ^ c`.
    fn xor_three(self, a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes;
    /// The smaller of each lane.
    fn min(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The sum, at most 255.
    fn add_saturating(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The difference modulo 256.
    fn subtract(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The upper four bits of each lane as a number.
    fn upper_nibbles(self, a: Self::Bytes) -> Self::Bytes;
    /// What the table has at each index; 0 where the top bit of the index is set.
    fn look_up(self, table: Self::Bytes, index: Self::Bytes) -> Self::Bytes;
    /// The lanes in reverse order.
    fn reverse(self, a: Self::Bytes) -> Self::Bytes;
    /// Pairs of lanes in reverse order.
    fn reverse_pairs(self, a: Self::Bytes) -> Self::Bytes;

    /// All lanes.
    fn all(self) -> Self::Mask;
    /// The lanes that are 0.
    fn zeros(self, a: Self::Bytes) -> Self::Mask;
    /// The lanes of `mask` that are not 0.
    fn nonzeros(self, mask: Self::Mask, a: Self::Bytes) -> Self::Mask;
    /// The lanes of `a` that are not lanes of `b`.
    fn mask_without(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// A bit for each lane, the first in the lowest.
    fn mask_bits(self, mask: Self::Mask) -> u64;
    /// `yes` where the mask is set, `no` elsewhere.
    fn select(self, mask: Self::Mask, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;

    /// No lane was hit.
    fn no_hits(self) -> Self::Hits;
    /// Adds the lanes in which `option` is the candidate. `at` of `count` is the number of the row, which may decide how hits are kept.
    fn hit(
        self,
        hits: Self::Hits,
        option: Self::Bytes,
        row: Self::Bytes,
        at: usize,
        count: usize,
    ) -> Self::Hits;
    /// 0xff in the lanes that were hit.
    fn hit_lanes(self, hits: Self::Hits, at: usize, count: usize) -> Self::Bytes;

    /// Nothing was found.
    fn nothing_found(self) -> Self::Found;
    /// Adds whether a pair of lanes of `a`, as a number, is that of `b`.
    fn find_equal_pair(self, found: Self::Found, a: Self::Bytes, b: Self::Bytes) -> Self::Found;
    /// True if one was.
    fn is_found(self, found: Self::Found) -> bool;
}

/// Turns codes below 16 into bits, and all others into none.
#[derive(Clone, Copy)]
pub(crate) struct Window<V: Vectors> {
    vectors: V,
    low: V::Bytes,
    high: V::Bytes,
    outside: V::Bytes,
}

impl<V: Vectors> Window<V> {
    #[inline(always)]
    pub fn new(vectors: V) -> Window<V> {
        Window {
            vectors,
            low: vectors.table([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]),
            high: vectors.table([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128]),
            outside: vectors.splat(0x70),
        }
    }

    /// An index with the upper bit set for codes from 16 on.
    #[inline(always)]
    pub fn index(self, code: V::Bytes) -> V::Bytes {
        self.vectors.add_saturating(code, self.outside)
    }

    /// The bits of indices: those of the lower 8 codes, those of the upper 8.
    #[inline(always)]
    pub fn bits(self, index: V::Bytes) -> [V::Bytes; 2] {
        [
            self.vectors.look_up(self.low, index),
            self.vectors.look_up(self.high, index),
        ]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Runs a task on every path that the processor supports and compares each with its scalar meaning.
    ///
    /// # Safety
    ///
    /// As [`Task::vector`].
    pub(crate) unsafe fn agree<T: Task>(task: impl Fn() -> T)
    where
        T::Output: PartialEq + std::fmt::Debug,
    {
        let expected = task().scalar();
        let paths = Path::ALL.into_iter().filter(|path| path.is_supported());
        for path in paths.filter(|&path| path <= T::WIDEST) {
            // SAFETY: the path is supported; the rest is the caller's promise.
            let found = unsafe { run_on(path, task()) };
            assert_eq!(found, expected, "{path:?}");
        }
    }
}
