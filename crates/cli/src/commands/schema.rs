//! `grundy schema`: the JSON Schema of every answer.

use std::process::ExitCode;

use grundy::report::{ANSWERS, schema, schema_of};

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Arguments of `grundy schema`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy schema solve
  grundy schema error
  grundy schema > grundy.schema.json

Integers are exact, also beyond 2^53; a reader whose numbers are floating-point must parse those as big
integers.")]
pub struct Args {
    /// The answer: a command such as solve, a variant such as graph-start, or error; without it, all
    name: Option<String>,
}

/// Prints the schema.
pub fn run(args: Args, _common: &Common) -> Result<ExitCode, Failure> {
    let schema = match &args.name {
        None => schema(),
        Some(name) => schema_of(name).ok_or_else(|| {
            let names: Vec<&str> = ANSWERS.iter().map(|answer| answer.name).collect();
            Failure::usage(format!(
                "there is no answer called `{name}`; the answers are {}",
                names.join(", ")
            ))
        })?,
    };
    output::print_text(&format!("{schema:#}\n"))?;
    Ok(ExitCode::SUCCESS)
}
