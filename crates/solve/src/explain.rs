//! What the explanations of all methods share.

use grundy_core::{Block, Play, Table, binary};

use crate::sum::{Component, Sum, SumMove};

/// Rows that a table shows at most.
const MOST_ROWS: usize = 24;

/// What the games of the components say themselves.
pub fn own_reasons(sum: &Sum, components: &[Component], play: Play) -> Vec<Block> {
    let mut blocks = Vec::new();
    for component in components {
        let reasons = sum.games[component.game].reasons(component.id, play);
        if components.len() > 1 && !reasons.is_empty() {
            blocks.push(Block::text(format!("In {}:", sum.show_one(*component))));
        }
        blocks.extend(reasons);
    }
    blocks
}

/// A table of values in binary with their xor, the deciding row marked.
pub fn xor_table(caption: &str, rows: Vec<(String, u128)>) -> Block {
    let total = rows.iter().fold(0, |sum, (_, value)| sum ^ value);
    let widest = rows.iter().map(|(_, value)| *value).max().unwrap_or(0);
    let mut table = Table::new(caption, ["", "value", "binary"]);
    let top = top_bit(total);
    table.marked_row = rows
        .iter()
        .take(MOST_ROWS)
        .position(|(_, value)| total != 0 && value & top != 0);
    for (name, value) in rows.iter().take(MOST_ROWS) {
        table.rows.push(vec![
            name.clone(),
            value.to_string(),
            binary(*value, widest),
        ]);
    }
    if rows.len() > MOST_ROWS {
        let more = format!("… {} more", rows.len() - MOST_ROWS);
        table.rows.push(vec![more, String::new(), String::new()]);
    }
    table.footer.push(vec![
        "xor".to_owned(),
        total.to_string(),
        binary(total, widest),
    ]);
    if total != 0 {
        let arrow = format!(
            "{:>1$}",
            "^",
            binary(total, widest).len() - top.trailing_zeros() as usize
        );
        table
            .footer
            .push(vec!["deciding bit".to_owned(), top.to_string(), arrow]);
    }
    Block::Table(table)
}

/// The move that was found, as a sentence.
pub fn move_taken(sum: &Sum, from: &[Component], played: &SumMove) -> Block {
    let report = sum.report(from, played);
    Block::text(format!(
        "So {}: the opponent is left with {}, which is lost.",
        report.text, report.position
    ))
}

/// The highest bit of a number that is not 0.
pub fn top_bit(value: u128) -> u128 {
    match value {
        0 => 0,
        _ => 1 << (u128::BITS - 1 - value.leading_zeros()),
    }
}
