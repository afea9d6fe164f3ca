//! Who wins a position.

use grundy_core::{ComponentReport, MoveReport, Outcome, Picture, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ExplanationBlock, OutcomeWord, PictureReport, PlayWord, SchemaVersion, ValueReport,
    explanation_blocks,
};

/// Who wins, what the position is worth, every winning move, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SolveReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The position as grundy writes it.
    pub position: String,
    /// The ending convention.
    pub play: PlayWord,
    /// What happens to the player to move.
    pub outcome: OutcomeWord,
    /// The nim-value of the sum.
    pub value: ValueReport,
    /// The method that found the outcome, in a few words.
    pub method: String,
    /// The number of distinct legal options; null where it is not known exactly.
    pub moves: Option<u128>,
    /// Moves to the end when the winner hurries and the loser delays, where it was computed.
    pub remoteness: Option<u64>,
    /// The components of the sum.
    pub components: Vec<ComponentEntry>,
    /// Every winning move, unless `complete` is false.
    pub winning_moves: Vec<MoveEntry>,
    /// For a draw: every move that keeps it.
    pub drawing_moves: Vec<MoveEntry>,
    /// False if moves were too many to list, or to look for, and some are missing.
    pub complete: bool,
    /// For a lost position: the move that delays the end longest, where it was computed.
    pub defence: Option<MoveEntry>,
    /// The reason, if it was asked for.
    pub explanation: Vec<ExplanationBlock>,
    /// What the verifier says, if it was asked.
    pub verification: Option<VerificationReport>,
}

/// One component of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComponentEntry {
    /// The component as grundy writes it.
    pub position: String,
    /// Its nim-value.
    pub value: ValueReport,
}

/// One move in a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MoveEntry {
    /// The component that the move is made in, from 0.
    pub component: usize,
    /// The component before the move.
    pub from: String,
    /// The component after the move.
    pub to: String,
    /// The whole sum after the move; it can be given back as a position.
    pub position: String,
    /// The move as a sentence.
    pub text: String,
    /// What a person touches to make the move: names of elements of the component's picture, or an
    /// amount.
    pub touch: Vec<String>,
    /// The names of the elements of the component's picture that the move changes.
    pub changes: Vec<String>,
}

/// A [`SolveReport`] with best play to the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LineReport {
    /// The answer to "who wins?".
    #[serde(flatten)]
    pub solve: SolveReport,
    /// Best play: the winner hurries, the loser delays; both players' moves in turn.
    pub line: Vec<MoveEntry>,
    /// True if the line goes on to the end of the game.
    pub line_is_complete: bool,
    /// The number of moves before the cycle, if the line ends where it has been before.
    pub repeats_after: Option<usize>,
}

/// What a verifier that knows only the rules says of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerificationReport {
    /// True if the verifier agrees with the answer.
    pub agrees: bool,
    /// Positions that the verifier examined.
    pub positions: u64,
    /// What is wrong with the answer.
    pub complaints: Vec<String>,
}

/// A [`SolveReport`] with what every move does and how to draw the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AnalysisReport {
    /// The answer to "who wins?".
    #[serde(flatten)]
    pub solve: SolveReport,
    /// True if the player to move has no move.
    pub is_over: bool,
    /// Every move; where there are too many, winning ones.
    pub options: Vec<OptionEntry>,
    /// False if there are too many moves to list.
    pub options_complete: bool,
    /// How to draw each component.
    pub pictures: Vec<PictureReport>,
    /// Hints, each telling more than the one before.
    pub hints: Vec<String>,
}

/// A move with what it does to the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OptionEntry {
    /// The move.
    #[serde(flatten)]
    pub entry: MoveEntry,
    /// What happens to the player who makes the move.
    pub result: OutcomeWord,
    /// How to draw the component after the move; what does not change may be omitted.
    pub picture: PictureReport,
}

impl OptionEntry {
    /// A move with what it does to the player who makes it, and the board after it.
    pub fn new(report: &MoveReport, outcome: Outcome, picture: &Picture) -> OptionEntry {
        OptionEntry {
            entry: MoveEntry::from(report),
            result: outcome.into(),
            picture: PictureReport::of_option(picture),
        }
    }
}

impl From<&MoveReport> for MoveEntry {
    fn from(report: &MoveReport) -> MoveEntry {
        MoveEntry {
            component: report.component,
            from: report.from.clone(),
            to: report.to.clone(),
            position: report.position.clone(),
            text: report.text.clone(),
            touch: names(&report.touch),
            changes: names(&report.changes),
        }
    }
}

impl From<&ComponentReport> for ComponentEntry {
    fn from(report: &ComponentReport) -> ComponentEntry {
        ComponentEntry {
            position: report.position.clone(),
            value: report.value.clone().into(),
        }
    }
}

impl From<&Verdict> for SolveReport {
    fn from(verdict: &Verdict) -> SolveReport {
        let moves = |list: &[MoveReport]| list.iter().map(MoveEntry::from).collect();
        SolveReport {
            schema: SchemaVersion,
            position: verdict.position.clone(),
            play: verdict.play.into(),
            outcome: verdict.outcome.into(),
            value: verdict.value.clone().into(),
            method: verdict.method.clone(),
            moves: verdict.moves,
            remoteness: verdict.remoteness,
            components: verdict
                .components
                .iter()
                .map(ComponentEntry::from)
                .collect(),
            winning_moves: moves(&verdict.winning_moves),
            drawing_moves: match verdict.outcome {
                Outcome::Draw => moves(&verdict.drawing_moves),
                Outcome::Win | Outcome::Lose => Vec::new(),
            },
            complete: verdict.complete,
            defence: verdict.defence.as_ref().map(MoveEntry::from),
            explanation: explanation_blocks(&verdict.explanation),
            verification: None,
        }
    }
}

fn names(elements: &[grundy_core::Element]) -> Vec<String> {
    elements.iter().map(ToString::to_string).collect()
}
