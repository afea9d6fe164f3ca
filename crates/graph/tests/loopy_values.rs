//! Loopy values against the plain passes, and sums of them against explicit product graphs.

mod reference;

use grundy_core::{Limits, Nimber, Outcome, Play, Value};
use grundy_graph::{Graph, LoopyValues, loopy_values, solve};
use reference::{Random, product, random_graph, values};

fn solved(graph: &Graph) -> LoopyValues {
    loopy_values(graph, &Limits::default()).unwrap()
}

/// Positions 0..n-1; a move subtracts a number in `set` modulo n; position 0 is the end.
fn wind_up(n: u32, set: &[u32]) -> Vec<String> {
    let moves = (1..n).flat_map(|v| set.iter().map(move |s| (v, (v + n - s) % n)));
    let found = solved(&Graph::from_edges(n, moves));
    (0..n).map(|v| found.value(v).to_string()).collect()
}

#[test]
fn wind_up_has_its_published_values() {
    assert_eq!(wind_up(7, &[1, 2, 5]).join(" "), "0 1 2 0 1 2 0");
    assert_eq!(wind_up(5, &[1, 3]).join(" "), "0 inf(0) inf(0) inf(0) 0");
}

#[test]
fn a_choice_between_the_end_and_a_draw_is_no_nim_heap() {
    let graph = Graph::from_edges(3, [(0, 1), (0, 2), (2, 2)].into_iter());
    let found = solved(&graph);
    assert_eq!(found.value(0).to_string(), "inf(0)");
    assert_eq!(found.value(2).to_string(), "inf()");
}

#[test]
fn random_graphs_have_the_values_and_counters_of_the_plain_passes() {
    for seed in 0..2400 {
        let graph = random_graph(&mut Random(seed), seed as u32, 30);
        let found = solved(&graph);
        let (expected, counters) = values(&graph);
        for v in 0..graph.vertices() {
            assert_eq!(
                found.value(v),
                expected[v as usize],
                "seed {seed} vertex {v}"
            );
            if let Some(nimber) = expected[v as usize].finite() {
                assert_eq!(
                    found.counter(v),
                    counters[v as usize],
                    "seed {seed} vertex {v}"
                );
                assert_eq!(nimber, Nimber(u128::from(found.finite(v).unwrap())));
            }
        }
    }
}

#[test]
fn the_outcome_of_a_sum_is_that_of_the_product_graph() {
    for seed in 0..700 {
        let mut random = Random(seed ^ 0x5555);
        let first = random_graph(&mut random, seed as u32, 16);
        let second = random_graph(&mut random, (seed / 8) as u32, 16);
        let both = product(&first, &second);
        let truth = solve(&both, Play::Normal, &[], &Limits::default()).unwrap();
        let (a, b) = (solved(&first), solved(&second));
        for v in 0..both.vertices() {
            let (x, y) = (v / second.vertices(), v % second.vertices());
            let sum = a.value(x).plus(&b.value(y));
            assert_eq!(sum.outcome(), truth.outcome(v), "seed {seed} sum {x} + {y}");
        }
    }
}

#[test]
fn replies_that_lower_the_counters_bring_a_won_sum_to_its_end() {
    for seed in 0..300 {
        let mut random = Random(seed ^ 0x7777);
        let first = random_graph(&mut random, seed as u32, 14);
        let second = random_graph(&mut random, (seed / 8) as u32, 14);
        let (a, b) = (solved(&first), solved(&second));
        let is_zero = |x, y| a.value(x).plus(&b.value(y)) == Value::Finite(Nimber(0));
        let weight = |x, y| u64::from(a.counter(x)) + u64::from(b.counter(y));
        let moves = |x: u32, y: u32| {
            let left = first.successors(x).iter().map(move |&to| (to, y));
            left.chain(second.successors(y).iter().map(move |&to| (x, to)))
        };
        for x in 0..first.vertices() {
            for y in 0..second.vertices() {
                if !is_zero(x, y) {
                    continue;
                }
                for (p, q) in moves(x, y) {
                    let has_reply =
                        moves(p, q).any(|(r, s)| is_zero(r, s) && weight(r, s) < weight(x, y));
                    assert!(has_reply, "seed {seed}: {x}+{y} to {p}+{q}");
                }
            }
        }
    }
}

#[test]
fn on_graphs_without_cycles_every_value_is_a_mex() {
    for seed in 0..200 {
        let graph = random_graph(&mut Random(seed), 2, 60);
        let found = solved(&graph);
        for v in 0..graph.vertices() {
            let options = graph.successors(v).iter();
            let mex = Nimber::mex(options.map(|&w| found.value(w).finite().unwrap()));
            assert_eq!(found.value(v), Value::Finite(mex), "seed {seed} vertex {v}");
        }
    }
}

#[test]
fn values_agree_with_outcomes_on_a_long_path_with_loops() {
    let n = 300_000;
    let path = (1..n).map(|v| (v, v - 1));
    let loops = (0..n).filter(|v| v % 1000 == 500).map(|v| (v, v));
    let graph = Graph::from_edges(n, path.chain(loops));
    let found = solved(&graph);
    let truth = solve(&graph, Play::Normal, &[], &Limits::default()).unwrap();
    for v in 0..n {
        assert_eq!(found.value(v).outcome(), truth.outcome(v), "{v}");
    }
    assert_eq!(
        (truth.outcome(499), truth.outcome(500)),
        (Outcome::Win, Outcome::Draw)
    );
}
