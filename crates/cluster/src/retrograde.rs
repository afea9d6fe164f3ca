//! Retrograde analysis level by level: a level is a remoteness, a parcel names vertices with a move to a
//! vertex that is newly decided, and its tag is what kind of vertex that is.

use std::ops::Range;
use std::time::{Duration, Instant};

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::retrograde::Players;
use grundy_graph::shard::Shard;

use crate::checkpoint::Checkpoints;
use crate::fault::Fault;
use crate::levels::{Next, Outbox, Protocol};
use crate::parcel::Parcel;
use crate::places::Places;
use crate::progress::Progress;

/// The tag of a parcel that asks for a checkpoint.
const CHECKPOINT: u32 = 2;
/// Numbers in a parcel.
const PARCEL: usize = 1 << 14;
/// Notices that a worker sends before it lets the others take them.
const NOTICES_AT_A_TIME: usize = 1 << 20;
/// Notices that are listed together, if one vertex alone does not cause more.
const NOTICES_TOGETHER: usize = 1 << 16;
/// Decided vertices whose predecessors are listed at a time.
const VERTICES_AT_A_TIME: usize = 1 << 10;

/// Each vertex has an owner; as [`grundy_graph::retrograde::Owned`], for a worker that has its list.
#[derive(Clone, Debug)]
pub(crate) struct Owners(pub(crate) Vec<u8>);

impl Players for Owners {
    fn kind(&self, v: u32, is_win: bool) -> usize {
        grundy_graph::retrograde::Owned(&self.0).kind(v, is_win)
    }
    fn is_win(&self, v: u32, kind: usize) -> bool {
        grundy_graph::retrograde::Owned(&self.0).is_win(v, kind)
    }
    #[inline(always)]
    fn settles_at_once(&self, predecessor: u32, kind: usize) -> bool {
        grundy_graph::retrograde::Owned(&self.0).settles_at_once(predecessor, kind)
    }
    fn next(&self, kind: usize) -> usize {
        kind
    }
    fn first(&self, _level: usize) -> usize {
        0
    }
    #[inline(always)]
    fn prefetch(&self, v: u32) {
        grundy_graph::retrograde::Owned(&self.0).prefetch(v);
    }
}

/// The vertices of one kind that a worker has decided, in order of their levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Queue {
    pub(crate) vertices: Vec<u32>,
    /// Levels with such vertices, and where they end.
    pub(crate) runs: Vec<(u32, u32)>,
}

impl Queue {
    /// Where the vertices of this level, which is the last, lie.
    fn level(&self, level: u32) -> Range<usize> {
        match self.runs.as_slice() {
            [.., (_, start), (at, end)] if *at == level => *start as usize..*end as usize,
            [(at, end)] if *at == level => 0..*end as usize,
            _ => 0..0,
        }
    }

    /// Says that what was pushed since the last time belongs to this level.
    fn close(&mut self, level: u32, before: usize) {
        let end = self.vertices.len();
        if end == before {
            return;
        }
        match self.runs.last_mut() {
            Some((at, last)) if *at == level => *last = end as u32,
            _ => self.runs.push((level, end as u32)),
        }
    }
}

/// Everything that one worker has decided so far.
pub(crate) type Decided = [Queue; 2];

/// The analysis on one worker.
pub(crate) struct Retrograde<P> {
    pub(crate) shard: Shard<P>,
    pub(crate) decided: Decided,
    places: Places,
    worker: u32,
    limits: Limits,
    /// The level at which it is, and what of each queue is still to be sent.
    level: Option<u32>,
    unsent: [Range<usize>; 2],
    notices: Vec<u32>,
    out: Vec<Vec<u32>>,
    checkpoints: Checkpoints,
    /// The level at whose beginning a checkpoint is written.
    checkpoint_at: Option<u32>,
    last_checkpoint: Instant,
    /// The level that is resumed.
    from_level: u32,
    progress: Progress,
}

impl<P: Players> Retrograde<P> {
    /// Begins with the vertices where the game is over.
    pub(crate) fn new(
        shard: Shard<P>,
        start: Start,
        places: Places,
        worker: u32,
        limits: Limits,
        checkpoints: Checkpoints,
        progress: Progress,
    ) -> Retrograde<P> {
        let is_new = matches!(start, Start::Beginning(..));
        let (decided, from_level) = match start {
            Start::Beginning(play, over) => {
                let mut decided = Decided::default();
                let first = shard.first_level(play, &over);
                for (queue, vertices) in decided.iter_mut().zip(first) {
                    queue.vertices = vertices;
                    queue.close(0, 0);
                }
                (decided, 0)
            }
            Start::At(level, decided) => (decided, level),
        };
        Retrograde {
            shard,
            decided,
            places,
            worker,
            limits,
            level: None,
            unsent: [0..0, 0..0],
            notices: Vec::new(),
            out: vec![Vec::new(); places.workers() as usize],
            checkpoints,
            checkpoint_at: Some(from_level).filter(|_| is_new),
            last_checkpoint: Instant::now(),
            from_level,
            progress,
        }
    }

    /// Begins a level, all of whose vertices are decided; true if the next one is wanted in any case.
    fn begin(&mut self, level: u32, outbox: &mut Outbox) -> Result<bool, Fault> {
        self.level = Some(level);
        self.unsent = [0, 1].map(|kind| self.decided[kind].level(level));
        let count = self.unsent.iter().map(ExactSizeIterator::len).sum();
        self.progress.level(level, count);
        self.checkpoint(level, count > 0, outbox)
    }

    /// Applies notices; true if they decide anything.
    fn apply(&mut self, level: u32, kind: usize, notices: &[u32]) -> bool {
        let next = self.shard.players.next(kind);
        let queue = &mut self.decided[next];
        let before = queue.vertices.len();
        self.shard.apply(kind, notices, &mut queue.vertices);
        queue.close(level, before);
        self.decided[next].vertices.len() > before
    }

    /// Sends notices of some decided vertices of a kind; how many, and whether any decided vertices here.
    fn tell(
        &mut self,
        level: u32,
        kind: usize,
        range: Range<usize>,
        outbox: &mut Outbox,
    ) -> (usize, bool) {
        let mut notices = std::mem::take(&mut self.notices);
        notices.clear();
        self.shard
            .expand(&self.decided[kind].vertices[range], &mut notices);
        let count = notices.len();
        if self.places.workers() > 1 {
            self.sort_out(kind, &mut notices, outbox);
        }
        let wake = self.apply(level + 1, kind, &notices);
        self.notices = notices;
        (count, wake)
    }

    /// The end of the vertices whose predecessors are listed together: a few where they have many.
    fn stop(&self, kind: usize, range: Range<usize>) -> usize {
        let most = range.end.min(range.start + VERTICES_AT_A_TIME);
        let vertices = &self.decided[kind].vertices[range.start..most];
        let mut notices = 0;
        let is_enough = |&v: &u32| {
            notices += self.shard.predecessors.of(v).len();
            notices >= NOTICES_TOGETHER
        };
        let last = vertices.iter().position(is_enough);
        last.map_or(most, |last| range.start + last + 1)
    }

    /// Leaves the places of this worker's own vertices and sends those of others.
    fn sort_out(&mut self, kind: usize, notices: &mut Vec<u32>, outbox: &mut Outbox) {
        let (places, worker, out) = (self.places, self.worker, &mut self.out);
        notices.retain_mut(|name| {
            let (owner, place) = places.of_name(*name);
            if owner == worker {
                *name = place;
                return true;
            }
            let numbers = &mut out[owner as usize];
            numbers.push(place);
            if numbers.len() >= PARCEL {
                let full = std::mem::replace(numbers, Vec::with_capacity(PARCEL));
                outbox.send(owner as usize, kind as u32, full);
            }
            false
        });
    }

    fn flush(&mut self, kind: usize, outbox: &mut Outbox) {
        for (to, numbers) in self.out.iter_mut().enumerate() {
            if !numbers.is_empty() {
                outbox.send(to, kind as u32, std::mem::take(numbers));
            }
        }
    }

    /// Writes a checkpoint if one is due at this level, and asks for the next one in time.
    fn checkpoint(
        &mut self,
        level: u32,
        is_active: bool,
        outbox: &mut Outbox,
    ) -> Result<bool, Fault> {
        let Some(every) = self.checkpoints.every() else {
            return Ok(false);
        };
        if self.checkpoint_at == Some(level) {
            self.checkpoint_at = None;
            let start = Instant::now();
            self.checkpoints
                .write(level, &self.shard.counters, &self.decided)?;
            self.last_checkpoint = Instant::now();
            // Never more than a twentieth of the time, unless every level is wanted.
            let spent = self.last_checkpoint - start;
            if every > Duration::ZERO && spent * 20 > every {
                self.last_checkpoint += spent * 20 - every;
            }
        }
        let elapsed = Instant::now().saturating_duration_since(self.last_checkpoint);
        let is_due = every == Duration::ZERO || elapsed > every;
        // An idle worker asks for nothing, or the run would never end.
        if !is_due || !is_active || self.checkpoint_at.is_some() {
            return Ok(false);
        }
        for to in (0..self.places.workers()).filter(|&to| to != self.worker) {
            outbox.send(to as usize, CHECKPOINT, Vec::new());
        }
        self.checkpoint_at = Some(level + 1);
        Ok(true)
    }
}

/// Where the analysis begins.
pub(crate) enum Start {
    /// With the vertices where the game is over: those without moves, and these.
    Beginning(Play, Vec<(u32, Outcome)>),
    /// With a level that has been decided.
    At(u32, Decided),
}

impl<P: Players> Protocol for Retrograde<P> {
    fn receive(&mut self, level: u32, parcel: Parcel) -> Result<bool, Fault> {
        let level = self.from_level + level;
        if parcel.tag == CHECKPOINT {
            self.checkpoint_at = Some(level);
            return Ok(true);
        }
        Ok(self.apply(level, parcel.tag as usize, &parcel.numbers))
    }

    fn proceed(&mut self, level: u32, outbox: &mut Outbox) -> Result<Next, Fault> {
        let level = self.from_level + level;
        self.limits.check_time()?;
        let mut next = Next::default();
        if self.level != Some(level) {
            next.wake |= self.begin(level, outbox)?;
        }
        let mut told = 0;
        for kind in [0, 1] {
            while !self.unsent[kind].is_empty() && told < NOTICES_AT_A_TIME {
                let Range { start, end } = self.unsent[kind];
                let stop = self.stop(kind, start..end);
                let (count, wake) = self.tell(level, kind, start..stop, outbox);
                told += count;
                next.wake |= wake;
                self.unsent[kind].start = stop;
            }
            self.flush(kind, outbox);
            next.more |= !self.unsent[kind].is_empty();
        }
        Ok(next)
    }

    fn check(&mut self) -> Result<(), Fault> {
        self.limits.check_time()?;
        Ok(())
    }
}

/// What is stored for each vertex: twice the remoteness, plus one for a win; all ones for a draw.
pub(crate) fn states<P: Players>(decided: &Decided, players: &P, count: u32) -> Vec<u32> {
    let mut states = vec![u32::MAX; count as usize];
    for (kind, queue) in decided.iter().enumerate() {
        let mut start = 0;
        for &(level, end) in &queue.runs {
            for &v in &queue.vertices[start as usize..end as usize] {
                states[v as usize] = level << 1 | u32::from(players.is_win(v, kind));
            }
            start = end;
        }
    }
    states
}
