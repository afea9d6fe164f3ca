//! Misère outcomes of small sums by plain search: a second opinion that needs no theorem.

use std::collections::BTreeMap;

use crate::heap_games::HeapGame;
use crate::limits::Meter;
use crate::monoid::Monoid;
use crate::{CheckError, QuotientFault};

/// The largest heap that is tried.
const LARGEST_HEAP: u64 = 8;

/// The most heaps of a sum that is tried.
const MOST_HEAPS: usize = 3;

/// Searches the sums of up to three heaps of up to eight and compares the outcomes.
pub(crate) fn compare_small_sums(
    game: &HeapGame,
    monoid: &Monoid,
    lost: &[bool],
    images: &[u16],
    meter: &mut Meter,
) -> Result<(), CheckError> {
    let largest = (images.len() as u64 - 1).min(LARGEST_HEAP);
    let mut search = Search {
        options: (1..=largest).map(|heap| game.options(heap)).collect(),
        is_lost: BTreeMap::new(),
    };
    let mut sums: Vec<Vec<u64>> = vec![vec![]];
    let mut from = 0;
    while from < sums.len() {
        let sum = sums[from].clone();
        let factors = sum.iter().map(|&heap| usize::from(images[heap as usize]));
        let image = factors.fold(0, |product, factor| monoid.product(product, factor));
        if search.is_lost(&sum, meter)? != lost[image] {
            return Err(QuotientFault::Outcome { heaps: sum }.into());
        }
        if sum.len() < MOST_HEAPS {
            let smallest = sum.last().copied().unwrap_or(1);
            sums.extend((smallest..=largest).map(|heap| [&sum[..], &[heap]].concat()));
        }
        from += 1;
    }
    Ok(())
}

struct Search {
    /// Entry h - 1 lists the options of heap h.
    options: Vec<Vec<Vec<u64>>>,
    /// By sum, its heaps ascending.
    is_lost: BTreeMap<Vec<u64>, bool>,
}

impl Search {
    /// Does the player to move lose? The player who cannot move wins.
    ///
    /// Each move leaves smaller heaps, so the recursion is at most as deep as eight-token heaps can be broken: a few
    /// dozen levels.
    fn is_lost(&mut self, sum: &[u64], meter: &mut Meter) -> Result<bool, CheckError> {
        if let Some(&is_lost) = self.is_lost.get(sum) {
            return Ok(is_lost);
        }
        meter.reserve(1, 64 + 16 * sum.len() as u64)?;
        let (mut has_move, mut has_answer) = (false, false);
        'heaps: for (at, &heap) in sum.iter().enumerate() {
            for option in 0..self.options[heap as usize - 1].len() {
                meter.spend(1)?;
                has_move = true;
                let left = &self.options[heap as usize - 1][option];
                let mut next = [&sum[..at], left, &sum[at + 1..]].concat();
                next.retain(|&heap| heap > 0);
                next.sort_unstable();
                if self.is_lost(&next, meter)? {
                    has_answer = true;
                    break 'heaps;
                }
            }
        }
        let is_lost = has_move && !has_answer;
        self.is_lost.insert(sum.to_vec(), is_lost);
        Ok(is_lost)
    }
}
