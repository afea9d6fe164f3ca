//! Patterns in a sequence of numbers: formulas, periods, recursions, sequences of known games.

use super::formulas::formulas;
use super::recursion;
use super::{Pattern, Quantity, Series, judged};
use crate::guess::KnownSequence;

/// The patterns that fit the first numbers, tested on the rest.
pub(crate) fn patterns(quantity: Quantity, series: Series<'_, u64>) -> Vec<Pattern> {
    let mut found = by_formula(quantity, series);
    found.extend(period(quantity, series));
    if !any_holds(&found) {
        found.extend(recursion::of_numbers(quantity, series));
    }
    found
}

/// True if one of the patterns holds.
pub(crate) fn any_holds(patterns: &[Pattern]) -> bool {
    patterns.iter().any(|pattern| pattern.standing.holds())
}

fn by_formula(quantity: Quantity, series: Series<'_, u64>) -> Vec<Pattern> {
    let most = series.training().map(|(_, &value)| value).max();
    let sizes = series.trained as u64;
    let word = quantity.word();
    let list = formulas(most.unwrap_or(0), sizes);
    let tested = list.iter().filter_map(|formula| {
        // A formula that says nothing about most numbers is no pattern.
        let claimed = series.training().filter(|(n, _)| formula.at(*n).is_some());
        if claimed.count() * 4 < series.trained * 3 {
            return None;
        }
        let fits = |n, &value: &u64| formula.at(n).is_none_or(|claimed| claimed == value);
        series.tested(quantity, format!("{word} = {}", formula.text()), fits)
    });
    tested.collect()
}

/// The least period, perhaps rising, that the last half of the training numbers shows.
fn period(quantity: Quantity, series: Series<'_, u64>) -> Option<Pattern> {
    let Series {
        first,
        items,
        trained,
    } = series;
    let half = trained / 2;
    let fits = |p: usize, saltus: u64, at: usize| items[at] == items[at - p].wrapping_add(saltus);
    for p in 1..=trained / 4 {
        let saltus = items[trained - 1].wrapping_sub(items[trained - 1 - p]);
        if saltus > u64::MAX / 2 || !(half..trained).all(|at| at < p || fits(p, saltus, at)) {
            continue;
        }
        let last = (p..trained).rev().find(|&at| !fits(p, saltus, at));
        let from = first + last.map_or(0, |at| at + 1 - p) as u64;
        let rising = match saltus {
            0 => String::new(),
            _ => format!(", rising by {saltus} each time"),
        };
        let fails = (trained..items.len()).find(|&at| !fits(p, saltus, at));
        let of = match quantity {
            Quantity::Value => String::new(),
            other => format!("{}: ", other.word()),
        };
        let text = format!("{of}period {p} from n = {from}{rising}");
        return Some(judged(quantity, text, fails.map(|at| first + at as u64)));
    }
    None
}

/// The known sequences that these values follow, perhaps shifted.
pub(crate) fn known(series: Series<'_, u64>, known: &[KnownSequence]) -> Vec<Pattern> {
    let follows = |sequence: &KnownSequence| {
        let nearest_first = [0, 1, -1, 2, -2, 3, -3, 4, -4];
        nearest_first.into_iter().find_map(|shift: i64| {
            let claimed = |n: u64| {
                let index = n.checked_add_signed(shift)?;
                let at = index.checked_sub(sequence.first)?;
                sequence.values.get(usize::try_from(at).ok()?).copied()
            };
            let compared = series.training().filter(|(n, _)| claimed(*n).is_some());
            if compared.count() + 8 < series.trained {
                return None;
            }
            let heap = match shift {
                0 => "n".to_owned(),
                shift if shift < 0 => format!("n - {}", shift.unsigned_abs()),
                shift => format!("n + {shift}"),
            };
            let text = format!("value = the value of {}:{heap}", sequence.name);
            let fits = |n, &value: &u64| claimed(n).is_none_or(|claimed| claimed == value);
            series.tested(Quantity::Value, text, fits)
        })
    };
    known.iter().filter_map(follows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::PatternStanding;

    fn texts(from: u64, values: impl Iterator<Item = u64>) -> Vec<String> {
        let values: Vec<u64> = values.collect();
        let series = Series {
            first: from,
            items: &values,
            trained: values.len() * 2 / 3,
        };
        let held = patterns(Quantity::Value, series).into_iter();
        held.filter(|pattern| pattern.standing == PatternStanding::Observed)
            .map(|pattern| pattern.text)
            .collect()
    }

    #[track_caller]
    fn assert_found(texts: &[String], text: &str) {
        assert!(texts.iter().any(|found| found == text), "{text}: {texts:?}");
    }

    #[test]
    fn formulas_and_periods_are_recognised() {
        assert_found(&texts(0, (0..100).map(|n| n % 4)), "value = n mod 4");
        let thirds = texts(0, (0..100).map(|n| n / 3));
        assert_found(&thirds, "value = n / 3, rounded down");
        assert_found(&thirds, "period 3 from n = 0, rising by 1 each time");
        let ruler = texts(0, (0..60).map(|n: u64| n & n.wrapping_neg()));
        assert_found(
            &ruler,
            "value = the largest power of 2 that divides n (ruler)",
        );
        let without_top = texts(1, (1..90).map(|n: u64| n - (1 << n.ilog2())));
        assert_found(&without_top, "value = n without its highest one bit");
        let lowest_zero = texts(0, (0..90).map(|n: u64| n.trailing_ones().into()));
        assert_found(
            &lowest_zero,
            "value = the number of ones at the end of n in binary (the place of its lowest zero bit)",
        );
        let omega = texts(
            1,
            (1..90).map(|n| crate::numbers::prime_factors(n).unwrap()),
        );
        assert_found(
            &omega,
            "value = the number of prime factors of n, counted as often as they divide it",
        );
        let odious = texts(
            0,
            (0..90u64).map(|n| 2 * n + 1 - u64::from(n.count_ones() % 2)),
        );
        assert!(odious[0].starts_with("value = odious(n)"), "{odious:?}");
    }

    #[test]
    fn binary_recursions_are_recognised() {
        // g(2n) = n, g(2n + 1) = g(n): move to any number below n that is not less than its half.
        fn g(n: u64) -> u64 {
            match n {
                0 => 0,
                n if n % 2 == 0 => n / 2,
                n => g(n / 2),
            }
        }
        let found = texts(0, (0..120).map(g));
        assert_found(
            &found,
            "value(2n) = n, value(2n + 1) = value(n) for n from 1 on",
        );
    }

    #[test]
    fn sequences_of_known_games_are_recognised_when_shifted() {
        let values: Vec<u64> = (0..60).map(|n: u64| n * n % 7).collect();
        let sequence = KnownSequence {
            name: "other".to_owned(),
            first: 0,
            values: values.clone(),
        };
        let series = Series {
            first: 0,
            items: &values[1..],
            trained: 39,
        };
        let found = known(series, &[sequence]);
        assert_eq!(found[0].text, "value = the value of other:n + 1");
    }

    #[test]
    fn a_pattern_that_breaks_later_is_reported_as_failed() {
        let values: Vec<u64> = (0..99).map(|n| if n < 90 { n % 3 } else { 7 }).collect();
        let series = Series {
            first: 0,
            items: &values,
            trained: 66,
        };
        let found = patterns(Quantity::Value, series);
        let text = "value = n mod 3";
        let pattern = found.iter().find(|pattern| pattern.text == text).unwrap();
        assert_eq!(pattern.standing, PatternStanding::Failed { at: 90 });
    }
}
