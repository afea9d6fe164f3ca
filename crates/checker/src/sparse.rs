//! Nim-values of games that split a heap in two, by the sparse-space method in its plain, exact form.
//!
//! Fix a mask. Heap a is *rare* if popcount(g(a) and mask) is even, and else *common*. With `parity`, which asks that
//! all takes k that split have the same parity, a heap is rare if popcount(g(a) and mask) + a + k is even. Call a
//! value v rare or common *for heap n* if heap n would be so with this value.
//!
//! **Lemma.** *An option of heap n that splits it into a and b is common for n just if one of a, b is rare and the
//! other common.*
//!
//! Proof. Modulo 2, popcount(v and mask) is additive in v for xor. Without `parity` this is all. With it, let
//! r(a) = popcount(g(a) and mask) + a + k, which is 0 for rare heaps. Since a + b = n - k, r(a) + r(b) = popcount(v
//! and mask) + (n - k) + 2 k, which is popcount(v and mask) + n + k modulo 2: the class of v for n. ∎
//!
//! So the value of heap n is found as follows.
//! 1. T is the set of the options that leave no heap or one, and of the splits with a rare part.
//! 2. c is the least value that is common for n and not in T. By the lemma, it is no option, and every smaller common
//!    value is one.
//! 3. Each smaller rare value that is not in T is looked for among all splits, by ascending smaller part (its
//!    *witness*). If each is found, g(n) = c, and n is common. Otherwise g(n) is the least that is not found, and n
//!    is rare.
//!
//! This is exact for every mask; the mask only decides how long it takes. (The method is due to Berlekamp, Conway and
//! Guy, Winning Ways, chapter 4, and to Guy and Gangolli's computations.)

use crate::limits::{Meter, ReachedLimit};
use crate::rules::Rules;
use crate::{CheckError, Unsupported};

/// The largest value.
const LARGEST_VALUE: u32 = 1 << 16;

/// Where values are at least as large as this, only small masks are tried.
const MOST_MASKS: usize = 1 << 12;

/// Splits that are looked at before the steps are counted.
const BLOCK: usize = 64;

/// How rarity is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    pub bits: u32,
    /// Rarity also depends on the parity of heap and takes.
    pub parity: bool,
}

/// What was found out about one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeapStep {
    pub value: u32,
    /// Heap 0 counts as common.
    pub is_rare: bool,
    /// The largest smaller part of a split that was needed as a witness; 0 if none was.
    pub witness: u64,
}

impl Mask {
    /// Is a heap with this value rare? `shift` is the parity of heap plus take, which counts only if `parity` is set.
    fn is_rare(self, shift: u64, value: u32) -> bool {
        let own = u64::from((value & self.bits).count_ones());
        (own + if self.parity { shift } else { 0 }).is_multiple_of(2)
    }
}

pub(crate) struct Sparse<'a> {
    rules: &'a Rules,
    /// Takes that may leave one heap.
    single: Vec<u64>,
    /// Takes that may leave two heaps.
    split: Vec<u64>,
    mask: Mask,
    /// The mask is chosen anew at this heap, if ever.
    next_choice: Option<u64>,
    history: History,
    /// The rare heaps and their values, ascending.
    rare: Vec<(u64, u32)>,
    /// By parity of heap plus take, the set of the values that are common for the heap, 64 to a word.
    common: [Vec<u64>; 2],
    /// T, 64 values to a word.
    seen: Vec<u64>,
    /// The smaller rare values that are not in T.
    missing: Vec<u32>,
    /// By value: is a witness for it still needed?
    wanted: Vec<bool>,
}

impl<'a> Sparse<'a> {
    /// Begins at heap 0 with one mask for all heaps, keeping the first `kept` values and the last.
    ///
    /// `None` if the mask is 0, or if rarity depends on parity and the takes that split have different parities.
    pub(crate) fn with_mask(rules: &'a Rules, mask: Mask, kept: usize) -> Option<Sparse<'a>> {
        let mut sparse = Sparse::new(rules, mask, Some(kept));
        sparse.resize(64);
        (mask.bits != 0 && (!mask.parity || sparse.has_one_parity())).then_some(sparse)
    }

    /// Resumes after `values`, choosing masks that make few of them rare.
    pub(crate) fn with_any_mask(
        rules: &'a Rules,
        values: Vec<u32>,
        meter: &mut Meter,
    ) -> Result<Sparse<'a>, CheckError> {
        let mask = Mask {
            bits: 0,
            parity: false,
        };
        let mut sparse = Sparse::new(rules, mask, None);
        let largest = values.iter().copied().max().unwrap_or(0);
        sparse.make_room(largest)?;
        sparse.next_choice = Some(values.len() as u64);
        sparse.history.recent = values;
        sparse.choose_mask(meter)?;
        Ok(sparse)
    }

    fn new(rules: &'a Rules, mask: Mask, kept: Option<usize>) -> Sparse<'a> {
        let takes = |bit: u8| {
            let allowed = rules
                .listed
                .iter()
                .filter(move |(_, digit)| digit & bit != 0);
            allowed.map(|&(take, _)| take).collect()
        };
        Sparse {
            rules,
            single: takes(2),
            split: takes(4),
            mask,
            next_choice: None,
            history: History {
                kept,
                first: Vec::new(),
                recent: Vec::new(),
                base: 0,
            },
            rare: Vec::new(),
            common: [Vec::new(), Vec::new()],
            seen: Vec::new(),
            missing: Vec::new(),
            wanted: Vec::new(),
        }
    }

    fn has_one_parity(&self) -> bool {
        self.split.iter().all(|take| take % 2 == self.split[0] % 2)
    }

    /// The next heap.
    pub(crate) fn position(&self) -> u64 {
        self.history.len()
    }

    /// The values of all heaps, if all were kept.
    pub(crate) fn into_values(self) -> Vec<u32> {
        self.history.recent
    }

    /// Computes the value of the next heap.
    pub(crate) fn step(&mut self, meter: &mut Meter) -> Result<HeapStep, CheckError> {
        let heap = self.position();
        if self.next_choice == Some(heap) {
            self.choose_mask(meter)?;
        }
        self.list_sure_options(heap, meter)?;
        let common = loop {
            match self.least_common(heap) {
                Some(common) => break common,
                None => self.make_room(self.wanted.len() as u32)?,
            }
        };
        self.list_missing(heap, common);
        meter.spend(u64::from(common) + 1)?;
        let witness = self.find(heap, meter)?;
        let not_found = self
            .missing
            .iter()
            .copied()
            .find(|&v| self.wanted[v as usize]);
        if let Some(value) = not_found {
            self.wanted.fill(false);
            // Heap 0 is never a part of a split.
            if heap > 0 {
                meter.reserve(1, 16)?;
                self.rare.push((heap, value));
            }
        }
        let value = not_found.unwrap_or(common);
        self.history.push(value);
        Ok(HeapStep {
            value,
            is_rare: heap > 0 && not_found.is_some(),
            witness,
        })
    }

    /// The parity of a heap plus the takes that split.
    fn shift(&self, heap: u64) -> u64 {
        (heap % 2 + self.split[0] % 2) % 2
    }

    /// c, if it is among the values that there is room for.
    fn least_common(&self, heap: u64) -> Option<u32> {
        let words = self.common[self.shift(heap) as usize]
            .iter()
            .zip(&self.seen);
        let mut free = (0u32..)
            .zip(words)
            .map(|(at, (common, seen))| (at, common & !seen));
        let (at, word) = free.find(|&(_, word)| word != 0)?;
        Some(64 * at + word.trailing_zeros())
    }

    /// Lists the smaller rare values that are not in T.
    fn list_missing(&mut self, heap: u64, below: u32) {
        self.missing.clear();
        let common = &self.common[self.shift(heap) as usize];
        for at in 0..=below / 64 {
            let mut word = !common[at as usize] & !self.seen[at as usize];
            if at == below / 64 {
                word &= (1 << (below % 64)) - 1;
            }
            while word != 0 {
                self.missing.push(64 * at + word.trailing_zeros());
                word &= word - 1;
            }
        }
    }

    /// Marks T.
    fn list_sure_options(&mut self, heap: u64, meter: &mut Meter) -> Result<(), CheckError> {
        let listed = self.single.len() + self.split.len() * (self.rare.len() + 1);
        meter.spend(listed as u64)?;
        self.seen.fill(0);
        if self.rules.digit(heap) & 1 != 0 {
            mark(&mut self.seen, 0);
        }
        for &take in self.single.iter().take_while(|&&take| take < heap) {
            mark(&mut self.seen, self.history.get(heap - take)?);
        }
        for &take in self.split.iter().take_while(|&&take| take < heap) {
            let rest = heap - take;
            for &(part, value) in self.rare.iter().take_while(|&&(part, _)| part < rest) {
                if !(self.rules.unequal && part == rest - part) {
                    mark(&mut self.seen, value ^ self.history.get(rest - part)?);
                }
            }
        }
        Ok(())
    }

    /// Looks for what is missing among the splits; `wanted` remains set for what is not found.
    fn find(&mut self, heap: u64, meter: &mut Meter) -> Result<u64, CheckError> {
        let mut left = self.missing.len();
        for &value in &self.missing {
            self.wanted[value as usize] = true;
        }
        let least_take = self.split.first().copied().unwrap_or(heap).min(heap);
        let largest_part = (heap - least_take) / 2;
        let (mut part, mut witness) = (1, 0);
        while left > 0 && part <= largest_part {
            let end = (part + BLOCK as u64).min(largest_part + 1);
            for &take in self.split.iter().take_while(|&&take| take < heap) {
                let rest = heap - take;
                // The last part that is not the larger one.
                let last = if self.rules.unequal {
                    (rest - 1) / 2
                } else {
                    rest / 2
                };
                let end = end.min(last + 1);
                if end <= part {
                    continue;
                }
                meter.spend(end - part)?;
                let small = self.history.range(part, end)?;
                let large = self.history.range(rest + 1 - end, rest + 1 - part)?;
                for ((a, b), at) in small.iter().zip(large.iter().rev()).zip(part..) {
                    let is_wanted = &mut self.wanted[(a ^ b) as usize];
                    if *is_wanted {
                        *is_wanted = false;
                        left -= 1;
                        witness = witness.max(at);
                        if left == 0 {
                            return Ok(witness);
                        }
                    }
                }
            }
            part = end;
        }
        Ok(witness)
    }

    /// Makes the sets large enough for xors of values up to `value`.
    fn make_room(&mut self, value: u32) -> Result<(), CheckError> {
        if value >= LARGEST_VALUE {
            return Err(CheckError::NotSupported {
                what: Unsupported::LargeValues,
            });
        }
        let size = (value as usize + 1).next_power_of_two();
        if size > self.wanted.len() {
            self.resize(size.max(64));
        }
        Ok(())
    }

    fn resize(&mut self, size: usize) {
        self.wanted.resize(size, false);
        self.seen.resize(size / 64, 0);
        for shift in 0..2 {
            let word = |at: usize| {
                let common =
                    (0..64).filter(|bit| !self.mask.is_rare(shift, (64 * at) as u32 + bit));
                common.fold(0, |word, bit| word | 1 << bit)
            };
            self.common[shift as usize] = (0..size / 64).map(word).collect();
        }
    }

    /// Takes the mask that makes the fewest heaps rare, and keeps it until there are twice as many.
    fn choose_mask(&mut self, meter: &mut Meter) -> Result<(), CheckError> {
        let size = self.wanted.len();
        let most_masks = if size <= MOST_MASKS { size } else { 64 };
        meter.spend(self.position() + 4 * (size * most_masks) as u64)?;
        let mut counts = [vec![0u64; size], vec![0u64; size]];
        for (heap, &value) in (0..).zip(&self.history.recent).skip(1) {
            counts[self.shift(heap) as usize][value as usize] += 1;
        }
        let count_rare = |mask: Mask| -> u64 {
            let of_shift = |shift: u64| -> u64 {
                let counts = (0u32..).zip(&counts[shift as usize]);
                counts
                    .filter(|&(v, _)| mask.is_rare(shift, v))
                    .map(|(_, count)| count)
                    .sum()
            };
            of_shift(0) + of_shift(1)
        };
        let kinds = if self.has_one_parity() {
            &[false, true][..]
        } else {
            &[false]
        };
        let with_bits = |bits| kinds.iter().map(move |&parity| Mask { bits, parity });
        let masks = (1..most_masks as u32).flat_map(with_bits);
        self.mask = masks
            .min_by_key(|&mask| count_rare(mask))
            .expect("values have at least six bits");
        self.resize(size);
        let heaps = (0u64..).zip(&self.history.recent).skip(1);
        let rare = heaps.filter(|&(heap, &value)| self.mask.is_rare(self.shift(heap), value));
        self.rare = rare.map(|(heap, &value)| (heap, value)).collect();
        meter.reserve(self.rare.len() as u64, 16)?;
        self.next_choice = Some(2 * self.position());
        Ok(())
    }
}

fn mark(seen: &mut [u64], value: u32) {
    seen[value as usize / 64] |= 1 << (value % 64);
}

/// The values so far: all, or the first ones and the last ones.
struct History {
    /// How many are kept at each end at least; all if `None`.
    kept: Option<usize>,
    /// The first values, once `recent` no longer begins with them.
    first: Vec<u32>,
    /// The values of heaps from `base` on.
    recent: Vec<u32>,
    base: u64,
}

impl History {
    fn len(&self) -> u64 {
        self.base + self.recent.len() as u64
    }

    fn push(&mut self, value: u32) {
        self.recent.push(value);
        if let Some(kept) = self.kept
            && self.recent.len() >= 2 * kept
        {
            if self.base == 0 {
                self.first = self.recent[..kept].to_vec();
            }
            let dropped = self.recent.len() - kept;
            self.recent.drain(..dropped);
            self.base += dropped as u64;
        }
    }

    fn get(&self, heap: u64) -> Result<u32, CheckError> {
        Ok(self.range(heap, heap + 1)?[0])
    }

    /// The values of heaps `from..to`, if they are kept.
    fn range(&self, from: u64, to: u64) -> Result<&[u32], CheckError> {
        let kept = if from >= self.base {
            self.recent
                .get((from - self.base) as usize..(to - self.base) as usize)
        } else {
            self.first.get(from as usize..to as usize)
        };
        kept.ok_or(CheckError::LimitReached {
            limit: ReachedLimit::Bytes,
        })
    }
}
