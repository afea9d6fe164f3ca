//! Which worker owns which vertex, and what it calls it.
//!
//! Vertices are dealt out in blocks of neighbours, in turn: neighbours stay together, which caches like, and
//! no worker gets all the old vertices of a list that has most of its edges there. A vertex has a *number* in
//! the graph, a *place* with its owner, and a *name*: the owner and the place in 32 bits, which rows hold.

/// The most neighbours in a block, as a power of two: the rows that a block of the binary format holds.
pub(crate) const MOST_BLOCK_BITS: u32 = 16;
/// Blocks that each worker gets at least, where there are enough vertices.
const BLOCKS_EACH: u32 = 64;

/// How the vertices are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    vertices: u32,
    workers: u32,
    block_bits: u32,
    place_bits: u32,
    /// 2^32 divided by the number of workers, rounded up: blocks are so few that this divides exactly.
    inverse: u64,
}

impl Places {
    /// Divides `vertices` among `workers`, in blocks of at least `2^least_bits`.
    pub fn new(vertices: u32, workers: u32, least_bits: u32) -> Places {
        let wanted = vertices / (workers * BLOCKS_EACH);
        let bits = wanted.max(1).ilog2().min(MOST_BLOCK_BITS);
        Places::with_blocks(vertices, workers, bits.max(least_bits))
    }

    /// Divides `vertices` among `workers` in blocks of `2^block_bits`.
    pub fn with_blocks(vertices: u32, workers: u32, block_bits: u32) -> Places {
        let places = Places {
            vertices,
            workers,
            block_bits,
            place_bits: 0,
            inverse: (1u64 << 32).div_ceil(u64::from(workers)),
        };
        debug_assert!(u64::from(vertices >> block_bits) * u64::from(workers) < 1 << 32);
        // The first worker has as many as any.
        let most = places.count(0).max(1);
        Places {
            place_bits: u32::BITS - (most - 1).leading_zeros(),
            ..places
        }
    }

    /// Names for `workers` that have at most `most` places each, where vertices have no numbers of their own.
    pub fn of_places(workers: u32, most: u32) -> Places {
        Places {
            vertices: 0,
            workers,
            block_bits: 0,
            place_bits: u32::BITS - (most.max(1) - 1).leading_zeros(),
            inverse: 0,
        }
    }

    /// The bits of a name that are the place.
    pub fn place_bits(&self) -> u32 {
        self.place_bits
    }

    /// True if every vertex has a name of 32 bits.
    pub fn fits(&self) -> bool {
        u64::from(self.workers) << self.place_bits <= 1 << 32
    }

    /// The number of vertices of all workers.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// The number of workers.
    pub fn workers(&self) -> u32 {
        self.workers
    }

    /// The neighbours in a block, as a power of two.
    pub fn block_bits(&self) -> u32 {
        self.block_bits
    }

    /// One more than the largest name.
    pub fn names(&self) -> u32 {
        let names = u64::from(self.workers) << self.place_bits;
        u32::try_from(names).unwrap_or(u32::MAX)
    }

    /// The number of vertices that a worker owns.
    pub fn count(&self, worker: u32) -> u32 {
        let blocks = u64::from(self.vertices) >> self.block_bits;
        let (rounds, over) = (
            blocks / u64::from(self.workers),
            blocks % u64::from(self.workers),
        );
        let whole = rounds + u64::from(u64::from(worker) < over);
        let rest = u64::from(self.vertices) - (blocks << self.block_bits);
        let last = if u64::from(worker) == over { rest } else { 0 };
        ((whole << self.block_bits) + last) as u32
    }

    /// The worker that owns a vertex, and its place there.
    #[inline(always)]
    pub fn place(&self, vertex: u32) -> (u32, u32) {
        let block = vertex >> self.block_bits;
        let round = ((u64::from(block) * self.inverse) >> 32) as u32;
        let worker = block - round * self.workers;
        let inside = vertex & ((1 << self.block_bits) - 1);
        (worker, round << self.block_bits | inside)
    }

    /// The name of a vertex.
    #[inline(always)]
    pub fn name(&self, vertex: u32) -> u32 {
        let (worker, place) = self.place(vertex);
        self.name_of(worker, place)
    }

    /// The name of a vertex by its owner and its place.
    #[inline(always)]
    pub fn name_of(&self, worker: u32, place: u32) -> u32 {
        (u64::from(worker) << self.place_bits) as u32 | place
    }

    /// The owner and the place that a name says.
    #[inline(always)]
    pub fn of_name(&self, name: u32) -> (u32, u32) {
        let worker = (u64::from(name) >> self.place_bits) as u32;
        (worker, name & self.place_mask())
    }

    /// The bits of a name that are the place.
    #[inline(always)]
    pub fn place_mask(&self) -> u32 {
        ((1u64 << self.place_bits) - 1) as u32
    }

    /// The number in the graph of a vertex by its owner and its place.
    pub fn vertex(&self, worker: u32, place: u32) -> u32 {
        let round = place >> self.block_bits;
        let inside = place & ((1 << self.block_bits) - 1);
        (round * self.workers + worker) << self.block_bits | inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_has_one_place_and_every_place_one_vertex() {
        for workers in [1, 2, 3, 5, 7] {
            for vertices in [0, 1, 2, 63, 64, 1000, 4097, 70_000] {
                for least in [0, 4, 9] {
                    let places = Places::new(vertices, workers, least);
                    let counts: Vec<u32> = (0..workers).map(|w| places.count(w)).collect();
                    assert_eq!(counts.iter().sum::<u32>(), vertices);
                    let mut seen: Vec<u32> = vec![0; workers as usize];
                    for vertex in 0..vertices {
                        let (worker, place) = places.place(vertex);
                        assert_eq!(place, seen[worker as usize], "places rise by one");
                        seen[worker as usize] += 1;
                        assert_eq!(places.vertex(worker, place), vertex);
                        let name = places.name(vertex);
                        assert!(name < places.names());
                        assert_eq!(places.of_name(name), (worker, place));
                    }
                    assert_eq!(seen, counts);
                }
            }
        }
    }

    #[test]
    fn work_is_even_where_there_is_enough() {
        let places = Places::new(10_000_000, 3, 8);
        let counts: Vec<u32> = (0..3).map(|w| places.count(w)).collect();
        assert!(counts[0] - counts[2] <= 1 << MOST_BLOCK_BITS, "{counts:?}");
        assert!(Places::new((1 << 31) - 1, 100, 0).fits());
    }
}
