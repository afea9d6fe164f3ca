//! Pursuits as reports.

use grundy_graph::pursuit::{Map, Ply, Pursuit, PursuitOutcome, PursuitRules, Side};
use grundy_play::pursuit::{PursuitTurn, ply_in_words};

use crate::{
    OutcomeWord, Place, PlyReport, PursuitReport, PursuitTurnReport, SchemaVersion, SideWord,
    ThiefOption,
};

impl PursuitTurnReport {
    /// A turn on `map` as a report.
    pub fn new(map: &Map, turn: &PursuitTurn) -> PursuitTurnReport {
        let options = turn.choices.iter().map(|choice| {
            let (result, plies) = match choice.outcome {
                PursuitOutcome::Won {
                    winner: Side::Thief,
                    plies,
                } => (OutcomeWord::Win, Some(plies)),
                PursuitOutcome::Won { plies, .. } => (OutcomeWord::Lose, Some(plies)),
                PursuitOutcome::Draw => (OutcomeWord::Draw, None),
            };
            ThiefOption {
                to: place(map, choice.to),
                text: choice.text.clone(),
                over: choice.over.map(side),
                result,
                plies,
            }
        });
        PursuitTurnReport {
            schema: SchemaVersion,
            police: place(map, turn.police),
            text: turn.text.clone(),
            over: turn.over.map(side),
            options: options.collect(),
        }
    }
}

impl PursuitReport {
    /// The answer for a map as a report.
    pub fn new(map: &Map, rules: PursuitRules, answer: &Pursuit) -> PursuitReport {
        let places = |cells: &[u32]| cells.iter().map(|&cell| place(map, cell)).collect();
        let ply = |ply: &Ply| PlyReport {
            side: side(ply.side),
            from: ply.from.map(|cell| place(map, cell)),
            to: ply.to.map(|cell| place(map, cell)),
            police: places(&ply.police),
            thieves: places(&ply.thieves),
            text: ply_in_words(map, ply),
        };
        let (outcome, plies) = match answer.outcome {
            PursuitOutcome::Won { winner, plies } => (side(winner), Some(plies)),
            PursuitOutcome::Draw => (SideWord::Draw, None),
        };
        PursuitReport {
            schema: SchemaVersion,
            outcome,
            plies,
            rows: map.height(),
            columns: map.width(),
            map: rows(map),
            police: places(map.police()),
            thieves: places(map.thieves()),
            stay: rules.may_stay,
            police_moves: rules.police_moves.name().to_owned(),
            thief_moves: rules.thief_moves.name().to_owned(),
            states: answer.states,
            line: answer.line.iter().map(ply).collect(),
            repeats_from: answer.repeats_from,
        }
    }
}

/// A cell as its row and column, from 1.
fn place(map: &Map, cell: u32) -> Place {
    let (row, column) = map.position(cell);
    [row + 1, column + 1]
}

/// A side as reports name it.
fn side(side: Side) -> SideWord {
    match side {
        Side::Police => SideWord::Police,
        Side::Thief => SideWord::Thief,
    }
}

/// The map, row by row, as its file is written.
fn rows(map: &Map) -> Vec<String> {
    let mark = |cell: u32| match cell {
        _ if map.police().contains(&cell) => 'P',
        _ if map.thieves().contains(&cell) => 'T',
        _ if map.is_wall(cell) => '#',
        _ if map.is_exit(cell) => 'E',
        _ => '.',
    };
    let width = map.width() as u32;
    (0..map.height() as u32)
        .map(|row| (row * width..(row + 1) * width).map(mark).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_shows_the_map_as_it_was_written() {
        let map = Map::from_bytes(b"P.#\n.ET\n").unwrap();
        assert_eq!(rows(&map), ["P.#", ".ET"]);
    }
}
