//! Nim-sequences.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Late, Listed, OutcomeWord, PlayWord, SchemaVersion, ValueReport};

/// A stretch of a nim-sequence.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ValuesReport")]
pub struct ValuesReport<'a> {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset as grundy writes it.
    pub ruleset: String,
    /// The heap of the first value.
    pub from: u64,
    /// The values of heaps `from`, `from + 1`, …; null where only statistics were asked for and the
    /// values are too many.
    pub values: SequenceValues<'a>,
    /// How the values were computed, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Late<'a, EngineReport>>,
    /// Figures about the values, if those were asked for.
    #[serde(flatten)]
    pub figures: Option<FiguresReport>,
}

/// The values of a [`ValuesReport`]: listed while they are computed, or omitted.
pub type SequenceValues<'a> = Option<Listed<'a, u64>>;

/// How values were computed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EngineReport {
    /// The method.
    pub method: String,
    /// The largest value.
    pub largest: u32,
    /// The first heap that has it.
    pub largest_at: u64,
    /// The number of rare values, where the method tells them apart.
    pub rare: Option<u64>,
    /// The last heap with a rare value.
    pub last_rare: Option<u64>,
    /// The mask of the sparse space, as a number.
    pub mask: Option<u32>,
    /// True if the parity of the heap takes part in the mask.
    pub position_parity: bool,
    /// The number of values that the method looks back.
    pub window: Option<u64>,
    /// The number of values that were computed.
    pub values: u64,
    /// The time that took, in seconds.
    pub seconds: f64,
    /// Values per second.
    pub values_per_second: u64,
}

/// Figures about a stretch of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FiguresReport {
    /// The method that computed the values.
    pub method: String,
    /// The largest value.
    pub largest: u64,
    /// The first heap that has it.
    pub largest_at: Option<u64>,
    /// The number of zeros.
    pub zeros: usize,
    /// The last heap whose value is 0.
    pub last_zero: Option<u64>,
    /// The most frequent values, each with how often it occurs.
    pub histogram: Vec<(u64, usize)>,
}

/// What a store of a sequence holds.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StoreReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset as grundy writes it.
    pub ruleset: String,
    /// The file.
    pub store: String,
    /// What it keeps: `values` or `state`.
    pub keep: String,
    /// The first heap: 0.
    pub from: u64,
    /// The last heap.
    pub to: u64,
    /// The hash of the values.
    pub hash: String,
    /// How the values were computed.
    pub stats: EngineReport,
}

/// Who wins positions of two or three numbers, and what they are worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HeapTableReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset.
    pub ruleset: String,
    /// The ending convention.
    pub play: PlayWord,
    /// The least number.
    pub from: u64,
    /// The largest number.
    pub to: u64,
    /// Every position that there is, the last number changing first.
    pub positions: Vec<HeapTableCell>,
}

/// One position of a [`HeapTableReport`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HeapTableCell {
    /// Its numbers.
    pub numbers: Vec<u64>,
    /// What happens to the player to move.
    pub outcome: OutcomeWord,
    /// What it is worth, where it is worth anything and that is known.
    pub value: ValueReport,
}

/// A plot of a sequence: values, or dots where they are too many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlotReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset as grundy writes it.
    pub ruleset: String,
    /// Figures about all values.
    #[serde(flatten)]
    pub figures: FiguresReport,
    /// The last heap whose value is known.
    pub to: u64,
    /// The first heap of the stretch that is shown.
    pub low: u64,
    /// The last heap of the stretch that is shown.
    pub high: u64,
    /// The largest value of the stretch.
    pub top: u32,
    /// Heaps per column.
    pub width: u64,
    /// Values per row.
    pub height: u64,
    /// The values of the stretch, if they are few.
    pub values: Option<Vec<u32>>,
    /// Otherwise, for each column the rows in which values occur.
    pub dots: Option<Vec<Vec<u32>>>,
}

/// All short octal codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SurveyReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The last heap that was computed.
    pub to: u64,
    /// The number of codes.
    pub codes: usize,
    /// The number of sequences that differ by more than a shift.
    pub sequences: usize,
    /// How many of those are proved periodic.
    pub periodic: usize,
    /// A row for each code that is shown.
    pub rows: Vec<SurveyRow>,
}

/// One code of a survey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SurveyRow {
    /// The code.
    pub code: String,
    /// The first code with the same sequence up to a shift.
    pub same_as: String,
    /// The largest value.
    pub largest: u32,
    /// The hash of the values.
    pub hash: String,
    /// True if a period is proved, else null.
    pub periodic: Option<bool>,
    /// The first heap from which the period holds.
    pub preperiod: Option<u64>,
    /// The period.
    pub period: Option<u64>,
}
