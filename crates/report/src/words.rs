//! Outcomes and conventions as JSON writes them.

use std::fmt;

use grundy_core::{Outcome, Play};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens to the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeWord {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Lose,
    /// Neither player can force a win.
    Draw,
}

impl OutcomeWord {
    /// The word: `win`, `lose` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            OutcomeWord::Win => "win",
            OutcomeWord::Lose => "lose",
            OutcomeWord::Draw => "draw",
        }
    }
}

impl fmt::Display for OutcomeWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl From<Outcome> for OutcomeWord {
    fn from(outcome: Outcome) -> OutcomeWord {
        match outcome {
            Outcome::Win => OutcomeWord::Win,
            Outcome::Lose => OutcomeWord::Lose,
            Outcome::Draw => OutcomeWord::Draw,
        }
    }
}

/// The ending convention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayWord {
    /// The player who makes the last move wins.
    #[default]
    Normal,
    /// The player who makes the last move loses.
    Misere,
}

impl PlayWord {
    /// The word: `normal` or `misere`.
    pub fn word(self) -> &'static str {
        match self {
            PlayWord::Normal => "normal",
            PlayWord::Misere => "misere",
        }
    }

    /// The convention in words that a person cannot mistake.
    pub fn in_words(self) -> &'static str {
        match self {
            PlayWord::Normal => "normal play: the player who makes the last move wins",
            PlayWord::Misere => "misère play: the player who makes the last move loses",
        }
    }
}

impl From<Play> for PlayWord {
    fn from(play: Play) -> PlayWord {
        match play {
            Play::Normal => PlayWord::Normal,
            Play::Misere => PlayWord::Misere,
        }
    }
}

impl From<PlayWord> for Play {
    fn from(word: PlayWord) -> Play {
        match word {
            PlayWord::Normal => Play::Normal,
            PlayWord::Misere => Play::Misere,
        }
    }
}
