//! `grundy quotient`: the misère quotient of a heap game.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use grundy::Error;
use grundy::quotients::{
    QuotientAnswer, QuotientQuestion, genera_to, quotient, quotient_of_games,
};

use crate::common::{Common, PATIENCE, parse_count};
use crate::failure::Failure;

/// Arguments of `grundy quotient`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy quotient kayles
  grundy quotient 0.07 --to 33 --json
  grundy quotient 0.123 --table
  grundy quotient 0.77 --svg kayles.svg
  grundy quotient --games '[[2],0]'
  grundy quotient 0.137 --genus 30

Under misère play who makes the last move loses. Sums of heaps are then won or lost by their product
in the quotient: look up the element of each heap, multiply, and see whether the product is in the
P-portion (lost for the player to move).")]
pub struct Args {
    /// A heap game: a name or a code, such as kayles or 0.77
    #[arg(required_unless_present = "games", conflicts_with = "games")]
    ruleset: Option<String>,

    /// Only heaps up to this one (default: all, which needs a proved period; without any limit
    /// given, as far as one minute goes)
    #[arg(long, value_name = "N", value_parser = parse_count, conflicts_with = "games")]
    to: Option<u64>,

    /// Games written as lists of options, with numbers for Nim heaps: '[[2],0]'
    #[arg(long, value_name = "GAMES")]
    games: Option<String>,

    /// No quotient: the genus, temper and misère nim-value of heaps up to this one, by search
    #[arg(long, value_name = "N", value_parser = parse_count,
          conflicts_with_all = ["games", "to", "table", "dot", "svg", "store", "max_order"])]
    genus: Option<u64>,

    /// Print the multiplication table, too
    #[arg(long)]
    table: bool,

    /// Print the structure of the monoid as a Graphviz graph instead
    #[arg(long, conflicts_with_all = ["json", "table"])]
    dot: bool,

    /// Draw the structure of the monoid into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Keep the quotient in this file and go on from it next time
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    store: Option<PathBuf>,

    /// Give up when a monoid has more elements than this
    #[arg(long, value_name = "N", value_parser = parse_count)]
    max_order: Option<u64>,
}

/// Answers on standard output; where a limit ended the work, with what is known by then.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    if let (Some(ruleset), Some(to)) = (&args.ruleset, args.genus) {
        return genera(ruleset, to, common);
    }
    let limits = common.limits();
    let is_limited = args.to.or(args.max_order).is_some() || common.time_limit.is_some();
    let question = QuotientQuestion {
        up_to: args.to,
        max_order: args.max_order.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
        store: args.store.clone(),
        limits: match is_limited {
            true => limits,
            // Where no quotient is finite the search would never end.
            false => limits.within(PATIENCE),
        },
    };
    let shows_progress = common.shows_progress();
    let mut last = 0;
    let answer = match (&args.ruleset, &args.games) {
        (Some(ruleset), _) => quotient(ruleset, &question, &mut |progress| {
            if shows_progress && progress.order != last {
                last = progress.order;
                eprintln!("heap {}: order {}, P {}", progress.heap, progress.order, progress.p_portion);
            }
        })?,
        (None, Some(games)) => quotient_of_games(games, &question)?,
        (None, None) => return Err(Failure::usage("name a ruleset, or give --games")),
    };
    print(&answer, &args, common)?;
    if let Some(path) = &args.svg {
        std::fs::write(path, answer.svg()).map_err(|source| Error::Io {
            path: path.clone(),
            source,
        })?;
    }
    match answer.failure() {
        None => Ok(ExitCode::SUCCESS),
        Some(failure) => Err(failure.into()),
    }
}

/// Prints genera; where a limit ended the search, those that are known by then.
fn genera(ruleset: &str, to: u64, common: &Common) -> Result<ExitCode, Failure> {
    let answer = genera_to(ruleset, to, &common.limits())?;
    let mut out = io::stdout().lock();
    match common.json {
        true => writeln!(out, "{}", answer.json())?,
        false => out.write_all(answer.text().as_bytes())?,
    }
    out.flush()?;
    match answer.stopped {
        None => Ok(ExitCode::SUCCESS),
        Some(reached) => Err(Error::Limit {
            reached,
            progress: Some(format!("{} heaps are printed", answer.genera.len())),
        }
        .into()),
    }
}

fn print(answer: &QuotientAnswer, args: &Args, common: &Common) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if common.json {
        serde_json::to_writer(&mut out, &answer.json(args.table))?;
        writeln!(out)?;
    } else if args.dot {
        out.write_all(answer.dot().as_bytes())?;
    } else {
        out.write_all(answer.text(args.table).as_bytes())?;
    }
    out.flush()
}
