//! Every entry point keeps to every limit on heavy inputs.
//!
//! Memory is the peak of the process's resident pages above what it had before, which Linux reports
//! and resets; time is what the processor spent. One test, since the process is measured as a whole.
#![cfg(target_os = "linux")]

mod reference;

use std::io::Write;
use std::time::Duration;

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::format::{binary, load, looks_one_based};
use grundy_graph::pursuit::{self, Map, MoveSet, PursuitRules};
use grundy_graph::verify::{Checker, VertexClaim};
use grundy_graph::{Format, Graph, GraphFile, GraphRules, GraphSource, Labels, Strategy};
use reference::Random;

const MB: u64 = 1 << 20;
/// What a computation may take beyond its limits.
const SLACK_BYTES: u64 = 64 * MB;
const SLACK_TIME: Duration = Duration::from_secs(1);

/// A field of `/proc/self/status` in bytes.
fn status(field: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace()
        .nth(1)
        .unwrap()
        .parse::<u64>()
        .unwrap()
        << 10
}

/// Processor time of the whole process so far.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = text
        .rsplit(')')
        .next()
        .unwrap()
        .split_whitespace()
        .collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}

/// Runs `work` under every limit; what went beyond them.
fn measure(name: &str, input_bytes: u64, work: &dyn Fn(&Limits)) -> Vec<String> {
    let mut faults = Vec::new();
    let cancelled = Limits::default();
    cancelled
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let soon = Duration::from_millis(50);
    for (bytes, allowed, base) in [
        (MB, None, Limits::default()),
        (32 * MB, None, Limits::default()),
        (192 * MB, Some(soon), Limits::default()),
        (1024 * MB, Some(soon), Limits::default()),
        (1024 * MB, Some(Duration::ZERO), cancelled),
    ] {
        let mut limits = Limits {
            bytes,
            positions: u64::MAX,
            ..base
        };
        grundy_kernels::memory::release_free_memory();
        std::fs::File::create("/proc/self/clear_refs")
            .unwrap()
            .write_all(b"5")
            .unwrap();
        let (before, start) = (status("VmRSS"), cpu_time());
        if let Some(allowed) = allowed {
            limits = limits.within(allowed);
        }
        work(&limits);
        let spent = (cpu_time() - start) / limits.threads as u32;
        let grown = status("VmHWM").saturating_sub(before);
        let room = bytes
            .saturating_sub(input_bytes)
            .saturating_add(SLACK_BYTES);
        let kind = format!("{name} within {} MB and {allowed:?}", bytes / MB);
        eprintln!("{kind}: {} MB, {spent:?}", grown / MB);
        if grown > room {
            faults.push(format!("{kind}: took {} MB", grown / MB));
        }
        if allowed.is_some_and(|allowed| spent > allowed + SLACK_TIME) {
            faults.push(format!("{kind}: took {spent:?}"));
        }
    }
    faults
}

fn gzip(piece: &[u8], times: usize) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    (0..times).for_each(|_| encoder.write_all(piece).unwrap());
    encoder.finish().unwrap()
}

fn zstd(piece: &[u8], times: usize) -> Vec<u8> {
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    ruzstd::encoding::compress_to_vec(&piece.repeat(times)[..], level)
}

/// Texts that ask for far more than they are long.
fn heavy_texts() -> Vec<(&'static str, Option<Format>, Vec<u8>)> {
    let names = |count: u32| -> String { (0..count).map(|v| format!("n{v} ")).collect() };
    let list = |count: u32, line: &dyn Fn(u32) -> String| -> Vec<u8> {
        (0..count).flat_map(|v| line(v).into_bytes()).collect()
    };
    let json = |inside: String| format!("{{{inside}}}").into_bytes();
    let mut random = Random(1);
    let binary_file = {
        let edges: Vec<(u32, u32)> = (0..2_000_000)
            .map(|_| (random.below(1_000_000), random.below(1_000_000)))
            .collect();
        let graph = Graph::from_edge_list(1_000_000, &edges);
        let file = GraphFile::from_graph(&graph, Labels::Numbers { first: 0 }, Format::Binary);
        let mut bytes = Vec::new();
        binary::write(&file, &mut bytes).unwrap();
        bytes
    };
    vec![
        ("a far vertex", None, b"0 2147483646\n1 0\n".to_vec()),
        (
            "a large header",
            None,
            b"2147483647 2\n0 1\n1 22\n".to_vec(),
        ),
        (
            "a far second vertex",
            None,
            b"0 1\n1 2147483646\n5 5\n2 3\n".to_vec(),
        ),
        (
            "a large header, counted",
            Some(Format::Counted),
            b"2147483647 1\n0 1\n".to_vec(),
        ),
        (
            "far vertices, edges",
            Some(Format::Edges),
            b"0 1\n7 2147483645\n".to_vec(),
        ),
        (
            "many edges",
            None,
            list(3_000_000, &|v| format!("{} {}\n", v, v / 2)),
        ),
        (
            "rows of nothing",
            Some(Format::Adjacency),
            b"0\n".repeat(8_000_000),
        ),
        (
            "rows",
            Some(Format::Adjacency),
            b"4 0 0 0 0\n".repeat(2_000_000),
        ),
        (
            "json vertices",
            None,
            json("\"vertices\":2147483647,\"edges\":[]".into()),
        ),
        (
            "json far edge",
            None,
            json("\"edges\":[[0,2147483646]]".into()),
        ),
        (
            "json owners",
            None,
            json(format!(
                "\"edges\":[],\"owner\":[{}0]",
                "0,".repeat(6_000_000)
            )),
        ),
        (
            "json edges",
            None,
            json(format!("\"edges\":[{}[0,0]]", "[0,0],".repeat(3_000_000))),
        ),
        (
            "json results",
            None,
            json(format!(
                "\"vertices\":1000000,\"edges\":[],\"result\":{{{}\"999999\":\"win\"}}",
                (0..900_000)
                    .map(|v| format!("\"{v}\":\"win\","))
                    .collect::<String>()
            )),
        ),
        (
            "json nodes",
            None,
            json(format!(
                "\"nodes\":[{}{{\"id\":\"x\"}}],\"links\":[]",
                (0..900_000)
                    .map(|v| format!("{{\"id\":{v}}},"))
                    .collect::<String>()
            )),
        ),
        (
            "json links",
            None,
            json(format!(
                "\"links\":[{}{{\"source\":1,\"target\":2}}]",
                "{\"source\":1,\"target\":2},".repeat(800_000)
            )),
        ),
        (
            "dot product",
            None,
            format!("digraph {{ {{ {n} }} -> {{ {n} }} }}", n = names(6_000)).into_bytes(),
        ),
        (
            "dot owners",
            None,
            format!(
                "digraph {{ {{ {} }} [owner=\"{}\"] }}",
                names(3_000),
                "x".repeat(100_000)
            )
            .into_bytes(),
        ),
        (
            "dot names",
            None,
            format!("digraph {{ {} }}", names(1_000_000)).into_bytes(),
        ),
        (
            "dot bytes",
            Some(Format::Dot),
            [b"digraph { ".to_vec(), vec![0xff; 20_000_000]].concat(),
        ),
        (
            "csv names",
            None,
            list(1_000_000, &|v| format!("a{v},b{v}\n")),
        ),
        ("one csv record", Some(Format::Csv), b"x,".repeat(8_000_000)),
        (
            "named edges",
            None,
            list(1_000_000, &|v| format!("a{v} b{v}\n")),
        ),
        (
            "gzip bomb",
            None,
            gzip(&b"0 1\n1 0\n".repeat(1 << 17), 1000),
        ),
        ("zstd bomb", None, zstd(&b"0 1\n".repeat(1 << 18), 200)),
        ("binary", None, binary_file),
    ]
}

/// Random edges into a graph most of whose vertices are decided.
fn heavy_graph() -> Graph {
    let (mut random, n) = (Random(3), 1_500_000);
    let edges: Vec<(u32, u32)> = (0..9_000_000)
        .map(|_| (n / 5 + random.below(4 * n / 5), random.below(n)))
        .collect();
    Graph::from_edge_list(n, &edges)
}

fn graph_entry_points(faults: &mut Vec<String>) {
    let graph = heavy_graph();
    let held = graph.memory_bytes();
    let owners: Vec<u8> = (0..graph.vertices()).map(|v| (v % 2) as u8).collect();
    let decided: Vec<(u32, Outcome)> = (0..300_000).map(|v| (v * 5, Outcome::Draw)).collect();
    let mut check = |name, held, work: &dyn Fn(&Limits)| faults.extend(measure(name, held, work));
    check("solve", held, &|limits| {
        drop(grundy_graph::solve(&graph, Play::Normal, &[], limits))
    });
    check("solve decided", held, &|limits| {
        drop(grundy_graph::solve(&graph, Play::Misere, &decided, limits));
    });
    check("solve owned", held, &|limits| {
        drop(grundy_graph::solve_owned(
            &graph,
            &owners,
            Play::Normal,
            &decided,
            limits,
        ));
    });
    check("loopy values", held, &|limits| {
        drop(grundy_graph::loopy_values(&graph, limits))
    });
    check("reverse", held, &|limits| {
        drop(graph.reversed_within(limits))
    });
    check("acyclic", held, &|limits| {
        let _ = graph.is_acyclic_within(limits);
    });
    let edges: Vec<(u32, u32)> = graph.edges().collect();
    let list = 8 * edges.len() as u64;
    check("from list", list, &|limits| {
        drop(Graph::from_edge_list_within(
            graph.vertices(),
            &edges,
            limits,
        ));
    });
    check("build", list, &|limits| {
        drop(grundy_graph::build::predecessors(
            graph.vertices(),
            &edges,
            limits,
        ));
    });
    drop(edges);
    let solution = grundy_graph::solve(&graph, Play::Normal, &[], &Limits::default()).unwrap();
    let strategy = Strategy::new(&graph, &solution, None, &[]);
    let draw = (0..graph.vertices())
        .find(|&v| solution.outcome(v) == Outcome::Draw)
        .unwrap_or(0);
    check("line", held, &|limits| {
        drop(strategy.line_within(draw, usize::MAX, limits))
    });
    check("stay", held, &|limits| {
        drop(strategy.stay_within(draw, usize::MAX, limits))
    });
    check("draw reason", held, &|limits| {
        let _ = strategy.draw_reason(draw, limits);
    });
    let claims: Vec<VertexClaim> = (0..graph.vertices())
        .map(|v| VertexClaim {
            outcome: solution.outcome(v),
            remoteness: None,
        })
        .collect();
    let checker = Checker {
        graph: &graph,
        play: Play::Normal,
        owners: None,
        decided: &[],
    };
    let held = held + 12 * claims.len() as u64;
    check("verify", held, &|limits| {
        let _ = checker.check_within(&claims, limits);
    });
    drop((claims, solution));
    let labels = Labels::Numbers { first: 0 };
    check("file", graph.memory_bytes(), &|limits| {
        let file = GraphFile::from_graph_within(&graph, labels.clone(), Format::Edges, limits);
        drop(file);
    });
    let file = GraphFile::from_graph(&graph, labels.clone(), Format::Edges);
    drop(graph);
    let held = file.memory_bytes();
    check("solve file", held, &|limits| {
        drop(file.solve(Play::Normal, limits))
    });
    check("graph of file", held, &|limits| {
        drop(file.graph_within(limits))
    });
}

fn maps(faults: &mut Vec<String>) {
    let open = |width: usize, height: usize, police: &str, thieves: &str| {
        let mut rows = vec![".".repeat(width); height];
        rows[0].replace_range(..police.len(), police);
        rows[height - 1].replace_range(..thieves.len(), thieves);
        rows.join("\n")
    };
    let texts = [
        ("one of each", open(300, 300, "P", "T")),
        ("two thieves", open(60, 60, "P", "TT")),
        ("three policemen", open(30, 30, "PPP", "T")),
        ("a large map", open(4000, 2500, "P", "T")),
        (
            "a crowd",
            open(20, 20, "PPPPPPPPPPPPPPPPPPPP", "TTTTTTTTTTTTTTT"),
        ),
        ("a corridor", open(200_000, 1, "P", "PT")),
    ];
    for (name, text) in texts {
        let read = |limits: &Limits| drop(Map::from_bytes_within(text.as_bytes(), limits));
        faults.extend(measure(&format!("read {name}"), text.len() as u64, &read));
        let map: Map = text.parse().unwrap();
        for moves in [MoveSet::King, MoveSet::Queen] {
            let rules = PursuitRules {
                police_moves: moves,
                thief_moves: moves,
                may_stay: true,
            };
            let solve = |limits: &Limits| drop(pursuit::solve(&map, rules, true, limits));
            let name = format!("{name}, {}", moves.name());
            faults.extend(measure(&name, map.memory_bytes(), &solve));
        }
    }
}

/// The same bytes for ever.
struct Endless(&'static [u8]);

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let pieces = buffer.chunks_exact_mut(self.0.len());
        let count = pieces.len() * self.0.len();
        pieces.for_each(|piece| piece.copy_from_slice(self.0));
        Ok(count)
    }
}

#[test]
fn every_entry_point_keeps_to_its_limits() {
    let mut faults = Vec::new();
    for (name, format, text) in heavy_texts() {
        let source = GraphSource::Bytes(text);
        let held = source.memory_bytes();
        let read = |limits: &Limits| drop(load(&source, format, false, limits));
        faults.extend(measure(name, held, &read));
        let solve = |limits: &Limits| {
            if let Ok(file) = load(&source, format, false, limits) {
                drop(file.into_solution(Play::Normal, limits));
            }
        };
        faults.extend(measure(&format!("{name}, solved"), held, &solve));
    }
    for text in [&b"0 2147483646\n1 0\n"[..], b"2147483647 2\n0 1\n1 22\n"] {
        let source = GraphSource::Bytes(text.to_vec());
        let disk = |limits: &Limits| {
            drop(grundy_graph::solve_on_disk(
                &source,
                None,
                false,
                Play::Normal,
                limits,
            ));
        };
        faults.extend(measure("on disk", 0, &disk));
        faults.extend(measure("one-based", 0, &|limits| {
            drop(looks_one_based(&source, None, limits))
        }));
    }
    let input = |limits: &Limits| drop(GraphSource::from_reader(Endless(b"1 2\n"), limits));
    // Without a limit of time, an endless input is only ended by the limit of memory.
    faults.extend(measure("endless input", 0, &input));
    let rules = |limits: &Limits| drop(GraphRules::load_within("/dev/zero", limits));
    faults.extend(measure("rules of an endless file", 0, &rules));
    graph_entry_points(&mut faults);
    maps(&mut faults);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
