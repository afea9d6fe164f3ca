//! Coins in a row that are turned over: a move turns a head to tails, and perhaps coins to its left.
//!
//! Such a game is the sum of its heads, each as if it lay alone: two of the same cancel
//! (Winning Ways, chapter 14).

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Picture, Play, Rules, SpecError, Table, Theory, Touch,
    binary,
};

use crate::heap::heaps::xor;
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

/// The places, all lower, that may be turned together with a head: one choice after the other.
pub(crate) type Companions = fn(u64) -> Box<dyn Iterator<Item = Vec<u64>>>;

impl Rules for Turning {
    /// The places of heads, ascending, from 1.
    type Position = Vec<u64>;
    /// The places that are turned, the head first.
    type Move = Vec<u64>;

    fn moves(&self, heads: &Vec<u64>) -> impl Iterator<Item = Vec<u64>> {
        heads.iter().flat_map(|&head| {
            (self.companions)(head).map(move |mut turned| {
                turned.insert(0, head);
                turned
            })
        })
    }

    fn play(&self, heads: &Vec<u64>, turned: &Vec<u64>) -> Vec<u64> {
        let mut option = heads.clone();
        for &place in turned {
            turn(&mut option, place);
        }
        option
    }

    fn theory(&self) -> Theory<Turning> {
        Theory {
            form: Some(|game, heads| {
                let values = heads.iter().map(|&head| Nimber((game.value)(head)));
                Form::Value(Nimber::sum(values))
            }),
            moves_to: Some(|game, heads, target, most| {
                game.is_nim.then(|| nim_moves_to(heads, target, most))
            }),
            option_count: Some(|game, heads| {
                let mut counts = heads.iter().map(|&head| (game.count)(head));
                counts.try_fold(0u128, u128::checked_add)
            }),
            reasons: Some(Turning::reasons),
            ..Theory::default()
        }
    }
}

impl Notation for Turning {
    fn prefix(&self, _heads: &Vec<u64>) -> String {
        self.prefix.to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        let is_row = text.contains(['H', 'h', 'T', 't']);
        let mut heads = if is_row {
            parse_row(text)?
        } else {
            parse_places(text)?
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

    fn describe(&self, _heads: &Vec<u64>, turned: &Vec<u64>) -> String {
        let mut places = turned.clone();
        places.sort_unstable();
        let coins = if places.len() == 1 { "coin" } else { "coins" };
        format!("turn over {coins} {}", notation::in_words(&places))
    }

    fn picture(&self, heads: &Vec<u64>) -> Picture {
        let last = heads.last().copied().unwrap_or(1);
        if last > LONGEST_ROW {
            return Picture::Text;
        }
        Picture::Faces(
            (1..=last)
                .map(|place| heads.binary_search(&place).is_ok())
                .collect(),
        )
    }

    fn touch(&self, heads: &Vec<u64>, turned: &Vec<u64>) -> Touch {
        let is_drawn = heads.last().is_none_or(|last| *last <= LONGEST_ROW);
        let kind = if is_drawn { "coin" } else { "to" };
        Touch::all(
            turned
                .iter()
                .map(|&place| Element::at(kind, [place]))
                .collect(),
        )
    }
}

impl Turning {
    fn reasons(&self, heads: &Vec<u64>, play: Play) -> Vec<Block> {
        const MOST_ROWS: usize = 40;
        if play == Play::Misere || heads.is_empty() {
            return Vec::new();
        }
        let mut blocks = vec![Block::text(
            "Each head counts as if it lay alone, since two games with one head at the same place cancel.",
        )];
        if heads.len() <= MOST_ROWS {
            let values: Vec<u128> = heads.iter().map(|&head| (self.value)(head)).collect();
            let widest = values.iter().max().copied().unwrap_or(0);
            let mut table = Table::new("heads", ["place", "value", "binary"]);
            for (head, &value) in heads.iter().zip(&values) {
                table.rows.push(vec![
                    head.to_string(),
                    value.to_string(),
                    binary(value, widest),
                ]);
            }
            let xor = values.iter().fold(0, |sum, value| sum ^ value);
            table
                .footer
                .push(vec!["xor".to_owned(), xor.to_string(), binary(xor, widest)]);
            blocks.push(Block::Table(table));
        }
        blocks
    }
}

/// The moves of a game that is Nim: a head goes to the place that its heap must become, or to none.
fn nim_moves_to(heads: &[u64], target: Nimber, most: usize) -> Vec<Vec<u64>> {
    let difference = xor(heads) ^ target.0;
    let places = heads
        .iter()
        .map(|&head| (head, u128::from(head) ^ difference));
    let lower = places.filter(|(head, other)| *other < u128::from(*head));
    let turned = lower.map(|(head, other)| match other {
        0 => vec![head],
        other => vec![head, other as u64],
    });
    turned.take(most).collect()
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
