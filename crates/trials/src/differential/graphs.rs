//! Graphs with cycles: outcomes and remoteness in every format.

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::format::load;
use grundy_graph::{Format, GraphSource, loopy_values};

use super::{Disagreement, shrink};
use crate::Random;

#[derive(Clone)]
struct Asked {
    vertices: u32,
    edges: Vec<(u32, u32)>,
    play: Play,
}

/// A random graph of up to 12 vertices.
pub fn random_graph(random: &mut Random) -> Result<u64, Disagreement> {
    let vertices = 1 + random.below(12) as u32;
    let count = random.below(3 * u64::from(vertices));
    let vertex = |random: &mut Random| random.below(u64::from(vertices)) as u32;
    let edges = (0..count).map(|_| (vertex(random), vertex(random)));
    let asked = Asked {
        vertices,
        edges: edges.collect(),
        play: *random.pick(&[Play::Normal, Play::Misere]),
    };
    compare(&asked).map_err(|difference| {
        let (asked, difference) = shrink(asked, difference, smaller, compare);
        Disagreement {
            question: format!("graph, {:?}:\n{}", asked.play, text(&asked)),
            difference,
        }
    })
}

fn smaller(asked: &Asked) -> Vec<Asked> {
    let without = |at: usize| {
        let mut fewer = asked.clone();
        fewer.edges.remove(at);
        fewer
    };
    (0..asked.edges.len()).map(without).collect()
}

fn text(asked: &Asked) -> String {
    let mut text = format!("{} {}\n", asked.vertices, asked.edges.len());
    for (a, b) in &asked.edges {
        text += &format!("{a} {b}\n");
    }
    text
}

fn compare(asked: &Asked) -> Result<u64, String> {
    let limits = Limits {
        threads: 1,
        ..Limits::default()
    };
    let json = format!(
        "{{\"vertices\":{},\"edges\":{:?}}}",
        asked.vertices, asked.edges
    )
    .replace('(', "[")
    .replace(')', "]");
    let truth = by_definition(asked);
    for (text, format) in [(text(asked), None), (json, Some(Format::Json))] {
        let source = GraphSource::Bytes(text.into_bytes());
        let file = load(&source, format, false, &limits).map_err(|error| error.to_string())?;
        let solution = file
            .solve(asked.play, &limits)
            .map_err(|error| error.to_string())?;
        for (v, &(outcome, plies)) in truth.iter().enumerate() {
            let v = v as u32;
            let found = (solution.outcome(v), solution.remoteness(v));
            if found != (outcome, plies) {
                return Err(format!(
                    "vertex {v}: {found:?}, {:?} by the definition",
                    (outcome, plies)
                ));
            }
        }
        if asked.play == Play::Normal {
            let values = loopy_values(&file.graph(), &limits).map_err(|error| error.to_string())?;
            for (v, &(outcome, _)) in truth.iter().enumerate() {
                let value = values.value(v as u32);
                if value.outcome() != outcome {
                    return Err(format!(
                        "vertex {v}: the value {value} and {outcome:?} differ"
                    ));
                }
            }
        }
    }
    Ok(2 * truth.len() as u64)
}

/// Outcomes by rounds: round r decides what can be decided with r moves to the end.
fn by_definition(asked: &Asked) -> Vec<(Outcome, Option<u32>)> {
    let count = asked.vertices as usize;
    let successors = |v: usize| {
        let edges = asked.edges.iter().filter(move |(a, _)| *a as usize == v);
        edges.map(|(_, b)| *b as usize)
    };
    let mut known: Vec<Option<(Outcome, u32)>> = vec![None; count];
    for round in 0..=count as u32 {
        let before = known.clone();
        for (v, found) in known.iter_mut().enumerate() {
            if found.is_some() {
                continue;
            }
            let options: Vec<Option<(Outcome, u32)>> = successors(v).map(|w| before[w]).collect();
            let is_lost = |o: &Option<(Outcome, u32)>| matches!(o, Some((Outcome::Lose, _)));
            let is_won = |o: &Option<(Outcome, u32)>| matches!(o, Some((Outcome::Win, _)));
            *found = if options.is_empty() {
                let at_the_end = match asked.play {
                    Play::Normal => Outcome::Lose,
                    Play::Misere => Outcome::Win,
                };
                Some((at_the_end, 0))
            } else if options.iter().any(is_lost) {
                Some((Outcome::Win, round))
            } else if options.iter().all(is_won) {
                Some((Outcome::Lose, round))
            } else {
                None
            };
        }
    }
    let known = known.into_iter();
    known
        .map(|found| found.map_or((Outcome::Draw, None), |(o, plies)| (o, Some(plies))))
        .collect()
}
