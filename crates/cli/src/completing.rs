//! What the shell offers for an argument: games, judge problems, files. Asked of the program each time, so that the list
//! is always that of the program that runs.

use std::ffi::OsStr;
use std::path::Path;

use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use grundy::GAMES;
use grundy::judge::PROBLEMS;

/// The variable by which a shell asks.
pub const VARIABLE: &str = "GRUNDY_COMPLETE";

/// Names of games that begin like this, with `behind` behind them.
fn names(current: &OsStr, behind: &str) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy().to_lowercase();
    let games = GAMES.iter().filter(|game| game.name.starts_with(&current));
    let candidate = |game: &&grundy::GameInfo| {
        let name = CompletionCandidate::new(format!("{}{behind}", game.name));
        name.help(Some(game.summary.into()))
    };
    games.map(candidate).collect()
}

/// Rules files, and folders on the way to them.
fn rules_files(current: &OsStr) -> Vec<CompletionCandidate> {
    let is_rules = |path: &Path| path.extension().is_some_and(|ending| ending == "star");
    PathCompleter::file().filter(is_rules).complete(current)
}

/// Judge problems that are built in.
fn problem_names(current: &OsStr) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy().to_lowercase();
    let known = PROBLEMS
        .iter()
        .filter(|problem| problem.name.starts_with(&current));
    let candidate = |problem: &grundy::judge::Problem| {
        CompletionCandidate::new(problem.name).help(Some(problem.summary().to_owned().into()))
    };
    known.map(candidate).collect()
}

fn both(
    mut first: Vec<CompletionCandidate>,
    more: Vec<CompletionCandidate>,
) -> Vec<CompletionCandidate> {
    first.extend(more);
    first
}

/// Positions: the game, and a colon behind which the position stands.
pub fn positions() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| both(names(current, ":"), rules_files(current)))
}

/// Rulesets: games and rules files.
pub fn rulesets() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| both(names(current, ""), rules_files(current)))
}

/// Games.
pub fn games() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| names(current, ""))
}

/// Judge problems, built in or in a file.
pub fn problems() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| both(problem_names(current), rules_files(current)))
}

/// Judge problems that are built in.
pub fn built_in_problems() -> ArgValueCompleter {
    ArgValueCompleter::new(problem_names)
}

/// Any file.
pub fn files() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| PathCompleter::file().stdio().complete(current))
}
