//! Left Right: gray pieces move right, white ones left, without jumping (LightOJ 1192).

use grundy_core::{
    Block, Form, Game, Interned, Nimber, Picture, Play, RulesError, Ruleset, SpecError, Table,
};

use crate::nim_heaps::changes_to;
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
    Ok(Interned::boxed(LeftRight { gray_to_move }))
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

impl Ruleset for LeftRight {
    type Position = Strip;

    fn prefix(&self, strip: &Strip) -> String {
        match strip.gray_to_move {
            true => "left-right".to_owned(),
            false => "left-right/white".to_owned(),
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
        Ok(Strip { squares, gray_to_move })
    }

    fn show(&self, strip: &Strip) -> String {
        notation::show(&strip.squares)
    }

    fn options(&self, strip: &Strip, options: &mut Vec<Strip>) -> Result<(), RulesError> {
        for (pair, gap) in strip.gaps().into_iter().enumerate() {
            options.extend((0..gap).rev().map(|left| strip.closed(pair, left)));
        }
        Ok(())
    }

    fn describe(&self, from: &Strip, to: &Strip) -> String {
        let squares = from.squares.iter().zip(&to.squares);
        let changed = squares.clone().find(|(old, new)| old != new);
        let (old, new) = changed.map_or((0, 0), |(old, new)| (*old, *new));
        match from.gray_to_move {
            true => format!("move the gray piece from square {old} right to square {new}"),
            false => format!("move the white piece from square {old} left to square {new}"),
        }
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

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, strip: &Strip) -> Form {
        Form::Nim(strip.gaps().iter().map(|&gap| gap.into()).collect())
    }

    fn options_to(&self, strip: &Strip, target: Nimber, most: usize, options: &mut Vec<Strip>) -> bool {
        let gaps: Vec<u128> = strip.gaps().iter().map(|&gap| gap.into()).collect();
        for (pair, gap) in changes_to(&gaps, target) {
            if options.len() >= most {
                break;
            }
            if gap < gaps[pair] {
                options.push(strip.closed(pair, gap as u64));
            }
        }
        true
    }

    fn option_count(&self, strip: &Strip) -> Option<u128> {
        Some(strip.gaps().iter().map(|&gap| u128::from(gap)).sum())
    }

    fn reasons(&self, strip: &Strip, _play: Play) -> Vec<Block> {
        let mut table = Table::new("gaps", ["gray", "white", "gap"]);
        for (pair, gap) in strip.squares.chunks(2).zip(strip.gaps()) {
            let cells = [pair[0], pair[1], gap];
            table.rows.push(cells.iter().map(u64::to_string).collect());
        }
        vec![
            Block::text(
                "Each gray piece and the white one to its right have a gap between them. Either player can close it \
                 by any number of squares, and nobody can open it: it is a Nim heap.",
            ),
            Block::Table(table),
        ]
    }

    fn picture(&self, strip: &Strip) -> Picture {
        const LONGEST: u64 = 200;
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
}

impl Strip {
    /// The free squares between each gray piece and its white one.
    fn gaps(&self) -> Vec<u64> {
        let pairs = self.squares.chunks(2);
        pairs.map(|pair| pair[1] - pair[0] - 1).collect()
    }

    /// The strip after the mover has closed the gap of `pair` to `gap`.
    fn closed(&self, pair: usize, gap: u64) -> Strip {
        let mut option = self.clone();
        let (gray, white) = (self.squares[2 * pair], self.squares[2 * pair + 1]);
        match self.gray_to_move {
            true => option.squares[2 * pair] = white - 1 - gap,
            false => option.squares[2 * pair + 1] = gray + 1 + gap,
        }
        option.gray_to_move = !self.gray_to_move;
        option
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_colour_moves_its_own_way() {
        let game = LeftRight { gray_to_move: true };
        let strip = game.parse("1,4").unwrap();
        let mut options = Vec::new();
        game.options(&strip, &mut options).unwrap();
        game.options(&game.pass(&strip), &mut options).unwrap();
        let shown: Vec<String> = options.iter().map(|option| game.show(option)).collect();
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
