//! Explanations: paragraphs and tables.

use grundy_core::{Block, Table};
use schemars::JsonSchema;
use serde::Serialize;

/// One piece of an explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ExplanationBlock {
    /// A paragraph.
    Paragraph {
        /// The paragraph.
        text: String,
    },
    /// A table.
    Table(TableReport),
}

/// A table with a caption.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TableReport {
    /// What the table shows.
    pub caption: String,
    /// The heads of the columns.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// The rows that sum up those above them.
    pub footer: Vec<Vec<String>>,
    /// The row that decides, from 0.
    pub marked_row: Option<usize>,
}

impl From<&Table> for TableReport {
    fn from(table: &Table) -> TableReport {
        TableReport {
            caption: table.caption.clone(),
            header: table.header.clone(),
            rows: table.rows.clone(),
            footer: table.footer.clone(),
            marked_row: table.marked_row,
        }
    }
}

impl From<&Block> for ExplanationBlock {
    fn from(block: &Block) -> ExplanationBlock {
        match block {
            Block::Text(text) => ExplanationBlock::Paragraph { text: text.clone() },
            Block::Table(table) => ExplanationBlock::Table(table.into()),
        }
    }
}

/// The pieces of an explanation.
pub fn explanation_blocks(blocks: &[Block]) -> Vec<ExplanationBlock> {
    blocks.iter().map(ExplanationBlock::from).collect()
}
