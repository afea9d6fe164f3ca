//! Who wins: outcomes, conventions, values.

use std::collections::BTreeSet;
use std::fmt;

use crate::Nimber;

/// What happens to the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move wins (an N-position).
    Win,
    /// The player to move loses (a P-position).
    Lose,
    /// Neither player can force a win: play can go on for ever (a D-position).
    Draw,
}

impl Outcome {
    /// The word used in every output: `win`, `lose` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::Draw => "draw",
        }
    }

    /// The outcome as the other player sees it.
    pub fn opposite(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Lose,
            Outcome::Lose => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The ending convention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Play {
    /// A player who cannot move loses.
    #[default]
    Normal,
    /// A player who cannot move wins.
    Misere,
}

impl Play {
    /// The outcome for a player who cannot move.
    pub fn without_moves(self) -> Outcome {
        match self {
            Play::Normal => Outcome::Lose,
            Play::Misere => Outcome::Win,
        }
    }

    /// The word used in JSON: `normal` or `misere`.
    pub fn word(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }

    /// The convention in words a person cannot mistake.
    pub fn in_words(self) -> &'static str {
        match self {
            Play::Normal => "normal play: the player who makes the last move wins",
            Play::Misere => "misère play: the player who makes the last move loses",
        }
    }
}

/// What a position is worth in a sum under normal play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A Nim heap.
    Finite(Nimber),
    /// A loopy value: infinite, with these finite values among its options (Smith 1966).
    Infinite(BTreeSet<Nimber>),
    /// Whoever is to move wins at once, whatever else is in the sum.
    Loony,
}

impl Value {
    /// The outcome of a position with this value, alone.
    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Finite(Nimber(0)) => Outcome::Lose,
            Value::Infinite(set) if !set.contains(&Nimber(0)) => Outcome::Draw,
            _ => Outcome::Win,
        }
    }

    /// The nimber, when the value is one.
    pub fn finite(&self) -> Option<Nimber> {
        match self {
            Value::Finite(nimber) => Some(*nimber),
            _ => None,
        }
    }

    /// The value of a sum of two positions.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_core::{Nimber, Outcome, Value};
    /// let loop_to_0 = Value::Infinite([Nimber(0)].into());
    /// let sum = loop_to_0.plus(&Value::Finite(Nimber(3)));
    /// assert_eq!(sum, Value::Infinite([Nimber(3)].into()));
    /// assert_eq!(sum.outcome(), Outcome::Draw);
    /// ```
    pub fn plus(&self, other: &Value) -> Value {
        use Value::{Finite, Infinite, Loony};
        match (self, other) {
            (Loony, _) | (_, Loony) => Loony,
            (Finite(a), Finite(b)) => Finite(*a ^ *b),
            (Finite(a), Infinite(set)) | (Infinite(set), Finite(a)) => {
                Infinite(set.iter().map(|k| *k ^ *a).collect())
            }
            (Infinite(_), Infinite(_)) => Infinite(BTreeSet::new()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Finite(nimber) => nimber.fmt(f),
            Value::Infinite(set) => {
                let set: Vec<String> = set.iter().map(Nimber::to_string).collect();
                write!(f, "inf({})", set.join(","))
            }
            Value::Loony => f.write_str("loony"),
        }
    }
}
