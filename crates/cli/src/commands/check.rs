//! `grundy check`: a conjecture against computed truth.

use std::process::ExitCode;

use grundy::conjectures::{CheckRequest, ClaimText, check};
use grundy::core::Play;
use grundy::render;
use grundy::report::CheckReport;

use crate::common::Common;
use crate::completing;
use crate::failure::Failure;
use crate::{output, progress};

/// Arguments of `grundy check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy check subtract/1,2 --to 10000 --lose \"n % 3 == 0\"
  grundy check kayles --to 60 --value \"n % 4\"
  grundy check nim --to 12 --heaps 3 --lose \"xor(p) == 0\"
  grundy check nim --to 8 --heaps 2 --misere --lose \"p == [0, 1] or p[0] == p[1] and p[0] > 1\"
  grundy check my-game.star --to 200

EXPR is a Starlark expression in `n`, the heap, or `p`, the list of heaps (or the position of a rules
file). Without one, the functions lose(position) and value(position) of the file are tested.")]
pub struct Args {
    /// The ruleset: a game, a code or a path to a .star file
    #[arg(add = completing::rulesets())]
    ruleset: String,

    /// How far to test: heaps, or sizes of positions, up to this (default: by the number of heaps)
    #[arg(long, value_name = "N", value_parser = crate::common::parse_count)]
    to: Option<u64>,

    /// Claim that the positions for which this is true are lost, and no others
    #[arg(long, value_name = "EXPR", conflicts_with = "value")]
    lose: Option<String>,

    /// Claim that positions are worth this
    #[arg(long, value_name = "EXPR")]
    value: Option<String>,

    /// Heaps per position
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=16))]
    heaps: u8,

    /// Misère play: the player who makes the last move loses
    #[arg(long, conflicts_with = "value")]
    misere: bool,
}

/// Says whether the claim holds; exit status 1 if not.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let claim = match (args.lose, args.value) {
        (Some(text), _) => Some(ClaimText::Lose(text)),
        (None, Some(text)) => Some(ClaimText::Value(text)),
        (None, None) if !grundy::spec::is_star(&args.ruleset) => {
            return Err(Failure::usage(
                "what is claimed? add --lose EXPR or --value EXPR",
            ));
        }
        (None, None) => None,
    };
    let request = CheckRequest {
        ruleset: args.ruleset,
        to: args.to,
        claim,
        heaps: usize::from(args.heaps),
        play: if args.misere {
            Play::Misere
        } else {
            Play::Normal
        },
        limits: common.limits(),
    };
    let waiting = progress::waiting(common, "checking");
    let checked = check(&request, grundy::spec::Files::Allow).map_err(grundy::Error::from)?;
    drop(waiting);
    let report = CheckReport::new(&request.ruleset, request.play, &checked);
    output::print(common, &report, render::check::text)?;
    Ok(if report.holds {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}
