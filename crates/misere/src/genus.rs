//! The genus of a position: its nim-value and its misère nim-values in the company of twos.
//!
//! The misère nim-value of a position is the mex of those of its options, and 1 where there is no
//! move. The genus `g^abc…` has the nim-value `g` and as superscripts the misère nim-values of the
//! position alone, with a Nim heap of 2, with two of them, … They end in two numbers that alternate
//! forever; the last two written are those (Conway 1976; Winning Ways, chapter 13).

use std::fmt;

use grundy_core::{LimitReached, Limits};
use rustc_hash::FxHashMap;

use crate::heaps::Heaps;
use crate::meter::Clock;
use crate::outcomes::{bytes_of, normal, options};

/// A nim-value with the misère nim-values in the company of 0, 1, 2, … heaps of two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The nim-value under normal play.
    pub nim_value: u32,
    /// The superscripts; the last two alternate from there on.
    pub superscripts: Vec<u32>,
}

/// How well a position behaves in sums.
///
/// A position is tame when its genus is that of a sum of Nim heaps, its tame options alone give it
/// that genus, and every other option has moves to tame positions with the same nim-value and the
/// same misère nim-value as the position, so that moving there can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temper {
    /// Like a sum of Nim heaps, in every sum of such.
    Tame,
    /// Not tame, though all its options are; in enough company it counts as its nim-value.
    Restive,
    /// Not tame, though all its options are, and not even so in company.
    Restless,
    /// None of these.
    Wild,
}

impl Temper {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Temper::Tame => "tame",
            Temper::Restive => "restive",
            Temper::Restless => "restless",
            Temper::Wild => "wild",
        }
    }
}

impl Genus {
    /// The misère nim-value beside `twos` Nim heaps of 2.
    pub fn misere_value(&self, twos: usize) -> u32 {
        let length = self.superscripts.len();
        match self.superscripts.get(twos) {
            Some(&value) => value,
            None => self.superscripts[length - 2 + (twos - length) % 2],
        }
    }

    /// Whether some sum of Nim heaps has this genus.
    pub fn is_that_of_nim(&self) -> bool {
        let g = self.nim_value;
        match self.superscripts[..] {
            [1, 2, 0] => g == 0,
            [0, 3, 1] => g == 1,
            [a, b] => a == g && b == g ^ 2,
            _ => false,
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.superscripts.iter().any(|&value| value > 9) {
            "."
        } else {
            ""
        };
        let superscripts: Vec<String> = self.superscripts.iter().map(u32::to_string).collect();
        write!(f, "{}^{}", self.nim_value, superscripts.join(separator))
    }
}

/// Genera found by search, remembered.
pub struct Genera<'a> {
    heaps: &'a dyn Heaps,
    /// Which of `kinds` each known sum has.
    known: FxHashMap<Box<[usize]>, u32>,
    /// There are few genera, and many sums.
    kinds: Vec<(Genus, Temper)>,
    numbers: FxHashMap<(Genus, Temper), u32>,
    /// What the sums in `known` take.
    bytes: u64,
}

impl<'a> Genera<'a> {
    /// Nothing known yet.
    pub fn new(heaps: &'a dyn Heaps) -> Genera<'a> {
        Genera {
            heaps,
            known: FxHashMap::default(),
            kinds: Vec::new(),
            numbers: FxHashMap::default(),
            bytes: 0,
        }
    }

    /// The genus and temper of a sum of heaps, given by their numbers; 0 is the empty heap.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if there are too many positions, or it takes too long.
    pub fn of(&mut self, sum: &[usize], limits: &Limits) -> Result<(Genus, Temper), LimitReached> {
        let root = normal(sum.to_vec());
        let clock = Clock::new(limits);
        let mut open = vec![root.clone()];
        let mut open_bytes = bytes_of(&root);
        while let Some(top) = open.last() {
            clock.tick(1)?;
            if self.known.contains_key(top) {
                open_bytes -= bytes_of(top);
                open.pop();
                continue;
            }
            let options = options(self.heaps, top, self.bytes + open_bytes, &clock)?;
            let before = open.len();
            for option in &options {
                if !self.known.contains_key(option) {
                    open_bytes += bytes_of(option);
                    open.push(option.clone());
                }
            }
            if open.len() == before {
                let sum = open.pop().expect("the top is there");
                open_bytes -= bytes_of(&sum);
                self.remember(sum, &options, &clock)?;
                limits.check_positions(self.known.len() as u64)?;
            }
        }
        Ok(self.found(&root).clone())
    }

    fn remember(
        &mut self,
        sum: Box<[usize]>,
        options: &[Box<[usize]>],
        clock: &Clock<'_>,
    ) -> Result<(), LimitReached> {
        let found = self.combine(options, clock)?;
        let next = self.kinds.len() as u32;
        let number = *self.numbers.entry(found.clone()).or_insert(next);
        if number == next {
            self.kinds.push(found);
        }
        self.bytes += bytes_of(&sum);
        self.known.insert(sum, number);
        Ok(())
    }

    fn found(&self, sum: &[usize]) -> &(Genus, Temper) {
        &self.kinds[self.known[sum] as usize]
    }

    fn combine(
        &self,
        options: &[Box<[usize]>],
        clock: &Clock<'_>,
    ) -> Result<(Genus, Temper), LimitReached> {
        let known: Vec<&(Genus, Temper)> =
            options.iter().map(|option| self.found(option)).collect();
        let genera: Vec<&Genus> = known.iter().map(|found| &found.0).collect();
        let tame: Vec<&Genus> = known
            .iter()
            .filter(|found| found.1 == Temper::Tame)
            .map(|found| &found.0)
            .collect();
        let genus = genus_of(&genera);
        // With no tame option at all, a position that always reverts is worth two equal Nim heaps.
        let from_tame = if tame.is_empty() && !options.is_empty() {
            Genus {
                nim_value: 0,
                superscripts: vec![0, 2],
            }
        } else {
            genus_of(&tame)
        };
        let mut is_tame = genus.is_that_of_nim() && genus == from_tame;
        for (option, found) in options.iter().zip(&known) {
            is_tame =
                is_tame && (found.1 == Temper::Tame || self.reverts(option, &genus, clock)?);
        }
        let temper = if is_tame {
            Temper::Tame
        } else if known.iter().any(|found| found.1 != Temper::Tame) {
            Temper::Wild
        } else if genus.superscripts[genus.superscripts.len() - 2..].contains(&genus.nim_value) {
            Temper::Restive
        } else {
            Temper::Restless
        };
        Ok((genus, temper))
    }

    /// Whether a wild position has moves to tame ones with both values of `genus`, so that it can
    /// be answered at once.
    fn reverts(
        &self,
        wild: &[usize],
        genus: &Genus,
        clock: &Clock<'_>,
    ) -> Result<bool, LimitReached> {
        let replies = options(self.heaps, wild, self.bytes, clock)?;
        let tame = |reply| {
            let found = self.found(reply);
            (found.1 == Temper::Tame).then(|| (found.0.nim_value, found.0.misere_value(0)))
        };
        let tame: Vec<(u32, u32)> = replies
            .iter()
            .map(|reply| &**reply)
            .filter_map(tame)
            .collect();
        let has_nim_value = tame.iter().any(|&(plus, _)| plus == genus.nim_value);
        let misere_value = genus.misere_value(0);
        Ok(has_nim_value && tame.iter().any(|&(_, minus)| minus == misere_value))
    }
}

/// The genus of a position whose options have the given genera.
fn genus_of(options: &[&Genus]) -> Genus {
    let nim_value = mex(options.iter().map(|option| option.nim_value));
    let mut superscripts = vec![if options.is_empty() {
        1
    } else {
        mex(options.iter().map(|option| option.misere_value(0)))
    }];
    // From here on every option alternates.
    let settled = options
        .iter()
        .map(|option| option.superscripts.len())
        .max()
        .unwrap_or(0);
    loop {
        let twos = superscripts.len();
        // Moves in a heap of two leave nothing or 1, and a heap of 1 adds 1 to a misère nim-value.
        let last = superscripts[twos - 1];
        let of_options = options.iter().map(|option| option.misere_value(twos));
        let next = mex(of_options.chain([last, last ^ 1]));
        superscripts.push(next);
        let alternates = |at: usize| superscripts[at] == superscripts[at - 2];
        // Two equal steps among alternating options repeat forever.
        if twos >= settled + 3 && alternates(twos) && alternates(twos - 1) {
            break;
        }
    }
    while let [.., a, _, c] = superscripts[..]
        && a == c
    {
        superscripts.pop();
    }
    Genus {
        nim_value,
        superscripts,
    }
}

fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut seen: Vec<u32> = values.collect();
    seen.sort_unstable();
    seen.dedup();
    seen.iter()
        .zip(0..)
        .take_while(|(value, at)| **value == *at)
        .count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::HeapRules;

    fn kayles(to: usize) -> Vec<(Genus, Temper)> {
        let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
        let mut genera = Genera::new(&rules);
        (0..=to)
            .map(|n| genera.of(&[n], &Limits::default()).unwrap())
            .collect()
    }

    #[test]
    fn kayles_heaps_have_the_published_genera() {
        // Winning Ways writes n for the genus of a Nim heap and n^n for n^{n, n xor 2}.
        let published = "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 \
             2^20 1^031";
        let full = |short: &str| match short {
            "0" => "0^120".to_owned(),
            "1" => "1^031".to_owned(),
            "2" | "2^2" => "2^20".to_owned(),
            "3" => "3^31".to_owned(),
            "1^1" => "1^13".to_owned(),
            long => long.to_owned(),
        };
        let found: Vec<String> = kayles(20).iter().map(|found| found.0.to_string()).collect();
        let expected: Vec<String> = published.split_whitespace().map(full).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn kayles_heaps_have_the_published_misere_nim_values() {
        let found: Vec<u32> = kayles(20)
            .iter()
            .map(|found| found.0.misere_value(0))
            .collect();
        let published = [
            1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0,
        ];
        assert_eq!(found, published);
    }

    #[test]
    fn kayles_heaps_are_tame_where_winning_ways_writes_the_short_genus() {
        let found = kayles(20);
        let tame: Vec<usize> = (0..=20).filter(|&n| found[n].1 == Temper::Tame).collect();
        assert_eq!(tame, [0, 1, 2, 3, 4, 6, 7, 8, 10, 13, 14]);
        // These have the genus of Nim heaps, written in full there: they are wild all the same.
        for n in [16, 18, 19, 20] {
            let (genus, temper) = &found[n];
            assert_eq!((genus.is_that_of_nim(), *temper), (true, Temper::Wild));
        }
        assert_eq!(found[5].1, Temper::Restive);
    }

    #[test]
    fn sums_of_tame_heaps_are_lost_by_the_rule_for_nim() {
        for digits in [
            &[0, 7, 7][..],
            &[0, 1, 2, 3],
            &[0, 3, 4],
            &[0, 1, 5],
            &[0, 5, 3],
            &[4, 4],
        ] {
            let rules = HeapRules::with_tail(digits, &[]);
            let quotient = crate::quotient(&rules, Some(20), &Limits::default()).unwrap();
            let mut genera = Genera::new(&rules);
            let found: Vec<(Genus, Temper)> = (0..=20)
                .map(|n| genera.of(&[n], &Limits::default()).unwrap())
                .collect();
            let tame: Vec<usize> = (0..=20).filter(|&n| found[n].1 == Temper::Tame).collect();
            for &a in &tame {
                for &b in &tame {
                    for &c in &tame {
                        let parts =
                            [a, b, c].map(|n| (found[n].0.nim_value, found[n].0.misere_value(0)));
                        let value = parts.iter().fold(0, |sum, part| sum ^ part.0);
                        let is_fickle = parts.iter().all(|part| part.0 != part.1);
                        let by_rule = value == u32::from(is_fickle);
                        let image = quotient.image(&[a as u64, b as u64, c as u64]).unwrap();
                        assert_eq!(quotient.is_p(image), by_rule, "{rules}: {a},{b},{c}");
                    }
                }
            }
        }
    }

    #[test]
    fn misere_nim_values_say_which_nim_heap_makes_the_sum_lost() {
        let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
        let nim = HeapRules::with_tail(&[0], &[3]);
        let both = crate::Union::new(&[(&rules, 9), (&nim, 8)]);
        let mut outcomes = crate::Outcomes::new(&both);
        for (n, found) in kayles(9).iter().enumerate() {
            for heap in 0..=8 {
                let sum = [both.number(0, n as u64), both.number(1, heap)].map(Option::unwrap);
                let is_lost = outcomes.is_lost(&sum, &Limits::default()).unwrap();
                let is_value = u64::from(found.0.misere_value(0)) == heap;
                assert_eq!(is_lost, is_value, "{n} and {heap}");
            }
        }
    }
}
