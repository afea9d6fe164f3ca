//! Moving coins, which is Welter's game: a coin goes to any empty lower square.
//!
//! The value is the xor of all squares and, for each pair, of 2^(v+1)-1, where 2^v is the largest
//! power of two that divides the pair's difference (Welter 1954; Berlekamp's mating function).

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Picture, Rules, SpecError, Table, Theory, Touch,
};
use grundy_positions::{Game, game};

use super::coin_strip::{self, Slide};
use crate::GameInfo;
use crate::heap::heaps::xor;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "coins",
    aliases: &["welter", "moving-coins"],
    summary: "move a coin to any empty lower square",
    rules: "Coins lie on some of the squares 0, 1, 2, … of a strip, at most one on each. A move takes a coin to any \
            empty square with a lower number; it may jump over others.",
    notation: "occupied squares: 0,3,4; or the strip from square 0 on: O--OO",
    parameters: None,
    example: "coins:0,3,4",
    trials: &[
        "coins:0",
        "coins:5",
        "coins:O--OO",
        "coins:---",
        "coins:1,4",
        "coins:0,1,2",
        "coins:2,3,7",
        "coins:1,2,4,6",
    ],
    theory: "The value is Welter's function: the xor of the squares and of 2^(v+1)-1 for each pair, where v counts how \
             often 2 divides the difference of the pair.",
    source: "C. P. Welter, The theory of a class of games on a sequence of squares, Indag. Math. 16 (1954); J. H. \
             Conway, On Numbers and Games (1976), chapter 13",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Welter))
}

struct Welter;

impl Rules for Welter {
    /// Occupied squares in ascending order.
    type Position = Vec<u64>;
    type Move = Slide;

    fn moves(&self, squares: &Vec<u64>) -> impl Iterator<Item = Slide> {
        squares.iter().enumerate().flat_map(|(coin, &square)| {
            let empty = (0..square).filter(|lower| squares.binary_search(lower).is_err());
            empty.map(move |to| Slide { coin, to })
        })
    }

    fn play(&self, squares: &Vec<u64>, &Slide { coin, to }: &Slide) -> Vec<u64> {
        let mut option = squares.to_vec();
        option[coin] = to;
        option.sort_unstable();
        option
    }

    fn theory(&self) -> Theory<Welter> {
        Theory {
            form: Some(|_, squares| Form::Value(Nimber(welter(squares)))),
            moves_to: Some(|_, squares, target, most| {
                let slides = (0..squares.len()).filter_map(|coin| {
                    let mut others = squares.clone();
                    let square = others.remove(coin);
                    let to = square_to(&others, target.0).filter(|to| *to < square)?;
                    Some(Slide { coin, to })
                });
                Some(slides.take(most).collect())
            }),
            option_count: Some(|_, squares| {
                let lower_coins = 0u128..;
                let empty = squares.iter().zip(lower_coins);
                Some(
                    empty
                        .map(|(&square, coins)| u128::from(square) - coins)
                        .sum(),
                )
            }),
            reasons: Some(|_, squares, _| reasons(squares)),
            ..Theory::default()
        }
    }
}

impl Notation for Welter {
    fn prefix(&self, _squares: &Vec<u64>) -> String {
        "coins".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        coin_strip::parse(text)
    }

    fn show(&self, squares: &Vec<u64>) -> String {
        coin_strip::show(squares)
    }

    fn describe(&self, squares: &Vec<u64>, &Slide { coin, to }: &Slide) -> String {
        format!("move the coin on square {} to square {to}", squares[coin])
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
        let is_move = to < square && squares.binary_search(&to).is_err();
        let played = Slide { coin, to };
        (is_move && self.touch(squares, &played).touch == touch).then_some(played)
    }
}

fn reasons(squares: &[u64]) -> Vec<Block> {
    let mut blocks = vec![Block::text(
        "Welter's function is the xor of the squares, and of one number for each pair of coins: 2·d-1, where d is \
         the largest power of two that divides their difference.",
    )];
    const MOST_PAIRS: usize = 30;
    let mut table = Table::new("pairs", ["pair", "difference", "d", "2·d-1"]);
    for (index, &high) in squares.iter().enumerate() {
        for &low in &squares[..index] {
            let mate = pair(low, high);
            table.rows.push(vec![
                format!("{low},{high}"),
                (high - low).to_string(),
                mate.div_ceil(2).to_string(),
                mate.to_string(),
            ]);
        }
        if table.rows.len() > MOST_PAIRS {
            break;
        }
    }
    if !table.rows.is_empty() && table.rows.len() <= MOST_PAIRS {
        blocks.push(Block::Table(table));
    }
    let (all, value) = (xor(squares), welter(squares));
    let pairs = all ^ value;
    blocks.push(Block::text(format!(
        "The squares give {all}, the pairs give {pairs}; the value is {all} xor {pairs} = {value}."
    )));
    blocks
}

/// What a pair of coins adds: 2·d-1 for the largest power of two d that divides the difference.
fn pair(a: u64, b: u64) -> u128 {
    (2u128 << (a ^ b).trailing_zeros()) - 1
}

/// Welter's function.
fn welter(squares: &[u64]) -> u128 {
    let mut value = xor(squares);
    for (index, &high) in squares.iter().enumerate() {
        for &low in &squares[..index] {
            value ^= pair(low, high);
        }
    }
    value
}

/// The only square for one more coin that gives Welter's function the value `target`, if there is one.
///
/// Bit k of the function depends on bit k of the square and on which coins agree with it in the
/// bits below k; so the square is found from its lowest bit up.
fn square_to(others: &[u64], target: u128) -> Option<u64> {
    let wanted = u64::try_from(target ^ welter(others)).ok()?;
    let mut square = 0;
    let mut agree: Vec<u64> = others.to_vec();
    for bit in 0..u64::BITS {
        let odd = agree.len() as u64 % 2;
        square |= (wanted >> bit & 1 ^ odd) << bit;
        agree.retain(|other| (other ^ square) >> bit & 1 == 0);
    }
    agree.is_empty().then_some(square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ten_values_of_the_class_notes_hold() {
        let values: Vec<u128> = [
            [0, 1],
            [0, 2],
            [1, 2],
            [0, 3],
            [1, 3],
            [2, 3],
            [0, 4],
            [1, 4],
            [2, 4],
            [3, 4],
        ]
        .iter()
        .map(|squares| welter(squares))
        .collect();
        assert_eq!(values, [0, 1, 2, 2, 1, 0, 3, 4, 5, 6]);
    }

    #[test]
    fn the_square_for_a_value_is_found_among_huge_ones() {
        let others = [3, 1 << 40, u64::MAX, u64::MAX - 12];
        for square in [0, 7, 1 << 63, u64::MAX - 1] {
            let mut all = others.to_vec();
            all.push(square);
            assert_eq!(square_to(&others, welter(&all)), Some(square));
        }
    }

    #[test]
    fn errors_point_at_the_second_coin() {
        assert_eq!(Welter.parse("1, 3,3").unwrap_err().span, 5..6);
        assert_eq!(Welter.parse("O-x").unwrap_err().span, 2..3);
        assert!(Welter.parse("-1").is_err());
        assert_eq!(Welter.parse(" O--OO "), Ok(vec![0, 3, 4]));
    }
}
