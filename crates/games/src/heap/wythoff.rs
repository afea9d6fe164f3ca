//! Wythoff's game: take from one of two heaps, or as many from both (Wythoff 1907).
//!
//! The k-th lost position is (a, a+k) with a = floor(k·φ), φ the golden ratio. All in whole numbers:
//! for k > 0, a < k·φ holds exactly if a·(a-k) < k².

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Outcome, Picture, Play, Rules, SpecError, Theory, Touch,
};
use grundy_positions::{Game, game};

use super::heaps::lowered;
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "wythoff",
    aliases: &[
        "wythoffs-game",
        "chinese-nim",
        "corner-the-queen",
        "wythoff-queens",
        "wyt-queens",
    ],
    summary: "take from one of two heaps, or as many from both",
    rules: "There are two heaps. A move takes any positive number from one heap, or the same positive number from both.",
    notation: "the two heaps: 3,5",
    parameters: None,
    example: "wythoff:4,7",
    trials: &[
        "wythoff:0,0",
        "wythoff:1,2",
        "wythoff:0,5",
        "wythoff:6,6",
        "wythoff:5,3",
        "wythoff:8,13",
    ],
    theory: "Lost are (0,0), (1,2), (3,5), (4,7), (6,10), …: the k-th is (floor(kφ), floor(kφ)+k), where φ is the \
             golden ratio. No formula for the nim-values is known.",
    source: "W. A. Wythoff, A modification of the game of Nim, Nieuw Arch. Wisk. 7 (1907)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Wythoff))
}

struct Wythoff;

/// The smaller heap, then the larger.
type Heaps = (u64, u64);

impl Rules for Wythoff {
    type Position = Heaps;
    /// What is taken from the smaller heap, and from the larger.
    type Move = (u64, u64);

    fn moves(&self, &(a, b): &Heaps) -> impl Iterator<Item = (u64, u64)> {
        let smaller = (1..=a).rev().map(|taken| (taken, 0));
        let larger = (1..=b).rev().map(|taken| (0, taken));
        smaller
            .chain(larger)
            .chain((1..=a).map(|taken| (taken, taken)))
    }

    fn play(&self, &(a, b): &Heaps, &(smaller, larger): &(u64, u64)) -> Heaps {
        in_order(a - smaller, b - larger)
    }

    fn theory(&self) -> Theory<Wythoff> {
        Theory {
            form: Some(|_, &(a, b)| match a {
                0 => Form::Value(Nimber(b.into())),
                _ if lost_with_difference(b - a) == Some(a) => Form::Value(Nimber(0)),
                _ => Form::Outcome(Outcome::Win),
            }),
            losing_moves: Some(|_, &heaps, play, most| {
                (play == Play::Normal).then(|| losing_moves(heaps).into_iter().take(most).collect())
            }),
            option_count: Some(|_, &(a, b)| {
                let (a, b) = (u128::from(a), u128::from(b));
                Some(if a == b {
                    2 * a
                } else {
                    // Taking b-a from both, or 2(b-a) from the larger, leaves the same two heaps.
                    2 * a + b - u128::from(b <= 2 * a)
                })
            }),
            reasons: Some(reasons),
            ..Theory::default()
        }
    }
}

impl Notation for Wythoff {
    fn prefix(&self, _heaps: &Heaps) -> String {
        "wythoff".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Heaps, SpecError> {
        notation::pair(text, notation::ANY, "3,5").map(|(a, b)| in_order(a, b))
    }

    fn show(&self, &(a, b): &Heaps) -> String {
        format!("{a},{b}")
    }

    fn describe(&self, &(a, b): &Heaps, &(smaller, larger): &(u64, u64)) -> String {
        let take = |heap: u64, taken: u64| {
            if heap == taken {
                format!("take the whole heap of {heap}")
            } else {
                format!("take {taken} from the heap of {heap}")
            }
        };
        match (smaller, larger) {
            (0, taken) => take(b, taken),
            (taken, 0) => take(a, taken),
            (taken, _) => format!("take {taken} from both heaps"),
        }
    }

    fn picture(&self, &(a, b): &Heaps) -> Picture {
        Picture::Heaps(vec![a, b])
    }

    fn touch(&self, &(a, b): &Heaps, &(smaller, larger): &(u64, u64)) -> Touch {
        let lower = |index, heap, taken| match taken {
            0 => Touch::default(),
            _ => Touch::lower_heap(index, heap, heap - taken),
        };
        let (first, second) = (lower(0, a, smaller), lower(1, b, larger));
        Touch::new(
            [first.touch, second.touch].concat(),
            [first.changes, second.changes].concat(),
        )
    }

    fn touched(&self, &(a, b): &Heaps, touch: &[Element]) -> Option<(u64, u64)> {
        let mut taken = [0, 0];
        for (index, left) in lowered(("heap", "stone"), &[a, b], touch)? {
            taken[index] = [a, b][index] - left;
        }
        match taken {
            [0, 0] => None,
            [first, second] if first > 0 && second > 0 && first != second => None,
            [first, second] => Some((first, second)),
        }
    }
}

/// The moves to lost positions: at most one from the smaller heap, one from the larger, one from both.
fn losing_moves((a, b): Heaps) -> Vec<(u64, u64)> {
    let from_smaller = partner(b)
        .filter(|left| *left < a)
        .map(|left| (a - left, 0));
    let from_larger = partner(a)
        .filter(|left| *left < b)
        .map(|left| (0, b - left));
    let same_difference = lost_with_difference(b - a).filter(|low| *low < a);
    let both = same_difference.map(|low| (a - low, a - low));
    [from_smaller, from_larger, both]
        .into_iter()
        .flatten()
        .collect()
}

fn reasons(_: &Wythoff, &(a, b): &Heaps, play: Play) -> Vec<Block> {
    if play == Play::Misere {
        return Vec::new();
    }
    let k = b - a;
    let lost = match lost_with_difference(k) {
        Some(low) => format!("({low}, {})", u128::from(low) + u128::from(k)),
        None => "out of reach".to_owned(),
    };
    vec![Block::text(format!(
        "The heaps differ by {k}. There is one lost position with that difference: floor({k}·φ) and {k} more, where \
         φ = 1.618… is the golden ratio; it is {lost}."
    ))]
}

fn in_order(a: u64, b: u64) -> Heaps {
    (a.min(b), a.max(b))
}

/// True if a <= floor(k·φ).
fn is_at_most(a: u64, k: u64) -> bool {
    let (wide, k) = (u128::from(a), u128::from(k));
    wide <= k || wide * (wide - k) < k * k
}

/// The smaller heap of the lost position whose heaps differ by `k`, if it fits.
fn lost_with_difference(k: u64) -> Option<u64> {
    let found = greatest(|a| is_at_most(a, k));
    (found < u64::MAX).then_some(found)
}

/// The heap that makes a lost position with a heap of `n`, if it fits.
fn partner(n: u64) -> Option<u64> {
    // n is floor(kφ) for one k, or it is floor(kφ)+k for one k, never both (Beatty).
    let k = greatest(|k| !is_at_most(n.saturating_add(1), k));
    if lost_with_difference(k) == Some(n) {
        return n.checked_add(k);
    }
    let k = greatest(|k| k <= n && is_at_most_with(n, k));
    (lost_with_difference(k)?.checked_add(k)? == n).then_some(n - k)
}

/// True if floor(k·φ)+k <= n.
fn is_at_most_with(n: u64, k: u64) -> bool {
    match lost_with_difference(k).and_then(|low| low.checked_add(k)) {
        Some(high) => high <= n,
        None => false,
    }
}

/// The greatest number for which `holds`, which it does for 0 and then up to some number.
fn greatest(holds: impl Fn(u64) -> bool) -> u64 {
    let mut found = 0u64;
    for bit in (0..u64::BITS).rev() {
        let more = found | 1 << bit;
        if holds(more) {
            found = more;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lost_positions_are_the_golden_ones() {
        let lows: Vec<u64> = (0..9).map(|k| lost_with_difference(k).unwrap()).collect();
        assert_eq!(lows, [0, 1, 3, 4, 6, 8, 9, 11, 12]);
        let partners: Vec<u64> = (0..9).map(|n| partner(n).unwrap()).collect();
        assert_eq!(partners, [0, 2, 1, 5, 7, 3, 10, 4, 13]);
    }

    #[test]
    fn huge_heaps_need_no_search() {
        let position = (u64::MAX - 5, u64::MAX - 1);
        let moves = losing_moves(position);
        assert!(!moves.is_empty());
        for played in moves {
            let (a, b) = Wythoff.play(&position, &played);
            assert_eq!(lost_with_difference(b - a), Some(a));
        }
    }
}
