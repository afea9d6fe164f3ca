//! Outcomes and remoteness of many positions of the same games, each position examined once.

use grundy_core::{Limits, Outcome, Play};

use crate::SolveError;
use crate::search::{KnownOutcomes, SumKey, search};
use crate::sum::{Component, Sum};

/// Outcomes that exhaustive search found, under one ending convention.
pub struct OutcomeTable {
    play: Play,
    known: KnownOutcomes,
}

impl OutcomeTable {
    /// An empty table.
    pub fn new(play: Play) -> OutcomeTable {
        OutcomeTable {
            play,
            known: KnownOutcomes::default(),
        }
    }

    /// The outcome of `components`; everything that play can reach from there is solved with it.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        let key = sum.key(components);
        if let Some(&outcome) = self.known.get(&key) {
            return Ok(outcome);
        }
        let searched = search(
            sum,
            std::slice::from_ref(&key),
            &self.known,
            self.play,
            limits,
        )?;
        self.known.extend(searched.into_outcomes());
        Ok(self.known[&key])
    }
}

/// The outcome of each of `positions`, and the number of moves to the end when the winner hurries and
/// the loser delays (`None` for a draw), by one search from all of them.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub fn outcomes_and_remoteness(
    sum: &mut Sum,
    positions: &[Component],
    play: Play,
    limits: &Limits,
) -> Result<Vec<(Outcome, Option<u64>)>, SolveError> {
    let keys: Vec<SumKey> = positions.iter().map(|&c| sum.key(&[c])).collect();
    let searched = search(sum, &keys, &KnownOutcomes::default(), play, limits)?;
    let facts = positions.iter().map(|&component| {
        let outcome = searched.outcome(sum, &[component]);
        let outcome = outcome.expect("searched from there");
        (outcome, searched.remoteness(sum, &[component]))
    });
    Ok(facts.collect())
}
