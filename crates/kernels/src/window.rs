//! Marks for one window of 16 codes, blocks of 32 heaps at a time; and candidates that are compared with options.

use crate::vector::{Task, Vectors, Window, run};
use crate::{BLOCK, Path, Taps};

/// Marks of heaps in a row: byte 0 of lane i holds the lower 8 codes of the window, byte 1 the upper 8.
pub type Marks<const LANES: usize> = [[u8; LANES]; 2];

/// For each heap from `at` on, which of the codes below 16 are options. `LANES` is a multiple of 32.
///
/// The codes from 16 w on are asked for by taps with 16 w xored into their xors. `skip` is empty or as long as `codes`:
/// sources whose byte there is [`SKIP`](crate::SKIP) count as no option.
///
/// # Panics
///
/// If a tap reaches before the beginning of `codes` or behind their end.
pub fn mark_window<const LANES: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
) -> Marks<LANES> {
    // SAFETY: the sources are checked when they are made.
    unsafe { run(Mark(Sources::<LANES>::new(codes, skip, at, taps))) }
}

/// Which heaps from `at` on have an option equal to their candidate: 0xff where one does. `LANES` is a multiple of 32.
///
/// What is hit of [`NO_CANDIDATE`](crate::NO_CANDIDATE) says nothing.
///
/// # Panics
///
/// As [`mark_window`].
pub fn strike<const LANES: usize, const N: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    candidates: &[[u8; LANES]; N],
) -> [[u8; LANES]; N] {
    let sources = Sources::new(codes, skip, at, taps);
    // SAFETY: the sources are checked when they are made.
    unsafe {
        run(Strike {
            sources,
            candidates,
        })
    }
}

/// The widest vectors for so many lanes.
pub(crate) const fn widest(lanes: usize) -> Path {
    if lanes.is_multiple_of(64) {
        Path::Avx512
    } else {
        Path::Avx2
    }
}

/// Where the options of `LANES` heaps from `at` on come from: all that the taps reach is there.
#[derive(Clone, Copy)]
struct Sources<'a, const LANES: usize> {
    codes: &'a [u8],
    skip: &'a [u8],
    at: usize,
    taps: &'a Taps,
}

impl<const LANES: usize> Sources<'_, LANES> {
    /// Checks that what is read is there.
    fn new<'a>(codes: &'a [u8], skip: &'a [u8], at: usize, taps: &'a Taps) -> Sources<'a, LANES> {
        const { assert!(LANES.is_multiple_of(BLOCK), "whole vectors") };
        assert!(at >= taps.largest(), "taps reach back too far");
        assert!(
            at + LANES <= codes.len().saturating_add(taps.least()),
            "what is read must be there"
        );
        assert!(
            skip.is_empty() || skip.len() == codes.len(),
            "a mark for each code"
        );
        Sources {
            codes,
            skip,
            at,
            taps,
        }
    }

    /// The code of the source of lane `lane` by a tap, and whether it counts.
    fn source(&self, lane: usize, shift: usize) -> (u8, bool) {
        let at = self.at + lane - shift;
        let counts = self.skip.get(at).is_none_or(|&mark| mark == 0);
        (self.codes[at], counts)
    }

    /// The codes that a tap of this shift leads to from `lane` on, and the marks of those that are skipped if `SKIP`.
    ///
    /// # Safety
    ///
    /// It is the shift of a tap, `lane + V::LANES <= LANES`, and there is something to skip if `SKIP`.
    #[inline(always)]
    unsafe fn load<V: Vectors, const SKIP: bool>(
        &self,
        v: V,
        lane: usize,
        shift: u32,
    ) -> (V::Bytes, V::Bytes) {
        let at = self.at + lane - shift as usize;
        // SAFETY: shift <= at, and the lanes end within the codes, also in `skip` if it is used: all checked by `new`.
        unsafe {
            let code = v.load(self.codes.as_ptr().add(at));
            let skipped = if SKIP {
                v.load(self.skip.as_ptr().add(at))
            } else {
                code
            };
            (code, skipped)
        }
    }
}

/// The arguments of [`mark_window`].
struct Mark<'a, const LANES: usize>(Sources<'a, LANES>);

impl<const LANES: usize> Task for Mark<'_, LANES> {
    type Output = Marks<LANES>;
    const WIDEST: Path = widest(LANES);

    #[allow(
        clippy::needless_range_loop,
        reason = "a lane is a place in both halves of the marks"
    )]
    fn scalar(self) -> Marks<LANES> {
        let mut marks = [[0; LANES]; 2];
        for (shift, xor) in self.0.taps.pairs() {
            for lane in 0..LANES {
                let (code, counts) = self.0.source(lane, shift);
                let code = code ^ xor;
                if code < 16 && counts {
                    marks[usize::from(code >> 3)][lane] |= 1 << (code & 7);
                }
            }
        }
        marks
    }

    #[inline(always)]
    unsafe fn vector<V: Vectors>(self, v: V) -> Marks<LANES> {
        let mut marks = [[0; LANES]; 2];
        // SAFETY: the caller's promise; `SKIP` says whether there is something to skip.
        unsafe {
            if self.0.skip.is_empty() {
                self.mark::<V, false>(v, &mut marks);
            } else {
                self.mark::<V, true>(v, &mut marks);
            }
        }
        marks
    }
}

impl<const LANES: usize> Mark<'_, LANES> {
    /// As many vectors together as fit in registers.
    ///
    /// # Safety
    ///
    /// There is something to skip if `SKIP`; `LANES` is a multiple of those of a vector.
    #[inline(always)]
    unsafe fn mark<V: Vectors, const SKIP: bool>(&self, v: V, marks: &mut Marks<LANES>) {
        let mut lane = 0;
        // SAFETY: all lanes asked for are below LANES.
        unsafe {
            while !V::MANY_REGISTERS && lane + 4 * V::LANES <= LANES {
                self.mark_vectors::<V, 4, SKIP>(v, lane, marks);
                lane += 4 * V::LANES;
            }
            while lane + 2 * V::LANES <= LANES {
                self.mark_vectors::<V, 2, SKIP>(v, lane, marks);
                lane += 2 * V::LANES;
            }
            if lane < LANES {
                self.mark_vectors::<V, 1, SKIP>(v, lane, marks);
            }
        }
    }

    /// # Safety
    ///
    /// As [`Mark::mark`]; the vectors from `lane` on are below `LANES`.
    #[inline(always)]
    unsafe fn mark_vectors<V: Vectors, const VECTORS: usize, const SKIP: bool>(
        &self,
        v: V,
        lane: usize,
        marks: &mut Marks<LANES>,
    ) {
        let window = Window::new(v);
        let mut seen = [[v.splat(0); 2]; VECTORS];
        let (shifts, words) = (self.0.taps.shifts(), self.0.taps.words());
        // Two taps at a time where there are registers for it: one operation adds the bits of both.
        let (shift_pairs, shifts) = if V::MANY_REGISTERS {
            shifts.as_chunks::<2>()
        } else {
            (&[][..], shifts)
        };
        let (word_pairs, words) = if V::MANY_REGISTERS {
            words.as_chunks::<2>()
        } else {
            (&[][..], words)
        };
        for (shifts, words) in shift_pairs.iter().zip(word_pairs) {
            for (vector, seen) in seen.iter_mut().enumerate() {
                let lane = lane + vector * V::LANES;
                // SAFETY: the caller's promise.
                let (one, two) = unsafe {
                    (
                        self.bits::<V, SKIP>(window, v, lane, shifts[0], words[0]),
                        self.bits::<V, SKIP>(window, v, lane, shifts[1], words[1]),
                    )
                };
                seen[0] = v.or_three(seen[0], one[0], two[0]);
                seen[1] = v.or_three(seen[1], one[1], two[1]);
            }
        }
        for (&shift, &word) in shifts.iter().zip(words) {
            for (vector, seen) in seen.iter_mut().enumerate() {
                let lane = lane + vector * V::LANES;
                // SAFETY: the caller's promise.
                let bits = unsafe { self.bits::<V, SKIP>(window, v, lane, shift, word) };
                seen[0] = v.or(seen[0], bits[0]);
                seen[1] = v.or(seen[1], bits[1]);
            }
        }
        for (vector, seen) in seen.into_iter().enumerate() {
            for (row, seen) in marks.iter_mut().zip(seen) {
                let lanes = &mut row[lane + vector * V::LANES..][..V::LANES];
                // SAFETY: the slice is as long as a vector.
                unsafe { v.store(lanes.as_mut_ptr(), seen) };
            }
        }
    }

    /// The bits that one tap marks.
    ///
    /// # Safety
    ///
    /// As [`Sources::load`].
    #[inline(always)]
    unsafe fn bits<V: Vectors, const SKIP: bool>(
        &self,
        window: Window<V>,
        v: V,
        lane: usize,
        shift: u32,
        word: u32,
    ) -> [V::Bytes; 2] {
        // SAFETY: the caller's promise.
        let (code, skipped) = unsafe { self.0.load::<V, SKIP>(v, lane, shift) };
        let mut index = window.index(v.xor(code, v.splat_four(word)));
        if SKIP {
            index = v.or(index, skipped);
        }
        window.bits(index)
    }
}

/// The arguments of [`strike`].
struct Strike<'a, const LANES: usize, const N: usize> {
    sources: Sources<'a, LANES>,
    candidates: &'a [[u8; LANES]; N],
}

impl<const LANES: usize, const N: usize> Task for Strike<'_, LANES, N> {
    type Output = [[u8; LANES]; N];
    const WIDEST: Path = widest(LANES);

    fn scalar(self) -> [[u8; LANES]; N] {
        let mut hits = [[0; LANES]; N];
        for (shift, xor) in self.sources.taps.pairs() {
            for lane in 0..LANES {
                let (code, counts) = self.sources.source(lane, shift);
                let option = if counts { code ^ xor } else { crate::SKIP };
                for (hits, candidates) in hits.iter_mut().zip(self.candidates) {
                    if option == candidates[lane] {
                        hits[lane] = 0xff;
                    }
                }
            }
        }
        hits
    }

    #[inline(always)]
    unsafe fn vector<V: Vectors>(self, v: V) -> [[u8; LANES]; N] {
        let mut hits = [[0; LANES]; N];
        // SAFETY: the caller's promise; `SKIP` says whether there is something to skip.
        unsafe {
            if self.sources.skip.is_empty() {
                self.strike::<V, false>(v, &mut hits);
            } else {
                self.strike::<V, true>(v, &mut hits);
            }
        }
        hits
    }
}

/// Rows of candidates that fit in 16 registers, with what was hit of them.
const FEW_ROWS: usize = 6;

impl<const LANES: usize, const N: usize> Strike<'_, LANES, N> {
    /// As many rows of candidates together as fit in registers.
    ///
    /// # Safety
    ///
    /// As [`Mark::mark`].
    #[inline(always)]
    unsafe fn strike<V: Vectors, const SKIP: bool>(&self, v: V, hits: &mut [[u8; LANES]; N]) {
        let parts = if V::MANY_REGISTERS {
            1
        } else {
            N.div_ceil(FEW_ROWS).max(1)
        };
        let share = N.div_ceil(parts).max(1);
        for (rows, hits) in self.candidates.chunks(share).zip(hits.chunks_mut(share)) {
            for lane in (0..LANES).step_by(V::LANES) {
                // SAFETY: there are as many rows as each says.
                unsafe {
                    if V::MANY_REGISTERS {
                        self.strike_rows::<V, N, SKIP>(v, lane, rows, hits);
                        continue;
                    }
                    match rows.len() {
                        1 => self.strike_rows::<V, 1, SKIP>(v, lane, rows, hits),
                        2 => self.strike_rows::<V, 2, SKIP>(v, lane, rows, hits),
                        3 => self.strike_rows::<V, 3, SKIP>(v, lane, rows, hits),
                        4 => self.strike_rows::<V, 4, SKIP>(v, lane, rows, hits),
                        5 => self.strike_rows::<V, 5, SKIP>(v, lane, rows, hits),
                        _ => self.strike_rows::<V, 6, SKIP>(v, lane, rows, hits),
                    }
                }
            }
        }
    }

    /// # Safety
    ///
    /// As [`Mark::mark`]; `lane + V::LANES <= LANES`, and there are `ROWS` candidates and hits.
    #[expect(
        clippy::needless_range_loop,
        reason = "with iterators, what is hit would be written to memory for each tap"
    )]
    #[inline(always)]
    unsafe fn strike_rows<V: Vectors, const ROWS: usize, const SKIP: bool>(
        &self,
        v: V,
        lane: usize,
        candidates: &[[u8; LANES]],
        struck: &mut [[u8; LANES]],
    ) {
        let mut rows = [v.splat(0); ROWS];
        for i in 0..ROWS {
            let lanes = &candidates[i][lane..][..V::LANES];
            // SAFETY: the slice is as long as a vector.
            rows[i] = unsafe { v.load(lanes.as_ptr()) };
        }
        let mut hits = [v.no_hits(); ROWS];
        let taps = self.sources.taps;
        if V::MANY_REGISTERS {
            for (&shift, &word) in taps.shifts().iter().zip(taps.words()) {
                // SAFETY: the caller's promise.
                let (code, skipped) = unsafe { self.sources.load::<V, SKIP>(v, lane, shift) };
                let mut option = v.xor(code, v.splat_four(word));
                if SKIP {
                    option = v.or(option, skipped);
                }
                for i in 0..ROWS {
                    hits[i] = v.hit(hits[i], option, rows[i], i, ROWS);
                }
            }
        } else {
            let mut xor = v.splat(0);
            // A pointer instead of slices: those take registers from a short loop.
            let mut next = taps.shifts().as_ptr();
            for tap_run in taps.runs() {
                let change = v.splat(tap_run.change);
                if SKIP {
                    xor = v.xor(xor, change);
                } else {
                    // Once for the candidates instead of for each option: codes are compared as they are.
                    for i in 0..ROWS {
                        rows[i] = v.xor(rows[i], change);
                    }
                }
                // SAFETY: the shifts of the runs are all shifts.
                let end = unsafe { next.add(tap_run.taps) };
                while next < end {
                    // SAFETY: `next` is before the end; the rest is the caller's promise.
                    let (mut option, skipped) = unsafe {
                        let shift = *next;
                        next = next.add(1);
                        self.sources.load::<V, SKIP>(v, lane, shift)
                    };
                    if SKIP {
                        option = v.or(v.xor(option, xor), skipped);
                    }
                    for i in 0..ROWS {
                        hits[i] = v.hit(hits[i], option, rows[i], i, ROWS);
                    }
                }
            }
        }
        for i in 0..ROWS {
            let lanes = &mut struck[i][lane..][..V::LANES];
            // SAFETY: the slice is as long as a vector.
            unsafe { v.store(lanes.as_mut_ptr(), v.hit_lanes(hits[i], i, ROWS)) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;
    use crate::vector::tests::agree;

    struct Case<'a, R> {
        codes: &'a [u8],
        skip: &'a [u8],
        at: usize,
        taps: &'a Taps,
        random: &'a mut R,
    }

    impl<R: FnMut(usize) -> usize> Case<'_, R> {
        fn check<const LANES: usize>(&mut self) {
            let sources = Sources::<LANES>::new(self.codes, self.skip, self.at, self.taps);
            // SAFETY: the sources are checked when they are made.
            unsafe { agree(|| Mark(sources)) };
            self.check_strike::<LANES, 1>();
            self.check_strike::<LANES, 2>();
            self.check_strike::<LANES, 3>();
            self.check_strike::<LANES, 4>();
            self.check_strike::<LANES, 5>();
            self.check_strike::<LANES, 6>();
            self.check_strike::<LANES, 7>();
            self.check_strike::<LANES, 10>();
            self.check_strike::<LANES, 13>();
        }

        fn check_strike<const LANES: usize, const N: usize>(&mut self) {
            let mut candidates = [[0; LANES]; N];
            let all = candidates.iter_mut().flatten();
            // Below 255: what is hit of no candidate says nothing.
            all.for_each(|c| *c = (self.random)(255) as u8);
            let sources = Sources::new(self.codes, self.skip, self.at, self.taps);
            let candidates = &candidates;
            // SAFETY: the sources are checked when they are made.
            unsafe {
                agree(|| Strike {
                    sources,
                    candidates,
                })
            };
        }
    }

    #[test]
    fn vectors_agree_with_one_lane_at_a_time_for_every_number_of_taps() {
        let mut random = random(5);
        let codes: Vec<u8> = (0..2000).map(|_| random(60) as u8).collect();
        let marks: Vec<u8> = (0..2000)
            .map(|_| crate::SKIP * u8::from(random(20) == 0))
            .collect();
        for count in 0..90 {
            let xors = 1 + random(60);
            let taps = Taps::new((0..count).map(|_| (32 + random(900), random(xors) as u8)));
            for skip in [&marks[..], &[]] {
                let mut case = Case {
                    codes: &codes,
                    skip,
                    at: 932 + random(1000),
                    taps: &taps,
                    random: &mut random,
                };
                case.check::<32>();
                case.at = case.at.min(1904);
                case.check::<64>();
                case.check::<96>();
                case.at = case.at.min(1872);
                case.check::<128>();
            }
        }
    }
}
