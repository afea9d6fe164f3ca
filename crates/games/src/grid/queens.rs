//! Queens: place a queen on a square that none attacks (Noon and Van Brummelen 2006).

use grundy_core::{
    Element, Notation, Picture, Removal, RemovalGame, RemovalPosition, Rules, SpecError, Theory,
    Touch,
};
use grundy_positions::{Game, game};

use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "queens",
    aliases: &["non-attacking-queens"],
    summary: "place a queen on a square that no queen attacks",
    rules: "There is a square board. A move places a queen on a free square that no queen attacks. Queens belong to \
            nobody.",
    notation: "the side: 8; or the rows with `.` for a square that is still to be had and `#` for any other: ..#/.##/#..",
    parameters: None,
    example: "queens:4",
    trials: &[
        "queens:1",
        "queens:2",
        "queens:3",
        "queens:.#.#/#..#/..../#.#.",
        "queens:##/##",
    ],
    theory: "On a board with an odd side the first player wins: a queen in the centre, and then every queen by its \
             mirror image through the centre.",
    source: "H. Noon and G. Van Brummelen, The non-attacking queens game, College Math. J. 37 (2006); OEIS A344227",
    make,
};

/// The longest side of a board.
const LONGEST: u64 = 32;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Queens))
}

struct Queens;

/// Rows of squares, true for one that is still to be had.
type Board = Vec<Vec<bool>>;

type Square = (usize, usize);

fn attacks(a: Square, b: Square) -> bool {
    let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    rows == 0 || columns == 0 || rows == columns
}

fn squares(side: usize) -> impl Iterator<Item = Square> {
    (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)))
}

impl Rules for Queens {
    type Position = Board;
    type Move = Square;

    fn moves(&self, board: &Board) -> impl Iterator<Item = Square> {
        squares(board.len()).filter(|&(row, column)| board[row][column])
    }

    fn play(&self, board: &Board, queen: &Square) -> Board {
        let mut option = board.clone();
        for (row, column) in squares(board.len()).filter(|&square| attacks(*queen, square)) {
            option[row][column] = false;
        }
        option
    }

    fn theory(&self) -> Theory<Queens> {
        Theory {
            removal: Some(|_, board| Some(as_removal(board))),
            ..Theory::default()
        }
    }
}

fn as_removal(board: &Board) -> RemovalPosition {
    let side = board.len();
    let number = |(row, column): Square| (row * side + column) as u32;
    let moves = squares(side).map(|queen| Removal {
        needs: vec![number(queen)],
        removes: squares(side)
            .filter(|&other| attacks(queen, other))
            .map(number)
            .collect(),
    });
    let mut game = RemovalGame::new(side * side, moves.collect());
    game.places = Some(
        squares(side)
            .map(|(row, column)| (row as u32, column as u32))
            .collect(),
    );
    let left = squares(side).filter(|&(row, column)| board[row][column]);
    RemovalPosition {
        game: game.into(),
        remaining: left.map(number).collect(),
    }
}

impl Notation for Queens {
    fn prefix(&self, _board: &Board) -> String {
        "queens".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Board, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "8", 0..text.len()));
        }
        if !text.contains(['.', '#', '/']) {
            let at = text.len() - text.trim_start().len();
            let side = notation::number(text.trim(), at, 1..u128::from(LONGEST) + 1)? as usize;
            return Ok(vec![vec![true; side]; side]);
        }
        let rows: Vec<(&str, usize)> = notation::split(text, '/').collect();
        let mut board = Board::new();
        for (row, at) in &rows {
            if row.chars().count() != rows.len() || rows.len() as u64 > LONGEST {
                return Err(SpecError::illegal(
                    "the board is not square, or has more than 32 rows",
                    "write as many rows as each has squares",
                    *at..at + row.len(),
                ));
            }
            let square = |(index, mark): (usize, char)| match mark {
                '.' => Ok(true),
                '#' => Ok(false),
                other => Err(SpecError::unexpected(
                    &other.to_string(),
                    "`.` for a square that is still to be had or `#` for any other",
                    at + index..at + index + other.len_utf8(),
                )),
            };
            board.push(row.char_indices().map(square).collect::<Result<_, _>>()?);
        }
        Ok(board)
    }

    fn show(&self, board: &Board) -> String {
        if board.iter().flatten().all(|free| *free) {
            return board.len().to_string();
        }
        draw(board).join("/")
    }

    fn describe(&self, _board: &Board, (row, column): &Square) -> String {
        format!("place a queen at row {}, column {}", row + 1, column + 1)
    }

    fn picture(&self, board: &Board) -> Picture {
        Picture::Board(draw(board))
    }

    fn touch(&self, board: &Board, queen: &Square) -> Touch {
        let element = |(row, column): Square| Element::at("cell", [row as u64, column as u64]);
        let gone = squares(board.len()).filter(|&(row, column)| board[row][column]);
        let gone = gone.filter(|&square| attacks(*queen, square));
        Touch::new(vec![element(*queen)], gone.map(element).collect())
    }
}

fn draw(board: &Board) -> Vec<String> {
    let mark = |free: &bool| if *free { '.' } else { '#' };
    let rows = board.iter();
    rows.map(|row| row.iter().map(mark).collect()).collect()
}
