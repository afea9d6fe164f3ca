//! Searches that are kept in a file, and proofs of what they found.

use std::path::Path;

use grundy_core::{Limits, Outcome, Value, Verdict};
use grundy_files::checksum;
use grundy_report::{ProofReport, SchemaVersion};
use grundy_solve::{
    Claim, ProofError, ProofFile, ProofProblem, Solver, StoreError, check_component,
};

use crate::spec::{Files, parse_sum};
use crate::{Error, Question};

/// An answer, and the text of its proof if that was wanted.
pub struct Searched {
    /// The answer.
    pub verdict: Verdict,
    /// The proof.
    pub proof: Option<String>,
}

/// As [`crate::solve`], where what is searched is kept in a file, so that the same question later goes on where this one
/// ended, and with a proof if that is wanted.
///
/// # Errors
///
/// As [`crate::solve`]; [`Error::Io`] and [`Error::Input`] for the file; [`Error::Usage`] if nothing is searched that a file
/// could keep, or there are no values that a proof could show.
pub fn solve(
    question: &Question,
    store: Option<&Path>,
    wants_proof: bool,
) -> Result<Searched, Error> {
    let mut sum = question.sum()?;
    let mut solver = match store {
        None => Solver::new(&mut sum, question.request())?,
        Some(file) => {
            let solver = Solver::with_store(&mut sum, question.request(), file);
            solver.map_err(store_error)??.ok_or_else(|| Error::Usage {
                message: "a store keeps the search of a removal game (`cram`, `node-kayles`, a file with `cells` and \
                          `removals`) under normal play, and nothing of that kind is searched here; leave out --store"
                    .to_owned(),
            })?
        }
    };
    let answer = searched(&mut solver, wants_proof);
    let saved = solver.save().map_err(store_error);
    let answer = answer?;
    saved.map(|()| answer)
}

fn searched(solver: &mut Solver<'_>, wants_proof: bool) -> Result<Searched, Error> {
    let verdict = solver.verdict()?;
    let proof = wants_proof.then(|| solver.proof()).transpose()?;
    let proof = match proof {
        Some(None) => {
            return Err(Error::Usage {
                message: "a proof shows values under normal play, and this answer rests on no values; leave out --proof, \
                          or check it with --verify"
                    .to_owned(),
            });
        }
        Some(Some(proof)) => Some(proof.write(checksum)),
        None => None,
    };
    Ok(Searched { verdict, proof })
}

/// Checks a proof: the claim of each component from the rules alone, and that together they decide the sum.
///
/// # Errors
///
/// [`Error::Refuted`] if it is damaged or does not hold, [`Error::Limit`] if that could not be found out.
pub fn check(file: &str, text: &str, files: &Files, limits: &Limits) -> Result<ProofReport, Error> {
    let refused = |error: &ProofError| match error {
        ProofError::Limit(reached) => Error::from(*reached),
        error => Error::Refuted {
            message: format!("{file}: {error}"),
        },
    };
    let proof = ProofFile::read(text, checksum).map_err(|error| refused(&error))?;
    let mut entries = 0;
    for proved in &proof.components {
        let position = std::slice::from_ref(&proved.position);
        let mut sum = parse_sum(position, files.clone(), limits)?;
        let checked = check_component(&mut sum, proved, limits);
        entries += checked.map_err(|problem| match problem {
            ProofProblem::Proof(error) => refused(&error),
            ProofProblem::Solve(error) => error.into(),
            ProofProblem::Refuted => Error::Refuted {
                message: format!("{file}: what is claimed of {} is wrong", proved.position),
            },
        })?;
    }
    let (outcome, value) = decided(&proof).ok_or_else(|| refused(&ProofError::Outcome))?;
    let positions: Vec<&str> = proof
        .components
        .iter()
        .map(|c| c.position.as_str())
        .collect();
    Ok(ProofReport {
        schema: SchemaVersion,
        verified: true,
        position: positions.join(" + "),
        outcome: outcome.into(),
        value: value.map(u64::from),
        entries,
    })
}

/// The value by the definition: the mex over everything that play can reach, without any promise of theory; `None` where
/// the game has no values. For those who compare.
///
/// # Errors
///
/// As [`crate::solve`].
pub fn value_by_definition(question: &Question) -> Result<Option<Value>, Error> {
    let mut sum = question.sum()?;
    Ok(grundy_solve::value_by_definition(
        &mut sum,
        &question.limits,
    )?)
}

/// What the claims say of the sum.
fn decided(proof: &ProofFile) -> Option<(Outcome, Option<u32>)> {
    let (mut sum, mut missing) = (0, None);
    for component in &proof.components {
        match component.claim {
            Claim::Is(nimber) => sum ^= nimber,
            Claim::Not(nimber) if missing.is_none() => missing = Some(nimber),
            Claim::Not(_) => return None,
        }
    }
    match missing {
        None if proof.components.is_empty() => None,
        None if sum == 0 => Some((Outcome::Lose, Some(0))),
        None => Some((Outcome::Win, Some(sum))),
        Some(nimber) => (nimber == sum).then_some((Outcome::Win, None)),
    }
}

fn store_error(error: StoreError) -> Error {
    match error {
        StoreError::Io { path, source } => Error::io(path, source),
        StoreError::Refused { path, fault } => {
            Error::input(&path.display().to_string(), None, &fault)
        }
        StoreError::Limit(reached) => reached.into(),
        error => Error::usage(&format!("{error:?}")),
    }
}
