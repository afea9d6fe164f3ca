//! `/api/pursuit` and `/api/pursuit/turn`: watching best play, and being the thief.

use grundy::Error;
use grundy::core::Limits;
use grundy::graph::pursuit::{Cell, Map};
use grundy::pursuit::{self, PursuitRules, turn};
use grundy::report::{PursuitReport, PursuitRequest, PursuitTurnReport, PursuitTurnRequest};
use serde_json::{Value, json};

use crate::Endpoint;

/// Lines of best play longer than this are cut.
const LONGEST_LINE: usize = 2000;

fn read(map: &str) -> Result<Map, Error> {
    pursuit::read_map("the map", map.as_bytes())
}

fn rules(may_stay: bool) -> PursuitRules {
    PursuitRules {
        may_stay,
        ..PursuitRules::default()
    }
}

/// Who wins, and a line of best play.
pub(crate) enum Watch {}

impl Endpoint for Watch {
    const PATH: &'static str = "/api/pursuit";
    const SUMMARY: &'static str = "Policeman and thief on a map: who wins, and a line of best play";
    type Request = PursuitRequest;
    type Report = PursuitReport;

    fn example() -> Value {
        json!({"map": "P..\n.#.\nE.T"})
    }

    fn answer(asked: &PursuitRequest, limits: &Limits) -> Result<PursuitReport, Error> {
        let map = read(&asked.map)?;
        let rules = rules(asked.stay);
        let mut answer = pursuit::solve(&map, rules, true, limits)?;
        answer.line.truncate(LONGEST_LINE);
        Ok(PursuitReport::new(&map, rules, &answer))
    }
}

/// The policeman's move and what the thief can do then.
pub(crate) enum TakeTurn {}

impl Endpoint for TakeTurn {
    const PATH: &'static str = "/api/pursuit/turn";
    const SUMMARY: &'static str =
        "The policeman's best move, and what each answer of the thief leads to";
    type Request = PursuitTurnRequest;
    type Report = PursuitTurnReport;

    fn example() -> Value {
        json!({"map": "P..\n.#.\nE.T", "police": [1, 1], "thief": [3, 3]})
    }

    fn answer(asked: &PursuitTurnRequest, limits: &Limits) -> Result<PursuitTurnReport, Error> {
        let map = read(&asked.map)?;
        let cells = [cell(&map, asked.police), cell(&map, asked.thief)];
        let turn = turn(&map, rules(asked.stay), cells, limits)?;
        Ok(PursuitTurnReport::new(&map, &turn))
    }
}

/// The cell in a row and a column; one that no map has, if it is not on this one.
fn cell(map: &Map, [row, column]: [u32; 2]) -> Cell {
    let is_inside = |at: u32, end: usize| at >= 1 && u64::from(at) <= end as u64;
    if is_inside(row, map.height()) && is_inside(column, map.width()) {
        (row - 1) * map.width() as u32 + column - 1
    } else {
        Cell::MAX
    }
}
