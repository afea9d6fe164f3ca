//! Hyper knights: six moves, all towards the corner (LightOJ 1315).

use std::sync::LazyLock;

use grundy_core::{Element, Form, Nimber, Notation, Picture, Rules, SpecError, Theory, Touch};
use grundy_positions::{Game, game};

use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "hyper-knights",
    aliases: &["hyper-knight", "knights"],
    summary: "knights with six moves towards a corner",
    rules: "Knights stand on the squares of a board whose columns and rows are numbered from 0; a square may hold any \
            number of them. A move takes one knight from (x,y) to (x+1,y-2), (x-1,y-3), (x-1,y-2), (x-2,y-1), (x-3,y-1) \
            or (x-2,y+1), if that is on the board.",
    notation: "the squares: 3,4; several: 3,4/2,2",
    parameters: None,
    example: "hyper-knights:3,4/2,2",
    trials: &[
        "hyper-knights:0,0",
        "hyper-knights:1,1",
        "hyper-knights:5,3",
        "hyper-knights:2,0/0,2",
        "hyper-knights:3,3/3,3",
    ],
    theory: "Each knight is a game of its own; its value is found square by square, by the sum of column and row.",
    source: "LightOJ 1315, Game of Hyper Knights",
    make,
};

/// The highest number of a column or row.
const LAST: u64 = 500;
/// The most knights of one position.
const MOST_KNIGHTS: usize = 1_000;
/// The moves.
const JUMPS: [(i32, i32); 6] = [(1, -2), (-1, -3), (-1, -2), (-2, -1), (-3, -1), (-2, 1)];

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(HyperKnights))
}

struct HyperKnights;

type Square = (u32, u32);

/// A knight, by its place in the list, and the square it goes to.
type Jump = (usize, Square);

impl Rules for HyperKnights {
    type Position = Vec<Square>;
    type Move = Jump;

    fn moves(&self, knights: &Vec<Square>) -> impl Iterator<Item = Jump> {
        let knights = knights.iter().enumerate();
        knights.flat_map(|(index, &knight)| jumps(knight).map(move |square| (index, square)))
    }

    fn play(&self, knights: &Vec<Square>, &(index, square): &Jump) -> Vec<Square> {
        let mut option = knights.clone();
        option[index] = square;
        option
    }

    fn canonical(&self, knights: &Vec<Square>) -> Vec<Square> {
        let mut knights = knights.clone();
        knights.sort_unstable();
        knights
    }

    fn theory(&self) -> Theory<HyperKnights> {
        Theory {
            form: Some(|_, knights| {
                let values = knights
                    .iter()
                    .map(|&square| Nimber(VALUES[place(square)].into()));
                Form::Value(Nimber::sum(values))
            }),
            ..Theory::default()
        }
    }
}

impl Notation for HyperKnights {
    fn prefix(&self, _knights: &Vec<Square>) -> String {
        "hyper-knights".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<Square>, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "3,4/2,2", 0..text.len()));
        }
        let parts = notation::parts(text, '/')?;
        if parts.len() > MOST_KNIGHTS {
            let why = format!("there are more than {MOST_KNIGHTS} knights");
            return Err(SpecError::illegal(&why, "use fewer", 0..text.len()));
        }
        parts
            .into_iter()
            .map(|(part, at)| {
                let square = notation::pair(part, 0..u128::from(LAST) + 1, "3,4");
                let (x, y) = square.map_err(|error| error.shifted(at))?;
                Ok((x as u32, y as u32))
            })
            .collect()
    }

    fn show(&self, knights: &Vec<Square>) -> String {
        let shown: Vec<String> = knights.iter().map(|(x, y)| format!("{x},{y}")).collect();
        shown.join("/")
    }

    fn describe(&self, knights: &Vec<Square>, &(index, (x, y)): &Jump) -> String {
        let knight = knights[index];
        format!(
            "move the knight on ({},{}) to ({x},{y})",
            knight.0, knight.1
        )
    }

    fn picture(&self, knights: &Vec<Square>) -> Picture {
        let size = board_size(knights);
        if size > LARGEST_BOARD {
            return Picture::Text;
        }
        let on = |square: Square| knights.iter().filter(|knight| **knight == square).count();
        let row = |y: u32| (0..size).map(|x| mark(on((x, y)))).collect();
        Picture::Board((0..size).map(row).collect())
    }

    fn touch(&self, knights: &Vec<Square>, &(index, to): &Jump) -> Touch {
        let is_drawn = board_size(knights) <= LARGEST_BOARD;
        let cells = [knights[index], to].map(|(x, y)| {
            if is_drawn {
                Element::at("cell", [y.into(), x.into()])
            } else {
                Element::at("to", [x.into(), y.into()])
            }
        });
        Touch::all(cells.to_vec())
    }
}

/// The largest board that is drawn.
const LARGEST_BOARD: u32 = 24;

/// The side of the board: no knight ever leaves the triangle of its diagonal, and boards of eight stay the same
/// under most moves.
fn board_size(knights: &[Square]) -> u32 {
    let farthest = knights.iter().map(|(x, y)| x + y).max().unwrap_or(0);
    (farthest + 1).next_multiple_of(8)
}

/// A square with this many knights.
fn mark(knights: usize) -> char {
    match knights {
        0 => '.',
        1 => '♞',
        2..=9 => char::from(b'0' + knights as u8),
        _ => '+',
    }
}

/// The squares that a knight can reach.
fn jumps((x, y): Square) -> impl Iterator<Item = Square> {
    JUMPS.iter().filter_map(move |&(right, up)| {
        Some((x.checked_add_signed(right)?, y.checked_add_signed(up)?))
    })
}

/// Squares along the diagonals x+y = 0, 1, 2, …: every move lowers that sum.
fn place((x, y): Square) -> usize {
    let sum = (x + y) as usize;
    sum * (sum + 1) / 2 + y as usize
}

/// The values of all squares up to the diagonal of the last one.
static VALUES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut values: Vec<u8> = Vec::new();
    for sum in 0..=2 * LAST as u32 {
        for y in 0..=sum {
            let options: Vec<u8> = jumps((sum - y, y))
                .map(|square| values[place(square)])
                .collect();
            let mex = (0..=6).find(|value| !options.contains(value));
            values.push(mex.expect("six moves leave one of seven values"));
        }
    }
    values
});
