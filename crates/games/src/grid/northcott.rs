//! Northcott's game: a white and a black pawn in each column, moving to and fro (LightOJ 1186).

use grundy_core::{
    Block, Element, Form, LONGEST_SIDE, Nimber, Notation, Picture, Rules, SpecError, Table, Theory,
    Touch,
};
use grundy_positions::{Game, game};

use crate::heap::heaps::{changes_to, xor};
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "northcott",
    aliases: &["incredible-chess"],
    summary: "a white and a black pawn in each column, moving to and fro",
    rules: "Each column of a board has one white pawn and, above it, one black pawn. A move takes one of your own \
            pawns any number of rows forwards or backwards in its column, without jumping over the other pawn and \
            without leaving the board. White is to move.",
    notation: "rows of the white pawns, then of the black ones, counted from 0: 1,3,2/5,5,5",
    parameters: Some(
        "the number of rows of the board, and `black` if black is to move: northcott/8,black",
    ),
    example: "northcott/5:0,1/2,4",
    trials: &[
        "northcott/2:0/1",
        "northcott/3:0/2",
        "northcott/4:1/2",
        "northcott/4,black:1/2",
        "northcott/4:0,1/3,2",
        "northcott/3,black:0,1/1,2",
        "northcott/5,white:2/4",
    ],
    theory: "The gaps between the pawns are Nim heaps: whoever steps back is followed, and there is only so much room \
             to step back. That is so only under normal play: under misère play a winner would have to step back \
             himself, and positions can be drawn (northcott/4:1/2).",
    source: "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 3; LightOJ 1186, Incredible Chess",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    let text = parameters.unwrap_or("");
    if text.trim().is_empty() {
        return Err(SpecError::missing(
            "the number of rows",
            "northcott/8:1,3,2/5,5,5",
            0..text.len(),
        ));
    }
    let mut parts = notation::split(text, ',');
    let (number, at) = parts.next().unwrap_or((text, 0));
    let rows = notation::number(number, at, 2..1 << 64)?;
    let white_to_move = match parts.next().map(|(word, _)| word.to_ascii_lowercase()) {
        None => true,
        Some(word) if word == "white" => true,
        Some(word) if word == "black" => false,
        Some(_) => {
            let at = at + number.len();
            return Err(SpecError::unexpected(
                &text[at..],
                "`,black` or `,white` after the number of rows",
                at..text.len(),
            ));
        }
    };
    if let Some((extra, at)) = parts.next() {
        return Err(SpecError::unexpected(
            extra,
            "`:` and a position",
            at..text.len(),
        ));
    }
    Ok(game(Northcott {
        rows,
        white_to_move,
    }))
}

struct Northcott {
    rows: u64,
    /// Who is to move in the positions that are read.
    white_to_move: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Board {
    white: Vec<u64>,
    black: Vec<u64>,
    white_to_move: bool,
}

/// The mover's pawn in a column, and the row it goes to.
#[derive(Clone, Copy, Debug)]
struct Step {
    column: usize,
    row: u64,
}

impl Rules for Northcott {
    type Position = Board;
    type Move = Step;

    fn moves(&self, board: &Board) -> impl Iterator<Item = Step> {
        (0..board.white.len()).flat_map(|column| {
            let (white, black) = (board.white[column], board.black[column]);
            let (now, free) = if board.white_to_move {
                (white, 0..black)
            } else {
                (black, white + 1..self.rows)
            };
            let rows = free.filter(move |&row| row != now);
            rows.map(move |row| Step { column, row })
        })
    }

    fn play(&self, board: &Board, &Step { column, row }: &Step) -> Board {
        let mut option = self.pass(board);
        if board.white_to_move {
            option.white[column] = row;
        } else {
            option.black[column] = row;
        }
        option
    }

    fn pass(&self, board: &Board) -> Board {
        Board {
            white_to_move: !board.white_to_move,
            ..board.clone()
        }
    }

    fn is_impartial(&self) -> bool {
        false
    }

    fn theory(&self) -> Theory<Northcott> {
        Theory {
            // Not `Form::Nim`: under misère play pawns that step back can hold a draw.
            form: Some(|_, board| Form::Value(Nimber(xor(&board.gaps())))),
            moves_to: Some(|game, board, target, most| Some(game.moves_to(board, target, most))),
            option_count: Some(|game, board| {
                let columns = board.white.iter().zip(&board.black);
                let moves = columns.map(|(&white, &black)| {
                    if board.white_to_move {
                        u128::from(black - 1)
                    } else {
                        u128::from(game.rows - 2 - white)
                    }
                });
                Some(moves.sum())
            }),
            reasons: Some(|_, board, _| reasons(board)),
            ..Theory::default()
        }
    }
}

impl Notation for Northcott {
    fn prefix(&self, board: &Board) -> String {
        if board.white_to_move {
            format!("northcott/{}", self.rows)
        } else {
            format!("northcott/{},black", self.rows)
        }
    }

    fn parse(&self, text: &str) -> Result<Board, SpecError> {
        let example = "1,3,2/5,5,5";
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", example, 0..text.len()));
        }
        let Some((white, black)) = text.split_once('/') else {
            return Err(SpecError::missing(
                "`/` and the rows of the black pawns",
                example,
                text.len()..text.len(),
            ));
        };
        let black_at = white.len() + 1;
        let on_board = 0..u128::from(self.rows);
        let pawns = |text: &str, at: usize| {
            notation::numbers(text, on_board.clone()).map_err(|error| error.shifted(at))
        };
        let board = Board {
            white: pawns(white, 0)?,
            black: pawns(black, black_at)?,
            white_to_move: self.white_to_move,
        };
        if board.white.len() != board.black.len() {
            return Err(SpecError::illegal(
                &format!(
                    "{} white but {} black pawns",
                    board.white.len(),
                    board.black.len()
                ),
                "each column has one of each",
                0..text.len(),
            ));
        }
        let columns = board.white.iter().zip(&board.black);
        for ((white, black), (part, at)) in columns.zip(notation::split(black, ',')) {
            if white >= black {
                return Err(SpecError::illegal(
                    &format!(
                        "the black pawn in row {black} is not above the white one in row {white}"
                    ),
                    "white stands in the lower row of each column",
                    black_at + at..black_at + at + part.len(),
                ));
            }
        }
        Ok(board)
    }

    fn show(&self, board: &Board) -> String {
        format!(
            "{}/{}",
            notation::show(&board.white),
            notation::show(&board.black)
        )
    }

    fn describe(&self, board: &Board, &Step { column, row }: &Step) -> String {
        let (pawn, old) = if board.white_to_move {
            ("white", board.white[column])
        } else {
            ("black", board.black[column])
        };
        let direction = if (row > old) == board.white_to_move {
            "forwards"
        } else {
            "back"
        };
        format!(
            "move the {pawn} pawn of column {} {direction} from row {old} to row {row}",
            column + 1
        )
    }

    fn picture(&self, board: &Board) -> Picture {
        Picture::Pawns {
            rows: self.rows,
            white: board.white.clone(),
            black: board.black.clone(),
            white_to_move: board.white_to_move,
        }
    }

    fn touch(&self, board: &Board, &Step { column, row }: &Step) -> Touch {
        let pawns = if board.white_to_move {
            &board.white
        } else {
            &board.black
        };
        let index = column as u64;
        let [from, to] = if self.rows <= LONGEST_SIDE {
            [pawns[column], row].map(|row| Element::at("square", [index, row]))
        } else {
            [Element::at("pawn", [index]), Element::at("to", [row])]
        };
        Touch::all(vec![from, to])
    }
}

impl Northcott {
    fn moves_to(&self, board: &Board, target: Nimber, most: usize) -> Vec<Step> {
        let gaps: Vec<u128> = board.gaps().iter().map(|&gap| gap.into()).collect();
        let steps = changes_to(&gaps, target).filter_map(|(column, gap)| {
            let row = if board.white_to_move {
                u128::from(board.black[column]).checked_sub(gap.saturating_add(1))
            } else {
                u128::from(board.white[column]).checked_add(gap.saturating_add(1))
            };
            let row = row.filter(|row| *row < u128::from(self.rows))? as u64;
            Some(Step { column, row })
        });
        steps.take(most).collect()
    }
}

fn reasons(board: &Board) -> Vec<Block> {
    let mut table = Table::new("gaps", ["column", "white", "black", "gap"]);
    let columns = board.white.iter().zip(&board.black).zip(board.gaps());
    for (column, ((white, black), gap)) in columns.enumerate() {
        let cells = [column as u64 + 1, *white, *black, gap];
        table.rows.push(cells.iter().map(u64::to_string).collect());
    }
    vec![
        Block::text(
            "The free rows between the two pawns of a column are a Nim heap. A step back makes a heap larger, but the \
             opponent follows at once, and there is only so much room to step back.",
        ),
        Block::Table(table),
    ]
}

impl Board {
    /// The free rows between the pawns of each column.
    fn gaps(&self) -> Vec<u64> {
        let columns = self.white.iter().zip(&self.black);
        columns.map(|(white, black)| black - white - 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_back_can_win() {
        let game = Northcott {
            rows: 8,
            white_to_move: true,
        };
        let board = game.parse("3,2/5,6").unwrap();
        let moves = game.moves_to(&board, Nimber(0), 9);
        let shown: Vec<String> = moves
            .iter()
            .map(|m| game.show(&game.play(&board, m)))
            .collect();
        assert_eq!(shown, ["1,2/5,6", "3,4/5,6"]);
        assert_eq!(
            game.describe(&board, &moves[0]),
            "move the white pawn of column 1 back from row 3 to row 1"
        );
    }

    #[test]
    fn boards_that_cannot_be_are_refused() {
        let game = Northcott {
            rows: 8,
            white_to_move: true,
        };
        let place = |text| game.parse(text).unwrap_err().span;
        assert_eq!(place("1,5/3,5"), 6..7);
        assert_eq!(place("1/8"), 2..3);
        assert_eq!(place("1,2/3"), 0..5);
        assert_eq!(place("1,2"), 3..3);
        assert!(make(Some("8,red")).is_err());
        assert!(make(Some("1")).is_err());
        assert!(make(Some("8,black,black")).is_err());
        assert!(make(None).is_err());
    }
}
