//! End-Nim: take from the heap at either end of a row (Albert and Nowakowski 2001).

use grundy_core::{Form, Game, Interned, Picture, RulesError, Ruleset, SpecError};

use crate::heap_game::{show_heaps, without_empty};
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "end-nim",
    aliases: &["burning-the-candle"],
    summary: "take any number from the heap at either end of a row",
    rules: "Heaps stand in a row. A move takes one or more stones from the first heap or from the last. A heap that is \
            gone leaves the next one at the end.",
    notation: "heap sizes from left to right: 3,1,2",
    parameters: None,
    example: "end-nim:3,1,2",
    trials: &["end-nim:0", "end-nim:4", "end-nim:2,2", "end-nim:1,1,1", "end-nim:2,3,1,2", "end-nim:2,0,2,2"],
    theory: "A row of at most two heaps is Nim. Who wins longer rows is known, their values are not.",
    source: "M. H. Albert and R. J. Nowakowski, The game of End-Nim, Electronic J. Combinatorics 8 (2001)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(Interned::boxed(EndNim))
}

struct EndNim;

impl Ruleset for EndNim {
    /// Heaps from left to right, none of them empty.
    type Position = Vec<u64>;

    fn prefix(&self, _row: &Vec<u64>) -> String {
        "end-nim".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        notation::numbers(text, notation::ANY).map(without_empty)
    }

    fn show(&self, row: &Vec<u64>) -> String {
        show_heaps(row)
    }

    fn options(&self, row: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
        if let [first, rest @ ..] = &row[..] {
            options.extend((0..*first).map(|left| {
                let end: &[u64] = if left == 0 { &[] } else { &[left] };
                [end, rest].concat()
            }));
        }
        if let [rest @ .., last] = &row[..]
            && !rest.is_empty()
        {
            options.extend((0..*last).map(|left| {
                let end: &[u64] = if left == 0 { &[] } else { &[left] };
                [rest, end].concat()
            }));
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<u64>, to: &Vec<u64>) -> String {
        let (first, last) = (from[0], from[from.len() - 1]);
        let is_right = from[..from.len() - 1] == to[..to.len().min(from.len() - 1)] && from.len() > 1;
        let (side, heap) = match is_right {
            true => ("right", last),
            false => ("left", first),
        };
        let taken = from.iter().map(|&heap| u128::from(heap)).sum::<u128>()
            - to.iter().map(|&heap| u128::from(heap)).sum::<u128>();
        match taken == u128::from(heap) {
            true => format!("take the whole heap of {heap} at the {side} end"),
            false => format!("take {taken} from the heap of {heap} at the {side} end"),
        }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, row: &Vec<u64>) -> Form {
        match row.len() {
            0..=2 => Form::Nim(row.iter().map(|&heap| heap.into()).collect()),
            _ => Form::Unknown,
        }
    }

    fn options_to(
        &self,
        row: &Vec<u64>,
        target: grundy_core::Nimber,
        most: usize,
        options: &mut Vec<Vec<u64>>,
    ) -> bool {
        if row.len() > 2 {
            return false;
        }
        let difference = crate::nim_heaps::xor(row) ^ target.0;
        for (index, &heap) in row.iter().enumerate() {
            let size = u128::from(heap) ^ difference;
            let is_repeated = size == 0 && index == 1 && row[0] == heap;
            if size < u128::from(heap) && !is_repeated && options.len() < most {
                options.push(crate::heap_game::replaced(row, index, &[size as u64]));
            }
        }
        true
    }

    fn option_count(&self, row: &Vec<u64>) -> Option<u128> {
        let (Some(&first), Some(&last)) = (row.first(), row.last()) else {
            return Some(0);
        };
        if row.len() == 1 {
            return Some(first.into());
        }
        // Equal heaps: taking the first away leaves the same row as taking the last.
        let is_repeated = row.iter().all(|heap| *heap == first);
        Some(u128::from(first) + u128::from(last) - u128::from(is_repeated))
    }

    fn picture(&self, row: &Vec<u64>) -> Picture {
        Picture::Heaps(row.clone())
    }
}
