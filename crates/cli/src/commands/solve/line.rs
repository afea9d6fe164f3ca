//! `grundy solve --line`: best play to the end, as text.

use grundy::report::OutcomeWord;
use grundy::{BestPlay, LineEnd};

/// The moves of a line of best play, numbered, and how it ends where that is the outcome.
pub fn text(line: &BestPlay, outcome: OutcomeWord) -> String {
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
            let result = match outcome {
                OutcomeWord::Win => "you win",
                OutcomeWord::Lose => "the opponent wins",
                OutcomeWord::Draw => "nobody wins",
            };
            text += &format!("  the game is over: {who} no move; {result}\n");
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
