//! `grundy man`: the manual, as `man` reads it.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;

use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy man`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy man | man -l -
  grundy man solve > grundy-solve.1")]
pub struct Args {
    /// The command; without it, grundy as a whole
    command: Option<String>,
}

/// Prints the page.
pub fn run(args: Args, _common: &Common) -> Result<ExitCode, Failure> {
    let mut grundy = crate::Arguments::command();
    grundy.build();
    let page = match &args.command {
        None => grundy,
        Some(name) => grundy.find_subcommand(name).cloned().ok_or_else(|| {
            Failure::usage(format!(
                "there is no command `{name}`; `grundy --help` lists them"
            ))
        })?,
    };
    let title = page.get_display_name().unwrap_or("grundy").to_owned();
    let mut out = io::stdout().lock();
    clap_mangen::Man::new(page).title(title).render(&mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
