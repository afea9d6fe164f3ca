//! Positions of every game and sums of them: outcome, value, winning moves and counts.

use std::collections::BTreeSet;

use grundy::spec::{Files, parse_sum};
use grundy::{Error, Question};
use grundy_core::{Limits, Outcome, Play, Value};

use super::plain::Reachable;
use super::texts::random_text;
use super::{Disagreement, shrink};
use crate::Random;

/// Positions that the definition looks at.
const MOST_POSITIONS: usize = 700;

/// A position and how it is asked.
#[derive(Clone)]
struct Asked {
    components: Vec<String>,
    play: Play,
    limits: Limits,
    explain: bool,
}

/// One position of one game.
pub fn one_game(random: &mut Random) -> Result<u64, Disagreement> {
    let asked = asked(vec![random_text(random)], random);
    compared(asked)
}

/// A sum of two or three.
pub fn sum(random: &mut Random) -> Result<u64, Disagreement> {
    let count = 2 + random.below(2);
    let mut components: Vec<String> = (0..count).map(|_| random_text(random)).collect();
    if random.once_in(3) {
        components[0] = format!("nim:{}", random.below(5));
    }
    let asked = asked(components, random);
    compared(asked)
}

fn asked(components: Vec<String>, random: &mut Random) -> Asked {
    let play = *random.pick(&[Play::Normal, Play::Misere]);
    let mut limits = Limits {
        positions: 200_000,
        threads: 1,
        ..Limits::default()
    };
    // With small limits an answer may be missing, but never wrong.
    if random.once_in(6) {
        limits.positions = 1 + random.below(300);
    }
    if random.once_in(12) {
        limits.bytes = random.below(1 << 20);
    }
    Asked {
        components,
        play,
        limits,
        explain: random.once_in(10),
    }
}

fn compared(asked: Asked) -> Result<u64, Disagreement> {
    compare(&asked).map_err(|difference| {
        let (asked, difference) = shrink(asked, difference, smaller, compare);
        Disagreement {
            question: format!(
                "{:?} {} (positions {}, bytes {})",
                asked.play,
                asked.components.join(" + "),
                asked.limits.positions,
                asked.limits.bytes
            ),
            difference,
        }
    })
}

/// Fewer components, and options of them.
fn smaller(asked: &Asked) -> Vec<Asked> {
    let mut found = Vec::new();
    for at in 0..asked.components.len() {
        if asked.components.len() > 1 {
            let mut fewer = asked.clone();
            fewer.components.remove(at);
            found.push(fewer);
        }
        let Ok(mut sum) = parse_sum(&asked.components[at..=at], Files::Deny, &Limits::default())
        else {
            continue;
        };
        let here = sum.components.clone();
        for option in sum.options(&here, &Limits::default()).unwrap_or_default() {
            let mut less = asked.clone();
            less.components[at] = sum.show(&option);
            found.push(less);
        }
    }
    found
}

/// How many positions agree, or what differs. What is not a position, or too large, is none.
fn compare(asked: &Asked) -> Result<u64, String> {
    let Ok(mut sum) = parse_sum(&asked.components, Files::Deny, &Limits::default()) else {
        return Ok(0);
    };
    let Some(reachable) = Reachable::new(&mut sum, MOST_POSITIONS) else {
        return Ok(0);
    };
    let question = Question {
        play: asked.play,
        limits: asked.limits.clone(),
        files: Files::Deny,
        explain: asked.explain,
        ..Question::new(asked.components.clone())
    };
    let verdict = match grundy::solve(&question) {
        Ok(verdict) => verdict,
        Err(Error::Limit { .. })
            if asked.limits.positions < 1000 || asked.limits.bytes < 1 << 21 =>
        {
            return Ok(0);
        }
        Err(error) => return Err(format!("no answer: {:?}", error.report().error)),
    };
    let outcomes = reachable.outcomes(asked.play);
    let differs = |what: &str, found: &dyn std::fmt::Debug, truth: &dyn std::fmt::Debug| {
        let method = &verdict.method;
        Err(format!(
            "{what}: {found:?} by {method}, {truth:?} by the definition"
        ))
    };
    if verdict.outcome != outcomes[0] {
        return differs("outcome", &verdict.outcome, &outcomes[0]);
    }
    if let (Play::Normal, Some(Value::Finite(value)), Some(truth)) =
        (asked.play, &verdict.value, reachable.value())
        && value.0 != u128::from(truth)
    {
        return differs("value", value, &truth);
    }
    let options = reachable.start_options();
    if let Some(moves) = verdict.moves
        && moves != options.len() as u128
    {
        return differs("moves", &moves, &options.len());
    }
    let winning: BTreeSet<usize> = options
        .iter()
        .copied()
        .filter(|&option| outcomes[option] == Outcome::Lose)
        .collect();
    let mut found = BTreeSet::new();
    for report in &verdict.winning_moves {
        let Some(number) = number_of(&report.position, asked, &reachable, &mut sum) else {
            return Err(format!("`{}` is not an option", report.position));
        };
        found.insert(number);
    }
    let is_right = if verdict.complete {
        found == winning && found.len() == verdict.winning_moves.len()
    } else {
        found.is_subset(&winning)
    };
    if !is_right {
        return differs(
            "winning moves",
            &verdict.winning_moves.len(),
            &winning.len(),
        );
    }
    Ok(1 + options.len() as u64)
}

/// The number of a position that a move leads to.
fn number_of(
    text: &str,
    asked: &Asked,
    reachable: &Reachable,
    sum: &mut grundy_solve::Sum,
) -> Option<usize> {
    // The games of the sum know their positions: each component is read by its own game.
    let parts: Vec<&str> = text.split(" + ").collect();
    if parts.len() != asked.components.len() {
        return None;
    }
    let mut components = Vec::new();
    for (part, component) in parts.iter().zip(&sum.components.clone()) {
        let (_, position) = part.split_once(':')?;
        let game = &mut sum.games[component.game];
        let id = game.parse(position).ok()?;
        // Parameters may say whose turn it is, or what is left of a reserve.
        if game.show(id) != *part {
            return reachable_by_text(text, reachable, sum);
        }
        components.push(grundy_solve::Component {
            game: component.game,
            id,
        });
    }
    reachable.number(&sum.key(&components))
}

/// As [`number_of`], by what is shown of the options of the start.
fn reachable_by_text(
    text: &str,
    reachable: &Reachable,
    sum: &mut grundy_solve::Sum,
) -> Option<usize> {
    let start = sum.components.clone();
    let options = sum.options(&start, &Limits::default()).ok()?;
    let option = options
        .into_iter()
        .find(|option| sum.show(option) == text)?;
    reachable.number(&sum.key(&option))
}
