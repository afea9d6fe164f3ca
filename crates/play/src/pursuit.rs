//! One turn of a pursuit that somebody plays: the policeman answers, the thief chooses.

use std::fmt;

use grundy_core::Limits;
use grundy_graph::pursuit::{
    Cell, Map, Ply, PursuitOutcome, PursuitRules, PursuitStopped, Side, solve,
};

/// What happens when the policeman is to move, and what the thief can do then.
#[derive(Clone, Debug)]
pub struct PursuitTurn {
    /// Where the policeman is after his move.
    pub police: Cell,
    /// His move in words.
    pub text: String,
    /// Who has won by now, if anybody.
    pub over: Option<Side>,
    /// The thief's moves.
    pub choices: Vec<ThiefMove>,
}

/// A move of the thief.
#[derive(Clone, Debug)]
pub struct ThiefMove {
    /// Where it leads; to where he is, if he stays.
    pub to: Cell,
    /// The move in words.
    pub text: String,
    /// Who wins with it at once, if anybody.
    pub over: Option<Side>,
    /// Who wins then with best play.
    pub outcome: PursuitOutcome,
}

/// Why there is no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PursuitTurnError {
    /// One of the cells is a wall or not on the map.
    NotFree {
        /// The policeman's cell.
        police: Cell,
        /// The thief's cell.
        thief: Cell,
    },
    /// A limit ended the work.
    Stopped(PursuitStopped),
}

impl fmt::Display for PursuitTurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PursuitTurnError::NotFree { .. } => {
                f.write_str("nobody can stand there: the cell is a wall or not on the map")
            }
            PursuitTurnError::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for PursuitTurnError {}

impl From<PursuitStopped> for PursuitTurnError {
    fn from(stopped: PursuitStopped) -> PursuitTurnError {
        PursuitTurnError::Stopped(stopped)
    }
}

/// The policeman's best move with both at these cells, and the thief's answers to it.
///
/// # Errors
///
/// [`PursuitTurnError`] if nobody can stand there, or a limit is reached.
pub fn turn(
    map: &Map,
    rules: PursuitRules,
    [police, thief]: [Cell; 2],
    limits: &Limits,
) -> Result<PursuitTurn, PursuitTurnError> {
    if let Some(over) = winner(map, police, thief) {
        return Ok(PursuitTurn {
            police,
            text: "the pursuit is over".to_owned(),
            over: Some(over),
            choices: Vec::new(),
        });
    }
    let here = placed(map, police, thief)?;
    let answer = solve(&here, rules, true, limits)?;
    let (police, text) = match answer.line.first() {
        Some(ply) => (ply.police[0], ply_in_words(map, ply)),
        None => (police, "police: stays".to_owned()),
    };
    let over = (police == thief).then_some(Side::Police);
    let choices = match over {
        Some(_) => Vec::new(),
        None => choices(map, rules, police, thief, limits)?,
    };
    Ok(PursuitTurn {
        police,
        text,
        over,
        choices,
    })
}

fn choices(
    map: &Map,
    rules: PursuitRules,
    police: Cell,
    thief: Cell,
    limits: &Limits,
) -> Result<Vec<ThiefMove>, PursuitTurnError> {
    let mut targets: Vec<Cell> = rules.thief_moves.targets(map, thief).collect();
    if targets.is_empty() || rules.may_stay {
        targets.push(thief);
    }
    let choose = |to| -> Result<ThiefMove, PursuitTurnError> {
        let over = winner(map, police, to);
        let outcome = match over {
            Some(winner) => PursuitOutcome::Won { winner, plies: 0 },
            None => solve(&placed(map, police, to)?, rules, false, limits)?.outcome,
        };
        Ok(ThiefMove {
            to,
            text: in_words(map, thief, to),
            over,
            outcome,
        })
    };
    targets.into_iter().map(choose).collect()
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

/// Who has won with both at these cells.
fn winner(map: &Map, police: Cell, thief: Cell) -> Option<Side> {
    let cells = (map.width() * map.height()) as Cell;
    match thief {
        _ if police == thief => Some(Side::Police),
        thief if thief < cells && map.is_exit(thief) => Some(Side::Thief),
        _ => None,
    }
}

fn placed(map: &Map, police: Cell, thief: Cell) -> Result<Map, PursuitTurnError> {
    map.with_pieces(vec![police], vec![thief])
        .ok_or(PursuitTurnError::NotFree { police, thief })
}

fn in_words(map: &Map, from: Cell, to: Cell) -> String {
    let ((row, column), (to_row, to_column)) = (map.position(from), map.position(to));
    let direction = match (to_row.cmp(&row), to_column.cmp(&column)) {
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => return "stay".to_owned(),
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => "up",
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => "down",
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => "left",
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => "right",
        _ => "across",
    };
    format!(
        "{direction}, to row {}, column {}",
        to_row + 1,
        to_column + 1
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thief_who_can_get_away_does() {
        let map: Map = "P.TE".parse().unwrap();
        let turn = turn(&map, PursuitRules::default(), [0, 2], &Limits::default()).unwrap();
        assert_eq!((turn.police, turn.over), (1, None));
        let away = turn.choices.iter().find(|choice| choice.to == 3).unwrap();
        assert_eq!(away.over, Some(Side::Thief));
        let caught = turn.choices.iter().find(|choice| choice.to == 1).unwrap();
        assert_eq!(caught.over, Some(Side::Police));
    }

    #[test]
    fn following_the_outcomes_keeps_their_promise() {
        let map: Map = "P....\n.#.#.\n..T..\n.#.#.\n....E".parse().unwrap();
        let (mut police, mut thief) = (0, 12);
        let promised = solve(&map, PursuitRules::default(), false, &Limits::default())
            .unwrap()
            .outcome;
        let PursuitOutcome::Won { winner, plies } = promised else {
            panic!("a map with a winner was meant, not {promised}");
        };
        for _ in 0..plies {
            let turn = turn(
                &map,
                PursuitRules::default(),
                [police, thief],
                &Limits::default(),
            )
            .unwrap();
            if let Some(over) = turn.over {
                assert_eq!(over, winner);
                return;
            }
            let best = turn
                .choices
                .iter()
                .max_by_key(|choice| match choice.outcome {
                    PursuitOutcome::Won {
                        winner: Side::Thief,
                        plies,
                    } => (2, u64::MAX - plies),
                    PursuitOutcome::Draw => (1, 0),
                    PursuitOutcome::Won { plies, .. } => (0, plies),
                });
            let best = best.unwrap();
            if best.over.is_some() {
                assert_eq!(best.over, Some(winner));
                return;
            }
            (police, thief) = (turn.police, best.to);
        }
        panic!("the end was promised within {plies} plies");
    }

    #[test]
    fn a_wall_is_no_place_to_stand() {
        let map: Map = "P#T".parse().unwrap();
        for cells in [[0, 1], [7, 2], [0, 9]] {
            assert!(turn(&map, PursuitRules::default(), cells, &Limits::default()).is_err());
        }
    }
}
