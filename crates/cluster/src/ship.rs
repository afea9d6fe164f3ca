//! The second walk over the graph: each edge goes to the owner of its target, whose rows grow where they lie.

use std::ops::Range;
use std::path::PathBuf;

use grundy_core::Limits;
use grundy_graph::counters::Counters;
use grundy_graph::format::{FormatErrorKind, ListHead};
use grundy_graph::shard::{Predecessors, RowsBuilder};

use crate::degrees::{Degrees, too_many_edges};
use crate::fault::Fault;
use crate::input::{GraphInput, Input};
use crate::levels::{Next, Outbox, Protocol};
use crate::parcel::Parcel;
use crate::places::Places;

/// Numbers in a parcel of edges.
const PARCEL: usize = 1 << 14;

/// Edges on their way.
pub(crate) struct Ship {
    input: Input,
    path: PathBuf,
    head: Option<ListHead>,
    places: Places,
    worker: u32,
    limits: Limits,
    /// What is still to be read.
    units: Range<u64>,
    /// For each worker the edges that are to be sent: names of sources, places of targets.
    out: Vec<Vec<u32>>,
    own: Vec<(u32, u32)>,
    rows: RowsBuilder,
}

impl Ship {
    /// Begins with what has been counted; also gives the number of moves of each vertex of this worker.
    pub(crate) fn new(
        input: Input,
        path: PathBuf,
        head: Option<ListHead>,
        degrees: Degrees,
        places: Places,
        worker: u32,
        limits: Limits,
    ) -> Result<(Ship, Counters), Fault> {
        let edges: u64 = degrees.cells.iter().map(|&count| u64::from(count)).sum();
        if edges > u64::from(u32::MAX) {
            return Err(too_many_edges());
        }
        let count = places.count(worker);
        let rows = RowsBuilder::start(count, degrees.cell_bits(), &degrees.cells, limits.clone());
        let units = input.share(worker as usize, places.workers() as usize);
        let ship = Ship {
            input,
            path,
            head,
            places,
            worker,
            limits,
            units,
            out: vec![Vec::new(); places.workers() as usize],
            own: Vec::new(),
            rows,
        };
        Ok((ship, degrees.counters))
    }

    /// The rows, once every edge has come, and the input.
    pub(crate) fn finish(self) -> Result<(Predecessors, Input), Fault> {
        let changed = || GraphInput::fault(&self.path)(FormatErrorKind::Changed.nowhere().into());
        let rows = self.rows.finish()?.ok_or_else(changed)?;
        Ok((rows, self.input))
    }
}

impl Protocol for Ship {
    fn receive(&mut self, _level: u32, parcel: Parcel) -> Result<bool, Fault> {
        let edges = parcel.numbers.chunks_exact(2);
        let edges: Vec<(u32, u32)> = edges.map(|edge| (edge[0], edge[1])).collect();
        self.rows.push(edges);
        Ok(false)
    }

    fn proceed(&mut self, _level: u32, outbox: &mut Outbox) -> Result<Next, Fault> {
        let end = self.units.end.min(self.units.start + self.input.step());
        let units = self.units.start..end;
        self.units.start = end;
        let (places, worker, rows) = (self.places, self.worker, &self.rows);
        let (out, own) = (&mut self.out, &mut self.own);
        let mut outside = false;
        let mut take = |edges: &[(u32, u32)]| {
            for &(from, to) in edges {
                // A file that has changed since it was counted may say anything.
                if from.max(to) >= places.vertices() {
                    outside = true;
                    continue;
                }
                let (owner, place) = places.place(to);
                let name = places.name(from);
                if owner == worker {
                    own.push((name, place));
                } else {
                    let numbers = &mut out[owner as usize];
                    numbers.extend([name, place]);
                    if numbers.len() >= PARCEL {
                        outbox.send(owner as usize, 0, std::mem::take(numbers));
                        numbers.reserve_exact(PARCEL);
                    }
                }
            }
            if own.len() >= PARCEL {
                rows.push(std::mem::take(own));
            }
        };
        let read = self
            .input
            .edges(self.head.as_ref(), units, &self.limits, &mut take);
        read.map_err(GraphInput::fault(&self.path))?;
        if outside {
            let changed = FormatErrorKind::Changed.nowhere().into();
            return Err(GraphInput::fault(&self.path)(changed));
        }
        let more = self.units.start < self.units.end;
        if !more {
            for (to, numbers) in self.out.iter_mut().enumerate() {
                if !numbers.is_empty() {
                    outbox.send(to, 0, std::mem::take(numbers));
                }
            }
            self.rows.push(std::mem::take(&mut self.own));
        }
        Ok(Next { more, wake: false })
    }
}
