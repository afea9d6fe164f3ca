//! A graph solved by all workers: what each of them does, from the file to its part of the answer.

use std::path::PathBuf;
use std::time::Instant;

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::counters::Counters;
use grundy_graph::retrograde::Alike;
use grundy_graph::shard::Predecessors;
use grundy_graph::{Format, Labels, Owners as FileOwners};
use timely::worker::Worker;

use crate::analysis::{Solve, common_level};
use crate::census;
use crate::checkpoint::{CheckpointRequest, Checkpoints, Identity, Shape};
use crate::collect::Collect;
use crate::degrees::Degrees;
use crate::fault::Fault;
use crate::gather::{gather, gather_numbers};
use crate::input::{Contents, GraphInput, Input};
use crate::levels::{Traffic, run};
use crate::places::{MOST_BLOCK_BITS, Places};
use crate::progress::{Progress, Say};
use crate::retrograde::{Owners, Start};
use crate::ship::Ship;
use crate::solution::{SolutionIndex, part_name, tally, write_part};
use crate::worker_report::WorkerReport;

/// A graph to be solved by many workers.
#[derive(Clone)]
pub struct GraphJob {
    /// The graph.
    pub input: GraphInput,
    /// Whether who cannot move loses or wins.
    pub play: Play,
    /// What one worker may use.
    pub limits: Limits,
    /// Where checkpoints go, if they are wanted.
    pub checkpoints: Option<CheckpointRequest>,
    /// The folder of the solution's parts; without one, the first worker gets all of it.
    pub output: Option<PathBuf>,
    /// Takes what is to be said while it goes on.
    pub say: Option<Say>,
}

/// What the first worker has in the end.
#[derive(Clone, Debug)]
pub struct GraphAnswer {
    /// The index of the solution, as it is written where there is an output.
    pub index: SolutionIndex,
    /// The states of all vertices, where there is no output.
    pub states: Vec<u32>,
    /// Who moves where.
    pub owners: Option<FileOwners>,
    /// What each worker says.
    pub reports: Vec<WorkerReport>,
    /// The level from which the run went on, if it did.
    pub resumed: Option<u32>,
    /// What the vertices are called.
    pub labels: Labels,
    /// What the file was taken for.
    pub format: Format,
}

/// What a worker has before the analysis.
struct Ready {
    input: Input,
    places: Places,
    shape: Shape,
    rows: Predecessors,
    counters: Counters,
    owners: Option<Vec<u8>>,
    start: Start,
}

impl GraphJob {
    /// What is asked, in words that differ whenever the question does.
    pub fn question(&self) -> String {
        format!(
            "graph, {}, vertices from {}, {}",
            match self.play {
                Play::Normal => "normal play",
                Play::Misere => "misère play",
            },
            u8::from(self.input.one_based),
            self.input
                .format
                .map_or("any format", |format| format.word())
        )
    }

    /// Does this worker's part. Only the first worker has an answer.
    ///
    /// # Errors
    ///
    /// [`Fault`]; then the process has to end, and the others with it.
    pub fn run(&self, worker: &mut Worker) -> Result<Option<GraphAnswer>, Fault> {
        let start = Instant::now();
        let fault = GraphInput::fault(&self.input.path);
        let input = Input::open(&self.input, &self.limits).map_err(&fault)?;
        let say = self.say.clone().filter(|_| worker.index() == 0);
        let mut checkpoints =
            Checkpoints::new(self.checkpoints.clone(), self.identity(worker, &input)?)?;
        let mut traffic = Traffic::default();
        let resumed = common_level(worker, &checkpoints)?;
        let ready = match resumed {
            Some(level) => self.resume(worker, input, level, &checkpoints)?,
            None => self.build(worker, input, &mut checkpoints, &mut traffic, &say)?,
        };
        checkpoints.set_shape(ready.shape);
        let mut report = WorkerReport {
            vertices: u64::from(ready.rows.vertices()),
            edges: ready.rows.edge_count(),
            build_seconds: start.elapsed().as_secs_f64(),
            ..WorkerReport::default()
        };
        let progress = Progress::new(say, worker.peers() as u32, ready.rows.vertices());
        match resumed {
            Some(level) => progress.step(&format!("going on from level {level}")),
            None => progress.step(&format!(
                "{} vertices, {} edges; analysing",
                ready.places.vertices(),
                ready.shape.edges
            )),
        }
        let (input, places, shape) = (ready.input, ready.places, ready.shape);
        let solve = Solve {
            limits: self.limits.clone(),
            places,
            checkpoints: checkpoints.clone(),
            progress,
        };
        let started = Instant::now();
        let (states, sent) = match ready.owners {
            None => solve.run(worker, ready.rows, ready.counters, Alike, ready.start)?,
            Some(owners) => solve.run(
                worker,
                ready.rows,
                ready.counters,
                Owners(owners),
                ready.start,
            )?,
        };
        report.solve_seconds = started.elapsed().as_secs_f64();
        report.levels = sent.levels;
        report.parcels = traffic.parcels + sent.parcels;
        report.bytes_sent = traffic.bytes + sent.bytes;
        (report.tally, report.longest) = tally(&states);
        let answer = self.finish(worker, &input, shape, states, report, resumed)?;
        // Nothing is removed before the index is there.
        gather(worker, Vec::new())?;
        checkpoints.clear()?;
        Ok(answer)
    }

    fn identity(&self, worker: &Worker, input: &Input) -> Result<Identity, Fault> {
        let checksum = match self.checkpoints {
            Some(_) => input
                .checksum(worker.index(), worker.peers())
                .map_err(GraphInput::fault(&self.input.path))?,
            None => 0,
        };
        Ok(Identity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            question: self.question(),
            bytes: input.source.len(),
            checksum,
            workers: worker.peers() as u32,
            worker: worker.index() as u32,
        })
    }

    /// Loads a checkpoint.
    fn resume(
        &self,
        worker: &Worker,
        input: Input,
        level: u32,
        checkpoints: &Checkpoints,
    ) -> Result<Ready, Fault> {
        let saved = checkpoints.read_rows()?;
        let (workers, own) = (worker.peers() as u32, worker.index() as u32);
        let shape = saved.shape;
        let places = Places::with_blocks(shape.vertices, workers, shape.block_bits);
        let (counters, decided) = checkpoints.read(level, places.count(own))?;
        Ok(Ready {
            input,
            places,
            shape,
            rows: saved.rows,
            counters,
            owners: saved.owners,
            start: Start::At(level, decided),
        })
    }

    /// Reads the graph.
    fn build(
        &self,
        worker: &mut Worker,
        input: Input,
        checkpoints: &mut Checkpoints,
        traffic: &mut Traffic,
        say: &Option<Say>,
    ) -> Result<Ready, Fault> {
        let fault = GraphInput::fault(&self.input.path);
        let step = |text: &str| say.iter().for_each(|say| say(text));
        step("counting");
        let census = census::take(worker, &self.input, &input, &self.limits)?;
        let (places, own) = (census.places, worker.index() as u32);
        let shape = Shape {
            vertices: places.vertices(),
            edges: census.edges,
            block_bits: places.block_bits(),
            is_counted: census.head.is_some_and(|head| head.stated.is_some()),
        };
        let degrees = Degrees::new(places, own, census.tally, self.limits.clone());
        let (degrees, sent) = run(worker, degrees)?;
        traffic.add(sent);
        let own_edges = degrees.cells.iter().map(|&count| u64::from(count)).sum();
        self.check_memory(worker, u64::from(places.count(own)), own_edges)?;
        step("sending edges to their owners");
        let (rows, counters, input) = match &input.contents {
            Contents::Binary(index) if places.block_bits() == MOST_BLOCK_BITS => {
                let blocks = (own as usize..index.blocks()).step_by(worker.peers());
                let rows = index.rows(&input.source, blocks, &self.limits);
                let mut rows = rows.map_err(&fault)?;
                rows.rename(|vertex| places.name(vertex));
                (rows, degrees.counters, input)
            }
            _ => {
                let path = self.input.path.clone();
                let limits = self.limits.clone();
                let (ship, counters) =
                    Ship::new(input, path, census.head, degrees, places, own, limits)?;
                let (ship, sent) = run(worker, ship)?;
                traffic.add(sent);
                let (rows, input) = ship.finish()?;
                (rows, counters, input)
            }
        };
        let (owners, over) = input.extras(&self.limits).map_err(&fault)?;
        let of_place = |place: u32| places.vertex(own, place) as usize;
        let owners = owners.map(|owners| -> Vec<u8> {
            let places = 0..rows.vertices();
            places.map(|place| owners.of[of_place(place)]).collect()
        });
        let mut over: Vec<(u32, Outcome)> = over
            .into_iter()
            .filter_map(|(vertex, outcome)| {
                let (owner, place) = places.place(vertex);
                (owner == own).then_some((place, outcome))
            })
            .collect();
        // Of several results for a vertex the first counts.
        over.sort_by_key(|&(place, _)| place);
        over.dedup_by_key(|&mut (place, _)| place);
        checkpoints.set_shape(shape);
        checkpoints.write_rows(&rows, owners.as_deref())?;
        Ok(Ready {
            input,
            places,
            shape,
            rows,
            counters,
            owners,
            start: Start::Beginning(self.play, over),
        })
    }

    /// Says before the work begins if it cannot be done here.
    fn check_memory(&self, worker: &mut Worker, vertices: u64, edges: u64) -> Result<(), Fault> {
        // Rows and their bounds, a counter, the queue and the states of the answer; what is on its way.
        let needed = 4 * edges + 14 * vertices + (8 << 20) * worker.peers() as u64;
        let needs = gather_numbers(worker, &[needed])?;
        let most = needs.iter().map(|said| said[0]).max().unwrap_or(needed);
        if most > self.limits.bytes {
            return Err(Fault::Memory {
                needed: most,
                allowed: self.limits.bytes,
            });
        }
        Ok(())
    }

    /// Hands over the answer.
    fn finish(
        &self,
        worker: &mut Worker,
        input: &Input,
        shape: Shape,
        states: Vec<u32>,
        report: WorkerReport,
        resumed: Option<u32>,
    ) -> Result<Option<GraphAnswer>, Fault> {
        let own = worker.index() as u32;
        let (first, names) = match input.labels() {
            Labels::Numbers { first } => (first, None),
            Labels::Names(names) => (0, Some(names)),
        };
        let mut index = SolutionIndex {
            schema: 1,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            graph: self.input.path.clone(),
            format: self.input.format.map(|format| format.word().to_owned()),
            misere: self.play == Play::Misere,
            first,
            names,
            vertices: shape.vertices,
            edges: shape.edges,
            tally: [0; 3],
            longest: None,
            block_bits: shape.block_bits,
            parts: (0..worker.peers() as u32).map(part_name).collect(),
        };
        let mut all = Vec::new();
        if let Some(folder) = &self.output {
            std::fs::create_dir_all(folder).map_err(Fault::file(folder))?;
            write_part(&index, folder, own, &states)?;
        } else {
            let workers = worker.peers() as u32;
            let places = Places::with_blocks(shape.vertices, workers, shape.block_bits);
            let collect = Collect::new(places, own, states, self.limits.clone());
            all = run(worker, collect)?.0.all;
        }
        let reports = report.with_process().gather(worker)?;
        if own != 0 {
            return Ok(None);
        }
        for report in &reports {
            for (sum, more) in index.tally.iter_mut().zip(report.tally) {
                *sum += more;
            }
            index.longest = index.longest.max(report.longest);
        }
        if let Some(folder) = &self.output {
            index.write(folder)?;
        }
        let extras = input.extras(&self.limits);
        let (owners, _) = extras.map_err(GraphInput::fault(&self.input.path))?;
        Ok(Some(GraphAnswer {
            index,
            states: all,
            owners,
            reports,
            resumed,
            labels: input.labels(),
            format: input.format(shape.is_counted),
        }))
    }
}
