//! Misère outcomes of sums by search: slow, simple, and the measure of everything else here.

use grundy_core::{LimitReached, Limits};
use rustc_hash::FxHashMap;

use crate::heaps::Heaps;
use crate::meter::Clock;

/// Outcomes found by search, remembered.
pub struct Outcomes<'a> {
    heaps: &'a dyn Heaps,
    /// Whether each sum found so far is lost for the player to move; sums are sorted.
    lost: FxHashMap<Box<[usize]>, bool>,
    /// What the sums in `lost` take.
    bytes: u64,
}

/// A sum whose options are being examined.
struct OpenSum {
    sum: Box<[usize]>,
    options: Vec<Box<[usize]>>,
    has_moves: bool,
    /// What the options took when they were listed.
    bytes: u64,
}

impl<'a> Outcomes<'a> {
    /// Nothing known yet.
    pub fn new(heaps: &'a dyn Heaps) -> Outcomes<'a> {
        Outcomes {
            heaps,
            lost: FxHashMap::default(),
            bytes: 0,
        }
    }

    /// Whether the player to move loses a sum of heaps, given by their numbers; 0 is the empty heap.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if there are too many positions, or they take too much memory or time.
    pub fn is_lost(&mut self, sum: &[usize], limits: &Limits) -> Result<bool, LimitReached> {
        let root = normal(sum.to_vec());
        if let Some(&is_lost) = self.lost.get(&root) {
            return Ok(is_lost);
        }
        let clock = Clock::new(limits);
        let mut open_bytes = 0;
        let mut open = vec![self.open(root.clone(), open_bytes, &clock)?];
        while let Some(top) = open.last_mut() {
            clock.tick(1 + top.sum.len() as u64)?;
            let outcome = match top
                .options
                .last()
                .map(|option| (option, self.lost.get(option)))
            {
                Some((_, Some(true))) => Some(false),
                Some((_, Some(false))) => {
                    top.options.pop();
                    None
                }
                Some((option, None)) => {
                    let option = option.clone();
                    open_bytes += top.bytes;
                    let next = self.open(option, open_bytes, &clock)?;
                    open.push(next);
                    None
                }
                None => Some(top.has_moves),
            };
            if let Some(is_lost) = outcome {
                let done = open.pop().expect("the top is there");
                open_bytes -= open.last().map_or(0, |below| below.bytes);
                self.bytes += bytes_of(&done.sum);
                self.lost.insert(done.sum, is_lost);
                limits.check_positions(self.lost.len() as u64)?;
            }
        }
        Ok(self.lost[&root])
    }

    fn open(
        &self,
        sum: Box<[usize]>,
        open_bytes: u64,
        clock: &Clock<'_>,
    ) -> Result<OpenSum, LimitReached> {
        let options = options(self.heaps, &sum, self.bytes + open_bytes, clock)?;
        Ok(OpenSum {
            has_moves: !options.is_empty(),
            bytes: bytes_of(&sum) + options.iter().map(|option| bytes_of(option)).sum::<u64>(),
            sum,
            options,
        })
    }
}

/// About what a sum takes, with its place in a table.
pub(crate) fn bytes_of(sum: &[usize]) -> u64 {
    64 + size_of_val(sum) as u64
}

/// The options of a sum, each once; `taken` bytes are in use already.
pub(crate) fn options(
    heaps: &dyn Heaps,
    sum: &[usize],
    taken: u64,
    clock: &Clock<'_>,
) -> Result<Vec<Box<[usize]>>, LimitReached> {
    let mut options = Vec::new();
    let (mut bytes, mut checked) = (taken, Ok(()));
    for (at, &heap) in sum.iter().enumerate() {
        if at > 0 && sum[at - 1] == heap {
            continue;
        }
        heaps.for_each_option(heap, &mut |left| {
            let parts = sum.len() + left.len();
            bytes += 64 + (parts * size_of::<usize>()) as u64;
            checked = clock
                .tick(parts as u64)
                .and_then(|()| clock.limits.check_bytes(bytes));
            if checked.is_ok() {
                let mut option = sum.to_vec();
                option.swap_remove(at);
                option.extend_from_slice(left);
                options.push(normal(option));
            }
            checked.is_ok()
        });
        checked?;
    }
    options.sort_unstable();
    options.dedup();
    Ok(options)
}

/// A sum in order, without empty heaps.
pub(crate) fn normal(mut sum: Vec<usize>) -> Box<[usize]> {
    sum.retain(|&heap| heap != 0);
    sum.sort_unstable();
    sum.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::HeapRules;

    #[test]
    fn misere_kayles_is_lost_at_heaps_1_4_9_12_20_and_no_other() {
        let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
        let mut outcomes = Outcomes::new(&kayles);
        let lost: Vec<usize> = (0..24)
            .filter(|&n| outcomes.is_lost(&[n], &Limits::default()).unwrap())
            .collect();
        assert_eq!(lost, [1, 4, 9, 12, 20]);
    }

    #[test]
    fn misere_nim_is_lost_by_the_rule_of_bouton() {
        let nim = HeapRules::with_tail(&[0], &[3]);
        let mut outcomes = Outcomes::new(&nim);
        for a in 0..5 {
            for b in 0..5 {
                for c in 0..5 {
                    let by_rule = if a.max(b).max(c) <= 1 {
                        (a + b + c) % 2 == 1
                    } else {
                        a ^ b ^ c == 0
                    };
                    let found = outcomes.is_lost(&[a, b, c], &Limits::default());
                    assert_eq!(found, Ok(by_rule), "{a},{b},{c}");
                }
            }
        }
    }
}
