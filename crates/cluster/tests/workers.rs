//! Graphs of every shape solved by several workers, compared with one machine.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use grundy_cluster::{CheckpointRequest, Fault, GraphAnswer, GraphInput, GraphJob, Process};
use grundy_core::{Limits, Play};
use grundy_graph::format::{binary, load};
use grundy_graph::{GraphFile, GraphSource, Solution};

fn limits() -> Limits {
    Limits {
        threads: 1,
        ..Limits::default()
    }
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A small deterministic source of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

fn single(path: &Path) -> GraphFile {
    let source = GraphSource::open(path).unwrap();
    load(&source, None, false, &limits()).unwrap()
}

fn job(path: &Path, play: Play) -> GraphJob {
    GraphJob {
        input: GraphInput {
            path: path.to_owned(),
            format: None,
            one_based: false,
        },
        play,
        limits: limits(),
        checkpoints: None,
        output: None,
        say: None,
    }
}

fn run(job: &GraphJob, workers: usize) -> GraphAnswer {
    let process = Process {
        hosts: None,
        workers,
    };
    let end = Arc::new(|fault: &Fault| {
        eprintln!("{fault}");
        std::process::exit(101);
    });
    let job = job.clone();
    let limits = job.limits.clone();
    let work = move |worker: &mut _| job.run(worker);
    let answer = process.run(
        &Default::default(),
        &limits,
        end,
        Arc::new(|_| std::process::exit(102)),
        work,
    );
    answer.unwrap().unwrap()
}

fn check(path: &Path) {
    for play in [Play::Normal, Play::Misere] {
        let truth = single(path).into_solution(play, &limits()).unwrap();
        for workers in [1, 2, 3, 5] {
            let answer = run(&job(path, play), workers);
            let found = Solution::from_states(answer.states);
            assert!(found == truth, "{} {play:?} {workers}", path.display());
            let tally = truth.tally().map(u64::from);
            assert_eq!(answer.index.tally, tally);
        }
    }
}

fn write_list(path: &Path, header: Option<u32>, edges: &[(u32, u32)]) {
    let mut text = String::new();
    if let Some(vertices) = header {
        text += &format!("{vertices} {}\n", edges.len());
    }
    for (from, to) in edges {
        text += &format!("{from} {to}\n");
    }
    std::fs::write(path, text).unwrap();
}

fn shapes(random: &mut Random, vertices: u32) -> Vec<Vec<(u32, u32)>> {
    let count = 3 * vertices;
    let mut edges = |shape: &dyn Fn(u32, u32, u32) -> (u32, u32)| -> Vec<(u32, u32)> {
        let mut edge = |at| shape(at, random.below(vertices), random.below(vertices));
        (0..count).map(&mut edge).collect()
    };
    let last = vertices - 1;
    vec![
        edges(&|_, a, b| (a, b)),
        // Without cycles.
        edges(&|_, a, b| if a > b { (a, b) } else { (b, a / 2) }),
        // Few moves, a path, a cycle, hubs in both directions, all on one vertex.
        edges(&|at, a, b| if at % 4 == 0 { (a, b) } else { (a, a / 2) }),
        (0..last).map(|v| (v, v + 1)).collect(),
        (0..vertices).map(|v| (v, (v + 1) % vertices)).collect(),
        edges(&|_, a, _| (a, last)),
        edges(&|_, _, b| (last / 2, b)),
        edges(&|at, a, _| if at % 2 == 0 { (0, a) } else { (a, 0) }),
        edges(&|_, a, _| (a, a)),
        edges(&|at, _, b| (at % 3 % vertices, b % 5)),
    ]
}

#[test]
fn lists_of_every_shape_are_solved_as_on_one_machine() {
    let folder = folder("workers-lists");
    let mut random = Random(1);
    for vertices in [1u32, 2, 7, 300, 3000] {
        for (at, edges) in shapes(&mut random, vertices).iter().enumerate() {
            let path = folder.join(format!("{vertices}-{at}.txt"));
            write_list(&path, Some(vertices), edges);
            check(&path);
            // The first edge of a very small graph may look like a header.
            if vertices > 7 && at < 3 {
                let path = folder.join(format!("{vertices}-{at}-bare.txt"));
                write_list(&path, None, edges);
                check(&path);
            }
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn owners_and_decided_vertices_are_heard_in_every_format() {
    let folder = folder("workers-json");
    let mut random = Random(2);
    for round in 0..12 {
        let vertices = 2 + random.below(400);
        let edges: Vec<(u32, u32)> = (0..2 * vertices)
            .map(|_| (random.below(vertices), random.below(vertices)))
            .collect();
        let owners: Vec<u32> = (0..vertices).map(|_| random.below(2)).collect();
        let results: Vec<String> = (0..vertices)
            .filter(|v| v % 9 == 4)
            .map(|v| format!("\"{v}\":\"{}\"", ["win", "lose", "draw"][v as usize % 3]))
            .collect();
        let owner = match round % 3 {
            0 => String::new(),
            _ => format!(",\"owner\":{owners:?}"),
        };
        let result = match round % 2 {
            0 => String::new(),
            _ => format!(",\"result\":{{{}}}", results.join(",")),
        };
        let edges: Vec<[u32; 2]> = edges.iter().map(|&(a, b)| [a, b]).collect();
        let text = format!("{{\"vertices\":{vertices},\"edges\":{edges:?}{owner}{result}}}");
        let path = folder.join(format!("{round}.json"));
        std::fs::write(&path, text).unwrap();
        check(&path);
        let compact = folder.join(format!("{round}.bin"));
        let mut bytes = Vec::new();
        binary::write(&single(&path), &mut bytes).unwrap();
        std::fs::write(&compact, bytes).unwrap();
        check(&compact);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn rows_of_a_large_binary_file_are_read_by_their_owners() {
    let folder = folder("workers-binary");
    let mut random = Random(3);
    // So many that each of five workers has many whole blocks.
    let vertices = (64 * 5) << 16 | 77;
    let edges: Vec<(u32, u32)> = (0..300_000)
        .map(|_| (random.below(vertices), random.below(vertices)))
        .collect();
    let text = folder.join("large.txt");
    write_list(&text, Some(vertices), &edges);
    let file = single(&text);
    let path = folder.join("large.bin");
    let mut bytes = Vec::new();
    binary::write(&file, &mut bytes).unwrap();
    std::fs::write(&path, bytes).unwrap();
    let truth = file.into_solution(Play::Normal, &limits()).unwrap();
    for path in [text, path] {
        let answer = run(&job(&path, Play::Normal), 5);
        assert!(Solution::from_states(answer.states) == truth);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn checkpoints_of_every_level_do_not_change_the_answer_and_go_in_the_end() {
    let folder = folder("workers-checkpoints");
    let mut random = Random(4);
    for edges in shapes(&mut random, 300) {
        let path = folder.join("graph.txt");
        write_list(&path, Some(300), &edges);
        let truth = single(&path)
            .into_solution(Play::Normal, &limits())
            .unwrap();
        for workers in [1, 3] {
            let mut job = job(&path, Play::Normal);
            job.checkpoints = Some(CheckpointRequest {
                folder: folder.join("checkpoints"),
                every: Duration::ZERO,
            });
            let answer = run(&job, workers);
            assert!(Solution::from_states(answer.states) == truth);
            let left = std::fs::read_dir(folder.join("checkpoints")).unwrap();
            assert_eq!(left.count(), 0);
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}
