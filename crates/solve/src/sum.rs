//! A sum of games: whose turn it is in one, it is in all.

use grundy_core::{Ending, Game, Id, Limits, MoveReport, Picture};

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

impl Sum {
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
        components
            .iter()
            .enumerate()
            .map(|(at, &c)| {
                let id = match at == index {
                    true => to,
                    false => self.games[c.game].pass(c.id),
                };
                Component { game: c.game, id }
            })
            .collect()
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
    ) -> Result<Vec<(usize, Vec<Component>)>, SolveError> {
        if self.ending(components).is_some() {
            return Ok(Vec::new());
        }
        let mut seen = std::collections::HashSet::new();
        let mut options = Vec::new();
        for (index, &c) in components.iter().enumerate() {
            for to in self.games[c.game].options(c.id, limits)? {
                let after = self.after(components, index, to);
                if seen.insert(self.key(&after)) {
                    options.push((index, after));
                }
            }
        }
        Ok(options)
    }

    /// A move as every interface reports it.
    pub fn report(&self, from: &[Component], index: usize, after: &[Component]) -> MoveReport {
        let (before, to) = (from[index], after[index]);
        MoveReport {
            component: index,
            from: self.show_one(before),
            to: self.show_one(to),
            position: self.show(after),
            text: self.games[before.game].describe(before.id, to.id),
        }
    }

    /// About how many options there are to list, where not every component has a formula: games
    /// without one have few enough.
    pub fn options_to_list(&mut self, components: &[Component]) -> u128 {
        self.option_count(components).unwrap_or_else(|| {
            let counts = components
                .iter()
                .filter_map(|c| self.games[c.game].option_count(c.id));
            counts.fold(0, u128::saturating_add)
        })
    }

    /// The number of distinct options, where every component has a formula for it.
    pub fn option_count(&mut self, components: &[Component]) -> Option<u128> {
        if self.ending(components).is_some() {
            return Some(0);
        }
        let mut seen = std::collections::HashSet::new();
        let mut count = 0u128;
        for &component in components {
            // Equal components have the same options of the sum.
            if seen.insert(self.key(&[component])) {
                let options = self.games[component.game].option_count(component.id)?;
                count = count.checked_add(options)?;
            }
        }
        // The greatest number stands for "that many or more".
        (count < u128::MAX).then_some(count)
    }
}
