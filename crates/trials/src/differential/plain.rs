//! Sums by the definition: every position that can be reached, and outcomes until nothing changes.
//!
//! Only the rules are asked (options, endings, whose turn it is); no theory, no solver.

use std::collections::HashMap;

use grundy_core::{Ending, Limits, Outcome, Play};
use grundy_solve::{Component, Sum};

/// Everything that can be reached from a sum.
pub struct Reachable {
    options: Vec<Vec<usize>>,
    endings: Vec<Option<Ending>>,
    index: HashMap<Box<[Component]>, usize>,
}

impl Reachable {
    /// From the components of `sum` on; `None` if there are more than `most` positions.
    pub fn new(sum: &mut Sum, most: usize) -> Option<Reachable> {
        // A position with more options than that has more positions below it.
        let limits = Limits {
            positions: most as u64,
            ..Limits::default()
        };
        let start = sum.components.clone();
        let mut reachable = Reachable {
            options: Vec::new(),
            endings: Vec::new(),
            index: HashMap::new(),
        };
        let mut positions = vec![start.clone()];
        reachable.index.insert(sum.key(&start), 0);
        while reachable.options.len() < positions.len() {
            let here = positions[reachable.options.len()].clone();
            let ending = sum.ending(&here);
            let mut options = Vec::new();
            if ending.is_none() {
                for (at, component) in here.iter().enumerate() {
                    let game = &mut sum.games[component.game];
                    for to in game.options(component.id, &limits).ok()? {
                        let after = sum.after(&here, at, to);
                        let key = sum.key(&after);
                        let next = positions.len();
                        let number = *reachable.index.entry(key).or_insert(next);
                        if number == next {
                            positions.push(after);
                        }
                        if positions.len() > most {
                            return None;
                        }
                        if !options.contains(&number) {
                            options.push(number);
                        }
                    }
                }
            }
            reachable.options.push(options);
            reachable.endings.push(ending);
        }
        Some(reachable)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// The options of the start.
    pub fn start_options(&self) -> &[usize] {
        &self.options[0]
    }

    /// The number of a sum that was reached.
    pub fn number(&self, key: &[Component]) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// The outcome of every position.
    pub fn outcomes(&self, play: Play) -> Vec<Outcome> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; self.len()];
        let mut changed = true;
        while changed {
            changed = false;
            // Options mostly have higher numbers.
            for at in (0..self.len()).rev() {
                if outcomes[at].is_none() {
                    outcomes[at] = self.outcome(at, play, &outcomes);
                    changed |= outcomes[at].is_some();
                }
            }
        }
        let outcomes = outcomes.into_iter();
        outcomes.map(|o| o.unwrap_or(Outcome::Draw)).collect()
    }

    fn outcome(&self, at: usize, play: Play, known: &[Option<Outcome>]) -> Option<Outcome> {
        if let Some(Ending::Decided(outcome)) = self.endings[at] {
            return Some(outcome);
        }
        let options = &self.options[at];
        if options.is_empty() {
            return Some(match play {
                Play::Normal => Outcome::Lose,
                Play::Misere => Outcome::Win,
            });
        }
        if options.iter().any(|&o| known[o] == Some(Outcome::Lose)) {
            return Some(Outcome::Win);
        }
        let all_won = options.iter().all(|&o| known[o] == Some(Outcome::Win));
        all_won.then_some(Outcome::Lose)
    }

    /// The nim-value of the start, if play always ends and no rule of its own ends it.
    pub fn value(&self) -> Option<u32> {
        if self.endings.iter().any(Option::is_some) {
            return None;
        }
        let mut values: Vec<Option<u32>> = vec![None; self.len()];
        let mut changed = true;
        while changed && values[0].is_none() {
            changed = false;
            for at in (0..self.len()).rev() {
                if values[at].is_some() {
                    continue;
                }
                let of_options: Option<Vec<u32>> =
                    self.options[at].iter().map(|&o| values[o]).collect();
                if let Some(of_options) = of_options {
                    values[at] = (0..).find(|value| !of_options.contains(value));
                    changed = true;
                }
            }
        }
        values[0]
    }
}
