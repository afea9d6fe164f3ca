//! Verdicts and explanations as JSON: the contract with machines.

use grundy_core::{Block, MoveReport, Outcome, Value, Verdict};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The version of every JSON object that grundy prints.
pub const SCHEMA: u32 = 1;

/// A verdict as one JSON object.
#[derive(Serialize)]
pub struct VerdictObject<'a> {
    schema: u32,
    position: &'a str,
    play: &'static str,
    outcome: &'static str,
    value: ValueObject<'a>,
    method: &'a str,
    moves: Option<u128>,
    remoteness: Option<u64>,
    components: Vec<ComponentObject<'a>>,
    winning_moves: Vec<MoveObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    drawing_moves: Vec<MoveObject<'a>>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    defence: Option<MoveObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    explanation: Vec<BlockObject<'a>>,
}

/// One move.
#[derive(Serialize)]
pub struct MoveObject<'a> {
    component: usize,
    from: &'a str,
    to: &'a str,
    position: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct ComponentObject<'a> {
    position: &'a str,
    value: ValueObject<'a>,
}

/// A number, `{"infinite":[…]}`, or null.
pub struct ValueObject<'a>(pub Option<&'a Value>);

/// One block of an explanation.
#[derive(Serialize)]
#[serde(untagged)]
pub enum BlockObject<'a> {
    /// A paragraph.
    Text {
        /// The paragraph.
        text: &'a str,
    },
    /// A table.
    Table {
        /// What it shows.
        caption: &'a str,
        /// The heads of the columns.
        header: &'a [String],
        /// The rows.
        rows: &'a [Vec<String>],
        /// The rows that sum up.
        footer: &'a [Vec<String>],
        /// The row that decides.
        marked_row: Option<usize>,
    },
}

/// The JSON object of a verdict.
pub fn verdict(verdict: &Verdict) -> VerdictObject<'_> {
    VerdictObject {
        schema: SCHEMA,
        position: &verdict.position,
        play: verdict.play.word(),
        outcome: verdict.outcome.word(),
        value: ValueObject(verdict.value.as_ref()),
        method: &verdict.method,
        moves: verdict.moves,
        remoteness: verdict.remoteness,
        components: verdict
            .components
            .iter()
            .map(|component| ComponentObject {
                position: &component.position,
                value: ValueObject(component.value.as_ref()),
            })
            .collect(),
        winning_moves: verdict.winning_moves.iter().map(self::move_).collect(),
        drawing_moves: match verdict.outcome {
            Outcome::Draw => verdict.drawing_moves.iter().map(self::move_).collect(),
            _ => Vec::new(),
        },
        complete: verdict.complete,
        defence: verdict.defence.as_ref().map(self::move_),
        explanation: blocks(&verdict.explanation),
    }
}

/// The JSON object of a move.
pub fn move_(report: &MoveReport) -> MoveObject<'_> {
    MoveObject {
        component: report.component,
        from: &report.from,
        to: &report.to,
        position: &report.position,
        text: &report.text,
    }
}

/// The JSON objects of an explanation.
pub fn blocks(blocks: &[Block]) -> Vec<BlockObject<'_>> {
    blocks.iter().map(block).collect()
}

fn block(block: &Block) -> BlockObject<'_> {
    match block {
        Block::Text(text) => BlockObject::Text { text },
        Block::Table(table) => BlockObject::Table {
            caption: &table.caption,
            header: &table.header,
            rows: &table.rows,
            footer: &table.footer,
            marked_row: table.marked_row,
        },
    }
}

impl Serialize for ValueObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(Value::Finite(nimber)) => serializer.serialize_u128(nimber.0),
            Some(Value::Infinite(set)) => {
                let mut map = serializer.serialize_map(Some(1))?;
                let set: Vec<u128> = set.iter().map(|nimber| nimber.0).collect();
                map.serialize_entry("infinite", &set)?;
                map.end()
            }
            Some(Value::Loony) | None => serializer.serialize_none(),
        }
    }
}
