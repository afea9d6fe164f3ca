//! Many questions about the same games: each costs only its own work, and values are kept between them.

use grundy_core::{Form, Limits, Nimber, Outcome, Play, Value};

use crate::SolveError;
use crate::solver::{Request, Solver};
use crate::sum::{Component, Sum};
use crate::values::Evaluator;

/// Answers question after question about positions of the games of one [`Sum`].
#[derive(Default)]
pub struct SharedSolver {
    evaluator: Evaluator,
}

impl SharedSolver {
    /// A solver that knows nothing yet.
    pub fn new() -> SharedSolver {
        SharedSolver::default()
    }

    /// Who wins; nothing else is computed.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        play: Play,
        limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        if let Some(value) = self.value_by_sum(sum, components, play, limits)? {
            return Ok(value.outcome());
        }
        let solver = alone(sum, components, play, limits)?;
        Ok(solver.outcome())
    }

    /// Who wins, and the value where the play has one and it is known.
    ///
    /// # Errors
    ///
    /// As [`SharedSolver::outcome`].
    pub fn outcome_and_value(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        play: Play,
        limits: &Limits,
    ) -> Result<(Outcome, Option<Value>), SolveError> {
        if let Some(value) = self.value_by_sum(sum, components, play, limits)? {
            return Ok((value.outcome(), Some(value)));
        }
        let mut solver = alone(sum, components, play, limits)?;
        let value = solver.value()?;
        Ok((solver.outcome(), value))
    }

    /// The value of the sum, by those of its components; `None` where some component has none, the game is over, or
    /// a rule tells the outcome and the value would need a search.
    fn value_by_sum(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        play: Play,
        limits: &Limits,
    ) -> Result<Option<Value>, SolveError> {
        if play == Play::Misere || sum.ending(components).is_some() {
            return Ok(None);
        }
        if let [c] = components
            && matches!(sum.games[c.game].form(c.id), Form::Outcome(_))
        {
            return Ok(None);
        }
        let mut total = Value::Finite(Nimber(0));
        for &component in components {
            match self.evaluator.value(sum, component, limits)? {
                Some(value) => total = total.plus(&value),
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }
}

/// A solver for these components only.
fn alone<'s>(
    sum: &'s mut Sum,
    components: &[Component],
    play: Play,
    limits: &Limits,
) -> Result<Solver<'s>, SolveError> {
    sum.components = components.to_vec();
    let request = Request {
        play,
        limits: limits.clone(),
        ..Request::default()
    };
    Solver::new(sum, request)
}
