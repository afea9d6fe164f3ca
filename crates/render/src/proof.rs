//! Proofs of searches as text.

use grundy_report::{OutcomeWord, ProofReport};

use crate::plural;

/// What a proof that holds shows.
pub fn text(report: &ProofReport) -> String {
    let wins = match report.outcome {
        OutcomeWord::Win => "wins",
        OutcomeWord::Lose => "loses",
        OutcomeWord::Draw => "draws",
    };
    let worth = match report.value {
        Some(value) => format!(" is worth {value}:"),
        None => ":".to_owned(),
    };
    format!(
        "verified: {}{worth} the player to move {wins} (normal play: the player who makes the last move wins); {} derived \
         from the rules\n",
        report.position,
        plural(report.entries, "entry")
    )
}
