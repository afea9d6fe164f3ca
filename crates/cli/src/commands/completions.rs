//! `grundy completions`: a script for the user's shell.

use std::process::ExitCode;

use clap_complete::env::Shells;

use crate::common::Common;
use crate::completing::VARIABLE;
use crate::failure::Failure;
use crate::output;

/// Arguments of `grundy completions`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  source <(grundy completions bash)
  grundy completions zsh > ~/.zfunc/_grundy

Games, judge problems and files are completed, too.")]
pub struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

/// Prints the script.
pub fn run(args: Args, _common: &Common) -> Result<ExitCode, Failure> {
    let shell = args.shell.to_string();
    let shells = Shells::builtins();
    let Some(shell) = shells.completer(&shell) else {
        return Err(Failure::usage(format!("no completion script for {shell}")));
    };
    // The script asks the program, which then knows games, problems and files.
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, "grundy", "grundy", "grundy", &mut script)?;
    output::print_text(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
