//! The solver against the definition, on graphs of every shape.

mod reference;

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::{Graph, Solution, solve, solve_owned};
use reference::{Random, outcomes, random_graph};

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

fn answers(solution: &Solution) -> Vec<(Outcome, Option<u32>)> {
    (0..solution.vertices())
        .map(|v| (solution.outcome(v), solution.remoteness(v)))
        .collect()
}

fn random_decided(random: &mut Random, n: u32) -> Vec<(u32, Outcome)> {
    let outcomes = [Outcome::Win, Outcome::Lose, Outcome::Draw];
    let mut vertices: Vec<u32> = (0..n).filter(|_| random.below(6) == 0).collect();
    vertices.dedup();
    let choose = |v| (v, outcomes[random.below(3) as usize]);
    vertices.into_iter().map(choose).collect()
}

#[test]
fn random_graphs_are_solved_as_defined() {
    for seed in 0..2400 {
        let mut random = Random(seed);
        let graph = random_graph(&mut random, seed as u32, 40);
        let decided = random_decided(&mut random, graph.vertices());
        for play in PLAYS {
            for decided in [&[], &decided[..]] {
                let solution = solve(&graph, play, decided, &Limits::default()).unwrap();
                assert_eq!(
                    answers(&solution),
                    outcomes(&graph, None, play, decided),
                    "seed {seed}"
                );
            }
        }
    }
}

#[test]
fn graphs_whose_vertices_have_owners_are_solved_as_defined() {
    for seed in 0..2400 {
        let mut random = Random(seed ^ 0xabcd);
        let graph = random_graph(&mut random, seed as u32, 40);
        let owners: Vec<u8> = (0..graph.vertices())
            .map(|_| random.below(2) as u8)
            .collect();
        let decided = random_decided(&mut random, graph.vertices());
        for play in PLAYS {
            for decided in [&[], &decided[..]] {
                let solution = solve_owned(&graph, &owners, play, decided, &Limits::default());
                let expected = outcomes(&graph, Some(&owners), play, decided);
                assert_eq!(answers(&solution.unwrap()), expected, "seed {seed}");
            }
        }
    }
}

#[test]
fn a_graph_of_nine_vertices_with_draws_is_solved() {
    let edges = [
        (0, 1),
        (2, 1),
        (6, 2),
        (6, 3),
        (3, 4),
        (4, 5),
        (0, 4),
        (0, 6),
        (7, 0),
        (8, 4),
        (7, 8),
        (8, 7),
    ];
    let graph = Graph::from_edges(9, edges.into_iter());
    let solution = solve(&graph, Play::Normal, &[], &Limits::default()).unwrap();
    let words: Vec<&str> = (0..9).map(|v| solution.outcome(v).word()).collect();
    assert_eq!(words.join(" "), "win lose win lose win lose win draw draw");
}

#[test]
fn a_path_of_three_million_vertices_is_no_trouble() {
    let n = 3_000_000;
    let graph = Graph::from_edges(n, (1..n).map(|v| (v, v - 1)));
    for play in PLAYS {
        let solution = solve(&graph, play, &[], &Limits::default()).unwrap();
        for v in [0, 1, 2, 77, n - 2, n - 1] {
            assert_eq!(solution.remoteness(v), Some(v));
            let is_win = (v % 2 == 1) == (play == Play::Normal);
            assert_eq!(solution.outcome(v) == Outcome::Win, is_win);
        }
    }
}

#[test]
fn a_star_of_many_moves_needs_the_wide_counters() {
    // Vertex 0 can go to 1..=n, each of which wins by moving to the last vertex.
    let n = 1000;
    let moves = (1..=n).flat_map(|v| [(0, v), (0, v), (v, n + 1)]);
    let graph = Graph::from_edges(n + 2, moves);
    let solution = solve(&graph, Play::Normal, &[], &Limits::default()).unwrap();
    assert_eq!(
        (solution.outcome(0), solution.remoteness(0)),
        (Outcome::Lose, Some(2))
    );
    assert_eq!(solution.tally(), [n, 2, 0]);
}

#[test]
fn work_stops_when_asked() {
    let graph = Graph::from_edges(2, [(0, 1)].into_iter());
    let limits = Limits::default();
    limits
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(solve(&graph, Play::Normal, &[], &limits).is_err());
    assert!(grundy_graph::loopy_values(&graph, &limits).is_err());
}

/// A list of edges as text, with its header.
fn listed(graph: &Graph) -> Vec<u8> {
    let mut text = format!("{} {}\n", graph.vertices(), graph.edge_count());
    graph
        .edges()
        .for_each(|(a, b)| text += &format!("{a} {b}\n"));
    text.into_bytes()
}

#[test]
fn graphs_on_disk_have_the_same_solution() {
    for seed in 0..60 {
        let mut random = Random(seed ^ 0x1234);
        let graph = random_graph(&mut random, seed as u32, 60);
        for play in PLAYS {
            let source = grundy_graph::GraphSource::Bytes(listed(&graph));
            let found = grundy_graph::solve_on_disk(&source, None, false, play, &Limits::default());
            let found = found.unwrap();
            let truth = solve(&graph, play, &[], &Limits::default()).unwrap();
            assert_eq!(answers(&found.solution), answers(&truth), "seed {seed}");
            assert_eq!(found.edges, graph.edge_count());
        }
    }
}

#[test]
fn rows_on_disk_may_need_many_slabs_and_little_memory() {
    let mut random = Random(77);
    let n = 60_000;
    let edges = (0..1_500_000).map(|_| (n / 5 + random.below(4 * n / 5), random.below(n)));
    // A hub whose row alone is more than is read at once.
    let hub = (0..600_000).map(|at| (n / 5 + at % (4 * n / 5), 7));
    let graph = Graph::from_edges(n, edges.chain(hub));
    let truth = solve(&graph, Play::Normal, &[], &Limits::default()).unwrap();
    let source = grundy_graph::GraphSource::Bytes(listed(&graph));
    let limits = Limits {
        bytes: source.memory_bytes() + (4 << 20),
        ..Limits::default()
    };
    assert!(grundy_graph::format::load(&source, None, false, &limits).is_err());
    let found = grundy_graph::solve_on_disk(&source, None, false, Play::Normal, &limits).unwrap();
    assert!(found.slabs > 3, "{}", found.slabs);
    assert!(answers(&found.solution) == answers(&truth));
}

#[test]
fn threads_that_share_a_level_find_the_same() {
    let mut random = Random(99);
    let n = 300_000;
    let edges = (0..2_000_000).map(|_| (n / 5 + random.below(4 * n / 5), random.below(n)));
    // Some vertices with more moves than a byte counts.
    let wide = (0..40u32).flat_map(|hub| (0..2000).map(move |at| (n - 1 - hub, at * 149 + hub)));
    let graph = Graph::from_edges(n, edges.chain(wide));
    let owners: Vec<u8> = (0..n).map(|_| random.below(2) as u8).collect();
    let with = |threads| Limits {
        threads,
        ..Limits::default()
    };
    let alone = solve(&graph, Play::Normal, &[], &with(1)).unwrap();
    let owned = solve_owned(&graph, &owners, Play::Normal, &[], &with(1)).unwrap();
    for threads in [2, 3] {
        assert!(solve(&graph, Play::Normal, &[], &with(threads)).unwrap() == alone);
        let shared = solve_owned(&graph, &owners, Play::Normal, &[], &with(threads));
        assert!(shared.unwrap() == owned);
    }
}
