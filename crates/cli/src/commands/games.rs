//! `grundy games`: every ruleset, or all about one.

use std::io::{self, Write};
use std::process::ExitCode;

use grundy::render::{paint::Paint, tables};
use grundy::{Error, GameInfo};

use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy games`.
#[derive(clap::Args)]
pub struct Args {
    /// The game to tell about
    name: Option<String>,
}

/// Prints the list, or one game.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let chosen = match &args.name {
        Some(name) => vec![grundy::game_info(name)?],
        None => grundy::GAMES.to_vec(),
    };
    let mut out = io::stdout().lock();
    let paint = Paint {
        colors: common.colors(),
    };
    match (common.json, &args.name) {
        (true, _) => writeln!(out, "{}", grundy::games_json(&chosen))?,
        (false, None) => out.write_all(list(&chosen, paint).as_bytes())?,
        (false, Some(_)) => out.write_all(about(chosen[0], paint)?.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list(games: &[&GameInfo], paint: Paint) -> String {
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let mut text: String = games
        .iter()
        .map(|game| {
            let name = format!("{:<width$}", game.name);
            format!("{}  {}\n", paint.bold(&name), game.summary)
        })
        .collect();
    text += "\n`grundy games NAME` tells more: rules, notation, an example, theory, source.\n";
    text
}

fn about(game: &GameInfo, paint: Paint) -> Result<String, Error> {
    let mut facts = vec![("rules", game.rules.to_owned())];
    facts.push(("positions", game.notation.to_owned()));
    if let Some(parameters) = game.parameters {
        facts.push(("parameters", format!("after a `/`: {parameters}")));
    }
    if !game.aliases.is_empty() {
        facts.push(("also called", game.aliases.join(", ")));
    }
    facts.push(("example", format!("grundy solve {}", game.example)));
    if let Some(values) = grundy::first_values(game) {
        facts.push(("values", values));
    }
    facts.push(("theory", game.theory.to_owned()));
    facts.push(("source", game.source.to_owned()));
    let mut text = format!("{}: {}\n\n", paint.bold(game.name), game.summary);
    for (name, fact) in facts {
        let wrapped = tables::wrap(&fact, tables::WIDTH - 13);
        let indented = wrapped.trim_end().replace('\n', "\n             ");
        text += &format!("{}  {indented}\n", paint.dim(&format!("{name:<11}")));
    }
    Ok(text)
}
