//! Solving a graph whose rows do not fit into memory: they lie in a file, vertices in memory.
//!
//! The list of edges is walked once to count and once for each *slab* of targets whose rows fit;
//! each slab is written to a temporary file. Each level of the solution then reads the rows of its
//! vertices in ascending order, neighbours together, so that a large level is one pass over the file
//! and a small one a few reads. A byte, a row bound and a queue slot per vertex stay in memory.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

use grundy_core::{Limits, Play};

use crate::Solution;
use crate::build::solving_bytes;
use crate::counters::Counters;
use crate::format::{Format, GraphSource, LoadError, decompress, survey_list};
use crate::graph_file::Labels;
use crate::retrograde::{Alike, Players, first_level, settle_by};
use crate::spread::{Queue, tell};

/// Bytes for buffers of every kind.
const BUFFER_BYTES: u64 = 8 << 20;
/// The least that a slab may have, whatever the limit.
const LEAST_SLAB_BYTES: u64 = 1 << 20;
/// Entries read at a time at most, and the gap between rows that is read rather than skipped.
const MOST_READ: u32 = 1 << 19;
const SMALL_GAP: u32 = 1 << 13;
/// Vertices of a level that are sorted at a time.
const BATCH: usize = 1 << 20;

/// A solution that was found on disk.
#[derive(Debug)]
pub struct OnDisk {
    /// The solution.
    pub solution: Solution,
    /// What the vertices are called.
    pub labels: Labels,
    /// What the file was taken for.
    pub format: Format,
    /// The number of edges.
    pub edges: u64,
    /// Into how many slabs the rows were divided.
    pub slabs: usize,
}

/// Solves the game on a list of edges, holding only its vertices in memory.
///
/// # Errors
///
/// [`LoadError`]: the file cannot be read, is not a list of edges, or has too many vertices for `limits`;
/// the temporary file cannot be written.
pub fn solve_on_disk(
    source: &GraphSource,
    format: Option<Format>,
    one_based: bool,
    play: Play,
    limits: &Limits,
) -> Result<OnDisk, LoadError> {
    let decompressed = decompress(source, limits)?;
    let source = decompressed.as_ref().unwrap_or(source);
    let (list, degrees) = survey_list(source, format, one_based, limits)?;
    let needed = source.memory_bytes() + solving_bytes(list.vertices(), 0);
    limits.check_bytes(needed)?;
    let rest = limits.bytes.saturating_sub(needed + BUFFER_BYTES);
    let slab_entries = (rest.max(LEAST_SLAB_BYTES) / 4).min(u64::from(u32::MAX)) as u32;
    let mut rows = DiskRows::new(list.vertices())?;
    let (mut first, mut slabs) = (0, 0);
    while first < list.vertices() {
        let targets = list.cells().slab(first, slab_entries);
        first = targets.end;
        // One vertex with very many predecessors can be more than a slab should hold.
        let slab_bytes = 4 * u64::from(list.cells().entries(&targets));
        if slab_bytes > LEAST_SLAB_BYTES {
            limits.check_bytes(needed + slab_bytes)?;
        }
        rows.append(list.rows(targets, limits)?)?;
        slabs += 1;
    }
    let settled = first_level(&degrees, &Alike, play, &[]);
    let settled = settle_by(settled, &Alike, limits, |kind, part, queue| {
        rows.spread(&degrees, &Alike, kind, part, queue, limits)
    })?;
    drop((rows, degrees));
    Ok(OnDisk {
        solution: settled.into_solution(&Alike),
        labels: list.labels(),
        format: list.format(),
        edges: u64::from(list.edges()),
        slabs,
    })
}

/// Rows of predecessors in a temporary file.
struct DiskRows {
    scratch: Scratch,
    offsets: Vec<u32>,
    bytes: Vec<u8>,
}

impl DiskRows {
    fn new(vertices: u32) -> io::Result<DiskRows> {
        let mut offsets = Vec::with_capacity(vertices as usize + 1);
        offsets.push(0);
        Ok(DiskRows {
            scratch: Scratch::new()?,
            offsets,
            bytes: Vec::new(),
        })
    }

    /// Appends the rows of the next targets.
    fn append(&mut self, rows: crate::Graph) -> io::Result<()> {
        let base = self.offsets[self.offsets.len() - 1];
        self.offsets
            .extend(rows.offsets()[1..].iter().map(|end| end + base));
        for entries in rows.targets().chunks(MOST_READ as usize) {
            self.bytes.clear();
            self.bytes
                .extend(entries.iter().flat_map(|entry| entry.to_le_bytes()));
            self.scratch.file.write_all(&self.bytes)?;
        }
        Ok(())
    }

    /// Tells the predecessors of a part of the queue, all of one kind.
    fn spread<P: Players>(
        &mut self,
        counters: &Counters,
        players: &P,
        kind: usize,
        part: Range<usize>,
        queue: &mut Queue,
        limits: &Limits,
    ) -> Result<(), LoadError> {
        let mut start = part.start;
        while start < part.end {
            limits.check_time()?;
            let stop = part.end.min(start + BATCH);
            let mut level: Vec<u32> = (start..stop).map(|at| queue.get(at)).collect();
            level.sort_unstable();
            let mut rest = &level[..];
            while !rest.is_empty() {
                let (entries, count) = self.near(rest);
                self.read(entries, |window, first_entry| {
                    for &v in &rest[..count] {
                        let row = self.offsets[v as usize]..self.offsets[v as usize + 1];
                        for &u in overlap(window, first_entry, row) {
                            if tell::<P, false>(counters, players, kind, u) {
                                queue.push(u);
                            }
                        }
                    }
                })?;
                rest = &rest[count..];
            }
            start = stop;
        }
        Ok(())
    }

    /// The entries from the first row on that are worth reading together, and how many of the
    /// vertices' rows these are.
    fn near(&self, vertices: &[u32]) -> (Range<u32>, usize) {
        let row = |v: u32| self.offsets[v as usize]..self.offsets[v as usize + 1];
        let mut entries = row(vertices[0]);
        let mut count = 1;
        for &v in &vertices[1..] {
            let next = row(v);
            let is_near = next.start - entries.end <= SMALL_GAP;
            if !is_near || next.end - entries.start > MOST_READ {
                break;
            }
            entries.end = next.end;
            count += 1;
        }
        (entries, count)
    }

    /// Reads entries, in windows if they are many, and hands each window over with its place.
    fn read(
        &self,
        entries: Range<u32>,
        mut work: impl FnMut(&[u32], u32),
    ) -> Result<(), LoadError> {
        let mut start = entries.start;
        while start < entries.end {
            let stop = entries.end.min(start.saturating_add(MOST_READ));
            let mut bytes = vec![0; (stop - start) as usize * 4];
            self.scratch
                .read_exact_at(&mut bytes, u64::from(start) * 4)?;
            let words = bytes.chunks_exact(4);
            let window: Vec<u32> = words
                .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
                .collect();
            work(&window, start);
            start = stop;
        }
        Ok(())
    }
}

/// The part of a row that lies in a window.
fn overlap(window: &[u32], first_entry: u32, row: Range<u32>) -> &[u32] {
    let place = |entry: u32| (entry.saturating_sub(first_entry) as usize).min(window.len());
    &window[place(row.start)..place(row.end)]
}

/// A temporary file that goes when it is dropped, or at once where that is possible.
struct Scratch {
    file: File,
    path: PathBuf,
}

impl Scratch {
    fn new() -> io::Result<Scratch> {
        let process = std::process::id();
        for attempt in 0..1000 {
            let path = std::env::temp_dir().join(format!("grundy-{process}-{attempt}.rows"));
            let mut options = File::options();
            match options.read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // An open file without a name goes with the process, however that ends.
                    if cfg!(unix) {
                        std::fs::remove_file(&path)?;
                    }
                    return Ok(Scratch { file, path });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let count = crate::format::read_at(&self.file, buffer, offset)?;
        if count < buffer.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !cfg!(unix) {
            // What cannot be removed is left to whoever cleans the directory for such files.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
