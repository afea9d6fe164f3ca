//! Patterns in the positions made of two or more numbers.

use super::{Pattern, Quantity, judged};
use crate::numbers::is_beatty_pair;
use crate::table::{FactTable, PositionFacts};

/// The largest divisor that is tried.
const LARGEST_MODULUS: u64 = 24;

/// The patterns that fit all positions with numbers below `trained_to`, tested on the rest.
pub(crate) fn patterns(table: &FactTable, trained_to: u64) -> Vec<Pattern> {
    let grid = Grid {
        cells: table.cells().collect(),
        table,
        trained_to,
    };
    let mut found = Vec::new();
    if grid
        .cells
        .iter()
        .any(|(_, facts)| facts.is_some_and(|facts| facts.value.is_some()))
    {
        found.extend(grid.values());
    }
    found.extend(grid.symmetry());
    if grid
        .cells
        .iter()
        .any(|(_, facts)| facts.is_some_and(PositionFacts::is_lost))
    {
        found.extend(grid.lost());
    }
    found.extend(grid.remoteness());
    found
}

struct Grid<'t> {
    table: &'t FactTable,
    cells: Vec<(Vec<u64>, Option<&'t PositionFacts>)>,
    trained_to: u64,
}

/// The names of the numbers of a position.
pub(crate) fn letters(dimensions: usize) -> Vec<String> {
    (0..dimensions)
        .map(|at| match b"abcdefgh".get(at) {
            Some(&letter) => char::from(letter).to_string(),
            None => format!("x{at}"),
        })
        .collect()
}

impl Grid<'_> {
    fn letters(&self) -> Vec<String> {
        letters(self.table.dimensions())
    }

    /// The divisors whose remainders repeat among the numbers used to find patterns.
    fn moduli(&self) -> std::ops::RangeInclusive<u64> {
        2..=LARGEST_MODULUS.min((self.trained_to - self.table.from()) / 2)
    }

    /// The pattern `text`, unless `fits` denies it for numbers below `trained_to`. A failure is reported at
    /// the largest number of the position.
    fn tested(
        &self,
        quantity: Quantity,
        text: String,
        fits: impl Fn(&[u64], &PositionFacts) -> bool,
    ) -> Option<Pattern> {
        let mut first_failure = None;
        for (numbers, facts) in &self.cells {
            let Some(facts) = facts else { continue };
            if !fits(numbers, facts) {
                let at = numbers.iter().copied().max().unwrap_or(0);
                if at < self.trained_to {
                    return None;
                }
                first_failure = Some(first_failure.unwrap_or(at).min(at));
            }
        }
        Some(judged(quantity, text, first_failure))
    }

    fn numbers(
        &self,
        quantity: Quantity,
        of: impl Fn(&PositionFacts) -> Option<u64>,
    ) -> Vec<Pattern> {
        let (word, names) = (quantity.word(), self.letters());
        let joined = |mark: &str| names.join(mark);
        let mut found = Vec::new();
        let mut add = |text: String, formula: &dyn Fn(&[u64]) -> Option<u64>| {
            let fits = |numbers: &[u64], facts: &PositionFacts| {
                formula(numbers).is_none_or(|claimed| of(facts) == Some(claimed))
            };
            found.extend(self.tested(quantity, format!("{word} = {text}"), fits));
        };
        add(joined(" xor "), &|x| Some(xor(x.iter().copied())));
        add(joined(" + "), &|x| Some(x.iter().sum()));
        add(format!("min({})", joined(", ")), &|x| {
            x.iter().copied().min()
        });
        add(format!("max({})", joined(", ")), &|x| {
            x.iter().copied().max()
        });
        let less: Vec<String> = names.iter().map(|name| format!("({name} - 1)")).collect();
        add(less.join(" xor "), &|x| {
            let less: Option<Vec<u64>> = x.iter().map(|n| n.checked_sub(1)).collect();
            less.map(|less| xor(less.into_iter()))
        });
        if names.len() == 2 {
            add("|a - b|".to_owned(), &|x| Some(x[0].abs_diff(x[1])));
        }
        for m in self.moduli() {
            add(format!("({}) mod {m}", joined(" + ")), &|x| {
                Some(x.iter().sum::<u64>() % m)
            });
            let rests: Vec<String> = names
                .iter()
                .map(|name| format!("({name} mod {m})"))
                .collect();
            add(rests.join(" xor "), &|x| Some(xor(x.iter().map(|n| n % m))));
        }
        found
    }

    fn values(&self) -> Vec<Pattern> {
        let mut found = self.numbers(Quantity::Value, |facts| facts.value);
        if !super::sequence::any_holds(&found) {
            found.extend(self.independent());
        }
        found
    }

    fn remoteness(&self) -> Vec<Pattern> {
        let known = self.cells.iter().filter_map(|(_, facts)| *facts);
        if !known.clone().all(|facts| facts.remoteness.is_some()) {
            return Vec::new();
        }
        self.numbers(Quantity::Remoteness, |facts| facts.remoteness)
    }

    /// The value is the nim-sum of what each number is worth beside zeros.
    fn independent(&self) -> Option<Pattern> {
        let count = self.table.dimensions();
        let alone = |at: usize, number: u64| {
            let mut numbers = vec![0; count];
            numbers[at] = number;
            self.table.get(&numbers)?.value
        };
        if alone(0, 0) != Some(0) {
            return None;
        }
        let names = self.letters();
        let terms: Vec<String> = (0..count)
            .map(|at| {
                let mut zeros = vec!["0"; count];
                zeros[at] = &names[at];
                format!("value({})", zeros.join(", "))
            })
            .collect();
        let text = format!(
            "value = {}: a sum of independent games",
            terms.join(" xor ")
        );
        self.tested(Quantity::Value, text, |numbers, facts| {
            let parts: Option<Vec<u64>> = (0..count).map(|at| alone(at, numbers[at])).collect();
            parts.is_some_and(|parts| facts.value == Some(xor(parts.into_iter())))
        })
    }

    /// Whether the order of the numbers matters.
    fn symmetry(&self) -> Option<Pattern> {
        let names = self.letters();
        let text = match names.len() {
            2 => "symmetric: a and b may change places".to_owned(),
            _ => format!("symmetric: {} may change places", names.join(", ")),
        };
        self.tested(Quantity::Symmetry, text, |numbers, facts| {
            (1..numbers.len()).all(|at| {
                let mut swapped = numbers.to_vec();
                swapped.swap(at - 1, at);
                let other = self.table.get(&swapped);
                other.is_some_and(|other| {
                    other.value == facts.value && other.outcome == facts.outcome
                })
            })
        })
    }

    fn lost(&self) -> Vec<Pattern> {
        let names = self.letters();
        let mut found = Vec::new();
        let mut add = |text: String, is_claimed: &dyn Fn(&[u64]) -> bool| {
            let fits =
                |numbers: &[u64], facts: &PositionFacts| facts.is_lost() == is_claimed(numbers);
            found.extend(self.tested(Quantity::Lost, format!("lost if {text}"), fits));
        };
        let sum = names.join(" + ");
        if names.len() == 2 {
            add("a = b".to_owned(), &|x| x[0] == x[1]);
            add("a and b are both even".to_owned(), &|x| all_even(x));
        } else {
            add(format!("{} = 0", names.join(" xor ")), &|x| {
                xor(x.iter().copied()) == 0
            });
            add("all numbers are even".to_owned(), &|x| all_even(x));
        }
        add(
            format!(
                "{} = 1 where no number is above 1, and = 0 otherwise (misère Nim)",
                names.join(" xor ")
            ),
            &|x| {
                let is_small = x.iter().all(|&n| n <= 1);
                xor(x.iter().copied()) == u64::from(is_small)
            },
        );
        for m in self.moduli() {
            add(format!("{m} divides {sum}"), &|x| {
                x.iter().sum::<u64>().is_multiple_of(m)
            });
            if names.len() == 2 {
                add(format!("{m} divides a - b"), &|x| {
                    x[0].abs_diff(x[1]).is_multiple_of(m)
                });
            } else {
                let rests: Vec<String> = names
                    .iter()
                    .map(|name| format!("({name} mod {m})"))
                    .collect();
                add(format!("{} = 0", rests.join(" xor ")), &|x| {
                    xor(x.iter().map(|n| n % m)) == 0
                });
            }
        }
        if names.len() == 2 {
            for t in 1..=6 {
                add(beatty_text(t), &|x| is_beatty_pair(x[0], x[1], t));
            }
            found.extend(self.remainders());
        }
        found
    }

    /// "Lost if (a mod m, b mod m) is in {…}", with the least m.
    fn remainders(&self) -> Option<Pattern> {
        let is_lost = |a: u64, b: u64| self.table.get(&[a, b]).is_some_and(PositionFacts::is_lost);
        let first = self.table.from();
        (2..=((self.trained_to - first) / 3).min(16)).find_map(|m| {
            // The first multiple of m that is neither 0 nor below the table.
            let base = first.max(1).next_multiple_of(m);
            let rule = |a: u64, b: u64| is_lost(base + a % m, base + b % m);
            let pairs: Vec<String> = (0..m * m)
                .filter(|i| rule(i / m, i % m))
                .map(|i| format!("({}, {})", i / m, i % m))
                .collect();
            if pairs.is_empty() || pairs.len() > 12 {
                return None;
            }
            let text = format!(
                "lost if (a mod {m}, b mod {m}) is in {{{}}}",
                pairs.join(", ")
            );
            self.tested(Quantity::Lost, text, |x, facts| {
                facts.is_lost() == rule(x[0], x[1])
            })
        })
    }
}

fn xor(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |sum, n| sum ^ n)
}

fn all_even(numbers: &[u64]) -> bool {
    numbers.iter().all(|n| n.is_multiple_of(2))
}

fn beatty_text(t: u64) -> String {
    match t {
        1 => "the pair is (floor(k phi), floor(k phi) + k), phi the golden ratio: Wythoff's Beatty pairs".to_owned(),
        _ => format!(
            "the pair is (floor(k r), floor(k r) + {t}k) with r = (2 - {t} + sqrt({t}^2 + 4)) / 2: Beatty pairs"
        ),
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::Outcome;

    use super::*;
    use crate::patterns::PatternStanding;

    fn table(dimensions: usize, to: u64, value: impl Fn(&[u64]) -> u64) -> FactTable {
        FactTable::of_numbers(dimensions, 0, to, |numbers| {
            let value = value(numbers);
            let outcome = if value == 0 {
                Outcome::Lose
            } else {
                Outcome::Win
            };
            Some(PositionFacts {
                value: Some(value),
                outcome,
                remoteness: None,
            })
        })
    }

    #[track_caller]
    fn assert_observed(table: &FactTable, text: &str) {
        let found = patterns(table, (table.to() + 1) * 2 / 3);
        let held = |pattern: &&Pattern| pattern.standing == PatternStanding::Observed;
        let held: Vec<&str> = found
            .iter()
            .filter(held)
            .map(|pattern| pattern.text.as_str())
            .collect();
        assert!(
            held.iter().any(|found| found.starts_with(text)),
            "{text}: {held:?}"
        );
    }

    #[test]
    fn tables_of_pairs_are_recognised() {
        assert_observed(&table(2, 19, |x| x[0] ^ x[1]), "value = a xor b");
        assert_observed(&table(2, 19, |x| x[0] ^ x[1]), "lost if a = b");
        assert_observed(
            &table(2, 19, |x| (x[0] + x[1]) % 5),
            "value = (a + b) mod 5",
        );
        assert_observed(
            &table(2, 19, |x| u64::from((x[0] % 3, x[1] % 3) != (1, 2))),
            "lost if (a mod 3, b mod 3) is in {(1, 2)}",
        );
    }

    #[test]
    fn tables_of_three_numbers_are_recognised() {
        let nim = table(3, 11, |x| x[0] ^ x[1] ^ x[2]);
        assert_observed(&nim, "value = a xor b xor c");
        assert_observed(&nim, "lost if a xor b xor c = 0");
        let odd = table(3, 11, |x| (x[0] * x[0]) ^ (3 * x[1]) ^ (x[2] / 2));
        assert_observed(
            &odd,
            "value = value(a, 0, 0) xor value(0, b, 0) xor value(0, 0, c)",
        );
    }
}
