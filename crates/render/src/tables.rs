//! Explanations as text: paragraphs wrapped, tables aligned.

use grundy_core::{Block, Table};

use crate::paint::Paint;

/// Columns that text is wrapped to.
pub const WIDTH: usize = 96;

/// Blocks as text, an empty line between them.
pub fn blocks(blocks: &[Block], paint: Paint) -> String {
    let shown: Vec<String> = blocks
        .iter()
        .map(|block| match block {
            Block::Text(text) => wrap(text, WIDTH),
            Block::Table(table) => self::table(table, paint),
        })
        .collect();
    shown.join("\n")
}

/// Nothing can be padded to more characters; what is longer stands out.
pub(crate) const WIDEST: usize = u16::MAX as usize;

/// A table with its caption, aligned; numbers to the right.
pub fn table(table: &Table, paint: Paint) -> String {
    let all = || {
        let header = std::iter::once(&table.header);
        header.chain(&table.rows).chain(&table.footer)
    };
    let columns = table.header.len();
    let width = |column: usize| {
        let cells = all().filter_map(|row| row.get(column));
        let widest = cells.map(|cell| cell.chars().count()).max();
        widest.unwrap_or(0).min(WIDEST)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let right: Vec<bool> = (0..columns)
        .map(|column| {
            let mut cells = table.rows.iter().chain(&table.footer);
            cells.all(|row| is_number(row.get(column).map_or("", String::as_str)))
        })
        .collect();
    let line = |row: &[String]| {
        let cells: Vec<String> = row
            .iter()
            .zip(widths.iter().zip(&right))
            .map(|(cell, (&width, &right))| match right {
                true => format!("{cell:>width$}"),
                false => format!("{cell:<width$}"),
            })
            .collect();
        format!("  {}", cells.join("  ").trim_end())
    };
    let mut text = String::new();
    if !table.caption.is_empty() {
        text += &format!("{}\n", paint.bold(&table.caption));
    }
    if table.header.iter().any(|head| !head.is_empty()) {
        text += &format!("{}\n", paint.dim(&line(&table.header)));
    }
    for (index, row) in table.rows.iter().enumerate() {
        match table.marked_row == Some(index) {
            true => text += &format!("{}\n", paint.bold(&format!("{}  ←", line(row)))),
            false => text += &format!("{}\n", line(row)),
        }
    }
    if !table.footer.is_empty() {
        let total = widths.iter().sum::<usize>() + 2 * (columns.saturating_sub(1));
        text += &format!("  {}\n", "─".repeat(total.min(WIDTH)));
    }
    for row in &table.footer {
        text += &format!("{}\n", line(row));
    }
    text
}

/// `text` in lines of at most `width` characters where words allow it, each ended.
pub fn wrap(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push('\n');
            used = 0;
        } else if used > 0 {
            lines.push(' ');
            used += 1;
        }
        lines += word;
        used += length;
    }
    lines.push('\n');
    lines
}

fn is_number(cell: &str) -> bool {
    cell.chars()
        .all(|c| c.is_ascii_digit() || c == '-' || c == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right_and_words_to_the_left() {
        let mut example = Table::new("sizes", ["name", "size"]);
        example.rows = vec![
            vec!["a".into(), "10".into()],
            vec!["bcd".into(), "9".into()],
        ];
        let text = table(&example, Paint::default());
        assert_eq!(text, "sizes\n  name  size\n  a       10\n  bcd      9\n");
    }

    #[test]
    fn what_is_too_long_to_be_aligned_is_shown_all_the_same() {
        let mut example = Table::new("", ["name", "size"]);
        let long = "x".repeat(WIDEST + 1);
        example.rows = vec![vec![long.clone(), "10".into()]];
        assert!(table(&example, Paint::default()).ends_with(&format!("  {long}    10\n")));
    }

    #[test]
    fn long_words_do_not_hang_the_wrapping() {
        assert_eq!(wrap("aaaa bb cc", 5), "aaaa\nbb cc\n");
        assert_eq!(wrap("aaaaaaaa b", 3), "aaaaaaaa\nb\n");
    }
}
