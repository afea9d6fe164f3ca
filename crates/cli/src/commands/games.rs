//! `grundy games`: every ruleset, or all about one.

use std::process::ExitCode;

use grundy::{games_report, render};

use crate::common::Common;
use crate::completing;
use crate::failure::Failure;
use crate::output;

/// Arguments of `grundy games`.
#[derive(clap::Args)]
pub struct Args {
    /// The game to tell about
    #[arg(add = completing::games())]
    name: Option<String>,
}

/// Prints the list, or one game.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let Some(name) = &args.name else {
        output::print(common, &games_report(&grundy::GAMES), |report, paint| {
            let note =
                "`grundy games NAME` tells more: rules, notation, an example, theory, source.";
            format!("{}\n{note}\n", render::games::list(report, paint))
        })?;
        return Ok(ExitCode::SUCCESS);
    };
    let game = grundy::game_info(name)?;
    let mut report = games_report(&[game]);
    report.games[0].first_values = grundy::first_values(game);
    output::print(common, &report, |report, paint| {
        render::games::about(&report.games[0], paint)
    })?;
    Ok(ExitCode::SUCCESS)
}
