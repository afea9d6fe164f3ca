//! `grundy man`: the manual, as `man` reads it.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;

use crate::common::Common;
use crate::failure::Failure;

/// What holds for every command.
const SECTIONS: &str = r#".SH POSITIONS
A position is \fIruleset\fR:\fIposition\fR, a sum is several of them joined by \fB+\fR:
.nf
  nim:3,4,5          a game of the list that \fBgrundy games\fR prints
  subtract/1,2:10    a game with parameters
  0.77:5,4           a taking-and-breaking code
  *3                 a nimber: a Nim heap of 3
  rules.star:5       rules of your own
  graph:moves.txt@3  a vertex of a graph
.fi
Quote spaces, brackets and \fB*\fR for the shell.
.SH "EXIT STATUS"
.TP
0
answered
.TP
1
a limit was reached, a claim was refuted, or the work failed
.TP
2
the arguments or the input are wrong
.TP
130
interrupted
.SH ENVIRONMENT
.TP
COLUMNS
the width that text is wrapped to; without it, that of the terminal, else 80
.TP
NO_COLOR
no colours, unless --color always is given
.TP
GRUNDY_COMPLETE
set by the shell when it asks what may come next
"#;

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
    out.write_all(SECTIONS.as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
