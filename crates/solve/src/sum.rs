//! A sum of games: whose turn it is in one, it is in all.

use std::collections::HashSet;

use grundy_core::{Ending, Limits, MoveReport, Picture};
use grundy_positions::{Game, Id, Move};

use crate::SolveError;

/// Games side by side; a move is a move in one of them.
pub struct Sum {
    /// The rulesets; components with the same one share it.
    pub games: Vec<Box<dyn Game>>,
    /// What is played.
    pub components: Vec<Component>,
}

/// One component of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component {
    /// Which of the sum's games.
    pub game: usize,
    /// Which position of it.
    pub id: Id,
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The component it is made in.
    pub component: usize,
    /// The move there.
    pub played: Move,
    /// The sum after it.
    pub after: Vec<Component>,
}

impl Sum {
    /// One position of one game.
    pub fn of(game: Box<dyn Game>, id: Id) -> Sum {
        Sum {
            games: vec![game],
            components: vec![Component { game: 0, id }],
        }
    }

    /// Adds the components of another sum.
    pub fn append(&mut self, other: Sum) {
        let first = self.games.len();
        self.games.extend(other.games);
        let components = other.components.into_iter();
        self.components
            .extend(components.map(|component| Component {
                game: first + component.game,
                id: component.id,
            }));
    }

    /// The sum in the position language.
    pub fn show(&self, components: &[Component]) -> String {
        let parts: Vec<String> = components.iter().map(|&c| self.show_one(c)).collect();
        parts.join(" + ")
    }

    /// One component in the position language.
    pub fn show_one(&self, component: Component) -> String {
        self.games[component.game].show(component.id)
    }

    /// How to draw one component.
    pub fn picture(&self, component: Component) -> Picture {
        self.games[component.game].picture(component.id)
    }

    /// What the picture of one component cannot show.
    pub fn caption(&self, component: Component) -> Option<String> {
        self.games[component.game].caption(component.id)
    }

    /// True if some component has ended the whole game.
    pub fn ending(&self, components: &[Component]) -> Option<Ending> {
        components
            .iter()
            .find_map(|c| self.games[c.game].ending(c.id))
    }

    /// The representative of the sums that count as the same: the order of components and what each
    /// game ignores do not matter.
    pub fn key(&mut self, components: &[Component]) -> Box<[Component]> {
        let mut key: Box<[Component]> = components
            .iter()
            .map(|c| Component {
                game: c.game,
                id: self.games[c.game].canonical(c.id),
            })
            .collect();
        key.sort_unstable();
        key
    }

    /// `components` after a move in the one at `index`: the other player is to move everywhere.
    pub fn after(&mut self, components: &[Component], index: usize, to: Id) -> Vec<Component> {
        let mut after = components.to_vec();
        for (at, component) in after.iter_mut().enumerate() {
            component.id = if at == index {
                to
            } else {
                self.games[component.game].pass(component.id)
            };
        }
        after
    }

    /// A move in the component at `index`.
    pub fn played(&mut self, components: &[Component], index: usize, played: Move) -> SumMove {
        SumMove {
            component: index,
            played,
            after: self.after(components, index, played.to),
        }
    }

    /// The options of the whole sum, each once.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if there are too many or the rules fail.
    pub fn options(
        &mut self,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Vec<Vec<Component>>, SolveError> {
        let mut options = Vec::new();
        if self.ending(components).is_some() {
            return Ok(options);
        }
        let mut seen = HashSet::new();
        for (index, &c) in components.iter().enumerate() {
            for to in self.games[c.game].options(c.id, limits)? {
                let after = self.after(components, index, to);
                if seen.insert(self.key(&after)) {
                    options.push(after);
                }
            }
        }
        Ok(options)
    }

    /// Moves of the whole sum: one for each option, or every one.
    ///
    /// # Errors
    ///
    /// As [`Sum::options`].
    pub fn moves(
        &mut self,
        components: &[Component],
        distinct: bool,
        limits: &Limits,
    ) -> Result<Vec<SumMove>, SolveError> {
        let mut moves = Vec::new();
        if self.ending(components).is_some() {
            return Ok(moves);
        }
        let mut seen = HashSet::new();
        for (index, &c) in components.iter().enumerate() {
            let game = &mut self.games[c.game];
            let found = if distinct {
                game.distinct_moves(c.id, limits)?
            } else {
                game.moves(c.id, limits)?
            };
            for played in found {
                let played = self.played(components, index, played);
                if !distinct || seen.insert(self.key(&played.after)) {
                    moves.push(played);
                }
            }
        }
        Ok(moves)
    }

    /// A move as every interface reports it.
    pub fn report(&self, from: &[Component], played: &SumMove) -> MoveReport {
        let (before, to) = (from[played.component], played.after[played.component]);
        let described = self.games[before.game].describe(played.played);
        MoveReport {
            component: played.component,
            from: self.show_one(before),
            to: self.show_one(to),
            position: self.show(&played.after),
            text: described.text,
            touch: described.touch,
            changes: described.changes,
        }
    }

    /// True if options are too many to be listed one by one, going by the components that have a formula: games
    /// without one have few enough.
    pub fn has_more_options_than(&self, components: &[Component], most: u128) -> bool {
        let counts = components
            .iter()
            .filter_map(|c| self.games[c.game].option_count(c.id));
        let mut counts = counts.map(|count| count.unwrap_or(u128::MAX));
        counts
            .try_fold(0u128, |sum, count| {
                sum.checked_add(count).filter(|sum| *sum <= most)
            })
            .is_none()
    }

    /// The number of distinct options, where every component has a formula for it and it fits.
    pub fn option_count(&mut self, components: &[Component]) -> Option<u128> {
        if self.ending(components).is_some() {
            return Some(0);
        }
        let mut seen = HashSet::new();
        let mut count = 0u128;
        for &component in components {
            // Equal components have the same options of the sum.
            if seen.insert(self.key(&[component])) {
                let options = self.games[component.game].option_count(component.id)??;
                count = count.checked_add(options)?;
            }
        }
        Some(count)
    }
}
