//! Patterns in the values of a game: what a person would look for by eye, tried in turn.
//!
//! Every pattern is found on the first two thirds of the values and then tested on the last third,
//! which was not used to find it. That is evidence and no proof; only a period of a taking-and-
//! breaking game that meets the bound of its theorem is called proved.

mod line;
mod plane;

use grundy_core::{Game, Id, Limits, Value};
use grundy_sequence::Values;
use grundy_solve::{Component, Evaluator, Sum};

use crate::Error;
use crate::spec::{Files, heap_rules, is_star, open_ruleset_within};

/// What is to be looked at.
#[derive(Clone, Debug)]
pub struct GuessRequest {
    /// The ruleset.
    pub ruleset: String,
    /// Positions up to this size.
    pub to: u64,
    /// Numbers per position, 1 or 2; `None` to find out.
    pub heaps: Option<u8>,
    /// The limits.
    pub limits: Limits,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Guessed {
    /// The values; one row where positions are single numbers. `None` where a position has no finite value.
    pub table: Vec<Vec<Option<u64>>>,
    /// True if positions are pairs.
    pub is_plane: bool,
    /// How many of the numbers 0, 1, … were used to find patterns.
    pub trained_on: usize,
    /// The patterns, those that hold first.
    pub patterns: Vec<Pattern>,
}

/// One pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The pattern in words.
    pub text: String,
    /// What came of the test.
    pub verdict: Standing,
}

/// How much a pattern can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A theorem makes it true for all sizes.
    Proved,
    /// It also holds on every value that was not used to find it.
    Observed,
    /// It fails on values that were not used to find it, first at this size.
    Failed {
        /// The size.
        at: u64,
    },
}

impl Standing {
    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Proved => "proved",
            Standing::Observed => "observed",
            Standing::Failed { .. } => "failed",
        }
    }
}

/// Looks for patterns in the values of a ruleset.
///
/// # Examples
///
/// ```
/// # use grundy::guess::{GuessRequest, guess};
/// let request = GuessRequest {
///     ruleset: "subtract/1,2".to_owned(),
///     to: 100,
///     heaps: None,
///     limits: Default::default(),
/// };
/// let guessed = guess(&request).unwrap();
/// assert!(guessed.patterns.iter().any(|pattern| pattern.text == "value = n mod 3"));
/// ```
///
/// # Errors
///
/// [`Error`] if the ruleset is wrong, or a limit ends the work.
pub fn guess(request: &GuessRequest) -> Result<Guessed, Error> {
    let mut table = Table::open(request)?;
    let to = usize::try_from(request.to).unwrap_or(usize::MAX);
    let is_plane = table.form != Form::Line;
    let rows = if is_plane { to.saturating_add(1) } else { 1 };
    let cells = (rows as u64).saturating_mul(request.to.saturating_add(1));
    request.limits.check_positions(cells)?;
    table.prepare(rows, to, &request.limits);
    let mut values = Vec::with_capacity(rows);
    for row in 0..rows {
        let columns = (0..=to).map(|column| table.value(row, column, &request.limits));
        values.push(columns.collect::<Result<Vec<_>, Error>>()?);
    }
    let trained_on = (to + 1) * 2 / 3;
    let mut patterns = match is_plane {
        true => plane::patterns(&values, trained_on),
        false => line::patterns(&values[0], trained_on),
    };
    if !is_plane && !is_star(&request.ruleset) {
        patterns.extend(proved_period(request)?);
    }
    patterns.sort_by_key(|pattern| match pattern.verdict {
        Standing::Proved => 0,
        Standing::Observed => 1,
        Standing::Failed { .. } => 2,
    });
    Ok(Guessed {
        table: values,
        is_plane,
        trained_on,
        patterns,
    })
}

/// The period that the theory of heap games proves, if it does from this many values.
fn proved_period(request: &GuessRequest) -> Result<Option<Pattern>, Error> {
    let Ok(named) = heap_rules(&request.ruleset) else {
        return Ok(None);
    };
    let mut values = Values::new(named.rules);
    values.extend(request.to.saturating_add(1), &request.limits)?;
    values.look();
    Ok(values.period().map(|period| {
        let saltus = match period.saltus {
            0 => String::new(),
            saltus => format!(", rising by {saltus} each time"),
        };
        Pattern {
            text: format!(
                "period {} from n = {}{saltus} ({})",
                period.period,
                period.preperiod,
                period.theorem.word()
            ),
            verdict: Standing::Proved,
        }
    }))
}

/// How the positions of a ruleset are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `7`
    Line,
    /// `3,4`
    Commas,
    /// `3x4`
    Cross,
    /// `(3,4)`
    Pair,
}

impl Form {
    fn write(self, row: usize, column: usize) -> String {
        match self {
            Form::Line => column.to_string(),
            Form::Commas => format!("{row},{column}"),
            Form::Cross => format!("{row}x{column}"),
            Form::Pair => format!("=({row},{column})"),
        }
    }
}

/// The values of a ruleset by size.
struct Table {
    sum: Sum,
    evaluator: Evaluator,
    form: Form,
}

impl Table {
    fn open(request: &GuessRequest) -> Result<Table, Error> {
        let game = open_ruleset_within(&request.ruleset, Files::Allow, &request.limits)?;
        let mut sum = Sum {
            games: vec![game],
            components: Vec::new(),
        };
        let forms: &[Form] = match request.heaps {
            Some(1) => &[Form::Line],
            Some(_) => &[Form::Pair, Form::Commas, Form::Cross],
            None => &[Form::Line, Form::Commas, Form::Cross, Form::Pair],
        };
        let is_star = is_star(&request.ruleset);
        let mut failed = None;
        let mut found = None;
        for &form in forms {
            match has_form(sum.games[0].as_mut(), form, is_star, request) {
                Ok(true) => {
                    found = Some(form);
                    break;
                }
                Ok(false) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        let Some(form) = found else {
            return Err(no_form(&request.ruleset, failed));
        };
        Ok(Table {
            sum,
            evaluator: Evaluator::new(),
            form,
        })
    }

    /// Finds all values together. Failures come again where each is read.
    fn prepare(&mut self, rows: usize, to: usize, limits: &Limits) {
        let game = &mut self.sum.games[0];
        let cells = (0..rows).flat_map(|row| (0..=to).map(move |column| (row, column)));
        let ids = cells.filter_map(|(row, column)| game.parse(&self.form.write(row, column)).ok());
        let ids: Vec<Id> = ids.collect();
        let _ = self.evaluator.prepare(&mut self.sum, 0, &ids, limits);
    }

    fn value(&mut self, row: usize, column: usize, limits: &Limits) -> Result<Option<u64>, Error> {
        // Some games have no position with a 0.
        let Ok(id) = self.sum.games[0].parse(&self.form.write(row, column)) else {
            return Ok(None);
        };
        let component = Component { game: 0, id };
        let value = self.evaluator.value(&mut self.sum, component, limits)?;
        let finite = value.as_ref().and_then(Value::finite);
        Ok(finite.and_then(|nimber| u64::try_from(nimber.0).ok()))
    }
}

/// Why there is no table: positions of another kind, or rules that fail for all.
fn no_form(ruleset: &str, failed: Option<Error>) -> Error {
    let reason = match failed {
        Some(Error::Rules(error)) if !error.is_limit => format!(" ({})", error.message),
        Some(error) => return error,
        None => String::new(),
    };
    Error::Usage {
        message: format!(
            "the positions of {ruleset} are neither numbers nor pairs of numbers{reason}; guess looks at those only"
        ),
    }
}

/// True if small positions can be written so, and the rules understand them.
fn has_form(
    game: &mut dyn Game,
    form: Form,
    is_star: bool,
    request: &GuessRequest,
) -> Result<bool, Error> {
    let is_literal = form == Form::Pair || !is_star || form == Form::Line;
    if !is_literal {
        return Ok(false);
    }
    for n in 2..4 {
        let Ok(id) = game.parse(&form.write(n, n)) else {
            return Ok(false);
        };
        if is_star {
            game.options(id, &request.limits)?;
        }
    }
    Ok(true)
}
