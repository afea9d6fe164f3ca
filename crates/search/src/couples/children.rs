//! What the moves of a couple lead to: children that are decided already, and those left to search.

use super::{Child, CoupleSearch, Expanded};
use crate::components::Components;
use crate::meter::Stop;
use crate::numbers::ProofNumbers;
use crate::tables::{Exclusions, Known};

/// What is known of an option, with a heap beside it.
enum Judged<K> {
    /// The nimber of the option.
    Known(u32),
    /// Only that the opponent wins there.
    Won,
    /// Nothing.
    Open(Child<K>),
}

impl<G: Components> CoupleSearch<'_, G> {
    /// Lists the moves in the component, as long as none of them is known to win; what is known is not visited.
    pub(super) fn expand(
        &mut self,
        component: &G::Key,
        heap: u32,
        children: &mut Vec<Child<G::Key>>,
        values: &mut Exclusions,
    ) -> Result<Expanded, Stop<G::Error>> {
        let mut options = self.spare_options.pop().unwrap_or_default();
        // True while every option has a known value.
        let mut all_known = true;
        let mut is_won = false;
        for round in 0.. {
            options.clear();
            let has_more = self
                .game
                .options(component, round, &mut options)
                .map_err(Stop::Rules)?;
            self.both().nimbers.warm(options.parts());
            for option in options.iter() {
                match self.judge(option, heap) {
                    Judged::Known(value) => {
                        values.insert(value);
                        is_won |= value == heap;
                    }
                    Judged::Won => all_known = false,
                    Judged::Open(child) => {
                        all_known = false;
                        children.push(child);
                    }
                }
            }
            if !has_more || is_won {
                break;
            }
        }
        self.spare_options.push(options);
        if is_won {
            self.exclude(component, values);
            return Ok(Expanded::Won);
        }
        if all_known {
            return Ok(Expanded::Exact(values.mex()));
        }
        self.exclude(component, values);
        drop_repeated(children);
        Ok(Expanded::Open)
    }

    /// What is known of an option, with a heap beside it.
    #[inline]
    fn judge(&mut self, option: &[G::Key], heap: u32) -> Judged<G::Key> {
        let known = self.gather(option);
        let asked = known ^ heap;
        match &self.open[..] {
            [] => Judged::Known(known),
            [(_, Some(excluded))] if excluded.has(asked) => Judged::Won,
            [(main, excluded)] => {
                let stored = match excluded {
                    Some(_) => self.both().couples.get(main, asked),
                    None => None,
                };
                let numbers = stored.unwrap_or_else(|| ProofNumbers::leaf(self.game.size(main)));
                Judged::Open(Child {
                    main: *main,
                    heap: asked,
                    rest: Vec::new(),
                    numbers,
                })
            }
            _ => Judged::Open(self.sum_of_open(asked)),
        }
    }

    /// Reckons up what is known of an option; what is not is left in `open`.
    fn gather(&mut self, option: &[G::Key]) -> u32 {
        let mut known = 0;
        self.open.clear();
        for part in option {
            if let Some(nimber) = self.game.known(part) {
                known ^= nimber;
                continue;
            }
            match self.both().nimbers.known(part) {
                Some(Known::Exact(nimber)) => known ^= nimber,
                Some(Known::Not(excluded)) => self.open.push((*part, Some(excluded))),
                None => self.open.push((*part, None)),
            }
        }
        if self.open.len() > 1 && self.game.is_acyclic() {
            self.open.sort_unstable_by_key(|a| a.0);
            cancel_pairs(&mut self.open);
        }
        known
    }

    /// A move that leaves several components without known nimbers.
    fn sum_of_open(&self, heap: u32) -> Child<G::Key> {
        let mut parts: Vec<G::Key> = self.open.iter().map(|(part, _)| *part).collect();
        parts.sort_by_cached_key(|part| std::cmp::Reverse(self.game.size(part)));
        let total = parts.iter().map(|part| self.game.size(part)).sum();
        let main = parts.remove(0);
        Child {
            main,
            heap,
            rest: parts,
            numbers: ProofNumbers::leaf(total),
        }
    }

    pub(super) fn decided(&self, component: &G::Key, heap: u32) -> Option<ProofNumbers> {
        let known = match self.game.known(component) {
            Some(nimber) => Some(Known::Exact(nimber)),
            None => self.both().nimbers.known(component),
        };
        match known? {
            Known::Exact(nimber) if nimber == heap => Some(ProofNumbers::LOST),
            Known::Exact(_) => Some(ProofNumbers::WON),
            Known::Not(excluded) => excluded.has(heap).then_some(ProofNumbers::WON),
        }
    }
}

/// Different moves that lead to the same couple are one.
fn drop_repeated<K: Ord>(children: &mut Vec<Child<K>>) {
    children.sort_unstable_by(|a, b| (&a.main, a.heap).cmp(&(&b.main, b.heap)));
    children.dedup_by(|a, b| a.main == b.main && a.heap == b.heap && a.rest == b.rest);
}

/// Takes equal neighbours away, two by two.
fn cancel_pairs<K: PartialEq, T>(sorted: &mut Vec<(K, T)>) {
    let mut kept = 0;
    for at in 0..sorted.len() {
        sorted.swap(kept, at);
        if kept > 0 && sorted[kept - 1].0 == sorted[kept].0 {
            kept -= 1;
        } else {
            kept += 1;
        }
    }
    sorted.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_components_cancel_in_pairs() {
        let left = |keys: &[u32]| {
            let mut pairs: Vec<(u32, ())> = keys.iter().map(|&key| (key, ())).collect();
            cancel_pairs(&mut pairs);
            pairs.into_iter().map(|(key, ())| key).collect::<Vec<_>>()
        };
        assert_eq!(left(&[1, 1]), []);
        assert_eq!(left(&[1, 1, 1, 2]), [1, 2]);
        assert_eq!(left(&[1, 2, 2, 3, 3, 4]), [1, 4]);
        assert_eq!(left(&[1, 2, 2, 2, 2, 3]), [1, 3]);
    }
}
