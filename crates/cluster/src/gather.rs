//! What all workers must know: each says something, and gets what each has said.

use timely::worker::Worker;

use crate::fault::Fault;
use crate::levels::{Next, Outbox, Protocol, run};
use crate::parcel::{Parcel, bytes_of, numbers_of};

struct Gather {
    worker: usize,
    own: Vec<u8>,
    said: Vec<Vec<u8>>,
}

impl Protocol for Gather {
    fn receive(&mut self, _level: u32, parcel: Parcel) -> Result<bool, Fault> {
        self.said[parcel.tag as usize] = bytes_of(&parcel.numbers);
        Ok(false)
    }

    fn proceed(&mut self, _level: u32, outbox: &mut Outbox) -> Result<Next, Fault> {
        for to in 0..self.said.len() {
            outbox.send(to, self.worker as u32, numbers_of(&self.own));
        }
        Ok(Next::default())
    }
}

/// What each worker says, in their order.
///
/// # Errors
///
/// None of its own.
pub(crate) fn gather(worker: &mut Worker, own: Vec<u8>) -> Result<Vec<Vec<u8>>, Fault> {
    let gather = Gather {
        worker: worker.index(),
        own,
        said: vec![Vec::new(); worker.peers()],
    };
    Ok(run(worker, gather)?.0.said)
}

/// What each worker says, as numbers; each says as many.
pub(crate) fn gather_numbers(worker: &mut Worker, own: &[u64]) -> Result<Vec<Vec<u64>>, Fault> {
    let bytes = own.iter().flat_map(|number| number.to_le_bytes()).collect();
    let eight = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let numbers = |said: Vec<u8>| said.chunks_exact(8).map(eight).collect();
    Ok(gather(worker, bytes)?.into_iter().map(numbers).collect())
}
