//! The only chooser: which method answers for a sum. It looks at the sum, never at the clock.

use grundy_core::{Form, Limits, Play, RemovalPosition};

use crate::SolveError;
use crate::exhaustive::Exhaustive;
use crate::known_outcome::KnownOutcome;
use crate::method::Method;
use crate::misere_nim::MisereNim;
use crate::misere_quotient::MisereQuotient;
use crate::sprague_grundy::SpragueGrundy;
use crate::sum::{Component, Sum};
use crate::tame::TameRule;

/// The method for a sum: theory where it reaches, search where it does not.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub(crate) fn choose(
    sum: &mut Sum,
    components: &[Component],
    play: Play,
    limits: &Limits,
) -> Result<Box<dyn Method>, SolveError> {
    if sum.ending(components).is_none() {
        let theory = match play {
            Play::Normal => choose_normal(sum, components, limits)?,
            Play::Misere => choose_misere(sum, components, limits)?,
        };
        if let Some(method) = theory {
            return Ok(method);
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
        [c] if matches!(sum.games[c.game].form(c.id), Form::Outcome(_))
    );
    if is_known_only_by_rule
        && !is_small_enough_to_search(sum, components)
        && let Some(method) = KnownOutcome::for_sum(sum, components, Play::Normal)
    {
        return Ok(Some(Box::new(method)));
    }
    let method = SpragueGrundy::for_sum(sum, components, limits)?;
    Ok(method.map(|method| Box::new(method) as Box<dyn Method>))
}

/// True if a search will find the value as well, where a rule gives the outcome.
fn is_small_enough_to_search(sum: &Sum, components: &[Component]) -> bool {
    const MOST_CELLS: usize = 42;
    components.iter().all(|c| {
        let game = &sum.games[c.game];
        let is_small = |position: RemovalPosition| position.remaining.len() <= MOST_CELLS;
        game.has_quick_search(c.id) || game.removal(c.id).is_some_and(is_small)
    })
}

fn choose_misere(
    sum: &mut Sum,
    components: &[Component],
    limits: &Limits,
) -> Result<Option<Box<dyn Method>>, SolveError> {
    if let Some(method) = MisereNim::for_sum(sum, components) {
        return Ok(Some(Box::new(method)));
    }
    if let Some(method) = KnownOutcome::for_sum(sum, components, Play::Misere) {
        return Ok(Some(Box::new(method)));
    }
    if let Some(method) = TameRule::for_sum(sum, components, limits)? {
        return Ok(Some(Box::new(method)));
    }
    let method = MisereQuotient::for_sum(sum, components, limits)?;
    Ok(method.map(|method| Box::new(method) as Box<dyn Method>))
}
