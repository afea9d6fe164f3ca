//! Checkpoints: what a worker needs to go on from a level.
//!
//! Rows never change and are written once. A checkpoint of a level has the counters and all that is decided;
//! notices on their way then are those that the vertices of the level cause, and are made again. Workers
//! write at the same levels, and each keeps the last two: so there is always a level that all have.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use grundy_graph::counters::Counters;
use grundy_graph::shard::Predecessors;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::parcel::{bytes_of, numbers_of};
use crate::retrograde::{Decided, Queue};
use crate::store::{Reader, write};

/// Where checkpoints go, and how often.
#[derive(Clone, Debug)]
pub struct CheckpointRequest {
    /// The folder.
    pub folder: PathBuf,
    /// The time between two; zero for every level.
    pub every: Duration,
}

/// What a run does: files of another are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// The version that wrote it.
    pub(crate) version: String,
    /// What is asked, in words that differ whenever the question does.
    pub(crate) question: String,
    /// The length of the graph's file.
    pub(crate) bytes: u64,
    /// The checksum of this worker's part of it.
    pub(crate) checksum: u32,
    /// How many workers there are, and which this is.
    pub(crate) workers: u32,
    pub(crate) worker: u32,
}

impl Identity {
    /// What differs, in words.
    fn difference(&self, found: &Identity) -> Option<String> {
        let of = |what: &str, found: &dyn std::fmt::Display, own: &dyn std::fmt::Display| {
            Some(format!(
                "belongs to another run: {what} was {found} and is {own}; name another folder or remove this one"
            ))
        };
        if found.version != self.version {
            return of("grundy's version", &found.version, &self.version);
        }
        if found.question != self.question {
            return of("the question", &found.question, &self.question);
        }
        if found.workers != self.workers {
            return of("the number of workers", &found.workers, &self.workers);
        }
        if found.worker != self.worker {
            return of("the worker", &found.worker, &self.worker);
        }
        if found.bytes != self.bytes {
            return of("the graph's length", &found.bytes, &self.bytes);
        }
        let same = found.checksum == self.checksum;
        let sums = [found, self].map(|identity| format!("{:08x}", identity.checksum));
        (!same)
            .then(|| of("the graph's checksum", &sums[0], &sums[1]))
            .flatten()
    }
}

/// The header of each file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header {
    identity: Identity,
    /// The level, or the number of vertices, edges and the bits of a block for rows.
    level: u32,
    shape: Shape,
}

/// How the graph is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shape {
    pub(crate) vertices: u32,
    pub(crate) edges: u64,
    pub(crate) block_bits: u32,
    /// True if it is a list of edges with a header.
    pub(crate) is_counted: bool,
}

/// The checkpoints of one worker; nothing is written where none are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoints {
    request: Option<CheckpointRequest>,
    identity: Identity,
    shape: Shape,
}

/// Rows with what the analysis begins with.
pub(crate) struct SavedRows {
    pub(crate) shape: Shape,
    pub(crate) rows: Predecessors,
    pub(crate) owners: Option<Vec<u8>>,
}

impl Checkpoints {
    /// The checkpoints of one worker.
    pub(crate) fn new(
        request: Option<CheckpointRequest>,
        identity: Identity,
    ) -> Result<Checkpoints, Fault> {
        if let Some(request) = &request {
            fs::create_dir_all(&request.folder).map_err(Fault::file(&request.folder))?;
        }
        Ok(Checkpoints {
            request,
            identity,
            shape: Shape {
                vertices: 0,
                edges: 0,
                block_bits: 0,
                is_counted: false,
            },
        })
    }

    /// The time between two, if any are wanted.
    pub(crate) fn every(&self) -> Option<Duration> {
        self.request.as_ref().map(|request| request.every)
    }

    /// Says how the graph is divided.
    pub(crate) fn set_shape(&mut self, shape: Shape) {
        self.shape = shape;
    }

    fn file(&self, kind: &str) -> Option<PathBuf> {
        let folder = &self.request.as_ref()?.folder;
        Some(folder.join(format!("{:04}-{kind}.grundy", self.identity.worker)))
    }

    fn level_file(&self, level: u32) -> Option<PathBuf> {
        self.file(&format!("level-{level:010}"))
    }

    /// The levels of which there are files, in order.
    pub(crate) fn levels(&self) -> Result<Vec<u32>, Fault> {
        let Some(request) = &self.request else {
            return Ok(Vec::new());
        };
        let prefix = format!("{:04}-level-", self.identity.worker);
        let mut levels = Vec::new();
        for entry in fs::read_dir(&request.folder).map_err(Fault::file(&request.folder))? {
            let name = entry.map_err(Fault::file(&request.folder))?.file_name();
            let name = name.to_string_lossy();
            let level = name.strip_prefix(&prefix);
            let level = level.and_then(|rest| rest.strip_suffix(".grundy"));
            levels.extend(level.and_then(|level| level.parse::<u32>().ok()));
        }
        levels.sort_unstable();
        Ok(levels)
    }

    /// Checks that files of this worker, if there are any, belong to this run.
    pub(crate) fn check(&self) -> Result<bool, Fault> {
        let Some(path) = self.file("rows").filter(|path| path.exists()) else {
            return Ok(false);
        };
        let (_, header) = Reader::open::<Header>(&path)?;
        match self.identity.difference(&header.identity) {
            Some(reason) => Err(Fault::foreign(&path, reason)),
            None => Ok(true),
        }
    }

    /// Writes the rows.
    pub(crate) fn write_rows(
        &self,
        rows: &Predecessors,
        owners: Option<&[u8]>,
    ) -> Result<(), Fault> {
        let Some(path) = self.file("rows") else {
            return Ok(());
        };
        // Levels of an earlier run that never had all its rows are none of this one.
        for level in self.levels()? {
            self.remove(level)?;
        }
        let owners = owners.map(numbers_of).unwrap_or_default();
        let (offsets, sources) = rows.parts();
        write(&path, &self.header(0), &[offsets, sources, &owners])
    }

    /// Reads the rows.
    pub(crate) fn read_rows(&self) -> Result<SavedRows, Fault> {
        let path = self.file("rows").expect("there is a folder");
        let (mut reader, header) = Reader::open::<Header>(&path)?;
        let offsets = reader.list(1 << 32)?;
        let sources = reader.list(1 << 32)?;
        let owners = bytes_of(&reader.list(1 << 32)?);
        let rows = Predecessors::from_parts(offsets, sources).ok_or_else(|| reader.damaged())?;
        if !owners.is_empty() && owners.len() != rows.vertices() as usize {
            return Err(reader.damaged());
        }
        reader.end()?;
        Ok(SavedRows {
            shape: header.shape,
            rows,
            owners: (!owners.is_empty()).then_some(owners),
        })
    }

    /// Writes what is decided up to a level.
    pub(crate) fn write(
        &self,
        level: u32,
        counters: &Counters,
        decided: &Decided,
    ) -> Result<(), Fault> {
        let Some(path) = self.level_file(level) else {
            return Ok(());
        };
        let (bytes, large) = counters.slice(0..counters.len() as u32);
        let small = numbers_of(&bytes);
        let large: Vec<u32> = large
            .iter()
            .flat_map(|&(v, count)| [v, count as u32, (count >> 32) as u32])
            .collect();
        let runs = |queue: &Queue| -> Vec<u32> {
            queue.runs.iter().flat_map(|&(at, end)| [at, end]).collect()
        };
        let runs = [runs(&decided[0]), runs(&decided[1])];
        let lists: [&[u32]; 6] = [
            &small,
            &large,
            &runs[0],
            &decided[0].vertices,
            &runs[1],
            &decided[1].vertices,
        ];
        let before = self.levels()?;
        write(&path, &self.header(level), &lists)?;
        // The one before stays, in case another worker does not get as far as this one.
        for &old in before.iter().rev().skip(1) {
            self.remove(old)?;
        }
        Ok(())
    }

    /// Reads what was decided up to a level, on a worker with so many vertices.
    pub(crate) fn read(&self, level: u32, count: u32) -> Result<(Counters, Decided), Fault> {
        let path = self.level_file(level).expect("there is a folder");
        let (mut reader, header) = Reader::open::<Header>(&path)?;
        if let Some(reason) = self.identity.difference(&header.identity) {
            return Err(Fault::foreign(&path, reason));
        }
        let small = bytes_of(&reader.list(u64::from(count) + 8)?);
        let large = reader.list(3 * u64::from(count))?;
        if small.len() != count as usize || header.level != level {
            return Err(reader.damaged());
        }
        let is_small = |byte: u8| if byte == u8::MAX { 0 } else { u64::from(byte) };
        let mut counters = Counters::from_degrees(small.into_iter().map(is_small));
        for number in large.chunks_exact(3) {
            if number[0] >= count {
                return Err(reader.damaged());
            }
            counters.add(number[0], u64::from(number[2]) << 32 | u64::from(number[1]));
        }
        let mut decided = Decided::default();
        for queue in &mut decided {
            let runs = reader.list(2 * u64::from(count))?;
            queue.runs = runs.chunks_exact(2).map(|run| (run[0], run[1])).collect();
            queue.vertices = reader.list(u64::from(count))?;
            let is_sound = queue.runs.is_sorted()
                && queue.runs.last().map_or(0, |run| run.1 as usize) == queue.vertices.len()
                && queue.vertices.iter().all(|&v| v < count);
            if !is_sound {
                return Err(reader.damaged());
            }
        }
        reader.end()?;
        Ok((counters, decided))
    }

    /// Removes everything of this worker, once the answer is safe.
    pub(crate) fn clear(&self) -> Result<(), Fault> {
        for level in self.levels()? {
            self.remove(level)?;
        }
        self.remove_unfinished();
        match self.file("rows") {
            Some(path) if path.exists() => fs::remove_file(&path).map_err(Fault::file(&path)),
            _ => Ok(()),
        }
    }

    /// Removes what processes that were killed had begun to write; nobody writes any more.
    fn remove_unfinished(&self) {
        let folder = self.request.iter().map(|request| &request.folder);
        let entries = folder.filter_map(|folder| fs::read_dir(folder).ok());
        for entry in entries.flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(".grundy-") && name.ends_with(".tmp") {
                // Another worker may just have removed it.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Removes the checkpoint of a level.
    pub(crate) fn remove(&self, level: u32) -> Result<(), Fault> {
        let path = self.level_file(level).expect("there is a folder");
        fs::remove_file(&path).map_err(Fault::file(&path))
    }

    fn header(&self, level: u32) -> Header {
        Header {
            identity: self.identity.clone(),
            level,
            shape: self.shape,
        }
    }
}
