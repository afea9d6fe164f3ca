//! The last step: cells become rows.

use std::ops::Range;

use grundy_core::{LimitReached, Limits};

use super::MOST_LOW_BITS;
use crate::budget::Budget;

/// From so many entries on a cell is sorted where it lies: the copy of a cell that holds nearly all
/// edges would double the memory.
const LARGE_CELL: usize = 1 << 21;

/// The most rows in a cell.
const ROWS: usize = 1 << MOST_LOW_BITS;

/// Sorts the entries of each cell by target and strips the target off; `bounds` gets the ends of the
/// rows.
pub(super) fn sort_cells(
    starts: &[u32],
    cells: Range<usize>,
    low_bits: u32,
    entries: &mut [u32],
    bounds: &mut [u32],
    limits: &Limits,
) -> Result<(), LimitReached> {
    let base = starts[cells.start];
    let (mut copy, mut next) = (Vec::new(), [0; ROWS]);
    let mut budget = Budget::new(limits, 0)?;
    for (cell, bounds) in cells.zip(bounds.chunks_mut(1 << low_bits)) {
        let (start, end) = (starts[cell], starts[cell + 1]);
        let entries = &mut entries[(start - base) as usize..(end - base) as usize];
        budget.work(entries.len() as u64)?;
        if entries.len() < LARGE_CELL {
            sort_copied(&mut copy, &mut next, start, low_bits, entries, bounds);
        } else {
            sort_in_place(start, low_bits, entries, bounds);
        }
    }
    Ok(())
}

/// Sorts a cell through a copy; each row keeps the order of its entries. `next` is for where the
/// next entry of each row goes, 0 before and after.
fn sort_copied(
    copy: &mut Vec<u32>,
    next: &mut [u32; ROWS],
    start: u32,
    low_bits: u32,
    entries: &mut [u32],
    bounds: &mut [u32],
) {
    let mask = (1u32 << low_bits) - 1;
    // So the compiler sees that no row lies outside the table.
    let row = |entry: u32| (entry & mask) as usize % ROWS;
    copy.clear();
    copy.extend(entries.iter().map(|&entry| {
        next[row(entry)] += 1;
        entry
    }));
    starts_of(&mut next[..=mask as usize], 0);
    for &entry in &copy[..] {
        let next = &mut next[row(entry)];
        entries[*next as usize] = entry >> low_bits;
        *next += 1;
    }
    for (bound, &end) in bounds.iter_mut().zip(&*next) {
        *bound = start + end;
    }
    next[..=mask as usize].fill(0);
}

/// As [`sort_copied`] without a copy, and without the order.
fn sort_in_place(start: u32, low_bits: u32, entries: &mut [u32], bounds: &mut [u32]) {
    let mask = (1u32 << low_bits) - 1;
    for entry in &*entries {
        bounds[(entry & mask) as usize] += 1;
    }
    starts_of(bounds, start);
    let end = start + entries.len() as u32;
    let ends: Vec<u32> = bounds[1..].iter().copied().chain([end]).collect();
    for (row, &end) in ends.iter().enumerate() {
        while bounds[row] < end {
            // The entry goes to its row, and what lay there comes here, until it belongs here.
            let at = (bounds[row] - start) as usize;
            let bound = &mut bounds[(entries[at] & mask) as usize];
            entries.swap(at, (*bound - start) as usize);
            *bound += 1;
        }
    }
    entries.iter_mut().for_each(|entry| *entry >>= low_bits);
}

/// Turns the lengths of rows into where they begin, the first at `start`.
fn starts_of(rows: &mut [u32], start: u32) {
    let mut at = start;
    for row in rows {
        at += std::mem::replace(row, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_sorted_in_place_as_by_copying() {
        let mut state = 1u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as u32
        };
        let (mut copy, mut at) = (Vec::new(), [0; ROWS]);
        for (low_bits, targets) in [(0, 1), (1, 2), (3, 5), (8, 256), (8, 1), (12, 4000)] {
            for count in [0, 1, 2, 7, 300, 10_000] {
                // One target in four gets half of all entries.
                let mut target = || match next() % 2 {
                    0 => next() % targets,
                    _ => next() % targets.div_ceil(4),
                };
                let cell: Vec<u32> = (0..count).map(|at| at << low_bits | target()).collect();
                let bounds = vec![0; targets as usize];
                let (mut copied, mut copied_bounds) = (cell.clone(), bounds.clone());
                sort_copied(
                    &mut copy,
                    &mut at,
                    70,
                    low_bits,
                    &mut copied,
                    &mut copied_bounds,
                );
                let (mut placed, mut placed_bounds) = (cell.clone(), bounds);
                sort_in_place(70, low_bits, &mut placed, &mut placed_bounds);
                assert_eq!(copied_bounds, placed_bounds);
                let mut sorted = cell.clone();
                sorted.sort_by_key(|entry| entry & ((1 << low_bits) - 1));
                assert!(
                    sorted
                        .iter()
                        .map(|entry| entry >> low_bits)
                        .eq(copied.clone())
                );
                let mut row_start = 0;
                for end in copied_bounds {
                    let row = row_start..(end - 70) as usize;
                    placed[row.clone()].sort_unstable();
                    assert_eq!(placed[row.clone()], copied[row]);
                    row_start = (end - 70) as usize;
                }
                assert_eq!(row_start, cell.len());
            }
        }
    }
}
