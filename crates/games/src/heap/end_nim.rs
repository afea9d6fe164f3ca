//! End-Nim: take from the heap at either end of a row (Albert and Nowakowski 2001).

use grundy_core::{
    Form, Nimber, Notation, Outcome, Picture, Play, Rules, SpecError, Theory, Touch,
};
use grundy_positions::{Game, game};

use super::heaps::{HeapMove, show_heaps, without_empty, xor};
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
    trials: &[
        "end-nim:0",
        "end-nim:4",
        "end-nim:2,2",
        "end-nim:1,1,1",
        "end-nim:2,3,1,2",
        "end-nim:2,0,2,2",
    ],
    theory: "A row of at most two heaps is Nim. Albert and Nowakowski have a rule for who wins longer rows; no formula for \
             their values is known.",
    source: "M. H. Albert and R. J. Nowakowski, The game of End-Nim, Electronic J. Combinatorics 8 (2001)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(EndNim))
}

struct EndNim;

/// The longest row whose winner is told by the rule, which takes time that grows with the square of the length.
const LONGEST_ROW: usize = 5_000;

/// Takes from the first heap or from the last.
#[derive(Clone, Copy, Debug)]
struct Take {
    is_right: bool,
    left: u64,
}

impl Take {
    fn index(&self, row: &[u64]) -> usize {
        if self.is_right { row.len() - 1 } else { 0 }
    }
}

impl Rules for EndNim {
    /// Heaps from left to right, none of them empty.
    type Position = Vec<u64>;
    type Move = Take;

    fn moves(&self, row: &Vec<u64>) -> impl Iterator<Item = Take> {
        let first = row.first().copied().unwrap_or(0);
        let last = if row.len() > 1 { row[row.len() - 1] } else { 0 };
        let take = |is_right: bool, heap: u64| (0..heap).map(move |left| Take { is_right, left });
        take(false, first).chain(take(true, last))
    }

    fn play(&self, row: &Vec<u64>, played: &Take) -> Vec<u64> {
        HeapMove::to_size(played.index(row), played.left).play(row)
    }

    fn theory(&self) -> Theory<EndNim> {
        Theory {
            form: Some(|_, row| match row.len() {
                0..=2 => Form::Nim(row.iter().map(|&heap| heap.into()).collect()),
                length if length > LONGEST_ROW => Form::Unknown,
                _ if is_lost(row) => Form::Value(Nimber(0)),
                _ => Form::Outcome(Outcome::Win),
            }),
            moves_to: Some(|_, row, target, most| {
                let difference = xor(row) ^ target.0;
                let ends = row.iter().enumerate().filter_map(|(index, &heap)| {
                    let left = u64::try_from(u128::from(heap) ^ difference).ok()?;
                    let is_right = index > 0;
                    (left < heap).then_some(Take { is_right, left })
                });
                (row.len() <= 2).then(|| ends.take(most).collect())
            }),
            losing_moves: Some(|_, row, play, most| {
                let is_covered = play == Play::Normal && (3..=LONGEST_ROW).contains(&row.len());
                is_covered.then(|| losing_moves(row, most))
            }),
            option_count: Some(|_, row| {
                let (Some(&first), Some(&last)) = (row.first(), row.last()) else {
                    return Some(0);
                };
                if row.len() == 1 {
                    return Some(first.into());
                }
                // Equal heaps: taking the first away leaves the same row as taking the last.
                let is_repeated = row.iter().all(|heap| *heap == first);
                Some(u128::from(first) + u128::from(last) - u128::from(is_repeated))
            }),
            ..Theory::default()
        }
    }
}

impl Notation for EndNim {
    fn prefix(&self, _row: &Vec<u64>) -> String {
        "end-nim".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        notation::numbers(text, notation::ANY).map(without_empty)
    }

    fn show(&self, row: &Vec<u64>) -> String {
        show_heaps(row)
    }

    fn describe(&self, row: &Vec<u64>, played: &Take) -> String {
        let heap = row[played.index(row)];
        let side = if played.is_right { "right" } else { "left" };
        match played.left {
            0 => format!("take the whole heap of {heap} at the {side} end"),
            left => format!(
                "take {} from the heap of {heap} at the {side} end",
                heap - left
            ),
        }
    }

    fn picture(&self, row: &Vec<u64>) -> Picture {
        Picture::Heaps(row.clone())
    }

    fn touch(&self, row: &Vec<u64>, played: &Take) -> Touch {
        let index = played.index(row);
        Touch::lower_heap(index, row[index], played.left)
    }
}

/// The two heaps that make a row lost when they are put beside it, one at the left or one at the right.
///
/// Every row w has exactly one such heap l for its left end and one such r for its right end (0 if the row is
/// lost itself). A row a w b with a, b > 0 is then lost exactly if a = b and a is not between l and r (both
/// included), or if l < r and l < a = b + 1 <= r, or if r < l and r < b = a + 1 <= l: that is the table of lost
/// pairs (a, b) in which row l and column r are taken by the edge (Albert and Nowakowski 2001).
type Ends = (u64, u64);

/// The heap b for which the row a w b is lost, `ends` being those of w; 0 if a w is lost.
fn partner(a: u64, (own, other): Ends) -> u64 {
    if a == own {
        0
    } else if own < a && a <= other {
        a - 1
    } else if other <= a && a < own {
        a + 1
    } else {
        a
    }
}

/// The ends of every stretch of the row that is `length` long, from left to right.
fn ends_of_stretches(row: &[u64], length: usize) -> Vec<Ends> {
    let mut ends: Vec<Ends> = vec![(0, 0); row.len() + 1];
    for length in 1..=length {
        // A stretch is the one without its last heap, and the one without its first heap, each with one heap more.
        for start in 0..=row.len() - length {
            let (first, last) = (row[start], row[start + length - 1]);
            let (without_last, without_first) = (ends[start], ends[start + 1]);
            let swapped = (without_last.1, without_last.0);
            ends[start] = (partner(last, swapped), partner(first, without_first));
        }
        ends.truncate(row.len() - length + 1);
    }
    ends
}

fn is_lost(row: &[u64]) -> bool {
    let ends = ends_of_stretches(&row[1..], row.len() - 2);
    partner(row[0], ends[0]) == row[row.len() - 1]
}

fn losing_moves(row: &[u64], most: usize) -> Vec<Take> {
    let ends = ends_of_stretches(row, row.len() - 1);
    let (without_last, without_first) = (ends[0], ends[1]);
    let moves = [
        (
            row[0],
            Take {
                is_right: false,
                left: without_first.0,
            },
        ),
        (
            row[row.len() - 1],
            Take {
                is_right: true,
                left: without_last.1,
            },
        ),
    ];
    let possible = moves
        .into_iter()
        .filter(|(heap, played)| played.left < *heap);
    possible.map(|(_, played)| played).take(most).collect()
}
