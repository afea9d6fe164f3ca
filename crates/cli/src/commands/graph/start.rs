//! One vertex: verdict, best moves, a line of best play.

use std::io::{self, Write};
use std::process::ExitCode;

use grundy::core::{Limits, Outcome, Play};
use grundy::graph::GraphFile;
use grundy::graphs::{self, AtStart, Wanted};
use grundy::render::{paint::Paint, tables};
use serde_json::json;

use super::Args;
use super::listing::value_json;
use crate::common::Common;
use crate::failure::Failure;

/// Vertices of a line shown at most.
const SHOWN: usize = 60;

/// Prints what is known about one vertex.
pub fn run(
    args: &Args,
    label: &str,
    file: &GraphFile,
    play: Play,
    limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let wanted = Wanted {
        play,
        value: args.values,
        explain: args.explain,
    };
    let found = graphs::at_start(file, label, wanted, limits)?;
    let mut out = io::stdout().lock();
    if common.json {
        writeln!(out, "{}", object(&found, play))?;
    } else {
        let paint = Paint {
            colors: common.colors(),
        };
        out.write_all(text(&found, play, paint).as_bytes())?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn text(found: &AtStart, play: Play, paint: Paint) -> String {
    let word = paint.outcome(found.outcome, found.outcome.word());
    let who = match (found.outcome, &found.winner) {
        (Outcome::Draw, _) => "neither player can force a win".to_owned(),
        (_, Some(winner)) => format!("player {winner} wins"),
        (Outcome::Win, None) => "the player to move wins".to_owned(),
        (Outcome::Lose, None) => "the player to move loses".to_owned(),
    };
    let length = match found.remoteness {
        Some(0) => ", the game is over".to_owned(),
        Some(1) => " in 1 move".to_owned(),
        Some(moves) => format!(" in {moves} moves"),
        None => String::new(),
    };
    let play = paint.dim(&format!("({})", play.in_words()));
    let mut text = format!("{word}: at {} {who}{length} {play}\n", found.label);
    if let Some(owner) = &found.owner {
        text += &format!("to move  player {owner}\n");
    }
    if let Some(value) = &found.value {
        text += &format!("value    {value}\n");
    }
    text += &best_moves(found);
    text += &format!("line     {}\n", line(found));
    if !found.explanation.is_empty() {
        text += &format!("\n{}", tables::blocks(&found.explanation, paint));
    }
    text
}

fn best_moves(found: &AtStart) -> String {
    if found.moves.is_empty() {
        return "no move\n".to_owned();
    }
    let best = found.moves.iter().filter(|(_, m)| m.is_best);
    let shown: Vec<String> = best
        .map(|(label, m)| match m.remoteness {
            Some(left) => format!("{label} ({left} more)"),
            None => label.clone(),
        })
        .collect();
    let kind = match found.outcome {
        Outcome::Win => "the fastest win",
        Outcome::Lose => "the longest resistance",
        Outcome::Draw => "keeps the draw",
    };
    let (cut, rest) = match shown.len() > SHOWN {
        true => (&shown[..SHOWN], format!(", … ({} in all)", shown.len())),
        false => (&shown[..], String::new()),
    };
    let count = found.moves.len();
    format!("best     {}{rest}: {kind}; {count} legal\n", cut.join(", "))
}

fn line(found: &AtStart) -> String {
    let labels = &found.line_labels;
    let shown = labels.len().min(SHOWN);
    let mut text = labels[..shown].join(" -> ");
    if shown < labels.len() || found.line.is_cut {
        text += " -> …";
    } else if let Some(start) = found.line.cycle_start {
        text += &format!(" -> {}, and so on for ever", labels[start]);
    }
    text
}

fn object(found: &AtStart, play: Play) -> serde_json::Value {
    let moves = found.moves.iter().map(|(label, m)| {
        json!({"to": label_json(label), "outcome": m.outcome.word(), "remoteness": m.remoteness, "best": m.is_best})
    });
    let best = found.moves.iter().filter(|(_, m)| m.is_best);
    let best: Vec<_> = best.map(|(label, _)| label_json(label)).collect();
    let line: Vec<_> = found.line_labels.iter().map(|label| label_json(label)).collect();
    let mut object = json!({
        "schema": 1,
        "start": label_json(&found.label),
        "play": play.word(),
        "outcome": found.outcome.word(),
        "remoteness": found.remoteness,
        "moves": moves.collect::<Vec<_>>(),
        "best_moves": best,
        "cycle": found.line.cycle_start.map(|start| line[start..].to_vec()),
        "line": line,
        "line_is_cut": found.line.is_cut,
    });
    if let Some(value) = &found.value {
        object["value"] = value_json(value);
    }
    if let Some(owner) = &found.owner {
        object["owner"] = json!(owner);
        object["winner"] = json!(found.winner);
    }
    object
}

/// A vertex that is a number as a number.
fn label_json(label: &str) -> serde_json::Value {
    match label.parse::<u32>() {
        Ok(number) if number.to_string() == label => json!(number),
        _ => json!(label),
    }
}
