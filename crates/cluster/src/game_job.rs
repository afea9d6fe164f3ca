//! A game whose positions are found as play reaches them, solved by all workers.

use std::time::Instant;

use grundy_core::{Limits, Play};
use grundy_graph::Solution;
use grundy_graph::counters::Counters;
use grundy_graph::retrograde::Alike;
use grundy_graph::shard::Predecessors;
use timely::worker::Worker;

use crate::analysis::{Solve, common_level};
use crate::checkpoint::{CheckpointRequest, Checkpoints, Identity, Shape};
use crate::explore::{Explore, Positions, owner};
use crate::fault::Fault;
use crate::gather::{gather, gather_numbers};
use crate::levels::{Traffic, run};
use crate::places::Places;
use crate::progress::{Progress, Say};
use crate::retrograde::Start;
use crate::solution::tally;
use crate::worker_report::WorkerReport;

/// A game to be solved by many workers, from one position.
#[derive(Clone)]
pub struct GameJob {
    /// What is asked, in words that differ whenever the question or the rules do.
    pub question: String,
    /// Whether who cannot move loses or wins.
    pub play: Play,
    /// What one worker may use.
    pub limits: Limits,
    /// Where checkpoints go, if they are wanted.
    pub checkpoints: Option<CheckpointRequest>,
    /// Takes what is to be said while it goes on.
    pub say: Option<Say>,
}

/// What the first worker has in the end.
#[derive(Clone, Debug)]
pub struct GameAnswer {
    /// The outcome and the remoteness of the first position, as a solution of one vertex.
    pub start: Solution,
    /// How many positions play can reach.
    pub positions: u64,
    /// How many moves there are between them.
    pub moves: u64,
    /// How many of them are won, lost and drawn.
    pub tally: [u64; 3],
    /// What each worker says.
    pub reports: Vec<WorkerReport>,
    /// The level from which the run went on, if it did.
    pub resumed: Option<u32>,
}

impl GameJob {
    /// Does this worker's part of the game. Only the first worker has an answer.
    ///
    /// # Errors
    ///
    /// [`Fault`]; then the process has to end, and the others with it.
    pub fn run<G: Positions + 'static>(
        &self,
        worker: &mut Worker,
        mut game: G,
    ) -> Result<Option<GameAnswer>, Fault> {
        let begun = Instant::now();
        let (own, workers) = (worker.index() as u32, worker.peers() as u32);
        let owns_start = owner(&game.start()?, workers) == own;
        let say = self.say.clone().filter(|_| own == 0);
        let identity = Identity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            question: self.question.clone(),
            bytes: 0,
            checksum: 0,
            workers,
            worker: own,
        };
        let mut checkpoints = Checkpoints::new(self.checkpoints.clone(), identity)?;
        let resumed = common_level(worker, &checkpoints)?;
        let mut traffic = Traffic::default();
        let (places, rows, counters, start) = match resumed {
            Some(level) => {
                let saved = checkpoints.read_rows()?;
                checkpoints.set_shape(saved.shape);
                let places = Places::of_places(workers, 1 << saved.shape.block_bits);
                let (counters, decided) = checkpoints.read(level, saved.rows.vertices())?;
                (places, saved.rows, counters, Start::At(level, decided))
            }
            None => self.explore(worker, game, &mut checkpoints, &mut traffic, &say)?,
        };
        let mut report = WorkerReport {
            vertices: u64::from(rows.vertices()),
            edges: rows.edge_count(),
            build_seconds: begun.elapsed().as_secs_f64(),
            ..WorkerReport::default()
        };
        let progress = Progress::new(say, workers, rows.vertices());
        progress.step("analysing");
        let solve = Solve {
            limits: self.limits.clone(),
            places,
            checkpoints: checkpoints.clone(),
            progress,
        };
        let started = Instant::now();
        let (states, sent) = solve.run(worker, rows, counters, Alike, start)?;
        report.solve_seconds = started.elapsed().as_secs_f64();
        traffic.add(sent);
        report.parcels = traffic.parcels;
        report.bytes_sent = traffic.bytes;
        report.levels = sent.levels;
        (report.tally, report.longest) = tally(&states);
        // The first position that its owner met has place 0.
        let state = states.first().filter(|_| owns_start);
        let said = gather_numbers(
            worker,
            &state.map_or(vec![], |&state| vec![u64::from(state)]),
        )?;
        let reports = report.with_process().gather(worker)?;
        gather(worker, Vec::new())?;
        checkpoints.clear()?;
        if own != 0 {
            return Ok(None);
        }
        let state = said.into_iter().flatten().next();
        let state = state.expect("a worker owns the first position") as u32;
        let sum = |of: fn(&WorkerReport) -> u64| reports.iter().map(of).sum();
        Ok(Some(GameAnswer {
            start: Solution::from_states(vec![state]),
            positions: sum(|report| report.vertices),
            moves: sum(|report| report.edges),
            tally: [
                sum(|report| report.tally[0]),
                sum(|report| report.tally[1]),
                sum(|report| report.tally[2]),
            ],
            reports,
            resumed,
        }))
    }

    /// Finds all positions.
    fn explore<G: Positions + 'static>(
        &self,
        worker: &mut Worker,
        game: G,
        checkpoints: &mut Checkpoints,
        traffic: &mut Traffic,
        say: &Option<Say>,
    ) -> Result<(Places, Predecessors, Counters, Start), Fault> {
        let (own, workers) = (worker.index() as u32, worker.peers() as u32);
        let limits = self.limits.clone();
        let progress = Progress::new(say.clone(), workers, 0);
        let explore = Explore::new(game, own, workers, limits, progress)?;
        let (explore, sent) = run(worker, explore)?;
        traffic.add(sent);
        let counts = gather_numbers(worker, &[u64::from(explore.count())])?;
        let most = counts.iter().map(|said| said[0]).max().unwrap_or(0) as u32;
        let places = Places::of_places(workers, most);
        if !places.fits() {
            let message =
                "there are more positions than names of 32 bits; use another number of processes";
            return Err(Fault::Usage(message.to_owned()));
        }
        let count = explore.count();
        let Explore {
            degrees,
            edges,
            over,
            ..
        } = explore;
        let edges: Vec<(u32, u32)> = edges
            .into_iter()
            .map(|(worker, place, to)| (places.name_of(worker, place), to))
            .collect();
        let rows = Predecessors::build(count, places.names(), &edges, &self.limits)?;
        drop(edges);
        let counters = Counters::from_degrees(degrees.into_iter().map(u64::from));
        checkpoints.set_shape(Shape {
            vertices: 0,
            edges: 0,
            block_bits: places.place_bits(),
            is_counted: false,
        });
        checkpoints.write_rows(&rows, None)?;
        let mut over = over;
        over.sort_by_key(|&(place, _)| place);
        Ok((places, rows, counters, Start::Beginning(self.play, over)))
    }
}
