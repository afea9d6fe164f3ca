//! Verification of what was speculated: by one thread, or by several beside the speculation of what comes next.

use std::sync::atomic::{AtomicU64, Ordering};

use super::codes::Codes;
use super::plan::Plan;
use super::relay::{Relay, Runner};
use super::settle::{SettledPast, Stop};

/// The part of the largest chunk that a thread verifies at a time.
const PART_OF_THREAD: u64 = 32;

/// A stretch of speculated heaps after verification.
pub(crate) struct Verified {
    /// All heaps before are exact.
    pub to: u64,
    /// The value of heap `to`, if it is rare after all.
    pub rare: Option<u16>,
    /// The largest witness that was used.
    pub largest_witness: u64,
}

impl Verified {
    /// All heaps before `to` are exact, without any witness.
    fn all(to: u64) -> Verified {
        Verified {
            to,
            rare: None,
            largest_witness: 0,
        }
    }

    /// Takes over what was found in another part of the stretch.
    fn add(&mut self, other: Verified) {
        self.largest_witness = self.largest_witness.max(other.largest_witness);
        if other.rare.is_some() && other.to < self.to {
            (self.to, self.rare) = (other.to, other.rare);
        }
    }
}

/// Verifies heaps `from..to`, up to the first that is rare.
pub(crate) fn verify(
    known: SettledPast<'_>,
    plan: &Plan,
    from: u64,
    to: u64,
) -> Result<Verified, Stop> {
    let mut largest_witness = plan.largest_witness();
    let mut open = Vec::new();
    let mut at = from;
    while at < to {
        let end = to.min(at + plan.largest_chunk() / PART_OF_THREAD);
        open.clear();
        plan.verify(known.codes, at, end, &mut open);
        for open in &open {
            let heap = known.codes.first() + open.at as u64;
            match known.witness(heap, open.code, open.tried)? {
                Some(part) => largest_witness = largest_witness.max(part),
                None => {
                    let parity = known.mask.rare_parity(heap);
                    let value = known.mask.decode(u16::from(open.code), parity);
                    return Ok(Verified {
                        to: heap,
                        rare: Some(value),
                        largest_witness,
                    });
                }
            }
        }
        at = end;
    }
    Ok(Verified {
        to,
        rare: None,
        largest_witness,
    })
}

/// Verifies with `threads` threads, of which one or two speculate up to heap `end` first.
pub(crate) fn verify_and_speculate(
    known: SettledPast<'_>,
    plan: &Plan,
    from: u64,
    to: u64,
    threads: usize,
    ahead: [&mut Codes; 2],
    end: u64,
) -> Result<Verified, Stop> {
    let next = AtomicU64::new(from);
    let share = plan.largest_chunk() / PART_OF_THREAD;
    let work = || -> Result<Verified, Stop> {
        let mut sum = Verified::all(to);
        loop {
            let at = next.fetch_add(share, Ordering::Relaxed);
            if at >= to || sum.rare.is_some() {
                return Ok(sum);
            }
            sum.add(verify(known, plan, at, to.min(at + share))?);
        }
    };
    let [own, beside] = ahead;
    let relay = plan
        .has_turns()
        .then(|| Relay::new((end - own.end()) as usize));
    let (mut runner, mut second) = (None, None);
    if let Some(relay) = &relay {
        let [one, two] = relay.runners();
        (runner, second) = (Some(one), Some((beside, two)));
    }
    let results = std::thread::scope(|scope| {
        let worker = |second: Option<(&mut Codes, Runner<'_>)>| {
            if let Some((beside, runner)) = second {
                plan.speculate(beside, end, Some(runner));
            }
            work()
        };
        let workers: Vec<_> = (1..threads)
            .map(|_| {
                let second = second.take();
                scope.spawn(move || worker(second))
            })
            .collect();
        plan.speculate(own, end, runner);
        let own = work();
        let mut results: Vec<_> = workers
            .into_iter()
            .map(|worker| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect();
        results.push(own);
        results
    });
    let mut all = Verified::all(to);
    for one in results {
        all.add(one?);
    }
    Ok(all)
}
