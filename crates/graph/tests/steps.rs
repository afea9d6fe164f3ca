//! The narrated steps end where the solver does, and can be replayed.

mod reference;

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::steps::{Event, PSEUDOCODE, PseudocodeLine, Reason, steps};
use grundy_graph::{Format, GraphFile, Labels, Owners};
use reference::{Random, random_graph};

fn random_file(seed: u64) -> GraphFile {
    let mut random = Random(seed);
    let graph = random_graph(&mut random, seed as u32, 14);
    let labels = Labels::Numbers { first: 0 };
    let mut file = GraphFile::from_graph(&graph, labels, Format::Edges);
    let n = graph.vertices();
    if seed.is_multiple_of(3) {
        let of = (0..n).map(|_| random.below(2) as u8).collect();
        let names = ["0".to_owned(), "1".to_owned()];
        file.owners = Some(Owners { of, names });
    }
    if seed.is_multiple_of(2) {
        let outcomes = [Outcome::Win, Outcome::Lose, Outcome::Draw];
        let vertices = (0..n).filter(|_| random.below(5) == 0).collect::<Vec<_>>();
        let result = |v| (v, outcomes[random.below(3) as usize]);
        file.decided = vertices.into_iter().map(result).collect();
    }
    file
}

#[test]
fn the_steps_end_where_the_solver_does() {
    for seed in 0..1500 {
        let file = random_file(seed);
        for play in [Play::Normal, Play::Misere] {
            let solution = file.solve(play, &Limits::default()).unwrap();
            let told = steps(&file, play, &Limits::default()).unwrap();
            let mut found = vec![None; file.vertices() as usize];
            for step in &told.steps {
                if let Event::Decided {
                    vertex,
                    outcome,
                    remoteness,
                    ..
                } = step.event
                {
                    let before = found[vertex as usize].replace((outcome, remoteness));
                    assert_eq!(before, None, "seed {seed}: decided twice");
                }
            }
            for v in 0..file.vertices() {
                let truth = (solution.outcome(v), solution.remoteness(v));
                assert_eq!(found[v as usize], Some(truth), "seed {seed}, vertex {v}");
            }
        }
    }
}

#[test]
fn queue_and_counters_follow_from_the_steps() {
    for seed in 0..300 {
        let file = random_file(seed);
        let told = steps(&file, Play::Normal, &Limits::default()).unwrap();
        assert_eq!(told.steps[0].event, Event::Start);
        let mut queue = std::collections::VecDeque::new();
        for (index, step) in told.steps.iter().enumerate() {
            match step.event {
                Event::Decided {
                    vertex, outcome, ..
                } if outcome != Outcome::Draw => queue.push_back(vertex),
                Event::Taken { vertex } => assert_eq!(queue.pop_front(), Some(vertex)),
                Event::Counted { vertex, left, .. } => {
                    assert_eq!(told.counters(index)[vertex as usize], left);
                }
                _ => {}
            }
            assert!(
                queue.iter().eq(told.queue(index)),
                "seed {seed}, step {index}"
            );
        }
        assert!(queue.is_empty());
    }
}

#[test]
fn each_event_has_its_line_of_the_pseudocode() {
    assert!(PSEUDOCODE[PseudocodeLine::TakeFirst.index()].contains("first vertex of the queue"));
    assert!(PSEUDOCODE[PseudocodeLine::DecideLost.index()].contains("is lost"));
    // 2 → 1 → 0, and 3 → 3: a loss, a win, a loss, a draw.
    let source = grundy_graph::GraphSource::Bytes(b"4 3\n1 0\n2 1\n3 3\n".to_vec());
    let file = grundy_graph::format::load(&source, None, false, &Limits::default()).unwrap();
    let told = steps(&file, Play::Normal, &Limits::default()).unwrap();
    let lines: Vec<PseudocodeLine> = told.steps.iter().map(|step| step.line).collect();
    use PseudocodeLine::*;
    let expected = [
        SetCounters,
        DecideEnds,
        TakeFirst,
        DecideWon,
        TakeFirst,
        DecideLost,
        TakeFirst,
        DecideDraws,
    ];
    assert_eq!(lines, expected);
    let Event::Decided { reason, .. } = told.steps[5].event else {
        panic!("a decision");
    };
    assert_eq!(reason, Reason::AllMovesLose { to: 1 });
}
