//! One component of which theory knows the outcome, but not always the value.

use grundy_core::{Block, Form, Limits, Outcome, Play, Value};

use crate::SolveError;
use crate::explain;
use crate::method::{Found, Method};
use crate::sum::{Component, Sum};
use crate::values::Evaluator;

/// Solves a game alone by its own rule for lost positions.
pub struct KnownOutcome {
    play: Play,
    evaluator: Evaluator,
}

/// Positions that may be searched for a value that the verdict does not need.
const POSITIONS_FOR_A_VALUE: u64 = 200_000;

impl KnownOutcome {
    /// The method, if the sum is one component and its game has a rule.
    pub fn for_sum(sum: &Sum, components: &[Component], play: Play) -> Option<KnownOutcome> {
        let [component] = components else {
            return None;
        };
        known(sum, *component, play).map(|_| KnownOutcome {
            play,
            evaluator: Evaluator::new(),
        })
    }
}

impl Method for KnownOutcome {
    fn name(&self) -> String {
        "the game's own rule for lost positions".to_owned()
    }

    fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        _limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        let outcome = known(sum, components[0], self.play);
        Ok(outcome.expect("a rule for lost positions knows every position"))
    }

    fn value(
        &mut self,
        sum: &mut Sum,
        component: Component,
        limits: &Limits,
    ) -> Result<Option<Value>, SolveError> {
        if self.play == Play::Misere {
            return Ok(None);
        }
        let mut small = limits.clone();
        small.positions = small.positions.min(POSITIONS_FOR_A_VALUE);
        match self.evaluator.value(sum, component, &small) {
            Err(SolveError::Limit { .. }) => Ok(None),
            other => other,
        }
    }

    fn winning_by_formula(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        most: usize,
        _limits: &Limits,
    ) -> Result<Option<(Vec<Found>, bool)>, SolveError> {
        let Component { game, id } = components[0];
        let Some(options) = sum.games[game].losing_options(id, self.play, most.saturating_add(1))
        else {
            return Ok(None);
        };
        let complete = options.len() <= most;
        let found = options.into_iter().take(most);
        let found = found.map(|to| (0, vec![Component { game, id: to }]));
        Ok(Some((found.collect(), complete)))
    }

    fn explain(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        winning: &[Found],
        _limits: &Limits,
    ) -> Result<Vec<Block>, SolveError> {
        let mut blocks = explain::own_reasons(sum, components, self.play);
        if let Some((index, after)) = winning.first() {
            blocks.push(explain::move_taken(sum, components, *index, after));
        }
        Ok(blocks)
    }
}

fn known(sum: &Sum, component: Component, play: Play) -> Option<Outcome> {
    let game = &sum.games[component.game];
    match (play, game.form(component.id)) {
        (Play::Misere, _) => game.misere_outcome(component.id),
        (Play::Normal, Form::Outcome(outcome)) => Some(outcome),
        (Play::Normal, Form::Value(value)) => Some(Value::Finite(value).outcome()),
        (Play::Normal, _) => None,
    }
}
