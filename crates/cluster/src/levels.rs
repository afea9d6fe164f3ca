//! Work in levels on timely dataflow: the one operator, in its feedback loop.
//!
//! A parcel that is sent while a worker is at level `l` arrives at level `l + 1`. A level may be sent in
//! *parts*, so that no queue holds more than two parts of each worker: time is the level in the high half and
//! the part in the low half of 64 bits. Timely's frontiers say which levels and parts have arrived everywhere;
//! a worker that has nothing to do at a level takes no part in it, and an idle worker is parked.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback, Operator, Probe};
use timely::worker::Worker;

use crate::fault::Fault;
use crate::parcel::{Address, Parcel};

/// How long an idle worker is parked before it looks at its limits.
const PATIENCE: Duration = Duration::from_millis(100);

/// What one worker does with what it is sent; the same on every worker.
pub trait Protocol {
    /// Takes a parcel that arrives at `level`; everything for lower levels has been taken, by every worker.
    /// True if [`Protocol::proceed`] is wanted at this level.
    ///
    /// # Errors
    ///
    /// [`Fault`] ends the run.
    fn receive(&mut self, level: u32, parcel: Parcel) -> Result<bool, Fault>;

    /// Everything for `level` has been taken, by every worker: sends a part of what follows from it, to
    /// arrive at `level + 1`. At level 0 every worker is asked.
    ///
    /// # Errors
    ///
    /// [`Fault`] ends the run.
    fn proceed(&mut self, level: u32, outbox: &mut Outbox) -> Result<Next, Fault>;

    /// Called now and then, also while there is nothing to do.
    ///
    /// # Errors
    ///
    /// [`Fault`] ends the run.
    fn check(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

/// What a worker has left to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// Another part of this level is to be sent.
    pub more: bool,
    /// The worker wants to proceed at the next level, whether or not it is sent anything.
    pub wake: bool,
}

/// Where a protocol puts what it sends.
pub struct Outbox<'a> {
    send: &'a mut dyn FnMut(Parcel),
    traffic: &'a mut Traffic,
}

/// What one worker has sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traffic {
    /// Parcels.
    pub parcels: u64,
    /// Bytes of numbers in them.
    pub bytes: u64,
    /// Levels at which it had something to do.
    pub levels: u64,
}

impl Traffic {
    /// Adds what was sent in another run.
    pub(crate) fn add(&mut self, other: Traffic) {
        self.parcels += other.parcels;
        self.bytes += other.bytes;
        self.levels += other.levels;
    }
}

impl Outbox<'_> {
    /// Sends a parcel, to arrive at the next level.
    pub fn send(&mut self, to: usize, tag: u32, numbers: Vec<u32>) {
        self.traffic.parcels += 1;
        self.traffic.bytes += 4 * numbers.len() as u64;
        let to = to as u32;
        (self.send)(Parcel { to, tag, numbers });
    }
}

/// When a part of a level arrives.
fn arrival(level: u32, part: u32) -> u64 {
    u64::from(level) << 32 | (u64::from(part) + 1)
}

fn level_of(time: u64) -> u32 {
    (time >> 32) as u32
}

/// A level at which this worker is to proceed, and the next part that it sends.
struct Turn {
    part: u32,
    capability: Capability<u64>,
}

/// Runs a protocol to its end on all workers; each calls this with its own part of it.
///
/// # Errors
///
/// The protocol's [`Fault`]; the dataflow is then still there, and the process has to end.
pub fn run<P: Protocol + 'static>(worker: &mut Worker, protocol: P) -> Result<(P, Traffic), Fault> {
    let state = Rc::new(RefCell::new(State {
        protocol: Some(protocol),
        turns: BTreeMap::new(),
        waiting: BTreeMap::new(),
        traffic: Traffic::default(),
        fault: None,
    }));
    let own = state.clone();
    let probe = worker.dataflow::<u64, _, _>(move |scope| {
        let (handle, cycle) = scope.feedback::<Parcel>(1);
        let sent = cycle.unary_frontier::<NoopBuilder<Parcel>, _, _, _>(
            DistributorPact(|_| Address),
            "levels",
            move |capability, _| {
                let turn = Turn {
                    part: 0,
                    capability: capability.delayed(&(arrival(1, 0) - 1)),
                };
                own.borrow_mut().turns.insert(0, turn);
                move |(input, frontier), output| {
                    let mut state = own.borrow_mut();
                    input.for_each(|capability, parcel| {
                        let level = level_of(*capability.time());
                        let kept = capability.retain(0);
                        let parcels = state.waiting.entry(level).or_default();
                        parcels.push((kept, std::mem::take(parcel)));
                    });
                    let reached = frontier.frontier().first().copied().unwrap_or(u64::MAX);
                    state.advance(reached, &mut |capability, mut parcel| {
                        let mut session = output.session_with_builder(capability);
                        session.give_container(&mut parcel);
                    });
                }
            },
        );
        let (probe, sent) = sent.probe();
        sent.connect_loop(handle);
        probe
    });
    while !probe.done() {
        worker.step_or_park(Some(PATIENCE));
        let mut state = state.borrow_mut();
        if let Some(fault) = state.fault.take() {
            return Err(fault);
        }
        state.protocol().check()?;
    }
    let mut state = state.borrow_mut();
    let traffic = state.traffic;
    Ok((state.protocol.take().expect("it is taken once"), traffic))
}

/// A protocol in the course of a run.
struct State<P> {
    /// There until the end.
    protocol: Option<P>,
    turns: BTreeMap<u32, Turn>,
    /// Parcels that have come too early, by level.
    waiting: BTreeMap<u32, Vec<(Capability<u64>, Parcel)>>,
    traffic: Traffic,
    fault: Option<Fault>,
}

impl<P: Protocol> State<P> {
    fn protocol(&mut self) -> &mut P {
        self.protocol.as_mut().expect("the run has not ended")
    }

    /// Does all that is possible now that everything before the time `reached` has arrived.
    fn advance(&mut self, reached: u64, send: &mut dyn FnMut(&Capability<u64>, Parcel)) {
        if self.fault.is_some() {
            return;
        }
        // Turns first: who proceeds at a level has taken nothing for the next one.
        let done = self
            .take_turns(reached, send)
            .and_then(|()| self.take_parcels(reached));
        // What failed keeps its capability, so that the others cannot take the run for ended.
        self.fault = done.err();
    }

    /// Hands over the parcels whose level has begun.
    fn take_parcels(&mut self, reached: u64) -> Result<(), Fault> {
        while let Some(entry) = self.waiting.first_entry() {
            let level = *entry.key();
            if arrival(level, 0) > reached {
                break;
            }
            for (capability, parcel) in entry.remove() {
                match self.protocol().receive(level, parcel) {
                    Ok(false) => {}
                    Ok(true) => self.want_turn(level, &capability),
                    Err(fault) => {
                        self.want_turn(level, &capability);
                        return Err(fault);
                    }
                }
            }
        }
        Ok(())
    }

    fn want_turn(&mut self, level: u32, capability: &Capability<u64>) {
        self.turns.entry(level).or_insert_with(|| Turn {
            part: 0,
            capability: capability.delayed(&(arrival(level + 1, 0) - 1)),
        });
    }

    /// Sends parts of the levels that have been taken by all.
    fn take_turns(
        &mut self,
        reached: u64,
        send: &mut dyn FnMut(&Capability<u64>, Parcel),
    ) -> Result<(), Fault> {
        while let Some(entry) = self.turns.first_entry() {
            let level = *entry.key();
            // Of a part only the one before may still be on its way.
            let before = entry.get().part.saturating_sub(1);
            if arrival(level + 1, before) > reached {
                break;
            }
            let mut turn = entry.remove();
            self.traffic.levels += u64::from(turn.part == 0);
            let mut outbox = Outbox {
                send: &mut |parcel| send(&turn.capability, parcel),
                traffic: &mut self.traffic,
            };
            let protocol = self.protocol.as_mut().expect("the run has not ended");
            let next = match protocol.proceed(level, &mut outbox) {
                Ok(next) => next,
                Err(fault) => {
                    self.turns.insert(level, turn);
                    return Err(fault);
                }
            };
            if next.wake {
                self.want_turn(level + 1, &turn.capability);
            }
            if next.more {
                turn.part += 1;
                let at = arrival(level + 1, turn.part) - 1;
                turn.capability.downgrade(&at);
                self.turns.insert(level, turn);
            }
        }
        Ok(())
    }
}
