//! The only chooser: which method answers, and how its answer becomes a verdict.

use grundy_core::{
    ComponentReport, Limits, MoveReport, Nimber, Outcome, Picture, Play, Value, Verdict,
};

use crate::SolveError;
use crate::exhaustive::Exhaustive;
use crate::known_outcome::KnownOutcome;
use crate::method::{Found, Method};
use crate::misere_nim::MisereNim;
use crate::misere_quotient::MisereQuotient;
use crate::search::search;
use crate::sprague_grundy::SpragueGrundy;
use crate::sum::{Component, Sum};
use crate::tame::TameRule;

/// What is asked of a sum.
#[derive(Clone, Debug)]
pub struct Request {
    /// The ending convention.
    pub play: Play,
    /// Whether reasons are wanted.
    pub explain: bool,
    /// Winning moves to list at most.
    pub most_moves: usize,
    /// The limits.
    pub limits: Limits,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            play: Play::Normal,
            explain: false,
            most_moves: 10_000,
            limits: Limits::default(),
        }
    }
}

/// A verdict with every move and its outcome, for interfaces in which somebody plays.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The verdict.
    pub verdict: Verdict,
    /// Every move, with the outcome for the player who makes it.
    pub moves: Vec<(MoveReport, Outcome)>,
    /// False if there are too many moves to list.
    pub lists_all_moves: bool,
    /// How to draw each component.
    pub pictures: Vec<Picture>,
    /// How to draw what each of [`Analysis::moves`] makes of its component.
    pub move_pictures: Vec<Picture>,
}

/// Options are listed one by one up to this many; beyond, winning moves come from formulas.
const LIST_OPTIONS_TO: u128 = 20_000;
/// Positions that may be searched for a best defence.
const POSITIONS_FOR_A_DEFENCE: u64 = 20_000;

/// Who wins, what it is worth, every winning move, and why.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub fn solve(sum: &mut Sum, request: &Request) -> Result<Verdict, SolveError> {
    let components = sum.components.clone();
    let mut method = choose(sum, &components, request.play, &request.limits)?;
    verdict(sum, &components, method.as_mut(), request)
}

/// The verdict and the outcome of every move.
///
/// # Errors
///
/// As [`solve`].
pub fn analyse(sum: &mut Sum, request: &Request) -> Result<Analysis, SolveError> {
    let components = sum.components.clone();
    let mut method = choose(sum, &components, request.play, &request.limits)?;
    let verdict = verdict(sum, &components, method.as_mut(), request)?;
    let few = verdict
        .moves
        .is_some_and(|moves| moves <= request.most_moves as u128);
    let (mut moves, mut move_pictures) = (Vec::new(), Vec::new());
    if few {
        for (index, after) in sum.options(&components, &request.limits)? {
            let outcome = method.outcome(sum, &after, &request.limits)?;
            moves.push((sum.report(&components, index, &after), outcome.opposite()));
            move_pictures.push(sum.picture(after[index]));
        }
    }
    let pictures = components.iter().map(|&c| sum.picture(c)).collect();
    Ok(Analysis {
        verdict,
        moves,
        lists_all_moves: few,
        pictures,
        move_pictures,
    })
}

/// The method for a sum: theory where it reaches, search where it does not.
fn choose(
    sum: &mut Sum,
    components: &[Component],
    play: Play,
    limits: &Limits,
) -> Result<Box<dyn Method>, SolveError> {
    if sum.ending(components).is_none() {
        match play {
            Play::Normal => {
                if let Some(method) = choose_normal(sum, components, limits)? {
                    return Ok(method);
                }
            }
            Play::Misere => {
                if let Some(method) = MisereNim::for_sum(sum, components) {
                    return Ok(Box::new(method));
                }
                if let Some(method) = KnownOutcome::for_sum(sum, components, play) {
                    return Ok(Box::new(method));
                }
                if let Some(method) = TameRule::for_sum(sum, components, limits)? {
                    return Ok(Box::new(method));
                }
                if let Some(method) = MisereQuotient::for_sum(sum, components, limits)? {
                    return Ok(Box::new(method));
                }
            }
        }
    }
    let method = Exhaustive::for_sum(sum, components, play, limits)?;
    Ok(Box::new(method))
}

fn choose_normal(
    sum: &mut Sum,
    components: &[Component],
    limits: &Limits,
) -> Result<Option<Box<dyn Method>>, SolveError> {
    // A rule for the outcome answers where values would need a search.
    let is_known_only_by_rule = matches!(
        components,
        [c] if matches!(sum.games[c.game].form(c.id), grundy_core::Form::Outcome(_))
    );
    if is_known_only_by_rule
        && let Some(method) = KnownOutcome::for_sum(sum, components, Play::Normal)
    {
        return Ok(Some(Box::new(method)));
    }
    match SpragueGrundy::for_sum(sum, components, limits)? {
        Some(method) => Ok(Some(Box::new(method))),
        None => Ok(None),
    }
}

fn verdict(
    sum: &mut Sum,
    components: &[Component],
    method: &mut dyn Method,
    request: &Request,
) -> Result<Verdict, SolveError> {
    let limits = &request.limits;
    let outcome = method.outcome(sum, components, limits)?;
    let values = component_values(sum, components, method, request)?;
    let listed = list_moves(sum, components, method, request)?;
    let explanation = match request.explain {
        true => method.explain(sum, components, &listed.winning, limits)?,
        false => Vec::new(),
    };
    let report = |sum: &Sum, found: &[Found]| -> Vec<MoveReport> {
        let reports = found.iter();
        reports
            .map(|(index, after)| sum.report(components, *index, after))
            .collect()
    };
    let defence = match outcome {
        Outcome::Lose => best_defence(sum, components, method, request)?,
        _ => None,
    };
    let reports = components.iter().zip(&values);
    Ok(Verdict {
        position: sum.show(components),
        play: request.play,
        outcome,
        value: total(&values),
        method: method.name(),
        moves: listed.count,
        remoteness: method.remoteness(sum, components),
        components: reports
            .map(|(component, value)| ComponentReport {
                position: sum.show_one(*component),
                value: value.clone(),
            })
            .collect(),
        winning_moves: report(sum, &listed.winning),
        drawing_moves: report(sum, &listed.drawing),
        complete: listed.complete,
        defence,
        explanation,
    })
}

fn component_values(
    sum: &mut Sum,
    components: &[Component],
    method: &mut dyn Method,
    request: &Request,
) -> Result<Vec<Option<Value>>, SolveError> {
    let mut values = Vec::new();
    for &component in components {
        values.push(method.value(sum, component, &request.limits)?);
    }
    Ok(values)
}

fn total(values: &[Option<Value>]) -> Option<Value> {
    values
        .iter()
        .try_fold(Value::Finite(Nimber(0)), |sum, value| {
            value.as_ref().map(|value| sum.plus(value))
        })
}

/// The moves that matter.
struct Listed {
    winning: Vec<Found>,
    drawing: Vec<Found>,
    complete: bool,
    count: Option<u128>,
}

fn list_moves(
    sum: &mut Sum,
    components: &[Component],
    method: &mut dyn Method,
    request: &Request,
) -> Result<Listed, SolveError> {
    let limits = &request.limits;
    if sum.options_to_list(components) > LIST_OPTIONS_TO {
        let count = sum.option_count(components);
        let found = method.winning_by_formula(sum, components, request.most_moves, limits)?;
        if let Some((found, complete)) = found {
            return Ok(Listed {
                winning: distinct(sum, found),
                drawing: Vec::new(),
                complete,
                count,
            });
        }
    }
    let options = sum.options(components, limits)?;
    let count = Some(options.len() as u128);
    let (mut winning, mut drawing) = (Vec::new(), Vec::new());
    let is_draw = method.outcome(sum, components, limits)? == Outcome::Draw;
    for (index, after) in options {
        match method.outcome(sum, &after, limits)? {
            Outcome::Lose => winning.push((index, after)),
            Outcome::Draw if is_draw => drawing.push((index, after)),
            _ => {}
        }
    }
    let complete = winning.len() <= request.most_moves && drawing.len() <= request.most_moves;
    winning.truncate(request.most_moves);
    drawing.truncate(request.most_moves);
    Ok(Listed {
        winning,
        drawing,
        complete,
        count,
    })
}

/// One move for each resulting position.
fn distinct(sum: &mut Sum, found: Vec<Found>) -> Vec<Found> {
    let mut seen = std::collections::HashSet::new();
    found
        .into_iter()
        .filter(|(_, after)| seen.insert(sum.key(after)))
        .collect()
}

/// The move that puts the end off longest, if a small search finds it.
fn best_defence(
    sum: &mut Sum,
    components: &[Component],
    method: &dyn Method,
    request: &Request,
) -> Result<Option<MoveReport>, SolveError> {
    let few = sum
        .option_count(components)
        .is_none_or(|count| count <= u128::from(POSITIONS_FOR_A_DEFENCE));
    if !few {
        return Ok(None);
    }
    let mut small = request.limits.clone();
    small.positions = small.positions.min(POSITIONS_FOR_A_DEFENCE);
    let has_remoteness = method.remoteness(sum, components).is_some();
    let searched = match has_remoteness {
        true => None,
        false => match search(sum, components, request.play, &small) {
            Ok(searched) => Some(searched),
            Err(SolveError::Limit { .. }) => return Ok(None),
            Err(error) => return Err(error),
        },
    };
    let mut best: Option<(u64, Found)> = None;
    for (index, after) in sum.options(components, &request.limits)? {
        let plies = match &searched {
            Some(searched) => searched.remoteness(sum, &after),
            None => method.remoteness(sum, &after),
        };
        let Some(plies) = plies else { continue };
        if best.as_ref().is_none_or(|(most, _)| plies > *most) {
            best = Some((plies, (index, after)));
        }
    }
    Ok(best.map(|(_, (index, after))| sum.report(components, index, &after)))
}
