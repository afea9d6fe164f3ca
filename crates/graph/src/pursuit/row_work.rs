//! Filling the rows of a table, on several threads where that pays.

use grundy_core::{LimitReached, Limits};

use super::table::{Block, add, and, is_empty, without};

/// Levels with fewer rows to examine than this run on one thread.
const PARALLEL_ROWS: usize = 512;

/// Blocks (times moves) between two looks at the clock. One row is never more than its masks, which
/// the limit of memory counts.
const BLOCKS_PER_CHECK: usize = 1 << 20;

/// The parts of the tables that belong to one row, to be filled.
pub(super) struct RowOut<'a> {
    pub(super) fresh: &'a mut [Block],
    pub(super) flags: &'a mut [u64],
    pub(super) plan: &'a mut [Block],
    pub(super) planes: usize,
}

impl RowOut<'_> {
    /// Writes the new states of block `at`, and for each the first of the `options` that holds it.
    pub(super) fn put(&mut self, at: usize, new: Block, options: impl Iterator<Item = Block>) {
        self.fresh[at] = new;
        self.flags[at / 64] |= 1 << (at % 64);
        if self.planes == 0 {
            return;
        }
        let mut rest = new;
        for (code, option) in options.enumerate() {
            let chosen = and(rest, option);
            rest = without(rest, option);
            for plane in 0..self.planes {
                if code >> plane & 1 == 1 {
                    add(&mut self.plan[at * self.planes + plane], chosen);
                }
            }
            if is_empty(&rest) {
                break;
            }
        }
    }
}

/// All rows of what a step fills.
pub(super) struct Parts<'a> {
    pub(super) fresh: &'a mut [Block],
    pub(super) flags: &'a mut [u64],
    pub(super) plan: &'a mut [Block],
    pub(super) planes: usize,
    pub(super) row_blocks: usize,
    /// The moves that each block of a row is looked at for.
    pub(super) moves: usize,
}

impl Parts<'_> {
    /// Runs `work` on each of `rows`, which ascend; the rows for which it was true, ascending.
    pub(super) fn for_rows(
        self,
        rows: &[u32],
        limits: &Limits,
        work: impl Fn(usize, &mut RowOut) -> bool + Sync,
    ) -> Result<Vec<u32>, LimitReached> {
        let threads = limits.threads.max(1);
        if threads == 1 || rows.len() < PARALLEL_ROWS {
            return self.run(0, rows, limits, &work);
        }
        let mut jobs: Vec<(Parts, usize, &[u32])> = Vec::new();
        let (mut rest, mut first) = (self, 0);
        for chunk in rows.chunks(rows.len().div_ceil(threads)) {
            let end = chunk[chunk.len() - 1] as usize + 1;
            let (part, others) = rest.split(end - first);
            jobs.push((part, first, chunk));
            (rest, first) = (others, end);
        }
        let work = &work;
        let results: Vec<_> = std::thread::scope(|scope| {
            let mut handles = Vec::new();
            for (part, first, chunk) in jobs {
                handles.push(scope.spawn(move || part.run(first, chunk, limits, work)));
            }
            let join = |handle: std::thread::ScopedJoinHandle<'_, _>| {
                handle.join().expect("the work does not panic")
            };
            handles.into_iter().map(join).collect()
        });
        let mut active = Vec::new();
        for result in results {
            active.append(&mut result?);
        }
        Ok(active)
    }

    fn run(
        self,
        first: usize,
        rows: &[u32],
        limits: &Limits,
        work: &impl Fn(usize, &mut RowOut) -> bool,
    ) -> Result<Vec<u32>, LimitReached> {
        let (blocks, words) = (self.row_blocks, self.row_blocks.div_ceil(64));
        let plan_blocks = blocks * self.planes;
        let mut active = Vec::new();
        let row_work = (self.row_blocks * self.moves).max(1);
        for some in rows.chunks((BLOCKS_PER_CHECK / row_work).max(1)) {
            limits.check_time()?;
            for &row in some {
                let at = row as usize - first;
                let mut out = RowOut {
                    fresh: &mut self.fresh[at * blocks..(at + 1) * blocks],
                    flags: &mut self.flags[at * words..(at + 1) * words],
                    plan: &mut self.plan[at * plan_blocks..(at + 1) * plan_blocks],
                    planes: self.planes,
                };
                if work(row as usize, &mut out) {
                    active.push(row);
                }
            }
        }
        Ok(active)
    }
}

impl<'a> Parts<'a> {
    /// The first `rows` rows, and the others.
    fn split(self, rows: usize) -> (Parts<'a>, Parts<'a>) {
        let (planes, row_blocks, moves) = (self.planes, self.row_blocks, self.moves);
        let (fresh, fresh_rest) = self.fresh.split_at_mut(rows * row_blocks);
        let (flags, flags_rest) = self.flags.split_at_mut(rows * row_blocks.div_ceil(64));
        let (plan, plan_rest) = self.plan.split_at_mut(rows * row_blocks * planes);
        let part = |fresh, flags, plan| Parts {
            fresh,
            flags,
            plan,
            planes,
            row_blocks,
            moves,
        };
        (
            part(fresh, flags, plan),
            part(fresh_rest, flags_rest, plan_rest),
        )
    }
}
