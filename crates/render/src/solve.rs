//! Who wins a position, as a person reads it.

use grundy_core::Value;
use grundy_report::{MoveEntry, OutcomeWord, SolveReport};

use crate::paint::Paint;
use crate::plural;
use crate::tables::{self, fact};

/// Moves shown at most; the rest is counted.
const MOST_MOVES: usize = 12;
/// Columns of the names of facts.
const NAMES: usize = 8;

/// The outcome in the first line, then the value, the winning moves, and the reason if there is one.
pub fn text(report: &SolveReport, paint: Paint) -> String {
    let mut text = headline(report, paint);
    text += &facts(report, paint);
    text += &moves(report, paint);
    if !report.explanation.is_empty() {
        text += &format!("\n{}", tables::blocks(&report.explanation, paint));
    }
    text
}

/// One line for scripts: `win 2`, `lose 0`, `draw`; without the value where there is none.
pub fn brief(report: &SolveReport) -> String {
    match &report.value.0 {
        Some(Value::Finite(nimber)) => format!("{} {nimber}\n", report.outcome),
        _ => format!("{}\n", report.outcome),
    }
}

fn headline(report: &SolveReport, paint: Paint) -> String {
    let word = paint.outcome(report.outcome, report.outcome.word());
    let meaning = match report.outcome {
        OutcomeWord::Win => "the player to move wins",
        OutcomeWord::Lose => "the player to move loses",
        OutcomeWord::Draw => "neither player can force a win",
    };
    let play = report.play.in_words();
    format!("{word}: {meaning} {}\n", paint.dim(&format!("({play})")))
}

fn facts(report: &SolveReport, paint: Paint) -> String {
    let mut text = fact("position", NAMES, &report.position, paint);
    let mut add = |name: &str, words: &str| text += &fact(name, NAMES, words, paint);
    if let Some(value) = &report.value.0 {
        add("value", &in_words(value));
    }
    if report.components.len() > 1 {
        let parts = report.components.iter().filter_map(|component| {
            let value = component.value.0.as_ref()?;
            Some(format!("{} = {value}", component.position))
        });
        let parts: Vec<String> = parts.collect();
        if !parts.is_empty() {
            add("parts", &parts.join(", "));
        }
    }
    add("method", &report.method);
    if let Some(remoteness) = report.remoteness {
        let moves = plural(remoteness, "move");
        add("length", &format!("{moves} with best play"));
    }
    text
}

/// A value in words that need no theory to read.
fn in_words(value: &Value) -> String {
    match value {
        Value::Finite(nimber) => nimber.to_string(),
        Value::Infinite(_) => format!("{value} (loopy: play can go on for ever)"),
        Value::Loony => "none (the player to move wins at once)".to_owned(),
    }
}

fn moves(report: &SolveReport, paint: Paint) -> String {
    let total = match report.moves {
        Some(0) => return "no legal move\n".to_owned(),
        Some(count) => format!("{count} legal"),
        None => "too many to count".to_owned(),
    };
    let line = |words: String| fact("moves", NAMES, &words, paint);
    match report.outcome {
        OutcomeWord::Win => {
            let found = report.winning_moves.len();
            let winning = match (report.complete, found) {
                (true, _) => format!("{found} winning"),
                (false, 0) => "the winning ones are too many to look for".to_owned(),
                (false, _) => {
                    format!("at least {found} winning; the others were not all looked for")
                }
            };
            line(format!("{total}, {winning}"))
                + &list(&report.winning_moves, report.complete, paint)
        }
        OutcomeWord::Lose => {
            let mut text = line(format!("{total}, all lose"));
            if let Some(defence) = &report.defence {
                let note = "holds out longest: ";
                text += &format!("  {note}{} → {}\n", defence.text, defence.position);
            }
            text
        }
        OutcomeWord::Draw => {
            let found = report.drawing_moves.len();
            let keep = if found == 1 { "keeps" } else { "keep" };
            line(format!("{total}, {found} {keep} the draw"))
                + &list(&report.drawing_moves, report.complete, paint)
        }
    }
}

fn list(moves: &[MoveEntry], all: bool, paint: Paint) -> String {
    let shown = &moves[..moves.len().min(MOST_MOVES)];
    let widths = shown.iter().map(|m| m.text.chars().count());
    let width = widths.max().unwrap_or(0).min(tables::WIDEST);
    let mut text: String = shown
        .iter()
        .map(|m| format!("  {:<width$}  → {}\n", m.text, paint.bold(&m.position)))
        .collect();
    if moves.len() > shown.len() {
        let rest = moves.len() - shown.len();
        let which = if all { "all of them" } else { "these, too," };
        text += &format!("  … and {rest} more ({which} in the JSON)\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use grundy_report::{SchemaVersion, ValueReport};

    use super::*;

    fn example(outcome: OutcomeWord) -> SolveReport {
        SolveReport {
            schema: SchemaVersion,
            position: "nim:3".to_owned(),
            play: Default::default(),
            outcome,
            value: ValueReport(None),
            method: "by hand".to_owned(),
            moves: Some(3),
            remoteness: Some(1),
            components: Vec::new(),
            winning_moves: Vec::new(),
            drawing_moves: Vec::new(),
            complete: true,
            defence: None,
            explanation: Vec::new(),
            verification: None,
        }
    }

    #[test]
    fn one_is_not_spoken_of_as_many() {
        let mut draw = example(OutcomeWord::Draw);
        draw.drawing_moves.push(MoveEntry {
            component: 0,
            from: "a".to_owned(),
            to: "b".to_owned(),
            position: "b".to_owned(),
            text: "go".to_owned(),
            touch: Vec::new(),
            changes: Vec::new(),
        });
        let text = super::text(&draw, Paint::default());
        assert!(text.contains("3 legal, 1 keeps the draw\n"), "{text}");
        assert!(text.contains("1 move with best play\n"), "{text}");
    }

    #[test]
    fn winning_moves_that_were_not_looked_for_are_not_counted() {
        let mut win = example(OutcomeWord::Win);
        win.complete = false;
        let text = super::text(&win, Paint::default());
        assert!(!text.contains("at least 0"), "{text}");
    }
}
