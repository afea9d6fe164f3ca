//! One heap at a time on codes: what no prepared witness shows is looked for in the whole past.

use grundy_core::Limits;
use grundy_kernels::find_pair;

use super::codes::Codes;
use super::mask::Mask;
use super::past::Rares;
use super::shape::Shape;
use super::taps::keeps_class;
use crate::EngineError;

/// Pairs that are looked at between two looks at the clock.
const PAIRS_PER_CHECK: u64 = 1 << 24;

/// Why a heap could not be settled.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Values that were forgotten are needed.
    Forgotten,
    /// A limit was reached.
    Error(EngineError),
}

impl From<EngineError> for Stop {
    fn from(error: EngineError) -> Stop {
        Stop::Error(error)
    }
}

/// The past that a heap is settled by.
#[derive(Clone, Copy)]
pub(crate) struct SettledPast<'a> {
    pub shape: &'a Shape,
    pub mask: Mask,
    pub rares: &'a Rares,
    /// The newest codes, up to the heap that is settled.
    pub codes: &'a Codes,
    /// The oldest codes, from heap 0 on; all of them if `codes` begins at heap 0.
    pub prefix: &'a Codes,
    pub limits: &'a Limits,
}

impl SettledPast<'_> {
    /// The smaller part of a split (0 for a single heap) that shows that heap `at` has an option of
    /// the rare class with this code, if there is one. Parts up to `tried` were looked at in vain.
    pub fn witness(&self, at: u64, code: u8, tried: u64) -> Result<Option<u64>, Stop> {
        for &k in self.shape.one.iter().take_while(|&&k| k < at) {
            let source = at - k;
            let rare = self.rares.contains(source) == keeps_class(self.mask, k);
            if rare && self.codes.get(source) == code {
                return Ok(Some(0));
            }
        }
        for &k in self.shape.two.iter().take_while(|&&k| k < at) {
            if let Some(part) = self.split(at - k, code, tried + 1)? {
                return Ok(Some(part));
            }
        }
        if self.codes.first() > 0 {
            return Err(Stop::Forgotten);
        }
        Ok(None)
    }

    /// The smaller part, at least `from`, of a split of `rest` into two heaps of the same class with this code.
    fn split(&self, rest: u64, code: u8, mut from: u64) -> Result<Option<u64>, Stop> {
        let half = if self.shape.unequal {
            (rest - 1) / 2
        } else {
            rest / 2
        };
        let last = match self.codes.first() {
            0 => half,
            first => half.min(rest - first).min(self.prefix.end() - 1),
        };
        let oldest = if self.codes.first() == 0 {
            self.codes
        } else {
            self.prefix
        };
        while from <= last {
            let to = last.min(from + PAIRS_PER_CHECK);
            let left = oldest.range(from, to + 1);
            let right = self.codes.range(rest - to, rest - from + 1);
            let Some(found) = find_pair(left, right, code) else {
                self.limits.check_time().map_err(EngineError::from)?;
                from = to + 1;
                continue;
            };
            let part = from + found as u64;
            if self.rares.contains(part) == self.rares.contains(rest - part) {
                return Ok(Some(part));
            }
            from = part + 1;
        }
        Ok(None)
    }

    /// The nim-value of the heap behind the codes and the largest witness that shows it; `None` if its
    /// code may not fit in a byte.
    pub fn next_value(&self) -> Result<Option<(u16, u64)>, Stop> {
        let n = self.codes.end();
        let Some(code) = self.least_common_code(n) else {
            return Ok(None);
        };
        let common = self
            .mask
            .decode(u16::from(code), 1 ^ self.mask.rare_parity(n));
        let mut largest_witness = 0;
        for rare in 0..self.mask.decoder().smaller((n & 1) as usize, code) {
            match self.witness(n, rare as u8, 0)? {
                Some(part) => largest_witness = largest_witness.max(part),
                None => {
                    let value = self.mask.decode(rare, self.mask.rare_parity(n));
                    return Ok(Some((value, largest_witness)));
                }
            }
        }
        Ok(Some((common, largest_witness)))
    }

    /// The least code that no common option of heap `n` has.
    fn least_common_code(&self, n: u64) -> Option<u8> {
        let mut seen = [false; 256];
        for &k in self.shape.one.iter().take_while(|&&k| k < n) {
            if self.rares.contains(n - k) != keeps_class(self.mask, k) {
                seen[usize::from(self.codes.get(n - k))] = true;
            }
        }
        for &k in self.shape.two.iter().take_while(|&&k| k < n) {
            let splitting = self.rares.list().iter().take_while(|rare| rare.at < n - k);
            for rare in splitting {
                let other = n - k - rare.at;
                if !self.rares.contains(other) {
                    let code = self.codes.get(other) ^ self.mask.encode(rare.value) as u8;
                    seen[usize::from(code)] = true;
                }
            }
        }
        seen.iter().position(|seen| !seen).map(|code| code as u8)
    }
}
