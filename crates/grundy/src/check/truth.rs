//! What is true of positions, each examined once.

use std::fmt;

use grundy_core::{Game, Limits, Nimber, Outcome, Play, Value};
use grundy_solve::{Component, Evaluator, Sum};

use crate::Error;
use crate::check::CheckRequest;
use crate::outcomes::Outcomes;
use crate::spec::open_ruleset_within;

/// The solver, for the positions of one ruleset.
pub(super) struct Truth {
    pub sum: Sum,
    evaluator: Evaluator,
    outcomes: Outcomes,
    play: Play,
    limits: Limits,
}

/// What a position is worth, if anything.
pub(super) enum Worth {
    Value(Value),
    Nothing,
}

impl Worth {
    /// True if it is this number.
    pub(super) fn is(&self, number: u128) -> bool {
        match self {
            Worth::Value(value) => value.finite() == Some(Nimber(number)),
            Worth::Nothing => false,
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Value(value) => value.fmt(f),
            Worth::Nothing => f.write_str("none"),
        }
    }
}

impl Truth {
    pub(super) fn new(request: &CheckRequest) -> Result<Truth, Error> {
        let game = open_ruleset_within(&request.ruleset, request.files.clone(), &request.limits)?;
        Ok(Truth {
            sum: Sum {
                games: vec![game],
                components: Vec::new(),
            },
            evaluator: Evaluator::new(),
            outcomes: Outcomes::new(request.play),
            play: request.play,
            limits: request.limits.clone(),
        })
    }

    pub(super) fn game(&mut self) -> &mut dyn Game {
        self.sum.games[0].as_mut()
    }

    pub(super) fn worth(&mut self, component: Component) -> Result<Worth, Error> {
        let value = self
            .evaluator
            .value(&mut self.sum, component, &self.limits)?;
        Ok(value.map_or(Worth::Nothing, Worth::Value))
    }

    pub(super) fn outcome(&mut self, component: Component) -> Result<Outcome, Error> {
        if self.play == Play::Normal
            && let Worth::Value(value) = self.worth(component)?
        {
            return Ok(value.outcome());
        }
        let outcome = self
            .outcomes
            .outcome(&mut self.sum, &[component], &self.limits)?;
        Ok(outcome)
    }

    pub(super) fn options(&mut self, component: Component) -> Result<Vec<Component>, Error> {
        if self.sum.ending(&[component]).is_some() {
            return Ok(Vec::new());
        }
        let limits = self.limits.clone();
        let ids = self.game().options(component.id, &limits)?;
        Ok(ids
            .into_iter()
            .map(|id| Component { game: 0, id })
            .collect())
    }

    pub(super) fn show(&self, component: Component) -> String {
        self.sum.show_one(component)
    }

    /// A move as a sentence, and where it leads.
    pub(super) fn describe(&self, from: Component, to: Component) -> (String, String) {
        let sentence = self.sum.games[0].describe(from.id, to.id);
        (sentence, self.show(to))
    }
}
