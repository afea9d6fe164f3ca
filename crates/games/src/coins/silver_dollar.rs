//! The silver dollar game without the dollar: coins slide left and do not jump.

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Picture, Rules, SpecError, Table, Theory, Touch,
};
use grundy_positions::{Game, game};

use super::coin_strip::{self, Slide};
use crate::GameInfo;
use crate::heap::heaps::changes_to;
use crate::info::no_parameters;

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
    Ok(game(SilverDollar))
}

struct SilverDollar;

impl Rules for SilverDollar {
    /// Occupied squares in ascending order.
    type Position = Vec<u64>;
    type Move = Slide;

    fn moves(&self, squares: &Vec<u64>) -> impl Iterator<Item = Slide> {
        squares.iter().enumerate().flat_map(|(coin, &square)| {
            let free = square - room_before(squares, coin)..square;
            free.map(move |to| Slide { coin, to })
        })
    }

    fn play(&self, squares: &Vec<u64>, &Slide { coin, to }: &Slide) -> Vec<u64> {
        let mut option = squares.to_vec();
        option[coin] = to;
        option
    }

    fn theory(&self) -> Theory<SilverDollar> {
        Theory {
            form: Some(|_, squares| Form::Nim(heaps(squares))),
            moves_to: Some(|_, squares, target, most| Some(moves_to(squares, target, most))),
            option_count: Some(|_, squares| {
                let rooms = (0..squares.len()).map(|coin| u128::from(room_before(squares, coin)));
                Some(rooms.sum())
            }),
            reasons: Some(|_, squares, _| reasons(squares)),
            ..Theory::default()
        }
    }
}

impl Notation for SilverDollar {
    fn prefix(&self, _squares: &Vec<u64>) -> String {
        "silver-dollar".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        coin_strip::parse(text)
    }

    fn show(&self, squares: &Vec<u64>) -> String {
        coin_strip::show(squares)
    }

    fn describe(&self, squares: &Vec<u64>, &Slide { coin, to }: &Slide) -> String {
        format!("slide the coin on square {} to square {to}", squares[coin])
    }

    fn picture(&self, squares: &Vec<u64>) -> Picture {
        coin_strip::picture(squares)
    }

    fn touch(&self, squares: &Vec<u64>, &Slide { coin, to }: &Slide) -> Touch {
        coin_strip::coin_to(coin, to, coin_strip::length(squares))
    }

    fn touched(&self, squares: &Vec<u64>, touch: &[Element]) -> Option<Slide> {
        let (coin, to) = coin_strip::touched(touch)?;
        let square = *squares.get(coin)?;
        let is_move = to < square && square - to <= room_before(squares, coin);
        let played = Slide { coin, to };
        (is_move && self.touch(squares, &played).touch == touch).then_some(played)
    }
}

fn moves_to(squares: &[u64], target: Nimber, most: usize) -> Vec<Slide> {
    let heaps = heaps(squares);
    let slides = changes_to(&heaps, target).filter_map(|(heap, size)| {
        let (left, right) = pair(squares, heap);
        let old = heaps[heap];
        if size < old {
            let to = squares[right] - (old - size) as u64;
            return Some(Slide { coin: right, to });
        }
        let left = left.filter(|&left| size - old <= u128::from(room_before(squares, left)))?;
        let to = squares[left] - (size - old) as u64;
        Some(Slide { coin: left, to })
    });
    slides.take(most).collect()
}

fn reasons(squares: &[u64]) -> Vec<Block> {
    let mut table = Table::new("pairs from the right", ["coins", "gap"]);
    for (heap, size) in heaps(squares).into_iter().enumerate() {
        let (left, right) = pair(squares, heap);
        let coins = match left {
            Some(left) => format!("{},{}", squares[left], squares[right]),
            None => squares[right].to_string(),
        };
        table.rows.push(vec![coins, size.to_string()]);
    }
    let mut blocks = vec![Block::text(
        "Pair the coins from the right. The gap of a pair is a Nim heap: its right coin makes the heap smaller; if its \
         left coin makes it larger, the right coin follows by as much.",
    )];
    if !table.rows.is_empty() {
        blocks.push(Block::Table(table));
    }
    blocks
}

/// The two coins whose gap is a heap; the first coin of an odd number has nobody to its left.
fn pair(squares: &[u64], heap: usize) -> (Option<usize>, usize) {
    let lone = squares.len() % 2;
    let right = (2 * heap + 1).saturating_sub(lone);
    let left = right.checked_sub(1).filter(|_| heap > 0 || lone == 0);
    (left, right)
}

/// The empty squares just to the left of a coin.
fn room_before(squares: &[u64], index: usize) -> u64 {
    match index.checked_sub(1) {
        Some(before) => squares[index] - squares[before] - 1,
        None => squares[index],
    }
}

/// The gaps of the pairs from left to right; an odd coin out, the first, comes first.
fn heaps(squares: &[u64]) -> Vec<u128> {
    let first = 1 - squares.len() % 2;
    (first..squares.len())
        .step_by(2)
        .map(|right| room_before(squares, right).into())
        .collect()
}
