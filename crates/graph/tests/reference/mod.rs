//! The definitions, iterated until nothing changes, and random graphs of every shape.
#![allow(
    dead_code,
    reason = "each test file uses the part of this module that it needs"
)]

use std::collections::BTreeSet;

use grundy_core::{Nimber, Outcome, Play, Value};
use grundy_graph::Graph;

/// A small generator of random numbers (Steele, Lea and Flood's SplitMix).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound.max(1))) as u32
    }
}

/// A random graph of at most `most` vertices; `shape` chooses the family.
pub fn random_graph(random: &mut Random, shape: u32, most: u32) -> Graph {
    let n = 1 + random.below(most);
    let mut edges: Vec<(u32, u32)> = Vec::new();
    match shape % 8 {
        0 => (0..n).for_each(|_| edges.push((random.below(n), random.below(n)))),
        1 => (0..n * n / 2).for_each(|_| edges.push((random.below(n), random.below(n)))),
        2 => {
            for _ in 0..3 * n {
                let (a, b) = (random.below(n), random.below(n));
                if a != b {
                    edges.push((a.max(b), a.min(b)));
                }
            }
        }
        3 => (0..n).for_each(|v| edges.push((v, (v + 1) % n))),
        4 => {
            (1..n).for_each(|v| edges.push((v, v - 1)));
            (0..n / 4).for_each(|_| edges.push((random.below(n), random.below(n))));
        }
        5 => {
            // A fifth without moves, so that most vertices are decided; loops and parallels.
            for v in n / 5..n {
                for _ in 0..random.below(4) {
                    let to = random.below(n);
                    (0..1 + random.below(2)).for_each(|_| edges.push((v, to)));
                }
                if random.below(6) == 0 {
                    edges.push((v, v));
                }
            }
        }
        6 => {
            for v in 0..n {
                (0..v).for_each(|to| edges.push((v, to)));
            }
            (0..random.below(4)).for_each(|_| edges.push((random.below(n), random.below(n))));
        }
        _ => {
            // A few hubs.
            for v in 0..n {
                edges.push((v, random.below(3.min(n))));
                edges.push((random.below(3.min(n)), v));
                if random.below(3) == 0 {
                    edges.push((v, random.below(n)));
                }
            }
        }
    }
    Graph::from_edges(n, edges.into_iter())
}

/// Owners, or nobody's.
pub type Owners<'a> = Option<&'a [u8]>;

/// Outcomes and remotenesses by repeated application of the definition, level by level.
pub fn outcomes(
    graph: &Graph,
    owners: Owners,
    play: Play,
    decided: &[(u32, Outcome)],
) -> Vec<(Outcome, Option<u32>)> {
    let n = graph.vertices();
    let mut found: Vec<Option<(Outcome, u32)>> = vec![None; n as usize];
    let mut frozen = vec![false; n as usize];
    for v in 0..n {
        if graph.out_degree(v) == 0 {
            found[v as usize] = Some((play.without_moves(), 0));
        }
    }
    for &(v, outcome) in decided {
        frozen[v as usize] = true;
        found[v as usize] = Some((outcome, 0)).filter(|_| outcome != Outcome::Draw);
    }
    // The outcome at `w` as the player who moves at `v` sees it.
    let seen_from = |found: &[Option<(Outcome, u32)>], v: u32, w: u32| {
        let same = owners.is_some_and(|o| o[v as usize] == o[w as usize]);
        found[w as usize].map(|(o, _)| if same { o } else { o.opposite() })
    };
    for level in 1.. {
        let mut next = found.clone();
        for v in 0..n {
            if found[v as usize].is_some() || frozen[v as usize] {
                continue;
            }
            let options: Vec<_> = graph
                .successors(v)
                .iter()
                .map(|&w| seen_from(&found, v, w))
                .collect();
            if options.contains(&Some(Outcome::Win)) {
                next[v as usize] = Some((Outcome::Win, level));
            } else if options.iter().all(|&o| o == Some(Outcome::Lose)) {
                next[v as usize] = Some((Outcome::Lose, level));
            }
        }
        if next == found {
            break;
        }
        found = next;
    }
    let answer = |state: Option<(Outcome, u32)>| match state {
        Some((outcome, level)) => (outcome, Some(level)),
        None => (Outcome::Draw, None),
    };
    found.into_iter().map(answer).collect()
}

/// Loopy values and counters by the plain passes.
pub fn values(graph: &Graph) -> (Vec<Value>, Vec<u32>) {
    let n = graph.vertices() as usize;
    let mut labels: Vec<Option<u32>> = vec![None; n];
    let mut infinite = vec![false; n];
    let mut counters = vec![0; n];
    let mut round = 0;
    for pass in 0.. {
        let has = |labels: &[Option<u32>], v: u32| {
            graph
                .successors(v)
                .iter()
                .any(|&w| labels[w as usize] == Some(pass))
        };
        loop {
            let is_eligible = |&v: &u32| {
                labels[v as usize].is_none()
                    && !infinite[v as usize]
                    && !has(&labels, v)
                    && graph
                        .successors(v)
                        .iter()
                        .all(|&w| labels[w as usize].is_some() || has(&labels, w))
            };
            let eligible: Vec<u32> = (0..n as u32).filter(is_eligible).collect();
            if eligible.is_empty() {
                break;
            }
            for v in eligible {
                labels[v as usize] = Some(pass);
                counters[v as usize] = round;
            }
            round += 1;
        }
        let mut is_left = false;
        for v in 0..n as u32 {
            if labels[v as usize].is_none() && !infinite[v as usize] {
                infinite[v as usize] = !has(&labels, v);
                is_left |= !infinite[v as usize];
            }
        }
        if !is_left {
            break;
        }
    }
    let value = |v: u32| match labels[v as usize] {
        Some(label) => Value::Finite(Nimber(u128::from(label))),
        None => {
            let finite = graph
                .successors(v)
                .iter()
                .filter_map(|&w| labels[w as usize]);
            let set: BTreeSet<Nimber> = finite.map(|k| Nimber(u128::from(k))).collect();
            Value::Infinite(set)
        }
    };
    ((0..n as u32).map(value).collect(), counters)
}

/// The sum of two graph games as one graph; vertex (a, b) is `a * second + b`.
pub fn product(first: &Graph, second: &Graph) -> Graph {
    let (n, m) = (first.vertices(), second.vertices());
    let mut edges = Vec::new();
    for a in 0..n {
        for b in 0..m {
            edges.extend(
                first
                    .successors(a)
                    .iter()
                    .map(|&to| (a * m + b, to * m + b)),
            );
            edges.extend(
                second
                    .successors(b)
                    .iter()
                    .map(|&to| (a * m + b, a * m + to)),
            );
        }
    }
    Graph::from_edges(n * m, edges.into_iter())
}
