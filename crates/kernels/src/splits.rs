//! One heap at a time: is a code the xor of the two parts of a split?
//!
//! Where a witness for many heaps shows one code of each, this looks at many witnesses for one code of one
//! heap: 32 splits in a register. It settles the few heaps that are left over.

use crate::vector::{Task, Vectors, run};
use crate::{Marks, Path};

/// Smaller parts of splits, and how much is taken first.
#[derive(Clone, Debug, Default)]
pub struct Splits {
    /// The codes of the smaller parts, the largest first.
    reversed: Vec<u8>,
    /// 0xff for each of them that may be used, 0 for the others.
    usable: Vec<u8>,
    takes: Vec<usize>,
}

/// Splits that are looked at together.
const TOGETHER: usize = 256;

impl Splits {
    /// Splits with a part of 1, 2, …, whose codes these are (`None`: not to be used), after any of these takes.
    pub fn new(
        parts: impl DoubleEndedIterator<Item = Option<u8>> + ExactSizeIterator,
        takes: Vec<usize>,
    ) -> Splits {
        let padding = parts.len().next_multiple_of(TOGETHER) - parts.len();
        let padded = std::iter::repeat_n(None, padding).chain(parts.rev());
        let (reversed, usable) = padded
            .map(|code| (code.unwrap_or(0), if code.is_some() { 0xff } else { 0 }))
            .unzip();
        Splits {
            reversed,
            usable,
            takes,
        }
    }

    /// How far back a split reaches.
    pub fn largest(&self) -> usize {
        let take = self.takes.iter().max().map_or(0, |&take| take);
        take + self.reversed.len()
    }

    /// Keeps, of these heaps and codes, those that no split has.
    ///
    /// `skip` is empty or as long as `codes`: sources whose byte there is [`SKIP`](crate::SKIP) count as no part.
    ///
    /// # Panics
    ///
    /// If a heap is less than [`Splits::largest`], or behind the codes.
    pub fn retain_absent(&self, codes: &[u8], skip: &[u8], wanted: &mut Vec<(usize, u8)>) {
        let heaps = self.largest()..=codes.len();
        assert!(
            wanted.iter().all(|(n, _)| heaps.contains(n)),
            "heaps are there"
        );
        assert!(
            skip.is_empty() || skip.len() == codes.len(),
            "a mark for each code"
        );
        // SAFETY: the heaps and the marks were checked above.
        wanted.retain(|&(n, code)| !unsafe { self.have(codes, skip, n, code) });
    }

    /// True if one of the splits of heap `n` has this code.
    ///
    /// # Safety
    ///
    /// `n` is at least [`Splits::largest`] and at most the number of codes; `skip` is empty or as long as `codes`.
    #[inline]
    pub(crate) unsafe fn have(&self, codes: &[u8], skip: &[u8], n: usize, code: u8) -> bool {
        let task = Have {
            splits: self,
            codes,
            skip,
            n,
            code,
        };
        // SAFETY: the caller's promise.
        unsafe { run(task) }
    }

    /// What `Splits::have` means.
    pub fn have_scalar(&self, codes: &[u8], skip: &[u8], n: usize, code: u8) -> bool {
        self.takes.iter().any(|take| {
            let others = n - take - self.reversed.len()..;
            let mut splits = others.zip(self.reversed.iter().zip(&self.usable));
            splits.any(|(other, (part, &usable))| {
                let counts = skip.get(other).is_none_or(|&mark| mark == 0);
                part ^ codes[other] == code && usable != 0 && counts
            })
        })
    }
}

/// The arguments of [`Splits::have`].
#[derive(Clone, Copy)]
struct Have<'a> {
    splits: &'a Splits,
    codes: &'a [u8],
    skip: &'a [u8],
    n: usize,
    code: u8,
}

impl Task for Have<'_> {
    type Output = bool;
    const WIDEST: Path = Path::Avx512;

    fn scalar(self) -> bool {
        let Have {
            codes,
            skip,
            n,
            code,
            ..
        } = self;
        self.splits.have_scalar(codes, skip, n, code)
    }

    #[inline(always)]
    unsafe fn vector<V: Vectors>(self, v: V) -> bool {
        // SAFETY: the caller's promise; the vectors are as many as `TOGETHER` lanes hold.
        unsafe {
            match V::LANES {
                64 => self.search::<V, { TOGETHER / 64 }>(v),
                _ => self.search::<V, { TOGETHER / 32 }>(v),
            }
        }
    }
}

impl Have<'_> {
    /// # Safety
    ///
    /// As [`Splits::have`]; `VECTORS` vectors have `TOGETHER` lanes.
    #[inline(always)]
    unsafe fn search<V: Vectors, const VECTORS: usize>(self, v: V) -> bool {
        let splits = self.splits;
        let code = v.splat(self.code);
        for &take in &splits.takes {
            let first = self.n - take - splits.reversed.len();
            // Large parts first: their codes are more like those that are missing.
            for start in (0..splits.reversed.len()).step_by(TOGETHER) {
                let mut differ = [code; VECTORS];
                for (vector, differ) in differ.iter_mut().enumerate() {
                    let at = start + V::LANES * vector;
                    // SAFETY: `start + TOGETHER` is at most the length of `reversed`, a multiple of TOGETHER; and the others
                    // end at n - take <= codes.len().
                    let (part, other) = unsafe {
                        (
                            v.load(splits.reversed.as_ptr().add(at)),
                            v.load(self.codes.as_ptr().add(first + at)),
                        )
                    };
                    *differ = v.xor_three(code, part, other);
                }
                let mut least = differ[0];
                for &differ in &differ[1..] {
                    least = v.min(least, differ);
                }
                if v.mask_bits(v.zeros(least)) == 0 {
                    continue;
                }
                // Most parts may be used, and few are skipped, so that it is enough to ask now.
                for (vector, &differ) in differ.iter().enumerate() {
                    let at = start + V::LANES * vector;
                    // SAFETY: `usable` is as long as `reversed`, and `skip`, if there is any, as `codes`.
                    let counts = unsafe {
                        let usable = v.load(splits.usable.as_ptr().add(at));
                        if self.skip.is_empty() {
                            usable
                        } else {
                            v.without(usable, v.load(self.skip.as_ptr().add(first + at)))
                        }
                    };
                    let found = v.nonzeros(v.zeros(differ), counts);
                    if v.mask_bits(found) != 0 {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Appends the heaps from `at` on and their unmarked codes. `LANES` is a multiple of 8.
pub fn list_unmarked<const LANES: usize>(
    at: usize,
    marks: &[Marks<LANES>],
    out: &mut Vec<(usize, u8)>,
) {
    for (byte, lanes) in (0u8..).zip(marks.as_flattened()) {
        for (first, eight) in (at..).step_by(8).zip(lanes.as_chunks().0) {
            let mut free = !u64::from_le_bytes(*eight);
            while free != 0 {
                let bit = free.trailing_zeros();
                free &= free - 1;
                out.push((first + (bit / 8) as usize, 8 * byte + (bit % 8) as u8));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLOCK;
    use crate::vector::tests::agree;

    #[test]
    fn vectors_agree_with_one_split_at_a_time_at_every_length() {
        let codes: Vec<u8> = (0..1200u32).map(|i| (i * i % 251) as u8).collect();
        let skipped: Vec<u8> = (0..1200)
            .map(|i| crate::SKIP * u8::from(i % 5 == 0))
            .collect();
        for length in (0..300).step_by(7) {
            let parts = (0..length).map(|i| (i % 7 != 3).then_some((i * 5 % 256) as u8));
            let splits = Splits::new(parts, vec![0, 3, 4]);
            for n in [splits.largest(), 600, 1200] {
                let n = n.min(codes.len() - BLOCK);
                let wanted = || (0..=255).map(|code| (n - usize::from(code % 2), code));
                for skip in [&[][..], &skipped] {
                    let mut fast: Vec<_> =
                        wanted().filter(|&(n, _)| n >= splits.largest()).collect();
                    let mut plain = fast.clone();
                    for &(n, code) in &fast {
                        let have = Have {
                            splits: &splits,
                            codes: &codes,
                            skip,
                            n,
                            code,
                        };
                        // SAFETY: the heap is there, and so is a mark for each code, if any.
                        unsafe { agree(|| have) };
                    }
                    splits.retain_absent(&codes, skip, &mut fast);
                    plain.retain(|&(n, code)| !splits.have_scalar(&codes, skip, n, code));
                    assert_eq!(fast, plain);
                }
            }
        }
    }

    #[test]
    fn what_is_not_marked_is_listed() {
        let mut marks = [[[0xff; BLOCK]; 2]; 3];
        marks[0][0][3] = !(1 << 5);
        marks[2][1][31] = !(1 << 1);
        let mut unmarked = vec![(7, 7)];
        list_unmarked(300, &marks, &mut unmarked);
        assert_eq!(unmarked, [(7, 7), (303, 5), (331, 41)]);
    }

    #[test]
    fn a_part_that_must_not_be_used_shows_nothing() {
        let codes = vec![5; 400];
        // What must not be used is kept as code 0, and 0 xor 5 is what is asked for.
        let splits = |usable: bool| {
            let parts = (0..40).map(move |_| usable.then_some(0));
            Splits::new(parts, vec![1])
        };
        for (usable, found) in [(true, vec![]), (false, vec![(303, 5)])] {
            let mut wanted = vec![(303, 5)];
            splits(usable).retain_absent(&codes, &[], &mut wanted);
            assert_eq!(wanted, found);
        }
    }
}
