//! Staircase Nim: coins go down one step at a time.

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Picture, Rules, SpecError, Table, Theory, Touch,
};
use grundy_positions::{Game, game};

use crate::heap::heaps::{changes_to, lowered, show_heaps};
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "staircase",
    aliases: &["staircase-nim", "stairs"],
    summary: "move coins one step down a stair",
    rules: "Coins lie on the steps 1, 2, 3, … of a stair; step 0 is the ground. A move takes one or more coins from \
            one step and puts them on the step below. Coins on the ground stay there.",
    notation: "coins on steps 1, 2, 3, …: 3,2,2,3",
    parameters: Some("0: the first number is the ground: staircase/0:0,3,2,2,3"),
    example: "staircase:3,2,2,3",
    trials: &[
        "staircase:0",
        "staircase:0,2",
        "staircase:0,1,0,1",
        "staircase:1,3,1",
        "staircase:2,1,1,0,0",
        "staircase/0:0",
        "staircase/0:4",
        "staircase/0:1,2,1,1",
        "staircase/0:0,0,3",
    ],
    theory: "Only the odd steps count: they are Nim heaps. Coins that come down from an even step are moved on by the \
             opponent, so they change nothing. Misère play is as in Nim, too.",
    source: "T. S. Ferguson, Game Theory (2014), part I, chapter 2, who credits R. Sprague (1937)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    let first_step = match parameters.map(str::trim) {
        None => 1,
        Some("0") => 0,
        Some(other) => {
            let text = parameters.unwrap_or(other);
            return Err(SpecError::unexpected(
                text,
                "`0` (the first number is the ground), or no parameter",
                0..text.len(),
            ));
        }
    };
    Ok(game(Staircase { first_step }))
}

struct Staircase {
    /// The step that the first number stands for: 1, or 0 for the ground.
    first_step: usize,
}

/// Coins that go one step down.
#[derive(Clone, Copy, Debug)]
struct Down {
    step: usize,
    count: u64,
}

impl Rules for Staircase {
    type Position = Vec<u64>;
    type Move = Down;

    fn moves(&self, coins: &Vec<u64>) -> impl Iterator<Item = Down> {
        let steps = 1..coins.len() + self.first_step;
        steps.flat_map(|step| (1..=self.on(coins, step)).map(move |count| Down { step, count }))
    }

    fn play(&self, coins: &Vec<u64>, &Down { step, count }: &Down) -> Vec<u64> {
        let mut option = coins.to_vec();
        let index = step - self.first_step;
        option[index] -= count;
        if index > 0 {
            option[index - 1] += count;
        }
        without_top(option)
    }

    fn theory(&self) -> Theory<Staircase> {
        Theory {
            form: Some(|game, coins| Form::Nim(game.odd_steps(coins))),
            moves_to: Some(|game, coins, target, most| Some(game.moves_to(coins, target, most))),
            option_count: Some(|game, coins| {
                let above_ground = coins.iter().skip(1 - game.first_step);
                Some(above_ground.map(|&count| u128::from(count)).sum())
            }),
            reasons: Some(|game, coins, _| game.reasons(coins)),
            ..Theory::default()
        }
    }
}

impl Notation for Staircase {
    fn prefix(&self, _coins: &Vec<u64>) -> String {
        match self.first_step {
            0 => "staircase/0".to_owned(),
            _ => "staircase".to_owned(),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        let coins = notation::numbers(text, notation::ANY)?;
        let total = coins.iter().try_fold(0u64, |sum, c| sum.checked_add(*c));
        if total.is_none() {
            return Err(SpecError::illegal(
                "there are more than 18446744073709551615 coins",
                "use fewer",
                0..text.len(),
            ));
        }
        Ok(without_top(coins))
    }

    fn show(&self, coins: &Vec<u64>) -> String {
        show_heaps(coins)
    }

    fn describe(&self, _coins: &Vec<u64>, &Down { step, count }: &Down) -> String {
        let coins = notation::counted(count, "coin");
        match step {
            1 => format!("move {coins} from step 1 to the ground"),
            _ => format!("move {coins} from step {step} down to step {}", step - 1),
        }
    }

    fn picture(&self, coins: &Vec<u64>) -> Picture {
        let mut stairs = vec![0; self.first_step];
        stairs.extend(coins);
        Picture::Stairs(stairs)
    }

    fn touch(&self, coins: &Vec<u64>, &Down { step, count }: &Down) -> Touch {
        let on = self.on(coins, step);
        let mut touch = Touch::lower("step", "coin", step, on, on - count);
        touch.changes.push(Element::at("step", [step as u64 - 1]));
        touch
    }

    fn touched(&self, coins: &Vec<u64>, touch: &[Element]) -> Option<Down> {
        let sizes: Vec<u64> = (0..coins.len() + self.first_step)
            .map(|step| if step == 0 { 0 } else { self.on(coins, step) })
            .collect();
        match lowered(("step", "coin"), &sizes, touch)?[..] {
            [(step, left)] if step > 0 => Some(Down {
                step,
                count: sizes[step] - left,
            }),
            _ => None,
        }
    }
}

impl Staircase {
    fn moves_to(&self, coins: &[u64], target: Nimber, most: usize) -> Vec<Down> {
        let heaps = self.odd_steps(coins);
        let moves = changes_to(&heaps, target).filter_map(|(index, size)| {
            let (step, heap) = (2 * index + 1, heaps[index]);
            if size < heap {
                let count = (heap - size) as u64;
                return Some(Down { step, count });
            }
            let step = step + 1;
            let is_possible = size - heap <= u128::from(self.on(coins, step));
            is_possible.then(|| Down {
                step,
                count: (size - heap) as u64,
            })
        });
        moves.take(most).collect()
    }

    fn reasons(&self, coins: &[u64]) -> Vec<Block> {
        let mut table = Table::new("which steps count", ["step", "coins", "counts as"]);
        for step in 1..coins.len() + self.first_step {
            let on = self.on(coins, step);
            let counts = match step % 2 {
                1 => format!("a Nim heap of {on}"),
                _ => "nothing".to_owned(),
            };
            table
                .rows
                .push(vec![step.to_string(), on.to_string(), counts]);
        }
        let why = "Only odd steps count. Coins moved from an odd step to an even one are out of the game; coins moved \
                   from an even step to an odd one are moved on by the opponent, to the next even step.";
        let mut blocks = vec![Block::text(why)];
        if !table.rows.is_empty() {
            blocks.push(Block::Table(table));
        }
        blocks
    }

    /// The coins on `step`.
    fn on(&self, coins: &[u64], step: usize) -> u64 {
        coins.get(step - self.first_step).copied().unwrap_or(0)
    }

    /// The heaps that count: steps 1, 3, 5, …, up to one above the highest coin.
    fn odd_steps(&self, coins: &[u64]) -> Vec<u128> {
        (1..coins.len() + self.first_step)
            .step_by(2)
            .map(|step| self.on(coins, step).into())
            .collect()
    }
}

/// The coins without the empty steps above the highest coin.
fn without_top(mut coins: Vec<u64>) -> Vec<u64> {
    while coins.last() == Some(&0) {
        coins.pop();
    }
    coins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_from_even_steps_can_win() {
        let stair = Staircase { first_step: 1 };
        let coins = vec![1, 5, 6];
        let moves = stair.moves_to(&coins, Nimber(0), 9);
        let options: Vec<Vec<u64>> = moves.iter().map(|m| stair.play(&coins, m)).collect();
        assert_eq!(options, [vec![6, 0, 6], vec![1, 10, 1]]);
        assert_eq!(
            stair.describe(&coins, &moves[0]),
            "move 5 coins from step 2 down to step 1"
        );
    }

    #[test]
    fn the_ground_is_kept_where_it_is_written() {
        let stair = Staircase { first_step: 0 };
        assert_eq!(stair.parse("7,0,0"), Ok(vec![7]));
        assert_eq!(stair.play(&vec![7, 2], &Down { step: 1, count: 2 }), [9]);
        let picture = Staircase { first_step: 1 }.picture(&vec![3]);
        assert_eq!(picture, Picture::Stairs(vec![0, 3]));
    }

    #[test]
    fn more_coins_than_a_number_holds_are_refused() {
        let stair = Staircase { first_step: 1 };
        assert!(stair.parse("18446744073709551615,1").is_err());
        assert!(stair.parse("18446744073709551615,0").is_ok());
    }
}
