//! One component of which theory knows the outcome, but not always the value.

use grundy_core::{Block, Form, LimitReached, Limits, Outcome, Play, Value};

use crate::SolveError;
use crate::explain;
use crate::method::Method;
use crate::sum::{Component, Sum, SumMove};
use crate::values::Evaluator;

/// Solves a game alone by its own rule for lost positions.
pub struct KnownOutcome {
    play: Play,
    evaluator: Evaluator,
}

/// Positions that may be searched for a value that the verdict does not need: so many, or this part of those that
/// the limits allow if that is more.
const POSITIONS_FOR_A_VALUE: u64 = 200_000;
const PART_FOR_A_VALUE: u64 = 100;

/// Up to this length in characters, a position counts as one.
const USUAL_LENGTH: u64 = 128;

/// How many positions a position counts as, by its length as text.
///
/// A rule may take time that grows with the square of the length, and is asked about each option of each position, of
/// which a longer one has more.
pub(crate) fn weight(shown: &str) -> u64 {
    (shown.len() as u64 / USUAL_LENGTH + 1).pow(3)
}

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

    fn is_theory(&self) -> bool {
        true
    }

    fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        if let Some(outcome) = known(sum, components[0], self.play) {
            return Ok(outcome);
        }
        let value = self.evaluator.value(sum, components[0], limits)?;
        Ok(value
            .expect("only games with values have rules for some positions")
            .outcome())
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
        let size = weight(&sum.show_one(component));
        let mut small = limits.clone();
        let most = POSITIONS_FOR_A_VALUE.max(limits.positions / PART_FOR_A_VALUE);
        small.positions = limits.positions.min(most / size);
        match self.evaluator.value(sum, component, &small) {
            Err(SolveError::Limit { reached, .. }) if reached != LimitReached::Interrupted => {
                limits.note_omission(reached);
                Ok(None)
            }
            other => other,
        }
    }

    fn winning_by_formula(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        most: usize,
        _limits: &Limits,
    ) -> Result<Option<(Vec<SumMove>, bool)>, SolveError> {
        let Component { game, id } = components[0];
        let moves = sum.games[game].losing_moves(id, self.play, most.saturating_add(1));
        let Some(moves) = moves else {
            return Ok(None);
        };
        let complete = moves.len() <= most;
        let found = moves.into_iter().take(most);
        let found = found.map(|played| sum.played(components, 0, played));
        Ok(Some((found.collect(), complete)))
    }

    fn explain(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        winning: &[SumMove],
        _limits: &Limits,
    ) -> Result<Vec<Block>, SolveError> {
        let mut blocks = explain::own_reasons(sum, components, self.play);
        if let Some(played) = winning.first() {
            blocks.push(explain::move_taken(sum, components, played));
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
