//! Conjectures that were tested, and patterns that were found, as reports.

use grundy_conjecture::{
    CheckedConjecture, CheckedConjectures, FactTable, GuessedPatterns, PatternStanding, Quantity,
};
use grundy_core::Play;

use crate::{
    CheckReport, ClaimReport, CounterexampleMove, CounterexampleReport, GuessReport, PatternReport,
    SchemaVersion, SizeReport,
};

impl CheckReport {
    /// Tested claims about `ruleset` as a report.
    pub fn new(ruleset: &str, play: Play, checked: &CheckedConjectures) -> CheckReport {
        CheckReport {
            schema: SchemaVersion,
            ruleset: ruleset.to_owned(),
            play: play.into(),
            to: checked.to,
            domain: checked.domain.clone(),
            holds: checked.all_hold(),
            claims: checked.conjectures.iter().map(claim).collect(),
        }
    }
}

fn claim(claim: &CheckedConjecture) -> ClaimReport {
    let wrong = claim.counterexample.as_ref();
    ClaimReport {
        claim: claim.property.to_string(),
        text: claim.text.clone(),
        holds: wrong.is_none(),
        positions: claim.positions,
        counterexample: wrong.map(|wrong| CounterexampleReport {
            position: wrong.position.clone(),
            claimed: wrong.claimed.clone(),
            truth: wrong.truth.clone(),
            reason: wrong.reason.to_string(),
            offending_move: wrong.shown_by.as_ref().map(|shown| CounterexampleMove {
                text: shown.text.clone(),
                to: shown.to.clone(),
            }),
        }),
    }
}

impl GuessReport {
    /// Patterns in the positions of `ruleset` from size `from` on, as a report.
    pub fn new(ruleset: &str, from: u64, guessed: &GuessedPatterns) -> GuessReport {
        let patterns = guessed.patterns.iter().map(|pattern| PatternReport {
            pattern: pattern.text.clone(),
            quantity: pattern.quantity.word().to_owned(),
            standing: pattern.standing.word().to_owned(),
            fails_at: match pattern.standing {
                PatternStanding::Failed { at } => Some(at),
                _ => None,
            },
        });
        let sizes = guessed.sizes.iter().map(|summary| SizeReport {
            size: summary.size,
            positions: summary.positions,
            lost: summary.lost,
            largest_value: summary.largest_value,
        });
        let table = guessed.table.as_ref();
        let lost = table.map(|table| {
            let cells = table.cells();
            let lost = cells.filter(|(_, facts)| facts.is_some_and(|facts| facts.is_lost()));
            lost.map(|(numbers, _)| numbers).collect()
        });
        GuessReport {
            schema: SchemaVersion,
            ruleset: ruleset.to_owned(),
            play: guessed.play.into(),
            domain: guessed.domain.clone(),
            from,
            to: table.map(FactTable::to),
            trained_on: guessed.trained_to,
            dimensions: table.map(FactTable::dimensions),
            values: table.map(FactTable::rows),
            lost,
            sizes: sizes.collect(),
            values_resisted: guessed.only_lost_positions_are_explained()
                || !guessed.explains(Quantity::Value),
            patterns: patterns.collect(),
        }
    }
}
