//! Solutions in parts: a file for each worker, and an index.

use std::fs;
use std::path::{Path, PathBuf};

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::{Labels, Solution};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::places::Places;
use crate::store::{Reader, write};

/// The name of the index.
pub const INDEX: &str = "solution.json";

/// The index of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionIndex {
    /// The version of the format.
    pub schema: u32,
    /// The version that wrote it.
    pub version: String,
    /// The graph's file.
    pub graph: PathBuf,
    /// The format of the graph's file, if that was given.
    pub format: Option<String>,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// What the first vertex is called.
    pub first: u32,
    /// The names of the vertices, if they have names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
    /// The number of vertices.
    pub vertices: u32,
    /// The number of edges.
    pub edges: u64,
    /// How many vertices are won, lost and drawn.
    pub tally: [u64; 3],
    /// The largest remoteness, if anything is won or lost.
    pub longest: Option<u32>,
    /// The neighbours in a block, as a power of two; blocks are in the parts in turn.
    pub block_bits: u32,
    /// The files of the parts, in order.
    pub parts: Vec<String>,
}

/// The header of a part.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PartHeader {
    part: u32,
    parts: u32,
    vertices: u32,
    edges: u64,
    misere: bool,
}

impl SolutionIndex {
    fn header(&self, part: u32) -> PartHeader {
        PartHeader {
            part,
            parts: self.parts.len() as u32,
            vertices: self.vertices,
            edges: self.edges,
            misere: self.misere,
        }
    }

    /// Reads the index of a solution: the file, or the folder that it is in.
    ///
    /// # Errors
    ///
    /// [`Fault`] if there is none, or it is damaged.
    pub fn read(path: &Path) -> Result<(SolutionIndex, PathBuf), Fault> {
        let file = if path.is_dir() {
            path.join(INDEX)
        } else {
            path.to_owned()
        };
        let text = fs::read(&file).map_err(Fault::file(&file))?;
        let index: SolutionIndex = serde_json::from_slice(&text).map_err(|error| {
            Fault::foreign(&file, format!("is not the index of a solution: {error}"))
        })?;
        let is_sound = index.schema == 1
            && !index.parts.is_empty()
            && index.block_bits <= 31
            && index.vertices < 1 << 31
            && index
                .names
                .as_ref()
                .is_none_or(|names| names.len() == index.vertices as usize);
        if !is_sound {
            return Err(Fault::foreign(&file, "is not an index of this version"));
        }
        let folder = file.parent().map(Path::to_owned).unwrap_or_default();
        Ok((index, folder))
    }

    /// True if a path is a solution, not a graph.
    pub fn is_at(path: &Path) -> bool {
        path.join(INDEX).is_file() || path.file_name().is_some_and(|name| name == INDEX)
    }

    /// How vertices are divided among the parts.
    fn places(&self) -> Places {
        Places::with_blocks(self.vertices, self.parts.len() as u32, self.block_bits)
    }

    /// The rules that were played.
    pub fn play(&self) -> Play {
        if self.misere {
            Play::Misere
        } else {
            Play::Normal
        }
    }

    /// What the vertices are called.
    pub fn labels(&self) -> Labels {
        match &self.names {
            Some(names) => Labels::Names(names.clone()),
            None => Labels::Numbers { first: self.first },
        }
    }

    /// The states of one part.
    fn part(&self, folder: &Path, part: u32) -> Result<Vec<u32>, Fault> {
        let path = folder.join(&self.parts[part as usize]);
        let (mut reader, header) = Reader::open::<PartHeader>(&path)?;
        if header != self.header(part) {
            let other = "is a part of another solution than the index says";
            return Err(Fault::foreign(&path, other));
        }
        let count = self.places().count(part);
        let states = reader.list(u64::from(count))?;
        if states.len() != count as usize {
            return Err(reader.damaged());
        }
        reader.end()?;
        Ok(states)
    }

    /// The outcome and the remoteness of one vertex, of which only its part is read.
    ///
    /// # Errors
    ///
    /// [`Fault`] if the part cannot be read or is damaged.
    ///
    /// # Panics
    ///
    /// If there is no such vertex.
    pub fn vertex(&self, folder: &Path, vertex: u32) -> Result<(Outcome, Option<u32>), Fault> {
        assert!(vertex < self.vertices, "a vertex of the graph");
        let (part, place) = self.places().place(vertex);
        let states = self.part(folder, part)?;
        let solution = Solution::from_states(vec![states[place as usize]]);
        Ok((solution.outcome(0), solution.remoteness(0)))
    }

    /// The whole solution in memory, with all parts checked.
    ///
    /// # Errors
    ///
    /// [`Fault`] if a part cannot be read or is damaged, or all do not fit.
    pub fn solution(&self, folder: &Path, limits: &Limits) -> Result<Solution, Fault> {
        let needed = 8 * u64::from(self.vertices);
        limits.check_bytes(needed)?;
        let places = self.places();
        let mut states = vec![u32::MAX; self.vertices as usize];
        for part in 0..self.parts.len() as u32 {
            limits.check_time()?;
            for (place, state) in (0..).zip(self.part(folder, part)?) {
                states[places.vertex(part, place) as usize] = state;
            }
        }
        Ok(Solution::from_states(states))
    }

    /// Writes the whole solution as one part, with an index, into another folder.
    ///
    /// # Errors
    ///
    /// [`Fault`] if a part cannot be read, or the folder not be written.
    pub fn merge(&self, folder: &Path, to: &Path, limits: &Limits) -> Result<(), Fault> {
        let states = self.solution(folder, limits)?.into_states();
        fs::create_dir_all(to).map_err(Fault::file(to))?;
        let index = SolutionIndex {
            block_bits: 16,
            parts: vec![part_name(0)],
            ..self.clone()
        };
        write_part(&index, to, 0, &states)?;
        index.write(to)
    }

    /// Writes the index, once all parts are there.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Fault> {
        let path = folder.join(INDEX);
        let text = serde_json::to_vec_pretty(self).expect("an index is plain data");
        grundy_files::write_atomically(&path, |output| output.write_all(&text))
            .map_err(Fault::file(&path))
    }
}

/// The name of the file of a part.
pub(crate) fn part_name(part: u32) -> String {
    format!("part-{part:04}.grundy")
}

/// Writes the states of one part.
pub(crate) fn write_part(
    index: &SolutionIndex,
    folder: &Path,
    part: u32,
    states: &[u32],
) -> Result<(), Fault> {
    write(
        &folder.join(part_name(part)),
        &index.header(part),
        &[states],
    )
}

/// How many are won, lost and drawn, and the largest remoteness.
pub(crate) fn tally(states: &[u32]) -> ([u64; 3], Option<u32>) {
    let (mut tally, mut longest) = ([0; 3], None);
    for &state in states {
        let outcome = match state {
            u32::MAX => Outcome::Draw,
            state if state & 1 == 1 => Outcome::Win,
            _ => Outcome::Lose,
        };
        tally[outcome as usize] += 1;
        if state != u32::MAX {
            longest = longest.max(Some(state >> 1));
        }
    }
    (tally, longest)
}
