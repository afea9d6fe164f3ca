//! Verification for games with few codes: are all required codes options?
//!
//! The taps are now witnesses: `codes[n - s] ^ w` is known to be the code of an option of heap n in
//! the *other* class. Heap n is verified once every code of a smaller value of that class is one of
//! them; see [`Decoder::smaller`]. What few heaps they leave open is looked for among all splits with a small part.

#[cfg(target_arch = "x86_64")]
mod avx2;

use crate::{BLOCK, Decoder, Limit, Path, Splits, Taps};

/// Witnesses, and how to tell which codes are required.
#[derive(Clone, Debug)]
pub struct Cover {
    limit: Limit,
    witnesses: Taps,
    splits: Splits,
    decoder: Decoder,
}

/// Lanes that witnesses did not settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsettled {
    /// Where the block begins.
    pub at: usize,
    /// A bit per heap from there on.
    pub lanes: u32,
}

impl Cover {
    /// Witnesses in the order in which they are tried, and splits for what they leave open; `decoder` is that of the
    /// common class.
    ///
    /// # Panics
    ///
    /// If the decoder puts back a bit above the byte.
    pub fn new(limit: Limit, witnesses: Taps, splits: Splits, decoder: Decoder) -> Cover {
        assert!(decoder.low < 8, "codes are bytes");
        Cover {
            limit,
            witnesses,
            splits,
            decoder,
        }
    }

    /// How far back witnesses reach.
    pub fn largest_shift(&self) -> usize {
        self.witnesses.largest().max(self.splits.largest())
    }

    /// Verifies `codes[from..to]` in blocks of 32 from `from` on; answers the first with unsettled lanes.
    ///
    /// Indices must have the parity of the heaps. Codes must be below the limit. `skip` is empty or as
    /// long as `codes`: sources whose byte there is [`SKIP`](crate::SKIP) count as no option.
    ///
    /// # Panics
    ///
    /// If a witness reaches before the beginning of `codes` or to the heap itself, or `to` is too large.
    pub fn verify(&self, codes: &[u8], from: usize, to: usize, skip: &[u8]) -> Option<Unsettled> {
        assert!(from >= self.largest_shift(), "witnesses reach back too far");
        assert!(
            self.witnesses.least() >= 1 && to <= codes.len(),
            "heaps are there"
        );
        assert!(
            skip.is_empty() || skip.len() == codes.len(),
            "a mark for each code"
        );
        let mut from = from;
        #[cfg(target_arch = "x86_64")]
        if Path::chosen() >= Path::Avx2 {
            loop {
                // SAFETY: the CPU supports what is needed, no witness or split reaches before the
                // beginning, and `to` is within the codes: all checked above.
                let unsettled = match unsafe { avx2::verify(self, codes, from, to, skip) } {
                    Ok(at) => {
                        from = at;
                        break;
                    }
                    Err(unsettled) => unsettled,
                };
                // Witnesses that were not tried any more may settle what splits did not.
                let Unsettled { at, lanes } = unsettled;
                let is_open = |lane: &usize| {
                    let n = at + lane;
                    // SAFETY: as above.
                    let have = |code| unsafe { self.splits.have(codes, skip, n, code) };
                    lanes >> lane & 1 == 1 && !self.is_settled(codes, n, skip, have)
                };
                let lanes = (0..BLOCK)
                    .filter(is_open)
                    .fold(0, |lanes, lane| lanes | 1 << lane);
                if lanes != 0 {
                    return Some(Unsettled { at, lanes });
                }
                from = at + BLOCK;
            }
        }
        self.verify_scalar(codes, from, to, skip)
    }

    /// What [`Cover::verify`] means.
    pub fn verify_scalar(
        &self,
        codes: &[u8],
        from: usize,
        to: usize,
        skip: &[u8],
    ) -> Option<Unsettled> {
        for at in (from..to).step_by(BLOCK) {
            let mut lanes = 0;
            for n in at..to.min(at + BLOCK) {
                let have = |code| self.splits.have_scalar(codes, skip, n, code);
                let settled = self.is_settled(codes, n, skip, have);
                lanes |= u32::from(!settled) << (n - at);
            }
            if lanes != 0 {
                return Some(Unsettled { at, lanes });
            }
        }
        None
    }

    /// True if every required code of heap `n` is shown by a witness, or splits `have` it.
    fn is_settled(&self, codes: &[u8], n: usize, skip: &[u8], have: impl Fn(u8) -> bool) -> bool {
        let required = self.decoder.smaller(n, codes[n]);
        let mut seen = 0u128;
        for (shift, xor) in self.witnesses.pairs() {
            let code = codes[n - shift] ^ xor;
            let counts = skip.get(n - shift).is_none_or(|&mark| mark == 0);
            seen |= u128::from(counts && code < self.limit.codes()) << (code & 127);
        }
        (0..required as u8).all(|code| seen >> code & 1 == 1 || have(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;

    #[test]
    fn blocks_agree_with_one_heap_at_a_time_at_every_length() {
        let mut random = random(1);
        for limit in [Limit::Codes16, Limit::Codes32, Limit::Codes64] {
            for count in [0, 1, 5, 8, 40, 100, 200, 700] {
                let all = usize::from(limit.codes());
                let witnesses = Taps::new((0..count).map(|_| (random(400) + 1, random(all) as u8)));
                let decoder = Decoder {
                    low: (count % 3) as u32,
                    tie: 0x0b,
                    tie_parity: [random(2) as u8, random(2) as u8],
                };
                let parts = (0..random(200)).map(|at| (at % 5 != 0).then_some(at as u8 % 4));
                let splits = Splits::new(parts, vec![2, 3]);
                let cover = Cover::new(limit, witnesses, splits, decoder);
                let codes: Vec<u8> = (0..1400)
                    .map(|_| random(all * 3 / 4).min(random(all)) as u8)
                    .collect();
                let marks: Vec<u8> = (0..1400)
                    .map(|i| crate::SKIP * u8::from(i % 9 == 0))
                    .collect();
                for from in 400..440 {
                    let skip = if from % 3 == 0 { &marks[..] } else { &[] };
                    for to in (from..from + 300).step_by(7) {
                        let scalar = cover.verify_scalar(&codes, from, to, skip);
                        assert_eq!(cover.verify(&codes, from, to, skip), scalar);
                    }
                }
            }
        }
    }
}
