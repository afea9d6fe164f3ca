//! `grundy solve --line`: best play to the end, as text.

use grundy::render::paint::Paint;
use grundy::{BestPlay, LineEnd};

/// The moves of a line of best play, numbered, and how it ends.
pub fn text(line: &BestPlay, _paint: Paint) -> String {
    let mut text = String::from("\nbest play\n");
    if line.moves.is_empty() {
        text += "  there is no move\n";
    }
    for (index, played) in line.moves.iter().enumerate() {
        let player = if index % 2 == 0 { "you" } else { "opponent" };
        text += &format!(
            "  {:>3}  {player:<8}  {}  → {}\n",
            index + 1,
            played.text,
            played.position
        );
    }
    match line.end {
        LineEnd::Over => {
            let who = if line.moves.len().is_multiple_of(2) {
                "you have"
            } else {
                "the opponent has"
            };
            text += &format!("  the game is over: {who} no move\n");
        }
        LineEnd::Repeats { after } => {
            text += &format!(
                "  the position after {} is there again: both can repeat moves {} to {} for ever\n",
                grundy::render::plural(after as u64, "move"),
                after + 1,
                line.moves.len()
            );
        }
        LineEnd::Open => text += "  …\n",
    }
    text
}
