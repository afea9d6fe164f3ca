//! Policeman and thief on a map.

use grundy_graph::pursuit::{Map, PursuitStopped};
use grundy_play::pursuit::PursuitTurnError;

use crate::Error;

pub use grundy_graph::pursuit::{MoveSet, Pursuit, PursuitOutcome, PursuitRules, Side, solve};
pub use grundy_play::pursuit::{PursuitTurn, turn};

/// Reads the map in `bytes`, the contents of `file`.
///
/// # Errors
///
/// [`Error::Input`] with the line that is wrong.
pub fn read_map(file: &str, bytes: &[u8]) -> Result<Map, Error> {
    Map::from_bytes(bytes).map_err(|error| {
        let line = error.line.map(|line| line as u64);
        Error::input(file, line, &error.kind)
    })
}

impl From<PursuitStopped> for Error {
    fn from(stopped: PursuitStopped) -> Error {
        Error::Limit {
            reached: stopped.reached,
            progress: Some(stopped.size_in_words()),
        }
    }
}

impl From<PursuitTurnError> for Error {
    fn from(error: PursuitTurnError) -> Error {
        match error {
            PursuitTurnError::Stopped(stopped) => stopped.into(),
            other => Error::usage(&other),
        }
    }
}
