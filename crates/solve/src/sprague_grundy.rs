//! Sprague-Grundy: a position is worth a Nim heap, a sum the xor (Sprague 1935, Grundy 1939).
//!
//! Where play can go on for ever the values are Smith's (1966): a number, or infinite with the set of
//! numbers among the options.

use std::path::Path;

use grundy_core::{Block, Form, Limits, Nimber, Outcome, Play, Value};
use grundy_proofs::ProofFile;
use grundy_search::StoreError;

use crate::SolveError;
use crate::explain_values;
use crate::heap_moves::{heaps_of, moves_in_heaps};
use crate::method::Method;
use crate::proofs;
use crate::sum::{Component, Sum, SumMove};
use crate::values::Evaluator;

/// Solves a sum by the values of its components.
pub struct SpragueGrundy {
    evaluator: Evaluator,
    name: String,
}

impl SpragueGrundy {
    /// The method, if every component has a value.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn for_sum(
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Option<SpragueGrundy>, SolveError> {
        let mut evaluator = Evaluator::new();
        let mut how = Vec::new();
        for &component in components {
            // What is searched is not valued before it is asked for: the outcome may need less.
            if !evaluator.is_searched(sum, component)
                && evaluator.value(sum, component, limits)?.is_none()
            {
                return Ok(None);
            }
            let way = way_of(sum, component, &evaluator);
            if !how.contains(&way) {
                how.push(way);
            }
        }
        let name = match components.len() {
            1 => how.concat(),
            _ => format!("Sprague-Grundy sum: {}", how.join("; ")),
        };
        Ok(Some(SpragueGrundy { evaluator, name }))
    }

    fn sum_value(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Value, SolveError> {
        let mut total = Value::Finite(Nimber(0));
        for &component in components {
            let value = self.evaluator.value(sum, component, limits)?;
            total = total.plus(&value.expect("options of a valued game have values"));
        }
        Ok(total)
    }

    /// The outcome, asking each component only for what decides: all but the largest that must be searched are
    /// valued, and that one is asked whether it has the value that makes the sum a loss.
    fn outcome_of_sum(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        // A win that theory knows needs no value, which may be far to seek.
        if let [component] = components
            && let Form::Outcome(outcome) = sum.games[component.game].form(component.id)
        {
            return Ok(outcome);
        }
        let searched = components.iter().enumerate();
        let searched = searched.filter(|(_, c)| self.evaluator.is_searched(sum, **c));
        let largest = searched.max_by_key(|(_, c)| sum.games[c.game].option_count(c.id).flatten());
        let Some((at, &largest)) = largest else {
            return Ok(self.sum_value(sum, components, limits)?.outcome());
        };
        let mut others = components.to_vec();
        others.remove(at);
        let rest = self.sum_value(sum, &others, limits)?;
        if let Some(heap) = rest
            .finite()
            .and_then(|Nimber(heap)| u32::try_from(heap).ok())
            && let Some(is_lost) = self.evaluator.is_lost(sum, largest, heap, limits)?
        {
            return Ok(if is_lost { Outcome::Lose } else { Outcome::Win });
        }
        let value = self.sum_value(sum, &[largest], limits)?;
        Ok(rest.plus(&value).outcome())
    }

    /// Winning moves in heaps: for each heap, the splits that have the value it must become.
    fn winning_in_heaps(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        index: usize,
        difference: Nimber,
        most: usize,
        limits: &Limits,
    ) -> Result<(Vec<SumMove>, bool), SolveError> {
        let game = components[index].game;
        let evaluator = &mut self.evaluator;
        moves_in_heaps(
            sum,
            components,
            index,
            most,
            limits,
            &mut |sum, heap, left| {
                let mut value = evaluator.heap_value(sum, game, heap, limits)? ^ difference;
                for &part in left {
                    value ^= evaluator.heap_value(sum, game, part, limits)?;
                }
                Ok(value == Nimber(0))
            },
        )
    }
}

impl Method for SpragueGrundy {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        if sum.ending(components).is_some() {
            return Ok(Play::Normal.without_moves());
        }
        self.outcome_of_sum(sum, components, limits)
    }

    fn value(
        &mut self,
        sum: &mut Sum,
        component: Component,
        limits: &Limits,
    ) -> Result<Option<Value>, SolveError> {
        self.evaluator.value(sum, component, limits)
    }

    fn winning_by_formula(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        most: usize,
        limits: &Limits,
    ) -> Result<Option<(Vec<SumMove>, bool)>, SolveError> {
        let Value::Finite(difference) = self.sum_value(sum, components, limits)? else {
            return Ok(None);
        };
        let mut found = Vec::new();
        let mut complete = true;
        for (index, &component) in components.iter().enumerate() {
            let value = self.evaluator.value(sum, component, limits)?;
            let own = value.and_then(|value| value.finite());
            let target = own.expect("a finite sum has finite parts") ^ difference;
            let game = sum.games[component.game].as_mut();
            let room = most.saturating_sub(found.len());
            if difference == Nimber(0) || room == 0 {
                complete &= difference == Nimber(0);
                continue;
            }
            if let Some(moves) = game.moves_to(component.id, target, room + 1) {
                complete &= moves.len() <= room;
                for played in moves.into_iter().take(room) {
                    found.push(sum.played(components, index, played));
                }
            } else if heaps_of(sum, component).is_some() {
                let (more, all) =
                    self.winning_in_heaps(sum, components, index, difference, room, limits)?;
                complete &= all;
                found.extend(more);
            } else {
                return Ok(None);
            }
        }
        Ok(Some((found, complete)))
    }

    fn keep_in(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        file: &Path,
        limits: &Limits,
    ) -> Result<bool, StoreError> {
        let searched = components
            .iter()
            .filter(|c| self.evaluator.is_searched(sum, **c));
        let positions = searched.filter_map(|c| Some((c.game, sum.games[c.game].removal(c.id)?)));
        let largest = positions.max_by_key(|(_, position)| position.remaining.len());
        match largest {
            Some((game, position)) => self.evaluator.keep_in(game, &position, file, limits),
            None => Ok(false),
        }
    }

    fn save(&mut self) -> Result<(), StoreError> {
        self.evaluator.save()
    }

    fn proof(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        outcome_only: bool,
        limits: &Limits,
    ) -> Result<Option<ProofFile>, SolveError> {
        proofs::of_sum(&mut self.evaluator, sum, components, outcome_only, limits)
    }

    fn explain(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        winning: &[SumMove],
        limits: &Limits,
    ) -> Result<Vec<Block>, SolveError> {
        explain_values::by_values(&mut self.evaluator, sum, components, winning, limits)
    }
}

/// How the value of a component was found, in a few words.
fn way_of(sum: &Sum, component: Component, evaluator: &Evaluator) -> String {
    let game = &sum.games[component.game];
    if evaluator.is_searched(sum, component) {
        let own = game.own_search(component.id);
        return own.unwrap_or("search for nimbers on bit sets").to_owned();
    }
    match game.form(component.id) {
        Form::Nim(_) => "Bouton's rule: Nim in disguise".to_owned(),
        Form::Heaps(_) => match evaluator.sequence(component.game) {
            None => "formula for the value of a heap".to_owned(),
            Some(sequence) if sequence.period().is_some() => {
                "nim-sequence with a proved period".to_owned()
            }
            Some(_) => "nim-sequence".to_owned(),
        },
        Form::Value(_) => "formula for the value".to_owned(),
        Form::Loony => "immediate win".to_owned(),
        Form::Outcome(_) | Form::Unknown if evaluator.has_loops(component.game) => {
            "values of everything reachable (mex, loopy values where play can repeat)".to_owned()
        }
        Form::Outcome(_) | Form::Unknown => "mex over everything reachable".to_owned(),
    }
}
