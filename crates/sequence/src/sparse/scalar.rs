//! One heap at a time, exactly: the meaning of the method, and what everything falls back to.
//!
//! 1. Mark the values of all options that go through a rare position or leave one heap.
//! 2. c = the least common value not marked. No other option can have it: a split of a common value has
//!    a rare part.
//! 3. Mark values of splits until every value below c is marked; then the nim-value is c.
//!    If the splits run out first, the least unmarked value below c is the nim-value: a rare one.
//!
//! Every mark is the value of a real option, so neither class nor mask is trusted for it.

use grundy_core::Limits;
use grundy_kernels::have_wide_pairs;

use super::mask::RARE;
use super::past::Past;
use super::shape::Shape;
use crate::EngineError;

/// Splits that are marked between two looks at the least unmarked value.
const SPLITS_PER_LOOK: u64 = 64;

/// Splits that are marked for each value below the candidate; what is then missing is looked for.
const SPLITS_PER_VALUE: u64 = 2;

/// Values must stay below this, because a bit is needed for the tag.
pub(crate) const VALUES: usize = RARE as usize;

/// A table of which values are options, cleared by a new stamp.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    stamps: Box<[u32; 2 * VALUES]>,
    stamp: u32,
}

impl Marks {
    /// No marks.
    pub fn new() -> Marks {
        // Two tags' worth, so that a tagged xor is an index as it stands.
        Marks {
            stamps: vec![0; 2 * VALUES].try_into().expect("as many as that"),
            stamp: 0,
        }
    }

    fn clear(&mut self) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    fn mark(&mut self, value: u16) {
        self.stamps[value as usize] = self.stamp;
    }

    fn has(&self, value: usize) -> bool {
        self.stamps[value] == self.stamp
    }
}

/// The nim-value of the next heap.
///
/// # Errors
///
/// [`EngineError::TooWide`] if it needs more than 15 bits, [`EngineError::Limit`].
pub(crate) fn next_value(
    shape: &Shape,
    past: &Past,
    marks: &mut Marks,
    limits: &Limits,
) -> Result<u16, EngineError> {
    let n = past.n();
    marks.clear();
    mark_single_heaps(shape, past, marks);
    mark_sparse(shape, past, marks);
    let candidate = (0..VALUES)
        .find(|&v| !marks.has(v) && !past.mask.is_rare(n, v as u16))
        .ok_or(EngineError::TooWide)?;
    let mut least = 0;
    let mut part = 1;
    let enough = SPLITS_PER_VALUE * candidate as u64;
    while part <= enough {
        while marks.has(least) {
            least += 1;
        }
        if least >= candidate {
            return Ok(candidate as u16);
        }
        if !mark_splits(shape, past, marks, part) {
            return Ok(least as u16);
        }
        part += SPLITS_PER_LOOK;
    }
    // Few values are left: each is looked for by itself, many splits at a time.
    limits.check_time()?;
    for value in (least..candidate).filter(|&value| !marks.has(value)) {
        if are_splits(shape, past, part, &[value as u16]) == [false] {
            return Ok(value as u16);
        }
    }
    Ok(candidate as u16)
}

/// For each of these values, true if a split whose smaller part is at least `part` has it.
pub(crate) fn are_splits<const N: usize>(
    shape: &Shape,
    past: &Past,
    part: u64,
    values: &[u16; N],
) -> [bool; N] {
    let mut found = [false; N];
    for &k in shape.two.iter().take_while(|&&k| k < past.n()) {
        let rest = past.n() - k;
        let end = smaller_parts_end(shape, rest);
        if part < end && found != [true; N] {
            let here = have_wide_pairs(
                &past.values[part as usize..end as usize],
                &past.values[(rest - end + 1) as usize..=(rest - part) as usize],
                values,
            );
            found = std::array::from_fn(|i| found[i] || here[i]);
        }
    }
    found
}

/// The smaller part of a split of `rest` is below this.
fn smaller_parts_end(shape: &Shape, rest: u64) -> u64 {
    let last = if shape.unequal {
        (rest - 1) / 2
    } else {
        rest / 2
    };
    last + 1
}

/// Marks single heaps and the empty position.
fn mark_single_heaps(shape: &Shape, past: &Past, marks: &mut Marks) {
    let n = past.n();
    if shape.nothing.contains(&n) {
        marks.mark(0);
    }
    for &k in shape.one.iter().take_while(|&&k| k < n) {
        marks.mark(past.value(n - k));
    }
}

/// Marks splits with a rare part.
fn mark_sparse(shape: &Shape, past: &Past, marks: &mut Marks) {
    let n = past.n();
    for &k in shape.two.iter().take_while(|&&k| k < n) {
        let rest = n - k;
        for rare in past.rares.list().iter().take_while(|rare| rare.at < rest) {
            let other = rest - rare.at;
            if !shape.unequal || other != rare.at {
                marks.mark(rare.value ^ past.value(other));
            }
        }
    }
}

/// Marks the splits whose smaller part is `part` or one of the next ones; false if there are none.
fn mark_splits(shape: &Shape, past: &Past, marks: &mut Marks, part: u64) -> bool {
    let mut any = false;
    for &k in shape.two.iter().take_while(|&&k| k < past.n()) {
        let rest = past.n() - k;
        let end = smaller_parts_end(shape, rest).min(part + SPLITS_PER_LOOK);
        if part >= end {
            continue;
        }
        any = true;
        let left = &past.values[part as usize..end as usize];
        let right = &past.values[(rest - end + 1) as usize..=(rest - part) as usize];
        // In two steps, of which the first is done in vectors.
        let mut values = [0; SPLITS_PER_LOOK as usize];
        let pairs = left.iter().zip(right.iter().rev());
        for (value, (a, b)) in values.iter_mut().zip(pairs) {
            *value = (a ^ b) & !RARE;
        }
        for &value in &values[..left.len()] {
            marks.mark(value);
        }
    }
    any
}
