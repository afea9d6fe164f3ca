//! Patterns in the sizes that are lost: remainders, named sets, recurrences, recursions in the digits.

use super::recursion;
use super::sequence::any_holds;
use super::{Pattern, Quantity, Series, judged};
use crate::numbers::{is_fibonacci, is_lower_wythoff, is_prime};

/// A set of numbers and how a sentence names its members, with `{n}` for the number.
type NamedSet = (&'static str, fn(u64) -> bool);

const NAMED_SETS: [NamedSet; 13] = [
    ("{n} is a square", |n| n.isqrt().pow(2) == n),
    ("{n} is triangular", |n| {
        let eight = n.saturating_mul(8).saturating_add(1);
        eight.isqrt().pow(2) == eight
    }),
    ("{n} is a power of 2, or 0", |n| n & n.wrapping_sub(1) == 0),
    ("{n} is one less than a power of 2", |n| {
        n & n.wrapping_add(1) == 0
    }),
    ("{n} is a Fibonacci number", is_fibonacci),
    ("{n} is a prime number", is_prime),
    (
        "{n} is evil: a number with an even number of ones in binary",
        |n| n.count_ones().is_multiple_of(2),
    ),
    (
        "{n} is odious: a number with an odd number of ones in binary",
        |n| !n.count_ones().is_multiple_of(2),
    ),
    (
        "{n} has an even number of zeros at the end in binary",
        |n| n > 0 && n.trailing_zeros().is_multiple_of(2),
    ),
    ("{n} has an odd number of zeros at the end in binary", |n| {
        n > 0 && !n.trailing_zeros().is_multiple_of(2)
    }),
    (
        "{n} has an odd number of zeros at the end in binary, or is 0",
        |n| n == 0 || !n.trailing_zeros().is_multiple_of(2),
    ),
    (
        "{n} is floor(k phi) for some k from 1 on, phi the golden ratio",
        is_lower_wythoff,
    ),
    (
        "{n} is floor(k phi) + k for some k from 0 on, phi the golden ratio",
        |n| !is_lower_wythoff(n),
    ),
];

/// The patterns that fit the first sizes, tested on the rest.
pub(crate) fn patterns(series: Series<'_, bool>) -> Vec<Pattern> {
    let mut found = Vec::new();
    let lost: Vec<u64> = series
        .training()
        .filter(|(_, is_lost)| **is_lost)
        .map(|(n, _)| n)
        .collect();
    if lost.is_empty() {
        return found;
    }
    let middle = series.first + series.trained as u64 / 2;
    if let Some(pattern) = by_remainder(series) {
        found.push(pattern);
    } else if lost.last().is_some_and(|&last| last < middle) {
        let text = format!("lost only if n is in {{{}}}", join(&lost));
        let fails = series.testing().find(|(_, is_lost)| **is_lost);
        found.push(judged(Quantity::Lost, text, fails.map(|(n, _)| n)));
    }
    if lost.len() > 2 {
        let sets = |shift| {
            NAMED_SETS
                .iter()
                .filter_map(move |set| in_set(set, shift, series))
        };
        let mut named: Vec<Pattern> = sets(0).collect();
        if !any_holds(&named) {
            named.extend(sets(-1).chain(sets(1)));
        }
        found.extend(named);
    }
    if !any_holds(&found) {
        found.extend(recursion::of_lost(series));
        found.extend(by_recurrence(series, &lost));
    }
    found
}

/// The pattern that the lost sizes, each plus `shift`, make up this set.
fn in_set((text, contains): &NamedSet, shift: i64, series: Series<'_, bool>) -> Option<Pattern> {
    let variable = match shift {
        0 => "n",
        -1 => "n - 1",
        _ => "n + 1",
    };
    let text = format!("lost if {}", text.replace("{n}", variable));
    series.tested(Quantity::Lost, text, |n, &is_lost| {
        is_lost == n.checked_add_signed(shift).is_some_and(contains)
    })
}

/// "Lost if n is in {…} or n mod m is in {…}", with the least m.
fn by_remainder(series: Series<'_, bool>) -> Option<Pattern> {
    let Series { items, trained, .. } = series;
    let half = trained / 2;
    let m = (1..=trained / 4).find(|&m| (half..trained).all(|at| items[at] == items[at - m]))?;
    // The rule of the second half, and where the first half differs from it.
    let mut by_remainder = vec![false; m];
    let settled = series.training().skip(half);
    settled.for_each(|(n, &is_lost)| by_remainder[(n % m as u64) as usize] = is_lost);
    let rule = |n: u64| by_remainder[(n % m as u64) as usize];
    let remainders: Vec<u64> = (0..m as u64).filter(|&r| rule(r)).collect();
    if remainders.is_empty() {
        return None;
    }
    let early = |wanted: bool| -> Vec<u64> {
        let early = series.training().take(half);
        early
            .filter(|(n, is_lost)| **is_lost == wanted && rule(*n) != wanted)
            .map(|(n, _)| n)
            .collect()
    };
    let (added, removed) = (early(true), early(false));
    let mut text = "lost if ".to_owned();
    if !added.is_empty() {
        text += &format!("n is in {{{}}} or ", join(&added));
    }
    text += &format!("n mod {m} is in {{{}}}", join(&remainders));
    if !removed.is_empty() {
        text += &format!(", except n in {{{}}}", join(&removed));
    }
    let fails = series.testing().find(|(n, is_lost)| rule(*n) != **is_lost);
    Some(judged(Quantity::Lost, text, fails.map(|(n, _)| n)))
}

/// "Each lost size is p times the one before, plus q times the one before that, plus c."
fn by_recurrence(series: Series<'_, bool>, lost: &[u64]) -> Option<Pattern> {
    const FEWEST: usize = 6;
    if lost.len() < FEWEST {
        return None;
    }
    // Sparse sets only: where many sizes are lost, many recurrences fit by chance.
    if lost.len() * 3 > series.trained {
        return None;
    }
    let all: Vec<i64> = (series.first..)
        .zip(series.items)
        .filter(|(_, is_lost)| **is_lost)
        .filter_map(|(n, _)| i64::try_from(n).ok())
        .collect();
    for (p, q) in [
        (2, 0),
        (3, 0),
        (4, 0),
        (1, 1),
        (2, 1),
        (3, 1),
        (1, 2),
        (3, -1),
        (4, -1),
        (2, -1),
    ] {
        let next = |at: usize, c: i64| p * all[at - 1] + q * all[at - 2] + c;
        // The first few may be exceptions.
        for skipped in 0..=2 {
            let c = all[skipped + 2] - next(skipped + 2, 0);
            if lost.len() < skipped + FEWEST
                || !(skipped + 2..lost.len()).all(|at| all[at] == next(at, c))
            {
                continue;
            }
            let wrong = (lost.len()..all.len()).find(|&at| all[at] != next(at, c));
            let missing = next(all.len(), c);
            let reached = series.first + series.items.len() as u64;
            let fails = match wrong {
                Some(at) => Some(all[at].min(next(at, c)).unsigned_abs()),
                None => u64::try_from(missing).ok().filter(|&n| n < reached),
            };
            let text = recurrence_text(&all[skipped..skipped + 2], p, q, c);
            return Some(judged(Quantity::Lost, text, fails));
        }
    }
    None
}

fn recurrence_text(start: &[i64], p: i64, q: i64, c: i64) -> String {
    let mut text = format!(
        "the lost sizes from {} on: {}, {}, and then each is {p} times the one before",
        start[0], start[0], start[1]
    );
    match q {
        0 => {}
        q if q < 0 => text += &format!(" minus {} times the one before that", -q),
        q => text += &format!(" plus {q} times the one before that"),
    }
    match c {
        0 => {}
        c if c < 0 => text += &format!(", minus {}", -c),
        c => text += &format!(", plus {c}"),
    }
    text
}

fn join(numbers: &[u64]) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::PatternStanding;

    fn texts(first: u64, sizes: u64, is_lost: impl Fn(u64) -> bool) -> Vec<String> {
        let items: Vec<bool> = (first..first + sizes).map(is_lost).collect();
        let series = Series {
            first,
            items: &items,
            trained: items.len() * 2 / 3,
        };
        let held = patterns(series).into_iter();
        held.filter(|pattern| pattern.standing == PatternStanding::Observed)
            .map(|pattern| pattern.text)
            .collect()
    }

    #[track_caller]
    fn assert_found(texts: &[String], text: &str) {
        assert!(texts.iter().any(|found| found == text), "{text}: {texts:?}");
    }

    #[test]
    fn remainders_are_recognised_with_their_exceptions() {
        assert_found(&texts(0, 60, |n| n % 5 == 2), "lost if n mod 5 is in {2}");
        assert_found(&texts(3, 60, |n| n % 5 == 2), "lost if n mod 5 is in {2}");
        assert_found(
            &texts(0, 90, |n| n == 6 || n % 5 == 2),
            "lost if n is in {6} or n mod 5 is in {2}",
        );
    }

    #[test]
    fn named_sets_are_recognised() {
        assert_found(
            &texts(0, 90, |n| n.isqrt().pow(2) == n),
            "lost if n is a square",
        );
        assert_found(
            &texts(0, 90, |n| (n + 1).isqrt().pow(2) == n + 1),
            "lost if n + 1 is a square",
        );
        let odious = texts(0, 90, |n| n.count_ones() % 2 == 1);
        assert!(odious[0].starts_with("lost if n is odious"), "{odious:?}");
    }

    #[test]
    fn recurrences_are_recognised_and_fail_where_a_term_is_missing() {
        let pell = [1u64, 2, 5, 12, 29, 70, 169, 408, 985];
        let found = texts(0, 1200, |n| pell.contains(&n));
        assert_eq!(
            found,
            [
                "the lost sizes from 1 on: 1, 2, and then each is 2 times the one before plus 1 times the one before that"
            ]
        );
        assert!(texts(0, 1200, |n| pell[..8].contains(&n)).is_empty());
    }

    #[test]
    fn where_nothing_is_lost_nothing_is_said() {
        assert!(texts(0, 60, |_| false).is_empty());
    }
}
