//! The first walk over the graph: how many vertices and edges there are, of which degrees, and where they go.

use grundy_core::Limits;
use grundy_graph::counters::Counters;
use grundy_graph::format::{FirstLine, ListHead, ListShape, PartCount};
use grundy_graph::shard::RowsBuilder;
use grundy_graph::{Format, LoadError};
use timely::worker::Worker;

use crate::fault::Fault;
use crate::gather::gather_numbers;
use crate::input::{Contents, GraphInput, Input};
use crate::places::Places;

/// How far ahead in a list counters are asked for.
const AHEAD: usize = 32;
/// As many vertices as a list is expected to have at most, if nothing else is known.
const LIKELY_VERTICES: u64 = 1 << 28;
/// The most targets that are counted together, as a power of two.
const MOST_CELL_BITS: u32 = 12;

/// What is known about the graph after the first walk.
pub(crate) struct Census {
    /// How its vertices are divided.
    pub(crate) places: Places,
    /// The number of edges.
    pub(crate) edges: u64,
    /// How its edges are read.
    pub(crate) head: Option<ListHead>,
    /// What the part that this worker has read says.
    pub(crate) tally: Tally,
}

/// What one worker counted, for all vertices.
pub(crate) struct Tally {
    /// How many moves begin at each vertex.
    pub(crate) degrees: Counters,
    /// How many moves end in each cell of `2^cell_bits` neighbours.
    pub(crate) cells: Vec<u32>,
    pub(crate) cell_bits: u32,
    count: PartCount,
}

impl Tally {
    fn new(cell_bits: u32, vertices: u64) -> Tally {
        let mut tally = Tally {
            degrees: Counters::default(),
            cells: Vec::new(),
            cell_bits,
            count: PartCount::default(),
        };
        tally.grow(vertices);
        tally
    }

    fn grow(&mut self, vertices: u64) {
        if vertices > self.degrees.len() as u64 {
            self.degrees.grow(vertices as usize);
            let cells = vertices.div_ceil(1 << self.cell_bits);
            self.cells.resize(cells as usize, 0);
        }
    }

    fn count(&mut self, edges: &[(u32, u32)], stated: u64) {
        self.count.count(edges, stated);
        if self.count.vertices > self.degrees.len() as u64 {
            // By half at least, so that growing does not take longer than counting.
            let room = self.degrees.len() as u64 * 3 / 2;
            self.grow(self.count.vertices.max(room));
        }
        let cells = &mut self.cells[..];
        let soon = edges.get(AHEAD..).unwrap_or_default().iter().chain(edges);
        let sources = edges.iter().zip(soon).map(|(&(from, to), &(soon, _))| {
            cells[(to >> self.cell_bits) as usize] += 1;
            (from, soon)
        });
        self.degrees.count_all(sources);
    }

    /// The bytes that it takes.
    pub(crate) fn memory_bytes(vertices: u64, cell_bits: u32) -> u64 {
        vertices + 4 * (vertices >> cell_bits)
    }
}

/// Walks the worker's part of the graph and agrees with the others on what it is.
pub(crate) fn take(
    worker: &mut Worker,
    request: &GraphInput,
    input: &Input,
    limits: &Limits,
) -> Result<Census, Fault> {
    let workers = worker.peers() as u32;
    let fault = GraphInput::fault(&request.path);
    match &input.contents {
        Contents::List(first) => list(worker, request, input, first, limits),
        Contents::Binary(index) => {
            let places = Places::new(index.vertices, workers, 0);
            let tally = known(worker, input, &places, limits).map_err(fault)?;
            let edges = index.edges;
            Ok(Census {
                places,
                edges,
                head: None,
                tally,
            })
        }
        Contents::Whole(file) => {
            let places = Places::new(file.vertices(), workers, 0);
            let tally = known(worker, input, &places, limits).map_err(fault)?;
            let edges = file.edge_count();
            Ok(Census {
                places,
                edges,
                head: None,
                tally,
            })
        }
    }
}

/// The tally of a part of a graph whose number of vertices is known.
fn known(
    worker: &Worker,
    input: &Input,
    places: &Places,
    limits: &Limits,
) -> Result<Tally, LoadError> {
    let bits = RowsBuilder::cell_bits(places.names()).min(places.block_bits());
    let vertices = u64::from(places.vertices());
    limits.check_bytes(Tally::memory_bytes(vertices, bits))?;
    let mut tally = Tally::new(bits, vertices);
    walk(worker, input, limits, &mut tally, u64::MAX)?;
    Ok(tally)
}

fn walk(
    worker: &Worker,
    input: &Input,
    limits: &Limits,
    tally: &mut Tally,
    stated: u64,
) -> Result<(), LoadError> {
    let units = input.share(worker.index(), worker.peers());
    let mut too_large = Ok(());
    input.edges(None, units, limits, &mut |edges| {
        tally.count(edges, stated);
        let bytes = Tally::memory_bytes(tally.degrees.len() as u64, tally.cell_bits);
        if too_large.is_ok() {
            too_large = limits.check_bytes(bytes);
        }
    })?;
    Ok(too_large?)
}

/// The census of a list of edges, whose number of vertices is known only in the end.
fn list(
    worker: &mut Worker,
    request: &GraphInput,
    input: &Input,
    first: &FirstLine,
    limits: &Limits,
) -> Result<Census, Fault> {
    let workers = worker.peers() as u32;
    let fault = GraphInput::fault(&request.path);
    let length = input.source.len();
    let is_header = request.format != Some(Format::Edges) && first.pair.0 <= length;
    let (guess, stated) = match is_header {
        true => (first.pair.0, first.pair.0),
        false => (LIKELY_VERTICES.min(length), first.pair.0),
    };
    let stated = if request.format == Some(Format::Edges) {
        u64::MAX
    } else {
        stated
    };
    let mut bits = likely_bits(guess, workers);
    loop {
        let mut tally = Tally::new(bits, 0);
        walk(worker, input, limits, &mut tally, stated).map_err(&fault)?;
        let count = tally.count;
        let own = [count.edges, count.vertices, count.strays, count.all_strays];
        let mut total = PartCount::default();
        for said in gather_numbers(worker, &own)? {
            total.add(PartCount {
                edges: said[0],
                vertices: said[1],
                strays: said[2],
                all_strays: said[3],
            });
        }
        let shape = first.shape(&input.source, request.format, total);
        let shape = shape.map_err(&fault)?;
        if shape.has_strays {
            complain(worker, input, &shape, limits).map_err(&fault)?;
        }
        let vertices = shape.vertices;
        let places = Places::new(vertices, workers, bits);
        if bits > RowsBuilder::cell_bits(places.names()) {
            bits = 0;
            continue;
        }
        tally.grow(u64::from(vertices));
        if let (Some(edge), 0) = (shape.first_edge, worker.index()) {
            tally.count(&[edge], u64::MAX);
        }
        return Ok(Census {
            places,
            edges: shape.edges,
            head: Some(shape.head),
            tally,
        });
    }
}

/// How finely targets are counted if there are likely so many vertices.
fn likely_bits(vertices: u64, workers: u32) -> u32 {
    let vertices = vertices.clamp(1, (1 << 31) - 1) as u32;
    let places = Places::new(vertices, workers, 0);
    let names = RowsBuilder::cell_bits(places.names());
    names.min(places.block_bits()).min(MOST_CELL_BITS)
}

/// Finds the edge that the header excludes, which some worker has in its part.
fn complain(
    worker: &Worker,
    input: &Input,
    shape: &ListShape,
    limits: &Limits,
) -> Result<(), LoadError> {
    // All of the list, so that every process says the same.
    let all = 0..input.units();
    debug_assert!(worker.peers() > 0);
    input.edges(Some(&shape.head), all, limits, &mut |_| ())
}
