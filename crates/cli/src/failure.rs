//! How a command fails: the message on stderr, the exit status.

use std::io;
use std::process::ExitCode;

use grundy::core::SpecError;

use crate::common::{Common, was_interrupted};

/// Why a command did not answer.
#[derive(Debug)]
pub enum Failure {
    /// The library said no.
    Grundy(grundy::Error),
    /// Standard output could not be written.
    Output(io::Error),
}

impl Failure {
    /// A request that makes no sense.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Grundy(grundy::Error::Usage {
            message: message.into(),
        })
    }

    /// Bytes that are no text.
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
        Failure::Grundy(grundy::Error::Spec { text, error })
    }

    /// Prints the failure and gives the exit status it stands for.
    pub fn report(self, common: &Common) -> ExitCode {
        match self {
            // The reader went away (`| head`): there is nobody left to tell.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Output(error) => {
                eprintln!("grundy: cannot write the answer: {error}");
                ExitCode::from(1)
            }
            Failure::Grundy(error) => {
                let label = common.paint_error("error:");
                eprintln!("{label} {}", error.with_caret());
                match error.exit_status() {
                    1 if was_interrupted() => ExitCode::from(130),
                    status => ExitCode::from(status),
                }
            }
        }
    }
}

impl From<grundy::Error> for Failure {
    fn from(error: grundy::Error) -> Failure {
        Failure::Grundy(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
