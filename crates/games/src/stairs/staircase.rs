//! Staircase Nim: coins go down one step at a time.

use grundy_core::{
    Block, Form, Game, Interned, Nimber, Picture, Play, RulesError, Ruleset, SpecError, Table,
};

use crate::nim_heaps::changes_to;
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
    Ok(Interned::boxed(Staircase { first_step }))
}

struct Staircase {
    /// The step that the first number stands for: 1, or 0 for the ground.
    first_step: usize,
}

impl Ruleset for Staircase {
    type Position = Vec<u64>;

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
        crate::heap_game::show_heaps(coins)
    }

    fn options(&self, coins: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
        for step in 1..coins.len() + self.first_step {
            let moves = 1..=self.on(coins, step);
            options.extend(moves.map(|count| self.moved(coins, step, count)));
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<u64>, to: &Vec<u64>) -> String {
        let steps = from.len() + self.first_step;
        let lower = |step: &usize| self.on(to, *step) < self.on(from, *step);
        let step = (1..steps).find(lower).unwrap_or(1);
        let count = self.on(from, step) - self.on(to, step);
        let coins = notation::counted(count, "coin");
        match step {
            1 => format!("move {coins} from step 1 to the ground"),
            _ => format!("move {coins} from step {step} down to step {}", step - 1),
        }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, coins: &Vec<u64>) -> Form {
        Form::Nim(self.odd_steps(coins))
    }

    fn options_to(
        &self,
        coins: &Vec<u64>,
        target: Nimber,
        most: usize,
        options: &mut Vec<Vec<u64>>,
    ) -> bool {
        let heaps = self.odd_steps(coins);
        for (index, size) in changes_to(&heaps, target) {
            if options.len() >= most {
                break;
            }
            let step = 2 * index + 1;
            let heap = heaps[index];
            if size < heap {
                options.push(self.moved(coins, step, (heap - size) as u64));
            } else if size - heap <= u128::from(self.on(coins, step + 1)) {
                options.push(self.moved(coins, step + 1, (size - heap) as u64));
            }
        }
        true
    }

    fn option_count(&self, coins: &Vec<u64>) -> Option<u128> {
        let ground = 1 - self.first_step;
        Some(coins.iter().skip(ground).map(|&c| u128::from(c)).sum())
    }

    fn reasons(&self, coins: &Vec<u64>, _play: Play) -> Vec<Block> {
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

    fn picture(&self, coins: &Vec<u64>) -> Picture {
        let mut stairs = vec![0; self.first_step];
        stairs.extend(coins);
        Picture::Stairs(stairs)
    }
}

impl Staircase {
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

    /// The position after moving `count` coins from `step` to the one below.
    fn moved(&self, coins: &[u64], step: usize, count: u64) -> Vec<u64> {
        let mut option = coins.to_vec();
        let index = step - self.first_step;
        option[index] -= count;
        if index > 0 {
            option[index - 1] += count;
        }
        without_top(option)
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
        let mut options = Vec::new();
        assert!(stair.options_to(&vec![1, 5, 6], Nimber(0), 9, &mut options));
        assert_eq!(options, [vec![6, 0, 6], vec![1, 10, 1]]);
        assert_eq!(
            stair.describe(&vec![1, 5, 6], &options[0]),
            "move 5 coins from step 2 down to step 1"
        );
    }

    #[test]
    fn the_ground_is_kept_where_it_is_written() {
        let stair = Staircase { first_step: 0 };
        assert_eq!(stair.parse("7,0,0"), Ok(vec![7]));
        assert_eq!(stair.moved(&[7, 2], 1, 2), [9]);
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
