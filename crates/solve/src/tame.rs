//! Misère sums by the tame rule: every heap counts as a sum of Nim heaps, and Bouton's rule for misère Nim
//! decides (Conway 1976, chapter 12). Heaps of different games go together, and Nim heaps of any size.

use grundy_core::{Block, Form, Limits, Outcome, Play, Table};
use grundy_misere::{TameHeaps, TameValue};

use crate::SolveError;
use crate::explain;
use crate::heap_moves::{heaps_of, moves_in_heaps};
use crate::method::Method;
use crate::misere_nim::moves_near;
use crate::sum::{Component, Sum, SumMove};

/// The tame rule for sums in which everything that can come next is tame.
pub struct TameRule {
    /// For each game of the sum, its heaps.
    heaps: Vec<Option<TameHeaps>>,
}

impl TameRule {
    /// The rule, if every component and all of their options are tame.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached.
    pub fn for_sum(
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Option<TameRule>, SolveError> {
        let mut rule = TameRule { heaps: Vec::new() };
        for game in &sum.games {
            rule.heaps.push(game.heap_rules().map(TameHeaps::new));
        }
        for &component in components {
            if rule.value(sum, component, limits)?.is_none() {
                return Ok(None);
            }
            let heaps = heaps_of(sum, component).unwrap_or_default();
            let known = rule.heaps[component.game].as_ref();
            let all = |known: &TameHeaps| heaps.iter().all(|&heap| known.has_tame_options(heap));
            if !known.is_none_or(all) {
                return Ok(None);
            }
        }
        Ok(Some(rule))
    }

    /// The value of a component; `None` if it is not known to be tame.
    fn value(
        &mut self,
        sum: &mut Sum,
        component: Component,
        limits: &Limits,
    ) -> Result<Option<TameValue>, SolveError> {
        if let Form::Nim(heaps) = sum.games[component.game].form(component.id) {
            let heaps = heaps.into_iter().map(TameValue::nim_heap);
            return Ok(Some(heaps.fold(TameValue::NOTHING, TameValue::plus)));
        }
        let Some(heaps) = heaps_of(sum, component) else {
            return Ok(None);
        };
        self.heaps_value(component.game, &heaps, limits)
    }

    fn heaps_value(
        &mut self,
        game: usize,
        heaps: &[u64],
        limits: &Limits,
    ) -> Result<Option<TameValue>, SolveError> {
        let Some(known) = &mut self.heaps[game] else {
            return Ok(None);
        };
        let mut total = TameValue::NOTHING;
        for &heap in heaps {
            match known.value(heap, limits)? {
                Some(value) => total = total.plus(value),
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    fn total(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<TameValue, SolveError> {
        let mut total = TameValue::NOTHING;
        for &component in components {
            let value = self.value(sum, component, limits)?;
            total = total.plus(value.expect("chosen for tame components with tame options"));
        }
        Ok(total)
    }
}

impl Method for TameRule {
    fn name(&self) -> String {
        "tame rule: every heap counts as Nim heaps, also under misère play".to_owned()
    }

    fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        Ok(if self.total(sum, components, limits)?.is_lost() {
            Outcome::Lose
        } else {
            Outcome::Win
        })
    }

    fn winning_by_formula(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        most: usize,
        limits: &Limits,
    ) -> Result<Option<(Vec<SumMove>, bool)>, SolveError> {
        let (mut found, mut complete) = (Vec::new(), true);
        for (index, &component) in components.iter().enumerate() {
            let mut others = components.to_vec();
            others.remove(index);
            let rest = self.total(sum, &others, limits)?;
            let room = most.saturating_sub(found.len());
            if let Some(heaps) = heaps_of(sum, component) {
                let accept = &mut |_: &Sum, heap: u64, left: &[u64]| {
                    let mut after = heaps.clone();
                    let at = after.iter().position(|&size| size == heap);
                    let at = at.expect("moves are made in these heaps");
                    after.splice(at..=at, left.iter().copied());
                    let value = self.heaps_value(component.game, &after, limits)?;
                    Ok(value.is_some_and(|value| value.plus(rest).is_lost()))
                };
                let (more, all) = moves_in_heaps(sum, components, index, room, limits, accept)?;
                complete &= all;
                found.extend(more);
                continue;
            }
            let near = moves_near(sum, components, index, rest.nim_value, room);
            let Some((moves, all)) = near else {
                return Ok(None);
            };
            complete &= all;
            for played in moves {
                if self.outcome(sum, &played.after, limits)? == Outcome::Lose {
                    found.push(played);
                }
            }
        }
        Ok(Some((found, complete)))
    }

    fn explain(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        winning: &[SumMove],
        limits: &Limits,
    ) -> Result<Vec<Block>, SolveError> {
        let mut blocks = explain::own_reasons(sum, components, Play::Misere);
        blocks.push(Block::text(
            "All of these heaps are tame: under misère play, too, each counts as a sum of Nim heaps. It is firm if one of those \
             holds more than one, else fickle.",
        ));
        let mut rows = Vec::new();
        let mut kinds = Table::new(
            "the components as Nim heaps",
            ["component", "nim-value", "kind"],
        );
        for &component in components {
            let value = self.value(sum, component, limits)?;
            let value = value.expect("chosen for tame components");
            let shown = sum.show_one(component);
            rows.push((shown.clone(), value.nim_value));
            let kind = if value.is_firm { "firm" } else { "fickle" };
            kinds
                .rows
                .push(vec![shown, value.nim_value.to_string(), kind.to_owned()]);
        }
        blocks.push(Block::Table(kinds));
        blocks.push(explain::xor_table("the nim-values", rows));
        let total = self.total(sum, components, limits)?;
        let rule = if total.is_firm {
            "Something is firm, so the position is lost exactly when the xor is 0, as if the player who makes the last move won."
        } else {
            "All is fickle: only ones are left, as it were, and the position is lost exactly when the xor is 1."
        };
        let verdict = if total.is_lost() { "lost" } else { "won" };
        blocks.push(Block::text(format!(
            "{rule} It is {}, so the position is {verdict}.",
            total.nim_value
        )));
        if let Some(played) = winning.first() {
            blocks.push(explain::move_taken(sum, components, played));
        }
        Ok(blocks)
    }
}
