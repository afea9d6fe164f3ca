//! Policeman and thief on a map: who wins, in how many plies, and a line of best play.
//!
//! A state is where everybody stands and whose turn it is. The map's states form a graph that is
//! never written down: a set of states is a table with a row per police configuration and a bit per
//! thief configuration. Then "some police move leads into the set" is an `or` of rows, "some thief
//! move leads into the set" is a few shifts of one row, and retrograde analysis (`levels.rs`) works
//! on 256 states at a time.

mod columns;
mod kernel;
mod levels;
mod line;
mod map;
mod moves;
mod police;
mod row_work;
mod size;
mod table;
mod won;

use std::fmt;

use grundy_core::{LimitReached, Limits};

pub use line::Ply;
pub use map::{Cell, Map, MapError, MapErrorKind};
pub use moves::MoveSet;

use columns::Columns;
use levels::Levels;
use police::PoliceGraph;
use size::Size;

use crate::budget::Budget;

/// How the pieces move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PursuitRules {
    /// How a policeman moves.
    pub police_moves: MoveSet,
    /// How a thief moves.
    pub thief_moves: MoveSet,
    /// Whether a side may skip its turn. Without it, only a side that has no legal move stays.
    pub may_stay: bool,
}

impl Default for PursuitRules {
    /// The policeman moves in eight directions, the thief in four; a side that can move must.
    fn default() -> PursuitRules {
        PursuitRules {
            police_moves: MoveSet::King,
            thief_moves: MoveSet::Wazir,
            may_stay: false,
        }
    }
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The policeman or policemen, who move first.
    Police,
    /// The thief or thieves.
    Thief,
}

impl Side {
    /// The word used in every output: `police` or `thief`.
    pub fn word(self) -> &'static str {
        match self {
            Side::Police => "police",
            Side::Thief => "thief",
        }
    }

    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Police => Side::Thief,
            Side::Thief => Side::Police,
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// Who wins a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PursuitOutcome {
    /// This side wins, in this many plies when the winner hurries and the loser delays.
    Won {
        /// Who wins.
        winner: Side,
        /// Plies to the end; a forced stay counts as one.
        plies: u64,
    },
    /// Neither side can force a win.
    Draw,
}

impl fmt::Display for PursuitOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PursuitOutcome::Won { winner, plies } => write!(f, "{} {plies}", winner.word()),
            PursuitOutcome::Draw => f.write_str("draw"),
        }
    }
}

/// The answer for a map.
#[derive(Clone, Debug)]
pub struct Pursuit {
    /// Who wins and when.
    pub outcome: PursuitOutcome,
    /// States of the game: police configurations times thief configurations times two (a bound
    /// from above where several policemen cannot all reach the same cells).
    pub states: u128,
    /// A line of best play to the end, where one was asked for. In a draw: until a state repeats.
    pub line: Vec<Ply>,
    /// For a draw with a line: the ply (from 0) whose state the end of the line repeats.
    pub repeats_from: Option<usize>,
}

/// Why a map was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PursuitStopped {
    /// The limit that ended the work.
    pub reached: LimitReached,
    /// States of the game, as in [`Pursuit::states`]; 0 if they were not counted yet.
    pub states: u128,
    /// Bytes that its tables take; 0 if they were not counted yet.
    pub bytes: u128,
}

impl fmt::Display for PursuitStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PursuitStopped {
            reached,
            states,
            bytes,
        } = self;
        write!(f, "{reached} (the map has {states} states, {bytes} bytes)")
    }
}

impl std::error::Error for PursuitStopped {}

impl PursuitStopped {
    /// How large the game is, in words.
    pub fn size_in_words(&self) -> String {
        let states = self.states;
        match self.reached {
            LimitReached::Bytes { .. } => {
                let megabytes = self.bytes.div_ceil(1 << 20);
                format!("the map has {states} states, and they need {megabytes} MB")
            }
            _ => format!("the map has {states} states"),
        }
    }
}

/// Solves `map` under `rules`; `with_line` also finds a line of best play.
///
/// # Examples
///
/// ```
/// # use grundy_graph::pursuit::{Map, PursuitRules, solve};
/// let map: Map = "P.TE".parse().unwrap();
/// let answer = solve(&map, PursuitRules::default(), false, &Default::default()).unwrap();
/// assert_eq!(answer.outcome.to_string(), "thief 2");
/// ```
///
/// # Errors
///
/// [`PursuitStopped`] when a limit would be or was passed.
///
/// # Complexity
///
/// Every state is decided once, 256 at a time; about nine bits a state, and with a line a few more.
pub fn solve(
    map: &Map,
    rules: PursuitRules,
    with_line: bool,
    limits: &Limits,
) -> Result<Pursuit, PursuitStopped> {
    let unknown = |reached| PursuitStopped {
        reached,
        states: 0,
        bytes: 0,
    };
    let mut budget = Budget::new(limits, map.memory_bytes()).map_err(unknown)?;
    let size = Size::of(map, rules, with_line, &mut budget).map_err(unknown)?;
    let stopped = |reached| PursuitStopped {
        reached,
        states: size.states,
        bytes: size.bytes,
    };
    size.check(limits).map_err(stopped)?;
    let columns = Columns::new(map, rules, &mut budget).map_err(stopped)?;
    let police = PoliceGraph::new(map, rules, &mut budget).map_err(stopped)?;
    let mut levels = Levels::new(map, &columns, &police, with_line, &mut budget);
    let levels = levels.as_mut().map_err(|reached| stopped(*reached))?;
    let outcome = levels.run(limits).map_err(stopped)?;
    let (line, repeats_from) = if with_line {
        line::best_line(levels, outcome, &mut budget).map_err(stopped)?
    } else {
        (Vec::new(), None)
    };
    Ok(Pursuit {
        outcome,
        states: size.states,
        line,
        repeats_from,
    })
}
