//! Why a run on many processes ended, for people and programs.

use std::io::{self, Write};

use grundy::core::LimitReached;
use grundy::report::{ErrorReport, to_json};
use grundy_cluster::Fault;

use crate::common::{Common, was_interrupted};
use crate::failure::Failure;

/// Prints a message as other commands print theirs.
pub fn print(kind: &str, message: &str, common: &Common) {
    let text = if common.json {
        to_json(&ErrorReport::new(kind, message, None))
    } else {
        format!("{} {message}", common.error_paint().error("error:"))
    };
    // Where standard error cannot be written, the status still tells.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints why a run ended, and says with which status.
pub fn report(fault: &Fault, common: &Common) -> u8 {
    let (kind, status) = match fault {
        Fault::Limit(LimitReached::Interrupted) => ("interrupted", 130),
        Fault::Limit(_) | Fault::Memory { .. } => ("limit", 1),
        Fault::Listen { .. } | Fault::Unreachable { .. } => ("network", 1),
        Fault::File { error, .. } if is_failure_of_the_machine(error) => ("io", 1),
        Fault::File { .. } => ("io", 2),
        Fault::Usage(_) => ("usage", 2),
        _ => ("input", 2),
    };
    let message = grundy::render::paint::visible(&fault.to_string());
    print(kind, &message, common);
    if was_interrupted() { 130 } else { status }
}

fn is_failure_of_the_machine(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, NotFound, PermissionDenied, StorageFull, WriteZero};
    match error.kind() {
        NotFound | PermissionDenied => false,
        BrokenPipe | StorageFull | WriteZero => true,
        _ => true,
    }
}

/// A fault before anything has begun.
pub fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::Limit(reached) => Failure::Grundy(reached.into()),
        Fault::File { path, error } => Failure::Grundy(grundy::Error::Io {
            path,
            source: error,
        }),
        Fault::Usage(message) => Failure::usage(message),
        Fault::Foreign { path, reason } => Failure::Grundy(grundy::Error::Input {
            file: path.display().to_string(),
            line: None,
            message: reason,
        }),
        other => Failure::usage(other.to_string()),
    }
}
