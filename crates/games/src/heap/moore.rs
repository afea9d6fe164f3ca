//! Moore's Nim: reduce up to k heaps at once (Moore 1910).

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Outcome, Picture, Play, Rules, SpecError, Table,
    Theory, Touch,
};
use grundy_positions::{Game, game};

use super::heaps::{lowered, nim_moves_to, show_heaps, sorted, without_empty};
use super::{moore_losing, moore_options};
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "moore",
    aliases: &["moores-nim", "nim-k"],
    summary: "reduce up to K heaps at once",
    rules: "There are heaps of stones. A move takes stones from at least one and at most K heaps, any positive number \
            from each.",
    notation: "heap sizes: 1,2,3",
    parameters: Some("K, the number of heaps that a move may reduce: moore/2"),
    example: "moore/2:1,2,3",
    trials: &[
        "moore/1:3,4,2",
        "moore/2:0",
        "moore/2:1,1,1",
        "moore/2:1,1,1,1",
        "moore/2:3,2",
        "moore/2:1,2,3,3",
        "moore/3:1,1,2,2",
        "moore/3:2,1,1,1,1",
        "moore/9:2,2",
    ],
    theory: "Write the heaps in binary and add the digits of each column: the position is lost exactly if every sum is \
             0 modulo K+1. With at most K heaps the value is their sum; with K+1 heaps Jenkyns and Mayberry have a \
             formula. Under misère play it is the same, except when every heap is at most 1: then it is lost if the \
             number of ones is 1 modulo K+1.",
    source: "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910); T. A. Jenkyns and \
             J. P. Mayberry, The skeleton of an impartial game and the Nim-function of Moore's Nim_k, Int. J. Game \
             Theory 9 (1980)",
    make,
};

/// The most heaps of one position.
const MOST_HEAPS: usize = 1_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    let text = parameters.unwrap_or("");
    if text.trim().is_empty() {
        return Err(SpecError::missing(
            "K, the number of heaps that a move may reduce",
            "moore/2:1,2,3",
            0..text.len(),
        ));
    }
    let at = text.len() - text.trim_start().len();
    let k = notation::number(text.trim(), at, notation::POSITIVE)?;
    Ok(game(Moore { k }))
}

struct Moore {
    k: u64,
}

/// What is left of each heap that a move reduces: `(index, size)`.
type Reductions = Vec<(usize, u64)>;

impl Rules for Moore {
    type Position = Vec<u64>;
    type Move = Reductions;

    fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = Reductions> {
        let mut moves = Vec::new();
        moore_options::for_each(heaps, self.most(heaps), &mut |gone, come| {
            moves.push(reductions(heaps, gone, come));
        });
        moves.into_iter()
    }

    fn play(&self, heaps: &Vec<u64>, played: &Reductions) -> Vec<u64> {
        let mut option = heaps.clone();
        for &(index, size) in played {
            option[index] = size;
        }
        without_empty(option)
    }

    fn canonical(&self, heaps: &Vec<u64>) -> Vec<u64> {
        sorted(heaps)
    }

    fn theory(&self) -> Theory<Moore> {
        Theory {
            form: Some(|game, heaps| {
                if game.k == 1 {
                    return Form::Nim(heaps.iter().map(|&heap| heap.into()).collect());
                }
                match value(heaps, game.k) {
                    Some(value) => Form::Value(Nimber(value)),
                    None => Form::Outcome(outcome(game.is_balanced(heaps))),
                }
            }),
            misere_outcome: Some(|game, heaps| {
                let ones = heaps.len() as u128;
                let is_small = heaps.iter().all(|&heap| heap <= 1);
                Some(outcome(if is_small {
                    ones % (u128::from(game.k) + 1) == 1
                } else {
                    game.is_balanced(heaps)
                }))
            }),
            moves_to: Some(Moore::moves_to),
            losing_moves: Some(Moore::losing_moves),
            option_count: Some(|game, heaps| moore_options::count(heaps, game.most(heaps))),
            reasons: Some(Moore::reasons),
            ..Theory::default()
        }
    }
}

impl Notation for Moore {
    fn prefix(&self, _heaps: &Vec<u64>) -> String {
        format!("moore/{}", self.k)
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        let heaps = without_empty(notation::numbers(text, notation::ANY)?);
        if heaps.len() > MOST_HEAPS {
            let why = format!("there are more than {MOST_HEAPS} heaps");
            return Err(SpecError::illegal(&why, "use fewer", 0..text.len()));
        }
        Ok(heaps)
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        show_heaps(heaps)
    }

    fn describe(&self, heaps: &Vec<u64>, played: &Reductions) -> String {
        let take = |&(index, left): &(usize, u64)| match (heaps[index], left) {
            (heap, 0) => format!("the whole heap of {heap}"),
            (heap, left) => format!("{} from the heap of {heap}", heap - left),
        };
        let each: Vec<String> = played.iter().map(take).collect();
        match &each[..] {
            [first @ .., last] if !first.is_empty() => {
                format!("take {} and {last}", first.join(", "))
            }
            _ => format!("take {}", each.join("")),
        }
    }

    fn picture(&self, heaps: &Vec<u64>) -> Picture {
        Picture::Heaps(heaps.clone())
    }

    fn touch(&self, heaps: &Vec<u64>, played: &Reductions) -> Touch {
        let mut all = Touch::default();
        for &(index, left) in played {
            let touch = Touch::lower_heap(index, heaps[index], left);
            all.touch.extend(touch.touch);
            all.changes.extend(touch.changes);
        }
        all
    }

    fn touched(&self, heaps: &Vec<u64>, touch: &[Element]) -> Option<Reductions> {
        let mut played = lowered(("heap", "stone"), heaps, touch)?;
        played.sort_unstable();
        let is_move = !played.is_empty() && played.len() as u64 <= self.k;
        is_move.then_some(played)
    }
}

impl Moore {
    fn moves_to(&self, heaps: &Vec<u64>, target: Nimber, most: usize) -> Option<Vec<Reductions>> {
        if target == Nimber(0) {
            return self.losing_moves(heaps, Play::Normal, most);
        }
        let has_sum_for_value = heaps.len() as u64 <= self.k;
        if self.k == 1 && !has_sum_for_value {
            let moves = nim_moves_to(heaps, target, most).into_iter();
            return Some(
                moves
                    .map(|played| vec![(played.index, played.left[0])])
                    .collect(),
            );
        }
        let mut options = Vec::new();
        if has_sum_for_value && target.0 < sum(heaps) {
            let mut bounds = sorted(heaps);
            bounds.reverse();
            moore_options::with_sum(&bounds, target.0, &mut Vec::new(), &mut |found| {
                let wanted = options.len() < most;
                if wanted {
                    options.push(found.to_vec());
                }
                wanted
            });
        }
        has_sum_for_value.then(|| {
            options
                .iter()
                .map(|option| to_option(heaps, option))
                .collect()
        })
    }

    fn losing_moves(&self, heaps: &Vec<u64>, play: Play, most: usize) -> Option<Vec<Reductions>> {
        let k = self.most(heaps);
        let mut options = Vec::new();
        let is_complete = if play == Play::Normal {
            moore_losing::find(heaps, k, most, |_| true, &mut options)
        } else {
            options.extend(self.small_misere_options(heaps).take(most));
            let has_large = |option: &[u64]| option.iter().any(|&heap| heap > 1);
            moore_losing::find(heaps, k, most, has_large, &mut options)
        };
        is_complete.then(|| {
            options
                .iter()
                .map(|option| to_option(heaps, option))
                .collect()
        })
    }

    fn reasons(&self, heaps: &Vec<u64>, play: Play) -> Vec<Block> {
        if self.k == 1 {
            return Vec::new();
        }
        let modulus = u128::from(self.k) + 1;
        if play == Play::Misere && heaps.iter().all(|&heap| heap <= 1) {
            let ones = heaps.len() as u128;
            return vec![Block::text(format!(
                "Every heap is at most 1: under misère play such a position is lost exactly if the number of ones is \
                 1 modulo {modulus}. Here there are {ones}, which is {} modulo {modulus}.",
                ones % modulus
            ))];
        }
        self.digit_sums(heaps)
    }

    /// How many heaps a move can reduce here; more than there are makes no difference.
    fn most(&self, heaps: &[u64]) -> usize {
        usize::try_from(self.k).map_or(heaps.len(), |k| k.min(heaps.len()))
    }

    /// The digit sum of a column.
    fn digit_sum(&self, heaps: &[u64], bit: u32) -> u128 {
        heaps.iter().map(|&heap| u128::from(heap >> bit & 1)).sum()
    }

    /// True if the digit sums of all columns are 0 modulo k+1.
    fn is_balanced(&self, heaps: &[u64]) -> bool {
        let modulus = u128::from(self.k) + 1;
        (0..u64::BITS).all(|bit| self.digit_sum(heaps, bit).is_multiple_of(modulus))
    }

    /// The options with no heap above 1 that are lost under misère play.
    fn small_misere_options(&self, heaps: &[u64]) -> impl Iterator<Item = Vec<u64>> + use<> {
        let large = heaps.iter().filter(|&&heap| heap > 1).count();
        let ones = heaps.len() - large;
        let most = self.most(heaps);
        // Each large heap must become 0 or 1; what is left of the move empties ones.
        let emptied = match most.checked_sub(large) {
            Some(rest) => usize::from(large == 0)..large + rest.min(ones) + 1,
            None => 0..0,
        };
        let modulus = u128::from(self.k) + 1;
        emptied
            .map(move |empty| ones + large - empty)
            .filter(move |left| *left as u128 % modulus == 1)
            .map(|left| vec![1; left])
    }

    /// The table of binary digits with the column that decides.
    fn digit_sums(&self, heaps: &[u64]) -> Vec<Block> {
        const MOST_COLUMNS: u32 = 24;
        const MOST_ROWS: usize = 40;
        let modulus = u128::from(self.k) + 1;
        let largest = heaps.iter().max().copied().unwrap_or(0);
        let bits = (u64::BITS - largest.leading_zeros()).max(1);
        let columns = || (0..bits).rev();
        let mut blocks = vec![Block::text(format!(
            "Write the heaps in binary and add the digits of each column. The position is lost exactly if every sum is \
             0 modulo {modulus}, one more than the number of heaps that a move may reduce."
        ))];
        if bits <= MOST_COLUMNS && heaps.len() <= MOST_ROWS {
            let digits = |digit: &dyn Fn(u32) -> String| columns().map(digit).collect::<Vec<_>>();
            let row = |head: String, cells: Vec<String>| [vec![head], cells].concat();
            let sum = |bit| self.digit_sum(heaps, bit);
            blocks.push(Block::Table(Table {
                caption: "digit sums".to_owned(),
                header: row("heap".to_owned(), digits(&|bit| (1u64 << bit).to_string())),
                rows: heaps
                    .iter()
                    .map(|heap| {
                        row(
                            heap.to_string(),
                            digits(&|bit| (heap >> bit & 1).to_string()),
                        )
                    })
                    .collect(),
                footer: vec![
                    row("sum".to_owned(), digits(&|bit| sum(bit).to_string())),
                    row(
                        format!("modulo {modulus}"),
                        digits(&|bit| (sum(bit) % modulus).to_string()),
                    ),
                ],
                marked_row: None,
            }));
        }
        let decides = columns().find(|&bit| !self.digit_sum(heaps, bit).is_multiple_of(modulus));
        blocks.push(Block::text(match decides {
            None => "All sums are 0: whatever heaps are reduced, some sum is not 0 afterwards.".to_owned(),
            Some(bit) => format!(
                "The column of {} decides: it is the highest whose sum is not 0. Reduce heaps that have a 1 there; \
                 each heap that is smaller already may have any digits in the columns to the right, and that is \
                 enough to make every sum 0.",
                1u64 << bit
            ),
        }));
        blocks
    }
}

fn outcome(is_lost: bool) -> Outcome {
    if is_lost { Outcome::Lose } else { Outcome::Win }
}

fn sum(heaps: &[u64]) -> u128 {
    heaps.iter().map(|&heap| u128::from(heap)).sum()
}

/// The nim-value, where it is known: with at most k heaps their sum, and with k+1 heaps by the
/// formula of Jenkyns and Mayberry.
fn value(heaps: &[u64], k: u64) -> Option<u128> {
    let (count, total) = (heaps.len() as u64, sum(heaps));
    if count <= k {
        return Some(total);
    }
    if count > k + 1 {
        return None;
    }
    let least = u128::from(heaps.iter().min().copied().unwrap_or(0));
    let excess = total - u128::from(count) * least;
    let triangle = excess.checked_mul(excess + 1).map(|double| double / 2);
    Some(match triangle {
        Some(triangle) if triangle < least => triangle + (least - triangle - 1) % (excess + 1),
        _ => total,
    })
}

/// The move that replaces heaps of the sizes `gone` by `come`, both in descending order.
fn reductions(heaps: &[u64], gone: &[u64], come: &[u64]) -> Reductions {
    let mut is_used = vec![false; heaps.len()];
    let pairs = gone.iter().zip(come);
    pairs
        .map(|(size, &left)| {
            let is_free = |index: &usize| heaps[*index] == *size && !is_used[*index];
            let index = (0..heaps.len()).find(is_free);
            let index = index.expect("only heaps that are there go");
            is_used[index] = true;
            (index, left)
        })
        .collect()
}

/// The move to an option, given as its heaps in any order.
fn to_option(heaps: &[u64], option: &[u64]) -> Reductions {
    let descending = |heaps: &[u64]| {
        let mut heaps = without_empty(heaps.to_vec());
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        heaps
    };
    let (before, after) = (descending(heaps), descending(option));
    let gone = missing(&before, &after);
    let mut come = missing(&after, &before);
    come.resize(gone.len(), 0);
    reductions(heaps, &gone, &come)
}

/// The numbers of `numbers` that `others` lacks, both in descending order, counted with multiplicity.
fn missing(numbers: &[u64], others: &[u64]) -> Vec<u64> {
    let mut rest = others.iter().peekable();
    let is_missing = |number: &&u64| {
        while rest.next_if(|other| other > number).is_some() {}
        rest.next_if_eq(number).is_none()
    };
    numbers.iter().filter(is_missing).copied().collect()
}
