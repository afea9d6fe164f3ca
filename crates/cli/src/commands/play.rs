//! `grundy play`: against the computer, on a terminal or in plain lines.

mod board;
mod menu;
mod plain;
mod screen;

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use grundy::Question;
use grundy::core::Play;
use grundy::play::{Chance, Level, Player, new_match};

use super::solve::positions;
use crate::common::Common;
use crate::completing;
use crate::failure::Failure;

/// Arguments of `grundy play`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy play
  grundy play nim:3,4,5
  grundy play kayles:5,4 + nim:6 --level 70%
  printf '1\\nhint\\nquit\\n' | grundy play nim:3,4,5

On a terminal it fills the screen (`?` lists the keys); otherwise it reads a line a move: the number of a
move in the list, or the position after it, or hint, why, undo, history, review, moves, quit.")]
pub struct Args {
    /// Positions; several are a sum, and so are texts with `+`; without any, choose from the list of games
    #[arg(value_name = "POSITION", add = completing::positions())]
    positions: Vec<OsString>,

    /// Misère play: the player who makes the last move loses
    #[arg(long)]
    misere: bool,

    /// How well the computer plays: perfect, random, or a percentage of perfect moves
    #[arg(long, default_value = "perfect", value_name = "LEVEL")]
    level: Level,

    /// The seed of the computer's choices; the same seed repeats the game
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Let the computer begin
    #[arg(long)]
    computer_first: bool,

    /// Read and write plain lines, even on a terminal
    #[arg(long)]
    plain: bool,
}

/// Plays to the end, or until the person leaves.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let chosen = match positions(args.positions)? {
        none if none.is_empty() => match menu::choose(common)? {
            Some(position) => vec![position],
            None => return Ok(ExitCode::SUCCESS),
        },
        given => given,
    };
    let question = Question {
        play: if args.misere {
            Play::Misere
        } else {
            Play::Normal
        },
        // On the screen Ctrl-C is a key; in plain lines the default action ends the program.
        limits: common.limits_without_interrupt(),
        most_moves: 2000,
        ..Question::new(chosen).with_files()
    };
    let first = if args.computer_first {
        Player::Computer
    } else {
        Player::You
    };
    let game = new_match(question, args.level, Chance::new(args.seed), first)?;
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if is_terminal && !args.plain && !common.json {
        screen::run(game)?;
    } else {
        plain::run(game, common)?;
    }
    Ok(ExitCode::SUCCESS)
}
