//! Vectors with AVX2.

use std::arch::x86_64::*;

use super::{Task, Vectors};

/// Proof that the processor supports AVX2, POPCNT and BMI1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// # Safety
    ///
    /// The processor supports AVX2, POPCNT and BMI1.
    #[inline(always)]
    pub unsafe fn new() -> Avx2 {
        Avx2(())
    }
}

/// Runs a task, compiled for this processor.
///
/// # Safety
///
/// The processor supports AVX2, POPCNT and BMI1; the rest as [`Task::vector`].
#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(crate) unsafe fn run<T: Task>(task: T) -> T::Output {
    // SAFETY: the caller's promise.
    unsafe { task.vector(Avx2::new()) }
}

impl Vectors for Avx2 {
    const LANES: usize = 32;
    const MANY_REGISTERS: bool = false;

    type Bytes = __m256i;
    type Mask = __m256i;
    type Hits = __m256i;
    type Found = __m256i;

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> __m256i {
        // SAFETY: the caller's promise, and the invariant of the type.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, bytes: __m256i) {
        // SAFETY: the caller's promise, and the invariant of the type.
        unsafe { _mm256_storeu_si256(to.cast(), bytes) }
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    fn splat_four(self, bytes: u32) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_set1_epi32(bytes as i32) }
    }

    #[inline(always)]
    fn splat_pair(self, number: u16) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_set1_epi16(number as i16) }
    }

    #[inline(always)]
    fn table(self, table: [u8; 16]) -> __m256i {
        // SAFETY: the table has 16 bytes; the rest is the invariant of the type.
        unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn without(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_andnot_si256(b, a) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn or_three(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_or_si256(_mm256_or_si256(a, b), c) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn xor_three(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_xor_si256(_mm256_xor_si256(a, b), c) }
    }

    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_min_epu8(a, b) }
    }

    #[inline(always)]
    fn add_saturating(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_adds_epu8(a, b) }
    }

    #[inline(always)]
    fn subtract(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_sub_epi8(a, b) }
    }

    #[inline(always)]
    fn upper_nibbles(self, a: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_and_si256(_mm256_srli_epi16::<4>(a), _mm256_set1_epi8(15)) }
    }

    #[inline(always)]
    fn look_up(self, table: __m256i, index: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_shuffle_epi8(table, index) }
    }

    #[inline(always)]
    fn reverse(self, a: __m256i) -> __m256i {
        let parts = self.look_up(
            a,
            self.table([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
        );
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_permute4x64_epi64::<0x4e>(parts) }
    }

    #[inline(always)]
    fn reverse_pairs(self, a: __m256i) -> __m256i {
        let parts = self.look_up(
            a,
            self.table([14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1]),
        );
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_permute4x64_epi64::<0x4e>(parts) }
    }

    #[inline(always)]
    fn all(self) -> __m256i {
        self.splat(0xff)
    }

    #[inline(always)]
    fn zeros(self, a: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_cmpeq_epi8(a, _mm256_setzero_si256()) }
    }

    #[inline(always)]
    fn nonzeros(self, mask: __m256i, a: __m256i) -> __m256i {
        self.without(mask, self.zeros(a))
    }

    #[inline(always)]
    fn mask_without(self, a: __m256i, b: __m256i) -> __m256i {
        self.without(a, b)
    }

    #[inline(always)]
    fn mask_bits(self, mask: __m256i) -> u64 {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { u64::from(_mm256_movemask_epi8(mask) as u32) }
    }

    #[inline(always)]
    fn select(self, mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_blendv_epi8(no, yes, mask) }
    }

    #[inline(always)]
    fn no_hits(self) -> __m256i {
        self.splat(0)
    }

    #[inline(always)]
    fn hit(
        self,
        hits: __m256i,
        option: __m256i,
        row: __m256i,
        _at: usize,
        _count: usize,
    ) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_or_si256(hits, _mm256_cmpeq_epi8(option, row)) }
    }

    #[inline(always)]
    fn hit_lanes(self, hits: __m256i, _at: usize, _count: usize) -> __m256i {
        hits
    }

    #[inline(always)]
    fn nothing_found(self) -> __m256i {
        self.splat(0)
    }

    #[inline(always)]
    fn find_equal_pair(self, found: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_or_si256(found, _mm256_cmpeq_epi16(a, b)) }
    }

    #[inline(always)]
    fn is_found(self, found: __m256i) -> bool {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm256_testz_si256(found, found) == 0 }
    }
}
