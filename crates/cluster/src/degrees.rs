//! What each worker has counted goes to the owners of the vertices: degrees, and how many edges to expect.

use std::ops::Range;

use grundy_core::Limits;
use grundy_graph::counters::Counters;

use crate::census::Tally;
use crate::fault::Fault;
use crate::levels::{Next, Outbox, Protocol};
use crate::parcel::{Parcel, bytes_of, numbers_of};
use crate::places::Places;

const CELLS: u32 = 0;
const SMALL: u32 = 1;
const LARGE: u32 = 2;
/// Vertices of each owner that are told of at a time.
const PLACES_AT_A_TIME: u32 = 1 << 19;

/// What the owner knows of its vertices.
pub(crate) struct Degrees {
    places: Places,
    worker: u32,
    limits: Limits,
    /// Until all of it is sent.
    tally: Option<Tally>,
    sent: u32,
    cell_bits: u32,
    /// The number of moves of each of its vertices.
    pub(crate) counters: Counters,
    /// How many edges go to each cell of its vertices.
    pub(crate) cells: Vec<u32>,
}

impl Degrees {
    /// Begins with what this worker has counted.
    pub(crate) fn new(places: Places, worker: u32, tally: Tally, limits: Limits) -> Degrees {
        let (count, cell_bits) = (places.count(worker), tally.cell_bits);
        Degrees {
            places,
            worker,
            limits,
            tally: Some(tally),
            sent: 0,
            cell_bits,
            counters: Counters::zero(count as usize),
            cells: vec![0; (count as usize).div_ceil(1 << cell_bits)],
        }
    }

    /// The size of the cells, as a power of two.
    pub(crate) fn cell_bits(&self) -> u32 {
        self.cell_bits
    }

    /// Sends what is known of some places of one owner, block by block.
    fn send(&mut self, to: u32, places: Range<u32>, outbox: &mut Outbox) -> Result<(), Fault> {
        let Some(tally) = &self.tally else {
            return Ok(());
        };
        let bits = tally.cell_bits;
        let mut parcels: [Vec<u32>; 2] = [vec![places.start >> bits], vec![places.start]];
        let (mut small, mut large) = (Vec::new(), Vec::new());
        let mut place = places.start;
        while place < places.end {
            let block_end = (place | ((1 << self.places.block_bits()) - 1)) + 1;
            let end = block_end.min(places.end);
            let first = self.places.vertex(to, place);
            let vertices = first..first + (end - place);
            let cells = vertices.start >> bits..vertices.end.div_ceil(1 << bits);
            parcels[0].extend_from_slice(&tally.cells[cells.start as usize..cells.end as usize]);
            let (bytes, over) = tally.degrees.slice(vertices);
            small.extend(bytes);
            for (v, degree) in over {
                let place = place + (v - first);
                large.extend([place, degree as u32, (degree >> 32) as u32]);
            }
            place = end;
        }
        parcels[1].extend(numbers_of(&small));
        let [cells, small] = parcels;
        for (tag, numbers) in [(CELLS, cells), (SMALL, small), (LARGE, large)] {
            if to == self.worker {
                self.add(tag, &numbers)?;
            } else if !numbers.is_empty() {
                outbox.send(to as usize, tag, numbers);
            }
        }
        Ok(())
    }

    fn add(&mut self, tag: u32, numbers: &[u32]) -> Result<(), Fault> {
        match tag {
            CELLS => {
                let (first, counts) = numbers.split_first().expect("the first cell");
                let cells = &mut self.cells[*first as usize..];
                for (cell, &more) in cells.iter_mut().zip(counts) {
                    *cell = cell.checked_add(more).ok_or_else(too_many_edges)?;
                }
            }
            SMALL => {
                let (first, counts) = numbers.split_first().expect("the first place");
                for (place, byte) in (*first..).zip(bytes_of(counts)) {
                    // 255 stands for what is told apart.
                    if byte != 0 && byte != u8::MAX {
                        self.counters.add(place, u64::from(byte));
                    }
                }
            }
            _ => {
                for number in numbers.chunks_exact(3) {
                    let degree = u64::from(number[2]) << 32 | u64::from(number[1]);
                    self.counters.add(number[0], degree);
                }
            }
        }
        Ok(())
    }
}

/// More edges than rows of one worker can hold.
pub(crate) fn too_many_edges() -> Fault {
    Fault::Usage("a worker would have 2^32 edges or more; use more processes".to_owned())
}

impl Protocol for Degrees {
    fn receive(&mut self, _level: u32, parcel: Parcel) -> Result<bool, Fault> {
        self.add(parcel.tag, &parcel.numbers)?;
        Ok(false)
    }

    fn proceed(&mut self, _level: u32, outbox: &mut Outbox) -> Result<Next, Fault> {
        self.limits.check_time()?;
        let start = self.sent;
        self.sent = start.saturating_add(PLACES_AT_A_TIME);
        let mut more = false;
        for to in 0..self.places.workers() {
            let count = self.places.count(to);
            if start < count {
                self.send(to, start..self.sent.min(count), outbox)?;
                more |= self.sent < count;
            }
        }
        if !more {
            self.tally = None;
        }
        Ok(Next { more, wake: false })
    }
}
