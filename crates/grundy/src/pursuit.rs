//! Policeman and thief on a map.

use grundy_graph::pursuit::Map;

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
