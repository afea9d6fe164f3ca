//! What one side has won so far, and what of it is new.

use grundy_core::LimitReached;

use super::table::{EMPTY, Table, add, for_each_bit, is_empty};
use crate::budget::Budget;

/// What one side has won, by turn (0: the police are to move, 1: the thief).
pub(super) struct Won {
    pub(super) states: [Table; 2],
    /// What was new at the last level. Blocks that are not flagged hold nothing of meaning in
    /// `fresh[1]`, and nothing at all in `fresh[0]`, which is read across block borders.
    pub(super) fresh: [Table; 2],
    /// A bit per block of `fresh`.
    pub(super) flags: [Vec<u64>; 2],
    /// Rows with a flag.
    pub(super) active: [Vec<u32>; 2],
}

/// One turn of a [`Won`], to read.
pub(super) struct TurnRef<'a> {
    pub(super) states: &'a Table,
    pub(super) fresh: &'a Table,
    pub(super) flags: &'a [u64],
}

/// One turn of a [`Won`], to fill.
pub(super) struct TurnMut<'a> {
    pub(super) states: &'a Table,
    pub(super) fresh: &'a mut Table,
    pub(super) flags: &'a mut [u64],
}

impl Won {
    /// Makes everything that is won with `turn` to move fresh.
    pub(super) fn make_all_fresh(
        &mut self,
        turn: usize,
        rows: usize,
        blocks: usize,
        budget: &mut Budget,
    ) -> Result<(), LimitReached> {
        let words = blocks.div_ceil(64);
        for row in 0..rows {
            budget.work(blocks as u64)?;
            let mut is_active = false;
            for at in 0..blocks {
                let block = self.states[turn].block(row, at);
                *self.fresh[turn].block_mut(row, at) = block;
                if !is_empty(&block) {
                    self.flags[turn][row * words + at / 64] |= 1 << (at % 64);
                    is_active = true;
                }
            }
            if is_active {
                self.active[turn].push(row as u32);
            }
        }
        Ok(())
    }

    /// The police's turn to read, and the thief's to fill.
    pub(super) fn split_turns(&mut self) -> (TurnRef<'_>, TurnMut<'_>) {
        let [police_fresh, thief_fresh] = &mut self.fresh;
        let [police_flags, thief_flags] = &mut self.flags;
        let from = TurnRef {
            states: &self.states[0],
            fresh: police_fresh,
            flags: police_flags,
        };
        let into = TurnMut {
            states: &self.states[1],
            fresh: thief_fresh,
            flags: thief_flags,
        };
        (from, into)
    }

    /// Empties the fresh blocks of `turn`, which must still be flagged.
    pub(super) fn clear_fresh(&mut self, turn: usize, blocks: usize) {
        let words = blocks.div_ceil(64);
        for &row in &self.active[turn] {
            let row = row as usize;
            let flags = &self.flags[turn][row * words..(row + 1) * words];
            for_each_bit(flags, |at| *self.fresh[turn].block_mut(row, at) = EMPTY);
        }
    }

    pub(super) fn drop_flags(&mut self, turn: usize, blocks: usize) {
        let words = blocks.div_ceil(64);
        for &row in &self.active[turn] {
            let row = row as usize;
            self.flags[turn][row * words..(row + 1) * words].fill(0);
        }
    }

    /// Adds what is fresh to what is won.
    pub(super) fn add_fresh(&mut self, blocks: usize) {
        let words = blocks.div_ceil(64);
        for turn in 0..2 {
            let (states, fresh) = (&mut self.states[turn], &self.fresh[turn]);
            for &row in &self.active[turn] {
                let row = row as usize;
                let flags = &self.flags[turn][row * words..(row + 1) * words];
                for_each_bit(flags, |at| {
                    add(states.block_mut(row, at), fresh.block(row, at))
                });
            }
        }
    }
}
