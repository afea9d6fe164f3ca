//! How a command fails: the message on standard error, the exit status.

use std::io::{self, Write};
use std::process::ExitCode;

use grundy::core::{SpecError, limit_names};
use grundy::report::{ErrorReport, LimitWord, to_json};
use grundy::{Error, ErrorClass, render};

use crate::common::{Common, was_interrupted};

/// Why a command did not answer.
#[derive(Debug)]
pub enum Failure {
    /// The library said no.
    Grundy(Error),
    /// Standard output could not be written.
    Output(io::Error),
}

impl Failure {
    /// A request that makes no sense: what is wrong; what to do.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Grundy(Error::Usage {
            message: message.into(),
        })
    }

    /// Bytes that are not text.
    pub fn not_utf8(bytes: &[u8]) -> Failure {
        const SHOWN: usize = 60;
        let bad = bytes
            .utf8_chunks()
            .next()
            .map_or(0, |chunk| chunk.valid().len());
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(bad + SHOWN)]).into_owned();
        let (why, cure) = (
            "this is not UTF-8 text",
            "write positions such as `nim:3,4,5`",
        );
        let error = SpecError::illegal(why, cure, bad..bad);
        Failure::Grundy(Error::Spec { text, error })
    }

    /// Prints the failure and gives the exit status it stands for.
    pub fn report(self, common: &Common) -> ExitCode {
        if let Failure::Output(error) = &self
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            // The reader went away (`| head`): there is nobody left to tell.
            return ExitCode::SUCCESS;
        }
        let report = self.error_report();
        let text = if common.json {
            to_json(&report)
        } else {
            let label = common.error_paint().error("error:");
            format!("{label} {}", render::error::text(&report.error))
        };
        // Where standard error cannot be written, the status still tells.
        let _ = writeln!(io::stderr(), "{text}");
        ExitCode::from(self.status())
    }

    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Failure::Output(_) => 1,
            Failure::Grundy(error) => match error.class() {
                ErrorClass::Interrupted => 130,
                ErrorClass::Limit | ErrorClass::Refuted | ErrorClass::Machine => {
                    if was_interrupted() { 130 } else { 1 }
                }
                ErrorClass::Input => 2,
            },
        }
    }

    fn error_report(&self) -> ErrorReport {
        let mut report = match self {
            Failure::Output(error) => {
                ErrorReport::new("io", format!("cannot write the answer: {error}"), None)
            }
            Failure::Grundy(error) => error.report(),
        };
        let entry = &mut report.error;
        if entry.hint.is_none() {
            entry.hint = entry.limit.and_then(cure).map(str::to_owned);
        }
        if let Some(hint) = &mut entry.hint {
            *hint = with_flags(hint);
        }
        report
    }
}

/// A hint with the flags of the command line in place of the names of limits.
fn with_flags(hint: &str) -> String {
    let flags = [
        (limit_names::POSITIONS, "--max-positions"),
        (limit_names::MEMORY, "--memory-limit"),
        (limit_names::TIME, "--time-limit"),
        (limit_names::STEPS, "--max-steps"),
        (limit_names::DEPTH, "--max-depth"),
    ];
    let hint = hint
        .replace(
            "do they count from 1?",
            "use --one-based if they count from 1",
        )
        .replace(
            "look at the list of all games",
            "`grundy games` lists them all",
        )
        .replace(
            "ask about one position of it at a time",
            "ask `grundy solve` about one position of it",
        );
    flags.iter().fold(hint, |hint, (name, flag)| {
        hint.replace(&format!("raise {name}"), &format!("raise {flag}"))
    })
}

/// How a limit is raised on the command line.
fn cure(limit: LimitWord) -> Option<&'static str> {
    match limit {
        LimitWord::Positions => Some("raise --max-positions or try a smaller position"),
        LimitWord::Memory => Some("raise --memory-limit or try a smaller position"),
        LimitWord::Time => Some("raise --time-limit or try a smaller position"),
        LimitWord::Rules => None,
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Grundy(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
