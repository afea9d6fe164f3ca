//! Claims about positions, compared with what is true.
//!
//! That exactly the positions of a set are lost means two things (the set is the *kernel* of the
//! game): no move leads from one of them to another, and from every other position some move leads
//! to one of them. A counterexample breaks one half or the other.

use std::fmt;

use grundy_core::{Nimber, Outcome, Play, RulesError, Value};
use grundy_positions::Id;

use crate::domain::{Candidate, Domain};
use crate::error::ConjectureError;
use crate::positions::PositionTable;

/// A claim about all positions of a domain.
pub struct Conjecture<'c> {
    /// The claim as its author wrote it.
    pub text: String,
    /// What is claimed.
    pub property: Property<'c>,
}

/// A claim as a function of the position.
pub type ClaimFunction<'c, T> = Box<dyn Fn(&Candidate) -> Result<T, RulesError> + 'c>;

/// What a [`Conjecture`] claims, as a function of the position.
pub enum Property<'c> {
    /// The positions for which this is true are lost, and no others.
    Lost(ClaimFunction<'c, bool>),
    /// Positions have this nim-value.
    Value(ClaimFunction<'c, u128>),
}

impl Property<'_> {
    /// The word used in every output: `lose` or `value`.
    pub fn word(&self) -> &'static str {
        match self {
            Property::Lost(_) => "lose",
            Property::Value(_) => "value",
        }
    }
}

/// Conjectures that were tested.
#[derive(Clone, Debug)]
pub struct CheckedConjectures {
    /// The conjectures, in the order in which they were given.
    pub conjectures: Vec<CheckedConjecture>,
    /// The positions that were tested, in words.
    pub domain: String,
    /// The largest size that was tested.
    pub to: u64,
}

impl CheckedConjectures {
    /// True if no conjecture was refuted.
    pub fn all_hold(&self) -> bool {
        let mut conjectures = self.conjectures.iter();
        conjectures.all(|conjecture| conjecture.counterexample.is_none())
    }
}

/// A conjecture that was tested.
#[derive(Clone, Debug)]
pub struct CheckedConjecture {
    /// `lose` or `value`.
    pub property: &'static str,
    /// The claim as its author wrote it.
    pub text: String,
    /// The number of positions on which it was tested.
    pub positions: u64,
    /// The smallest position for which it is wrong.
    pub counterexample: Option<Counterexample>,
}

/// A position for which a claim is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The position.
    pub position: String,
    /// What is claimed of it.
    pub claimed: String,
    /// What is true of it.
    pub truth: String,
    /// Why the claim is wrong.
    pub reason: CounterexampleReason,
    /// The move that shows it.
    pub shown_by: Option<RefutingMove>,
}

/// The move that shows why a claim is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefutingMove {
    /// The move as a sentence.
    pub text: String,
    /// The position it leads to.
    pub to: String,
}

/// Why a claim is wrong for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CounterexampleReason {
    /// Claimed lost, but a move leads to a lost position.
    LeadsToLost,
    /// Claimed lost, but it is a draw.
    IsDraw,
    /// Claimed lost, but the game is over here and won.
    IsOverAndWon,
    /// Claimed not lost, but there is no move.
    HasNoMove,
    /// Claimed not lost, but no move leads to a lost position.
    LeadsToNoLost,
    /// An option has the value that is claimed.
    OptionHasValue {
        /// The claimed value.
        value: u128,
    },
    /// No option has a value that is less than the one claimed.
    ValueIsMissing {
        /// The value of the position.
        value: u128,
    },
    /// The value is infinite.
    IsInfinite,
    /// The position has an outcome and no value.
    HasNoValue,
}

impl fmt::Display for CounterexampleReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CounterexampleReason::LeadsToLost => {
                "no move may lead from one lost position to another, but this one does"
            }
            CounterexampleReason::IsDraw => "play from here can go on for ever: it is a draw",
            CounterexampleReason::IsOverAndWon => "the game is over here, and won",
            CounterexampleReason::HasNoMove => {
                "there is no move at all, so no move to a lost position"
            }
            CounterexampleReason::LeadsToNoLost => {
                "from a position that is not lost some move must lead to a lost one, but every move leads to one that is not lost, such as this"
            }
            CounterexampleReason::OptionHasValue { value } => {
                return write!(
                    f,
                    "no option may be worth the same, but this move leads to {value}"
                );
            }
            CounterexampleReason::ValueIsMissing { value } => {
                return write!(
                    f,
                    "no option is worth {value}, the least value that is missing among them"
                );
            }
            CounterexampleReason::IsInfinite => {
                "play from here can go on for ever: the value is infinite"
            }
            CounterexampleReason::HasNoValue => {
                "a position of this kind has no value, only an outcome"
            }
        })
    }
}

/// Tests conjectures on the positions of `domain` up to size `to`, in one pass, smallest first.
///
/// Each conjecture is tested up to its first counterexample.
///
/// # Errors
///
/// [`ConjectureError`] if a claim or the rules fail, or a limit ends the work.
pub fn check(
    table: &mut PositionTable,
    mut domain: Domain<'_>,
    to: u64,
    conjectures: &[Conjecture<'_>],
) -> Result<CheckedConjectures, ConjectureError> {
    let claims_values =
        |conjecture: &Conjecture<'_>| matches!(conjecture.property, Property::Value(_));
    if table.play() == Play::Misere && conjectures.iter().any(claims_values) {
        return Err(ConjectureError::ValueUnderMisere);
    }
    let described = domain.describe(0, to);
    let mut checked: Vec<CheckedConjecture> = conjectures
        .iter()
        .map(|conjecture| CheckedConjecture {
            property: conjecture.property.word(),
            text: conjecture.text.clone(),
            positions: 0,
            counterexample: None,
        })
        .collect();
    domain.for_each(to, table, &mut |candidate, id, table| {
        table.limits().check_time()?;
        let mut any_stands = false;
        for (conjecture, checked) in conjectures.iter().zip(&mut checked) {
            if checked.counterexample.is_some() {
                continue;
            }
            checked.positions += 1;
            checked.counterexample = test(conjecture, candidate, id, table)?;
            any_stands |= checked.counterexample.is_none();
        }
        Ok(any_stands)
    })?;
    Ok(CheckedConjectures {
        conjectures: checked,
        domain: described,
        to,
    })
}

fn test(
    conjecture: &Conjecture<'_>,
    candidate: &Candidate,
    id: Id,
    table: &mut PositionTable,
) -> Result<Option<Counterexample>, ConjectureError> {
    match &conjecture.property {
        Property::Lost(is_claimed_lost) => {
            let is_claimed = is_claimed_lost(candidate)?;
            let outcome = table.outcome(id)?;
            if is_claimed == (outcome == Outcome::Lose) {
                return Ok(None);
            }
            wrong_outcome(id, is_claimed, outcome, table).map(Some)
        }
        Property::Value(claimed_value) => {
            let claimed = claimed_value(candidate)?;
            let value = table.nim_value(id)?;
            if is_number(value.as_ref(), claimed) {
                return Ok(None);
            }
            wrong_value(id, claimed, value, table).map(Some)
        }
    }
}

fn is_number(value: Option<&Value>, number: u128) -> bool {
    value.and_then(Value::finite) == Some(Nimber(number))
}

fn wrong_outcome(
    id: Id,
    is_claimed_lost: bool,
    outcome: Outcome,
    table: &mut PositionTable,
) -> Result<Counterexample, ConjectureError> {
    let options = table.options(id)?;
    let (reason, option) = if is_claimed_lost {
        let mut lost = None;
        for &option in &options {
            if table.outcome(option)? == Outcome::Lose {
                lost = Some(option);
                break;
            }
        }
        let reason = match (lost, outcome) {
            (Some(_), _) => CounterexampleReason::LeadsToLost,
            (None, Outcome::Draw) => CounterexampleReason::IsDraw,
            (None, _) => CounterexampleReason::IsOverAndWon,
        };
        (reason, lost)
    } else if options.is_empty() {
        (CounterexampleReason::HasNoMove, None)
    } else {
        (CounterexampleReason::LeadsToNoLost, Some(options[0]))
    };
    let claimed = if is_claimed_lost { "lose" } else { "not lose" };
    Ok(Counterexample {
        position: table.show(id),
        claimed: claimed.to_owned(),
        truth: outcome.to_string(),
        reason,
        shown_by: option.map(|to| shown_move(id, to, table)).transpose()?,
    })
}

fn wrong_value(
    id: Id,
    claimed: u128,
    value: Option<Value>,
    table: &mut PositionTable,
) -> Result<Counterexample, ConjectureError> {
    let mut same = None;
    for option in table.options(id)? {
        if is_number(table.nim_value(option)?.as_ref(), claimed) {
            same = Some(option);
            break;
        }
    }
    let reason = match (same, &value) {
        (Some(_), _) => CounterexampleReason::OptionHasValue { value: claimed },
        (None, Some(value)) => match value.finite() {
            Some(Nimber(value)) => CounterexampleReason::ValueIsMissing { value },
            None => CounterexampleReason::IsInfinite,
        },
        (None, None) => CounterexampleReason::HasNoValue,
    };
    Ok(Counterexample {
        position: table.show(id),
        claimed: claimed.to_string(),
        truth: value.map_or("none".to_owned(), |value| value.to_string()),
        reason,
        shown_by: same.map(|to| shown_move(id, to, table)).transpose()?,
    })
}

fn shown_move(
    from: Id,
    to: Id,
    table: &mut PositionTable,
) -> Result<RefutingMove, ConjectureError> {
    Ok(RefutingMove {
        text: table.describe(from, to)?,
        to: table.show(to),
    })
}
