//! Positions that are found as play reaches them: breadth first, a level at a time.
//!
//! A position is some bytes. Its hash says which worker owns it; there it gets a place when it first comes.
//! An edge is sent once, to the owner of the option, with the name of the position that it comes from: this is
//! what rows of predecessors need, and no answer has to be sent back.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use grundy_core::{Limits, Outcome};

use crate::fault::Fault;
use crate::levels::{Next, Outbox, Protocol};
use crate::parcel::Parcel;
use crate::progress::Progress;

/// Games whose positions are found as play reaches them.
pub trait Positions {
    /// Where play begins.
    ///
    /// # Errors
    ///
    /// [`Fault`] if the rules fail.
    fn start(&mut self) -> Result<Vec<u8>, Fault>;

    /// Appends the options of a position, in any order; the outcome for the player to move if the game is over
    /// here by a rule of its own. Two positions that count as the same have the same bytes.
    ///
    /// # Errors
    ///
    /// [`Fault`] if the rules fail.
    fn options(
        &mut self,
        position: &[u8],
        options: &mut Vec<Vec<u8>>,
    ) -> Result<Option<Outcome>, Fault>;
}

/// Options that a worker sends before it lets the others take them.
const OPTIONS_AT_A_TIME: usize = 1 << 15;
/// Numbers in a parcel.
const PARCEL: usize = 1 << 13;
/// Bytes that an entry of the table of positions takes besides the position.
const ENTRY_BYTES: u64 = 48;

/// The exploration on one worker.
pub(crate) struct Explore<G> {
    game: G,
    worker: u32,
    workers: u32,
    limits: Limits,
    /// The positions that this worker owns, by their bytes.
    places: HashMap<Box<[u8]>, u32>,
    key_bytes: u64,
    /// Positions that have come and have not been looked at, with their places.
    fresh: Vec<(u32, Box<[u8]>)>,
    next_fresh: Vec<(u32, Box<[u8]>)>,
    out: Vec<Vec<u32>>,
    progress: Progress,
    /// For each place the number of options.
    pub(crate) degrees: Vec<u32>,
    /// The moves to this worker's positions: the worker and the place they come from, and the place they go to.
    pub(crate) edges: Vec<(u32, u32, u32)>,
    /// Positions where the game is over by a rule of its own.
    pub(crate) over: Vec<(u32, Outcome)>,
}

/// The worker that owns a position, of so many.
pub(crate) fn owner(position: &[u8], workers: u32) -> u32 {
    let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(position);
    (hash % u64::from(workers)) as u32
}

impl<G: Positions> Explore<G> {
    /// Begins with the first position, on the worker that owns it.
    pub(crate) fn new(
        mut game: G,
        worker: u32,
        workers: u32,
        limits: Limits,
        progress: Progress,
    ) -> Result<Explore<G>, Fault> {
        let start = game.start()?;
        let mut explore = Explore {
            game,
            worker,
            workers,
            limits,
            places: HashMap::new(),
            key_bytes: 0,
            fresh: Vec::new(),
            next_fresh: Vec::new(),
            out: vec![Vec::new(); workers as usize],
            progress,
            degrees: Vec::new(),
            edges: Vec::new(),
            over: Vec::new(),
        };
        if owner(&start, workers) == worker {
            explore.place(&start)?;
        }
        Ok(explore)
    }

    /// The number of positions of this worker.
    pub(crate) fn count(&self) -> u32 {
        self.degrees.len() as u32
    }

    /// The place of a position of this worker, which it gets now if it is new.
    fn place(&mut self, position: &[u8]) -> Result<u32, Fault> {
        if let Some(&place) = self.places.get(position) {
            return Ok(place);
        }
        let place = self.degrees.len() as u32;
        self.degrees.push(0);
        self.places.insert(position.into(), place);
        self.next_fresh.push((place, position.into()));
        self.key_bytes += 2 * position.len() as u64;
        let all = (u64::from(place) + 1) * u64::from(self.workers);
        self.limits.check_positions(all)?;
        Ok(place)
    }

    /// Notes a move from a position, given by its owner and its place, to one of this worker.
    fn edge(&mut self, from: (u32, u32), to: &[u8]) -> Result<bool, Fault> {
        let before = self.degrees.len();
        let place = self.place(to)?;
        self.edges.push((from.0, from.1, place));
        Ok(self.degrees.len() > before)
    }

    fn check_bytes(&self) -> Result<(), Fault> {
        let entries = self.places.capacity() as u64 * ENTRY_BYTES;
        // The list of edges, and the rows that come of it.
        let edges = self.edges.capacity() as u64 * 24;
        self.limits.check_time()?;
        Ok(self.limits.check_bytes(entries + self.key_bytes + edges)?)
    }

    /// Lists the options of one position and hands them out; how many.
    fn list(
        &mut self,
        place: u32,
        position: &[u8],
        outbox: &mut Outbox,
    ) -> Result<(usize, bool), Fault> {
        let (mut options, mut wake) = (Vec::new(), false);
        if let Some(outcome) = self.game.options(position, &mut options)? {
            self.over.push((place, outcome));
        }
        self.degrees[place as usize] = options.len() as u32;
        for option in &options {
            let to = owner(option, self.workers);
            if to == self.worker {
                wake |= self.edge((self.worker, place), option)?;
                continue;
            }
            let numbers = &mut self.out[to as usize];
            numbers.push(place);
            numbers.extend(crate::parcel::numbers_of(option));
            if numbers.len() >= PARCEL {
                outbox.send(to as usize, self.worker, std::mem::take(numbers));
            }
        }
        Ok((options.len(), wake))
    }
}

impl<G: Positions> Protocol for Explore<G> {
    fn receive(&mut self, _level: u32, parcel: Parcel) -> Result<bool, Fault> {
        let mut rest = &parcel.numbers[..];
        let mut wake = false;
        while let [place, length, ..] = *rest {
            let words = (length as usize).div_ceil(4);
            let position = crate::parcel::bytes_of(&rest[1..2 + words]);
            wake |= self.edge((parcel.tag, place), &position)?;
            rest = &rest[2 + words..];
        }
        self.check_bytes()?;
        Ok(wake)
    }

    fn proceed(&mut self, level: u32, outbox: &mut Outbox) -> Result<Next, Fault> {
        if self.fresh.is_empty() {
            self.fresh = std::mem::take(&mut self.next_fresh);
            self.progress.explored(level, self.degrees.len());
        }
        let (mut sent, mut wake) = (0, false);
        while sent < OPTIONS_AT_A_TIME {
            let Some((place, position)) = self.fresh.pop() else {
                break;
            };
            let (count, is_new) = self.list(place, &position, outbox)?;
            sent += count + 1;
            wake |= is_new;
        }
        self.check_bytes()?;
        for (to, numbers) in self.out.iter_mut().enumerate() {
            if !numbers.is_empty() {
                outbox.send(to, self.worker, std::mem::take(numbers));
            }
        }
        Ok(Next {
            more: !self.fresh.is_empty(),
            wake,
        })
    }
}
