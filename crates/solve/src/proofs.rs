//! Proofs of sums: what is claimed of each component, and what shows it.

use grundy_core::{Limits, Nimber, Value};
use grundy_positions::Promise;
use grundy_proofs::{Claim, Component as Proved, Entries, ProofError, ProofFile, check_entries};

use crate::SolveError;
use crate::reachable::KnownValues;
use crate::sum::{Component, Sum};
use crate::values::{Evaluator, HeapValues};

/// The proof of a sum; `None` if some component has no number as its value.
///
/// If only the outcome is wanted, the largest component that is searched may be left without a value.
pub(crate) fn of_sum(
    evaluator: &mut Evaluator,
    sum: &mut Sum,
    components: &[Component],
    outcome_only: bool,
    limits: &Limits,
) -> Result<Option<ProofFile>, SolveError> {
    let size = |sum: &Sum, c: &Component| {
        let position = sum.games[c.game].removal(c.id);
        position.map(|position| position.remaining.len())
    };
    let searched = (0..components.len()).filter(|&at| evaluator.is_searched(sum, components[at]));
    let open = searched.max_by_key(|&at| size(sum, &components[at]));
    let open = open.filter(|&at| outcome_only && size(sum, &components[at]).is_some());
    let mut claims = Vec::new();
    let mut rest = 0;
    for (at, &component) in components.iter().enumerate() {
        claims.push(Claim::Not(0));
        if Some(at) != open {
            let value = evaluator.value(sum, component, limits)?;
            let nimber = value.and_then(|value| value.finite());
            let Some(nimber) = nimber.and_then(|Nimber(n)| u32::try_from(n).ok()) else {
                return Ok(None);
            };
            rest ^= nimber;
            claims[at] = Claim::Is(nimber);
        }
    }
    if let Some(at) = open {
        let is_lost = evaluator.is_lost(sum, components[at], rest, limits)?;
        claims[at] = match is_lost {
            Some(true) => Claim::Is(rest),
            _ => Claim::Not(rest),
        };
    }
    let mut file = ProofFile::default();
    for (&component, claim) in components.iter().zip(claims) {
        let entries = match sum.games[component.game].removal(component.id) {
            Some(position) if evaluator.is_searched(sum, component) => {
                evaluator.proof_entries(component.game, &position, claim, limits)?
            }
            _ => None,
        };
        file.components.push(Proved {
            position: sum.show_one(component),
            claim,
            entries: entries.unwrap_or(Entries {
                text: String::new(),
                count: 0,
            }),
            first_line: 0,
        });
    }
    Ok(Some(file))
}

/// What checking one component came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofProblem {
    /// The entries do not show the claim.
    Proof(ProofError),
    /// The claim needed no entries, and the definition gives another value, or none.
    Refuted,
    /// There was no answer.
    Solve(SolveError),
}

/// Checks what is claimed of the only component of `sum`; answers how many entries and positions were looked at.
///
/// Where there are no entries, the value is found by the definition, from the moves alone.
///
/// # Errors
///
/// [`ProofProblem`].
pub fn check_component(
    sum: &mut Sum,
    proved: &Proved,
    limits: &Limits,
) -> Result<u64, ProofProblem> {
    let [component] = sum.components[..] else {
        return Err(ProofProblem::Refuted);
    };
    let game = &mut sum.games[component.game];
    if let Some(position) = game.removal(component.id) {
        let (text, first) = (&proved.entries.text, proved.first_line);
        let (game, remaining) = (&position.game, &position.remaining);
        match check_entries(game, remaining, proved.claim, text, first, limits) {
            Ok(entries) => return Ok(entries),
            Err(ProofError::Claim { .. } | ProofError::NotForThisGame) if text.is_empty() => {}
            Err(error) => return Err(ProofProblem::Proof(error)),
        }
    } else if !proved.entries.text.is_empty() {
        let line = proved.first_line;
        return Err(ProofProblem::Proof(ProofError::Unreadable { line }));
    }
    let value = value_by_definition(sum, limits).map_err(ProofProblem::Solve)?;
    let nimber = value.and_then(|value| value.finite()).map(|Nimber(n)| n);
    let holds = match (nimber, proved.claim) {
        (Some(nimber), Claim::Is(claimed)) => nimber == u128::from(claimed),
        (Some(nimber), Claim::Not(claimed)) => nimber != u128::from(claimed),
        (None, _) => false,
    };
    if holds {
        Ok(sum.games[component.game].positions_found())
    } else {
        Err(ProofProblem::Refuted)
    }
}

/// The value of a sum by the definition: the mex over everything that play can reach, without any promise of theory.
/// `None` where the game has no values.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub fn value_by_definition(sum: &mut Sum, limits: &Limits) -> Result<Option<Value>, SolveError> {
    let mut total = Value::Finite(Nimber(0));
    for &component in &sum.components {
        let game = sum.games[component.game].as_mut();
        for promise in Promise::ALL {
            game.forget(promise);
        }
        let mut known = KnownValues::default();
        let value = known.value(game, &mut HeapValues::default(), component.id, limits)?;
        let Some(value) = value else {
            return Ok(None);
        };
        total = total.plus(&value);
    }
    Ok(Some(total))
}
