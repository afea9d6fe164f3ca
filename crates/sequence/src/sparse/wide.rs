//! The wide lane: the next eight heaps at a time, each exactly as [scalar](super::scalar) would.
//!
//! What a part of a split gives eight heaps in a row lies side by side in memory, so that most options are marked for all of
//! them in one go. Only splits with a part below eight may need a value of the block itself: those are marked heap by heap.

use grundy_core::Limits;

use super::mask::RARE;
use super::past::Past;
use super::scalar::{VALUES, are_splits};
use super::shape::Shape;
use crate::EngineError;

/// Heaps of a block.
const LANES: u64 = 8;

/// Splits that are marked for each value that may occur; what is then missing is looked for. More where common values are.
const SPLITS_PER_VALUE: u64 = 3;
const SPLITS_PER_VALUE_IF_DENSE: u64 = 7;

/// From the first of these heaps on, if more than one in so many is rare, common values are looked for as rare ones are, instead of
/// marking all splits with a rare part.
const DENSE_FROM: u64 = 1 << 15;
const HEAPS_PER_RARE: u64 = 8;

/// Values that are looked for together.
const TOGETHER: usize = 4;

/// Which values are options of the heaps of a block: a byte for each heap.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rows: Box<[[u8; LANES as usize]; VALUES]>,
}

impl Table {
    /// No value is an option.
    pub fn new() -> Table {
        Table {
            rows: vec![[0; LANES as usize]; VALUES]
                .try_into()
                .expect("as many as that"),
        }
    }

    /// Marks what a part of this value gives the heaps of a block, whose other parts have these values.
    #[inline(always)]
    fn mark_block(&mut self, others: &[u16; LANES as usize], value: u16) {
        // Four values in a word, which is taken apart in registers: the loads would be the bottleneck.
        const EACH: u64 = 0x0001_0001_0001_0001;
        let (words, _) = others.as_chunks::<4>();
        for (first, word) in (0..).step_by(4).zip(words) {
            let [a, b, c, d] = word.map(u64::from);
            let word = a | b << 16 | c << 32 | d << 48;
            let [value, values] = [value, !RARE].map(|each| u64::from(each) * EACH);
            let mut word = (word ^ value) & values;
            for lane in first..first + 4 {
                self.rows[usize::from(word as u16)][lane] = 1;
                word >>= 16;
            }
        }
    }

    fn mark(&mut self, lane: u64, value: u16) {
        self.rows[usize::from(value & !RARE)][lane as usize] = 1;
    }

    fn has(&self, lane: u64, value: usize) -> bool {
        self.rows[value][lane as usize] != 0
    }
}

/// True if the next heaps can be computed as a block: all takes leave something of the first of them, and all its splits with a
/// small part leave a larger one.
pub(crate) fn suits(shape: &Shape, past: &Past) -> bool {
    past.n() > shape.reach() + 2 * LANES
}

/// Appends the values of the next heaps.
///
/// # Errors
///
/// [`EngineError::TooWide`] if one needs more than 15 bits, [`EngineError::Limit`].
pub(crate) fn append_block(
    shape: &Shape,
    past: &mut Past,
    table: &mut Table,
    limits: &Limits,
) -> Result<(), EngineError> {
    limits.check_time()?;
    let (n, values) = (past.n(), past.values_below().min(VALUES as u64));
    table.rows[..values as usize].fill([0; LANES as usize]);
    let half = (n + LANES) / 2;
    let marked = Marked::planned(past, values, half);
    for &k in &shape.two {
        mark_splits(shape, past, table, k, marked.parts);
        if marked.rares {
            mark_rares(shape, past, table, k, marked.parts);
        }
    }
    for lane in 0..LANES {
        mark_near(shape, past, table, lane);
        let value = least_value(shape, past, table, lane, marked)?;
        past.push(value);
    }
    debug_assert_eq!(past.n(), n + LANES);
    Ok(())
}

/// The least part for which no heap of a block needs a value of the block.
fn first_far_part(k: u64) -> u64 {
    LANES.saturating_sub(k).max(1)
}

/// Marks the splits after taking `k` with a part that is not too small, and at most `last`.
fn mark_splits(shape: &Shape, past: &Past, table: &mut Table, k: u64, last: u64) {
    let rest = past.n() - k;
    for part in first_far_part(k)..=last.min(rest - 1) {
        mark_part(shape, past, table, rest, part);
    }
}

/// Marks the splits after taking `k` with a rare part above `last`.
fn mark_rares(shape: &Shape, past: &Past, table: &mut Table, k: u64, last: u64) {
    let rest = past.n() - k;
    for rare in past
        .rares
        .between(last.max(first_far_part(k) - 1) + 1, rest)
    {
        mark_part(shape, past, table, rest, rare.at);
    }
}

/// Marks what `part` gives the heaps of a block, of which the first leaves `rest`.
#[inline(always)]
fn mark_part(shape: &Shape, past: &Past, table: &mut Table, rest: u64, part: u64) {
    let others = past.values[(rest - part) as usize..].first_chunk();
    let others = others.expect("a far part leaves what is known");
    let value = past.values[part as usize];
    if shape.unequal && part.abs_diff(rest - part) < LANES {
        for (lane, &other) in (0..).zip(others) {
            if rest + lane != 2 * part {
                table.mark(lane, other ^ value);
            }
        }
    } else {
        table.mark_block(others, value);
    }
}

/// Marks for one heap what leaves nothing or one heap, and the splits with a part below [`LANES`].
fn mark_near(shape: &Shape, past: &Past, table: &mut Table, lane: u64) {
    let n = past.n();
    if shape.nothing.contains(&n) {
        table.mark(lane, 0);
    }
    for &k in &shape.one {
        table.mark(lane, past.values[(n - k) as usize]);
    }
    for &k in &shape.two {
        let rest = n - k;
        for part in (1..LANES).filter(|part| !shape.unequal || 2 * part != rest) {
            let (part, other) = (part as usize, (rest - part) as usize);
            table.mark(lane, past.values[part] ^ past.values[other]);
        }
    }
}

/// Which splits are marked.
#[derive(Clone, Copy)]
struct Marked {
    /// Those with a part up to this.
    parts: u64,
    /// Those with a rare part: no other has a common value.
    rares: bool,
}

impl Marked {
    /// What to mark, where so many values may occur, and no smaller part is above `half`.
    fn planned(past: &Past, values: u64, half: u64) -> Marked {
        let (n, rares) = (past.n(), past.rares.list().len() as u64);
        if n >= DENSE_FROM && rares > n / HEAPS_PER_RARE {
            return Marked {
                parts: half.min(SPLITS_PER_VALUE_IF_DENSE * values),
                rares: false,
            };
        }
        // Where rares are many, going through all splits is no more work, and settles everything.
        let most = SPLITS_PER_VALUE * values;
        Marked {
            parts: if rares + most > half { half } else { most },
            rares: rares + most <= half,
        }
    }
}

/// The nim-value of the next heap.
fn least_value(
    shape: &Shape,
    past: &Past,
    table: &Table,
    lane: u64,
    marked: Marked,
) -> Result<u16, EngineError> {
    let n = past.n();
    let mut unmarked = (0..VALUES as u16).filter(|&value| !table.has(lane, value.into()));
    loop {
        let first = unmarked.next().ok_or(EngineError::TooWide)?;
        let mut asked = [first; TOGETHER];
        // A common value that is no option, if it ends those that are asked for.
        let mut end = None;
        for (place, value) in asked
            .iter_mut()
            .zip([first].into_iter().chain(&mut unmarked))
        {
            if marked.rares && !past.mask.is_rare(n, value) {
                end = Some(value);
                break;
            }
            *place = value;
        }
        if end == Some(first) {
            return Ok(first);
        }
        let found = are_splits(shape, past, marked.parts + 1, &asked);
        let absent = asked.iter().zip(found).find(|(_, found)| !found);
        if let Some(value) = absent.map(|(&value, _)| value).or(end) {
            return Ok(value);
        }
    }
}
