//! The checker's own reader of rulesets: codes, subtraction sets, and the named heap games.
//!
//! The digit `d_k` of a code `d0.d1d2d3…` says what may be left of a heap after taking `k` from it: bit 1 nothing,
//! bit 2 one heap, bit 4 two heaps, bit 8 three heaps. Heaps that are left are not empty (Guy and Smith 1956;
//! Winning Ways, chapter 4).

use crate::{CheckError, Unsupported};

/// The most digits of a code, and the most numbers of a subtraction set.
const MOST_DIGITS: u64 = 1_000_000;

/// The rules of a taking-and-breaking game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// The non-zero digits `(k, d_k)` before the repeating ones, by ascending `k`.
    pub listed: Vec<(u64, u8)>,
    /// The repeating digits, if any is not zero.
    pub tail: Option<Tail>,
    /// The two heaps of a split must differ.
    pub unequal: bool,
}

/// Digits that repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tail {
    /// The first `k` that they apply to.
    pub first: u64,
    /// They repeat in this order.
    pub cycle: Vec<u8>,
}

impl Rules {
    /// The rules with this name, code or subtraction set.
    pub(crate) fn parse(text: &str) -> Result<Rules, CheckError> {
        if let Some(set) = text.strip_prefix("subtract/") {
            return subtraction(text, set);
        }
        let code = match text {
            "nim" => "0.(3)",
            "kayles" => "0.77",
            "dawson" => "0.137",
            "dawsons-kayles" => "0.07",
            "guiles" => "0.15",
            "officers" => "0.6",
            "lasker" => "4.(3)",
            "grundys-game" => "4.0",
            code => code,
        };
        let mut rules = parse_code(code).ok_or_else(|| CheckError::UnknownRuleset {
            ruleset: text.to_owned(),
        })?;
        rules.unequal = text == "grundys-game";
        Ok(rules)
    }

    /// True if the digits are those of rules: ascending, not 0, before the repeating ones, and taking nothing must
    /// split.
    pub(crate) fn is_well_formed(&self) -> bool {
        let is_digit = |digit: &u8| *digit < 16;
        let has_tail = self.tail.as_ref().is_none_or(|tail| {
            let is_used = tail.cycle.iter().any(|&digit| digit != 0);
            let is_after = self
                .listed
                .last()
                .is_none_or(|&(take, _)| take < tail.first);
            is_used && is_after && tail.first > 0 && tail.cycle.iter().all(is_digit)
        });
        let mut listed = self.listed.iter();
        has_tail
            && listed.all(|&(take, digit)| {
                digit != 0 && is_digit(&digit) && (take > 0 || digit & 3 == 0)
            })
            && self.listed.is_sorted_by(|(a, _), (b, _)| a < b)
    }

    /// The most heaps that a move may leave.
    pub(crate) fn most_heaps(&self) -> u64 {
        let tail = self.tail.iter().flat_map(|tail| &tail.cycle);
        let digits = self.listed.iter().map(|(_, digit)| digit).chain(tail);
        match digits.fold(0, |all, digit| all | digit) {
            8.. => 3,
            4.. => 2,
            2.. => 1,
            _ => 0,
        }
    }

    /// The largest number that a listed digit takes.
    pub(crate) fn largest_listed(&self) -> u64 {
        self.listed.last().map_or(0, |&(take, _)| take)
    }

    /// The number that no listed digit reaches: where the repeating digits begin, or one past the last digit.
    pub(crate) fn listed_end(&self) -> Option<u64> {
        match &self.tail {
            Some(tail) => Some(tail.first),
            None => self.largest_listed().checked_add(1),
        }
    }

    /// The takes up to `largest` whose digit is not 0, with their digits.
    pub(crate) fn takes_to(&self, largest: u64) -> impl Iterator<Item = (u64, u8)> + '_ {
        let listed = self
            .listed
            .iter()
            .copied()
            .take_while(move |&(take, _)| take <= largest);
        let repeating = self
            .tail
            .as_ref()
            .map_or(0..0, |tail| tail.first..largest.saturating_add(1));
        let repeating = repeating.map(|take| (take, self.digit(take)));
        listed.chain(repeating.filter(|&(_, digit)| digit != 0))
    }

    /// The digit for taking `take`.
    pub(crate) fn digit(&self, take: u64) -> u8 {
        match &self.tail {
            Some(tail) if take >= tail.first => {
                tail.cycle[((take - tail.first) % tail.cycle.len() as u64) as usize]
            }
            _ => match self.listed.binary_search_by_key(&take, |&(k, _)| k) {
                Ok(at) => self.listed[at].1,
                Err(_) => 0,
            },
        }
    }
}

/// `0.77`, `.6`, `4.(3)`, `0.3...`.
fn parse_code(text: &str) -> Option<Rules> {
    let (before, after) = text.split_once('.')?;
    let first = digits(before.trim_start_matches('0'))?;
    let (plain, cycle) = match after.split_once('(') {
        Some((plain, rest)) => (digits(plain)?, digits(rest.strip_suffix(')')?)?),
        None => match after.strip_suffix("...") {
            Some(plain) => {
                let mut plain = digits(plain)?;
                let last = plain.pop()?;
                (plain, vec![last])
            }
            None => (digits(after)?, Vec::new()),
        },
    };
    let is_written = !plain.is_empty() || !cycle.is_empty();
    let is_empty_cycle = after.contains('(') && cycle.is_empty();
    let zeroth = first.first().copied().unwrap_or(0);
    // Taking nothing must split the heap.
    if first.len() > 1 || zeroth & 3 != 0 || !is_written || is_empty_cycle {
        return None;
    }
    let end = plain.len() as u64 + 1;
    let all = std::iter::once(zeroth).chain(plain);
    Some(Rules {
        listed: (0..).zip(all).filter(|&(_, digit)| digit != 0).collect(),
        tail: cycle
            .iter()
            .any(|&digit| digit != 0)
            .then_some(Tail { first: end, cycle }),
        unequal: false,
    })
}

fn digits(text: &str) -> Option<Vec<u8>> {
    if text.len() as u64 > MOST_DIGITS {
        return None;
    }
    text.chars()
        .map(|c| c.to_digit(16).map(|digit| digit as u8))
        .collect()
}

/// `1..5,8`: each number may be taken, whatever is left.
fn subtraction(ruleset: &str, set: &str) -> Result<Rules, CheckError> {
    let unknown = || CheckError::UnknownRuleset {
        ruleset: ruleset.to_owned(),
    };
    let number = |text: &str| -> Option<u64> {
        let is_plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|&n| is_plain && n > 0)
    };
    let mut takes: Vec<u64> = Vec::new();
    for part in set.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            return Err(unknown());
        };
        let size = last.checked_sub(first).ok_or_else(unknown)?;
        if size.saturating_add(takes.len() as u64) >= MOST_DIGITS {
            return Err(CheckError::NotSupported {
                what: Unsupported::LargeSet,
            });
        }
        takes.extend(first..=last);
    }
    takes.sort_unstable();
    takes.dedup();
    Ok(Rules {
        listed: takes.into_iter().map(|take| (take, 3)).collect(),
        tail: None,
        unequal: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_the_books_write_them() {
        let rules = |text| Rules::parse(text).expect(text);
        assert_eq!(rules("0.77").listed, [(1, 7), (2, 7)]);
        assert_eq!(rules(".6"), rules("officers"));
        assert_eq!(rules("0.3..."), rules("nim"));
        assert_eq!(rules("0.(3)"), rules("nim"));
        assert_eq!(rules("4.(3)"), rules("lasker"));
        assert_eq!(
            rules("0.1(20)").tail,
            Some(Tail {
                first: 2,
                cycle: vec![2, 0]
            })
        );
        assert_eq!(rules("c.1").listed, [(0, 12), (1, 1)]);
        assert_eq!(
            rules("subtract/8,1..3").listed,
            [(1, 3), (2, 3), (3, 3), (8, 3)]
        );
        assert_eq!(rules("0.0(0)").tail, None);
        assert!(rules("grundys-game").unequal);
    }

    #[test]
    fn digits_of_both_kinds_are_found() {
        let rules = Rules::parse("4.05(301)").unwrap();
        let found: Vec<u8> = (0..10).map(|take| rules.digit(take)).collect();
        assert_eq!(found, [4, 0, 5, 3, 0, 1, 3, 0, 1, 3]);
        assert_eq!(
            Rules::parse("subtract/2,18446744073709551615")
                .unwrap()
                .digit(u64::MAX),
            3
        );
    }

    #[test]
    fn what_is_not_a_ruleset_is_refused() {
        for text in [
            "",
            "0",
            "0.",
            "0.1(",
            "0.1()",
            "0.1(2)3",
            "0...",
            "3.1",
            "44.1",
            "0.g",
            "subtract/",
            "subtract/0",
            "subtract/3..1",
            "subtract/1,,2",
            "subtract/+1",
            "subtract/18446744073709551616",
            "chess",
            "nim ",
            "subtract/1..99999999",
        ] {
            assert!(Rules::parse(text).is_err(), "{text}");
        }
    }
}
