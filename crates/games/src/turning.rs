//! Coins in a row that are turned over: a move turns a head to tails, and perhaps coins to its left.
//!
//! Such a game is the sum of its heads, each as if it lay alone: two of the same cancel
//! (Winning Ways, chapter 14).

use grundy_core::{Block, Form, Nimber, Picture, Play, RulesError, Ruleset, SpecError, Table};

use crate::notation;

/// A game of turning coins, by what may be turned with a head.
pub(crate) struct Turning {
    /// What stands before the colon.
    pub prefix: &'static str,
    /// The nim-value of a head at a place, from 1.
    pub value: fn(u64) -> u128,
    /// The places, all lower, that may be turned together with a head.
    pub companions: Companions,
    /// How many choices of companions there are.
    pub count: fn(u64) -> u128,
    /// The last place that may be written: options must not be too long to list.
    pub last: u64,
    /// True if each single coin to the left, or none, may be turned with a head, and no more: Nim.
    pub is_nim: bool,
}

/// Calls back with each choice of places that may be turned with a head.
pub(crate) type Companions = fn(u64, &mut dyn FnMut(&[u64]));

impl Ruleset for Turning {
    /// The places of heads, ascending, from 1.
    type Position = Vec<u64>;

    fn prefix(&self, _heads: &Vec<u64>) -> String {
        self.prefix.to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        let mut heads = match text.contains(['H', 'h', 'T', 't']) {
            true => parse_row(text)?,
            false => parse_places(text)?,
        };
        heads.sort_unstable();
        if let Some(&last) = heads.last().filter(|last| **last > self.last) {
            let range = format!("1 to {}", self.last);
            return Err(SpecError::out_of_range(
                &last.to_string(),
                &range,
                0..text.len(),
            ));
        }
        if heads.len() > MOST_HEADS {
            let why = format!("there are more than {MOST_HEADS} heads");
            return Err(SpecError::illegal(&why, "use fewer", 0..text.len()));
        }
        Ok(heads)
    }

    fn show(&self, heads: &Vec<u64>) -> String {
        match heads.last() {
            None => "T".to_owned(),
            Some(&last) if last <= LONGEST_ROW => draw(heads, last),
            Some(_) => notation::show(heads),
        }
    }

    fn options(&self, heads: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
        for &head in heads {
            (self.companions)(head, &mut |others| {
                let mut option = heads.clone();
                turn(&mut option, head);
                for &other in others {
                    turn(&mut option, other);
                }
                options.push(option);
            });
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<u64>, to: &Vec<u64>) -> String {
        let mut turned = from.clone();
        for &head in to {
            turn(&mut turned, head);
        }
        let coins = if turned.len() == 1 { "coin" } else { "coins" };
        format!("turn over {coins} {}", notation::in_words(&turned))
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, heads: &Vec<u64>) -> Form {
        let values = heads.iter().map(|&head| Nimber((self.value)(head)));
        Form::Value(Nimber::sum(values))
    }

    fn options_to(
        &self,
        heads: &Vec<u64>,
        target: Nimber,
        most: usize,
        options: &mut Vec<Vec<u64>>,
    ) -> bool {
        let difference = crate::nim_heaps::xor(heads) ^ target.0;
        for &head in heads.iter().filter(|_| self.is_nim) {
            let other = u128::from(head) ^ difference;
            if other < u128::from(head) && options.len() < most {
                let mut option = heads.clone();
                turn(&mut option, head);
                if other > 0 {
                    turn(&mut option, other as u64);
                }
                options.push(option);
            }
        }
        self.is_nim
    }

    fn option_count(&self, heads: &Vec<u64>) -> Option<u128> {
        let counts = heads.iter().map(|&head| (self.count)(head));
        Some(counts.fold(0, u128::saturating_add))
    }

    fn reasons(&self, heads: &Vec<u64>, play: Play) -> Vec<Block> {
        const MOST_ROWS: usize = 40;
        if play == Play::Misere || heads.is_empty() {
            return Vec::new();
        }
        let mut blocks = vec![Block::text(
            "Each head counts as if it lay alone, since two games with one head at the same place cancel.",
        )];
        if heads.len() <= MOST_ROWS {
            let mut table = Table::new("heads", ["place", "value"]);
            for &head in heads {
                let value = (self.value)(head).to_string();
                table.rows.push(vec![head.to_string(), value]);
            }
            blocks.push(Block::Table(table));
        }
        blocks
    }

    fn picture(&self, heads: &Vec<u64>) -> Picture {
        match heads.last() {
            Some(&last) if last > LONGEST_ROW => Picture::Text,
            last => {
                let places = 1..=last.copied().unwrap_or(1);
                Picture::Faces(
                    places
                        .map(|place| heads.binary_search(&place).is_ok())
                        .collect(),
                )
            }
        }
    }
}

/// The longest row that is written as one.
const LONGEST_ROW: u64 = 64;
/// The most heads of one position.
const MOST_HEADS: usize = 1_000;

fn draw(heads: &[u64], length: u64) -> String {
    let mark = |place| match heads.binary_search(&place) {
        Ok(_) => 'H',
        Err(_) => 'T',
    };
    (1..=length).map(mark).collect()
}

/// Turns the coin at `place` over.
fn turn(heads: &mut Vec<u64>, place: u64) {
    match heads.binary_search(&place) {
        Ok(at) => drop(heads.remove(at)),
        Err(at) => heads.insert(at, place),
    }
}

/// A row of `H` and `T`.
fn parse_row(text: &str) -> Result<Vec<u64>, SpecError> {
    let at = text.len() - text.trim_start().len();
    let mut heads = Vec::new();
    for (place, (index, mark)) in (1..).zip(text.trim().char_indices()) {
        match mark {
            'H' | 'h' => heads.push(place),
            'T' | 't' => {}
            other => {
                return Err(SpecError::unexpected(
                    &other.to_string(),
                    "`H` for heads or `T` for tails",
                    at + index..at + index + other.len_utf8(),
                ));
            }
        }
    }
    Ok(heads)
}

/// The places of heads, each once.
fn parse_places(text: &str) -> Result<Vec<u64>, SpecError> {
    if text.trim().is_empty() {
        return Err(SpecError::missing("a position", "THHT", 0..text.len()));
    }
    let heads = notation::numbers(text, notation::POSITIVE)?;
    let mut seen = std::collections::HashSet::new();
    for ((part, at), head) in notation::split(text, ',').zip(&heads) {
        if !seen.insert(*head) {
            return Err(SpecError::illegal(
                &format!("place {head} stands twice"),
                "write the place of each head once",
                at..at + part.len(),
            ));
        }
    }
    Ok(heads)
}
