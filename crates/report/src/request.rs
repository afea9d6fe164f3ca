//! What is asked of a door that takes JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::PlayWord;

/// A position and how it is played.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// A position or a sum in the position language: `nim:3,4,5 + kayles:6`.
    pub position: String,
    /// The ending convention.
    #[serde(default)]
    pub play: PlayWord,
    /// Rules in Starlark; positions name them `mine.star`.
    pub rules: Option<String>,
    /// A graph as text; positions on it are `graph:g@0`.
    pub graph: Option<String>,
}

/// A position in which the computer is to move.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplyRequest {
    /// A position or a sum in the position language.
    pub position: String,
    /// The ending convention.
    #[serde(default)]
    pub play: PlayWord,
    /// How well the computer plays: `perfect`, `random` or a percentage.
    #[serde(default = "perfect")]
    #[schemars(regex(pattern = r"^(perfect|random|(100|[0-9]{1,2})%?)$"))]
    pub level: String,
    /// The seed of the computer's choices.
    #[serde(default)]
    pub seed: u64,
    /// Rules in Starlark; positions name them `mine.star`.
    pub rules: Option<String>,
    /// A graph as text; positions on it are `graph:g@0`.
    pub graph: Option<String>,
}

fn perfect() -> String {
    "perfect".to_owned()
}

/// A game that was played.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The positions of the game, the start first; at most 2000.
    #[schemars(length(max = 2000))]
    pub positions: Vec<String>,
    /// The ending convention.
    #[serde(default)]
    pub play: PlayWord,
    /// Rules in Starlark; positions name them `mine.star`.
    pub rules: Option<String>,
    /// A graph as text; positions on it are `graph:g@0`.
    pub graph: Option<String>,
}

/// A stretch of a nim-sequence.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValuesRequest {
    /// A ruleset or a code: `kayles`, `0.137`.
    pub ruleset: String,
    /// The first heap.
    #[serde(default)]
    #[schemars(range(max = 1_000_000))]
    pub from: u64,
    /// The last heap.
    #[schemars(range(max = 1_000_000))]
    pub to: u64,
    /// Rules in Starlark; the ruleset is then `mine.star`.
    pub rules: Option<String>,
}

/// A nim-sequence whose period is looked for.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeriodRequest {
    /// A ruleset or a code: `kayles`, `0.137`.
    pub ruleset: String,
    /// The last heap to look at, if the time suffices.
    pub to: Option<u64>,
    /// Rules in Starlark; the ruleset is then `mine.star`.
    pub rules: Option<String>,
}

/// Which sequence, which stretch of it, and how fine.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlotRequest {
    /// A ruleset or a code: `kayles`, `0.137`.
    pub ruleset: String,
    /// The last heap.
    #[schemars(range(min = 1, max = 10_000_000))]
    pub to: u64,
    /// The first heap of the stretch that is shown.
    #[schemars(range(max = 10_000_000))]
    pub low: Option<u64>,
    /// The last heap of the stretch that is shown.
    #[schemars(range(max = 10_000_000))]
    pub high: Option<u64>,
    /// Columns of dots.
    #[schemars(range(min = 1, max = 4000))]
    pub columns: u64,
    /// Rows of dots.
    #[schemars(range(min = 1, max = 1000))]
    pub rows: u64,
    /// Rules in Starlark; the ruleset is then `mine.star`.
    pub rules: Option<String>,
}

/// A graph and how it is played.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphRequestBody {
    /// `n m` and m lines `a b`; a bare list of edges; DOT; or JSON.
    pub text: String,
    /// True if vertices count from 1.
    #[serde(default)]
    pub one_based: bool,
    /// The ending convention.
    #[serde(default)]
    pub play: PlayWord,
}

/// A map and its rules.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PursuitRequest {
    /// Rows of `P`, `T`, `E`, `#` and `.`.
    pub map: String,
    /// True if both sides may skip a turn.
    #[serde(default)]
    pub stay: bool,
}

/// Where both stand when the policeman is to move; rows and columns count from 1.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PursuitTurnRequest {
    /// Rows of `P`, `T`, `E`, `#` and `.`.
    pub map: String,
    /// True if both sides may skip a turn.
    #[serde(default)]
    pub stay: bool,
    /// Where the policeman is: row and column, from 1.
    #[schemars(inner(range(min = 1)))]
    pub police: [u32; 2],
    /// Where the thief is: row and column, from 1.
    #[schemars(inner(range(min = 1)))]
    pub thief: [u32; 2],
}

/// Rules that somebody is writing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    /// The rules in Starlark.
    pub rules: String,
}

/// A heap game whose misère quotient is wanted.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuotientRequest {
    /// A heap game or a code.
    pub ruleset: String,
    /// Heaps up to this one; all, where that can be proved, if it is omitted.
    pub to: Option<u64>,
}
