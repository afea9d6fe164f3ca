//! Retrograde analysis as a list of typed steps beside its pseudocode, for small graphs.
//!
//! The solver does the same at the speed of memory and keeps no record. Every vertex enters the queue
//! at most once, so the queue after a step is a range of one list, [`Narration::order`].

use std::ops::Range;

use grundy_core::{LimitReached, Limits, Outcome, Play};

use crate::GraphFile;
use crate::budget::Budget;

/// The algorithm, a line at a time; [`PseudocodeLine`] names its lines.
pub const PSEUDOCODE: [&str; 9] = [
    "for every vertex v: left[v] := the number of moves from v",
    "for every vertex v where the game is over: decide v, append v to the queue",
    "while the queue is not empty:",
    "    v := the first vertex of the queue, removed",
    "    for every undecided u with a move to v:",
    "        if v is good for the player who moves at u: u is won, append u to the queue",
    "        otherwise: left[u] := left[u] - 1",
    "            if left[u] = 0: u is lost, append u to the queue",
    "every vertex that is still undecided is a draw",
];

/// A line of [`PSEUDOCODE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum PseudocodeLine {
    /// The counters are set.
    SetCounters = 0,
    /// A vertex where the game is over.
    DecideEnds = 1,
    /// A vertex is taken from the queue.
    TakeFirst = 3,
    /// A predecessor has a winning move.
    DecideWon = 5,
    /// A predecessor has one move less to hope for.
    CountDown = 6,
    /// A predecessor has no move left to hope for.
    DecideLost = 7,
    /// What remains is a draw.
    DecideDraws = 8,
}

impl PseudocodeLine {
    /// Its index in [`PSEUDOCODE`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Why a vertex is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It has no moves.
    NoMoves,
    /// The rules state its outcome.
    Result,
    /// The player who moves there has a winning move to `to`.
    WinningMove {
        /// Where it leads.
        to: u32,
    },
    /// All its moves lose; the one to `to` was the last to be known.
    AllMovesLose {
        /// Where the last one leads.
        to: u32,
    },
    /// Nothing decided it: neither player can force a win.
    NeverDecided,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// Step 0: the counters are set to the numbers of moves, the queue is empty.
    Start,
    /// A vertex is decided.
    Decided {
        /// The vertex.
        vertex: u32,
        /// The outcome for the player who moves there.
        outcome: Outcome,
        /// Moves to the end; none for a draw.
        remoteness: Option<u32>,
        /// Why.
        reason: Reason,
    },
    /// A vertex is taken from the front of the queue.
    Taken {
        /// The vertex.
        vertex: u32,
    },
    /// A vertex has one move less that could still be good.
    Counted {
        /// The vertex.
        vertex: u32,
        /// Where the move leads that is known to lose.
        to: u32,
        /// How many moves are left.
        left: u32,
    },
}

/// One step of the analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The current line of [`PSEUDOCODE`].
    pub line: PseudocodeLine,
    /// What happens.
    pub event: Event,
    /// The queue after the step, as a part of [`Narration::order`].
    pub queue: Range<usize>,
}

/// The whole analysis of a small graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narration {
    /// The counters at step 0: the number of moves of each vertex.
    pub degrees: Vec<u32>,
    /// All vertices that enter the queue, in the order in which they do.
    pub order: Vec<u32>,
    /// The steps; the first is [`Event::Start`].
    pub steps: Vec<Step>,
}

impl Narration {
    /// The queue after step `index`, its first vertex first.
    ///
    /// # Panics
    ///
    /// If there is no such step.
    pub fn queue(&self, index: usize) -> &[u32] {
        &self.order[self.steps[index].queue.clone()]
    }

    /// The counters after step `index`.
    ///
    /// # Panics
    ///
    /// If there is no such step.
    pub fn counters(&self, index: usize) -> Vec<u32> {
        let mut left = self.degrees.clone();
        for step in &self.steps[..=index] {
            match step.event {
                Event::Counted {
                    vertex, left: now, ..
                } => left[vertex as usize] = now,
                Event::Decided {
                    vertex,
                    reason: Reason::AllMovesLose { .. },
                    ..
                } => left[vertex as usize] = 0,
                _ => {}
            }
        }
        left
    }
}

/// Every step of the analysis of `file`.
///
/// # Errors
///
/// [`LimitReached`] by memory, time or on request. There are at most three steps a vertex and one
/// an edge; a caller that shows them refuses large graphs first.
pub fn steps(file: &GraphFile, play: Play, limits: &Limits) -> Result<Narration, LimitReached> {
    let vertices = u64::from(file.vertices());
    let mut narrator = Narrator {
        file,
        budget: Budget::new(limits, file.memory_bytes() + 16 * vertices)?,
        left: (0..file.vertices())
            .map(|v| u32::try_from(file.degrees.get(v)).unwrap_or(u32::MAX))
            .collect(),
        decided: vec![None; vertices as usize],
        head: 0,
        order: Vec::new(),
        steps: Vec::new(),
    };
    let degrees = narrator.left.clone();
    narrator.record(PseudocodeLine::SetCounters, Event::Start)?;
    narrator.decide_ends(play)?;
    while let Some(&vertex) = narrator.order.get(narrator.head) {
        narrator.head += 1;
        narrator.record(PseudocodeLine::TakeFirst, Event::Taken { vertex })?;
        narrator.tell_predecessors(vertex)?;
    }
    for vertex in 0..file.vertices() {
        if narrator.decided[vertex as usize].is_none() {
            let draw = (Outcome::Draw, None);
            narrator.decide(
                PseudocodeLine::DecideDraws,
                vertex,
                draw,
                Reason::NeverDecided,
            )?;
        }
    }
    Ok(Narration {
        degrees,
        order: narrator.order,
        steps: narrator.steps,
    })
}

struct Narrator<'f, 'l> {
    file: &'f GraphFile,
    budget: Budget<'l>,
    left: Vec<u32>,
    /// The outcome of each decided vertex, and the moves to the end.
    decided: Vec<Option<(Outcome, Option<u32>)>>,
    head: usize,
    order: Vec<u32>,
    steps: Vec<Step>,
}

impl Narrator<'_, '_> {
    fn decide_ends(&mut self, play: Play) -> Result<(), LimitReached> {
        let file = self.file;
        for &(vertex, outcome) in &file.decided {
            if self.decided[vertex as usize].is_none() {
                let remoteness = (outcome != Outcome::Draw).then_some(0);
                let end = (outcome, remoteness);
                self.decide(PseudocodeLine::DecideEnds, vertex, end, Reason::Result)?;
            }
        }
        for vertex in 0..file.vertices() {
            if self.left[vertex as usize] == 0 && self.decided[vertex as usize].is_none() {
                let end = (play.without_moves(), Some(0));
                self.decide(PseudocodeLine::DecideEnds, vertex, end, Reason::NoMoves)?;
            }
        }
        Ok(())
    }

    /// What a decided vertex means for the vertices with a move to it.
    fn tell_predecessors(&mut self, to: u32) -> Result<(), LimitReached> {
        let (outcome, remoteness) =
            self.decided[to as usize].expect("the queue holds decided ones");
        let remoteness = remoteness.map(|moves| moves + 1);
        let mut before = self.file.predecessors.successors(to).to_vec();
        before.sort_unstable();
        for from in before {
            self.budget.work(1)?;
            if self.decided[from as usize].is_some() {
                continue;
            }
            let is_good = self.seen_from(from, to, outcome) == Outcome::Win;
            if is_good {
                let won = (Outcome::Win, remoteness);
                self.decide(
                    PseudocodeLine::DecideWon,
                    from,
                    won,
                    Reason::WinningMove { to },
                )?;
                continue;
            }
            self.left[from as usize] -= 1;
            let left = self.left[from as usize];
            if left > 0 {
                let event = Event::Counted {
                    vertex: from,
                    to,
                    left,
                };
                self.record(PseudocodeLine::CountDown, event)?;
            } else {
                let lost = (Outcome::Lose, remoteness);
                self.decide(
                    PseudocodeLine::DecideLost,
                    from,
                    lost,
                    Reason::AllMovesLose { to },
                )?;
            }
        }
        Ok(())
    }

    /// What the outcome at `to` is for the player who moves at `from`.
    fn seen_from(&self, from: u32, to: u32, outcome: Outcome) -> Outcome {
        match &self.file.owners {
            Some(owners) if owners.of[from as usize] == owners.of[to as usize] => outcome,
            _ => outcome.opposite(),
        }
    }

    fn decide(
        &mut self,
        line: PseudocodeLine,
        vertex: u32,
        (outcome, remoteness): (Outcome, Option<u32>),
        reason: Reason,
    ) -> Result<(), LimitReached> {
        self.decided[vertex as usize] = Some((outcome, remoteness));
        // A draw tells the other vertices nothing.
        if outcome != Outcome::Draw {
            self.budget.push(&mut self.order, vertex)?;
        }
        let event = Event::Decided {
            vertex,
            outcome,
            remoteness,
            reason,
        };
        self.record(line, event)
    }

    fn record(&mut self, line: PseudocodeLine, event: Event) -> Result<(), LimitReached> {
        let queue = self.head..self.order.len();
        let step = Step { line, event, queue };
        self.budget.push(&mut self.steps, step)
    }
}
