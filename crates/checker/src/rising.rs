//! Values that rise, where moves leave up to three heaps.
//!
//! The digits are finitely many; or from take L on they repeat, each of them allows one heap, and none allows a
//! split. (Without repeating digits, let L be the largest take plus 1.) Let n0 >= 1, let S be a power of two that
//! exceeds the values of heaps 1 to n0 - 1, and let q >= 1. The claim is g(n + q) = g(n) + S for all n >= n0.
//!
//! Heaps below n0 are *fixed*, the others *rise*. A value is S x + l with l < S: its *high part* x and *low part* l.
//! As S is a power of two, both are xored on their own. A *base* is a heap below n0 + q. A heap that rises is b + q m
//! with a base b >= n0, and, as claimed, its high part is that of b plus m. A fixed heap is a base with the high part
//! 0.
//!
//! A *kind* of options is a take k < L and one to three bases, at least one of which rises, together with all sets of
//! heaps that result from adding multiples of q to the rising bases. Let T be the sum of the high parts of the rising
//! heaps of an option of n, and H the high part of n. Both grow by 1 if n grows by q and the kind is the same. So
//! d = T - H is determined by the kind. (A kind determines the residue of n modulo q.) The high part of the option is
//! - T, if one heap rises, or if two do and one of them has the high part 0;
//! - else at most T, and congruent to T modulo 2. For three rising heaps, it takes every value v of this parity with
//!   x <= v <= T - 2 y, where x is the high part of one base and y the larger one of the two others: the first heap
//!   has the high part v, and the others (T - v) / 2 each.
//!
//! Repeating digits leave any single heap m <= n - L: for a rising base, all high parts from that of the base to
//! H + d, where d is determined by the residue of n; and the fixed heaps; and nothing at all, if every repeating
//! digit allows it.
//!
//! **Theorem 5 (`rising`).** *Suppose that for every residue of n modulo q*
//! 1. *no kind whose low part is that of n has d = 0, or, if several heaps rise, an even d >= 0; and no rising base
//!    whose low part is that of n has d >= 0 by repeating digits;*
//! 2. *for every low part l, what was said above gives options with low part l and every high part from 0 to H - 1,
//!    and H if l is less than the low part of n, once H >= R;*
//!
//! *and that the claim is seen on all heaps below B = n0 + q (R + 1) + L + h (n0 + q), where h is the most heaps that
//! a move leaves. Then it holds for ever.*
//!
//! Proof. By induction on n >= B; all smaller heaps are as claimed. The value claimed for n has a high part
//! H >= R + 1 >= 1. Options without rising heaps arise by repeating digits only, since n >= L + h n0; they are worth
//! less than S. The other options do not have the claimed value, by 1: their low part differs, or T is odd relative
//! to H, or T < H. And all smaller values are options by 2: since n >= n0 + L + (h - 1) (n0 + q), the options with
//! one heap that is not a base exist, and the others exist by their description. ∎ (Hexadecimal games were studied by
//! R. B. Austin, Impartial and partisan games, 1976, and by S. Howse and R. J. Nowakowski, Periodicity and
//! arithmetic-periodicity in hexadecimal games, 2004.)
//!
//! The claim with q = p t and S = s t is tried for t = 1, 2, 4, …, beginning where S exceeds the first values; Lemma
//! A leads back to p.

use crate::limits::Meter;
use crate::period::{PeriodClaim, Shown};
use crate::rules::Rules;
use crate::values::nim_values;
use crate::{CheckError, Hypothesis, Refutation, Unsupported};

/// How many multiples of the period are tried.
const MULTIPLES: u32 = 4;

/// Checks a claim by Theorem 5; how many values were computed.
///
/// The hash is that of the values shown; if the theorem needs more of them, they are computed.
pub(crate) fn check(
    rules: &Rules,
    claim: PeriodClaim,
    shown: Shown,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    let plain = |digit: &u8| digit & 14 == 2;
    let is_plain = rules
        .tail
        .as_ref()
        .is_none_or(|tail| tail.cycle.iter().all(plain));
    if rules.unequal || !is_plain {
        return Err(CheckError::NotSupported {
            what: Unsupported::TheoremForRules,
        });
    }
    shown.at_least(claim.lemma_needs(claim.period))?;
    let mut values = nim_values(rules, shown.count, meter)?;
    claim.check_table(&values, meter)?;
    shown.check_hash(&values)?;
    if !claim.saltus.is_power_of_two() {
        let which = Hypothesis::PowerOfTwo;
        return Err(Refutation::Hypothesis { which, heap: None }.into());
    }
    let fixed = &values[1..claim.first_heap() as usize];
    let largest = u64::from(fixed.iter().copied().max().unwrap_or(0));
    let mut times = 1u64;
    while claim
        .saltus
        .checked_mul(times)
        .is_some_and(|saltus| saltus <= largest)
    {
        times *= 2;
    }
    for _ in 0..MULTIPLES {
        let Some(multiple) = Multiple::new(rules, claim, times) else {
            break;
        };
        if (values.len() as u64) < multiple.bases {
            values = nim_values(rules, multiple.bases, meter)?;
        }
        if let Some(needed) = multiple.needed_values(rules, claim, &values, meter)? {
            if (values.len() as u64) < needed {
                values = nim_values(rules, needed, meter)?;
                claim.check_table(&values, meter)?;
            }
            return Ok(values.len() as u64);
        }
        times *= 2;
    }
    let which = Hypothesis::Rising;
    Err(Refutation::Hypothesis { which, heap: None }.into())
}

/// A multiple of the claimed recurrence.
#[derive(Clone, Copy)]
struct Multiple {
    /// n0.
    from: u64,
    /// q.
    period: u64,
    /// S.
    saltus: u64,
    /// n0 + q.
    bases: u64,
    /// L.
    listed: u64,
}

impl Multiple {
    /// `None` if the numbers are beyond all tables.
    fn new(rules: &Rules, claim: PeriodClaim, times: u64) -> Option<Multiple> {
        let period = claim.period.checked_mul(times)?;
        let bases = claim.first_heap().checked_add(period)?;
        let small = |number: u64| number < 1 << 31;
        let multiple = Multiple {
            from: claim.first_heap(),
            period,
            saltus: claim.saltus.checked_mul(times)?,
            bases,
            listed: rules.listed_end()?,
        };
        (small(bases) && small(multiple.saltus) && small(multiple.listed)).then_some(multiple)
    }

    /// How many values Theorem 5 and Lemma A need; `None` if 1 or 2 does not hold.
    fn needed_values(
        &self,
        rules: &Rules,
        claim: PeriodClaim,
        values: &[u32],
        meter: &mut Meter,
    ) -> Result<Option<u64>, CheckError> {
        let low_parts = self.period.saturating_mul(self.saltus);
        meter.reserve(low_parts, size_of::<Reached>() as u64)?;
        meter.reserve(self.bases, size_of::<Base>() as u64)?;
        let bases = (0..self.bases as usize).map(|heap| Base::new(heap, values[heap], self));
        let mut options = Options {
            multiple: *self,
            bases: bases.collect(),
            always: self.always(rules, values),
            reached: vec![Reached::default(); low_parts as usize],
            hits: false,
        };
        options.add_kinds(rules, meter)?;
        if rules.tail.is_some() {
            options.add_repeating(meter)?;
        }
        let Some(rounds) = options.covers_all().filter(|_| !options.hits) else {
            return Ok(None);
        };
        let bound = (u64::try_from(rounds).ok())
            .and_then(|rounds| self.period.checked_mul(rounds.checked_add(1)?))
            .and_then(|sum| sum.checked_add(self.from)?.checked_add(self.listed))
            .and_then(|sum| sum.checked_add(rules.most_heaps().checked_mul(self.bases)?))
            .and_then(|sum| Some(sum.max(claim.lemma_needs(self.period)?)));
        Ok(bound)
    }

    /// By low part: is this value an option of every large heap by repeating digits that leave a fixed heap or nothing?
    fn always(&self, rules: &Rules, values: &[u32]) -> Vec<bool> {
        let mut always = vec![false; self.saltus as usize];
        if let Some(tail) = &rules.tail {
            always[0] = tail.cycle.iter().all(|digit| digit & 1 != 0);
            for &value in &values[1..self.from as usize] {
                always[value as usize] = true;
            }
        }
        always
    }
}

#[derive(Clone, Copy)]
struct Base {
    heap: i64,
    rises: bool,
    high: i64,
    low: usize,
}

impl Base {
    fn new(heap: usize, value: u32, multiple: &Multiple) -> Base {
        Base {
            heap: heap as i64,
            rises: heap as u64 >= multiple.from,
            high: (u64::from(value) / multiple.saltus) as i64,
            low: (u64::from(value) % multiple.saltus) as usize,
        }
    }
}

/// The high parts that are options, for one residue of n and one low part.
#[derive(Clone, Default)]
struct Reached {
    /// H + d, for each d.
    single: Vec<i64>,
    /// By parity of v - H: all v with 0 <= v <= H + d, for the largest such d.
    from_zero: [Option<i64>; 2],
    /// By parity of v - H: all v with x <= v <= H + d, for the largest such d, and x.
    from_later: [Option<(i64, i64)>; 2],
}

impl Reached {
    /// Adds all v from `first` to H + `d` that have the parity of H + `d`; `zero_too` says that 0 is an option.
    fn add_range(&mut self, first: i64, d: i64, zero_too: bool) {
        let parity = d.rem_euclid(2) as usize;
        if first == 0 || first == 1 && zero_too {
            let known = &mut self.from_zero[parity];
            *known = Some(known.map_or(d, |known| known.max(d)));
        }
        let known = &mut self.from_later[parity];
        if known.is_none_or(|(known_d, known_first)| (d, -first) > (known_d, -known_first)) {
            *known = Some((d, first));
        }
    }

    /// R such that for H >= R all v from 0 to H + `top` are reached, if there is one.
    fn covers(&self, top: i64) -> Option<i64> {
        let mut rounds = 0;
        for parity in 0..2 {
            let from_zero = self.from_zero[parity]?;
            let (later, first) = self.from_later[parity]?;
            let mut rest = from_zero.max(later) + 1..=top;
            let is_single = |d: &i64| self.single.contains(d);
            if !rest.all(|d| d.rem_euclid(2) as usize != parity || is_single(&d)) {
                return None;
            }
            // Both ranges are there and leave no gap.
            rounds = rounds.max(first - from_zero).max(-from_zero);
        }
        Some(rounds)
    }
}

struct Options {
    multiple: Multiple,
    bases: Vec<Base>,
    always: Vec<bool>,
    /// By residue of n - n0, and low part.
    reached: Vec<Reached>,
    /// An option may have the value claimed for its heap.
    hits: bool,
}

impl Options {
    fn add_kinds(&mut self, rules: &Rules, meter: &mut Meter) -> Result<(), CheckError> {
        let bases = self.bases.clone();
        let count = bases.len();
        for &(take, digit) in &rules.listed {
            for a in 1..count {
                if digit & 2 != 0 {
                    meter.spend(1)?;
                    self.add_kind(take, &[bases[a]]);
                }
                for b in a..count {
                    if digit & 4 != 0 {
                        meter.spend(1)?;
                        self.add_kind(take, &[bases[a], bases[b]]);
                    }
                    if digit & 8 != 0 {
                        meter.spend((count - b) as u64)?;
                        for c in b..count {
                            self.add_kind(take, &[bases[a], bases[b], bases[c]]);
                        }
                    }
                    if self.hits {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the kind of options that take `take` and leave heaps with these bases.
    fn add_kind(&mut self, take: u64, heaps: &[Base]) {
        let mut high = [0i64; 3];
        let mut rising = 0;
        for base in heaps.iter().filter(|base| base.rises) {
            high[rising] = base.high;
            rising += 1;
        }
        if rising == 0 {
            return;
        }
        let low = heaps.iter().fold(0, |low, base| low ^ base.low);
        let total = take as i64 + heaps.iter().map(|base| base.heap).sum::<i64>();
        // The heap that has the bases themselves as an option is `total`: its own base, and how many q it is above it.
        let (from, period) = (self.multiple.from as i64, self.multiple.period as i64);
        let residue = (total - from).rem_euclid(period);
        let own = self.bases[(from + residue) as usize];
        let d = high.iter().sum::<i64>() - own.high - (total - own.heap) / period;
        let may_equal = if rising == 1 {
            d == 0
        } else {
            d >= 0 && d % 2 == 0
        };
        self.hits |= low == own.low && may_equal;
        let zero_too = self.always[low];
        let reached = &mut self.reached[residue as usize * self.multiple.saltus as usize + low];
        match (rising, high) {
            (3, [x, y, z]) => {
                reached.add_range(x, d - 2 * y.max(z), zero_too);
                reached.add_range(y, d - 2 * x.max(z), zero_too);
                reached.add_range(z, d - 2 * x.max(y), zero_too);
            }
            (2, [x, y, _]) if x > 0 && y > 0 => {}
            _ if reached.single.contains(&d) => {}
            _ => reached.single.push(d),
        }
    }

    /// Adds the single rising heaps that repeating digits leave.
    fn add_repeating(&mut self, meter: &mut Meter) -> Result<(), CheckError> {
        let (from, period) = (self.multiple.from as usize, self.multiple.period as i64);
        for residue in 0..self.multiple.period as usize {
            let own = self.bases[from + residue];
            meter.spend(self.multiple.period)?;
            for base in &self.bases[from..] {
                // The largest heap m <= own - L with this base, which may be negative; all heaps may be moved by q.
                let rounds =
                    (own.heap - self.multiple.listed as i64 - base.heap).div_euclid(period);
                let d = base.high + rounds - own.high;
                self.hits |= base.low == own.low && d >= 0;
                let reached = &mut self.reached[residue * self.multiple.saltus as usize + base.low];
                reached.add_range(base.high, d, self.always[base.low]);
                reached.add_range(base.high, d - 1, self.always[base.low]);
            }
        }
        Ok(())
    }

    /// R of Theorem 5, if all smaller values are options of every large heap.
    fn covers_all(&self) -> Option<i64> {
        let mut rounds = 0;
        let saltus = self.multiple.saltus as usize;
        for (at, reached) in self.reached.iter().enumerate() {
            let own = self.bases[self.multiple.from as usize + at / saltus];
            let top = if at % saltus < own.low { 0 } else { -1 };
            rounds = rounds.max(reached.covers(top)?);
        }
        Some(rounds)
    }
}
