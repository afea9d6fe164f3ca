//! `grundy completions`: a script for the user's shell.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Arguments of `grundy completions`.
#[derive(clap::Args)]
pub struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

/// Prints the script.
pub fn run(args: Args, _common: &Common) -> Result<ExitCode, Failure> {
    let mut command = crate::Arguments::command();
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "grundy", &mut script);
    output::print_text(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
