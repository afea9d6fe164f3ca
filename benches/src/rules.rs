//! What rules files cost: the interpreter's part, grundy's part, and memory; every answer is checked
//! against a plain search of the same game in Rust.

use std::collections::{HashMap, VecDeque};

use grundy_core::{Limits, Nimber, Outcome, Value};
use grundy_kernels::{Timing, timed};
use grundy_positions::{ListedOptions, PositionRef, Source};
use grundy_rules::{RuleLimits, StarPosition, StarRules};
use grundy_solve::{Component, Evaluator, Sum};
use rustc_hash::FxHashSet;

use grundy::Error;
use grundy::spec::{Files, is_star, star_rules};

/// A game to measure: rules, a position, and the same rules in Rust.
pub struct RulesWorkload {
    /// Its name.
    pub name: &'static str,
    /// Its rules.
    pub source: &'static str,
    /// What is solved, for size `n`.
    start: fn(u64) -> String,
    /// The size that is usually measured.
    pub usual: u64,
    /// What a plain search makes of it.
    plain: fn(u64) -> PlainAnswer,
}

/// What a plain search finds out.
enum PlainAnswer {
    Value(u32),
    Outcome(Outcome),
}

/// What was measured.
pub struct RulesRow {
    /// The name of the game, or its file.
    pub name: String,
    /// The position.
    pub position: String,
    /// Positions that were valued.
    pub positions: u64,
    /// Options that `moves` returned for them.
    pub options: u64,
    /// From the text to the value.
    pub solving: Timing,
    /// Calling `moves` once for each position, and nothing else.
    pub rules_alone: Timing,
    /// Bytes of the tables that stay: the positions and their values.
    pub bytes: u64,
    /// What it is worth.
    pub value: String,
    /// Whether the plain search says the same, where there is one.
    pub agrees: Option<bool>,
}

impl RulesRow {
    /// Bytes per position.
    pub fn bytes_per_position(&self) -> f64 {
        self.bytes as f64 / self.positions.max(1) as f64
    }
}

/// The games that are measured.
pub const WORKLOADS: [RulesWorkload; 5] = [
    RulesWorkload {
        name: "squares",
        source: "def moves(n):\n    return [n - k * k for k in range(1, isqrt(n) + 1)]\n",
        start: |n| n.to_string(),
        usual: 20_000,
        plain: |n| {
            PlainAnswer::Value(by_table(n, |n| {
                (1..=n.isqrt()).map(|k| vec![n - k * k]).collect()
            }))
        },
    },
    RulesWorkload {
        name: "kayles",
        source: "def moves(n):\n    one = [split(a, n - 1 - a) for a in range((n + 1) // 2)]\n    two = [split(a, n - 2 - a) for a in range(n // 2)]\n    return one + two\n",
        start: |n| n.to_string(),
        usual: 1000,
        plain: |n| PlainAnswer::Value(by_table(n, kayles)),
    },
    RulesWorkload {
        name: "wythoff",
        source: "def moves(p):\n    a, b = p\n    one = [(x, b) for x in range(a)] + [(a, y) for y in range(b)]\n    return one + [(a - k, b - k) for k in range(1, min(a, b) + 1)]\n",
        start: |n| format!("({n},{n})"),
        usual: 90,
        plain: |n| PlainAnswer::Value(wythoff(n)),
    },
    RulesWorkload {
        name: "circle",
        source: "SIZE = 1000003\ndef moves(n):\n    return [(n + 1) % SIZE, (n + 4) % SIZE, n // 2] if n > 0 else []\n",
        start: |n| n.to_string(),
        usual: 200_000,
        plain: |n| PlainAnswer::Outcome(circle(n)),
    },
    RulesWorkload {
        name: "steps",
        source: "def moves(p):\n    a, b, c = p\n    options = [(a - 1, b, c)] if a > 0 else []\n    options += [(a, b - 1, c)] if b > 0 else []\n    options += [(a, b, c - 1)] if c > 0 else []\n    return options + ([(b, c, a - 2)] if a > 1 else [])\n",
        start: |n| format!("({n},{n},{n})"),
        usual: 60,
        plain: |n| PlainAnswer::Value(steps(n)),
    },
];

/// Measures one game at size `n`.
///
/// # Errors
///
/// [`Error::Limit`], [`Error::Rules`].
pub fn measure(workload: &RulesWorkload, n: u64, limits: &Limits) -> Result<RulesRow, Error> {
    let text = (workload.start)(n);
    let load = || -> Result<StarRules, Error> {
        let file = format!("{}.star", workload.name);
        let limits = RuleLimits::within(limits);
        Ok(StarRules::load(&file, workload.source, &limits)?)
    };
    let (mut row, value) = measure_rules(workload.name, &text, &load, limits)?;
    row.agrees = Some(match (workload.plain)(n) {
        PlainAnswer::Value(plain) => value == Value::Finite(Nimber(plain.into())),
        PlainAnswer::Outcome(plain) => value.outcome() == plain,
    });
    Ok(row)
}

/// Measures a position of a rules file: `file.star:position`.
///
/// # Errors
///
/// As [`measure`]; [`Error::Usage`] and [`Error::Spec`] if it is no such position, or has no value.
pub fn measure_file(spec: &str, limits: &Limits) -> Result<RulesRow, Error> {
    let Some((file, text)) = spec.split_once(':').filter(|(file, _)| is_star(file)) else {
        let message =
            format!("`{spec}` is not a position of a rules file; write file.star:position");
        return Err(Error::Usage { message });
    };
    let load = || {
        let rules = star_rules(file, Files::Allow, limits)?.moves();
        rules.ok_or_else(|| Error::Usage {
            message: format!(
                "`{file}` declares a removal game: it is data, not a program to measure"
            ),
        })
    };
    let (row, _) = measure_rules(file, text, &load, limits)?;
    Ok(row)
}

fn measure_rules(
    name: &str,
    text: &str,
    load: &dyn Fn() -> Result<StarRules, Error>,
    limits: &Limits,
) -> Result<(RulesRow, Value), Error> {
    let (solving, solved) = timed(|| solve(load, text, limits));
    let (value, bytes) = solved?;
    let rules = load()?;
    let positions = reachable(&rules, text)?;
    let listed: Vec<&StarPosition> = positions.iter().collect();
    let (rules_alone, options) = timed(|| rules.count_options(&listed));
    let row = RulesRow {
        name: name.to_owned(),
        position: text.to_owned(),
        positions: positions.len() as u64,
        options: options?,
        solving,
        rules_alone,
        bytes,
        value: value.to_string(),
        agrees: None,
    };
    Ok((row, value))
}

/// The value of a position, and what all that was met takes.
fn solve(
    load: &dyn Fn() -> Result<StarRules, Error>,
    text: &str,
    limits: &Limits,
) -> Result<(Value, u64), Error> {
    let mut game = load()?.game();
    let id = game.parse(text).map_err(|error| Error::Spec {
        text: text.to_owned(),
        error,
    })?;
    let component = Component { game: 0, id };
    let mut sum = Sum {
        games: vec![game],
        components: vec![component],
    };
    let mut evaluator = Evaluator::new();
    let Some(value) = evaluator.value(&mut sum, component, limits)? else {
        let message = format!("`{text}` has no nim-value under these rules: nothing to measure");
        return Err(Error::Usage { message });
    };
    let bytes = sum.games[0].bytes() + evaluator.bytes(0);
    Ok((value, bytes))
}

/// Everything that can be reached, taken apart.
fn reachable(rules: &StarRules, text: &str) -> Result<Vec<StarPosition>, Error> {
    let start = rules.parse(text).map_err(|error| Error::Spec {
        text: text.to_owned(),
        error,
    })?;
    let parts = rules.parts(&start).unwrap_or_else(|| vec![start]);
    let mut seen: FxHashSet<StarPosition> = FxHashSet::default();
    let mut positions = parts;
    positions.retain(|part| seen.insert(part.clone()));
    let mut done = 0;
    while done < positions.len() {
        let mut found = ListedOptions::default();
        let rest = positions[done..]
            .iter()
            .take(4096)
            .map(PositionRef::Position);
        rules.list(&rest.collect::<Vec<_>>(), true, None, &mut found)?;
        done += found.positions();
        let parts =
            found.map(|part| part.map_or_else(|other| other, |number| rules.numbered(number)));
        let new = parts.into_parts().into_iter();
        positions.extend(new.filter(|part| seen.insert(part.clone())));
    }
    Ok(positions)
}

/// The value of a heap of `n` where moves lead to lists of smaller heaps.
fn by_table(n: u64, options: impl Fn(u64) -> Vec<Vec<u64>>) -> u32 {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=n {
        let worth = |parts: Vec<u64>| {
            parts
                .iter()
                .fold(0, |sum, &part| sum ^ values[part as usize])
        };
        let value = mex(options(heap).into_iter().map(worth).collect());
        values.push(value);
    }
    values[n as usize]
}

fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).take_while(|(n, v)| n == *v).count() as u32
}

fn kayles(n: u64) -> Vec<Vec<u64>> {
    let taking =
        |taken: u64| (0..(n + 1).saturating_sub(taken)).map(move |a| vec![a, n - taken - a]);
    taking(1).chain(taking(2)).collect()
}

fn wythoff(n: u64) -> u32 {
    let size = n as usize + 1;
    let mut values = vec![vec![0; size]; size];
    for a in 0..size {
        for b in 0..size {
            let mut options: Vec<u32> = (0..a).map(|x| values[x][b]).collect();
            options.extend(&values[a][..b]);
            options.extend((1..=a.min(b)).map(|k| values[a - k][b - k]));
            values[a][b] = mex(options);
        }
    }
    values[size - 1][size - 1]
}

fn steps(n: u64) -> u32 {
    let mut values: HashMap<[u64; 3], u32> = HashMap::new();
    for total in 0..=3 * n {
        for a in 0..=n.min(total) {
            for b in 0..=n.min(total - a) {
                let c = total - a - b;
                if c > n {
                    continue;
                }
                let fewer = |take: u64| a.checked_sub(take);
                let options = [
                    fewer(1).map(|a| [a, b, c]),
                    b.checked_sub(1).map(|b| [a, b, c]),
                    c.checked_sub(1).map(|c| [a, b, c]),
                    fewer(2).map(|a| [b, c, a]),
                ];
                let worth = options.into_iter().flatten().map(|option| values[&option]);
                let value = mex(worth.collect());
                values.insert([a, b, c], value);
            }
        }
    }
    values[&[n, n, n]]
}

/// Who wins on the circle: positions are lost or won as soon as their options say so.
fn circle(n: u64) -> Outcome {
    const SIZE: u64 = 1_000_003;
    let options = |n: u64| match n {
        0 => Vec::new(),
        n => vec![(n + 1) % SIZE, (n + 4) % SIZE, n / 2],
    };
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); SIZE as usize];
    let mut open: Vec<usize> = Vec::with_capacity(SIZE as usize);
    for from in 0..SIZE {
        let options = options(from);
        open.push(options.len());
        options
            .into_iter()
            .for_each(|to| before[to as usize].push(from as u32));
    }
    let mut known = vec![Outcome::Draw; SIZE as usize];
    known[0] = Outcome::Lose;
    let mut queue = VecDeque::from([0]);
    while let Some(to) = queue.pop_front() {
        for &from in &before[to] {
            let from = from as usize;
            open[from] -= 1;
            let found = match known[to] {
                Outcome::Lose => Outcome::Win,
                _ if open[from] == 0 => Outcome::Lose,
                _ => continue,
            };
            if known[from] == Outcome::Draw {
                known[from] = found;
                queue.push_back(from);
            }
        }
    }
    known[n as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_agrees_with_a_plain_search() {
        for workload in &WORKLOADS {
            let n = match workload.name {
                "circle" => 1000,
                _ => 12,
            };
            let row = measure(workload, n, &Limits::default()).unwrap();
            assert_eq!(row.agrees, Some(true), "{} {}", row.name, row.value);
            assert!(row.options > row.positions / 2 && row.bytes > 0);
        }
    }
}
