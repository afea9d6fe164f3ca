//! Euclid: subtract a multiple of the smaller number from the larger (Cole and Davie 1969).

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Outcome, Picture, Play, Rules, SpecError, Theory, Touch,
};
use grundy_positions::{Game, game};

use super::heaps::lowered_heap;
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
    trials: &[
        "euclid:0,0",
        "euclid:0,4",
        "euclid:3,3",
        "euclid:5,3",
        "euclid:8,13",
        "euclid:21,6",
        "euclid:24,15",
    ],
    theory: "A position of two different positive numbers is lost exactly if the larger is less than φ times the \
             smaller, where φ is the golden ratio.",
    source: "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy for it, \
             Math. Gazette 53 (1969)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Euclid))
}

struct Euclid;

/// The smaller number, then the larger.
type Numbers = (u64, u64);

impl Rules for Euclid {
    type Position = Numbers;
    /// How many times the smaller number is subtracted.
    type Move = u64;

    fn moves(&self, &(a, b): &Numbers) -> impl Iterator<Item = u64> {
        1..=b.checked_div(a).unwrap_or(0)
    }

    fn play(&self, &(a, b): &Numbers, times: &u64) -> Numbers {
        let left = b - times * a;
        (left.min(a), left.max(a))
    }

    fn theory(&self) -> Theory<Euclid> {
        Theory {
            form: Some(|_, &numbers| {
                if is_lost(numbers) {
                    Form::Value(Nimber(0))
                } else {
                    Form::Outcome(Outcome::Win)
                }
            }),
            losing_moves: Some(|game, numbers, play, most| {
                // Only what leaves less than twice the smaller number can be lost.
                let times = numbers.1.checked_div(numbers.0).unwrap_or(0);
                let candidates = times.saturating_sub(1).max(1)..=times;
                let lost = candidates.filter(|times| is_lost(game.play(numbers, times)));
                (play == Play::Normal).then(|| lost.take(most).collect())
            }),
            option_count: Some(|_, &(a, b)| Some(b.checked_div(a).unwrap_or(0).into())),
            reasons: Some(reasons),
            ..Theory::default()
        }
    }
}

impl Notation for Euclid {
    fn prefix(&self, _numbers: &Numbers) -> String {
        "euclid".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Numbers, SpecError> {
        notation::pair(text, notation::ANY, "25,7").map(|(a, b)| (a.min(b), a.max(b)))
    }

    fn show(&self, (a, b): &Numbers) -> String {
        format!("{a},{b}")
    }

    fn describe(&self, &(a, b): &Numbers, times: &u64) -> String {
        match times {
            1 => format!("subtract {a} from {b}"),
            times => format!("subtract {times} times {a} from {b}"),
        }
    }

    fn picture(&self, &(a, b): &Numbers) -> Picture {
        Picture::Heaps(vec![a, b])
    }

    fn touch(&self, &(a, b): &Numbers, times: &u64) -> Touch {
        Touch::lower_heap(1, b, b - times * a)
    }

    fn touched(&self, &(a, b): &Numbers, touch: &[Element]) -> Option<u64> {
        let (index, left) = lowered_heap(&[a, b], touch)?;
        let taken = b.checked_sub(left)?;
        (index == 1 && a > 0 && taken % a == 0).then(|| taken / a)
    }
}

fn reasons(_: &Euclid, &(a, b): &Numbers, play: Play) -> Vec<Block> {
    if play == Play::Misere || a == 0 {
        return Vec::new();
    }
    let compared = match (a == b, is_lost((a, b))) {
        (true, _) => "they are equal: subtract one from the other".to_owned(),
        (_, true) => {
            format!("{b} is less than φ times {a}: there is one move, and it leaves a larger ratio")
        }
        _ => format!("{b} is more than φ times {a}: a move can leave a ratio below φ, or a 0"),
    };
    vec![Block::text(format!(
        "Two different numbers are lost exactly if the larger is less than φ = 1.618… times the smaller. Here {compared}."
    ))]
}

/// b < φ·a exactly if b·(b-a) < a².
fn is_lost((a, b): Numbers) -> bool {
    let (a, b) = (u128::from(a), u128::from(b));
    a == 0 || a != b && b * (b - a) < a * a
}
