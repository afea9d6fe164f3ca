//! Rules files made up at random: a table of options, with splits and cycles.

use std::fmt::Write;

use grundy::own_rules::given;
use grundy::spec::parse_sum;
use grundy::{Error, Question};
use grundy_core::{Limits, Play};

use super::plain::Reachable;
use super::{Disagreement, shrink};
use crate::Random;

#[derive(Clone)]
struct Asked {
    /// The options of each position, each the numbers that it falls apart into.
    options: Vec<Vec<Vec<usize>>>,
    position: usize,
    play: Play,
}

/// A random table of up to 8 positions.
pub fn random_rules(random: &mut Random) -> Result<u64, Disagreement> {
    let count = 2 + random.index(7);
    // Mostly games that end; sometimes with cycles.
    let has_cycles = random.once_in(3);
    let mut options = Vec::new();
    for position in 0..count {
        let reach = if has_cycles { count } else { position };
        let mut of_position = Vec::new();
        if reach > 0 {
            for _ in 0..random.below(4) {
                let parts = if has_cycles { 1 } else { 1 + random.below(2) };
                of_position.push((0..parts).map(|_| random.index(reach)).collect());
            }
        }
        options.push(of_position);
    }
    let asked = Asked {
        position: count - 1,
        options,
        play: *random.pick(&[Play::Normal, Play::Misere]),
    };
    compare(&asked).map_err(|difference| {
        let (asked, difference) = shrink(asked, difference, smaller, compare);
        Disagreement {
            question: format!(
                "{:?} mine.star:{}\n{}",
                asked.play,
                asked.position,
                source(&asked)
            ),
            difference,
        }
    })
}

fn smaller(asked: &Asked) -> Vec<Asked> {
    let mut found = Vec::new();
    for position in 0..asked.options.len() {
        for at in 0..asked.options[position].len() {
            let mut fewer = asked.clone();
            fewer.options[position].remove(at);
            found.push(fewer);
        }
    }
    found
}

fn source(asked: &Asked) -> String {
    let mut text = "OPTIONS = [\n".to_owned();
    for of_position in &asked.options {
        let options = of_position.iter().map(|parts| match parts.as_slice() {
            [one] => one.to_string(),
            parts => {
                let parts: Vec<String> = parts.iter().map(usize::to_string).collect();
                format!("split({})", parts.join(", "))
            }
        });
        let options: Vec<String> = options.collect();
        writeln!(text, "    [{}],", options.join(", ")).expect("strings take everything");
    }
    text + "]\n\ndef moves(n):\n    return OPTIONS[n]\n"
}

fn compare(asked: &Asked) -> Result<u64, String> {
    let files = given(&source(asked));
    let position = format!("mine.star:{}", asked.position);
    let read = parse_sum(
        std::slice::from_ref(&position),
        files.clone(),
        &Limits::default(),
    );
    let mut sum = read.map_err(|error| error.to_string())?;
    let Some(reachable) = Reachable::new(&mut sum, 500) else {
        return Ok(0);
    };
    let question = Question {
        play: asked.play,
        files,
        limits: Limits {
            threads: 1,
            ..Limits::default()
        },
        ..Question::new([position])
    };
    let verdict = match grundy::solve(&question) {
        Ok(verdict) => verdict,
        Err(Error::Limit { .. }) => return Ok(0),
        Err(error) => return Err(error.to_string()),
    };
    let truth = reachable.outcomes(asked.play)[0];
    if verdict.outcome != truth {
        return Err(format!(
            "{:?} by {}, {truth:?} by the definition",
            verdict.outcome, verdict.method
        ));
    }
    Ok(1)
}
