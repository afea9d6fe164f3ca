//! Cram: put dominoes on a board, either way (Gardner 1974).

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Outcome, Picture, Play, Removal, RemovalGame,
    RemovalPosition, Rules, SpecError, Theory, Touch,
};
use grundy_positions::{Game, game};

use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "cram",
    aliases: &["plugg", "dots-and-pairs"],
    summary: "put dominoes on a board, either way",
    rules: "There is a board of cells. A move puts a domino on two free cells that share a side, across or upright.",
    notation: "rows by columns: 3x4; or the rows with `.` for a free cell and `#` for a taken one: ..#/...",
    parameters: None,
    example: "cram:3x3",
    trials: &[
        "cram:1x1",
        "cram:1x6",
        "cram:2x4",
        "cram:..#/.../#..",
        "cram:##/##",
        "cram:2x3",
        "cram:.#./.../.#.",
    ],
    theory: "Boards with two even sides are lost: answer each domino by its mirror image through the centre. Boards with \
             one even side are won by a first move in the middle. One row is Dawson's Kayles.",
    source: "M. Gardner, Mathematical Games, Scientific American 230 (February 1974); Winning Ways, chapter 15",
    make,
};

/// The most cells of a board.
const MOST_CELLS: u64 = 1_024;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Cram))
}

struct Cram;

/// Rows of cells, true for a free one.
type Board = Vec<Vec<bool>>;

/// The two cells that a domino covers, each by row and column.
type Domino = [(usize, usize); 2];

impl Rules for Cram {
    type Position = Board;
    type Move = Domino;

    fn moves(&self, board: &Board) -> impl Iterator<Item = Domino> {
        dominoes(board)
    }

    fn play(&self, board: &Board, domino: &Domino) -> Board {
        let mut option = board.clone();
        for &(row, column) in domino {
            option[row][column] = false;
        }
        option
    }

    fn theory(&self) -> Theory<Cram> {
        Theory {
            form: Some(|_, board| match even_sides(board) {
                Some((true, true)) => Form::Value(Nimber(0)),
                Some((false, false)) | None => Form::Unknown,
                Some(_) => Form::Outcome(Outcome::Win),
            }),
            parts: Some(|_, board| {
                let parts: Vec<Board> = pieces(board).iter().map(smallest_image).collect();
                (parts != [board.clone()]).then_some(parts)
            }),
            removal: Some(|_, board| Some(as_removal(board))),
            winning_move: Some(|_, board, play| {
                let (row, column) = (board.len() / 2, board[0].len() / 2);
                match even_sides(board).filter(|_| play == Play::Normal)? {
                    (true, false) => Some([(row - 1, column), (row, column)]),
                    (false, true) => Some([(row, column - 1), (row, column)]),
                    _ => None,
                }
            }),
            option_count: Some(|_, board| Some(dominoes(board).count() as u128)),
            reasons: Some(|_, board, play| match (play, even_sides(board)) {
                (Play::Normal, Some((true, true))) => vec![Block::text(
                    "Both sides are even: the second player answers each domino by its mirror image through the centre \
                     of the board, which is always free.",
                )],
                (Play::Normal, Some((true, false) | (false, true))) => vec![Block::text(
                    "One side is even: the first player puts a domino on the two cells in the middle, and then answers \
                     each domino by its mirror image through the centre of the board, which is always free.",
                )],
                _ => Vec::new(),
            }),
            ..Theory::default()
        }
    }
}

impl Notation for Cram {
    fn prefix(&self, _board: &Board) -> String {
        "cram".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Board, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "3x4", 0..text.len()));
        }
        if text.contains(['.', '#', '/']) {
            return parse_rows(text);
        }
        match notation::sides(text, 1..u128::from(MOST_CELLS) + 1)? {
            Some((rows, columns)) if rows * columns <= MOST_CELLS => {
                Ok(vec![vec![true; columns as usize]; rows as usize])
            }
            Some(_) => Err(too_large(text)),
            None => Err(SpecError::unexpected(
                text,
                "a board such as `3x4` or `..#/...`",
                0..text.len(),
            )),
        }
    }

    fn show(&self, board: &Board) -> String {
        if is_empty_board(board) {
            format!("{}x{}", board.len(), board[0].len())
        } else {
            draw(board).join("/")
        }
    }

    fn describe(&self, _board: &Board, &[(row, column), (other, _)]: &Domino) -> String {
        let way = if row == other { "across" } else { "upright" };
        format!(
            "put a domino {way} at row {}, column {}",
            row + 1,
            column + 1
        )
    }

    fn picture(&self, board: &Board) -> Picture {
        Picture::Board(draw(board))
    }

    fn touch(&self, _board: &Board, domino: &Domino) -> Touch {
        let cells = domino.map(|(row, column)| Element::at("cell", [row as u64, column as u64]));
        Touch::all(cells.to_vec())
    }
}

/// Whether the number of rows and that of columns are even, of a board with no cell taken.
fn even_sides(board: &Board) -> Option<(bool, bool)> {
    let sides = (
        board.len().is_multiple_of(2),
        board[0].len().is_multiple_of(2),
    );
    is_empty_board(board).then_some(sides)
}

fn is_empty_board(board: &Board) -> bool {
    board.iter().flatten().all(|free| *free)
}

fn draw(board: &Board) -> Vec<String> {
    let mark = |free: &bool| if *free { '.' } else { '#' };
    board
        .iter()
        .map(|row| row.iter().map(mark).collect())
        .collect()
}

fn too_large(text: &str) -> SpecError {
    let why = format!("the board has more than {MOST_CELLS} cells");
    SpecError::illegal(&why, "use a smaller one", 0..text.len())
}

/// Rows between `/`, all of the same length.
fn parse_rows(text: &str) -> Result<Board, SpecError> {
    let mut board: Board = Vec::new();
    if text.len() as u64 > 4 * MOST_CELLS {
        return Err(too_large(text));
    }
    for (row, at) in notation::split(text, '/') {
        let mut cells = Vec::new();
        for (index, mark) in row.char_indices() {
            match mark {
                '.' => cells.push(true),
                '#' => cells.push(false),
                other => {
                    return Err(SpecError::unexpected(
                        &other.to_string(),
                        "`.` for a free cell or `#` for a taken one",
                        at + index..at + index + other.len_utf8(),
                    ));
                }
            }
        }
        if cells.is_empty()
            || board
                .first()
                .is_some_and(|first| first.len() != cells.len())
        {
            return Err(SpecError::illegal(
                "the rows are not of the same length",
                "fill up with `#`",
                at..at + row.len(),
            ));
        }
        board.push(cells);
    }
    if board.iter().flatten().count() as u64 > MOST_CELLS {
        Err(too_large(text))
    } else {
        Ok(board)
    }
}

fn cells(board: &Board) -> impl Iterator<Item = (usize, usize)> + use<> {
    let columns = board[0].len();
    (0..board.len()).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

fn is_free(board: &Board, row: usize, column: usize) -> bool {
    board.get(row).and_then(|cells| cells.get(column)) == Some(&true)
}

/// The places where a domino fits.
fn dominoes(board: &Board) -> impl Iterator<Item = [(usize, usize); 2]> + '_ {
    cells(board)
        .filter(|&(row, column)| is_free(board, row, column))
        .flat_map(|(row, column)| {
            [
                [(row, column), (row, column + 1)],
                [(row, column), (row + 1, column)],
            ]
        })
        .filter(|&[_, (row, column)]| is_free(board, row, column))
}

/// Dominoes on the whole rectangle, of which some cells are taken.
fn as_removal(board: &Board) -> RemovalPosition {
    let columns = board[0].len();
    let number = |(row, column): (usize, usize)| (row * columns + column) as u32;
    let empty = vec![vec![true; columns]; board.len()];
    let moves = dominoes(&empty).map(|domino| {
        let covered = domino.map(number).to_vec();
        Removal {
            needs: covered.clone(),
            removes: covered,
        }
    });
    let mut game = RemovalGame::new(board.len() * columns, moves.collect());
    let place = |(row, column): (usize, usize)| (row as u32, column as u32);
    game.places = Some(cells(board).map(place).collect());
    let free = cells(board).filter(|&(row, column)| board[row][column]);
    RemovalPosition {
        game: game.into(),
        remaining: free.map(number).collect(),
    }
}

/// The connected pieces of two cells or more, each on the smallest board that holds it.
fn pieces(board: &Board) -> Vec<Board> {
    let mut left = board.clone();
    let mut found = Vec::new();
    for (row, column) in cells(board) {
        let piece = flood(&mut left, row, column);
        if piece.len() < 2 {
            continue;
        }
        let top = piece.iter().map(|cell| cell.0).min().unwrap_or(0);
        let bottom = piece.iter().map(|cell| cell.0).max().unwrap_or(0);
        let start = piece.iter().map(|cell| cell.1).min().unwrap_or(0);
        let end = piece.iter().map(|cell| cell.1).max().unwrap_or(0);
        let mut alone = vec![vec![false; end - start + 1]; bottom - top + 1];
        for (row, column) in piece {
            alone[row - top][column - start] = true;
        }
        found.push(alone);
    }
    found
}

/// Takes the cells connected to one off the board.
fn flood(left: &mut Board, row: usize, column: usize) -> Vec<(usize, usize)> {
    let mut piece = Vec::new();
    let mut open = vec![(row, column)];
    while let Some((row, column)) = open.pop() {
        if !is_free(left, row, column) {
            continue;
        }
        left[row][column] = false;
        piece.push((row, column));
        open.extend([(row + 1, column), (row, column + 1)]);
        open.extend(row.checked_sub(1).map(|above| (above, column)));
        open.extend(column.checked_sub(1).map(|before| (row, before)));
    }
    piece
}

/// The least among the turned and mirrored images of a piece: they are all worth the same.
fn smallest_image(piece: &Board) -> Board {
    let mut image = piece.clone();
    let mut smallest = image.clone();
    for turn in 0..8 {
        image = match turn {
            4 => image.iter().rev().cloned().collect(),
            _ => quarter_turn(&image),
        };
        smallest = smallest.min(image.clone());
    }
    smallest
}

fn quarter_turn(board: &Board) -> Board {
    (0..board[0].len())
        .map(|column| board.iter().rev().map(|row| row[column]).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_look_alike_are_the_same_part() {
        let board = Cram.parse("..#.#/.##../.#.../#####/##...").unwrap();
        let parts = |board: &Board| (Cram.theory().parts.unwrap())(&Cram, board);
        let three = parts(&board).unwrap();
        assert_eq!(three.len(), 3);
        assert_eq!(parts(&three[0]), None);
        let corner = |text| parts(&Cram.parse(text).unwrap());
        assert_eq!(corner("..#/.##"), corner("##./#../###"));
    }
}
