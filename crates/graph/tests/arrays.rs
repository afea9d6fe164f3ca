//! Graphs from arrays are the graphs that the arrays say.

mod reference;

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::{
    ArrayError, BestLineEnd, DrawReason, Format, GraphFile, Labels, LoopyError, loopy_values, solve,
};
use reference::{Random, random_graph};

#[test]
fn arrays_of_every_kind_give_the_same_graph() {
    for seed in 0..400 {
        let mut random = Random(seed);
        let graph = random_graph(&mut random, seed as u32, 60);
        let n = graph.vertices();
        let truth = solve(&graph, Play::Normal, &[], &Limits::default()).unwrap();
        let limits = Limits {
            threads: 1 + seed as usize % 3,
            ..Limits::default()
        };
        let pairs: Vec<[u32; 2]> = graph.edges().map(|(a, b)| [a, b]).collect();
        let long: Vec<[i64; 2]> = pairs.iter().map(|p| p.map(i64::from)).collect();
        let sources: Vec<u64> = pairs.iter().map(|p| p[0].into()).collect();
        let targets: Vec<u64> = pairs.iter().map(|p| p[1].into()).collect();
        let mut bounds = vec![0i64];
        (0..n).for_each(|v| bounds.push(bounds[v as usize] + i64::from(graph.out_degree(v))));
        let indices: Vec<i32> = pairs.iter().map(|p| p[1] as i32).collect();
        let built = [
            GraphFile::from_pairs(n, &pairs, &limits),
            GraphFile::from_pairs(n, &long, &limits),
            GraphFile::from_columns(n, &sources, &targets, &limits),
            GraphFile::from_rows(&bounds, &indices, &limits),
        ];
        for file in built {
            let file = file.unwrap();
            let solution = file.solve(Play::Normal, &limits).unwrap();
            assert!(solution == truth, "seed {seed}");
            let outcomes: Vec<u8> = (0..n).map(|v| truth.outcome(v) as u8).collect();
            assert_eq!(solution.outcomes(), outcomes);
            let moves: Vec<u32> = (0..n)
                .map(|v| truth.remoteness(v).unwrap_or(u32::MAX))
                .collect();
            assert_eq!(solution.remotenesses(), moves);
            let values = loopy_values(&graph, &limits).unwrap();
            let found = file.loopy_values(&limits).unwrap();
            assert_eq!(found.finite_values(), values.finite_values(), "seed {seed}");
        }
    }
}

#[test]
fn wrong_arrays_are_refused_with_their_place() {
    let limits = Limits::default();
    let error = GraphFile::from_pairs(2, &[[0i64, 1], [1, -1]], &limits).unwrap_err();
    let (edge, found, vertices) = (1, -1, 2);
    assert_eq!(
        error,
        ArrayError::NotAVertex {
            edge,
            found,
            vertices
        }
    );
    let rows = |bounds: &[i32], indices: &[u64]| {
        GraphFile::from_rows(bounds, indices, &limits).map(|file| file.vertices())
    };
    assert_eq!(rows(&[0], &[]), Ok(0));
    assert_eq!(rows(&[0, 0, 1], &[1]), Ok(2));
    assert_eq!(rows(&[], &[]), Err(ArrayError::RowBounds { index: 0 }));
    assert_eq!(rows(&[1, 1], &[0]), Err(ArrayError::RowBounds { index: 0 }));
    assert_eq!(
        rows(&[0, 2, 1], &[0]),
        Err(ArrayError::RowBounds { index: 2 })
    );
    assert_eq!(
        rows(&[0, 1], &[0, 0]),
        Err(ArrayError::RowBounds { index: 1 })
    );
    assert_eq!(
        rows(&[0, -1], &[0]),
        Err(ArrayError::RowBounds { index: 1 })
    );
    let columns = GraphFile::from_columns(2, &[0u32], &[], &limits).unwrap_err();
    assert!(matches!(columns, ArrayError::Lengths { .. }));
}

#[test]
fn results_that_are_losses_end_the_game_for_loopy_values() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let graph = random_graph(&mut random, seed as u32, 30);
        let over: Vec<u32> = (0..graph.vertices())
            .filter(|_| random.below(4) == 0)
            .collect();
        let edges = graph.edges().filter(|(from, _)| !over.contains(from));
        let cut = grundy_graph::Graph::from_edges(graph.vertices(), edges);
        let labels = Labels::Numbers { first: 0 };
        let mut file = GraphFile::from_graph(&graph, labels, Format::Edges);
        file.decided = over.iter().map(|&v| (v, Outcome::Lose)).collect();
        let truth = loopy_values(&cut, &Limits::default()).unwrap();
        let found = file.loopy_values(&Limits::default()).unwrap();
        assert_eq!(found.finite_values(), truth.finite_values(), "seed {seed}");
        file.decided.push((u32::MAX, Outcome::Draw));
        let refused = file.loopy_values(&Limits::default()).unwrap_err();
        assert_eq!(refused, LoopyError::Result { vertex: u32::MAX });
    }
}

/// Solves a graph in JSON and says why vertex 0 is a draw, and how a line from it ends.
fn draw(text: &str) -> (Option<DrawReason>, BestLineEnd, Vec<u32>) {
    let limits = Limits::default();
    let source = grundy_graph::GraphSource::Bytes(text.as_bytes().to_vec());
    let file = grundy_graph::format::load(&source, None, false, &limits).unwrap();
    let solved = file.into_solved(Play::Normal, &limits).unwrap();
    let strategy = solved.strategy();
    let line = strategy.line_within(0, 100, &limits).unwrap();
    (
        strategy.draw_reason(0, &limits).unwrap(),
        line.end,
        line.vertices,
    )
}

#[test]
fn a_draw_by_rule_is_told_from_one_that_a_cycle_holds() {
    let own = draw("{\"edges\":[[0,1],[1,0]],\"result\":{\"0\":\"draw\"}}");
    assert_eq!(
        own,
        (Some(DrawReason::ByRule), BestLineEnd::DrawnByRule, vec![0])
    );
    let leads = draw("{\"edges\":[[0,1],[1,2],[0,3]],\"result\":{\"2\":\"draw\",\"3\":\"win\"}}");
    let reason = DrawReason::LeadsToRule { vertex: 2 };
    assert_eq!(
        leads,
        (Some(reason), BestLineEnd::DrawnByRule, vec![0, 1, 2])
    );
    let cycle = draw("{\"edges\":[[0,1],[1,0]]}");
    let end = BestLineEnd::Cycle { start: 0 };
    assert_eq!(cycle, (Some(DrawReason::Cycle), end, vec![0, 1]));
    let won = draw("{\"edges\":[[0,1]]}");
    assert_eq!(won, (None, BestLineEnd::Decided, vec![0, 1]));
}
