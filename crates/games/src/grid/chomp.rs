//! Chomp: bite off a corner of a chocolate bar; the last square is poisoned (Gale 1974).

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Outcome, Picture, Play, Rules, SpecError, Theory, Touch,
};
use grundy_positions::{Game, game};

use super::diagrams::Diagrams;
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "chomp",
    aliases: &[],
    summary: "bite off a corner; the last square is poisoned",
    rules: "A bar of chocolate has rows of squares; the square at the lower left is poisoned. A move chooses any other \
            square that is left and eats it together with all that are not below it and not to the left of it. Who \
            is left with the poisoned square cannot move.",
    notation: "rows by columns: 3x4; or the lengths of the rows, longest first: 4,4,2",
    parameters: None,
    example: "chomp:3x4",
    trials: &[
        "chomp:1x1",
        "chomp:1x5",
        "chomp:2x3",
        "chomp:3,3,1",
        "chomp:4,1,1",
        "chomp:2,2",
    ],
    theory: "The first player wins every bar of more than one square (else he would steal the second player's move), \
             but nobody knows a rule for the winning move.",
    source: "F. Schuh, Spel van delers (1952); D. Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974)",
    make,
};

/// The most squares of a bar.
const MOST_SQUARES: u64 = 10_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Chomp))
}

struct Chomp;

/// The square that is eaten with all that are not below it and not to the left of it.
#[derive(Clone, Copy, Debug)]
struct Bite {
    row: usize,
    column: u64,
}

impl Rules for Chomp {
    /// Lengths of the rows from the bottom up, never increasing, none of them 0.
    type Position = Vec<u64>;
    type Move = Bite;

    fn moves(&self, rows: &Vec<u64>) -> impl Iterator<Item = Bite> {
        rows.iter().enumerate().flat_map(|(row, &length)| {
            let first = u64::from(row == 0);
            (first..length).map(move |column| Bite { row, column })
        })
    }

    fn play(&self, rows: &Vec<u64>, bite: &Bite) -> Vec<u64> {
        let mut option = rows.clone();
        for above in &mut option[bite.row..] {
            *above = bite.column.min(*above);
        }
        option.retain(|length| *length > 0);
        option
    }

    fn theory(&self) -> Theory<Chomp> {
        Theory {
            form: Some(|_, rows| form(rows)),
            search: Some(|_| Box::<Diagrams>::default()),
            winning_move: Some(|_, rows, play| winning_move(rows).filter(|_| play == Play::Normal)),
            option_count: Some(|_, rows| Some(u128::from(rows.iter().sum::<u64>() - 1))),
            reasons: Some(reasons),
            ..Theory::default()
        }
    }
}

impl Notation for Chomp {
    fn prefix(&self, _rows: &Vec<u64>) -> String {
        "chomp".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "3x4", 0..text.len()));
        }
        let sides = 1..u128::from(MOST_SQUARES) + 1;
        let rows = match notation::sides(text, sides.clone())? {
            Some((rows, columns)) if rows.saturating_mul(columns) <= MOST_SQUARES => {
                vec![columns; rows as usize]
            }
            Some(_) => return Err(too_large(text)),
            None => notation::numbers(text, sides)?,
        };
        if rows.iter().sum::<u64>() > MOST_SQUARES {
            return Err(too_large(text));
        }
        if !rows.is_sorted_by(|below, above| below >= above) {
            return Err(SpecError::illegal(
                "a row is longer than the one below it",
                "write the longest row first",
                0..text.len(),
            ));
        }
        Ok(rows)
    }

    fn show(&self, rows: &Vec<u64>) -> String {
        notation::show(rows)
    }

    fn describe(&self, rows: &Vec<u64>, bite: &Bite) -> String {
        let eaten = rows.iter().sum::<u64>() - self.play(rows, bite).iter().sum::<u64>();
        format!(
            "bite at row {}, column {}: {} gone",
            bite.row + 1,
            bite.column + 1,
            notation::counted(eaten, "square")
        )
    }

    fn picture(&self, rows: &Vec<u64>) -> Picture {
        let mut board: Vec<String> = rows
            .iter()
            .map(|&length| "#".repeat(length as usize))
            .collect();
        if let Some(bottom) = board.first_mut() {
            bottom.replace_range(..1, "P");
        }
        board.reverse();
        Picture::Board(board)
    }

    fn touch(&self, rows: &Vec<u64>, bite: &Bite) -> Touch {
        // The bottom row is drawn last.
        let cell =
            |row: usize, column: u64| Element::at("cell", [(rows.len() - 1 - row) as u64, column]);
        let eaten = (bite.row..rows.len())
            .flat_map(|row| (bite.column..rows[row]).map(move |column| cell(row, column)));
        Touch::new(vec![cell(bite.row, bite.column)], eaten.collect())
    }
}

/// What is known: an L of which the corner is poisoned is two Nim heaps; two rows are lost exactly if the upper
/// one lacks one square; every larger rectangle is won, because the second player's answer to the smallest bite
/// could have been made at once.
fn form(rows: &[u64]) -> Form {
    let is_rectangle = rows.iter().all(|length| *length == rows[0]);
    match rows {
        [_] => Form::Nim(vec![u128::from(rows[0] - 1)]),
        [first, rest @ ..] if rest.iter().all(|length| *length == 1) => {
            Form::Nim(vec![u128::from(first - 1), rest.len() as u128])
        }
        [below, above] if above + 1 == *below => Form::Value(Nimber(0)),
        [_, _] => Form::Outcome(Outcome::Win),
        _ if is_rectangle => Form::Outcome(Outcome::Win),
        _ => Form::Unknown,
    }
}

/// A winning move that needs no search: in a square, and in two rows.
fn winning_move(rows: &[u64]) -> Option<Bite> {
    match rows {
        [below, above] if above == below => Some(Bite {
            row: 1,
            column: below - 1,
        }),
        [below, above] if above + 1 < *below => Some(Bite {
            row: 0,
            column: above + 1,
        }),
        [first, ..]
            if *first > 1 && *first == rows.len() as u64 && rows[rows.len() - 1] == *first =>
        {
            Some(Bite { row: 1, column: 1 })
        }
        _ => None,
    }
}

fn reasons(_: &Chomp, rows: &Vec<u64>, play: Play) -> Vec<Block> {
    let is_known_rectangle = rows.len() > 2 && form(rows) == Form::Outcome(Outcome::Win);
    if play == Play::Misere || !is_known_rectangle {
        return Vec::new();
    }
    vec![Block::text(
        "The first player wins every rectangle of more than one square: if biting off the single square at the upper \
         right did not win, the second player would have a winning answer, and the first player could have made that \
         bite at once.",
    )]
}

fn too_large(text: &str) -> SpecError {
    let why = format!("the bar has more than {MOST_SQUARES} squares");
    SpecError::illegal(&why, "use a smaller one", 0..text.len())
}
