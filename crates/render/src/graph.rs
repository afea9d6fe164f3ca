//! Solved graphs as a person reads them.

use std::io::{self, Write};

use grundy_report::{GraphReport, GraphStartReport, OutcomeWord};

use crate::paint::Paint;
use crate::plural;
use crate::tables::{self, fact};

/// Vertices of a line shown at most.
const SHOWN: usize = 60;
/// Columns of the names of facts.
const NAMES: usize = 7;

/// A line for each vertex: the outcome, then the remoteness if it is wanted, then the value if there
/// is one. Columns that some lines have are `-` on the others.
///
/// # Errors
///
/// Those of `out`.
pub fn write_lines(
    out: &mut impl Write,
    report: &GraphReport<'_>,
    with_remoteness: bool,
) -> io::Result<()> {
    let mut names = report.names.as_ref().map(|names| names.iter());
    let mut values = report.values.as_ref().map(|values| values.iter());
    let has_columns_behind = values.is_some();
    for (outcome, remoteness) in report.outcomes.iter().zip(report.remoteness.iter()) {
        if let Some(name) = names.as_mut().and_then(Iterator::next) {
            write!(out, "{name}: ")?;
        }
        out.write_all(outcome.word().as_bytes())?;
        match remoteness.filter(|_| with_remoteness) {
            Some(distance) => write!(out, " {distance}")?,
            None if with_remoteness && has_columns_behind => out.write_all(b" -")?,
            None => {}
        }
        if let Some(value) = values.as_mut().and_then(Iterator::next)
            && let Some(value) = value.0
        {
            write!(out, " {value}")?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// One vertex: who wins, the best moves, a line of best play, and why.
pub fn start_text(report: &GraphStartReport, paint: Paint) -> String {
    let word = paint.outcome(report.outcome, report.outcome.word());
    let who = match (report.outcome, &report.winner) {
        (OutcomeWord::Draw, _) => "neither player can force a win".to_owned(),
        (_, Some(winner)) => format!("player {winner} wins"),
        (OutcomeWord::Win, None) => "the player to move wins".to_owned(),
        (OutcomeWord::Lose, None) => "the player to move loses".to_owned(),
    };
    let length = match report.remoteness {
        Some(0) => ", the game is over".to_owned(),
        Some(moves) => format!(" in {}", plural(moves, "move")),
        None => String::new(),
    };
    let play = paint.dim(&format!("({})", report.play.in_words()));
    let mut text = format!("{word}: at {} {who}{length} {play}\n", report.start);
    let mut add = |name: &str, words: &str| text += &fact(name, NAMES, words, paint);
    if let Some(owner) = &report.owner {
        add("to move", &format!("player {owner}"));
    }
    if let Some(value) = report.value.as_ref().and_then(|value| value.0.as_ref()) {
        add("value", &value.to_string());
    }
    if report.moves.is_empty() {
        text += "no move\n";
    } else {
        add("best", &best_moves(report));
    }
    text += &fact("line", NAMES, &line(report), paint);
    if !report.explanation.is_empty() {
        text += &format!("\n{}", tables::blocks(&report.explanation, paint));
    }
    text
}

fn best_moves(report: &GraphStartReport) -> String {
    let best = report.moves.iter().filter(|entry| entry.best);
    let shown: Vec<String> = best
        .map(|entry| match entry.remoteness {
            Some(left) => format!("{} ({left} more)", entry.to),
            None => entry.to.to_string(),
        })
        .collect();
    let kind = match report.outcome {
        OutcomeWord::Win => "the fastest win",
        OutcomeWord::Lose => "the longest resistance",
        OutcomeWord::Draw => "keeps the draw",
    };
    let rest = if shown.len() > SHOWN {
        format!(", … ({} in all)", shown.len())
    } else {
        String::new()
    };
    let cut = &shown[..shown.len().min(SHOWN)];
    format!(
        "{}{rest}: {kind}; {} legal",
        cut.join(", "),
        report.moves.len()
    )
}

fn line(report: &GraphStartReport) -> String {
    let shown = report.line.len().min(SHOWN);
    let labels: Vec<String> = report.line[..shown]
        .iter()
        .map(ToString::to_string)
        .collect();
    let mut text = labels.join(" -> ");
    if shown < report.line.len() || report.line_is_cut {
        text += " -> …";
    } else if let Some(first) = report.cycle.as_ref().and_then(|cycle| cycle.first()) {
        text += &format!(" -> {first}, and so on for ever");
    }
    text
}
