//! Poker-Nim: Nim with a reserve of stones that may be added.

use grundy_core::{
    Block, Form, Game, Interned, Nimber, Picture, Play, RulesError, Ruleset, SpecError,
};

use crate::heap_game::{
    self, changed_heap, first_of_each, replaced, show_heaps, sorted, without_empty,
};
use crate::nim_heaps::xor;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "poker-nim",
    aliases: &["nim-with-increases"],
    summary: "Nim, or add stones to a heap out of a reserve",
    rules: "There are heaps of stones, and a reserve. A move takes one or more stones from one heap, out of the game; \
            or it adds one or more stones from the reserve to one heap that is not empty. The reserve is never \
            refilled, so the game ends.",
    notation: "heap sizes: 3,4,5",
    parameters: Some("the number of stones in the reserve: poker-nim/7"),
    example: "poker-nim/2:1,3",
    trials: &[
        "poker-nim/0:3,1",
        "poker-nim/3:0",
        "poker-nim/1:1",
        "poker-nim/3:1,1",
        "poker-nim/2:2,2,1",
        "poker-nim/4:3",
    ],
    theory: "Adding changes nothing: the opponent takes the same stones off again, and the reserve is finite. So the \
             value is the xor of the heaps, and misère play is as in Nim, too.",
    source: "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 3",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    let text = parameters.unwrap_or("");
    if text.trim().is_empty() {
        return Err(SpecError::missing(
            "the reserve",
            "poker-nim/7:3,4,5",
            0..text.len(),
        ));
    }
    let at = text.len() - text.trim_start().len();
    let reserve = notation::number(text.trim(), at, notation::ANY)?;
    Ok(Interned::boxed(PokerNim { reserve }))
}

struct PokerNim {
    /// What the positions that are read begin with.
    reserve: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Position {
    heaps: Vec<u64>,
    reserve: u64,
}

impl Ruleset for PokerNim {
    type Position = Position;

    fn prefix(&self, position: &Position) -> String {
        format!("poker-nim/{}", position.reserve)
    }

    fn parse(&self, text: &str) -> Result<Position, SpecError> {
        let heaps = without_empty(notation::numbers(text, notation::ANY)?);
        let largest = heaps.iter().max().copied().unwrap_or(0);
        if largest.checked_add(self.reserve).is_none() {
            return Err(SpecError::illegal(
                "the largest heap and the reserve together exceed 18446744073709551615",
                "use a smaller reserve",
                0..text.len(),
            ));
        }
        let reserve = self.reserve;
        Ok(Position { heaps, reserve })
    }

    fn show(&self, position: &Position) -> String {
        show_heaps(&position.heaps)
    }

    fn options(&self, position: &Position, options: &mut Vec<Position>) -> Result<(), RulesError> {
        let reserve = position.reserve;
        for (index, &heap) in first_of_each(&position.heaps) {
            options.extend((0..heap).map(|left| position.with(index, left, reserve)));
        }
        for (index, &heap) in first_of_each(&position.heaps) {
            options.extend(
                (1..=reserve).map(|added| position.with(index, heap + added, reserve - added)),
            );
        }
        Ok(())
    }

    fn describe(&self, from: &Position, to: &Position) -> String {
        let (heap, left) = changed_heap(&from.heaps, &to.heaps);
        let size = left.iter().sum::<u64>();
        match heap.checked_sub(size) {
            Some(taken) => heap_game::stones(heap, taken, &left),
            None => format!("add {} to the heap of {heap}", size - heap),
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        Position {
            heaps: sorted(&position.heaps),
            reserve: position.reserve,
        }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, position: &Position) -> Form {
        Form::Nim(position.heaps.iter().map(|&heap| heap.into()).collect())
    }

    fn options_to(
        &self,
        position: &Position,
        target: Nimber,
        most: usize,
        options: &mut Vec<Position>,
    ) -> bool {
        let difference = xor(&position.heaps) ^ target.0;
        let reserve = position.reserve;
        for (index, &heap) in first_of_each(&position.heaps) {
            if options.len() >= most {
                break;
            }
            let Ok(size) = u64::try_from(u128::from(heap) ^ difference) else {
                continue;
            };
            if size < heap {
                options.push(position.with(index, size, reserve));
            } else if size > heap && size - heap <= reserve {
                options.push(position.with(index, size, reserve - (size - heap)));
            }
        }
        true
    }

    fn option_count(&self, position: &Position) -> Option<u128> {
        let distinct = first_of_each(&position.heaps);
        let reserve = u128::from(position.reserve);
        Some(
            distinct
                .iter()
                .map(|(_, heap)| u128::from(**heap) + reserve)
                .sum(),
        )
    }

    fn reasons(&self, position: &Position, _play: Play) -> Vec<Block> {
        let reserve = position.reserve;
        vec![Block::text(format!(
            "The reserve of {reserve} changes nothing: whoever adds stones sees the same stones taken off again, and \
             the reserve is smaller by as many. So this is Nim with the heaps {}.",
            notation::in_words(&position.heaps)
        ))]
    }

    fn picture(&self, position: &Position) -> Picture {
        Picture::Heaps(position.heaps.clone())
    }
}

impl Position {
    /// The position in which one heap has become `size`.
    fn with(&self, index: usize, size: u64, reserve: u64) -> Position {
        Position {
            heaps: replaced(&self.heaps, index, &[size]),
            reserve,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_heaps_are_raised_and_lowered_by_formula() {
        let game = PokerNim { reserve: 1 << 40 };
        let position = game.parse("1000000000000,999999999999,5").unwrap();
        let mut options = Vec::new();
        assert!(game.options_to(&position, Nimber(0), 100, &mut options));
        let shown: Vec<String> = options.iter().map(|option| game.show(option)).collect();
        assert_eq!(shown.len(), 3);
        assert!(options.iter().all(|option| xor(&option.heaps) == 0));
        let text = game.describe(&position, &options[1]);
        assert_eq!(text, "add 6 to the heap of 999999999999");
    }

    #[test]
    fn a_reserve_that_could_overflow_a_heap_is_refused() {
        let game = PokerNim { reserve: 5 };
        assert!(game.parse("18446744073709551611").is_err());
        assert!(game.parse("18446744073709551610").is_ok());
    }
}
