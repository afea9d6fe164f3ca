//! Policeman and thief on a map: read it, solve it, show it.

use grundy_core::{LimitReached, Limits};
use grundy_graph::pursuit::{self, Map, Ply, PursuitStopped};
use grundy_render::json::SCHEMA;
use grundy_render::pursuit::{Cell, Place, PlyObject, PursuitObject, frame};

use crate::Error;

pub use grundy_graph::pursuit::{MoveSet, Pursuit, PursuitOutcome, Rules, Side};

/// Reads the map in `bytes`, the contents of `file`.
///
/// # Errors
///
/// [`Error::Input`] with the line that is wrong.
pub fn read_map(file: &str, bytes: &[u8]) -> Result<Map, Error> {
    Map::from_bytes(bytes).map_err(|error| Error::Input {
        file: file.to_owned(),
        line: error.line.map(|line| line as u64),
        message: error.kind.to_string(),
    })
}

/// Solves `map`; `with_line` also finds a line of best play.
///
/// # Errors
///
/// [`Error::Limit`], which says how many states the map has.
pub fn solve(map: &Map, rules: Rules, with_line: bool, limits: &Limits) -> Result<Pursuit, Error> {
    pursuit::solve(map, rules, with_line, limits).map_err(|stopped| {
        let PursuitStopped {
            reached, states, ..
        } = stopped;
        let progress = match reached {
            LimitReached::Bytes { .. } => {
                let megabytes = stopped.bytes.div_ceil(1 << 20);
                format!("the map has {states} states, and they need {megabytes} MB")
            }
            _ => format!("the map has {states} states"),
        };
        Error::Limit {
            reached,
            progress: Some(progress),
        }
    })
}

/// A ply in words: `police: row 1, column 2 to row 2, column 3`.
pub fn ply_in_words(map: &Map, ply: &Ply) -> String {
    let place = |cell| {
        let (row, column) = map.position(cell);
        format!("row {}, column {}", row + 1, column + 1)
    };
    match (ply.from, ply.to) {
        (Some(from), Some(to)) => {
            format!("{}: {} to {}", ply.side.word(), place(from), place(to))
        }
        _ => format!("{}: stays", ply.side.word()),
    }
}

/// The answer for a map as one JSON object.
pub fn object(map: &Map, rules: Rules, answer: &Pursuit) -> PursuitObject {
    let place = |cell| -> Place {
        let (row, column) = map.position(cell);
        [row + 1, column + 1]
    };
    let places = |cells: &[u32]| cells.iter().map(|&cell| place(cell)).collect();
    let ply = |ply: &Ply| PlyObject {
        side: ply.side.word(),
        from: ply.from.map(place),
        to: ply.to.map(place),
        police: places(&ply.police),
        thieves: places(&ply.thieves),
        text: ply_in_words(map, ply),
    };
    let (outcome, plies) = match answer.outcome {
        PursuitOutcome::Won { winner, plies } => (winner.word(), Some(plies)),
        PursuitOutcome::Draw => ("draw", None),
    };
    PursuitObject {
        schema: SCHEMA,
        outcome,
        plies,
        rows: map.height(),
        columns: map.width(),
        stay: rules.may_stay,
        police_moves: rules.police_moves.name(),
        thief_moves: rules.thief_moves.name(),
        states: answer.states,
        line: answer.line.iter().map(ply).collect(),
        repeats_from: answer.repeats_from,
    }
}

/// A picture of the map before the first ply.
pub fn first_frame(map: &Map, in_color: bool) -> String {
    picture(map, map.police(), map.thieves(), None, in_color)
}

/// A picture of the map after `ply`.
pub fn frame_after(map: &Map, ply: &Ply, in_color: bool) -> String {
    picture(map, &ply.police, &ply.thieves, ply.from, in_color)
}

fn picture(
    map: &Map,
    police: &[u32],
    thieves: &[u32],
    left: Option<u32>,
    in_color: bool,
) -> String {
    let cells = 0..(map.width() * map.height()) as u32;
    let shown = cells.map(
        |cell| match (police.contains(&cell), thieves.contains(&cell)) {
            (true, true) => Cell::Caught,
            (true, false) => Cell::Police,
            (false, true) if map.is_exit(cell) => Cell::Escaped,
            (false, true) => Cell::Thief,
            _ if map.is_wall(cell) => Cell::Wall,
            _ if map.is_exit(cell) => Cell::Exit,
            _ if left == Some(cell) => Cell::Left,
            _ => Cell::Free,
        },
    );
    let shown: Vec<Cell> = shown.collect();
    frame(&shown, map.width(), in_color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_the_start_is_the_map() {
        let text = "P.#\n.ET\n";
        let map = read_map("map", text.as_bytes()).unwrap();
        assert_eq!(first_frame(&map, false), text);
    }

    #[test]
    fn too_many_states_are_named() {
        let map = read_map("map", b"PPP.....\n........\n....TTTT").unwrap();
        let error = solve(&map, Rules::default(), false, &Limits::default()).unwrap_err();
        // 24 cells: 2600 ways to place three policemen that are alike, 24^4 for the thieves, two turns.
        assert!(error.to_string().contains("1725235200 states"), "{error}");
    }
}
