//! Explanations as text: paragraphs wrapped, tables aligned.

use grundy_report::{ExplanationBlock, TableReport};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use crate::paint::Paint;

/// Blocks as text, an empty line between them.
pub fn blocks(blocks: &[ExplanationBlock], paint: Paint) -> String {
    let shown: Vec<String> = blocks
        .iter()
        .map(|block| match block {
            ExplanationBlock::Paragraph { text } => wrap(text, paint.width),
            ExplanationBlock::Table(table) => self::table(table, paint),
        })
        .collect();
    shown.join("\n")
}

/// Nothing can be padded to more characters; what is longer stands out.
pub(crate) const WIDEST: usize = u16::MAX as usize;

/// A table with its caption, aligned; numbers to the right.
pub fn table(table: &TableReport, paint: Paint) -> String {
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
            .map(|(cell, (&width, &right))| {
                if right {
                    format!("{cell:>width$}")
                } else {
                    format!("{cell:<width$}")
                }
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
        if table.marked_row == Some(index) {
            text += &format!("{}\n", paint.bold(&format!("{}  ←", line(row))));
        } else {
            text += &format!("{}\n", line(row));
        }
    }
    if !table.footer.is_empty() {
        let total = widths.iter().sum::<usize>() + 2 * (columns.saturating_sub(1));
        text += &format!("  {}\n", "─".repeat(total.min(paint.width)));
    }
    for row in &table.footer {
        text += &format!("{}\n", line(row));
    }
    text
}

/// `text` in lines of at most `width` columns where words allow it, each ended.
pub fn wrap(text: &str, width: usize) -> String {
    let mut lines = wrapped(text, width).join("\n");
    lines.push('\n');
    lines
}

/// A fact with its name before it: `name  text`, wrapped, and indented below the name.
///
/// `columns` is the width of the column of names.
pub fn fact(name: &str, columns: usize, text: &str, paint: Paint) -> String {
    let indent = " ".repeat(columns + 2);
    let lines = wrapped(text, paint.width.saturating_sub(columns + 2));
    let label = paint.dim(&format!("{name:<columns$}"));
    format!("{label}  {}\n", lines.join(&format!("\n{indent}")))
}

/// `text` in lines of at most `width` columns where words allow it; none if there are no words.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let text = words.join(" ");
    let options = Options::new(width.max(1))
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = textwrap::wrap(&text, options).into_iter();
    lines.map(|line| line.into_owned()).collect()
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
        let example = TableReport {
            caption: "sizes".into(),
            header: vec!["name".into(), "size".into()],
            rows: vec![
                vec!["a".into(), "10".into()],
                vec!["bcd".into(), "9".into()],
            ],
            ..TableReport::default()
        };
        let text = table(&example, Paint::default());
        assert_eq!(text, "sizes\n  name  size\n  a       10\n  bcd      9\n");
    }

    #[test]
    fn what_is_too_long_to_be_aligned_is_shown_all_the_same() {
        let long = "x".repeat(WIDEST + 1);
        let example = TableReport {
            header: vec!["name".into(), "size".into()],
            rows: vec![vec![long.clone(), "10".into()]],
            ..TableReport::default()
        };
        assert!(table(&example, Paint::default()).ends_with(&format!("  {long}    10\n")));
    }

    #[test]
    fn a_fact_is_indented_below_its_name() {
        let paint = Paint {
            width: 20,
            ..Paint::default()
        };
        assert_eq!(
            fact("parts", 8, "one two three", paint),
            "parts     one two\n          three\n"
        );
    }

    #[test]
    fn long_words_do_not_hang_the_wrapping() {
        assert_eq!(wrap("aaaa bb cc", 5), "aaaa\nbb cc\n");
        assert_eq!(wrap("aaaaaaaa b", 3), "aaaaaaaa\nb\n");
    }
}
