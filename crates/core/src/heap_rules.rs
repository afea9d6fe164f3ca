//! Taking-and-breaking games: what one move may do to one heap.
//!
//! The classical code `d0.d1d2d3…` says what may be left after taking `k` from a heap: bit 1 of
//! `d_k` nothing, bit 2 one heap, bit 4 two heaps, bit 8 three (Guy and Smith 1956; Winning Ways,
//! chapter 4). Heaps that are left are never empty.

use std::fmt;

/// The rules of one taking-and-breaking game, for any heap size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapRules {
    /// `(k, d_k)` in ascending order of `k`, for the `k` whose digit is not 0.
    digits: Vec<(u64, u8)>,
    /// Digits that repeat for ever after the listed ones: `(first k, cycle)`; empty cycle for none.
    tail: (u64, Vec<u8>),
    /// The two heaps of a split must differ (Grundy's game).
    unequal: bool,
}

/// May leave nothing.
pub const LEAVE_NOTHING: u8 = 1;
/// May leave one heap.
pub const LEAVE_ONE: u8 = 2;
/// May leave two heaps.
pub const LEAVE_TWO: u8 = 4;
/// May leave three heaps.
pub const LEAVE_THREE: u8 = 8;

impl HeapRules {
    /// Rules from `(take, digit)` pairs in any order; zero digits are dropped, repeats are merged.
    ///
    /// # Panics
    ///
    /// If a digit exceeds 15, or one for `take` 0 would allow the heap to stay as it is.
    pub fn new(pairs: impl IntoIterator<Item = (u64, u8)>) -> HeapRules {
        let mut digits: Vec<(u64, u8)> = pairs.into_iter().filter(|&(_, d)| d != 0).collect();
        digits.sort_unstable();
        digits.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 |= next.1;
            }
            same
        });
        assert!(
            digits.iter().all(|&(_, d)| d < 16),
            "digits are hexadecimal"
        );
        assert!(
            digits
                .iter()
                .all(|&(k, d)| k > 0 || d & (LEAVE_NOTHING | LEAVE_ONE) == 0),
            "a move must change the heap"
        );
        HeapRules {
            digits,
            tail: (0, Vec::new()),
            unequal: false,
        }
    }

    /// Rules with digits `d0, d1, …` and then `cycle` for ever.
    ///
    /// # Panics
    ///
    /// As [`HeapRules::new`], also for the digits of the cycle.
    pub fn with_tail(digits: &[u8], cycle: &[u8]) -> HeapRules {
        assert!(cycle.iter().all(|&d| d < 16), "digits are hexadecimal");
        assert!(
            cycle.is_empty() || !digits.is_empty(),
            "the tail comes after the point"
        );
        let mut rules = HeapRules::new((0..).zip(digits.iter().copied()));
        if cycle.iter().any(|&d| d != 0) {
            rules.tail = (digits.len() as u64, cycle.to_vec());
        }
        rules
    }

    /// The same rules where the two heaps of a split must differ.
    pub fn unequal(mut self) -> HeapRules {
        self.unequal = true;
        self
    }

    /// True if the two heaps of a split must differ.
    pub fn is_unequal(&self) -> bool {
        self.unequal
    }

    /// The digit for taking `k`.
    pub fn digit(&self, k: u64) -> u8 {
        let (first, cycle) = &self.tail;
        if !cycle.is_empty() && k >= *first {
            return cycle[((k - first) % cycle.len() as u64) as usize];
        }
        self.digits
            .binary_search_by_key(&k, |&(take, _)| take)
            .map_or(0, |at| self.digits[at].1)
    }

    /// The non-zero digits `(k, d_k)` with `k <= largest`, in ascending order.
    pub fn digits_to(&self, largest: u64) -> impl Iterator<Item = (u64, u8)> + '_ {
        self.digits_between(0, largest)
    }

    /// The non-zero digits `(k, d_k)` with `smallest <= k <= largest`, in ascending order.
    pub fn digits_between(
        &self,
        smallest: u64,
        largest: u64,
    ) -> impl Iterator<Item = (u64, u8)> + '_ {
        let from = self.digits.partition_point(|&(k, _)| k < smallest);
        let listed = self.digits[from..].iter().copied();
        let endless = match self.tail() {
            Some((first, _)) => first.max(smallest)..largest.saturating_add(1),
            None => 0..0,
        };
        let tail = endless
            .map(|k| (k, self.digit(k)))
            .filter(|&(_, digit)| digit != 0);
        listed.take_while(move |&(k, _)| k <= largest).chain(tail)
    }

    /// The repeating digits and the first `k` they stand for, if there are any.
    pub fn tail(&self) -> Option<(u64, &[u8])> {
        (!self.tail.1.is_empty()).then_some((self.tail.0, &self.tail.1[..]))
    }

    /// The largest `k` with a digit, or `None` if digits go on for ever.
    pub fn last_take(&self) -> Option<u64> {
        match self.tail() {
            Some(_) => None,
            None => Some(self.digits.last().map_or(0, |&(k, _)| k)),
        }
    }

    /// The most heaps that one move may leave.
    pub fn most_heaps(&self) -> u32 {
        let all = self.digits.iter().map(|&(_, d)| d);
        let bits = all
            .chain(self.tail.1.iter().copied())
            .fold(0, |a, d| a | (d & !LEAVE_NOTHING));
        u8::BITS - bits.leading_zeros().min(u8::BITS) - u32::from(bits != 0)
    }

    /// The number of distinct options of a heap of `n`, if it fits.
    ///
    /// `None` also where the repeating digits allow splits and are too many to walk.
    pub fn option_count(&self, n: u64) -> Option<u128> {
        const LONGEST_WALK: u64 = 10_000_000;
        match self.tail() {
            Some((first, cycle)) if n > LONGEST_WALK.max(first) => {
                let only_takes = cycle.iter().all(|&d| d & !(LEAVE_NOTHING | LEAVE_ONE) == 0);
                let listed = self.count_taking(0..=first - 1, n)?;
                let tail = only_takes.then(|| self.count_endless_takes(first, cycle, n))?;
                listed.checked_add(tail)
            }
            _ => self.count_taking(0..=n, n),
        }
    }

    /// Options that take a number in `takes`.
    fn count_taking(&self, takes: std::ops::RangeInclusive<u64>, n: u64) -> Option<u128> {
        let mut count = 0u128;
        for (k, digit) in self.digits_between(*takes.start(), *takes.end()) {
            let rest = n - k;
            let (half, even) = (u128::from(rest / 2), rest.is_multiple_of(2));
            count += u128::from(digit & LEAVE_NOTHING != 0 && rest == 0);
            count += u128::from(digit & LEAVE_ONE != 0 && rest > 0);
            if digit & LEAVE_TWO != 0 && rest > 0 {
                count += half - u128::from(self.unequal && even);
            }
            if digit & LEAVE_THREE != 0 {
                // Partitions into exactly three parts: the nearest integer to rest^2/12.
                let square = u128::from(rest).checked_mul(u128::from(rest))?;
                count += square.checked_add(6)? / 12;
            }
        }
        Some(count)
    }

    /// Options by the repeating digits, none of which splits, for `n` beyond the first of them.
    fn count_endless_takes(&self, first: u64, cycle: &[u8], n: u64) -> u128 {
        let leaving_one = |digits: &[u8]| digits.iter().filter(|&&d| d & LEAVE_ONE != 0).count();
        let length = cycle.len() as u64;
        let (rounds, rest) = ((n - first) / length, (n - first) % length);
        let one = u128::from(rounds) * leaving_one(cycle) as u128
            + leaving_one(&cycle[..rest as usize]) as u128;
        one + u128::from(self.digit(n) & LEAVE_NOTHING != 0)
    }

    /// The digits `(k, d_k)` by which a heap of `n` may have an option, in ascending order of `k`.
    ///
    /// Taking less than everything must leave something, so a digit that only allows nothing to be left
    /// counts for `k = n` alone.
    pub fn takes_from(&self, n: u64) -> impl Iterator<Item = (u64, u8)> + '_ {
        let leaves_heaps = |digit: u8| digit & !LEAVE_NOTHING != 0;
        let from = self.digits.iter().copied();
        let listed = from.take_while(move |&(k, _)| k < n);
        let tail = match self.tail() {
            Some((first, cycle)) if cycle.iter().any(|&digit| leaves_heaps(digit)) => first..n,
            _ => 0..0,
        };
        let tail = tail.map(|k| (k, self.digit(k)));
        let all = Some((n, self.digit(n))).filter(|&(_, digit)| digit != 0);
        let partial = listed
            .chain(tail)
            .filter(move |&(_, digit)| leaves_heaps(digit));
        partial.chain(all)
    }

    /// The options of a heap of `n`, each once, as the heaps that are left: ascending, with zeros
    /// behind them.
    pub fn options(&self, n: u64) -> impl Iterator<Item = [u64; 3]> + '_ {
        self.takes_from(n)
            .flat_map(move |(k, digit)| self.options_taking(digit, n - k))
    }

    fn options_taking(&self, digit: u8, rest: u64) -> impl Iterator<Item = [u64; 3]> + use<> {
        let unequal = self.unequal;
        let has = |bit: u8, is_possible: bool| digit & bit != 0 && is_possible;
        let nothing = has(LEAVE_NOTHING, rest == 0).then_some([0; 3]);
        let one = has(LEAVE_ONE, rest > 0).then_some([rest, 0, 0]);
        let most = |bit: u8, parts: u64| if has(bit, true) { rest / parts } else { 0 };
        let two = (1..=most(LEAVE_TWO, 2))
            .map(move |a| [a, rest - a, 0])
            .filter(move |left| !unequal || left[0] != left[1]);
        let three = (1..=most(LEAVE_THREE, 3))
            .flat_map(move |a| (a..=(rest - a) / 2).map(move |b| [a, b, rest - a - b]));
        nothing.into_iter().chain(one).chain(two).chain(three)
    }

    /// Visits every option of a heap of `n` once, as the heaps that are left in ascending order,
    /// with the number taken; stops when `visit` answers `false`.
    pub fn for_each_option(&self, n: u64, mut visit: impl FnMut(u64, &[u64]) -> bool) {
        for (k, _) in self.takes_from(n) {
            let mut goes_on = true;
            self.for_each_option_taking(k, n, |left| {
                goes_on = visit(k, left);
                goes_on
            });
            if !goes_on {
                return;
            }
        }
    }

    /// As [`HeapRules::for_each_option`] for the moves that take `k`, which is at most `n`.
    pub fn for_each_option_taking(&self, k: u64, n: u64, mut visit: impl FnMut(&[u64]) -> bool) {
        let (digit, rest) = (self.digit(k), n - k);
        if digit & LEAVE_NOTHING != 0 && rest == 0 && !visit(&[]) {
            return;
        }
        if digit & LEAVE_ONE != 0 && rest > 0 && !visit(&[rest]) {
            return;
        }
        if digit & LEAVE_TWO != 0 {
            for a in 1..=rest / 2 {
                let allowed = !self.unequal || a != rest - a;
                if allowed && !visit(&[a, rest - a]) {
                    return;
                }
            }
        }
        if digit & LEAVE_THREE != 0 {
            for a in 1..=rest / 3 {
                for b in a..=(rest - a) / 2 {
                    if !visit(&[a, b, rest - a - b]) {
                        return;
                    }
                }
            }
        }
    }

    /// The classical code, if there is one: `0.77`, `4.(3)`.
    pub fn code(&self) -> Option<String> {
        const LONGEST: u64 = 64;
        let listed = self.digits.last().map_or(0, |&(k, _)| k);
        let end = self.tail().map_or(listed, |(first, _)| first - 1);
        if self.unequal || end > LONGEST {
            return None;
        }
        let digits = |range: std::ops::RangeInclusive<u64>| -> String {
            range.map(|k| format!("{:x}", self.digit(k))).collect()
        };
        let cycle: String = self.tail.1.iter().map(|d| format!("{d:x}")).collect();
        let after = match (end, cycle.is_empty()) {
            (0, true) => "0".to_owned(),
            (_, true) => digits(1..=end),
            (_, false) => format!("{}({cycle})", digits(1..=end)),
        };
        Some(format!("{:x}.{after}", self.digit(0)))
    }
}

impl fmt::Display for HeapRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code() {
            Some(code) => f.write_str(&code),
            None => {
                let pairs: Vec<String> = self
                    .digits
                    .iter()
                    .map(|(k, d)| format!("{k}:{d:x}"))
                    .collect();
                let unequal = if self.unequal { " unequal" } else { "" };
                write!(f, "{{{}}}{unequal}", pairs.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(rules: &HeapRules, n: u64) -> u128 {
        let mut options = std::collections::BTreeSet::new();
        rules.for_each_option(n, |_, heaps| options.insert(heaps.to_vec()));
        options.len() as u128
    }

    #[test]
    fn option_counts_are_the_number_of_distinct_options() {
        let games = [
            HeapRules::with_tail(&[0, 7, 7], &[]),
            HeapRules::with_tail(&[4, 0xf, 8], &[]),
            HeapRules::with_tail(&[4], &[3]),
            HeapRules::with_tail(&[0, 1], &[2, 0xc]),
            HeapRules::new([(0, 4)]).unequal(),
            HeapRules::new([(1, 3), (7, 3), (3, 1)]),
        ];
        for rules in &games {
            for n in 0..40 {
                assert_eq!(
                    rules.option_count(n),
                    Some(counted(rules, n)),
                    "{rules} {n}"
                );
            }
        }
    }

    #[test]
    fn options_are_the_same_one_by_one_and_by_visits() {
        for rules in [
            HeapRules::with_tail(&[4, 0xf, 8], &[]),
            HeapRules::with_tail(&[0, 1], &[2, 0xd]),
            HeapRules::with_tail(&[0], &[1]),
            HeapRules::new([(0, 4)]).unequal(),
        ] {
            for n in 0..30 {
                let mut visited = Vec::new();
                rules.for_each_option(n, |_, left| {
                    let mut padded = [0; 3];
                    padded[..left.len()].copy_from_slice(left);
                    visited.push(padded);
                    true
                });
                assert_eq!(rules.options(n).collect::<Vec<_>>(), visited, "{rules} {n}");
            }
        }
        let only_all = HeapRules::with_tail(&[0], &[1]);
        assert_eq!(only_all.options(1 << 60).count(), 1);
    }

    #[test]
    fn endless_takes_are_counted_without_walking() {
        for rules in [
            HeapRules::with_tail(&[4], &[3]),
            HeapRules::with_tail(&[0, 7], &[1, 2, 0, 3]),
        ] {
            let (first, cycle) = rules.tail().unwrap();
            for n in first + 1..60 {
                let walked = rules.count_taking(first..=n, n);
                let counted = rules.count_endless_takes(first, cycle, n);
                assert_eq!(walked, Some(counted), "{rules} {n}");
            }
            assert!(rules.option_count(1 << 60).is_some());
        }
    }

    #[test]
    fn codes_are_printed_as_they_are_written() {
        assert_eq!(HeapRules::with_tail(&[0, 7, 7], &[]).to_string(), "0.77");
        assert_eq!(HeapRules::with_tail(&[4], &[3]).to_string(), "4.(3)");
        assert_eq!(HeapRules::with_tail(&[0, 1], &[3]).to_string(), "0.1(3)");
        assert_eq!(HeapRules::with_tail(&[4, 0], &[]).to_string(), "4.0");
    }

    #[test]
    fn most_heaps_reads_the_highest_bit() {
        assert_eq!(HeapRules::with_tail(&[0, 1], &[]).most_heaps(), 0);
        assert_eq!(HeapRules::with_tail(&[0, 3], &[]).most_heaps(), 1);
        assert_eq!(HeapRules::with_tail(&[0, 7, 7], &[]).most_heaps(), 2);
        assert_eq!(HeapRules::with_tail(&[0, 0xf], &[]).most_heaps(), 3);
    }
}
