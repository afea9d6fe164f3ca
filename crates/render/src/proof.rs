//! Proofs of searches as text.

use grundy_report::{OutcomeWord, ProofReport};

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
    let entries = match report.entries {
        1 => "1 entry".to_owned(),
        count => format!("{count} entries"),
    };
    format!(
        "verified: {}{worth} the player to move {wins} (normal play: the player who makes the last move wins); {entries} \
         derived from the rules\n",
        report.position,
    )
}
