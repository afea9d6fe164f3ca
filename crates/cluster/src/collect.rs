//! The states of all vertices on their way to the first worker, which prints them.

use grundy_core::Limits;

use crate::fault::Fault;
use crate::levels::{Next, Outbox, Protocol};
use crate::parcel::Parcel;
use crate::places::Places;

/// Vertices that are told of at a time.
const PLACES_AT_A_TIME: usize = 1 << 19;

/// States on their way.
pub(crate) struct Collect {
    places: Places,
    worker: u32,
    limits: Limits,
    own: Vec<u32>,
    sent: usize,
    /// On the first worker, the states of all vertices.
    pub(crate) all: Vec<u32>,
}

impl Collect {
    /// Begins with the states of this worker's vertices.
    pub(crate) fn new(places: Places, worker: u32, own: Vec<u32>, limits: Limits) -> Collect {
        let all = if worker == 0 { places.vertices() } else { 0 };
        Collect {
            places,
            worker,
            limits,
            own,
            sent: 0,
            all: vec![u32::MAX; all as usize],
        }
    }

    fn put(&mut self, worker: u32, first: u32, states: &[u32]) {
        for (place, &state) in (first..).zip(states) {
            self.all[self.places.vertex(worker, place) as usize] = state;
        }
    }
}

impl Protocol for Collect {
    fn receive(&mut self, _level: u32, parcel: Parcel) -> Result<bool, Fault> {
        let (first, states) = parcel.numbers.split_first().expect("the first place");
        self.put(parcel.tag, *first, states);
        Ok(false)
    }

    fn proceed(&mut self, _level: u32, outbox: &mut Outbox) -> Result<Next, Fault> {
        self.limits.check_time()?;
        if self.worker == 0 {
            let own = std::mem::take(&mut self.own);
            self.put(0, 0, &own);
            return Ok(Next::default());
        }
        let end = self.own.len().min(self.sent + PLACES_AT_A_TIME);
        let states = self.own[self.sent..end].iter().copied();
        let numbers = std::iter::once(self.sent as u32).chain(states).collect();
        outbox.send(0, self.worker, numbers);
        self.sent = end;
        Ok(Next {
            more: end < self.own.len(),
            wake: false,
        })
    }
}
