//! Euclid: subtract a multiple of the smaller number from the larger (Cole and Davie 1969).

use grundy_core::{
    Block, Form, Game, Interned, Nimber, Outcome, Picture, Play, RulesError, Ruleset, SpecError,
};

use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "euclid",
    aliases: &["euclid-game"],
    summary: "subtract a multiple of the smaller number from the larger",
    rules: "There are two numbers. A move subtracts a positive multiple of the smaller one from the larger one, which \
            must not become negative. When one of them is 0, there is no move.",
    notation: "the two numbers: 25,7",
    parameters: None,
    example: "euclid:25,7",
    trials: &["euclid:0,0", "euclid:0,4", "euclid:3,3", "euclid:5,3", "euclid:8,13", "euclid:21,6", "euclid:24,15"],
    theory: "A position of two different positive numbers is lost exactly if the larger is less than φ times the \
             smaller, where φ is the golden ratio.",
    source: "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy for it, \
             Math. Gazette 53 (1969)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(Interned::boxed(Euclid))
}

struct Euclid;

/// The smaller number, then the larger.
type Numbers = (u64, u64);

impl Ruleset for Euclid {
    type Position = Numbers;

    fn prefix(&self, _numbers: &Numbers) -> String {
        "euclid".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Numbers, SpecError> {
        notation::pair(text, notation::ANY, "25,7").map(|(a, b)| (a.min(b), a.max(b)))
    }

    fn show(&self, (a, b): &Numbers) -> String {
        format!("{a},{b}")
    }

    fn options(&self, &(a, b): &Numbers, options: &mut Vec<Numbers>) -> Result<(), RulesError> {
        let times = b.checked_div(a).unwrap_or(0);
        options.extend((1..=times).map(|times| subtracted(a, b, times)));
        Ok(())
    }

    fn describe(&self, &(a, b): &Numbers, to: &Numbers) -> String {
        let left = if to.0 == a { to.1 } else { to.0 };
        match (b - left) / a.max(1) {
            1 => format!("subtract {a} from {b}"),
            times => format!("subtract {times} times {a} from {b}"),
        }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, &numbers: &Numbers) -> Form {
        match is_lost(numbers) {
            true => Form::Value(Nimber(0)),
            false => Form::Outcome(Outcome::Win),
        }
    }

    fn losing_options(&self, &(a, b): &Numbers, play: Play, most: usize, options: &mut Vec<Numbers>) -> bool {
        if play == Play::Misere {
            return false;
        }
        // Only what leaves less than twice the smaller number can be lost.
        let times = b.checked_div(a).unwrap_or(0);
        let candidates = times.saturating_sub(1).max(1)..=times;
        let found = candidates.map(|times| subtracted(a, b, times)).filter(|n| is_lost(*n));
        let room = most.saturating_sub(options.len());
        options.extend(found.take(room));
        true
    }

    fn option_count(&self, &(a, b): &Numbers) -> Option<u128> {
        Some(b.checked_div(a).unwrap_or(0).into())
    }

    fn reasons(&self, &(a, b): &Numbers, play: Play) -> Vec<Block> {
        if play == Play::Misere || a == 0 {
            return Vec::new();
        }
        let compared = match (a == b, is_lost((a, b))) {
            (true, _) => "they are equal: subtract one from the other".to_owned(),
            (_, true) => format!("{b} is less than φ times {a}: there is one move, and it leaves a larger ratio"),
            _ => format!("{b} is more than φ times {a}: a move can leave a ratio below φ, or a 0"),
        };
        vec![Block::text(format!(
            "Two different numbers are lost exactly if the larger is less than φ = 1.618… times the smaller. Here {compared}."
        ))]
    }

    fn picture(&self, &(a, b): &Numbers) -> Picture {
        Picture::Heaps(vec![a, b])
    }
}

fn subtracted(a: u64, b: u64, times: u64) -> Numbers {
    let left = b - times * a;
    (left.min(a), left.max(a))
}

/// b < φ·a exactly if b·(b-a) < a².
fn is_lost((a, b): Numbers) -> bool {
    let (a, b) = (u128::from(a), u128::from(b));
    a == 0 || a != b && b * (b - a) < a * a
}
