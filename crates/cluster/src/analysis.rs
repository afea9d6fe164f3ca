//! The analysis of what a worker has: from where it goes on, and how it is run.

use grundy_core::Limits;
use grundy_graph::counters::Counters;
use grundy_graph::retrograde::Players;
use grundy_graph::shard::{Predecessors, Shard};
use timely::worker::Worker;

use crate::checkpoint::Checkpoints;
use crate::fault::Fault;
use crate::gather::gather_numbers;
use crate::levels::{Traffic, run};
use crate::places::Places;
use crate::progress::Progress;
use crate::retrograde::{Retrograde, Start, states};

/// The last level of which all workers have a checkpoint; those after it are removed.
pub(crate) fn common_level(
    worker: &mut Worker,
    checkpoints: &Checkpoints,
) -> Result<Option<u32>, Fault> {
    if checkpoints.every().is_none() {
        return Ok(None);
    }
    let levels = match checkpoints.check()? {
        true => checkpoints.levels()?,
        false => Vec::new(),
    };
    let levels: Vec<u64> = levels.into_iter().map(u64::from).collect();
    let said = gather_numbers(worker, &levels)?;
    let (first, others) = said.split_first().expect("there is a worker");
    let is_common = |level: &&u64| others.iter().all(|levels| levels.contains(level));
    let common = first
        .iter()
        .rev()
        .find(is_common)
        .map(|&level| level as u32);
    if let Some(common) = common {
        for &level in levels.iter().filter(|&&level| level > u64::from(common)) {
            checkpoints.remove(level as u32)?;
        }
    }
    Ok(common)
}

/// The analysis, whoever moves where.
pub(crate) struct Solve {
    pub(crate) limits: Limits,
    pub(crate) places: Places,
    pub(crate) checkpoints: Checkpoints,
    pub(crate) progress: Progress,
}

impl Solve {
    /// Runs it; the states of this worker's vertices.
    pub(crate) fn run<P: Players + 'static>(
        self,
        worker: &mut Worker,
        predecessors: Predecessors,
        counters: Counters,
        players: P,
        start: Start,
    ) -> Result<(Vec<u32>, Traffic), Fault> {
        let shard = Shard {
            predecessors,
            counters,
            players,
        };
        let count = shard.predecessors.vertices();
        let retrograde = Retrograde::new(
            shard,
            start,
            self.places,
            worker.index() as u32,
            self.limits,
            self.checkpoints,
            self.progress,
        );
        let (done, traffic) = run(worker, retrograde)?;
        let Retrograde { shard, decided, .. } = done;
        drop((shard.predecessors, shard.counters));
        Ok((states(&decided, &shard.players, count), traffic))
    }
}
