//! `grundy values --outcomes`: who wins with one heap, heap by heap.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use grundy::core::{Outcome, Play};
use grundy::lines::Lines;
use grundy::spec::Files;

use super::Args;
use crate::common::Common;
use crate::failure::Failure;

/// Lost heaps that are named behind the list.
const MOST_NAMED: usize = 40;

/// Prints `n W`, `n L` or `n D` a line, and names the lost heaps.
pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let play = if args.misere {
        Play::Misere
    } else {
        Play::Normal
    };
    let mut lines = Lines::new(play, Files::Allow, common.limits());
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut lost, mut count) = (Vec::new(), 0u64);
    let between = if args.csv { ',' } else { ' ' };
    if args.csv {
        writeln!(out, "n,outcome")?;
    }
    for n in args.from..=args.to {
        let (outcome, _) = lines.outcome_and_value(&format!("{}:{n}", args.ruleset))?;
        let letter = match outcome {
            Outcome::Win => 'W',
            Outcome::Lose => 'L',
            Outcome::Draw => 'D',
        };
        if outcome == Outcome::Lose {
            count += 1;
            if lost.len() < MOST_NAMED {
                lost.push(n.to_string());
            }
        }
        writeln!(out, "{n}{between}{letter}")?;
    }
    out.flush()?;
    let more = if count > lost.len() as u64 {
        ", …"
    } else {
        ""
    };
    common.note(format_args!(
        "lost for the player to move: {count} of {} ({}{more})",
        args.to - args.from + 1,
        lost.join(", ")
    ));
    Ok(ExitCode::SUCCESS)
}
