//! Lists of edges, with a first line `n m` or without, of any size.
//!
//! The text is walked twice: first to count moves and to find out whether the first line is a
//! header, then to place the edges. A header is taken at its word if it can be one: a list that
//! disagrees with it is an error, not a list without a header, unless it disagrees everywhere.

use std::ops::Range;

use grundy_core::{LimitReached, Limits};
use grundy_kernels::memory;

use super::pairs_error::{columns, explain, long_line, out_of_range};
use super::scan::{Line, read_line, read_number, scan_pairs};
use super::source::{GraphSource, LONGEST_LINE, Piece, WalkError, walk};
use super::{Format, FormatErrorKind, GraphFile, Labels, LoadError};
use crate::build::{Cells, Sorter, Tally, low_bits, solving_bytes, tally_bytes};
use crate::counters::Counters;
use crate::{Graph, MOST_VERTICES};

/// As many vertices as a list without a likely header is expected to have at most.
const LIKELY_VERTICES: u32 = 1 << 28;

/// From so many bytes of text on every megabyte of memory counts.
const LONG_TEXT: u64 = 64 << 20;

/// Reads a list of edges; `format` says whether there is a header, if that is known.
pub(crate) fn load(
    source: &GraphSource,
    format: Option<Format>,
    one_based: bool,
    limits: &Limits,
) -> Result<GraphFile, LoadError> {
    let is_long = source.len() > LONG_TEXT;
    if is_long {
        memory::return_large_blocks();
    }
    let (list, degrees) = survey(source, format, one_based, limits)?;
    let needed = solving_bytes(list.vertices(), u64::from(list.edges()));
    limits.check_bytes(source.memory_bytes().saturating_add(needed))?;
    let rows = list.rows(0..list.vertices(), limits)?;
    // What was needed only for reading is given back before solving needs it.
    if is_long {
        memory::release_free_memory();
    }
    let (labels, format) = (list.labels(), list.format());
    Ok(GraphFile::new(rows, degrees, labels, format))
}

/// Walks a list once: what it is, and how many moves each vertex has.
pub(crate) fn survey<'s>(
    source: &'s GraphSource,
    format: Option<Format>,
    one_based: bool,
    limits: &Limits,
) -> Result<(List<'s>, Counters), LoadError> {
    let base = u32::from(one_based);
    let first = first_pair(source, limits)?;
    let stated = stated_vertices(&first, format);
    // A header that the length of the text makes likely tells how fine to count. Otherwise it is
    // a guess, and if there turn out to be more vertices than it is good for, the walk is repeated.
    let is_likely = u64::from(stated) <= source.len();
    let mut guess = if is_likely { stated } else { LIKELY_VERTICES };
    let (census, shape) = loop {
        let room = if is_likely { stated } else { 0 };
        let cells = (room, low_bits(guess));
        let census = Census::take(source, &first, format, base, cells, limits)?;
        let shape = census.shape(source, &first, format, base)?;
        if low_bits(shape.vertices) >= low_bits(guess) {
            break (census, shape);
        }
        guess = shape.vertices;
    };
    // The first line alone may name a vertex far beyond all others.
    limits.check_bytes(source.memory_bytes() + 2 * tally_bytes(shape.vertices))?;
    let (cells, degrees, fingerprint) = census.finish(&shape);
    let list = List {
        source,
        first,
        shape,
        base,
        cells,
        fingerprint,
    };
    Ok((list, degrees))
}

/// A list of edges that has been walked once.
pub(crate) struct List<'s> {
    source: &'s GraphSource,
    first: FirstPair,
    shape: Shape,
    base: u32,
    cells: Cells,
    fingerprint: u64,
}

impl List<'_> {
    /// The number of vertices.
    pub(crate) fn vertices(&self) -> u32 {
        self.shape.vertices
    }

    /// The number of edges.
    pub(crate) fn edges(&self) -> u32 {
        self.cells.edges()
    }

    /// Where the targets of the rows lie that fit together into memory.
    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// What the vertices are called.
    pub(crate) fn labels(&self) -> Labels {
        Labels::Numbers { first: self.base }
    }

    /// Whether there was a header.
    pub(crate) fn format(&self) -> Format {
        match self.shape.first_edge {
            None => Format::Counted,
            Some(_) => Format::Edges,
        }
    }

    /// Walks the list again: the rows of predecessors of some targets, from 0 on.
    pub(crate) fn rows(&self, targets: Range<u32>, limits: &Limits) -> Result<Graph, LoadError> {
        let mut rows = self.cells.rows(targets.clone());
        let buckets = rows.buckets(limits.threads);
        let state = || (Sorter::new(&buckets), 0u64);
        let take = |sorter: &mut Sorter<'_, '_>, edges: &[(u32, u32)]| {
            if targets == (0..self.shape.vertices) {
                return sorter.push_all(edges);
            }
            for &(from, to) in edges.iter().filter(|(_, to)| targets.contains(to)) {
                sorter.push(from, to - targets.start);
            }
        };
        let work = |(sorter, sum): &mut (Sorter<'_, '_>, u64), piece: &Piece| {
            scan_pairs(piece, self.base, |edges, _| {
                let is_known = |&(from, to): &(u32, u32)| from.max(to) < self.shape.vertices;
                let known = edges.iter().take_while(|&edge| is_known(edge)).count();
                take(sorter, &edges[..known]);
                *sum = sum.wrapping_add(fingerprint(&edges[..known]));
                known
            })
        };
        let changed = || LoadError::from(FormatErrorKind::Changed.nowhere());
        let walked = walk(self.source, self.first.next, limits, state, work);
        let mut first_edge = self.shape.first_edge;
        let mut sum = 0u64;
        for (mut sorter, part) in walked.map_err(|error| match error {
            WalkError::Load(error) => error,
            _ => changed(),
        })? {
            sum = sum.wrapping_add(part);
            if let Some(edge) = first_edge.take() {
                take(&mut sorter, &[edge]);
            }
            sorter.finish();
        }
        drop(buckets);
        if sum != self.fingerprint {
            return Err(changed());
        }
        rows.finish(limits.threads, limits)?.ok_or_else(changed)
    }
}

/// The number of vertices if the first line is a header.
fn stated_vertices(first: &FirstPair, format: Option<Format>) -> u32 {
    match format {
        Some(Format::Edges) => MOST_VERTICES,
        _ => u32::try_from(first.a).map_or(MOST_VERTICES, |n| n.min(MOST_VERTICES)),
    }
}

/// The first line that is not blank.
pub(super) struct FirstPair {
    pub(super) a: u64,
    pub(super) b: u64,
    /// Where it begins, and where the line after it does.
    pub(super) offset: u64,
    pub(super) next: u64,
}

pub(super) fn first_pair(source: &GraphSource, limits: &Limits) -> Result<FirstPair, LoadError> {
    let mut offset = 0;
    loop {
        limits.check_time()?;
        let mut buffer = vec![0; LONGEST_LINE];
        let count = source.read_at(&mut buffer, offset)?;
        let line = buffer[..count].split(|&b| b == b'\n').next().unwrap_or(&[]);
        if count == 0 {
            return Err(FormatErrorKind::Empty.nowhere().into());
        }
        if line.len() == LONGEST_LINE {
            return Err(long_line(source, offset)?);
        }
        let next = offset + line.len() as u64 + 1;
        match read_line(line) {
            Ok(Line::Blank) => offset = next,
            Ok(Line::Pair(a, b)) => {
                return Ok(FirstPair { a, b, offset, next });
            }
            Err(kind) => {
                let place = columns(source, offset, |word| read_number(word).is_err())?;
                return Err(kind.at_columns(source.line_of(offset)?, place).into());
            }
        }
    }
}

/// What one thread, or all of them together, counted on the first walk.
struct Census {
    base: u32,
    /// The number of vertices if the first line is a header.
    stated: u32,
    /// Vertices below this need no attention: in the graph, and with a counter.
    bound: u32,
    low_bits: u32,
    tally: Tally,
    most_bytes: u64,
    /// One more than the largest vertex.
    met: u32,
    /// The first line with a vertex that the header excludes, and that vertex as written.
    stray: Option<(u64, u64)>,
    /// How many lines have one, and how many have only such vertices.
    stray_lines: u64,
    all_stray_lines: u64,
    fingerprint: u64,
}

/// The bytes of a tally with room for so many vertices, and as much again while it grows by half.
fn cells_and_counters(room: u64, low_bits: u32) -> u64 {
    (room + 4 * ((room >> low_bits) + 1)) * 5 / 3
}

/// What the list turned out to be.
struct Shape {
    /// The first line, unless it is a header.
    first_edge: Option<(u32, u32)>,
    vertices: u32,
    edges: u64,
}

impl Census {
    /// Walks the list, with room for so many vertices to begin with and cells of so many bits.
    fn take(
        source: &GraphSource,
        first: &FirstPair,
        format: Option<Format>,
        base: u32,
        (room, low_bits): (u32, u32),
        limits: &Limits,
    ) -> Result<Census, LoadError> {
        let stated = stated_vertices(first, format);
        let threads = limits.threads.max(1) as u64;
        let free = limits.bytes.saturating_sub(source.memory_bytes());
        let share = free / threads;
        if cells_and_counters(u64::from(room), low_bits) > share {
            let limit = limits.bytes;
            return Err(LimitReached::Bytes { limit }.into());
        }
        let state = || Census {
            base,
            stated,
            bound: room,
            low_bits,
            tally: Tally::new(room as usize, low_bits),
            most_bytes: share,
            met: 0,
            stray: None,
            stray_lines: 0,
            all_stray_lines: 0,
            fingerprint: 0,
        };
        let work = |census: &mut Census, piece: &Piece| {
            scan_pairs(piece, base, |edges, places| {
                census.count(piece.offset, edges, places)
            })
        };
        let most_bytes = limits.bytes;
        let mut all = match walk(source, first.next, limits, state, work) {
            Ok(all) => all.into_iter(),
            Err(WalkError::Fault(fault)) => {
                let has_header = format != Some(Format::Edges);
                let stated = has_header.then_some(first.a);
                return Err(explain(source, &fault, base, stated, most_bytes)?);
            }
            Err(WalkError::LongLine(offset)) => return Err(long_line(source, offset)?),
            Err(WalkError::Load(error)) => return Err(error),
        };
        let mut census = all.next().expect("at least one thread walks");
        all.for_each(|other| census.add(other));
        Ok(census)
    }

    /// Counts edges in lines at places after `offset`, up to one whose vertices are above all
    /// bounds; how many these are.
    fn count(&mut self, offset: u64, edges: &[(u32, u32)], places: &[u32]) -> usize {
        let largest = |edges: &[(u32, u32)]| {
            let vertices = edges.iter().map(|&(from, to)| from.max(to));
            vertices.fold(0, u32::max)
        };
        let mut count = edges.len();
        if largest(edges) >= self.bound {
            let mut is_counted = |&(&(from, to), &place): &(&(u32, u32), &u32)| {
                from.max(to) < self.bound || self.attend(offset + u64::from(place), from, to)
            };
            count = edges
                .iter()
                .zip(places)
                .take_while(|pair| is_counted(pair))
                .count();
        }
        let edges = &edges[..count];
        self.tally.count_all(edges);
        if !edges.is_empty() {
            self.met = self.met.max(largest(edges) + 1);
        }
        self.fingerprint = self.fingerprint.wrapping_add(fingerprint(edges));
        count
    }

    /// Makes room for new vertices and notes those that the header excludes.
    #[cold]
    fn attend(&mut self, offset: u64, from: u32, to: u32) -> bool {
        let largest = from.max(to);
        if largest >= MOST_VERTICES {
            return false;
        }
        if largest >= self.stated {
            self.stray_lines += 1;
            self.all_stray_lines += u64::from(from.min(to) >= self.stated);
            let vertex = if from >= self.stated { from } else { to };
            let here = (offset, u64::from(vertex) + u64::from(self.base));
            self.stray = Some(self.stray.map_or(here, |there| there.min(here)));
        }
        let room = self.tally.room();
        if largest as usize >= room {
            let wanted = (largest as usize + 1).max(room * 3 / 2).max(1 << 12);
            let room = wanted.min(MOST_VERTICES as usize);
            if cells_and_counters(room as u64, self.low_bits) > self.most_bytes {
                return false;
            }
            self.tally.resize(room);
        }
        self.bound = (self.tally.room() as u32).min(self.stated);
        true
    }

    /// Adds what another thread counted.
    fn add(&mut self, other: Census) {
        self.tally.merge(other.tally);
        self.met = self.met.max(other.met);
        self.stray_lines += other.stray_lines;
        self.all_stray_lines += other.all_stray_lines;
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
        self.stray = match (self.stray, other.stray) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }

    /// Decides what the first line is, and checks the list against it.
    fn shape(
        &self,
        source: &GraphSource,
        first: &FirstPair,
        format: Option<Format>,
        base: u32,
    ) -> Result<Shape, LoadError> {
        let has_header = match format {
            Some(Format::Edges) => false,
            Some(_) => true,
            None => looks_counted(
                (first.a, first.b),
                self.tally.edges(),
                self.stray_lines,
                self.all_stray_lines,
            ),
        };
        let line = |offset| source.line_of(offset);
        let most = u64::from(MOST_VERTICES);
        let too_large = |found| FormatErrorKind::TooLarge {
            what: "vertices",
            found,
            most,
        };
        if has_header {
            if let Some((offset, vertex)) = self.stray {
                let kind = out_of_range(vertex, base, first.a);
                let place = columns(source, offset, |word| read_number(word) == Ok(vertex))?;
                return Err(kind.at_columns(line(offset)?, place).into());
            }
            if self.tally.edges() != first.b {
                let kind = FormatErrorKind::WrongCount {
                    what: "edges",
                    stated: first.b,
                    found: self.tally.edges(),
                };
                return Err(kind.at(line(first.offset)?).into());
            }
            if first.a > most {
                return Err(too_large(first.a).at(line(first.offset)?).into());
            }
        } else if first.a.max(first.b) >= most + u64::from(base) {
            return Err(too_large(first.a.max(first.b))
                .at(line(first.offset)?)
                .into());
        } else if first.a.min(first.b) < u64::from(base) {
            let kind = out_of_range(0, base, most);
            return Err(kind.at(line(first.offset)?).into());
        }
        let first_edge = || (first.a as u32 - base, first.b as u32 - base);
        let shape = Shape {
            first_edge: (!has_header).then(first_edge),
            vertices: if has_header {
                first.a as u32
            } else {
                self.met.max(first.a.max(first.b) as u32 + 1 - base)
            },
            edges: self.tally.edges() + u64::from(!has_header),
        };
        if shape.edges > u64::from(u32::MAX) {
            return Err(LimitReached::Bytes {
                limit: 4 * u64::from(u32::MAX),
            }
            .into());
        }
        Ok(shape)
    }

    /// The cells, the numbers of moves, and the fingerprint of all edges but the first.
    fn finish(mut self, shape: &Shape) -> (Cells, Counters, u64) {
        self.tally.resize(shape.vertices as usize);
        if let Some((from, to)) = shape.first_edge {
            self.tally.count_all(&[(from, to)]);
        }
        let (cells, degrees) = self.tally.finish();
        (cells, degrees, self.fingerprint)
    }
}

/// True if the first line can be the header of what follows, or was surely meant as one: of so many edges
/// `stray` have a vertex that it excludes, and `all_stray` only such.
pub(super) fn looks_counted(first: (u64, u64), edges: u64, stray: u64, all_stray: u64) -> bool {
    let count_fits = edges == first.1;
    let is_near = edges.abs_diff(first.1) <= edges / 5;
    match (count_fits, stray) {
        // No header promises edges among no vertices.
        _ if first.0 == 0 && first.1 > 0 => false,
        (_, 0) => true,
        (true, _) => edges < 2 || all_stray < edges,
        // Neither the count nor the range: one slip in each is still a header.
        (false, stray) => stray < 2 || is_near && stray * 5 < edges,
    }
}

/// A number that depends on the edges, and not on their order: a sum over all of them.
#[inline(always)]
fn fingerprint(edges: &[(u32, u32)]) -> u64 {
    let one = |&(from, to): &(u32, u32)| {
        (u64::from(from) << 32 | u64::from(to)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7
    };
    edges.iter().map(one).fold(0, u64::wrapping_add)
}
