//! The verifier: knows the rules and nothing else.
//!
//! It lists every position that play can reach and settles them by the definition alone, over and over
//! until nothing changes: lost if over and the convention says so, won if some option is lost, lost if
//! every option is won, and what never settles is a draw. Then it compares.

use std::collections::HashMap;

use grundy_core::{Ending, Limits, Outcome, Play, Value, Verdict};

use crate::SolveError;
use crate::sum::{Component, Sum};

/// What the verifier found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Positions that were examined.
    pub positions: usize,
    /// What is wrong with the verdict; empty if nothing is.
    pub complaints: Vec<String>,
}

/// Checks `verdict` on the components of `sum` against the rules.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub fn verify(
    sum: &mut Sum,
    verdict: &Verdict,
    limits: &Limits,
) -> Result<Verification, SolveError> {
    let start = sum.components.clone();
    let truth = Truth::of(sum, &start, verdict.play, limits)?;
    let mut complaints = Vec::new();
    let outcome = truth.outcome(sum, &start);
    if outcome != verdict.outcome {
        complaints.push(format!("the outcome is {outcome}, not {}", verdict.outcome));
    }
    let options = sum.options(&start, limits)?;
    if verdict
        .moves
        .is_some_and(|moves| moves != options.len() as u128)
    {
        complaints.push(format!("there are {} distinct options", options.len()));
    }
    let mut winning: Vec<String> = Vec::new();
    for (index, after) in &options {
        if truth.outcome(sum, after) == Outcome::Lose {
            winning.push(sum.report(&start, *index, after).position);
        }
    }
    let claimed: Vec<&String> = verdict.winning_moves.iter().map(|m| &m.position).collect();
    for position in &claimed {
        if !winning.contains(position) {
            complaints.push(format!("{position} is not a legal move to a lost position"));
        }
    }
    if verdict.complete {
        for position in &winning {
            if !claimed.contains(&position) {
                complaints.push(format!("the winning move to {position} is missing"));
            }
        }
    }
    if let Some(Value::Finite(value)) = &verdict.value
        && (value.0 == 0) != (outcome == Outcome::Lose)
    {
        complaints.push(format!(
            "the value {value} does not fit the outcome {outcome}"
        ));
    }
    Ok(Verification {
        positions: truth.settled.len(),
        complaints,
    })
}

/// The outcome of every reachable position, by the definition.
struct Truth {
    index: HashMap<Box<[Component]>, usize>,
    settled: Vec<Option<Outcome>>,
}

impl Truth {
    fn of(
        sum: &mut Sum,
        start: &[Component],
        play: Play,
        limits: &Limits,
    ) -> Result<Truth, SolveError> {
        let first = sum.key(start);
        let mut index = HashMap::from([(first.clone(), 0)]);
        let mut positions = vec![first];
        let mut options: Vec<Vec<usize>> = Vec::new();
        let mut settled = Vec::new();
        while options.len() < positions.len() {
            limits.check_time()?;
            limits.check_positions(positions.len() as u64)?;
            let here = positions[options.len()].clone();
            let mut list = Vec::new();
            for (_, option) in sum.options(&here, limits)? {
                let key = sum.key(&option);
                let at = *index.entry(key.clone()).or_insert_with(|| {
                    positions.push(key);
                    positions.len() - 1
                });
                list.push(at);
            }
            settled.push(match (sum.ending(&here), list.is_empty()) {
                (Some(Ending::Decided(outcome)), _) => Some(outcome),
                (_, true) => Some(play.without_moves()),
                _ => None,
            });
            options.push(list);
        }
        settle(&options, &mut settled, limits)?;
        Ok(Truth { index, settled })
    }

    fn outcome(&self, sum: &mut Sum, components: &[Component]) -> Outcome {
        let at = self.index[&sum.key(components)];
        self.settled[at].unwrap_or(Outcome::Draw)
    }
}

fn settle(
    options: &[Vec<usize>],
    settled: &mut [Option<Outcome>],
    limits: &Limits,
) -> Result<(), SolveError> {
    let mut changed = true;
    while changed {
        limits.check_time()?;
        changed = false;
        // Later positions are nearer the end, so going backwards settles most in one round.
        for at in (0..options.len()).rev() {
            if settled[at].is_some() {
                continue;
            }
            let outcomes = || options[at].iter().map(|&option| settled[option]);
            settled[at] = match () {
                () if outcomes().any(|o| o == Some(Outcome::Lose)) => Some(Outcome::Win),
                () if outcomes().all(|o| o == Some(Outcome::Win)) => Some(Outcome::Lose),
                () => continue,
            };
            changed = true;
        }
    }
    Ok(())
}
