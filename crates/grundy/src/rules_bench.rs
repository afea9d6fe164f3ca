//! What rules files cost: the interpreter's part, grundy's part, and memory; every answer is checked
//! against a plain search of the same game in Rust.

use std::collections::{HashMap, VecDeque};

use grundy_core::{InParts, Interned, Limits, Nimber, Outcome, Ruleset, Value};
use grundy_kernels::{Took, timed};
use grundy_rules::{Position, RuleLimits, StarRules};
use grundy_solve::{Component, Evaluator, Sum};
use rustc_hash::FxHashSet;

use crate::Error;

/// A game to measure: rules, a position, and the same rules in Rust.
pub struct Workload {
    /// Its name.
    pub name: &'static str,
    /// Its rules.
    pub source: &'static str,
    /// What is solved, for size `n`.
    start: fn(u64) -> String,
    /// The size that is usually measured.
    pub usual: u64,
    /// What a plain search makes of it.
    plain: fn(u64) -> Answer,
}

/// What a plain search finds out.
enum Answer {
    Value(u32),
    Outcome(Outcome),
}

/// What was measured.
pub struct Row {
    /// The name of the game.
    pub name: &'static str,
    /// The position.
    pub position: String,
    /// Positions that were valued.
    pub positions: u64,
    /// Options that `moves` returned for them.
    pub options: u64,
    /// From the text to the value.
    pub solving: Took,
    /// Calling `moves` once for each position, and nothing else.
    pub rules_alone: Took,
    /// Bytes of the tables that stay: the positions and their values.
    pub bytes: u64,
    /// What it is worth.
    pub value: String,
    /// True if the plain search says the same.
    pub agrees: bool,
}

impl Row {
    /// Bytes per position.
    pub fn bytes_per_position(&self) -> f64 {
        self.bytes as f64 / self.positions.max(1) as f64
    }
}

/// The games that are measured.
pub const WORKLOADS: [Workload; 5] = [
    Workload {
        name: "squares",
        source: "def moves(n):\n    return [n - k * k for k in range(1, isqrt(n) + 1)]\n",
        start: |n| n.to_string(),
        usual: 20_000,
        plain: |n| {
            Answer::Value(by_table(n, |n| {
                (1..=n.isqrt()).map(|k| vec![n - k * k]).collect()
            }))
        },
    },
    Workload {
        name: "kayles",
        source: "def moves(n):\n    one = [split(a, n - 1 - a) for a in range((n + 1) // 2)]\n    two = [split(a, n - 2 - a) for a in range(n // 2)]\n    return one + two\n",
        start: |n| n.to_string(),
        usual: 1000,
        plain: |n| Answer::Value(by_table(n, kayles)),
    },
    Workload {
        name: "wythoff",
        source: "def moves(p):\n    a, b = p\n    one = [(x, b) for x in range(a)] + [(a, y) for y in range(b)]\n    return one + [(a - k, b - k) for k in range(1, min(a, b) + 1)]\n",
        start: |n| format!("({n},{n})"),
        usual: 90,
        plain: |n| Answer::Value(wythoff(n)),
    },
    Workload {
        name: "circle",
        source: "SIZE = 1000003\ndef moves(n):\n    return [(n + 1) % SIZE, (n + 4) % SIZE, n // 2] if n > 0 else []\n",
        start: |n| n.to_string(),
        usual: 200_000,
        plain: |n| Answer::Outcome(circle(n)),
    },
    Workload {
        name: "steps",
        source: "def moves(p):\n    a, b, c = p\n    options = [(a - 1, b, c)] if a > 0 else []\n    options += [(a, b - 1, c)] if b > 0 else []\n    options += [(a, b, c - 1)] if c > 0 else []\n    return options + ([(b, c, a - 2)] if a > 1 else [])\n",
        start: |n| format!("({n},{n},{n})"),
        usual: 60,
        plain: |n| Answer::Value(steps(n)),
    },
];

/// Measures one game at size `n`.
///
/// # Errors
///
/// [`Error::Limit`], [`Error::Rules`].
pub fn measure(workload: &Workload, n: u64, limits: &Limits) -> Result<Row, Error> {
    let text = (workload.start)(n);
    let (solving, solved) = timed(|| solve(workload, &text, limits));
    let (value, bytes) = solved?;
    let rules = rules(workload, limits)?;
    let positions = reachable(&rules, &text)?;
    let listed: Vec<&Position> = positions.iter().collect();
    let (rules_alone, options) = timed(|| rules.count_options(&listed));
    let agrees = match (workload.plain)(n) {
        Answer::Value(plain) => value == Value::Finite(Nimber(plain.into())),
        Answer::Outcome(plain) => value.outcome() == plain,
    };
    Ok(Row {
        name: workload.name,
        position: text,
        positions: positions.len() as u64,
        options: options?,
        solving,
        rules_alone,
        bytes,
        value: value.to_string(),
        agrees,
    })
}

fn rules(workload: &Workload, limits: &Limits) -> Result<StarRules, Error> {
    let file = format!("{}.star", workload.name);
    let limits = RuleLimits::within(limits);
    Ok(StarRules::load(&file, workload.source, &limits)?)
}

/// The value of a position, and what all that was met takes.
fn solve(workload: &Workload, text: &str, limits: &Limits) -> Result<(Value, u64), Error> {
    let mut game = Interned::boxed(rules(workload, limits)?);
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
    let value = evaluator.value(&mut sum, component, limits)?;
    let bytes = sum.games[0].bytes() + evaluator.bytes(0);
    Ok((value.expect("these games have values"), bytes))
}

/// Everything that can be reached, taken apart.
fn reachable(rules: &StarRules, text: &str) -> Result<Vec<Position>, Error> {
    let start = rules.parse(text).map_err(|error| Error::Spec {
        text: text.to_owned(),
        error,
    })?;
    let mut seen: FxHashSet<Position> = FxHashSet::default();
    seen.insert(start.clone());
    let mut positions = vec![start];
    let mut done = 0;
    while done < positions.len() {
        let mut found = InParts::default();
        let rest: Vec<&Position> = positions[done..].iter().take(4096).collect();
        rules.list(&rest, true, &mut found)?;
        done += found.positions();
        let new = found.into_parts().into_iter();
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
            assert!(row.agrees, "{} {}", row.name, row.value);
            assert!(row.options > row.positions / 2 && row.bytes > 0);
        }
    }
}
