//! One row of one level: which of its states are new.

use super::Side;
use super::columns::Columns;
use super::police::PoliceGraph;
use super::row_work::RowOut;
use super::table::{BLOCK_BITS, EMPTY, Table, add, and, for_each_bit, is_empty, without};
use super::won::{TurnRef, Won};

/// What every row needs to know.
pub(super) struct Kernel<'a> {
    pub(super) columns: &'a Columns,
    pub(super) police: &'a PoliceGraph,
    pub(super) winner: Side,
    pub(super) spread: &'a [isize],
}

impl Kernel<'_> {
    /// Finds the new states of `row` with the police to move; `lost` is what the other side has won.
    pub(super) fn police_row(&self, won: &Won, lost: &Table, row: usize, out: &mut RowOut) -> bool {
        let targets = self.police.targets(row);
        let words = self.columns.blocks.div_ceil(64);
        let flags = |target: u32, word: usize| won.flags[1][target as usize * words + word];
        let mut is_new = false;
        for word in 0..words {
            let mut active = targets.iter().fold(0, |all, &row| all | flags(row, word));
            while active != 0 {
                let bit = active.trailing_zeros() as usize;
                active &= active - 1;
                let at = word * 64 + bit;
                let fresh = |target: u32| match flags(target, word) >> bit & 1 {
                    1 => won.fresh[1].block(target as usize, at),
                    _ => EMPTY,
                };
                let mut new = EMPTY;
                for &target in targets {
                    add(&mut new, fresh(target));
                }
                let known = [&won.states[0], lost].map(|states| states.block(row, at));
                let free = self.columns.free[at];
                let mut new = without(without(and(new, free), known[0]), known[1]);
                if self.winner == Side::Thief {
                    for &target in targets {
                        if is_empty(&new) {
                            break;
                        }
                        new = and(new, won.states[1].block(target as usize, at));
                    }
                }
                if !is_empty(&new) {
                    is_new = true;
                    out.put(at, new, targets.iter().map(|&target| fresh(target)));
                }
            }
        }
        is_new
    }

    /// Finds the new states of `row` with the thief to move from those with the police to move;
    /// `known` is what either side has won.
    pub(super) fn thief_row(
        &self,
        from: &TurnRef,
        known: [&Table; 2],
        row: usize,
        out: &mut RowOut,
    ) -> bool {
        let words = self.columns.blocks.div_ceil(64);
        let mut candidates = [0; 8];
        let mut long_candidates;
        // Rows of more than 512 blocks are rare enough to pay for an allocation.
        let candidates: &mut [u64] = if words <= candidates.len() {
            &mut candidates[..words]
        } else {
            long_candidates = vec![0; words];
            &mut long_candidates
        };
        for_each_bit(&from.flags[row * words..(row + 1) * words], |source| {
            for &distance in self.spread {
                let at = source.wrapping_add_signed(distance);
                if at < self.columns.blocks {
                    candidates[at / 64] |= 1 << (at % 64);
                }
            }
        });
        let mut is_new = false;
        for_each_bit(candidates, |at| {
            let moves = &self.columns.moves;
            let fresh = || {
                moves.iter().map(|step| {
                    let shifted = from.fresh.shifted(row, at, step.offset);
                    and(shifted, step.legal[at])
                })
            };
            let mut new = EMPTY;
            fresh().for_each(|block| add(&mut new, block));
            let known = known.map(|states| states.block(row, at));
            let mut new = without(without(new, known[0]), known[1]);
            if self.winner == Side::Police {
                for step in moves {
                    if is_empty(&new) {
                        break;
                    }
                    let shifted = from.states.shifted(row, at, step.offset);
                    new = without(new, without(step.legal[at], shifted));
                }
            }
            if !is_empty(&new) {
                is_new = true;
                out.put(at, new, fresh());
            }
        });
        is_new
    }
}

/// Distances from a block to the blocks whose states a thief move can take into it.
pub(super) fn spread(columns: &Columns) -> Vec<isize> {
    let mut spread: Vec<isize> = columns
        .moves
        .iter()
        .flat_map(|step| {
            // A state at bit `i` moves to bit `i + offset`: it lies `-offset` from its option.
            let low = (-step.offset).div_euclid(BLOCK_BITS as isize);
            let is_straddling = step.offset % BLOCK_BITS as isize != 0;
            [low, low + isize::from(is_straddling)]
        })
        .collect();
    spread.sort_unstable();
    spread.dedup();
    spread
}
