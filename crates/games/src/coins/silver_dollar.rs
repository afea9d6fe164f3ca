//! The silver dollar game without the dollar: coins slide left and do not jump.

use grundy_core::{
    Block, Form, Game, Interned, Nimber, Picture, Play, RulesError, Ruleset, SpecError, Table,
};

use crate::info::no_parameters;
use crate::nim_heaps::changes_to;
use crate::{GameInfo, coin_strip};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "silver-dollar",
    aliases: &["sliding-coins"],
    summary: "slide a coin left without jumping",
    rules: "Coins lie on some of the squares 0, 1, 2, … of a strip, at most one on each. A move slides one coin to the \
            left over any number of empty squares, not over another coin. (This is the game without the dollar.)",
    notation: "occupied squares: 1,4,6; or the strip from square 0 on: -O--O-O",
    parameters: None,
    example: "silver-dollar:-O--O-O",
    trials: &[
        "silver-dollar:0",
        "silver-dollar:4",
        "silver-dollar:---",
        "silver-dollar:2,3",
        "silver-dollar:1,2,5,7",
        "silver-dollar:0,3,4",
    ],
    theory: "Pair the coins from the right: the gap inside each pair is a Nim heap; a coin that is left over has a heap \
             as large as the number of its square. Moving the left coin of a pair makes its heap larger, which the \
             right one undoes. Misère play is as in Nim, too.",
    source: "N. G. de Bruijn's game in Berlekamp, Conway and Guy, Winning Ways (1982), chapter 15",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(Interned::boxed(SilverDollar))
}

struct SilverDollar;

impl Ruleset for SilverDollar {
    /// Occupied squares in ascending order.
    type Position = Vec<u64>;

    fn prefix(&self, _squares: &Vec<u64>) -> String {
        "silver-dollar".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        coin_strip::parse(text)
    }

    fn show(&self, squares: &Vec<u64>) -> String {
        coin_strip::show(squares)
    }

    fn options(&self, squares: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
        for (index, &square) in squares.iter().enumerate() {
            let free = square - room_before(squares, index)..square;
            options.extend(free.map(|to| moved(squares, index, to)));
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<u64>, to: &Vec<u64>) -> String {
        let pairs = from.iter().zip(to);
        let (old, new) = pairs.clone().find(|(old, new)| old != new).unwrap_or((&0, &0));
        format!("slide the coin on square {old} to square {new}")
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, squares: &Vec<u64>) -> Form {
        Form::Nim(heaps(squares))
    }

    fn options_to(
        &self,
        squares: &Vec<u64>,
        target: Nimber,
        most: usize,
        options: &mut Vec<Vec<u64>>,
    ) -> bool {
        let heaps = heaps(squares);
        let lone = squares.len() % 2;
        for (heap, size) in changes_to(&heaps, target) {
            if options.len() >= most {
                break;
            }
            let right = (2 * heap + 1).saturating_sub(lone);
            let old = heaps[heap];
            if size < old {
                options.push(moved(squares, right, squares[right] - (old - size) as u64));
                continue;
            }
            let Some(left) = right.checked_sub(1).filter(|_| heap > 0 || lone == 0) else {
                continue;
            };
            if size - old <= u128::from(room_before(squares, left)) {
                options.push(moved(squares, left, squares[left] - (size - old) as u64));
            }
        }
        true
    }

    fn option_count(&self, squares: &Vec<u64>) -> Option<u128> {
        let rooms = (0..squares.len()).map(|index| u128::from(room_before(squares, index)));
        Some(rooms.sum())
    }

    fn reasons(&self, squares: &Vec<u64>, _play: Play) -> Vec<Block> {
        let mut table = Table::new("pairs from the right", ["coins", "gap"]);
        let lone = squares.len() % 2;
        for (heap, size) in heaps(squares).into_iter().enumerate() {
            let right = (2 * heap + 1).saturating_sub(lone);
            let coins = match right.checked_sub(1).filter(|_| heap > 0 || lone == 0) {
                Some(left) => format!("{},{}", squares[left], squares[right]),
                None => squares[right].to_string(),
            };
            table.rows.push(vec![coins, size.to_string()]);
        }
        let mut blocks = vec![Block::text(
            "Pair the coins from the right. The gap of a pair is a Nim heap: its right coin makes the heap smaller; if \
             its left coin makes it larger, the right coin follows by as much.",
        )];
        if !table.rows.is_empty() {
            blocks.push(Block::Table(table));
        }
        blocks
    }

    fn picture(&self, squares: &Vec<u64>) -> Picture {
        coin_strip::picture(squares)
    }
}

/// The empty squares just to the left of a coin.
fn room_before(squares: &[u64], index: usize) -> u64 {
    match index.checked_sub(1) {
        Some(before) => squares[index] - squares[before] - 1,
        None => squares[index],
    }
}

fn moved(squares: &[u64], index: usize, to: u64) -> Vec<u64> {
    let mut option = squares.to_vec();
    option[index] = to;
    option
}

/// The gaps of the pairs from left to right; an odd coin out, the first, comes first.
fn heaps(squares: &[u64]) -> Vec<u128> {
    let first = 1 - squares.len() % 2;
    (first..squares.len())
        .step_by(2)
        .map(|right| room_before(squares, right).into())
        .collect()
}
