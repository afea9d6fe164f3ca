//! Answers as data: every report that a door of grundy can give, with its JSON and the schema of it.
//!
//! A report is a plain struct. Its JSON is what `serde` derives, its JSON Schema is what `schemars`
//! derives, and the OpenAPI document and the TypeScript types of the page are generated from that
//! schema. Text, SVG and DOT are made from reports by the `render` crate.
//!
//! # Encoding
//!
//! - Every answer has `"schema": 1` as its first key ([`SchemaVersion`]).
//! - A nim-value is a number, `{"infinite": […]}`, or null ([`ValueReport`]).
//! - Integers are JSON numbers, written exactly with all their digits, also beyond 2^53. A reader
//!   whose numbers are floating-point must parse those as big integers.
//! - A count that is not known exactly, or exceeds 2^128 - 1, is null, never a rounded number.
//! - Places in a text (`span`) are bytes, from the first to one beyond the last.

mod board;
mod certificate;
mod check;
mod error;
mod error_words;
mod explanation;
mod failure;
mod from_conjecture;
mod from_errors;
mod from_graph;
mod from_pursuit;
mod from_quotient;
mod from_sequence;
mod from_solver;
mod games;
mod graph;
pub mod graph_drawing;
mod graph_picture;
mod guess;
mod info;
mod listed;
mod nimbers;
mod period;
mod picture;
mod play;
mod proof;
mod pursuit;
mod quotient;
mod request;
mod rules;
mod schema;
mod scores;
mod sequence;
mod solve;
mod typescript;
mod value;
mod version;
mod words;

pub use board::{BoardEntry, BoardMove, BoardReport, TouchReport, TouchRequest, WalkReport};
pub use certificate::CertificateReadError;
pub use check::{CheckReport, ClaimReport, CounterexampleMove, CounterexampleReport};
pub use error::{ErrorEntry, ErrorReport, LimitWord};
pub use explanation::{ExplanationBlock, TableReport, explanation_blocks};
pub use failure::{Error, ErrorClass};
pub use from_quotient::stopped_message;
pub use games::{GameEntry, GamesReport};
pub use graph::{
    GraphCurve, GraphMove, GraphPlaces, GraphReport, GraphStartReport, GraphStep, GraphStepsReport,
    GraphVerifyReport, VertexLabel,
};
pub use graph_picture::{GraphPicture, TooLargeToDraw};
pub use guess::{GuessReport, PatternReport, SizeReport};
pub use info::InfoReport;
pub use listed::{Late, Listed};
pub use nimbers::NimberReport;
pub use period::{ObservedPeriod, PeriodReport, WindowReport};
pub use picture::{PictureReport, family};
pub use play::{PlayReport, PlayStep, ReplyReport, ReviewEntry, ReviewReport};
pub use proof::ProofReport;
pub use pursuit::{Place, PlyReport, PursuitReport, PursuitTurnReport, SideWord, ThiefOption};
pub use quotient::{
    ElementsReport, GeneratorReport, GenusReport, HeapRange, QuotientCheckReport, QuotientReport,
    QuotientStructure, QuotientVerification, StructureClass,
};
pub use request::{
    GraphRequestBody, PeriodRequest, PlotRequest, PursuitRequest, PursuitTurnRequest,
    QuotientRequest, ReplyRequest, ReviewRequest, RulesRequest, SolveRequest, ValuesRequest,
};
pub use rules::{
    JudgeListReport, JudgeProblem, JudgeSample, JudgeTestReport, RulesClaim, RulesReport,
};
pub use schema::{ANSWERS, Answer, definitions, schema, schema_of};
pub use scores::{ScoreReport, ScoredMove};
pub use sequence::{
    EngineReport, FiguresReport, HeapTableCell, HeapTableReport, PlotReport, SequenceValues,
    StoreReport, SurveyReport, SurveyRow, ValuesReport,
};
pub use solve::{
    AnalysisReport, ComponentEntry, LineReport, MoveEntry, OptionEntry, SolveReport,
    VerificationReport,
};
pub use typescript::typescript;
pub use value::ValueReport;
pub use version::{SCHEMA, SchemaVersion};
pub use words::{OutcomeWord, PlayWord};

/// A report as the JSON text that every door sends.
///
/// # Panics
///
/// Never for the reports of this crate: their keys are strings and their numbers finite. Reports with
/// lists that are computed while they are written ([`Listed`], [`Late`]) may fail and are written with
/// `serde_json::to_writer`.
pub fn to_json(report: &impl serde::Serialize) -> String {
    serde_json::to_string(report).expect("reports have string keys and finite numbers")
}
