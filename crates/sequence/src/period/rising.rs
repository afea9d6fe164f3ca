//! The theorem for values that rise: several heaps per move, and a saltus.
//!
//! Let s be a power of two, and all values before the preperiod below s. Heap b + p m with a base heap b is
//! worth s (u + m) + low, where g(b) = s u + low: a *high* part that rises with m and a *low* part that does not. Low parts xor on
//! their own. High parts x, y, z of heaps that rise have x + y + z = T, which rises with n as the high part H of heap n does, so that
//! d = T - H is the same for all n of a residue class. Three facts about xors are enough:
//!
//! - x xor y xor z is at most T and has its parity. So such options differ from g(n) if their low parts
//!   do, or d is odd, or d < 0.
//! - It can be any number v of that parity with x = v and y = z = (T - v) / 2.
//! - One heap that rises gives exactly T; so do two of which one has a high part of 0.
//!
//! Whether the last two give all values below g(n) is a finite question, answered class by class. See docs/periods.md.

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, LEAVE_THREE, LEAVE_TWO};

use super::Claim;

/// The most sets of heaps that are looked at.
const MOST_WORK: u64 = 30_000_000;

/// The largest product of period and saltus.
const MOST_CLASSES: u64 = 1_000_000;

/// How often the number of times that the recurrence goes round is doubled in the search for a proof.
const DOUBLINGS: u32 = 3;

/// True if `count` values may be enough to show that this claim holds for ever.
pub(super) fn is_long_enough(claim: &Claim, count: u64) -> bool {
    let rounds = claim.period.checked_mul(6);
    rounds
        .and_then(|rounds| rounds.checked_add(claim.preperiod))
        .is_some_and(|needed| needed <= count)
}

/// How many values prove a recurrence with a saltus where moves leave several heaps, if they do.
pub(super) fn rises_for_ever(rules: &HeapRules, claim: &Claim, values: &[u32]) -> Option<u64> {
    let listed = listed_end(rules)?;
    let count = values.len() as u64;
    // Two heaps alone cannot have all values below theirs as options.
    let splits_enough = rules.tail().is_some() || rules.most_heaps() >= 3;
    let fits = splits_enough
        && !rules.is_unequal()
        && claim.saltus.is_power_of_two()
        && listed <= count
        && is_long_enough(claim, count);
    if !fits {
        return None;
    }
    let from = claim.preperiod.max(1);
    let first = values.get(1..from as usize)?;
    let largest = first.iter().copied().max().unwrap_or(0);
    // Going round several times is a recurrence, too. Its saltus must exceed the first values; a larger saltus
    // keeps more of each value in the low part, which may be what tells a heap from its options.
    let times = (u64::from(largest) / claim.saltus + 1).next_power_of_two();
    (0..DOUBLINGS).find_map(|doublings| {
        let times = times.checked_mul(1 << doublings)?;
        needed_going_round(rules, claim, values, listed, times)
    })
}

/// How many values prove that going round `times` times is a recurrence, if they do.
fn needed_going_round(
    rules: &HeapRules,
    claim: &Claim,
    values: &[u32],
    listed: u64,
    times: u64,
) -> Option<u64> {
    let from = claim.preperiod.max(1);
    let period = claim.period.checked_mul(times)?;
    let saltus = claim.saltus.checked_mul(times)?;
    let bases = from.checked_add(period)?;
    let digits = rules.digits_to(listed.saturating_sub(1)).count() as u64;
    let work = bases.checked_pow(rules.most_heaps())?.checked_mul(digits)?;
    let classes = period.checked_mul(saltus)?;
    if work > MOST_WORK || classes > MOST_CLASSES || bases > values.len() as u64 {
        return None;
    }
    let base = |heap: u64| Base::new(heap, values[heap as usize], from, saltus);
    let mut cover = Cover {
        bases: (0..bases).map(base).collect(),
        from,
        period,
        classes: vec![Class::default(); classes as usize],
        saltus,
        constants: constants(rules, &values[1..from as usize], saltus),
        is_hit: false,
    };
    cover.look_at(rules, listed);
    if cover.is_hit {
        return None;
    }
    let spread = cover.spread()?;
    // From here on, every option that the argument uses exists.
    let heaps = u64::from(rules.most_heaps());
    let rounds = (heaps.checked_mul(bases)?.checked_add(listed)? / period)
        .checked_add(spread)?
        .checked_add(3)?;
    let proved_from = from.checked_add(period.checked_mul(rounds)?)?;
    let minimal = claim
        .preperiod
        .checked_add(claim.period)?
        .checked_add(period)?;
    let needed = proved_from.max(minimal);
    (needed <= values.len() as u64).then_some(needed)
}

/// Where the listed digits end, if those that repeat for ever allow one heap each, and nothing else.
fn listed_end(rules: &HeapRules) -> Option<u64> {
    match (rules.tail(), rules.last_take()) {
        (Some((first, cycle)), _) => {
            let plain = |d: &u8| d & LEAVE_ONE != 0 && d & (LEAVE_TWO | LEAVE_THREE) == 0;
            cycle.iter().all(plain).then_some(first)
        }
        (None, last) => last?.checked_add(1),
    }
}

/// The values below `saltus` that takes which repeat for ever reach from every large heap: those of the
/// `first` heaps, which do not rise, and that of no heap at all.
fn constants(rules: &HeapRules, first: &[u32], saltus: u64) -> Vec<bool> {
    let mut constants = vec![false; saltus as usize];
    if let Some((_, cycle)) = rules.tail() {
        constants[0] = cycle.iter().all(|d| d & LEAVE_NOTHING != 0);
        for &value in first {
            constants[value as usize] = true;
        }
    }
    constants
}

/// A heap below `from + period`, which stands for all that are multiples of the period larger.
#[derive(Clone, Copy, Debug)]
struct Base {
    heap: i64,
    rises: bool,
    low: u64,
    high: i64,
}

impl Base {
    fn new(heap: u64, value: u32, from: u64, saltus: u64) -> Base {
        Base {
            heap: heap as i64,
            rises: heap >= from,
            low: u64::from(value) % saltus,
            high: (u64::from(value) / saltus) as i64,
        }
    }
}

/// What options with one low part do for the heaps of one residue class; all relative to the heap's high
/// part H.
#[derive(Clone, Debug, Default)]
struct Class {
    /// Single high parts H + d that are options.
    single: Vec<i64>,
    /// By parity of d: the largest d such that all of that parity from 0 to H + d are options.
    from_zero: [Option<i64>; 2],
    /// By parity: the largest d such that all from some number on are, and that number.
    from_later: [Option<(i64, i64)>; 2],
}

struct Cover {
    bases: Vec<Base>,
    from: u64,
    period: u64,
    saltus: u64,
    /// By low part: true if every large heap has an option of just this value.
    constants: Vec<bool>,
    /// By residue class and low part.
    classes: Vec<Class>,
    /// An option may have the value of its heap.
    is_hit: bool,
}

impl Cover {
    /// Looks at every kind of option.
    fn look_at(&mut self, rules: &HeapRules, listed: u64) {
        let bases = self.bases.clone();
        for (k, digit) in rules.digits_to(listed.saturating_sub(1)) {
            for (at, &a) in bases.iter().enumerate().skip(1) {
                if digit & LEAVE_ONE != 0 {
                    self.add(k, &[a]);
                }
                for (next, &b) in bases.iter().enumerate().skip(at) {
                    if digit & LEAVE_TWO != 0 {
                        self.add(k, &[a, b]);
                    }
                    if digit & LEAVE_THREE != 0 {
                        bases[next..].iter().for_each(|&c| self.add(k, &[a, b, c]));
                    }
                    if self.is_hit {
                        return;
                    }
                }
            }
        }
        if rules.tail().is_some() {
            self.add_tail(listed);
        }
    }

    /// Adds the options that take `k` and leave heaps of these residues.
    fn add(&mut self, k: u64, heaps: &[Base]) {
        let mut rising = [0; 3];
        let mut count = 0;
        let (mut total, mut low) = (k as i64, 0);
        for base in heaps {
            total += base.heap;
            low ^= base.low;
            if base.rises {
                rising[count] = base.high;
                count += 1;
            }
        }
        if count == 0 {
            return;
        }
        let rising = &rising[..count];
        let (residue, offset) = self.residue(total);
        let own = self.bases[residue + self.from as usize];
        let d = offset + rising.iter().sum::<i64>() - own.high;
        if low == own.low {
            let avoided = if count == 1 {
                d != 0
            } else {
                d < 0 || d % 2 != 0
            };
            self.is_hit |= !avoided;
        }
        let constant = self.constants[low as usize];
        let class = &mut self.classes[residue * self.saltus as usize + low as usize];
        match *rising {
            [_] => class.add_single(d),
            [x, y] if x.min(y) == 0 => class.add_single(d),
            [x, y, z] => {
                for (start, others) in [(x, y.max(z)), (y, x.max(z)), (z, x.max(y))] {
                    let parity = d.rem_euclid(2) as usize;
                    class.add_range(first_of(start, constant), d - 2 * others, parity);
                }
            }
            _ => {}
        }
    }

    /// Adds the single heaps that every take from `listed` on leaves.
    fn add_tail(&mut self, listed: u64) {
        for residue in 0..self.period as usize {
            let own = self.bases[residue + self.from as usize];
            for at in self.from as usize..self.bases.len() {
                let base = self.bases[at];
                let rounds = (own.heap - listed as i64 - base.heap).div_euclid(self.period as i64);
                let d = rounds + base.high - own.high;
                self.is_hit |= base.low == own.low && d >= 0;
                let start = first_of(base.high, self.constants[base.low as usize]);
                let class = &mut self.classes[residue * self.saltus as usize + base.low as usize];
                class.add_range(start, d, d.rem_euclid(2) as usize);
                class.add_range(start, d - 1, (d - 1).rem_euclid(2) as usize);
            }
        }
    }

    /// The residue class of heap `total + period * m`, and by how much m differs from the heap's own.
    fn residue(&self, total: i64) -> (usize, i64) {
        let (from, period) = (self.from as i64, self.period as i64);
        let residue = (total - from).rem_euclid(period);
        (residue as usize, (from + residue - total) / period)
    }

    /// True if every smaller value is an option: how many rounds later than the first at most.
    fn spread(&self) -> Option<u64> {
        let mut spread = 0;
        for residue in 0..self.period as usize {
            let own = self.bases[residue + self.from as usize];
            for low in 0..self.saltus {
                let class = &self.classes[residue * self.saltus as usize + low as usize];
                let top = if low >= own.low { -1 } else { 0 };
                for parity in 0..2 {
                    spread = spread.max(class.covers(parity, top)?);
                }
            }
        }
        u64::try_from(spread).ok()
    }
}

/// The first high part of a range from `start` on, together with 0 if that is always an option.
fn first_of(start: i64, constant: bool) -> i64 {
    match start {
        1 if constant => 0,
        start => start,
    }
}

impl Class {
    /// H + `d` is an option.
    fn add_single(&mut self, d: i64) {
        if !self.single.contains(&d) {
            self.single.push(d);
        }
    }

    /// All high parts of one parity from `start` to H + `d` are options.
    fn add_range(&mut self, start: i64, d: i64, parity: usize) {
        if start == 0 {
            let known = &mut self.from_zero[parity];
            *known = Some(known.map_or(d, |known| known.max(d)));
        }
        let later = &mut self.from_later[parity];
        if later.is_none_or(|(known, from)| (d, -start) > (known, -from)) {
            *later = Some((d, start));
        }
    }

    /// True if all high parts of this parity from 0 to H + `top` are options: from which H on.
    fn covers(&self, parity: usize, top: i64) -> Option<i64> {
        let zero = self.from_zero[parity]?;
        let (later, start) = self.from_later[parity]?;
        let reached = zero.max(later);
        let mut missing = (reached + 1..=top).filter(|d| d.rem_euclid(2) as usize == parity);
        missing
            .all(|d| self.single.contains(&d))
            .then_some((start - zero).max(-zero).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Period, Plain, Theorem};
    use grundy_core::Limits;

    fn values(rules: &HeapRules, count: usize) -> Vec<u32> {
        let mut values = Vec::new();
        let mut plain = Plain::new(rules.clone());
        plain
            .produce_wide(count, &mut values, &Limits::default())
            .unwrap();
        values
    }

    #[test]
    fn laskers_nim_rises_by_four_for_ever() {
        let lasker = HeapRules::with_tail(&[4], &[3]);
        let period = Period::find(&lasker, &values(&lasker, 200)).unwrap();
        assert_eq!((period.preperiod, period.period, period.saltus), (1, 4, 4));
        assert_eq!(period.theorem, Theorem::Rising);
    }

    #[test]
    fn whatever_is_proved_of_a_hexadecimal_code_holds_three_times_as_far() {
        let mut rising = 0;
        for digits in 0..0x400u32 {
            let digit = |at: u32| (digits >> (4 * at) & 15) as u8;
            let tail: &[u8] = if digits >= 0x300 { &[3] } else { &[] };
            let first = if digits >= 0x200 { 4 } else { 0 };
            let rules = HeapRules::with_tail(&[first, digit(0), digit(1)], tail);
            let far = values(&rules, 600);
            let Some(period) = Period::find(&rules, &far[..200]) else {
                continue;
            };
            let claim = Claim {
                preperiod: period.preperiod,
                period: period.period,
                saltus: period.saltus,
            };
            assert!(claim.holds_on(&far), "{rules}: {period:?}");
            rising += u32::from(period.theorem == Theorem::Rising);
        }
        assert!(rising > 50, "only {rising} codes are proved to rise");
    }

    /// The least period of a list, and the least heap from which on it holds, by trying every one.
    fn least_by_trying(values: &[u32], longest: usize) -> Option<(u64, u64, u64)> {
        (1..=longest).find_map(|period| {
            let rise = |n: usize| i64::from(values[n + period]) - i64::from(values[n]);
            let last = values.len() - period - 1;
            let saltus = u64::try_from(rise(last)).ok()?;
            let from = (0..=last)
                .rev()
                .take_while(|&n| rise(n) == rise(last))
                .last()?;
            (from + 2 * period <= values.len() / 2).then_some((from as u64, period as u64, saltus))
        })
    }

    #[test]
    fn periods_of_random_hexadecimal_codes_are_the_least_there_are() {
        let named: [&[u8]; 6] = [
            &[0, 0xf, 0xf, 0xb, 0xd],
            &[8, 4, 7, 0xb, 0xd],
            &[8, 0, 5, 5, 3, 0xd],
            &[8, 0, 3, 6, 0xc, 0xf, 7],
            &[0, 0xc, 5, 0xb, 5, 2, 0xd],
            &[0, 0xc, 0xd, 4, 3, 9, 1],
        ];
        let mut state = 0x5eed_u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        let mut codes: Vec<HeapRules> = named
            .iter()
            .map(|digits| HeapRules::with_tail(digits, &[]))
            .collect();
        for _ in 0..1200 {
            let length = 1 + random(6);
            let first = [0, 4, 8, 12][random(4) as usize];
            let digits: Vec<u8> = std::iter::once(first)
                .chain((0..length).map(|_| random(16) as u8))
                .collect();
            let cycle: &[u8] = [&[][..], &[], &[3], &[2, 3]][random(4) as usize];
            codes.push(HeapRules::with_tail(&digits, cycle));
        }
        let mut rising = 0;
        for rules in codes {
            let far = values(&rules, 700);
            let Some(found) = Period::find(&rules, &far[..300]) else {
                continue;
            };
            let claimed = (found.preperiod, found.period, found.saltus);
            let least = least_by_trying(&far, found.period as usize);
            assert_eq!(Some(claimed), least, "{rules}");
            assert!(found.is_proved_by(&rules, &far[..300]), "{rules}");
            rising += u32::from(found.theorem == Theorem::Rising);
        }
        assert!(rising > 30, "only {rising} codes are proved to rise");
    }

    #[test]
    fn a_recurrence_that_ends_is_not_proved() {
        let lasker = HeapRules::with_tail(&[4], &[3]);
        let mut changed = values(&lasker, 200);
        changed[199] += 1;
        assert_eq!(Period::find(&lasker, &changed), None);
    }
}
