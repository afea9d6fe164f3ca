//! The lost options of Moore's Nim, digit by digit, for heaps of any size.
//!
//! Bits are decided from the highest down. A heap is *tight* while its bits are those it had, and
//! *free* once one of them fell from 1 to 0: then it is smaller whatever follows. In each column the
//! ones must number 0 modulo k+1. With `c` ones in tight heaps and `f` free heaps, freeing `r` more
//! asks for `(r - c) mod (k+1)` ones among the free: at least one `r` with `f + r <= k` will do
//! (Moore 1910), so the search never walks into a dead end for lack of heaps.

use std::collections::HashSet;

use super::moore_options::grouped;

/// Appends the options of `heaps` whose digit sums vanish modulo `k`+1 and that `accept` takes,
/// until `options` holds `most`; false if the search was too long.
pub(crate) fn find(
    heaps: &[u64],
    k: usize,
    most: usize,
    accept: impl Fn(&[u64]) -> bool,
    options: &mut Vec<Vec<u64>>,
) -> bool {
    let largest = heaps.iter().max().copied().unwrap_or(0);
    let mut search = Search {
        k,
        most,
        accept,
        options,
        seen: HashSet::new(),
        steps: 0,
    };
    let start = State {
        tight: grouped(heaps),
        free: Vec::new(),
        gone: Vec::new(),
    };
    search.column(u64::BITS - largest.leading_zeros(), &start);
    search.steps < MOST_STEPS
}

/// Columns that may be looked at before the search is given up.
const MOST_STEPS: u64 = 20_000_000;

struct Search<'a, A> {
    k: usize,
    most: usize,
    accept: A,
    options: &'a mut Vec<Vec<u64>>,
    seen: HashSet<Vec<u64>>,
    steps: u64,
}

/// Heaps with their highest bits decided; equal ones are counted, not told apart.
#[derive(Clone)]
struct State {
    /// Sizes of tight heaps.
    tight: Vec<(u64, usize)>,
    /// Decided bits of free heaps.
    free: Vec<(u64, usize)>,
    /// Sizes that free heaps had, each once.
    gone: Vec<u64>,
}

impl<A: Fn(&[u64]) -> bool> Search<'_, A> {
    fn is_done(&self) -> bool {
        self.options.len() >= self.most || self.steps >= MOST_STEPS
    }

    /// Decides the `bits` lowest bits in every way.
    fn column(&mut self, bits: u32, state: &State) {
        self.steps += 1;
        if self.is_done() {
            return;
        }
        let Some(bit) = bits.checked_sub(1) else {
            return self.finish(state);
        };
        let is_one = |size: &u64| size >> bit & 1 == 1;
        let ones: Vec<(u64, usize)> = state
            .tight
            .iter()
            .filter(|(size, _)| is_one(size))
            .copied()
            .collect();
        let count: usize = ones.iter().map(|(_, copies)| copies).sum();
        let free: usize = state.free.iter().map(|(_, copies)| copies).sum();
        let modulus = self.k + 1;
        for fall in 0..=count.min(self.k - free) {
            let rise = (modulus - (count - fall) % modulus) % modulus;
            if rise > free {
                continue;
            }
            for falling in selections(&ones, fall) {
                for rising in selections(&state.free, rise) {
                    let next = state.after(bit, &ones, &falling, &rising);
                    if !next.repeats(bit) {
                        self.column(bit, &next);
                    }
                    if self.is_done() {
                        return;
                    }
                }
            }
        }
    }

    /// Takes the option that `state` has become.
    fn finish(&mut self, state: &State) {
        if state.gone.is_empty() {
            return;
        }
        let all = state.tight.iter().chain(&state.free);
        let mut option: Vec<u64> = all
            .filter(|(size, _)| *size > 0)
            .flat_map(|&(size, copies)| std::iter::repeat_n(size, copies))
            .collect();
        option.sort_unstable_by(|a, b| b.cmp(a));
        if (self.accept)(&option) && self.seen.insert(option.clone()) {
            self.options.push(option);
        }
    }
}

impl State {
    /// The state one bit further: `falling` of the tight ones become free, `rising` of the free
    /// ones get a 1.
    fn after(&self, bit: u32, ones: &[(u64, usize)], falling: &[usize], rising: &[usize]) -> State {
        let mut next = State {
            tight: self.tight.clone(),
            free: Vec::with_capacity(self.free.len() + 2),
            gone: self.gone.clone(),
        };
        for (&(bits, copies), &up) in self.free.iter().zip(rising) {
            next.add_free(bits << 1, copies - up);
            next.add_free(bits << 1 | 1, up);
        }
        for (&(size, _), &down) in ones.iter().zip(falling) {
            if down > 0 {
                let heap = next.tight.iter_mut().find(|(tight, _)| *tight == size);
                heap.expect("ones are tight heaps").1 -= down;
                if !next.gone.contains(&size) {
                    next.gone.push(size);
                }
                next.add_free(size >> bit ^ 1, down);
            }
        }
        next.tight.retain(|(_, copies)| *copies > 0);
        next
    }

    fn add_free(&mut self, bits: u64, copies: usize) {
        if copies == 0 {
            return;
        }
        match self.free.iter_mut().find(|(known, _)| *known == bits) {
            Some((_, known)) => *known += copies,
            None => self.free.push((bits, copies)),
        }
    }

    /// True if some free heap can only become a size that is gone: the same option is found
    /// elsewhere with fewer heaps changed.
    fn repeats(&self, bits_left: u32) -> bool {
        let sizes_left = 1usize.checked_shl(bits_left).unwrap_or(usize::MAX);
        if sizes_left > self.gone.len() {
            return false;
        }
        self.free.iter().any(|&(bits, _)| {
            let gone = self.gone.iter().filter(|size| *size >> bits_left == bits);
            gone.count() >= sizes_left
        })
    }
}

/// The numbers per group of the first way to choose `wanted` things, later groups first.
fn first_selection(groups: &[(u64, usize)], mut wanted: usize) -> Vec<usize> {
    let mut chosen = vec![0; groups.len()];
    for (here, (_, copies)) in chosen.iter_mut().zip(groups).rev() {
        *here = wanted.min(*copies);
        wanted -= *here;
    }
    chosen
}

/// The next way after `chosen` to choose as many things, if there is one.
fn next_selection(groups: &[(u64, usize)], chosen: &[usize]) -> Option<Vec<usize>> {
    let mut later = 0;
    for index in (0..chosen.len()).rev() {
        if later > 0 && chosen[index] < groups[index].1 {
            let mut next = chosen[..=index].to_vec();
            next[index] += 1;
            next.extend(first_selection(&groups[index + 1..], later - 1));
            return Some(next);
        }
        later += chosen[index];
    }
    None
}

/// Every way to choose `wanted` things out of groups that hold at least as many.
fn selections(groups: &[(u64, usize)], wanted: usize) -> impl Iterator<Item = Vec<usize>> {
    std::iter::successors(Some(first_selection(groups, wanted)), |chosen| {
        next_selection(groups, chosen)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_are_all_the_ways_to_choose() {
        let all: Vec<Vec<usize>> = selections(&[(9, 2), (8, 1), (7, 3)], 3).collect();
        assert_eq!(
            all,
            [
                [0, 0, 3],
                [0, 1, 2],
                [1, 0, 2],
                [1, 1, 1],
                [2, 0, 1],
                [2, 1, 0]
            ]
        );
        assert_eq!(selections(&[], 0).count(), 1);
    }

    #[test]
    fn huge_heaps_are_answered_at_once() {
        let heaps: Vec<u64> = (0..40).map(|n| u64::MAX / (n + 3) * 2).collect();
        let mut options = Vec::new();
        assert!(find(&heaps, 7, 500, |_| true, &mut options));
        assert_eq!(options.len(), 500);
        for option in &options {
            for bit in 0..64 {
                let ones = option.iter().filter(|heap| *heap >> bit & 1 == 1).count();
                assert_eq!(ones % 8, 0);
            }
        }
    }
}
