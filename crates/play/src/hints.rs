//! Hints, each of which says more than the one before.

use grundy_core::{MoveReport, Outcome};
use grundy_solve::Analysis;

/// Hints, each saying more: who wins, where to look, what to play.
pub fn hints(analysis: &Analysis) -> Vec<String> {
    let verdict = &analysis.verdict;
    if verdict.moves == Some(0) {
        return vec!["the game is over".to_owned()];
    }
    let best = match verdict.outcome {
        Outcome::Win => verdict.winning_moves.first(),
        Outcome::Draw => verdict.drawing_moves.first(),
        Outcome::Lose => verdict.defence.as_ref(),
    };
    let mut hints = vec![who_wins(verdict.outcome).to_owned()];
    if let Some(best) = best {
        hints.push(where_to_look(analysis, best));
        hints.push(what_to_play(verdict.outcome, best));
    }
    hints
}

fn who_wins(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "the player to move can win",
        Outcome::Lose => "the player to move loses against best play",
        Outcome::Draw => "neither player can force a win: the player to move can hold the draw",
    }
}

fn where_to_look(analysis: &Analysis, best: &MoveReport) -> String {
    let verdict = &analysis.verdict;
    let (good, what) = match verdict.outcome {
        Outcome::Win => (verdict.winning_moves.len(), "win"),
        Outcome::Draw => (verdict.drawing_moves.len(), "draw"),
        Outcome::Lose => return format!("what lasts longest is in `{}`", best.from),
    };
    let many = match (verdict.moves, good) {
        (Some(moves), 1) => format!("one of {moves} moves {what}s"),
        (Some(moves), _) => format!("{good} of {moves} moves {what}"),
        (None, _) => format!("{good} moves {what}"),
    };
    match verdict.components.len() {
        1 => many,
        _ => format!("{many}; look at `{}`", best.from),
    }
}

fn what_to_play(outcome: Outcome, best: &MoveReport) -> String {
    match outcome {
        Outcome::Lose => format!("to last longest, {}: `{}`", best.text, best.to),
        _ => format!("{}: `{}`", best.text, best.to),
    }
}
