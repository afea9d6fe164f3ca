//! Left Right: gray pieces move right, white ones left, without jumping (LightOJ 1192).

use grundy_core::{
    Block, Element, Form, Notation, Picture, Rules, SpecError, Table, Theory, Touch,
};
use grundy_positions::{Game, game};

use crate::heap::heaps::changes_to;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "left-right",
    aliases: &[],
    summary: "gray pieces move right, white ones left",
    rules: "Gray and white pieces stand on a strip in turn, gray first: gray, white, gray, white, … One player moves a \
            gray piece any number of squares to the right, the other a white piece any number to the left, without \
            jumping. Gray is to move.",
    notation: "squares of the pieces, ascending, gray first: 3,6,7,12",
    parameters: Some("white, if white is to move: left-right/white"),
    example: "left-right:1,4,5,8",
    trials: &[
        "left-right:0,1",
        "left-right:0,2",
        "left-right/white:1,3,4,9",
        "left-right:2,5,7,8,10,12",
        "left-right/gray:0,4",
    ],
    theory: "A gray piece and the white one to its right close the gap between them and never open it: the gaps are \
             Nim heaps, under either play.",
    source: "LightOJ 1192, Left Right",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    let word = parameters.map(|text| text.trim().to_ascii_lowercase());
    let gray_to_move = match word.as_deref() {
        None | Some("gray" | "grey") => true,
        Some("white") => false,
        Some(_) => {
            let text = parameters.unwrap_or("");
            return Err(SpecError::unexpected(
                text,
                "`white` if white is to move, or no parameter",
                0..text.len(),
            ));
        }
    };
    Ok(game(LeftRight { gray_to_move }))
}

struct LeftRight {
    /// Who is to move in the positions that are read.
    gray_to_move: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Strip {
    /// Gray, white, gray, white, … in ascending order.
    squares: Vec<u64>,
    gray_to_move: bool,
}

/// A pair of pieces, and the gap that is left between them.
#[derive(Clone, Copy, Debug)]
struct Close {
    pair: usize,
    gap: u64,
}

impl Rules for LeftRight {
    type Position = Strip;
    type Move = Close;

    fn moves(&self, strip: &Strip) -> impl Iterator<Item = Close> {
        let gaps = strip.gaps().into_iter().enumerate();
        gaps.flat_map(|(pair, gap)| (0..gap).rev().map(move |gap| Close { pair, gap }))
    }

    fn play(&self, strip: &Strip, played: &Close) -> Strip {
        let mut option = self.pass(strip);
        let (piece, to) = strip.target(played);
        option.squares[piece] = to;
        option
    }

    fn pass(&self, strip: &Strip) -> Strip {
        Strip {
            gray_to_move: !strip.gray_to_move,
            ..strip.clone()
        }
    }

    fn is_impartial(&self) -> bool {
        false
    }

    fn theory(&self) -> Theory<LeftRight> {
        Theory {
            form: Some(|_, strip| Form::Nim(strip.heaps())),
            moves_to: Some(|_, strip, target, most| {
                let gaps = strip.heaps();
                let closed = changes_to(&gaps, target).filter(|(pair, gap)| *gap < gaps[*pair]);
                let moves = closed.map(|(pair, gap)| Close {
                    pair,
                    gap: gap as u64,
                });
                Some(moves.take(most).collect())
            }),
            option_count: Some(|_, strip| Some(strip.heaps().iter().sum())),
            reasons: Some(|_, strip, _| reasons(strip)),
            ..Theory::default()
        }
    }
}

impl Notation for LeftRight {
    fn prefix(&self, strip: &Strip) -> String {
        if strip.gray_to_move {
            "left-right".to_owned()
        } else {
            "left-right/white".to_owned()
        }
    }

    fn parse(&self, text: &str) -> Result<Strip, SpecError> {
        let squares = notation::numbers(text, notation::ANY)?;
        let parts = notation::split(text, ',').skip(1);
        for (pair, (part, at)) in squares.windows(2).zip(parts) {
            if pair[0] >= pair[1] {
                return Err(SpecError::illegal(
                    &format!("square {} does not come after square {}", pair[1], pair[0]),
                    "write the squares in ascending order, one piece on each",
                    at..at + part.len(),
                ));
            }
        }
        if squares.len() % 2 == 1 {
            return Err(SpecError::illegal(
                "a gray piece has no white one to its right",
                "write an even number of squares: gray, white, gray, white, …",
                0..text.len(),
            ));
        }
        let gray_to_move = self.gray_to_move;
        Ok(Strip {
            squares,
            gray_to_move,
        })
    }

    fn show(&self, strip: &Strip) -> String {
        notation::show(&strip.squares)
    }

    fn describe(&self, strip: &Strip, played: &Close) -> String {
        let (piece, new) = strip.target(played);
        let old = strip.squares[piece];
        if strip.gray_to_move {
            format!("move the gray piece from square {old} right to square {new}")
        } else {
            format!("move the white piece from square {old} left to square {new}")
        }
    }

    fn picture(&self, strip: &Strip) -> Picture {
        let last = strip.squares.last().copied().unwrap_or(0);
        if last >= LONGEST {
            return Picture::Text;
        }
        let mut marks = vec!['.'; last as usize + 1];
        for (index, square) in strip.squares.iter().enumerate() {
            marks[*square as usize] = if index % 2 == 0 { '●' } else { '○' };
        }
        Picture::Strips(vec![marks.into_iter().collect()])
    }

    fn touch(&self, strip: &Strip, played: &Close) -> Touch {
        let (piece, to) = strip.target(played);
        let is_drawn = strip.squares.last().is_some_and(|last| *last < LONGEST);
        let squares = [strip.squares[piece], to];
        let elements = if is_drawn {
            squares.map(|square| Element::at("cell", [0, square]))
        } else {
            squares.map(|square| Element::at("to", [square]))
        };
        Touch::all(elements.to_vec())
    }
}

/// The longest strip that is drawn.
const LONGEST: u64 = 200;

fn reasons(strip: &Strip) -> Vec<Block> {
    let mut table = Table::new("gaps", ["gray", "white", "gap"]);
    for (pair, gap) in strip.squares.chunks(2).zip(strip.gaps()) {
        let cells = [pair[0], pair[1], gap];
        table.rows.push(cells.iter().map(u64::to_string).collect());
    }
    vec![
        Block::text(
            "Each gray piece and the white one to its right have a gap between them. Either player can close it by any \
             number of squares, and nobody can open it: it is a Nim heap.",
        ),
        Block::Table(table),
    ]
}

impl Strip {
    /// The free squares between each gray piece and its white one.
    fn gaps(&self) -> Vec<u64> {
        let pairs = self.squares.chunks(2);
        pairs.map(|pair| pair[1] - pair[0] - 1).collect()
    }

    /// The gaps as Nim heaps.
    fn heaps(&self) -> Vec<u128> {
        self.gaps().into_iter().map(u128::from).collect()
    }

    /// The piece that a move takes, by its place among all, and the square it goes to.
    fn target(&self, &Close { pair, gap }: &Close) -> (usize, u64) {
        let (gray, white) = (2 * pair, 2 * pair + 1);
        if self.gray_to_move {
            (gray, self.squares[white] - 1 - gap)
        } else {
            (white, self.squares[gray] + 1 + gap)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_colour_moves_its_own_way() {
        let game = LeftRight { gray_to_move: true };
        let strip = game.parse("1,4").unwrap();
        let shown: Vec<String> = [strip.clone(), game.pass(&strip)]
            .iter()
            .flat_map(|strip| game.moves(strip).map(|m| game.show(&game.play(strip, &m))))
            .collect();
        assert_eq!(shown, ["2,4", "3,4", "1,3", "1,2"]);
    }

    #[test]
    fn errors_point_at_the_piece_out_of_order() {
        let game = LeftRight { gray_to_move: true };
        let place = |text| game.parse(text).unwrap_err().span;
        assert_eq!(place("1,4,4,6"), 4..5);
        assert_eq!(place("1,4,3"), 4..5);
        assert_eq!(place("1,4,6"), 0..5);
    }
}
