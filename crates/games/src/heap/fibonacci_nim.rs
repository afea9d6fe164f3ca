//! Fibonacci Nim: take at most twice what was taken before (Whinihan 1963).

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Outcome, Picture, Play, Rules, SpecError, Theory, Touch,
};
use grundy_positions::{Game, game};

use super::heaps::lowered_heap;
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "fibonacci-nim",
    aliases: &["fibonacci"],
    summary: "take at most twice what was taken before",
    rules: "There is one heap. The first move takes any positive number of stones, but not all. Each later move takes \
            at least one, and at most twice as many as the move before.",
    notation: "the heap: 13; or the heap and the most that may be taken: 13,4",
    parameters: None,
    example: "fibonacci-nim:13",
    trials: &[
        "fibonacci-nim:0",
        "fibonacci-nim:1",
        "fibonacci-nim:1,1",
        "fibonacci-nim:12",
        "fibonacci-nim:13,4",
        "fibonacci-nim:9,0",
        "fibonacci-nim:11,99",
    ],
    theory: "Write the heap as a sum of Fibonacci numbers of which no two are neighbours. The position is lost exactly \
             if the smallest of them is more than may be taken.",
    source: "M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(FibonacciNim))
}

struct FibonacciNim;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Heap {
    size: u64,
    /// What may be taken, never more than there is.
    limit: u64,
}

impl Rules for FibonacciNim {
    type Position = Heap;
    /// Stones taken.
    type Move = u64;

    fn moves(&self, heap: &Heap) -> impl Iterator<Item = u64> {
        1..=heap.limit
    }

    fn play(&self, heap: &Heap, &taken: &u64) -> Heap {
        let size = heap.size - taken;
        let limit = size.min(taken.saturating_mul(2));
        Heap { size, limit }
    }

    fn theory(&self) -> Theory<FibonacciNim> {
        Theory {
            form: Some(|_, heap| {
                if heap.is_lost() {
                    Form::Value(Nimber(0))
                } else {
                    Form::Outcome(Outcome::Win)
                }
            }),
            losing_moves: Some(|game, heap, play, most| {
                (play == Play::Normal).then(|| game.losing_moves(heap, most))
            }),
            option_count: Some(|_, heap| Some(heap.limit.into())),
            reasons: Some(reasons),
            ..Theory::default()
        }
    }
}

impl FibonacciNim {
    fn losing_moves(&self, heap: &Heap, most: usize) -> Vec<u64> {
        // A lost heap's smallest part exceeds twice what was taken, so that was made of smaller
        // parts of the heap before.
        let parts = fibonacci_parts(heap.size).into_iter().rev();
        let taken = parts.scan(0, |taken, part| {
            *taken += part;
            Some(*taken)
        });
        let allowed = taken.take_while(|taken| *taken <= heap.limit);
        let lost = allowed.filter(|taken| self.play(heap, taken).is_lost());
        lost.take(most).collect()
    }
}

impl Notation for FibonacciNim {
    fn prefix(&self, _heap: &Heap) -> String {
        "fibonacci-nim".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Heap, SpecError> {
        if text.contains(',') {
            let (size, limit) = notation::pair(text, notation::ANY, "13,4")?;
            let limit = limit.min(size);
            return Ok(Heap { size, limit });
        }
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "13", 0..text.len()));
        }
        let at = text.len() - text.trim_start().len();
        let size = notation::number(text.trim(), at, notation::ANY)?;
        let limit = size.saturating_sub(1);
        Ok(Heap { size, limit })
    }

    fn show(&self, heap: &Heap) -> String {
        if heap.limit == heap.size.saturating_sub(1) {
            heap.size.to_string()
        } else {
            format!("{},{}", heap.size, heap.limit)
        }
    }

    fn describe(&self, heap: &Heap, taken: &u64) -> String {
        let after = self.play(heap, taken);
        match after.size {
            0 => format!("take all {taken}"),
            _ => format!("take {taken}; then at most {} may be taken", after.limit),
        }
    }

    fn picture(&self, heap: &Heap) -> Picture {
        Picture::Heaps(vec![heap.size])
    }

    fn touch(&self, heap: &Heap, taken: &u64) -> Touch {
        Touch::lower_heap(0, heap.size, heap.size - taken)
    }

    fn touched(&self, heap: &Heap, touch: &[Element]) -> Option<u64> {
        let (_, left) = lowered_heap(&[heap.size], touch)?;
        Some(heap.size - left).filter(|taken| *taken <= heap.limit)
    }

    fn caption(&self, heap: &Heap) -> Option<String> {
        Some(format!("at most {} may be taken now", heap.limit))
    }
}

fn reasons(_: &FibonacciNim, heap: &Heap, play: Play) -> Vec<Block> {
    let parts = fibonacci_parts(heap.size);
    let Some(smallest) = parts.last().filter(|_| play == Play::Normal) else {
        return Vec::new();
    };
    let sum: Vec<String> = parts.iter().map(u64::to_string).collect();
    let compared = if heap.is_lost() {
        "that is more than may be taken, so the position is lost"
    } else {
        "it may be taken"
    };
    vec![Block::text(format!(
        "{} = {} in Fibonacci numbers of which no two are neighbours. The smallest is {smallest}, and at most {} may be \
         taken: {compared}.",
        heap.size,
        sum.join(" + "),
        heap.limit
    ))]
}

impl Heap {
    fn is_lost(&self) -> bool {
        let parts = fibonacci_parts(self.size);
        parts.last().is_none_or(|smallest| *smallest > self.limit)
    }
}

/// The Fibonacci numbers, no two neighbours, that sum to `number`, largest first (Zeckendorf).
fn fibonacci_parts(mut number: u64) -> Vec<u64> {
    let mut fibonacci = vec![1u64, 2];
    while let [.., a, b] = fibonacci[..]
        && let Some(next) = a.checked_add(b).filter(|next| *next <= number)
    {
        fibonacci.push(next);
    }
    let mut parts = Vec::new();
    for part in fibonacci.into_iter().rev() {
        if part <= number {
            number -= part;
            parts.push(part);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_fibonacci_numbers_without_neighbours() {
        assert_eq!(fibonacci_parts(100), [89, 8, 3]);
        assert_eq!(fibonacci_parts(0), [0; 0]);
        assert_eq!(fibonacci_parts(u64::MAX).iter().sum::<u64>(), u64::MAX);
    }
}
