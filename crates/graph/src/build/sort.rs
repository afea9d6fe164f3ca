//! The last step: cells become rows.

use std::ops::Range;

/// From so many entries on a cell is sorted where it lies: the copy of a cell that holds nearly all
/// edges would double the memory.
const LARGE_CELL: usize = 1 << 21;

/// Sorts the entries of each cell by target and strips the target off; `bounds` gets the ends of the
/// rows.
pub(super) fn sort_cells(
    starts: &[u32],
    cells: Range<usize>,
    low_bits: u32,
    entries: &mut [u32],
    bounds: &mut [u32],
) {
    let base = starts[cells.start];
    let mut waiting = Vec::new();
    for (cell, bounds) in cells.zip(bounds.chunks_mut(1 << low_bits)) {
        let (start, end) = (starts[cell], starts[cell + 1]);
        let entries = &mut entries[(start - base) as usize..(end - base) as usize];
        if entries.len() < LARGE_CELL {
            waiting.clear();
            waiting.extend_from_slice(entries);
            sort_copied(&waiting, start, low_bits, entries, bounds);
        } else {
            sort_in_place(start, low_bits, entries, bounds);
        }
    }
}

/// Sorts the copy of a cell into the cell; each row keeps the order of its entries.
fn sort_copied(copy: &[u32], start: u32, low_bits: u32, entries: &mut [u32], bounds: &mut [u32]) {
    let mask = (1u32 << low_bits) - 1;
    row_starts(copy, start, mask, bounds);
    // Placing walks each start to the end of its row.
    for entry in copy {
        let bound = &mut bounds[(entry & mask) as usize];
        entries[(*bound - start) as usize] = entry >> low_bits;
        *bound += 1;
    }
}

/// As [`sort_copied`] without a copy, and without the order.
fn sort_in_place(start: u32, low_bits: u32, entries: &mut [u32], bounds: &mut [u32]) {
    let mask = (1u32 << low_bits) - 1;
    row_starts(entries, start, mask, bounds);
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

/// Where each row of the cell that begins at `start` begins; `bounds` is 0 before.
fn row_starts(entries: &[u32], start: u32, mask: u32, bounds: &mut [u32]) {
    for entry in entries {
        bounds[(entry & mask) as usize] += 1;
    }
    let mut at = start;
    for bound in bounds.iter_mut() {
        at += std::mem::replace(bound, at);
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
                sort_copied(&cell, 70, low_bits, &mut copied, &mut copied_bounds);
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
