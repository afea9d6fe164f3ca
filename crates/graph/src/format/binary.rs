//! The compact binary format: rows of predecessors as gaps, in blocks with checksums.
//!
//! ```text
//! header   magic (8)  version u32  flags u32  vertices u32  first label u32  edges u64  checksum u64
//! block    length u64  checksum u64  rows of the next 65536 vertices, in order
//! row      count, then the predecessors ascending: the first, then the gaps
//! section  length u64  checksum u64  owners and decided vertices, if the flags say so
//! ```
//! Numbers in rows and sections have seven bits a byte, lowest first, high bit on all but the last.
//! All others are little-endian. Solving needs the predecessors, so that loading is decoding.

use std::io::{self, Write};
use std::ops::Range;

use grundy_core::{Limits, Outcome};

use super::checksum::checksum;
use super::{Format, FormatErrorKind, GraphFile, GraphSource, Labels, LoadError, Owners};
use crate::budget::Budget;
use crate::build::solving_bytes;
use crate::counters::Counters;
use crate::shard::Predecessors;
use crate::{Graph, MOST_VERTICES};

/// The first bytes of every file.
pub(crate) const MAGIC: [u8; 8] = *b"\x89grundyG";
const VERSION: u32 = 1;
const HEADER: usize = 40;
/// Vertices whose rows are in a block; the last may have fewer.
pub const BLOCK_ROWS: usize = 1 << 16;
const HAS_OWNERS: u32 = 1;
const HAS_DECIDED: u32 = 2;

/// Writes a graph.
///
/// # Errors
///
/// As `output` fails.
pub fn write(file: &GraphFile, output: &mut impl Write) -> io::Result<()> {
    let mut flags = 0;
    if file.owners.is_some() {
        flags |= HAS_OWNERS;
    }
    if !file.decided.is_empty() {
        flags |= HAS_DECIDED;
    }
    let first = match file.labels {
        Labels::Numbers { first } => first,
        Labels::Names(_) => 0,
    };
    let mut header = MAGIC.to_vec();
    for number in [VERSION, flags, file.vertices(), first] {
        header.extend(number.to_le_bytes());
    }
    header.extend(file.edge_count().to_le_bytes());
    header.extend(checksum(&header).to_le_bytes());
    output.write_all(&header)?;
    let (mut bytes, mut row) = (Vec::new(), Vec::new());
    for start in (0..file.vertices()).step_by(BLOCK_ROWS) {
        bytes.clear();
        let end = file.vertices().min(start + BLOCK_ROWS as u32);
        for v in start..end {
            row.clear();
            row.extend_from_slice(file.predecessors.successors(v));
            row.sort_unstable();
            write_row(&row, &mut bytes);
        }
        write_section(&bytes, output)?;
    }
    if flags != 0 {
        write_section(&extras(file), output)?;
    }
    Ok(())
}

/// Reads a graph.
pub(crate) fn load(source: &GraphSource, limits: &Limits) -> Result<GraphFile, LoadError> {
    let header = Header::read(source)?;
    // A row and an edge take a byte each at least, so that a header cannot make us allocate more
    // than the file's own length warrants.
    let content = source.len().saturating_sub(HEADER as u64);
    if u64::from(header.vertices) + header.edges > content {
        return Err(FormatErrorKind::Truncated {
            missing: "a part of the rows",
        }
        .nowhere()
        .into());
    }
    let needed = solving_bytes(header.vertices, header.edges);
    let mut budget = Budget::new(limits, source.memory_bytes().saturating_add(needed))?;
    let mut offsets = Vec::with_capacity(header.vertices as usize + 1);
    let mut sources = Vec::with_capacity(header.edges as usize);
    grundy_kernels::memory::advise_huge_pages_of(&sources);
    let mut degrees = Counters::zero(header.vertices as usize);
    offsets.push(0);
    let (mut at, mut block) = (HEADER as u64, Vec::new());
    while offsets.len() <= header.vertices as usize {
        budget.work(BLOCK_ROWS as u64)?;
        at = read_section(source, at, &mut block, &mut budget)?;
        let rows = (header.vertices as usize + 1 - offsets.len()).min(BLOCK_ROWS);
        let room = header.edges as usize;
        let count = |source| degrees.add(source, 1);
        let vertices = header.vertices;
        let decoded = decode(
            &block,
            rows,
            (vertices, room),
            &mut offsets,
            &mut sources,
            count,
        );
        decoded.ok_or_else(|| FormatErrorKind::Damaged.nowhere())?;
    }
    if sources.len() as u64 != header.edges {
        return Err(FormatErrorKind::Damaged.nowhere().into());
    }
    let graph = Graph::from_parts(offsets, sources);
    let labels = Labels::Numbers {
        first: header.first,
    };
    let mut file = GraphFile::new(graph, degrees, labels, Format::Binary);
    if header.flags != 0 {
        at = read_section(source, at, &mut block, &mut budget)?;
        // Owners are as long as they are written, decided vertices take up to eight bytes for two.
        budget.take(6 * block.len() as u64)?;
        let extras = read_extras(&block, header.flags, header.vertices)
            .ok_or_else(|| FormatErrorKind::Damaged.nowhere())?;
        (file.owners, file.decided) = (extras.owners, extras.decided);
    }
    if at != source.len() {
        let kind = FormatErrorKind::unexpected(b"more bytes", "the end of the file");
        return Err(kind.nowhere().into());
    }
    Ok(file)
}

/// Where the blocks of a file lie, each with the rows of the next [`BLOCK_ROWS`] vertices.
#[derive(Clone, Debug)]
pub struct Index {
    /// The number of vertices.
    pub vertices: u32,
    /// The number of edges.
    pub edges: u64,
    /// What the first vertex is called, 0 or 1.
    pub first: u32,
    flags: u32,
    /// Where each block begins, and where the last ends.
    starts: Vec<u64>,
}

impl Index {
    /// Finds the blocks of a file without reading what is in them.
    ///
    /// # Errors
    ///
    /// [`LoadError`].
    pub fn read(source: &GraphSource, limits: &Limits) -> Result<Index, LoadError> {
        let header = Header::read(source)?;
        let blocks = (header.vertices as usize).div_ceil(BLOCK_ROWS);
        let mut budget = Budget::new(limits, source.memory_bytes() + 8 * blocks as u64)?;
        let mut starts = vec![HEADER as u64];
        let mut at = HEADER as u64;
        for _ in 0..blocks {
            budget.work(1 << 10)?;
            at = section_length(source, at)?.1;
            starts.push(at);
        }
        Ok(Index {
            vertices: header.vertices,
            edges: header.edges,
            first: header.first,
            flags: header.flags,
            starts,
        })
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.starts.len() - 1
    }

    /// The vertices whose rows are in some blocks.
    pub fn targets(&self, blocks: Range<usize>) -> Range<u32> {
        let first = |block: usize| (block * BLOCK_ROWS).min(self.vertices as usize) as u32;
        first(blocks.start)..first(blocks.end)
    }

    /// The bytes of the file that some blocks take, to divide them evenly.
    pub fn bytes(&self, blocks: Range<usize>) -> Range<u64> {
        self.starts[blocks.start]..self.starts[blocks.end]
    }

    /// The predecessors of the vertices of some blocks, the first of which gets local number 0.
    ///
    /// # Errors
    ///
    /// [`LoadError`].
    pub fn rows(
        &self,
        source: &GraphSource,
        blocks: impl Iterator<Item = usize> + Clone,
        limits: &Limits,
    ) -> Result<Predecessors, LoadError> {
        let rows: usize = blocks
            .clone()
            .map(|block| self.targets(block..block + 1).len())
            .sum();
        let mut budget = Budget::new(limits, source.memory_bytes() + 4 * rows as u64)?;
        let (mut offsets, mut sources) = (Vec::with_capacity(rows + 1), Vec::new());
        offsets.push(0);
        let mut block = Vec::new();
        for number in blocks {
            read_section(source, self.starts[number], &mut block, &mut budget)?;
            // An entry takes a byte at least.
            let most = (self.edges as usize - sources.len()).min(block.len());
            budget.take(4 * most as u64)?;
            sources.reserve_exact(most);
            let own = self.targets(number..number + 1);
            let count = (own.end - own.start) as usize;
            let room = (self.vertices, self.edges as usize);
            decode(&block, count, room, &mut offsets, &mut sources, |_| ())
                .ok_or_else(|| FormatErrorKind::Damaged.nowhere())?;
        }
        Ok(Predecessors::from_rows(Graph::from_parts(offsets, sources)))
    }

    /// Who moves where, and the vertices where the game is over, of the whole graph.
    ///
    /// # Errors
    ///
    /// [`LoadError`].
    pub fn extras(
        &self,
        source: &GraphSource,
        limits: &Limits,
    ) -> Result<(Option<Owners>, Vec<(u32, Outcome)>), LoadError> {
        let mut extras = Extras::default();
        if self.flags != 0 {
            let mut block = Vec::new();
            let mut budget = Budget::new(limits, source.memory_bytes())?;
            let at = self.starts[self.starts.len() - 1];
            read_section(source, at, &mut block, &mut budget)?;
            budget.take(6 * block.len() as u64)?;
            extras = read_extras(&block, self.flags, self.vertices)
                .ok_or_else(|| FormatErrorKind::Damaged.nowhere())?;
        }
        Ok((extras.owners, extras.decided))
    }
}

/// The numbers at the front.
struct Header {
    flags: u32,
    vertices: u32,
    first: u32,
    edges: u64,
}

impl Header {
    fn read(source: &GraphSource) -> Result<Header, LoadError> {
        let bytes = source.head(HEADER)?;
        if bytes.len() < HEADER {
            return Err(FormatErrorKind::Truncated {
                missing: "a part of the header",
            }
            .nowhere()
            .into());
        }
        let word =
            |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let long =
            |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        if bytes[..8] != MAGIC {
            return Err(
                FormatErrorKind::unexpected(b"other bytes", "grundy's binary format")
                    .nowhere()
                    .into(),
            );
        }
        if word(8) != VERSION {
            let version = word(8);
            return Err(FormatErrorKind::UnknownVersion { version }.nowhere().into());
        }
        let header = Header {
            flags: word(12),
            vertices: word(16),
            first: word(20),
            edges: long(24),
        };
        let is_sound = long(32) == checksum(&bytes[..32])
            && header.vertices <= MOST_VERTICES
            && header.first <= 1
            && header.flags <= 3
            && header.edges <= u64::from(u32::MAX);
        if is_sound {
            Ok(header)
        } else {
            Err(FormatErrorKind::Damaged.nowhere().into())
        }
    }
}

fn write_section(bytes: &[u8], output: &mut impl Write) -> io::Result<()> {
    output.write_all(&(bytes.len() as u64).to_le_bytes())?;
    output.write_all(&checksum(bytes).to_le_bytes())?;
    output.write_all(bytes)
}

/// Reads the section at `at`; where the next one begins.
fn read_section(
    source: &GraphSource,
    at: u64,
    bytes: &mut Vec<u8>,
    budget: &mut Budget,
) -> Result<u64, LoadError> {
    let ((length, sum), end) = section_length(source, at)?;
    let start = end - length;
    if length > bytes.capacity() as u64 {
        budget.take(length - bytes.capacity() as u64)?;
        *bytes = Vec::new();
    }
    budget.work(length)?;
    bytes.resize(length as usize, 0);
    if source.read_at(bytes, start)? < bytes.len() {
        return Err(truncated());
    }
    if checksum(bytes) != sum {
        return Err(FormatErrorKind::Damaged.nowhere().into());
    }
    Ok(end)
}

/// The length and the checksum of the section at `at`, and where the next one begins.
fn section_length(source: &GraphSource, at: u64) -> Result<((u64, u64), u64), LoadError> {
    let mut frame = [0; 16];
    if source.read_at(&mut frame, at)? < frame.len() {
        return Err(truncated());
    }
    let half =
        |from: usize| u64::from_le_bytes(frame[from..from + 8].try_into().expect("eight bytes"));
    let (length, start) = (half(0), at + 16);
    if length > source.len().saturating_sub(start) {
        return Err(truncated());
    }
    Ok(((length, half(8)), start + length))
}

fn truncated() -> LoadError {
    let missing = "a part of the rows";
    FormatErrorKind::Truncated { missing }.nowhere().into()
}

fn write_row(row: &[u32], bytes: &mut Vec<u8>) {
    write_number(row.len() as u64, bytes);
    let mut before = 0;
    for &source in row {
        write_number(u64::from(source - before), bytes);
        before = source;
    }
}

/// Decodes the rows of a block; nothing if they are not rows of the graph.
fn decode(
    bytes: &[u8],
    rows: usize,
    (vertices, room): (u32, usize),
    offsets: &mut Vec<u32>,
    sources: &mut Vec<u32>,
    mut count_source: impl FnMut(u32),
) -> Option<()> {
    let mut at = 0;
    for _ in 0..rows {
        let count = read_number(bytes, &mut at)?;
        if count > (room - sources.len()) as u64 {
            return None;
        }
        let mut source = 0;
        for _ in 0..count {
            source += read_number(bytes, &mut at)?;
            if source >= u64::from(vertices) {
                return None;
            }
            sources.push(source as u32);
            count_source(source as u32);
        }
        offsets.push(sources.len() as u32);
    }
    (at == bytes.len()).then_some(())
}

fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn read_number(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
        shift += 7;
        if shift > 35 {
            return None;
        }
    }
}

/// Owners and decided vertices as bytes.
fn extras(file: &GraphFile) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(owners) = &file.owners {
        for name in &owners.names {
            write_number(name.len() as u64, &mut bytes);
            bytes.extend(name.as_bytes());
        }
        bytes.extend(&owners.of);
    }
    if !file.decided.is_empty() {
        write_number(file.decided.len() as u64, &mut bytes);
        for &(v, outcome) in &file.decided {
            write_number(u64::from(v), &mut bytes);
            bytes.push(outcome as u8);
        }
    }
    bytes
}

/// What a file says besides its edges.
#[derive(Default)]
struct Extras {
    owners: Option<Owners>,
    decided: Vec<(u32, Outcome)>,
}

fn read_extras(bytes: &[u8], flags: u32, vertices: u32) -> Option<Extras> {
    let mut extras = Extras::default();
    let mut at = 0;
    let take = |at: &mut usize, length: u64| {
        let start = *at;
        *at = start.checked_add(usize::try_from(length).ok()?)?;
        bytes.get(start..*at)
    };
    if flags & HAS_OWNERS != 0 {
        let mut name = || {
            let length = read_number(bytes, &mut at)?;
            String::from_utf8(take(&mut at, length)?.to_vec()).ok()
        };
        let names = [name()?, name()?];
        let of = take(&mut at, u64::from(vertices))?.to_vec();
        if of.iter().any(|&owner| owner > 1) {
            return None;
        }
        extras.owners = Some(Owners { of, names });
    }
    if flags & HAS_DECIDED != 0 {
        let count = read_number(bytes, &mut at)?;
        for _ in 0..count {
            let v = read_number(bytes, &mut at).filter(|&v| v < u64::from(vertices))?;
            let outcome = match take(&mut at, 1)? {
                [0] => Outcome::Win,
                [1] => Outcome::Lose,
                [2] => Outcome::Draw,
                _ => return None,
            };
            extras.decided.push((v as u32, outcome));
        }
        // A game is over once: two results of a vertex may contradict each other.
        extras.decided.sort_unstable();
        if extras.decided.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return None;
        }
    }
    (at == bytes.len()).then_some(extras)
}
