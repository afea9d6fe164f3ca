//! The verifier: knows the rules and nothing else.
//!
//! It lists every position that play can reach and settles them by the definition alone, over and over
//! until nothing changes: lost if over and the convention says so, won if some option is lost, lost if
//! every option is won, and what never settles is a draw. Then it compares everything that a verdict claims.

use std::collections::{HashMap, HashSet};

use grundy_core::{Ending, Limits, MoveReport, Nimber, Outcome, Play, Value, Verdict};

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
    let play = verdict.play;
    let truth = Reached::explore(sum, &start, play, limits)?;
    let mut complaints = Vec::new();
    let outcome = truth.outcome(0);
    if outcome != verdict.outcome {
        complaints.push(format!("the outcome is {outcome}, not {}", verdict.outcome));
    }
    let options = truth.options[0].len();
    if verdict.moves.is_some_and(|moves| moves != options as u128) {
        complaints.push(format!("there are {options} distinct options"));
    }
    let remoteness = truth.remoteness(limits)?;
    if let Some(claimed) = verdict.remoteness
        && remoteness[0] != Some(claimed)
    {
        complaints.push(format!("the remoteness {claimed} is wrong"));
    }
    let moves = sum.moves(&start, true, limits)?;
    let mut options: Vec<(String, usize)> = Vec::new();
    for played in &moves {
        let position = sum.report(&start, played).position;
        options.push((position, truth.find(sum, &played.after)));
    }
    let with = |wanted: Outcome| -> HashSet<&String> {
        let found = options
            .iter()
            .filter(|(_, at)| truth.outcome(*at) == wanted);
        found.map(|(position, _)| position).collect()
    };
    let lists = [
        ("winning", &verdict.winning_moves, with(Outcome::Lose)),
        ("drawing", &verdict.drawing_moves, with(Outcome::Draw)),
    ];
    for (kind, claimed, expected) in lists {
        let is_expected = kind == "winning" || outcome == Outcome::Draw;
        let complete = verdict.complete && is_expected;
        complaints.extend(compare(kind, claimed, &expected, complete));
    }
    if let Some(defence) = &verdict.defence {
        let longest = options.iter().filter_map(|(_, at)| remoteness[*at]).max();
        let claimed = options
            .iter()
            .find(|(position, _)| *position == defence.position);
        let claimed = claimed.and_then(|(_, at)| remoteness[*at]);
        if outcome != Outcome::Lose || claimed.is_none() || claimed != longest {
            let position = &defence.position;
            complaints.push(format!("the move to {position} is not the longest defence"));
        }
    }
    complaints.extend(check_values(sum, verdict, outcome, limits)?);
    Ok(Verification {
        positions: truth.settled.len(),
        complaints,
    })
}

fn compare(
    kind: &str,
    claimed: &[MoveReport],
    expected: &HashSet<&String>,
    complete: bool,
) -> Vec<String> {
    let claimed: Vec<&String> = claimed.iter().map(|played| &played.position).collect();
    let wrong = claimed
        .iter()
        .filter(|position| !expected.contains(*position));
    let mut complaints: Vec<String> = wrong
        .map(|position| format!("the move to {position} is not a legal {kind} move"))
        .collect();
    if complete {
        let missing = expected
            .iter()
            .filter(|position| !claimed.contains(position));
        complaints
            .extend(missing.map(|position| format!("the {kind} move to {position} is missing")));
    }
    complaints
}

/// The value of the sum against the outcome, and the value of each component against the mex.
fn check_values(
    sum: &mut Sum,
    verdict: &Verdict,
    outcome: Outcome,
    limits: &Limits,
) -> Result<Vec<String>, SolveError> {
    let mut complaints = Vec::new();
    if let Some(value) = &verdict.value
        && value.outcome() != outcome
    {
        complaints.push(format!(
            "the value {value} does not fit the outcome {outcome}"
        ));
    }
    let components = sum.components.clone();
    for (&component, report) in components.iter().zip(&verdict.components) {
        let Some(Value::Finite(claimed)) = &report.value else {
            continue;
        };
        if !sum.games[component.game].is_impartial() {
            continue;
        }
        let alone = Reached::explore(sum, &[component], Play::Normal, limits)?;
        if let Some(value) = alone.mex(limits)?
            && value != *claimed
        {
            let position = &report.position;
            complaints.push(format!("{position} is worth {value}, not {claimed}"));
        }
    }
    Ok(complaints)
}

/// Every reachable position with its options and its outcome, by the definition.
struct Reached {
    index: HashMap<Box<[Component]>, usize>,
    options: Vec<Vec<usize>>,
    /// Positions that are over, by a rule of the game or for lack of moves, and their outcome.
    over: Vec<Option<Outcome>>,
    /// True if some position is over by a rule of the game.
    has_endings: bool,
    settled: Vec<Option<Outcome>>,
}

impl Reached {
    fn explore(
        sum: &mut Sum,
        start: &[Component],
        play: Play,
        limits: &Limits,
    ) -> Result<Reached, SolveError> {
        let first = sum.key(start);
        let mut index = HashMap::from([(first.clone(), 0)]);
        let mut positions = vec![first];
        let mut options: Vec<Vec<usize>> = Vec::new();
        let mut over = Vec::new();
        let (mut has_endings, mut edges) = (false, 0u64);
        while options.len() < positions.len() {
            limits.check_time()?;
            limits.check_positions(positions.len() as u64)?;
            let key_bytes = (size_of_val(start) + 64) as u64;
            limits.check_bytes(8 * edges + 2 * key_bytes * positions.len() as u64)?;
            let here = positions[options.len()].clone();
            let mut list = Vec::new();
            for option in sum.options(&here, limits)? {
                let key = sum.key(&option);
                let at = *index.entry(key.clone()).or_insert_with(|| {
                    positions.push(key);
                    positions.len() - 1
                });
                list.push(at);
            }
            let ending = sum.ending(&here);
            has_endings |= ending.is_some();
            over.push(match (ending, list.is_empty()) {
                (Some(Ending::Decided(outcome)), _) => Some(outcome),
                (_, true) => Some(play.without_moves()),
                _ => None,
            });
            edges += list.len() as u64;
            options.push(list);
        }
        let mut settled = over.clone();
        settle(&options, &mut settled, limits)?;
        Ok(Reached {
            index,
            options,
            over,
            has_endings,
            settled,
        })
    }

    fn find(&self, sum: &mut Sum, components: &[Component]) -> usize {
        self.index[&sum.key(components)]
    }

    fn outcome(&self, at: usize) -> Outcome {
        self.settled[at].unwrap_or(Outcome::Draw)
    }

    /// Moves to the end when the winner hurries and the loser delays; none for draws.
    fn remoteness(&self, limits: &Limits) -> Result<Vec<Option<u64>>, SolveError> {
        let mut remoteness: Vec<Option<u64>> = vec![None; self.options.len()];
        let is_over = |at: usize| self.over[at].is_some_and(|outcome| outcome != Outcome::Draw);
        for round in 0u64.. {
            limits.check_time()?;
            let before = |at: usize| remoteness[at].is_some_and(|plies| plies < round);
            let found: Vec<usize> = (0..self.options.len())
                .filter(|&at| remoteness[at].is_none())
                .filter(|&at| match (self.outcome(at), is_over(at)) {
                    (Outcome::Draw, _) => false,
                    (_, true) => round == 0,
                    (Outcome::Win, _) => self.options[at]
                        .iter()
                        .any(|&option| self.outcome(option) == Outcome::Lose && before(option)),
                    (Outcome::Lose, _) => self.options[at].iter().all(|&option| before(option)),
                })
                .collect();
            if found.is_empty() && round > 0 {
                break;
            }
            for at in found {
                remoteness[at] = Some(round);
            }
        }
        Ok(remoteness)
    }

    /// The nim-value of the first position, unless play can repeat or end by a rule of its own.
    fn mex(&self, limits: &Limits) -> Result<Option<Nimber>, SolveError> {
        let mut values: Vec<Option<Nimber>> = vec![None; self.options.len()];
        let mut changed = !self.has_endings;
        while changed && values[0].is_none() {
            limits.check_time()?;
            changed = false;
            for at in (0..self.options.len()).rev() {
                let options = self.options[at].iter().map(|&option| values[option]);
                if values[at].is_none()
                    && let Some(options) = options.collect::<Option<Vec<Nimber>>>()
                {
                    values[at] = Some(Nimber::mex(options));
                    changed = true;
                }
            }
        }
        Ok(values[0])
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
            if outcomes().any(|outcome| outcome == Some(Outcome::Lose)) {
                settled[at] = Some(Outcome::Win);
            } else if outcomes().all(|outcome| outcome == Some(Outcome::Win)) {
                settled[at] = Some(Outcome::Lose);
            }
            changed |= settled[at].is_some();
        }
    }
    Ok(())
}
