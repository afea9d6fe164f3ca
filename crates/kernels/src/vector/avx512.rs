//! Vectors with AVX-512 F and BW.

use std::arch::x86_64::*;

use super::{Task, Vectors};

/// Proof that the processor supports AVX-512 F and BW, POPCNT and BMI1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// # Safety
    ///
    /// The processor supports AVX-512 F and BW, POPCNT and BMI1.
    #[inline(always)]
    pub unsafe fn new() -> Avx512 {
        Avx512(())
    }
}

/// Runs a task, compiled for this processor.
///
/// # Safety
///
/// The processor supports AVX-512 F and BW, POPCNT and BMI1; the rest as [`Task::vector`].
#[target_feature(enable = "avx512f,avx512bw,avx2,popcnt,bmi1")]
pub(crate) unsafe fn run<T: Task>(task: T) -> T::Output {
    // SAFETY: the caller's promise.
    unsafe { task.vector(Avx512::new()) }
}

/// The lanes that were not hit: in a mask for some rows, as what is not 0 in a vector for the others.
#[derive(Clone, Copy)]
pub(crate) struct Hits {
    free: u64,
    least: __m512i,
}

/// Of so many rows, two are compared into a mask for each that is compared into a register: one operation for one port of the
/// processor, or two for the other. There are seven masks.
const fn kept_in_masks(rows: usize) -> usize {
    let most = (2 * rows).div_ceil(3);
    if most < 7 { most } else { 7 }
}

impl Vectors for Avx512 {
    const LANES: usize = 64;
    const MANY_REGISTERS: bool = true;

    type Bytes = __m512i;
    type Mask = u64;
    type Hits = Hits;
    /// The lanes in which no pair was equal.
    type Found = u32;

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> __m512i {
        // SAFETY: the caller's promise, and the invariant of the type.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, bytes: __m512i) {
        // SAFETY: the caller's promise, and the invariant of the type.
        unsafe { _mm512_storeu_si512(to.cast(), bytes) }
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    fn splat_four(self, bytes: u32) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_set1_epi32(bytes as i32) }
    }

    #[inline(always)]
    fn splat_pair(self, number: u16) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_set1_epi16(number as i16) }
    }

    #[inline(always)]
    fn table(self, table: [u8; 16]) -> __m512i {
        // SAFETY: the table has 16 bytes; the rest is the invariant of the type.
        unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(table.as_ptr().cast())) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn without(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn or_three(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_ternarylogic_epi64::<0xfe>(a, b, c) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn xor_three(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_ternarylogic_epi64::<0x96>(a, b, c) }
    }

    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_min_epu8(a, b) }
    }

    #[inline(always)]
    fn add_saturating(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_adds_epu8(a, b) }
    }

    #[inline(always)]
    fn subtract(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_sub_epi8(a, b) }
    }

    #[inline(always)]
    fn upper_nibbles(self, a: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_and_si512(_mm512_srli_epi16::<4>(a), _mm512_set1_epi8(15)) }
    }

    #[inline(always)]
    fn look_up(self, table: __m512i, index: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_shuffle_epi8(table, index) }
    }

    #[inline(always)]
    fn reverse(self, a: __m512i) -> __m512i {
        let parts = self.look_up(
            a,
            self.table([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
        );
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_shuffle_i64x2::<0x1b>(parts, parts) }
    }

    #[inline(always)]
    fn reverse_pairs(self, a: __m512i) -> __m512i {
        let parts = self.look_up(
            a,
            self.table([14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1]),
        );
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_shuffle_i64x2::<0x1b>(parts, parts) }
    }

    #[inline(always)]
    fn all(self) -> u64 {
        u64::MAX
    }

    #[inline(always)]
    fn zeros(self, a: __m512i) -> u64 {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_testn_epi8_mask(a, a) }
    }

    #[inline(always)]
    fn nonzeros(self, mask: u64, a: __m512i) -> u64 {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_mask_test_epi8_mask(mask, a, a) }
    }

    #[inline(always)]
    fn mask_without(self, a: u64, b: u64) -> u64 {
        a & !b
    }

    #[inline(always)]
    fn mask_bits(self, mask: u64) -> u64 {
        mask
    }

    #[inline(always)]
    fn select(self, mask: u64, yes: __m512i, no: __m512i) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_mask_mov_epi8(no, mask, yes) }
    }

    #[inline(always)]
    fn no_hits(self) -> Hits {
        Hits {
            free: u64::MAX,
            least: self.splat(0xff),
        }
    }

    #[inline(always)]
    fn hit(self, hits: Hits, option: __m512i, row: __m512i, at: usize, count: usize) -> Hits {
        let Hits { free, least } = hits;
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe {
            if at < kept_in_masks(count) {
                let free = _mm512_mask_cmpneq_epu8_mask(free, option, row);
                Hits { free, least }
            } else {
                let least = _mm512_min_epu8(least, _mm512_xor_si512(option, row));
                Hits { free, least }
            }
        }
    }

    #[inline(always)]
    fn hit_lanes(self, hits: Hits, at: usize, count: usize) -> __m512i {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe {
            let free = if at < kept_in_masks(count) {
                hits.free
            } else {
                _mm512_test_epi8_mask(hits.least, hits.least)
            };
            _mm512_movm_epi8(!free)
        }
    }

    #[inline(always)]
    fn nothing_found(self) -> u32 {
        u32::MAX
    }

    #[inline(always)]
    fn find_equal_pair(self, absent: u32, a: __m512i, b: __m512i) -> u32 {
        // SAFETY: the processor supports it, by the invariant of the type.
        unsafe { _mm512_mask_cmpneq_epi16_mask(absent, a, b) }
    }

    #[inline(always)]
    fn is_found(self, absent: u32) -> bool {
        absent != u32::MAX
    }
}
