//! Patterns in a sequence of values.

use crate::guess::{Pattern, Standing};

/// A formula for the value of n.
type Formula = Box<dyn Fn(u64) -> u64>;

/// The patterns that fit the first `trained_on` values, tested on the rest.
pub(super) fn patterns(values: &[Option<u64>], trained_on: usize) -> Vec<Pattern> {
    let mut found = Vec::new();
    // Some games have no position 0: then nothing is asked of it.
    let first = usize::from(values.first() == Some(&None));
    let zero = (first > 0).then_some(Some(0));
    let known = zero.iter().chain(&values[first..]).copied();
    let Some(values) = known.collect::<Option<Vec<u64>>>() else {
        // Infinite values: only who loses can be looked at.
        let lost: Vec<bool> = values.iter().map(|value| *value == Some(0)).collect();
        found.extend(losing(&lost, trained_on));
        return found;
    };
    let train = &values[..trained_on];
    for (text, formula) in formulas(train) {
        let mut asked = train.iter().zip(0..).skip(first);
        if asked.all(|(&value, n)| formula(n) == value) {
            let fails = (trained_on..values.len()).find(|&n| formula(n as u64) != values[n]);
            found.push(tested(text, fails));
        }
    }
    found.extend(period(&values, trained_on));
    let mut lost: Vec<bool> = values.iter().map(|&value| value == 0).collect();
    lost[..first].fill(false);
    found.extend(losing(&lost, trained_on));
    found
}

fn tested(text: String, fails: Option<usize>) -> Pattern {
    let verdict = match fails {
        None => Standing::Observed,
        Some(at) => Standing::Failed { at: at as u64 },
    };
    Pattern { text, verdict }
}

/// Formulas worth a try; the numbers in them come from the values.
fn formulas(train: &[u64]) -> Vec<(String, Formula)> {
    let mut list: Vec<(String, Formula)> = Vec::new();
    let mut add = |text: String, formula: Formula| list.push((text, formula));
    add("value = n".to_owned(), Box::new(|n| n));
    add(
        "value = n - 1".to_owned(),
        Box::new(|n| n.saturating_sub(1)),
    );
    add(
        "value = the largest power of 2 that divides n (ruler)".to_owned(),
        Box::new(|n| n & n.wrapping_neg()),
    );
    add(
        "value = the number of zeros at the end of n in binary".to_owned(),
        Box::new(|n| if n == 0 { 0 } else { n.trailing_zeros().into() }),
    );
    add(
        "value = 1 + the number of zeros at the end of n in binary, 0 for n = 0".to_owned(),
        Box::new(|n| {
            if n == 0 {
                0
            } else {
                u64::from(n.trailing_zeros()) + 1
            }
        }),
    );
    add(
        "value = the number of ones in n in binary".to_owned(),
        Box::new(|n| n.count_ones().into()),
    );
    add(
        "value = the number of binary digits of n".to_owned(),
        Box::new(|n| (u64::BITS - n.leading_zeros()).into()),
    );
    add(
        "value = n xor (n >> 1)".to_owned(),
        Box::new(|n| n ^ (n >> 1)),
    );
    add(
        "value = n, but n and n - 1 change places where 4 divides n".to_owned(),
        Box::new(|n| match n % 4 {
            3 => n + 1,
            0 if n > 0 => n - 1,
            _ => n,
        }),
    );
    add(
        "value = 2n or 2n + 1, whichever has an even number of ones in binary".to_owned(),
        Box::new(|n| 2 * n + u64::from(n.count_ones() % 2)),
    );
    let most = train.iter().copied().max().unwrap_or(0);
    for m in 2..=(most + 1).min(train.len() as u64) {
        add(format!("value = n mod {m}"), Box::new(move |n| n % m));
    }
    for k in 2..=16u64 {
        add(
            format!("value = n / {k}, rounded down"),
            Box::new(move |n| n / k),
        );
        add(
            format!("value = n / {k}, rounded up"),
            Box::new(move |n| n.div_ceil(k)),
        );
        add(format!("value = n xor {k}"), Box::new(move |n| n ^ k));
        for m in 2..=(most + 1).min(32) {
            add(
                format!("value = (n mod {}) / {k}, rounded down", m * k),
                Box::new(move |n| n % (m * k) / k),
            );
        }
    }
    list
}

/// The least period, perhaps rising, that the last half of the training values shows.
fn period(values: &[u64], trained_on: usize) -> Option<Pattern> {
    let train = &values[..trained_on];
    let half = trained_on / 2;
    let fits = |p: usize, saltus: u64, n: usize| values[n] == values[n - p].wrapping_add(saltus);
    for p in 1..=trained_on / 4 {
        let saltus = train[trained_on - 1].wrapping_sub(train[trained_on - 1 - p]);
        if saltus > u64::MAX / 2 || !(half..trained_on).all(|n| n < p || fits(p, saltus, n)) {
            continue;
        }
        let last = (p..trained_on).rev().find(|&n| !fits(p, saltus, n));
        let from = last.map_or(0, |n| n + 1 - p);
        let rising = match saltus {
            0 => String::new(),
            _ => format!(", rising by {saltus} each time"),
        };
        let fails = (trained_on..values.len()).find(|&n| !fits(p, saltus, n));
        return Some(tested(format!("period {p} from n = {from}{rising}"), fails));
    }
    None
}

/// Descriptions of the lost sizes.
fn losing(lost: &[bool], trained_on: usize) -> Vec<Pattern> {
    let mut found = Vec::new();
    let train = &lost[..trained_on];
    let count = train.iter().filter(|&&is_lost| is_lost).count();
    if let Some(pattern) = by_remainder(lost, trained_on) {
        found.push(pattern);
    } else if count > 0 && train.iter().rposition(|&is_lost| is_lost).unwrap_or(0) < trained_on / 2
    {
        let sizes = list_of(train);
        let fails = (trained_on..lost.len()).find(|&n| lost[n]);
        found.push(tested(format!("lost only if n is in {{{sizes}}}"), fails));
    }
    let sets: [NamedSet; 6] = [
        ("a square", |n| n.isqrt().pow(2) == n),
        ("triangular", |n| (8 * n + 1).isqrt().pow(2) == 8 * n + 1),
        ("a power of 2, or 0", |n| n & n.wrapping_sub(1) == 0),
        ("one less than a power of 2", |n| n & (n + 1) == 0),
        ("a Fibonacci number", is_fibonacci),
        ("a number with an even number of ones in binary", |n| {
            n.count_ones() % 2 == 0
        }),
    ];
    for (name, is_in) in sets {
        if count > 2
            && train
                .iter()
                .zip(0..)
                .all(|(&is_lost, n)| is_lost == is_in(n))
        {
            let fails = (trained_on..lost.len()).find(|&n| lost[n] != is_in(n as u64));
            found.push(tested(format!("lost if n is {name}"), fails));
        }
    }
    found
}

fn is_fibonacci(n: u64) -> bool {
    let (mut a, mut b) = (0, 1);
    while a < n {
        (a, b) = (b, a + b);
    }
    a == n
}

/// "Lost if n is in {…} or n mod m is in {…}", with the least m.
fn by_remainder(lost: &[bool], trained_on: usize) -> Option<Pattern> {
    let train = &lost[..trained_on];
    let half = trained_on / 2;
    for m in 1..=trained_on / 4 {
        if !(half..trained_on).all(|n| train[n] == train[n - m]) {
            continue;
        }
        // The rule of the second half, and where the first half differs from it.
        let rule = |n: usize| train[half + (n + m - half % m) % m];
        let remainders: Vec<String> = (0..m).filter(|&r| rule(r)).map(|r| r.to_string()).collect();
        let added: Vec<String> = (0..half)
            .filter(|&n| train[n] && !rule(n))
            .map(|n| n.to_string())
            .collect();
        let removed: Vec<String> = (0..half)
            .filter(|&n| !train[n] && rule(n))
            .map(|n| n.to_string())
            .collect();
        if remainders.is_empty() {
            return None;
        }
        let mut text = "lost if ".to_owned();
        if !added.is_empty() {
            text += &format!("n is in {{{}}} or ", added.join(", "));
        }
        text += &format!("n mod {m} is in {{{}}}", remainders.join(", "));
        if !removed.is_empty() {
            text += &format!(", except n in {{{}}}", removed.join(", "));
        }
        let fails = (trained_on..lost.len()).find(|&n| lost[n] != rule(n));
        return Some(tested(text, fails));
    }
    None
}

fn list_of(flags: &[bool]) -> String {
    let sizes: Vec<String> = flags
        .iter()
        .enumerate()
        .filter(|(_, is_in)| **is_in)
        .map(|(n, _)| n.to_string())
        .collect();
    sizes.join(", ")
}

/// A set of numbers and what it is called.
type NamedSet = (&'static str, fn(u64) -> bool);

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: impl Iterator<Item = u64>) -> Vec<String> {
        let values: Vec<Option<u64>> = values.map(Some).collect();
        let found = patterns(&values, values.len() * 2 / 3);
        let held = found.into_iter();
        held.filter(|pattern| pattern.verdict == Standing::Observed)
            .map(|pattern| pattern.text)
            .collect()
    }

    #[test]
    fn a_game_without_a_position_0_is_asked_nothing_there() {
        let values: Vec<Option<u64>> = (0..30u64).map(|n| n.checked_sub(1)).collect();
        let found = patterns(&values, 20);
        assert!(found.iter().any(|pattern| pattern.text == "value = n - 1"));
        assert!(found.iter().all(|pattern| pattern.text != "value = n"));
    }

    #[test]
    fn patterns_are_recognised() {
        let has = |texts: Vec<String>, text: &str| {
            assert!(texts.iter().any(|found| found == text), "{text}: {texts:?}");
        };
        has(texts((0..100).map(|n| n % 4)), "value = n mod 4");
        has(texts((0..100).map(|n| n % 4)), "lost if n mod 4 is in {0}");
        has(
            texts((0..100).map(|n| n / 3)),
            "value = n / 3, rounded down",
        );
        has(
            texts((0..100).map(|n| n / 3)),
            "period 3 from n = 0, rising by 1 each time",
        );
        has(
            texts((0..60).map(|n: u64| n & n.wrapping_neg())),
            "value = the largest power of 2 that divides n (ruler)",
        );
        has(
            texts((0..60).map(|n| u64::from(n != 7 && n % 5 != 2))),
            "lost if n mod 5 is in {2}",
        );
        has(
            texts((0..90).map(|n| u64::from(n != 6 && n % 5 != 2))),
            "lost if n is in {6} or n mod 5 is in {2}",
        );
        has(
            texts((0..90).map(|n: u64| u64::from(n.isqrt().pow(2) != n))),
            "lost if n is a square",
        );
    }

    #[test]
    fn a_pattern_that_breaks_later_is_reported_as_failed() {
        let values: Vec<Option<u64>> = (0..99)
            .map(|n| Some(if n < 90 { n % 3 } else { 7 }))
            .collect();
        let found = patterns(&values, 66);
        let text = "value = n mod 3";
        let pattern = found.iter().find(|pattern| pattern.text == text).unwrap();
        assert_eq!(pattern.verdict, Standing::Failed { at: 90 });
    }
}
