//! A verdict as a person reads it.

use grundy_core::{MoveReport, Outcome, Value, Verdict};

use crate::paint::Paint;
use crate::tables;

/// Moves shown at most; the rest is counted.
const MOST_MOVES: usize = 12;

/// The verdict in the first line, then the value, the winning moves, and the reason if there is one.
pub fn text(verdict: &Verdict, paint: Paint) -> String {
    let mut text = headline(verdict, paint);
    text += &facts(verdict, paint);
    text += &moves(verdict, paint);
    if !verdict.explanation.is_empty() {
        text += &format!("\n{}", tables::blocks(&verdict.explanation, paint));
    }
    text
}

fn headline(verdict: &Verdict, paint: Paint) -> String {
    let word = paint.outcome(verdict.outcome, verdict.outcome.word());
    let meaning = match verdict.outcome {
        Outcome::Win => "the player to move wins",
        Outcome::Lose => "the player to move loses",
        Outcome::Draw => "neither player can force a win",
    };
    let play = verdict.play.in_words();
    format!("{word}: {meaning} {}\n", paint.dim(&format!("({play})")))
}

fn facts(verdict: &Verdict, paint: Paint) -> String {
    let mut lines = vec![("position", verdict.position.clone())];
    if let Some(value) = &verdict.value {
        lines.push(("value", in_words(value)));
    }
    if verdict.components.len() > 1 {
        let parts = verdict.components.iter().filter_map(|component| {
            let value = component.value.as_ref()?;
            Some(format!("{} = {value}", component.position))
        });
        let parts: Vec<String> = parts.collect();
        if !parts.is_empty() {
            lines.push(("parts", parts.join(", ")));
        }
    }
    lines.push(("method", verdict.method.clone()));
    if let Some(remoteness) = verdict.remoteness {
        lines.push(("length", format!("{remoteness} moves with best play")));
    }
    let lines = lines.iter();
    lines
        .map(|(name, fact)| format!("{}  {fact}\n", paint.dim(&format!("{name:<8}"))))
        .collect()
}

/// A value in words that need no theory to read.
fn in_words(value: &Value) -> String {
    match value {
        Value::Finite(nimber) => nimber.to_string(),
        Value::Infinite(_) => format!("{value} (loopy: play can go on for ever)"),
        Value::Loony => "none (the player to move wins at once)".to_owned(),
    }
}

fn moves(verdict: &Verdict, paint: Paint) -> String {
    let total = match verdict.moves {
        Some(0) => return "no legal move\n".to_owned(),
        Some(count) => format!("{count} legal"),
        None => "too many to count".to_owned(),
    };
    let mut text = String::new();
    let label = paint.dim("moves   ");
    match verdict.outcome {
        Outcome::Win => {
            let found = verdict.winning_moves.len();
            let (least, why) = match verdict.complete {
                true => ("", ""),
                false => ("at least ", "; too many to list"),
            };
            text += &format!("{label}  {total}, {least}{found} winning{why}\n");
            text += &list(&verdict.winning_moves, verdict.complete, paint);
        }
        Outcome::Lose => {
            text += &format!("{label}  {total}, all lose\n");
            if let Some(defence) = &verdict.defence {
                let note = "holds out longest: ";
                text += &format!("  {note}{} → {}\n", defence.text, defence.position);
            }
        }
        Outcome::Draw => {
            let found = verdict.drawing_moves.len();
            text += &format!("{label}  {total}, {found} keep the draw\n");
            text += &list(&verdict.drawing_moves, verdict.complete, paint);
        }
    }
    text
}

fn list(moves: &[MoveReport], all: bool, paint: Paint) -> String {
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
        text += &format!("  … and {rest} more ({which} with --json)\n");
    }
    text
}
