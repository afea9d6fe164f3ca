//! Poker-Nim: Nim with a reserve of stones that may be added.

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Picture, Play, Rules, SpecError, Theory, Touch,
};
use grundy_positions::{Game, game};

use super::heaps::{
    HeapMove, each, first_of_each, lowered_heap, show_heaps, sorted, typed, without_empty, xor,
};
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
    Ok(game(PokerNim { reserve }))
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

/// Takes from a heap, or adds to it.
#[derive(Clone, Copy, Debug)]
struct Resize {
    index: usize,
    size: u64,
}

impl Rules for PokerNim {
    type Position = Position;
    type Move = Resize;

    fn moves(&self, position: &Position) -> impl Iterator<Item = Resize> {
        position.moves_in(each(&position.heaps))
    }

    fn distinct_moves(&self, position: &Position) -> impl Iterator<Item = Resize> {
        position.moves_in(first_of_each(&position.heaps))
    }

    fn play(&self, position: &Position, &Resize { index, size }: &Resize) -> Position {
        let added = size.saturating_sub(position.heaps[index]);
        Position {
            heaps: HeapMove::to_size(index, size).play(&position.heaps),
            reserve: position.reserve - added,
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        Position {
            heaps: sorted(&position.heaps),
            reserve: position.reserve,
        }
    }

    fn theory(&self) -> Theory<PokerNim> {
        Theory {
            form: Some(|_, position| {
                Form::Nim(position.heaps.iter().map(|&heap| heap.into()).collect())
            }),
            moves_to: Some(|_, position, target, most| Some(position.moves_to(target, most))),
            option_count: Some(|_, position| {
                let heaps = first_of_each(&position.heaps).into_iter();
                let reserve = u128::from(position.reserve);
                Some(heaps.map(|(_, heap)| u128::from(heap) + reserve).sum())
            }),
            reasons: Some(reasons),
            ..Theory::default()
        }
    }
}

impl Notation for PokerNim {
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

    fn describe(&self, position: &Position, &Resize { index, size }: &Resize) -> String {
        let heap = position.heaps[index];
        match size.checked_sub(heap) {
            Some(added) => format!("add {added} to the heap of {heap}"),
            None => HeapMove::to_size(index, size).take_or_split(&position.heaps),
        }
    }

    fn picture(&self, position: &Position) -> Picture {
        Picture::Heaps(position.heaps.clone())
    }

    fn touch(&self, position: &Position, &Resize { index, size }: &Resize) -> Touch {
        let heap = position.heaps[index];
        match size.checked_sub(heap) {
            Some(added) => {
                let mut touch = typed(index, "add", added);
                touch.touch.insert(0, Element::reserve());
                touch
            }
            None => Touch::lower_heap(index, heap, size),
        }
    }

    fn touched(&self, position: &Position, touch: &[Element]) -> Option<Resize> {
        if let Some((index, size)) = lowered_heap(&position.heaps, touch) {
            return Some(Resize { index, size });
        }
        let parts: Vec<(&str, Vec<u64>)> =
            touch.iter().map(Element::parts).collect::<Option<_>>()?;
        let [("reserve", _), ("heap", heap), ("add", added)] = &parts[..] else {
            return None;
        };
        let (index, added) = (usize::try_from(*heap.first()?).ok()?, *added.first()?);
        let size = *position.heaps.get(index)?;
        let is_move = 0 < added && added <= position.reserve;
        is_move.then(|| Resize {
            index,
            size: size + added,
        })
    }

    fn caption(&self, position: &Position) -> Option<String> {
        let stones = notation::counted(position.reserve, "stone");
        Some(format!("{stones} in the reserve"))
    }
}

impl Position {
    /// Moves that take, then moves that add.
    fn moves_in(&self, heaps: Vec<(usize, u64)>) -> impl Iterator<Item = Resize> + use<> {
        let reserve = self.reserve;
        let add = heaps.clone().into_iter().flat_map(move |(index, heap)| {
            (1..=reserve).map(move |added| Resize {
                index,
                size: heap + added,
            })
        });
        let take = heaps
            .into_iter()
            .flat_map(|(index, heap)| (0..heap).map(move |size| Resize { index, size }));
        take.chain(add)
    }

    fn moves_to(&self, target: Nimber, most: usize) -> Vec<Resize> {
        let difference = xor(&self.heaps) ^ target.0;
        let sizes = first_of_each(&self.heaps)
            .into_iter()
            .filter_map(|(index, heap)| {
                let size = u64::try_from(u128::from(heap) ^ difference).ok()?;
                let is_possible = size != heap && size.saturating_sub(heap) <= self.reserve;
                is_possible.then_some(Resize { index, size })
            });
        sizes.take(most).collect()
    }
}

fn reasons(_: &PokerNim, position: &Position, _play: Play) -> Vec<Block> {
    let reserve = position.reserve;
    vec![Block::text(format!(
        "The reserve of {reserve} changes nothing: whoever adds stones sees the same stones taken off again, and the \
         reserve is smaller by as many. So this is Nim with the heaps {}.",
        notation::in_words(&position.heaps)
    ))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_heaps_are_raised_and_lowered_by_formula() {
        let game = PokerNim { reserve: 1 << 40 };
        let position = game.parse("1000000000000,999999999999,5").unwrap();
        let moves = position.moves_to(Nimber(0), 100);
        assert_eq!(moves.len(), 3);
        assert!(
            moves
                .iter()
                .all(|played| xor(&game.play(&position, played).heaps) == 0)
        );
        let text = game.describe(&position, &moves[1]);
        assert_eq!(text, "add 6 to the heap of 999999999999");
    }

    #[test]
    fn a_reserve_that_could_overflow_a_heap_is_refused() {
        let game = PokerNim { reserve: 5 };
        assert!(game.parse("18446744073709551611").is_err());
        assert!(game.parse("18446744073709551610").is_ok());
    }
}
