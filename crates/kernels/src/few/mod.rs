//! Blocks of 32 heaps for games with few codes: the far options once, the near ones to a fixpoint.
//!
//! The mex of heap n is taken over `codes[n - s] ^ w` for all taps (s, w). Taps with s >= 32 reach behind
//! the block and are one unaligned load each. The others read what is being computed: starting
//! from any guess x, x' = mex(far options and near options made from x) settles lane after lane, since
//! lane i needs lanes below i only; x' = x is then the one solution.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;

use crate::Taps;

/// Lanes of a block.
pub const BLOCK: usize = 32;

/// The taps of a game whose codes are below a small limit, made ready for blocks.
#[derive(Clone, Debug)]
pub struct FewCodes {
    limit: Limit,
    all: Taps,
    far: Taps,
    #[cfg(target_arch = "x86_64")]
    near: Vec<avx2::NearTap>,
}

/// Codes must stay below this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Below 16. All codes that are read must obey it too.
    Codes16,
    /// Below 32.
    Codes32,
    /// Below 64.
    Codes64,
}

impl Limit {
    /// The number of codes.
    pub fn codes(self) -> u8 {
        match self {
            Limit::Codes16 => 16,
            Limit::Codes32 => 32,
            Limit::Codes64 => 64,
        }
    }
}

impl FewCodes {
    /// Makes `taps` ready.
    pub fn new(limit: Limit, taps: &Taps) -> FewCodes {
        FewCodes {
            limit,
            all: taps.clone(),
            far: Taps::new(taps.pairs().filter(|tap| tap.0 >= BLOCK)),
            #[cfg(target_arch = "x86_64")]
            near: taps
                .pairs()
                .filter(|tap| tap.0 < BLOCK)
                .map(avx2::NearTap::new)
                .collect(),
        }
    }

    /// The limit.
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// Fills `codes[from..]` with mexes; stops before the first that is not below the limit.
    ///
    /// Answers where it stopped: `codes.len()`, or the heap whose mex is too large. What lies behind that is
    /// undefined. `skip` is empty or as long as `codes`: sources whose byte there is
    /// [`SKIP`](crate::SKIP) count as no option. Only sources before `from` may be marked so.
    ///
    /// # Panics
    ///
    /// If a tap reaches before the beginning of `codes`, or `skip` is neither empty nor as long as
    /// `codes`.
    pub fn fill(&self, codes: &mut [u8], from: usize, skip: &[u8]) -> usize {
        assert!(from >= self.all.largest(), "taps reach back too far");
        assert!(
            skip.is_empty() || skip.len() == codes.len(),
            "a mark for each code"
        );
        assert!(
            self.all.xors().iter().all(|&w| w < self.limit.codes()),
            "codes below the limit"
        );
        #[cfg(target_arch = "x86_64")]
        if crate::Path::chosen() >= crate::Path::Avx2 {
            // SAFETY: the CPU supports AVX2; `from` is at least the largest shift; `skip` is empty
            // or as long as `codes`: all checked above.
            let (at, whole) = unsafe { avx2::fill(self, codes, from, skip) };
            return if whole {
                self.fill_scalar(codes, at, skip)
            } else {
                at
            };
        }
        self.fill_scalar(codes, from, skip)
    }

    /// What [`FewCodes::fill`] means.
    pub fn fill_scalar(&self, codes: &mut [u8], from: usize, skip: &[u8]) -> usize {
        for n in from..codes.len() {
            let mut seen = 0u64;
            for (shift, xor) in self.all.pairs() {
                let code = codes[n - shift] ^ xor;
                if code < 64 && skip.get(n - shift).is_none_or(|&mark| mark == 0) {
                    seen |= 1 << code;
                }
            }
            let mex = seen.trailing_ones() as u8;
            if mex >= self.limit.codes() {
                return n;
            }
            codes[n] = mex;
        }
        codes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;

    fn taps(seed: u64, count: usize, limit: u8) -> Taps {
        let mut random = random(seed);
        Taps::new((0..count).map(|i| {
            let shift = 1 + random(if i % 3 == 0 { 31 } else { 700 });
            (shift, random(usize::from(limit)) as u8)
        }))
    }

    #[test]
    fn blocks_agree_with_one_heap_at_a_time_at_every_length() {
        for limit in [Limit::Codes16, Limit::Codes32, Limit::Codes64] {
            for seed in 0..40 {
                let count = 3 + seed as usize % 17 * limit.codes() as usize / 16;
                let few = FewCodes::new(limit, &taps(seed, count, limit.codes()));
                for length in (0..140).chain([1000]) {
                    let mut one: Vec<u8> = (0..800 + length).map(|i| (i * 7 % 13) as u8).collect();
                    let mut two = one.clone();
                    let skip: Vec<u8> = (0..one.len())
                        .map(|i| crate::SKIP * u8::from(i % 50 == 3 && i < 800))
                        .collect();
                    let skip = if seed % 2 == 0 { &skip[..] } else { &[] };
                    let a = few.fill_scalar(&mut one, 800, skip);
                    let b = few.fill(&mut two, 800, skip);
                    assert_eq!(a, b);
                    assert!(
                        one[..a] == two[..b],
                        "{limit:?}, seed {seed}, length {length}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_mex_at_the_limit_stops_the_fill() {
        // Options 0..=15 from sixteen taps on zeros: the mex is 16.
        let few = FewCodes::new(
            Limit::Codes16,
            &Taps::new((0..16).map(|w| (40 + w as usize, w))),
        );
        let mut codes = vec![0; 200];
        assert_eq!(few.fill(&mut codes, 100, &[]), 100);
        let few = FewCodes::new(
            Limit::Codes32,
            &Taps::new((0..16).map(|w| (40 + w as usize, w))),
        );
        assert!(few.fill(&mut codes, 100, &[]) > 100);
        assert_eq!(codes[100], 16);
    }
}
