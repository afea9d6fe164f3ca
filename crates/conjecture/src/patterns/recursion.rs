//! Recursions in the digits of n: what belongs to kn + r, told by n or by what belongs to n.

use super::{Pattern, Quantity, Series, judged};

/// The bases that are tried.
const BASES: [u64; 3] = [2, 3, 4];
/// How many n must show the rule for a digit.
const FEWEST_SAMPLES: usize = 4;

/// What belongs to kn + r.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Always this number.
    Constant(u64),
    /// n plus this.
    Index(i64),
    /// This many times what belongs to n, plus this.
    Multiple(u64, i64),
}

impl Rule {
    fn at(self, n: u64, of_n: u64) -> Option<u64> {
        match self {
            Rule::Constant(constant) => Some(constant),
            Rule::Index(add) => n.checked_add_signed(add),
            Rule::Multiple(times, add) => of_n.checked_mul(times)?.checked_add_signed(add),
        }
    }

    fn text(self, word: &str) -> String {
        let plus = |text: String, add: i64| match add {
            0 => text,
            add if add < 0 => format!("{text} - {}", add.unsigned_abs()),
            add => format!("{text} + {add}"),
        };
        match self {
            Rule::Constant(constant) => constant.to_string(),
            Rule::Index(add) => plus("n".to_owned(), add),
            Rule::Multiple(1, add) => plus(format!("{word}(n)"), add),
            Rule::Multiple(times, add) => plus(format!("{times} {word}(n)"), add),
        }
    }
}

/// The recursion with the least base that fits the first numbers, tested on the rest.
pub(super) fn of_numbers(quantity: Quantity, series: Series<'_, u64>) -> Option<Pattern> {
    let word = quantity.word();
    BASES.into_iter().find_map(|base| {
        let rules = rules(base, series)?;
        let parts: Vec<String> = (0..)
            .zip(&rules)
            .map(|(digit, rule)| format!("{word}({}) = {}", index(base, digit), rule.text(word)))
            .collect();
        let text = format!("{} for n from {} on", parts.join(", "), series.first.max(1));
        let wrong = series.testing().find(|(m, value)| {
            let rule = rules[(m % base) as usize];
            let claimed = series
                .get(m / base)
                .and_then(|&of_n| rule.at(m / base, of_n));
            claimed != Some(**value)
        });
        Some(judged(quantity, text, wrong.map(|(m, _)| m)))
    })
}

/// The simplest rule for each last digit; `None` if one has none, or none refers to a smaller n.
fn rules(base: u64, series: Series<'_, u64>) -> Option<Vec<Rule>> {
    let rules: Option<Vec<Rule>> = (0..base).map(|digit| rule(base, digit, series)).collect();
    rules.filter(|rules| rules.iter().any(|rule| matches!(rule, Rule::Multiple(..))))
}

fn rule(base: u64, digit: u64, series: Series<'_, u64>) -> Option<Rule> {
    let samples: Vec<(u64, u64, u64)> = (series.first.max(1)..)
        .take_while(|n| base * n + digit < series.trained_to())
        .filter_map(|n| Some((n, *series.get(n)?, *series.get(base * n + digit)?)))
        .collect();
    if samples.len() < FEWEST_SAMPLES {
        return None;
    }
    let (n, of_n, value) = samples[0];
    let difference = |from: u64| i64::try_from(i128::from(value) - i128::from(from)).ok();
    let candidates = [
        Some(Rule::Constant(value)),
        difference(of_n).map(|add| Rule::Multiple(1, add)),
        difference(n).map(Rule::Index),
        difference(2 * of_n).map(|add| Rule::Multiple(2, add)),
        difference(base * of_n).map(|add| Rule::Multiple(base, add)),
    ];
    let fits = |rule: &Rule| {
        let mut samples = samples.iter();
        samples.all(|&(n, of_n, value)| rule.at(n, of_n) == Some(value))
    };
    candidates.into_iter().flatten().find(fits)
}

fn index(base: u64, digit: u64) -> String {
    match digit {
        0 => format!("{base}n"),
        digit => format!("{base}n + {digit}"),
    }
}

/// A recursion that says which n are lost, with the least base.
pub(super) fn of_lost(series: Series<'_, bool>) -> Option<Pattern> {
    BASES.into_iter().find_map(|base| {
        let rules: Option<Vec<LostRule>> = (0..base)
            .map(|digit| lost_rule(base, digit, series))
            .collect();
        let rules = rules?;
        let refers = |rule: &LostRule| matches!(rule, LostRule::Same | LostRule::Opposite);
        if !rules.iter().any(refers) {
            return None;
        }
        let parts: Vec<String> = (0..)
            .zip(&rules)
            .map(|(digit, rule)| format!("{} is {}", index(base, digit), rule.text()))
            .collect();
        let text = format!(
            "{}, for n from {} on",
            parts.join(", "),
            series.first.max(1)
        );
        let wrong = series.testing().find(|(m, is_lost)| {
            let rule = rules[(m % base) as usize];
            series.get(m / base).map(|&of_n| rule.at(of_n)) != Some(**is_lost)
        });
        Some(judged(Quantity::Lost, text, wrong.map(|(m, _)| m)))
    })
}

/// Whether kn + r is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LostRule {
    Never,
    Always,
    Same,
    Opposite,
}

impl LostRule {
    fn at(self, is_n_lost: bool) -> bool {
        match self {
            LostRule::Never => false,
            LostRule::Always => true,
            LostRule::Same => is_n_lost,
            LostRule::Opposite => !is_n_lost,
        }
    }

    fn text(self) -> &'static str {
        match self {
            LostRule::Never => "never lost",
            LostRule::Always => "always lost",
            LostRule::Same => "lost if n is lost",
            LostRule::Opposite => "lost if n is not lost",
        }
    }
}

fn lost_rule(base: u64, digit: u64, series: Series<'_, bool>) -> Option<LostRule> {
    let samples: Vec<(bool, bool)> = (series.first.max(1)..)
        .take_while(|n| base * n + digit < series.trained_to())
        .filter_map(|n| Some((*series.get(n)?, *series.get(base * n + digit)?)))
        .collect();
    if samples.len() < FEWEST_SAMPLES {
        return None;
    }
    let rules = [
        LostRule::Never,
        LostRule::Always,
        LostRule::Same,
        LostRule::Opposite,
    ];
    let fits = |rule: &LostRule| {
        samples
            .iter()
            .all(|&(of_n, is_lost)| rule.at(of_n) == is_lost)
    };
    rules.into_iter().find(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::PatternStanding;

    #[test]
    fn numbers_with_an_even_number_of_zeros_at_the_end_are_told_by_their_half() {
        let lost: Vec<bool> = (1..200u64).map(|n| n.trailing_zeros() % 2 == 1).collect();
        let series = Series {
            first: 1,
            items: &lost,
            trained: 130,
        };
        let pattern = of_lost(series).unwrap();
        assert_eq!(pattern.standing, PatternStanding::Observed);
        assert_eq!(
            pattern.text,
            "2n is lost if n is not lost, 2n + 1 is never lost, for n from 1 on"
        );
    }

    #[test]
    fn a_recursion_that_breaks_is_reported_with_the_place() {
        let mut values: Vec<u64> = vec![0, 1];
        for m in 2..150usize {
            let of_half = values[m / 2];
            values.push(if m == 120 {
                99
            } else {
                of_half + (m % 2) as u64
            });
        }
        let series = Series {
            first: 0,
            items: &values,
            trained: 100,
        };
        let pattern = of_numbers(Quantity::Value, series).unwrap();
        assert_eq!(pattern.standing, PatternStanding::Failed { at: 120 });
    }
}
