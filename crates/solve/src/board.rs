//! What a player needs without anything being solved: how a position looks, its moves, and whether it is over.

use std::collections::{HashMap, HashSet};

use grundy_core::{Element, Ending, Form, Limits, MoveReport, Nimber, Outcome, Picture, Play};
use grundy_positions::{Id, Move};

use crate::SolveError;
use crate::sum::{Component, Sum, SumMove};

/// A position as a board, and its moves.
#[derive(Clone, Debug)]
pub struct Board {
    /// The position as grundy writes it.
    pub position: String,
    /// Its components.
    pub components: Vec<BoardComponent>,
    /// Every move, also those that lead to the same option; or the first ones of each component.
    pub moves: Vec<BoardMove>,
    /// False if there are too many moves to list.
    pub lists_all_moves: bool,
    /// What happens to the player to move if the game is over.
    pub ended: Option<Outcome>,
}

/// One component of a board.
#[derive(Clone, Debug)]
pub struct BoardComponent {
    /// The component as grundy writes it.
    pub position: String,
    /// How to draw it.
    pub picture: Picture,
    /// What the picture cannot show.
    pub caption: Option<String>,
}

/// One move on a board.
#[derive(Clone, Debug)]
pub struct BoardMove {
    /// The move.
    pub report: MoveReport,
    /// The number of the option that it leads to: moves with the same number lead to the same option.
    pub option: usize,
}

/// Moves of each component that are told where there are too many for a list.
const FIRST_MOVES: usize = 50;
/// Moves that are looked through for one that leads to a given position.
const MOST_LOOKED_THROUGH: u128 = 200_000;

/// The board of a sum, with at most `most` moves.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub fn board(sum: &mut Sum, play: Play, most: usize, limits: &Limits) -> Result<Board, SolveError> {
    let components = sum.components.clone();
    let ending = sum.ending(&components);
    let is_few = !sum.has_more_options_than(&components, most as u128);
    let mut found = if ending.is_some() {
        Vec::new()
    } else if is_few {
        sum.moves(&components, false, limits)?
    } else {
        first_moves(sum, &components, FIRST_MOVES)?
    };
    let lists_all_moves = is_few && found.len() <= most;
    found.truncate(most);
    let mut options = HashMap::new();
    let mut moves = Vec::with_capacity(found.len());
    let mut seen = HashSet::new();
    for played in &found {
        let key = sum.key(&played.after);
        let next = options.len();
        let option = *options.entry(key).or_insert(next);
        let report = sum.report(&components, played);
        // Two knights on one square are touched alike.
        if seen.insert((report.component, report.touch.clone(), option)) {
            moves.push(BoardMove { report, option });
        }
    }
    add_mirrored(sum, &components, &mut moves);
    let drawn = components.iter().map(|&component| BoardComponent {
        position: sum.show_one(component),
        picture: sum.picture(component),
        caption: sum.caption(component),
    });
    Ok(Board {
        position: sum.show(&components),
        components: drawn.collect(),
        ended: ended(ending, moves.is_empty(), play),
        moves,
        lists_all_moves,
    })
}

/// Rules name one of two moves that are mirror images in a row of pins; a person may make either.
fn add_mirrored(sum: &mut Sum, components: &[Component], moves: &mut Vec<BoardMove>) {
    let touches = |played: &BoardMove| (played.report.component, played.report.touch.clone());
    let mut known: HashSet<(usize, Vec<Element>)> = moves.iter().map(touches).collect();
    let mut mirrored = Vec::new();
    for played in moves.iter() {
        let component = components[played.report.component];
        let Picture::Pins(rows) = sum.picture(component) else {
            continue;
        };
        let mirror = |elements: &[Element]| -> Option<Vec<Element>> {
            let mut elements: Vec<Element> = elements
                .iter()
                .map(|e| mirror(e, &rows))
                .collect::<Option<_>>()?;
            elements.reverse();
            Some(elements)
        };
        let report = &played.report;
        let (Some(touch), Some(changes)) = (mirror(&report.touch), mirror(&report.changes)) else {
            continue;
        };
        if !known.insert((report.component, touch.clone())) {
            continue;
        }
        let mut report = MoveReport {
            touch,
            changes,
            ..report.clone()
        };
        turn_rows(sum, components, &rows, &mut report);
        let option = played.option;
        mirrored.push(BoardMove { report, option });
    }
    moves.extend(mirrored);
}

/// The element at the same distance from the other end of its row.
fn mirror(element: &Element, rows: &[u64]) -> Option<Element> {
    let (kind, place) = element.parts()?;
    let &[row, at] = &place[..] else {
        return None;
    };
    let size = *rows.get(usize::try_from(row).ok()?)?;
    let at = match kind {
        "pin" => size.checked_sub(1)?.checked_sub(at)?,
        "gap" => size.checked_sub(at)?,
        _ => return None,
    };
    Some(Element::at(kind, [row, at]))
}

/// Writes what is left of the row in the order in which it stands after the mirror image of a move.
fn turn_rows(sum: &mut Sum, components: &[Component], rows: &[u64], report: &mut MoveReport) {
    let component = components[report.component];
    let row = report.touch.first().and_then(Element::parts);
    let Some(&row) = row.as_ref().and_then(|(_, place)| place.first()) else {
        return;
    };
    let game = &mut sum.games[component.game];
    let text = report
        .to
        .split_once(':')
        .map_or("", |(_, text)| text)
        .to_owned();
    let Ok(Picture::Pins(mut after)) = game.parse(&text).map(|id| game.picture(id)) else {
        return;
    };
    let (row, others) = (row as usize, rows.len() - 1);
    let Some(parts) = after
        .len()
        .checked_sub(others)
        .and_then(|parts| after.get_mut(row..row + parts))
    else {
        return;
    };
    parts.reverse();
    let Some(to) = game.with_heaps(&after) else {
        return;
    };
    let after = sum.after(components, report.component, to);
    report.to = sum.show_one(after[report.component]);
    report.position = sum.show(&after);
}

/// What happens to the player to move where the game is over.
fn ended(ending: Option<Ending>, has_no_move: bool, play: Play) -> Option<Outcome> {
    match (ending, play) {
        (Some(Ending::Decided(outcome)), _) => Some(outcome),
        (None, _) if !has_no_move => None,
        (_, Play::Normal) => Some(Outcome::Lose),
        (_, Play::Misere) => Some(Outcome::Win),
    }
}

/// The first moves of each component, at most `most` of each, as the rules list them.
///
/// # Errors
///
/// [`SolveError`] if the rules fail.
pub fn first_moves(
    sum: &mut Sum,
    components: &[Component],
    most: usize,
) -> Result<Vec<SumMove>, SolveError> {
    let mut found = Vec::new();
    for (index, component) in components.iter().enumerate() {
        for played in sum.games[component.game].first_moves(component.id, most)? {
            found.push(sum.played(components, index, played));
        }
    }
    Ok(found)
}

/// The move that is made by touching these elements of one component, if there is one.
///
/// # Errors
///
/// As [`board`].
pub fn touched(
    sum: &mut Sum,
    component: usize,
    touch: &[Element],
    limits: &Limits,
) -> Result<Option<MoveReport>, SolveError> {
    let components = sum.components.clone();
    let Some(at) = components.get(component) else {
        return Ok(None);
    };
    if sum.ending(&components).is_some() {
        return Ok(None);
    }
    let played = sum.games[at.game].touched(at.id, touch, limits)?;
    Ok(played.map(|played| {
        let played = sum.played(&components, component, played);
        sum.report(&components, &played)
    }))
}

/// The move from a sum to the position that `target` is, if there is one.
///
/// # Errors
///
/// As [`board`].
pub fn move_between(
    sum: &mut Sum,
    target: &mut Sum,
    limits: &Limits,
) -> Result<Option<MoveReport>, SolveError> {
    let components = sum.components.clone();
    if sum.ending(&components).is_some() {
        return Ok(None);
    }
    let wanted = name(target, &target.components.clone());
    let is_few = !sum.has_more_options_than(&components, MOST_LOOKED_THROUGH);
    let found = if is_few {
        sum.moves(&components, false, limits)?
    } else {
        likely_moves(sum, &components, target)
    };
    let shown = target.show(&target.components);
    let is_exact = |played: &&SumMove| sum.show(&played.after) == shown;
    let exact = found.iter().find(is_exact).cloned();
    let found = exact.or_else(|| {
        let mut found = found.into_iter();
        found.find(|played| name(sum, &played.after) == wanted)
    });
    Ok(found.map(|played| sum.report(&components, &played)))
}

/// What sums have in common that count as the same, also if they were read apart.
fn name(sum: &mut Sum, components: &[Component]) -> Vec<String> {
    let key = sum.key(components);
    let mut names: Vec<String> = key
        .iter()
        .map(|&component| sum.show_one(component))
        .collect();
    names.sort_unstable();
    names
}

/// The moves that could lead to `target`, by formula: those to the value of one of its components, and those that
/// replace one heap.
fn likely_moves(sum: &mut Sum, components: &[Component], target: &Sum) -> Vec<SumMove> {
    const MOST: usize = 1000;
    let goals: Vec<Form> = target
        .components
        .iter()
        .map(|goal| target.games[goal.game].form(goal.id))
        .collect();
    let mut found = Vec::new();
    for (index, component) in components.iter().enumerate() {
        let game = &mut sum.games[component.game];
        let mut moves: Vec<Move> = Vec::new();
        for goal in &goals {
            if let Some(value) = value(goal) {
                moves.extend(game.moves_to(component.id, value, MOST).unwrap_or_default());
            }
            if let (Form::Heaps(before), Form::Heaps(after)) = (game.form(component.id), goal) {
                moves.extend(replaced(game.as_mut(), component.id, &before, after));
            }
        }
        for played in moves {
            found.push(sum.played(components, index, played));
        }
    }
    found
}

fn value(form: &Form) -> Option<Nimber> {
    match form {
        Form::Nim(heaps) => Some(Nimber(heaps.iter().fold(0, |sum, heap| sum ^ heap))),
        Form::Value(value) => Some(*value),
        _ => None,
    }
}

/// The move that replaces the one heap of `before` that `after` lacks, if the rules allow it.
fn replaced(
    game: &mut dyn grundy_positions::Game,
    id: Id,
    before: &[u64],
    after: &[u64],
) -> Option<Move> {
    let (gone, left) = (missing(before, after), missing(after, before));
    let (&[heap], 0..=3) = (&gone[..], left.len()) else {
        return None;
    };
    let index = before.iter().position(|size| *size == heap)?;
    let kept = left
        .iter()
        .try_fold(0u64, |sum, part| sum.checked_add(*part))?;
    let taken = heap.checked_sub(kept)?;
    let rules = game.heap_rules()?;
    let is_equal = rules.is_unequal() && left.windows(2).any(|pair| pair[0] == pair[1]);
    if rules.digit(taken) >> left.len() & 1 == 0 || is_equal {
        return None;
    }
    game.replace_heap(id, index, &left)
}

/// The heaps of `heaps` that `others` lack, largest first, counted with multiplicity.
fn missing(heaps: &[u64], others: &[u64]) -> Vec<u64> {
    let mut others = others.to_vec();
    let mut missing: Vec<u64> = heaps
        .iter()
        .copied()
        .filter(|heap| *heap > 0)
        .filter(|heap| match others.iter().position(|other| other == heap) {
            Some(at) => {
                others.swap_remove(at);
                false
            }
            None => true,
        })
        .collect();
    missing.sort_unstable_by(|a, b| b.cmp(a));
    missing
}
