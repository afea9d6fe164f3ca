//! Explanations as data: paragraphs and tables that every interface can show its own way.

/// One piece of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
}

/// A table with a caption.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What the table shows.
    pub caption: String,
    /// The heads of the columns.
    pub header: Vec<String>,
    /// The rows; each as long as the header.
    pub rows: Vec<Vec<String>>,
    /// Rows that sum up the ones above them (the xor row).
    pub footer: Vec<Vec<String>>,
    /// The row that decides, if one does.
    pub marked_row: Option<usize>,
}

impl Block {
    /// A paragraph.
    pub fn text(text: impl Into<String>) -> Block {
        Block::Text(text.into())
    }
}

impl Table {
    /// An empty table.
    pub fn new<const N: usize>(caption: impl Into<String>, header: [&str; N]) -> Table {
        Table {
            caption: caption.into(),
            header: header.map(str::to_owned).to_vec(),
            ..Table::default()
        }
    }
}

/// `value` in binary, padded to the width of `widest`.
///
/// # Examples
///
/// ```
/// # use grundy_core::binary;
/// assert_eq!(binary(3, 9), "0011");
/// ```
pub fn binary(value: u128, widest: u128) -> String {
    let width = (u128::BITS - widest.leading_zeros()).max(1) as usize;
    format!("{value:0width$b}")
}
