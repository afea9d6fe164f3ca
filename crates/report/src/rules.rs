//! Rules that users write, and judge problems.

use schemars::JsonSchema;
use serde::Serialize;

use crate::SchemaVersion;

/// What rules that somebody is writing are, and whether their claims hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RulesReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// What the rules say about themselves.
    pub about: Option<String>,
    /// The position to begin with.
    pub start: Option<String>,
    /// True if the players' moves differ.
    pub has_two_players: bool,
    /// The claims.
    pub claims: Vec<RulesClaim>,
}

/// A claim of a rules file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RulesClaim {
    /// What is claimed: `lose` or `value`.
    pub claim: String,
    /// True if it holds on all positions that were tested.
    pub holds: bool,
    /// What the test says.
    pub text: String,
}

/// The built-in judge problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JudgeListReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The problems.
    pub problems: Vec<JudgeProblem>,
}

/// A judge problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JudgeProblem {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub summary: String,
}

/// A judge program on its samples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JudgeTestReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// True if every sample passed.
    pub passed: bool,
    /// The samples.
    pub samples: Vec<JudgeSample>,
}

/// One sample of a judge problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JudgeSample {
    /// The file with the input.
    pub sample: String,
    /// True if the output is as expected.
    pub passed: bool,
    /// How long it took.
    pub milliseconds: u64,
    /// What differs.
    pub note: String,
}
