//! Patterns in a table of values, one row and one column for each number.

use crate::guess::{Pattern, Standing};

type Cell = Option<u64>;

/// The patterns that fit rows and columns below `trained_on`, tested on the rest.
pub(super) fn patterns(table: &[Vec<Cell>], trained_on: usize) -> Vec<Pattern> {
    let mut found = Vec::new();
    let mut add = |text: String, fits: &dyn Fn(u64, u64, Cell) -> bool| {
        if let Some(pattern) = tested(text, table, trained_on, fits) {
            found.push(pattern);
        }
    };
    add("value = a xor b".to_owned(), &|a, b, value| {
        value == Some(a ^ b)
    });
    add("value = a + b".to_owned(), &|a, b, value| {
        value == Some(a + b)
    });
    add("value = |a - b|".to_owned(), &|a, b, value| {
        value == Some(a.abs_diff(b))
    });
    add("value = min(a, b)".to_owned(), &|a, b, value| {
        value == Some(a.min(b))
    });
    add("value = (a - 1) xor (b - 1)".to_owned(), &|a, b, value| {
        a == 0 || b == 0 || value == Some((a - 1) ^ (b - 1))
    });
    for m in 2..=24 {
        add(format!("value = (a + b) mod {m}"), &|a, b, value| {
            value == Some((a + b) % m)
        });
        add(
            format!("value = (a mod {m}) xor (b mod {m})"),
            &|a, b, value| value == Some((a % m) ^ (b % m)),
        );
    }
    add(
        "symmetric: a and b may change places".to_owned(),
        &|a, b, value| table[b as usize][a as usize] == value,
    );
    let lost = |value: Cell| value == Some(0);
    add("lost if a = b".to_owned(), &|a, b, value| {
        lost(value) == (a == b)
    });
    add(
        "lost if a and b are both even".to_owned(),
        &|a, b, value| lost(value) == (a % 2 == 0 && b % 2 == 0),
    );
    for m in 2..=24 {
        add(format!("lost if {m} divides a + b"), &|a, b, value| {
            lost(value) == ((a + b) % m == 0)
        });
        add(format!("lost if {m} divides a - b"), &|a, b, value| {
            lost(value) == (a.abs_diff(b) % m == 0)
        });
    }
    for t in 1..=6 {
        add(beatty_text(t), &|a, b, value| {
            lost(value) == is_beatty_pair(a, b, t)
        });
    }
    found.extend(remainders(table, trained_on));
    found
}

fn beatty_text(t: u64) -> String {
    match t {
        1 => "lost if the pair is (floor(k phi), floor(k phi) + k), phi the golden ratio: Wythoff's Beatty pairs".to_owned(),
        _ => format!(
            "lost if the pair is (floor(k r), floor(k r) + {t}k) with r = (2 - {t} + sqrt({t}^2 + 4)) / 2: Beatty pairs"
        ),
    }
}

/// Complementary Beatty sequences with difference t·k (Wythoff 1907, Fraenkel 1982), in whole numbers.
fn is_beatty_pair(a: u64, b: u64, t: u64) -> bool {
    let (small, large) = (a.min(b), a.max(b));
    let difference = large - small;
    if difference % t != 0 {
        return false;
    }
    let k = difference / t;
    // floor(k (2 - t + sqrt(t² + 4)) / 2): the floor of a half of an integer plus a root.
    let root = (u128::from(k).pow(2) * u128::from(t * t + 4)).isqrt() as i128;
    let twice = i128::from(k) * (2 - i128::from(t)) + root;
    twice.div_euclid(2) == i128::from(small)
}

/// Tests on the square that was used to find it, then on the rest; the failure is at the larger number.
fn tested(
    text: String,
    table: &[Vec<Cell>],
    trained_on: usize,
    fits: &dyn Fn(u64, u64, Cell) -> bool,
) -> Option<Pattern> {
    let mut first_failure = None;
    for (a, row) in table.iter().enumerate() {
        for (b, &value) in row.iter().enumerate() {
            // Rows and columns of 0 may be no positions.
            let is_position = value.is_some() || a * b > 0;
            if is_position && !fits(a as u64, b as u64, value) {
                let at = a.max(b);
                if at < trained_on {
                    return None;
                }
                first_failure = Some(first_failure.unwrap_or(at).min(at));
            }
        }
    }
    let verdict = match first_failure {
        None => Standing::Observed,
        Some(at) => Standing::Failed { at: at as u64 },
    };
    Some(Pattern { text, verdict })
}

/// "Lost if (a mod m, b mod m) is in {…}", with the least m.
fn remainders(table: &[Vec<Cell>], trained_on: usize) -> Option<Pattern> {
    for m in 2..=(trained_on / 3).min(16) {
        let rule = |a: usize, b: usize| table[m + a % m][m + b % m] == Some(0);
        let pairs: Vec<String> = (0..m * m)
            .filter(|i| rule(i / m, i % m))
            .map(|i| format!("({}, {})", i / m, i % m))
            .collect();
        if pairs.is_empty() || pairs.len() > 12 {
            continue;
        }
        let text = format!(
            "lost if (a mod {m}, b mod {m}) is in {{{}}}",
            pairs.join(", ")
        );
        let fits = |a: u64, b: u64, value: Cell| (value == Some(0)) == rule(a as usize, b as usize);
        if let Some(pattern) = tested(text, table, trained_on, &fits) {
            return Some(pattern);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed(table: &[Vec<Cell>], text: &str) -> bool {
        let found = patterns(table, table.len() * 2 / 3);
        found
            .iter()
            .any(|pattern| pattern.text.starts_with(text) && pattern.verdict == Standing::Observed)
    }

    #[test]
    fn beatty_pairs_begin_as_wythoff_wrote() {
        for (a, b) in [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15)] {
            assert!(is_beatty_pair(a, b, 1), "{a},{b}");
        }
        assert!(!is_beatty_pair(2, 3, 1));
        for (a, b) in [(1, 3), (2, 6), (4, 10), (5, 13)] {
            assert!(is_beatty_pair(a, b, 2), "{a},{b}");
        }
    }

    #[test]
    fn tables_are_recognised() {
        let table = |f: fn(u64, u64) -> u64| -> Vec<Vec<Cell>> {
            (0..20)
                .map(|a| (0..20).map(|b| Some(f(a, b))).collect())
                .collect()
        };
        assert!(observed(&table(|a, b| a ^ b), "value = a xor b"));
        assert!(observed(&table(|a, b| a ^ b), "lost if a = b"));
        assert!(observed(
            &table(|a, b| (a + b) % 5),
            "value = (a + b) mod 5"
        ));
        assert!(observed(
            &table(|a, b| u64::from((a % 3, b % 3) != (1, 2))),
            "lost if (a mod 3, b mod 3) is in {(1, 2)}"
        ));
    }
}
