//! `grundy solve`: who wins, what it is worth, every winning move, and why.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use grundy::core::Play;
use grundy::lines::Lines;
use grundy::proofs::{self, Searched};
use grundy::report::{LineReport, SolveReport, VerificationReport};
use grundy::{Error, Question, render};

use crate::common::Common;
use crate::completing;
use crate::failure::Failure;
use crate::{output, progress};

mod line;
mod lines;
mod scores;

/// Moves of best play that are shown.
const MOST_MOVES: usize = 1000;

/// Arguments of `grundy solve`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy solve nim:3,4,5
  grundy solve kayles:7 + 0.137:12 --explain
  grundy solve nim:1,1,2 --misere
  grundy solve kayles:5 --line
  printf 'nim:3,4,5\n*2 + kayles:6\n' | grundy solve --lines -
  grundy solve \"4.(3):5,6\" --json
  grundy solve cram:7x7 --outcome
  grundy solve cram:5x8 --store cram.store --proof cram.proof

`grundy games` lists the games and how their positions are written.")]
pub struct Args {
    /// Positions; several are a sum, and so are texts with `+`; `-` reads standard input
    #[arg(required_unless_present = "lines", value_name = "POSITION", add = completing::positions())]
    positions: Vec<OsString>,

    /// Misère play: the player who makes the last move loses
    #[arg(long)]
    misere: bool,

    /// Who wins and one winning move: no value, not every move; what a search answers soonest
    #[arg(long, conflicts_with = "explain")]
    outcome: bool,

    /// Say why
    #[arg(long)]
    explain: bool,

    /// Print one line: `win 2`, `lose 0`, `draw`
    #[arg(long, conflicts_with_all = ["explain", "json"])]
    brief: bool,

    /// Show best play to the end: the winner hurries, the loser delays
    #[arg(long, conflicts_with = "brief")]
    line: bool,

    /// Answer each line of this file (`-` is standard input): a position or sum a line, an answer a line in the same
    /// order, as with --brief, or with --json one object; blank lines and lines that begin with `#` are omitted
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "explain", "line", "verify"])]
    lines: Option<PathBuf>,

    /// With --lines FILE: only part I of N, from 0; the answers of all parts, one after the other, are those of
    /// one run
    #[arg(long, value_name = "I/N", requires = "lines", value_parser = lines::parse_shard)]
    shard: Option<lines::Shard>,

    /// Check the answer with a verifier that knows only the rules
    #[arg(long)]
    verify: bool,

    /// Write a proof of what was searched to this file; `grundy check-proof FILE` derives it again from the rules alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["lines", "misere", "line", "brief"])]
    proof: Option<PathBuf>,

    /// Keep what is searched in this file: after a kill or an interruption, the same command goes on from there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["lines", "misere", "line", "brief"])]
    store: Option<PathBuf>,

    /// Winning moves to list at most
    #[arg(long, value_name = "N", default_value = "10000", value_parser = crate::common::parse_count)]
    max_moves: u64,
}

/// Answers on standard output.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let question = Question {
        play: if args.misere {
            Play::Misere
        } else {
            Play::Normal
        },
        outcome_only: args.outcome,
        explain: args.explain,
        most_moves: usize::try_from(args.max_moves).unwrap_or(usize::MAX),
        limits: grundy::Limits {
            watch: progress::search(common),
            ..common.limits()
        },
        ..Question::new(positions(args.positions)?).with_files()
    };
    if let Some(file) = &args.lines {
        return lines::run(file, args.shard, &question, common);
    }
    let waiting = progress::waiting(common, "solving");
    if let Some(report) = grundy::scores::solve(&question)? {
        drop(waiting);
        if args.brief {
            let (outcome, difference) = (report.outcome.word(), report.difference);
            output::print_text(&format!("{outcome} {difference}\n"))?;
        } else {
            output::print(common, &report, scores::text)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if args.brief && !args.verify {
        let mut one = Lines::new(
            question.play,
            question.files.clone(),
            question.limits.clone(),
        );
        let (outcome, value) = one.outcome_and_value(&question.positions.join(" + "))?;
        drop(waiting);
        output::print_text(&format!("{}\n", lines::brief(outcome, value)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (store, wants_proof) = (args.store.as_deref(), args.proof.is_some());
    let Searched { verdict, proof } = proofs::solve(&question, store, wants_proof)?;
    if let (Some(path), Some(text)) = (&args.proof, proof) {
        output::write_picture(path, &text, common)?;
    }
    let mut report = SolveReport::from(&verdict);
    if common.json && args.verify {
        // In JSON the verification is a part of the answer.
        report.verification = Some(VerificationReport::from(&grundy::verify(
            &question, &verdict,
        )?));
    }
    drop(waiting);
    if args.brief {
        output::print_text(&render::solve::brief(&report))?;
    } else {
        let best = args.line.then(|| grundy::best_play(&question, MOST_MOVES));
        let best = best.transpose()?;
        match (&best, common.json) {
            (Some(best), true) => output::print_json(&LineReport::new(report.clone(), best))?,
            _ => output::print(common, &report, render::solve::text)?,
        }
        if let (Some(best), false) = (&best, common.json) {
            output::print_text(&line::text(best, report.outcome))?;
        }
    }
    if args.verify {
        let checked = match report.verification {
            Some(checked) => checked,
            None => {
                let _waiting = progress::waiting(common, "verifying");
                VerificationReport::from(&grundy::verify(&question, &verdict)?)
            }
        };
        if !checked.agrees {
            return Err(Failure::Grundy(Error::Refuted {
                message: format!("the verifier disagrees: {}", checked.complaints.join("; ")),
            }));
        }
        if !common.json {
            common.note(format_args!(
                "verified: {} examined by the rules alone",
                render::plural(checked.positions, "position")
            ));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The positions as texts; `-` stands for what standard input holds, `+` alone joins.
pub fn positions(arguments: Vec<OsString>) -> Result<Vec<String>, Failure> {
    let mut texts = Vec::new();
    let mut joins = false;
    for argument in arguments {
        let argument = argument
            .into_string()
            .map_err(|bytes| Failure::not_utf8(bytes.as_encoded_bytes()))?;
        match argument.trim() {
            // `grundy solve nim:3 + nim:4` without quotes arrives as three arguments.
            "+" => {
                joins = true;
                continue;
            }
            "-" => texts.push(read_input()?),
            _ => texts.push(argument),
        }
    }
    if joins && texts.is_empty() {
        texts.push("+".to_owned());
    }
    Ok(texts)
}

fn read_input() -> Result<String, Failure> {
    let longest = grundy::spec::LONGEST_TEXT_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    io::stdin().lock().take(longest).read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(|error| Failure::not_utf8(error.as_bytes()))?;
    Ok(text.trim().lines().collect::<Vec<_>>().join(" + "))
}
