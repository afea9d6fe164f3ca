//! `grundy solve`: who wins, what it is worth, every winning move, and why.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use grundy::core::Play;
use grundy::render::{json, paint::Paint, verdict};
use grundy::{Error, Question};

use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy solve`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy solve nim:3,4,5
  grundy solve kayles:7 + 0.137:12 --explain
  grundy solve nim:1,1,2 --misere
  grundy solve \"4.(3):5,6\" --json

`grundy games` lists the games and how their positions are written.")]
pub struct Args {
    /// Positions; several are a sum, and so are texts with `+`; `-` reads standard input
    #[arg(required = true, value_name = "POSITION")]
    positions: Vec<OsString>,

    /// Who cannot move wins: who makes the last move loses
    #[arg(long)]
    misere: bool,

    /// Say why
    #[arg(long)]
    explain: bool,

    /// Check the answer with a verifier that knows only the rules
    #[arg(long)]
    verify: bool,

    /// Winning moves to list at most
    #[arg(long, value_name = "N", default_value = "10000", value_parser = crate::common::parse_count)]
    max_moves: u64,
}

/// Answers on standard output.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let question = Question {
        play: match args.misere {
            true => Play::Misere,
            false => Play::Normal,
        },
        explain: args.explain,
        most_moves: usize::try_from(args.max_moves).unwrap_or(usize::MAX),
        limits: common.limits(),
        ..Question::new(positions(args.positions)?)
    };
    let answer = grundy::solve(&question)?;
    let mut out = io::stdout().lock();
    if common.json {
        serde_json::to_writer(&mut out, &json::verdict(&answer)).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        let paint = Paint {
            colors: common.colors(),
        };
        out.write_all(verdict::text(&answer, paint).as_bytes())?;
    }
    out.flush()?;
    if args.verify {
        verify(&question, &answer, common)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn verify(
    question: &Question,
    answer: &grundy::core::Verdict,
    common: &Common,
) -> Result<(), Failure> {
    let verification = grundy::verify(question, answer)?;
    if !verification.complaints.is_empty() {
        return Err(Failure::Grundy(Error::Refuted {
            message: format!("the verifier disagrees: {}", verification.complaints.join("; ")),
        }));
    }
    common.note(format_args!(
        "verified: {} positions examined by the rules alone",
        verification.positions
    ));
    Ok(())
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
