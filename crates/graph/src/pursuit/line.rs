//! A line of best play through a solved map.

use std::collections::HashMap;

use grundy_core::LimitReached;

use super::levels::Levels;
use super::map::Cell;
use super::{PursuitOutcome, Side};
use crate::budget::Budget;

/// A drawn line that has not repeated a state by then is cut off.
const LONGEST_DRAWN_LINE: usize = 100_000;

/// One ply: who moved, and where everybody stands then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Whose turn it was.
    pub side: Side,
    /// The cell the moving piece came from; none if the side stayed.
    pub from: Option<Cell>,
    /// The cell it went to; none if the side stayed.
    pub to: Option<Cell>,
    /// The policemen's cells after the ply, sorted.
    pub police: Vec<Cell>,
    /// The thieves' cells after the ply.
    pub thieves: Vec<Cell>,
}

/// A state with its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    row: usize,
    column: usize,
    is_police_turn: bool,
}

/// A line of best play from the start; for a draw also the ply that its end repeats.
pub(super) fn best_line(
    levels: &Levels,
    outcome: PursuitOutcome,
    budget: &mut Budget,
) -> Result<(Vec<Ply>, Option<usize>), LimitReached> {
    let mut state = State {
        row: levels.police.start(),
        column: levels.columns.start,
        is_police_turn: true,
    };
    let mut line = Vec::new();
    let pieces = levels.map.police().len() + levels.map.thieves().len();
    let ply_bytes = 160 + 4 * pieces as u64;
    match outcome {
        PursuitOutcome::Won { plies, .. } => {
            for _ in 0..plies {
                budget.take(ply_bytes)?;
                budget.work(1)?;
                let best = levels.best_move(state.turn(), state.row, state.column);
                let next = state.after(levels, best);
                line.push(ply(levels, state, next));
                state = next;
            }
            Ok((line, None))
        }
        PursuitOutcome::Draw => {
            let mut seen = HashMap::from([(state, 0)]);
            let moves = levels.police.most_moves() + levels.columns.moves.len();
            while line.len() < LONGEST_DRAWN_LINE {
                budget.take(ply_bytes)?;
                budget.work((moves * pieces * pieces) as u64)?;
                let next = holding_move(levels, state);
                line.push(ply(levels, state, next));
                state = next;
                if let Some(&first) = seen.get(&state) {
                    return Ok((line, Some(first)));
                }
                seen.insert(state, line.len());
            }
            Ok((line, None))
        }
    }
}

impl State {
    fn turn(self) -> Side {
        if self.is_police_turn {
            Side::Police
        } else {
            Side::Thief
        }
    }

    /// The state after the move of this index.
    fn after(self, levels: &Levels, index: usize) -> State {
        let State { row, column, .. } = self;
        let (row, column) = match self.turn() {
            Side::Police => (levels.police.targets(row)[index] as usize, column),
            Side::Thief => {
                let offset = levels.columns.moves[index].offset;
                (row, column.wrapping_add_signed(offset))
            }
        };
        State {
            row,
            column,
            is_police_turn: !self.is_police_turn,
        }
    }

    fn options(self, levels: &Levels) -> Vec<State> {
        let is_legal = |&index: &usize| match self.turn() {
            Side::Police => true,
            Side::Thief => levels.columns.is_legal(index, self.column),
        };
        let moves = match self.turn() {
            Side::Police => levels.police.targets(self.row).len(),
            Side::Thief => levels.columns.moves.len(),
        };
        let legal = (0..moves).filter(is_legal);
        legal.map(|index| self.after(levels, index)).collect()
    }
}

/// A move that keeps the draw. The police close in and the thieves keep away, so that the line shows
/// why neither succeeds.
fn holding_move(levels: &Levels, state: State) -> State {
    let mut options = state.options(levels);
    options.retain(|option| {
        let won_by = |winner| levels.is_won(winner, option.turn(), option.row, option.column);
        !won_by(Side::Police) && !won_by(Side::Thief)
    });
    let distance = |option: &State| {
        let thieves = levels.columns.cells(option.column);
        let pairs = thieves.iter().flat_map(|&thief| {
            let police = levels.police.cells(option.row).iter();
            police.map(move |&policeman| steps_apart(levels, thief, policeman))
        });
        pairs.min().unwrap_or(0)
    };
    let best = match state.turn() {
        Side::Police => options.into_iter().min_by_key(distance),
        Side::Thief => options.into_iter().max_by_key(distance),
    };
    best.expect("a drawn state has a drawn option")
}

fn steps_apart(levels: &Levels, a: Cell, b: Cell) -> usize {
    let ((a_row, a_column), (b_row, b_column)) = (levels.map.position(a), levels.map.position(b));
    a_row.abs_diff(b_row).max(a_column.abs_diff(b_column))
}

fn ply(levels: &Levels, before: State, after: State) -> Ply {
    let police = levels.police.cells(after.row).to_vec();
    let thieves = levels.columns.cells(after.column);
    let side = before.turn();
    let (old, new) = match side {
        Side::Police => (levels.police.cells(before.row).to_vec(), police.clone()),
        Side::Thief => (levels.columns.cells(before.column), thieves.clone()),
    };
    Ply {
        side,
        from: only_in(&old, &new),
        to: only_in(&new, &old),
        police,
        thieves,
    }
}

/// The cell that occurs more often in `some` than in `others`, of which there is at most one.
fn only_in(some: &[Cell], others: &[Cell]) -> Option<Cell> {
    let count = |cells: &[Cell], cell: Cell| cells.iter().filter(|&&other| other == cell).count();
    let mut cells = some.iter().copied();
    cells.find(|&cell| count(some, cell) > count(others, cell))
}
