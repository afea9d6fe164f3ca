//! Answers against plain definitions, at random.

mod forged;
mod graphs;
mod heaps;
mod plain;
mod plain_heaps;
mod positions;
mod rules;
mod texts;

use std::fmt;

use crate::Random;

/// A kind of trial.
#[derive(Clone, Copy)]
pub struct Trial {
    /// What it is about.
    pub name: &'static str,
    /// Makes one up and compares; says how many positions were compared.
    pub run: fn(&mut Random) -> Result<u64, Disagreement>,
    /// How often it comes, among the others.
    pub weight: u64,
}

/// Every kind of trial.
pub const TRIALS: &[Trial] = &[
    Trial {
        name: "positions",
        run: positions::one_game,
        weight: 12,
    },
    Trial {
        name: "sums",
        run: positions::sum,
        weight: 8,
    },
    Trial {
        name: "rules",
        run: rules::random_rules,
        weight: 2,
    },
    Trial {
        name: "graphs",
        run: graphs::random_graph,
        weight: 6,
    },
    Trial {
        name: "quotients",
        run: heaps::quotient,
        weight: 1,
    },
    Trial {
        name: "periods",
        run: heaps::period,
        weight: 2,
    },
    Trial {
        name: "forged certificates",
        run: forged::certificate,
        weight: 1,
    },
    Trial {
        name: "large numbers",
        run: heaps::large_twin,
        weight: 2,
    },
];

/// A trial whose answer differs from the definition, made as small as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What was asked.
    pub question: String,
    /// What differs.
    pub difference: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  {}", self.question, self.difference)
    }
}

/// One trial of a kind chosen at random: its name, and how many positions were compared.
///
/// # Errors
///
/// [`Disagreement`].
pub fn run_one(random: &mut Random) -> Result<(&'static str, u64), Disagreement> {
    let all: u64 = TRIALS.iter().map(|trial| trial.weight).sum();
    let mut number = random.below(all);
    for trial in TRIALS {
        if number < trial.weight {
            return (trial.run)(random).map(|compared| (trial.name, compared));
        }
        number -= trial.weight;
    }
    unreachable!("the number is below the sum of the weights")
}

/// The smallest of `smaller(question)`, and theirs, that still fails.
fn shrink<Q: Clone>(
    mut question: Q,
    mut difference: String,
    smaller: impl Fn(&Q) -> Vec<Q>,
    compare: impl Fn(&Q) -> Result<u64, String>,
) -> (Q, String) {
    /// Questions that are tried before it is small enough.
    const MOST: usize = 400;
    let mut tried = 0;
    'shrinking: loop {
        for candidate in smaller(&question) {
            tried += 1;
            if tried > MOST {
                break 'shrinking;
            }
            if let Err(found) = compare(&candidate) {
                (question, difference) = (candidate, found);
                continue 'shrinking;
            }
        }
        break;
    }
    (question, difference)
}
