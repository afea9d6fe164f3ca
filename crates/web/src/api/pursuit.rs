//! `/api/pursuit` and `/api/pursuit/turn`: watching best play, and being the thief.

use grundy::Error;
use grundy::core::Limits;
use grundy::graph::pursuit::{Cell, Map};
use grundy::pursuit::{self, PursuitOutcome, Rules, Side};
use grundy::pursuit_turn::{Choice, turn};
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema::{self, array, object};
use crate::endpoint::Endpoint;

/// Lines of best play longer than this are cut.
const LONGEST_LINE: usize = 2000;

/// A map and its rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    map: String,
    #[serde(default)]
    stay: bool,
}

fn read(map: &str) -> Result<Map, Error> {
    pursuit::read_map("the map", map.as_bytes())
}

fn rules(may_stay: bool) -> Rules {
    Rules {
        may_stay,
        ..Rules::default()
    }
}

fn map_properties() -> Value {
    json!({
        "map": {"type": "string", "description": "rows of `P`, `T`, `E`, `#` and `.`"},
        "stay": {"type": "boolean", "default": false, "description": "both may skip a turn"},
    })
}

/// Who wins, and a line of best play.
pub(crate) enum Watch {}

impl Endpoint for Watch {
    const PATH: &'static str = "/api/pursuit";
    const SUMMARY: &'static str = "Policeman and thief on a map: who wins, and a line of best play";
    type Request = Asked;

    fn request_schema() -> Value {
        schema::request(map_properties(), &["map"])
    }

    fn example() -> Value {
        json!({"map": "P..\n.#.\nE.T"})
    }

    fn response_schema() -> Value {
        object(json!({
            "schema": {"const": 1},
            "outcome": {"enum": ["police", "thief", "draw"]},
            "plies": {"type": ["integer", "null"]},
            "rows": {"type": "integer"},
            "columns": {"type": "integer"},
            "line": array(json!({"type": "object"})),
            "repeats_from": {"type": ["integer", "null"]},
            "police": array(place_schema()),
            "thieves": array(place_schema()),
        }))
    }

    fn answer(asked: &Asked, limits: &Limits) -> Result<Value, Error> {
        let map = read(&asked.map)?;
        let rules = rules(asked.stay);
        let mut answer = pursuit::solve(&map, rules, true, limits)?;
        answer.line.truncate(LONGEST_LINE);
        let mut shown = json!(pursuit::object(&map, rules, &answer));
        shown["states"] = super::position::big(answer.states);
        shown["police"] = map.police().iter().map(|&cell| place(&map, cell)).collect();
        shown["thieves"] = map
            .thieves()
            .iter()
            .map(|&cell| place(&map, cell))
            .collect();
        Ok(shown)
    }
}

/// Where both stand when the policeman is to move; rows and columns count from 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnAsked {
    map: String,
    #[serde(default)]
    stay: bool,
    police: [u32; 2],
    thief: [u32; 2],
}

/// The policeman's move and what the thief can do then.
pub(crate) enum TakeTurn {}

impl Endpoint for TakeTurn {
    const PATH: &'static str = "/api/pursuit/turn";
    const SUMMARY: &'static str =
        "The policeman's best move, and what each answer of the thief leads to";
    type Request = TurnAsked;

    fn request_schema() -> Value {
        let mut properties = map_properties();
        properties["police"] = place_schema();
        properties["thief"] = place_schema();
        schema::request(properties, &["map", "police", "thief"])
    }

    fn example() -> Value {
        json!({"map": "P..\n.#.\nE.T", "police": [1, 1], "thief": [3, 3]})
    }

    fn response_schema() -> Value {
        object(json!({
            "schema": {"const": 1},
            "police": place_schema(),
            "text": {"type": "string"},
            "over": {"enum": ["police", "thief", null]},
            "options": array(json!({"type": "object"})),
        }))
    }

    fn answer(asked: &TurnAsked, limits: &Limits) -> Result<Value, Error> {
        let map = read(&asked.map)?;
        let cells = [cell(&map, asked.police), cell(&map, asked.thief)];
        let taken = turn(&map, rules(asked.stay), cells, limits)?;
        let options: Vec<Value> = taken
            .choices
            .iter()
            .map(|each| choice(&map, each))
            .collect();
        Ok(json!({
            "schema": 1,
            "police": place(&map, taken.police),
            "text": taken.text,
            "over": taken.over.map(Side::word),
            "options": options,
        }))
    }
}

fn choice(map: &Map, choice: &Choice) -> Value {
    let (result, plies) = match choice.outcome {
        PursuitOutcome::Won {
            winner: Side::Thief,
            plies,
        } => ("win", Some(plies)),
        PursuitOutcome::Won {
            winner: Side::Police,
            plies,
        } => ("lose", Some(plies)),
        PursuitOutcome::Draw => ("draw", None),
    };
    json!({
        "to": place(map, choice.to), "text": choice.text, "over": choice.over.map(Side::word),
        "result": result, "plies": plies,
    })
}

fn place_schema() -> Value {
    json!({
        "type": "array", "items": {"type": "integer", "minimum": 1, "maximum": u32::MAX},
        "minItems": 2, "maxItems": 2, "description": "row and column, from 1",
    })
}

fn place(map: &Map, cell: Cell) -> Value {
    let (row, column) = map.position(cell);
    json!([row + 1, column + 1])
}

/// The cell in a row and a column; one that no map has, if it is not on this one.
fn cell(map: &Map, [row, column]: [u32; 2]) -> Cell {
    let is_inside = |at: u32, end: usize| at >= 1 && u64::from(at) <= end as u64;
    match is_inside(row, map.height()) && is_inside(column, map.width()) {
        true => (row - 1) * map.width() as u32 + column - 1,
        false => Cell::MAX,
    }
}
