//! The computer's move.

use grundy_core::{MoveReport, Nimber, Outcome};
use grundy_solve::{Analysis, SolveError, Sum, first_moves};

use crate::analyst::Analyst;
use crate::level::{Chance, Level};

/// The computer's move in the position of `analysis`, or `None` if the game is over.
///
/// # Errors
///
/// As [`Analyst::some_moves`], which is asked only for a position with too many moves to list.
pub fn reply<A: Analyst>(
    analysis: &Analysis,
    level: Level,
    chance: &mut Chance,
    analyst: &mut A,
) -> Result<Option<MoveReport>, A::Error> {
    if level.plays_well(chance)
        && let Some(best) = best_move(analysis, chance)
    {
        return Ok(Some(best));
    }
    let moves: Vec<MoveReport> = analysis
        .moves
        .iter()
        .map(|(report, _)| report.clone())
        .collect();
    if !moves.is_empty() || analysis.lists_all_moves {
        return Ok(chance.pick(&moves));
    }
    let moves = analyst.some_moves(&analysis.verdict.position)?;
    Ok(chance.pick(&moves))
}

/// Some moves of a sum that has too many to list: those whose results have small values, by formula, else the
/// first ones.
///
/// # Errors
///
/// [`SolveError`] if the rules fail.
pub fn some_moves(sum: &mut Sum) -> Result<Vec<MoveReport>, SolveError> {
    const SMALL_VALUES: u128 = 16;
    const FIRST_MOVES: usize = 16;
    let components = sum.components.clone();
    let mut found = Vec::new();
    for (index, component) in components.iter().enumerate() {
        for target in 0..SMALL_VALUES {
            let game = &mut sum.games[component.game];
            let moves = game.moves_to(component.id, Nimber(target), 1);
            for played in moves.unwrap_or_default() {
                let played = sum.played(&components, index, played);
                found.push(sum.report(&components, &played));
            }
        }
    }
    if found.is_empty() {
        let first = first_moves(sum, &components, FIRST_MOVES)?;
        let reports = first.iter().map(|played| sum.report(&components, played));
        return Ok(reports.collect());
    }
    Ok(found)
}

/// The fastest winning move known, else one that keeps the draw, else the longest defence.
fn best_move(analysis: &Analysis, chance: &mut Chance) -> Option<MoveReport> {
    let verdict = &analysis.verdict;
    match verdict.outcome {
        // Where theory lists the winning moves they are all as good; the first is the plainest.
        Outcome::Win => fastest(analysis).or_else(|| verdict.winning_moves.first().cloned()),
        Outcome::Draw => chance.pick(&verdict.drawing_moves),
        Outcome::Lose => verdict.defence.clone(),
    }
}

/// The winning move after which the end is nearest: where positions can repeat, another one might
/// never get there.
fn fastest(analysis: &Analysis) -> Option<MoveReport> {
    let moves = analysis.moves.iter().zip(&analysis.move_remoteness);
    let winning = moves.filter_map(|((report, outcome), remoteness)| match outcome {
        Outcome::Win => Some((report, (*remoteness)?)),
        _ => None,
    });
    let best = winning.min_by_key(|(_, remoteness)| *remoteness);
    best.map(|(report, _)| report.clone())
}
