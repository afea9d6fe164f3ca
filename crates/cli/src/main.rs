//! The `grundy` command line: arguments in, answers out, no algorithms.

mod commands;
mod common;
mod completing;
mod failure;
mod input;
mod output;
mod progress;
mod watchdog;

use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, Parser};
use clap_complete::env::CompleteEnv;
use grundy::render::paint::visible;
use grundy::report::{ErrorReport, to_json};

use crate::commands::Command;
use crate::common::Common;
use crate::failure::Failure;

/// The solver for impartial two-player games: who wins, what it is worth, every winning move, and
/// why.
#[derive(Parser)]
#[command(name = "grundy", version, arg_required_else_help = true)]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let start = Instant::now();
    // A shell that asks what may come next is answered, and that is all.
    CompleteEnv::with_factory(Arguments::command)
        .var(completing::VARIABLE)
        .complete();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error),
    };
    let is_session = matches!(arguments.command, Command::Play(_) | Command::Serve(_));
    let _watch = watchdog::start(&arguments.common, start, is_session);
    // What rules print is for whoever wrote them, not for a server's log.
    if !arguments.common.quiet && !matches!(arguments.command, Command::Serve(_)) {
        grundy::rules::print_to(|line| {
            let _ = writeln!(io::stderr(), "{line}");
        });
    }
    let flushed = |status| io::stdout().flush().map(|()| status);
    let result = arguments.command.run(&arguments.common);
    match result.and_then(|status| flushed(status).map_err(Failure::from)) {
        Ok(status) => status,
        Err(failure) => failure.report(&arguments.common),
    }
}

/// Arguments that cannot be understood, or a request for help.
fn explain(error: &clap::Error) -> ExitCode {
    let is_json = std::env::args_os().any(|argument| argument == "--json");
    if is_json && error.use_stderr() {
        let text = error.render().to_string();
        let text = text.trim().trim_start_matches("error:").trim_start();
        let (message, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        let hint = rest
            .lines()
            .next()
            .map(str::trim)
            .filter(|hint| !hint.is_empty());
        let report = ErrorReport::new("usage", message, hint);
        let _ = writeln!(io::stderr(), "{}", to_json(&report));
        return ExitCode::from(2);
    }
    let is_plain = |text: &OsStr| !text.to_string_lossy().contains(char::is_control);
    if error.use_stderr() && !std::env::args_os().all(|argument| is_plain(&argument)) {
        // The message repeats what was written, which must not reach a terminal raw.
        let _ = write!(io::stderr(), "{}", visible(&error.render().to_string()));
        return ExitCode::from(error.exit_code() as u8);
    }
    match error.print() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(1),
        _ => ExitCode::from(error.exit_code() as u8),
    }
}
