//! Retrograde analysis, a level of remoteness at a time, on sets of states.
//!
//! For each side there are two growing sets: the states it has won with the police to move, and
//! with the thief to move. Level `d + 1` of one comes from level `d` of the other: the winner to move
//! needs one option in the set, the loser has only options in the set. Since a new state must have
//! an option among those that were new one level below, only the neighbourhood of these is examined,
//! and the option found there is a best move: the winner's fastest, the loser's longest. All new
//! states of a level are found before any is added, so levels are exact.

use grundy_core::{LimitReached, Limits};

use super::columns::Columns;
use super::kernel::{Kernel, spread};
use super::map::Map;
use super::police::PoliceGraph;
use super::row_work::Parts;
use super::size::bits_for;
use super::table::{BLOCK_BITS, Block, EMPTY, Table, without};
use super::won::Won;
use super::{PursuitOutcome, Side};
use crate::budget::Budget;

/// The states that each side has won so far.
pub(super) struct Levels<'a> {
    pub(super) map: &'a Map,
    pub(super) columns: &'a Columns,
    pub(super) police: &'a PoliceGraph,
    /// By winner.
    won: [Won; 2],
    /// The next `fresh` and `flags` of the police's turn, while the present ones are still read.
    /// Empty between levels.
    next: Table,
    next_flags: Vec<u64>,
    /// By turn: the best move of each state that is won by anybody.
    plans: [Plan; 2],
    /// Blocks that the bits of a block can come from through a thief move, as distances.
    spread: Vec<isize>,
    /// The level at which a row was last put on the list of rows to examine.
    listed: Vec<u64>,
    level: u64,
    most_police_moves: usize,
}

/// The index of a best move for each state, in binary: `planes` blocks for each block of states.
struct Plan {
    planes: usize,
    blocks: Vec<Block>,
}

impl<'a> Levels<'a> {
    /// Level 0: the states in which the game is over.
    pub(super) fn new(
        map: &'a Map,
        columns: &'a Columns,
        police: &'a PoliceGraph,
        with_line: bool,
        budget: &mut Budget,
    ) -> Result<Levels<'a>, LimitReached> {
        let rows = police.rows();
        let table = || Table::new(rows, columns.blocks, columns.longest_shift());
        let flags = || vec![0; rows * columns.blocks.div_ceil(64)];
        let won = || Won {
            states: [table(), table()],
            fresh: [table(), table()],
            flags: [flags(), flags()],
            active: [Vec::new(), Vec::new()],
        };
        let plan = |moves: usize| {
            let planes = if with_line {
                bits_for(moves as u128) as usize
            } else {
                0
            };
            let blocks = vec![EMPTY; rows * columns.blocks * planes];
            Plan { planes, blocks }
        };
        let mut levels = Levels {
            map,
            columns,
            police,
            won: [won(), won()],
            next: table(),
            next_flags: flags(),
            plans: [plan(police.most_moves()), plan(columns.moves.len())],
            spread: spread(columns),
            listed: vec![0; rows],
            level: 0,
            most_police_moves: police.most_moves(),
        };
        levels.add_ends(budget)?;
        Ok(levels)
    }

    /// Adds level after level until the start is decided, or nothing is new.
    pub(super) fn run(&mut self, limits: &Limits) -> Result<PursuitOutcome, LimitReached> {
        let (row, column) = (self.police.start(), self.columns.start);
        loop {
            self.level += 1;
            let mut is_new = false;
            for winner in [Side::Police, Side::Thief] {
                is_new |= self.step(winner, limits)?;
                if self.is_won(winner, Side::Police, row, column) {
                    let plies = self.level;
                    return Ok(PursuitOutcome::Won { winner, plies });
                }
            }
            if !is_new {
                return Ok(PursuitOutcome::Draw);
            }
        }
    }

    /// Whether `winner` has won the state with `turn` to move.
    pub(super) fn is_won(&self, winner: Side, turn: Side, row: usize, column: usize) -> bool {
        self.won[winner.index()].states[turn.index()].contains(row, column)
    }

    /// The index of the best move in a state that somebody has won and that is not over.
    pub(super) fn best_move(&self, turn: Side, row: usize, column: usize) -> usize {
        let Plan { planes, blocks } = &self.plans[turn.index()];
        let block = row * self.columns.blocks + column / BLOCK_BITS;
        let bit = column % BLOCK_BITS;
        let of_plane = |plane: usize| blocks[block * planes + plane][bit / 64] >> (bit % 64) & 1;
        (0..*planes).fold(0, |code, plane| code | (of_plane(plane) as usize) << plane)
    }

    fn add_ends(&mut self, budget: &mut Budget) -> Result<(), LimitReached> {
        let blocks = self.columns.blocks;
        let caught = self.columns.configurations_with_thief_on_a_cell();
        let row_work = (blocks + caught * self.police.cells(0).len()) as u64;
        for row in 0..self.police.rows() {
            budget.work(2 * row_work)?;
            for turn in 0..2 {
                for &cell in self.police.cells(row) {
                    let caught = &mut self.won[Side::Police.index()].states[turn];
                    self.columns
                        .with_thief_on(cell, |column| caught.insert(row, column));
                }
                for at in 0..blocks {
                    let caught = *self.won[Side::Police.index()].states[turn].block_mut(row, at);
                    let out = without(self.columns.exit[at], caught);
                    *self.won[Side::Thief.index()].states[turn].block_mut(row, at) = out;
                }
            }
        }
        for won in &mut self.won {
            for turn in 0..2 {
                won.make_all_fresh(turn, self.police.rows(), blocks, budget)?;
            }
        }
        Ok(())
    }

    /// Finds the states that `winner` wins at the present level; true if there are any.
    fn step(&mut self, winner: Side, limits: &Limits) -> Result<bool, LimitReached> {
        let police_rows = self.rows_before_fresh(winner);
        let [won, lost] = self
            .won
            .get_disjoint_mut([winner.index(), winner.other().index()])
            .expect("two sides");
        let kernel = Kernel {
            columns: self.columns,
            police: self.police,
            winner,
            spread: &self.spread,
        };
        let [police_plan, thief_plan] = &mut self.plans;
        // The police's turn, from what is fresh at the thief's.
        let parts = Parts {
            fresh: self.next.rows_mut(),
            flags: &mut self.next_flags,
            plan: &mut police_plan.blocks,
            planes: police_plan.planes,
            row_blocks: self.columns.blocks,
            moves: self.most_police_moves,
        };
        let police_active = parts.for_rows(&police_rows, limits, |row, out| {
            kernel.police_row(won, &lost.states[0], row, out)
        })?;
        // The thief's turn, from what is fresh at the police's. What was fresh here has been read.
        let mut thief_rows = won.active[0].clone();
        thief_rows.sort_unstable();
        won.drop_flags(1, self.columns.blocks);
        let (from, into) = won.split_turns();
        let parts = Parts {
            fresh: into.fresh.rows_mut(),
            flags: into.flags,
            plan: &mut thief_plan.blocks,
            planes: thief_plan.planes,
            row_blocks: self.columns.blocks,
            moves: self.columns.moves.len(),
        };
        let thief_active = parts.for_rows(&thief_rows, limits, |row, out| {
            kernel.thief_row(&from, [into.states, &lost.states[1]], row, out)
        })?;
        won.clear_fresh(0, self.columns.blocks);
        won.drop_flags(0, self.columns.blocks);
        std::mem::swap(&mut won.fresh[0], &mut self.next);
        std::mem::swap(&mut won.flags[0], &mut self.next_flags);
        won.active = [police_active, thief_active];
        won.add_fresh(self.columns.blocks);
        Ok(won.active.iter().any(|rows| !rows.is_empty()))
    }

    /// Rows from which a police move leads to a row with something fresh at the thief's turn.
    fn rows_before_fresh(&mut self, winner: Side) -> Vec<u32> {
        // Two steps share a level, one for each side.
        let stamp = 2 * self.level + winner.index() as u64;
        let mut rows = Vec::new();
        for &fresh in &self.won[winner.index()].active[1] {
            for &row in self.police.targets(fresh as usize) {
                if std::mem::replace(&mut self.listed[row as usize], stamp) != stamp {
                    rows.push(row);
                }
            }
        }
        rows.sort_unstable();
        rows
    }
}
