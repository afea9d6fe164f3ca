//! Shards that exchange notices find what the solver on one machine finds.

mod reference;

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::counters::Counters;
use grundy_graph::format::{ListHead, binary};
use grundy_graph::retrograde::{Alike, Owned, Players};
use grundy_graph::shard::{Predecessors, Shard};
use grundy_graph::{Format, Graph, GraphFile, GraphSource, Labels, solve, solve_owned};
use reference::{Random, random_graph};

/// Solves with vertex `v` on shard `v % shards` as its vertex `v / shards`.
fn sharded<P: Players>(
    graph: &Graph,
    shards: u32,
    players: impl Fn(u32) -> P,
    play: Play,
    decided: &[(u32, Outcome)],
) -> Vec<(Outcome, Option<u32>)> {
    let n = graph.vertices();
    let limits = Limits::default();
    let parts: Vec<Shard<P>> = (0..shards)
        .map(|shard| {
            let own = (shard..n).step_by(shards as usize);
            let edges = graph.edges().filter(|(_, to)| to % shards == shard);
            let edges: Vec<(u32, u32)> = edges.map(|(from, to)| (from, to / shards)).collect();
            let degrees: Vec<u64> = own.clone().map(|v| graph.out_degree(v).into()).collect();
            let rows = Predecessors::build(degrees.len() as u32, n.max(1), &edges, &limits);
            Shard {
                predecessors: rows.unwrap(),
                counters: Counters::from_degrees(degrees.into_iter()),
                players: players(shard),
            }
        })
        .collect();
    let mut answers = vec![(Outcome::Draw, None); n as usize];
    let mut level: Vec<[Vec<u32>; 2]> = (0..shards)
        .map(|shard| {
            let own = decided.iter().filter(|(v, _)| v % shards == shard);
            let own: Vec<_> = own.map(|&(v, outcome)| (v / shards, outcome)).collect();
            parts[shard as usize].first_level(play, &own)
        })
        .collect();
    for distance in 0.. {
        if level.iter().flatten().all(Vec::is_empty) {
            break;
        }
        let mut next = vec![[Vec::new(), Vec::new()]; shards as usize];
        for (shard, kinds) in level.iter().enumerate() {
            for (kind, vertices) in kinds.iter().enumerate() {
                for &v in vertices {
                    let is_win = parts[shard].players.is_win(v, kind);
                    let outcome = if is_win { Outcome::Win } else { Outcome::Lose };
                    let global = v * shards + shard as u32;
                    answers[global as usize] = (outcome, Some(distance));
                }
            }
        }
        // As the solver: all of one kind, then all of the other.
        let first = parts[0].players.first(distance as usize);
        for kind in [first, 1 - first] {
            let mut notices = vec![Vec::new(); shards as usize];
            for (shard, kinds) in level.iter().enumerate() {
                let mut all = Vec::new();
                parts[shard].expand(&kinds[kind], &mut all);
                for u in all {
                    notices[(u % shards) as usize].push(u / shards);
                }
            }
            for (shard, notices) in notices.iter().enumerate() {
                let to = parts[shard].players.next(kind);
                parts[shard].apply(kind, notices, &mut next[shard][to]);
            }
        }
        level = next;
    }
    answers
}

#[test]
fn shards_find_the_same_outcomes_and_distances() {
    for seed in 0..600 {
        let mut random = Random(seed);
        let graph = random_graph(&mut random, seed as u32, 50);
        let n = graph.vertices();
        let results = [Outcome::Win, Outcome::Lose, Outcome::Draw];
        let over: Vec<u32> = (0..n).filter(|_| random.below(7) == 0).collect();
        let decided: Vec<(u32, Outcome)> = over
            .iter()
            .map(|&v| (v, results[random.below(3) as usize]))
            .collect();
        let owners: Vec<u8> = (0..n).map(|_| random.below(2) as u8).collect();
        for shards in [1, 2, 3, 5] {
            for play in [Play::Normal, Play::Misere] {
                let truth = solve(&graph, play, &decided, &Limits::default()).unwrap();
                let found = sharded(&graph, shards, |_| Alike, play, &decided);
                let limits = Limits::default();
                let owned = solve_owned(&graph, &owners, play, &decided, &limits).unwrap();
                let local: Vec<Vec<u8>> = (0..shards)
                    .map(|s| {
                        (s..n)
                            .step_by(shards as usize)
                            .map(|v| owners[v as usize])
                            .collect()
                    })
                    .collect();
                let players = |shard: u32| Owned(&local[shard as usize]);
                let found_owned = sharded(&graph, shards, players, play, &decided);
                for v in 0..n {
                    let pair = (truth.outcome(v), truth.remoteness(v));
                    assert_eq!(found[v as usize], pair, "seed {seed}, {shards} shards");
                    let pair = (owned.outcome(v), owned.remoteness(v));
                    assert_eq!(
                        found_owned[v as usize], pair,
                        "seed {seed}, {shards} shards"
                    );
                }
            }
        }
    }
}

#[test]
fn rows_of_many_sources_are_built_as_of_few() {
    let mut random = Random(4);
    for sources in [1, 5000, 1 << 20, (1 << 31) + 9, u32::MAX] {
        let edges: Vec<(u32, u32)> = (0..200_000)
            .map(|_| (random.below(sources), random.below(9000)))
            .collect();
        let rows = Predecessors::build(9000, sources, &edges, &Limits::default()).unwrap();
        let mut truth = vec![Vec::new(); 9000];
        edges
            .iter()
            .for_each(|&(from, to)| truth[to as usize].push(from));
        for (v, row) in truth.iter_mut().enumerate() {
            let mut found = rows.of(v as u32).to_vec();
            found.sort_unstable();
            row.sort_unstable();
            assert!(found == *row, "{sources} sources, target {v}");
        }
    }
}

#[test]
fn slices_of_a_list_give_each_edge_once() {
    let mut random = Random(9);
    for (format, header) in [(Format::Counted, true), (Format::Edges, false)] {
        let edges: Vec<(u32, u32)> = (0..150_000)
            .map(|_| (random.below(70_000), random.below(70_000)))
            .collect();
        let mut text = if header {
            "70000 150000\n"
        } else {
            "# a list\n"
        }
        .to_owned();
        edges
            .iter()
            .for_each(|(a, b)| text += &format!("{a} {b}\n"));
        let source = GraphSource::Bytes(text.into_bytes());
        let limits = Limits::default();
        let head = ListHead::read(&source, format, false, &limits).unwrap();
        assert_eq!(head.stated, header.then_some((70_000, 150_000)));
        for slices in [1, 2, 7, 1000] {
            let mut found = Vec::new();
            let cut = |slice: u64| source.len() * slice / slices;
            for slice in 0..slices {
                let take = |edges: &[(u32, u32)]| {
                    found.extend_from_slice(edges);
                    Ok(())
                };
                let bytes = cut(slice)..cut(slice + 1);
                head.read_slice(&source, bytes, &limits, take).unwrap();
            }
            assert!(found == edges, "{slices} slices");
        }
    }
    let wrong = GraphSource::Bytes(b"3 2\n0 1\n1 3\n".to_vec());
    let head = ListHead::read(&wrong, Format::Counted, false, &Limits::default()).unwrap();
    let error = head.read_slice(&wrong, 0..12, &Limits::default(), |_| Ok(()));
    assert!(
        error
            .unwrap_err()
            .to_string()
            .starts_with("line 3: vertex 3")
    );
}

#[test]
fn blocks_of_a_binary_file_are_its_rows() {
    let mut random = Random(10);
    let n = 200_000;
    let edges: Vec<(u32, u32)> = (0..300_000)
        .map(|_| (random.below(n), random.below(n)))
        .collect();
    let graph = Graph::from_edge_list(n, &edges);
    let file = GraphFile::from_graph(&graph, Labels::Numbers { first: 0 }, Format::Edges);
    let mut bytes = Vec::new();
    binary::write(&file, &mut bytes).unwrap();
    let source = GraphSource::Bytes(bytes);
    let limits = Limits::default();
    let index = binary::Index::read(&source, &limits).unwrap();
    assert_eq!((index.vertices, index.edges), (n, 300_000));
    let reversed = graph.reversed();
    for blocks in [0..index.blocks(), 1..3, 3..4, 2..2] {
        let rows = index.rows(&source, blocks.clone(), &limits).unwrap();
        let targets = index.targets(blocks);
        assert_eq!(rows.vertices(), targets.end - targets.start);
        for v in targets.clone() {
            assert_eq!(rows.of(v - targets.start), reversed.successors(v));
        }
    }
}
