//! The plan for games with many codes: windows first, then candidates, then lane by lane.
//!
//! 1. For each window of 16 codes, the taps that training found best for it mark which codes are options of the heaps of a group.
//! 2. The first unmarked codes of each lane are compared with all other far taps, in stages: the more taps, the fewer of
//!    them are left that matter.
//! 3. Block by block, taps that reach the group before are added, and lane by lane those inside the block. The first
//!    surviving candidate is the mex: every smaller code was marked, struck, or is a smaller candidate.
//!
//! Only the third step needs the group before: until then another thread may be busy with that.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy_kernels::{
    BLOCK, Decoder, Marks, NearTaps, Splits, Taps, first_unmarked, list_unmarked,
    mark_not_required, mark_window, mex_of_taps, strike, survivors,
};

use super::plan::UnwitnessedCode;
use super::relay::{GROUP, Patience, Runner};
use super::taps::{Random, Witnesses};
use super::training::Trial;

/// Blocks of heaps that taps are tried on: one for so many heaps that are known, up to a most.
const HEAPS_PER_BLOCK: u64 = 512;
const MOST_BLOCKS: u64 = 256;
/// Witnesses among which the best are taken, for each of these blocks.
const POOL_PER_BLOCK: usize = 64;
/// A tap joins a window if it hits something missing in this part of the samples; a witness in this one: what it does
/// not show is dearer.
const LEAST_HITS: f64 = 0.0012;
const LEAST_HITS_OF_WITNESSES: f64 = 0.0007;
/// One of so many of the newest heaps may have a code outside the windows: it is computed by itself.
const HEAPS_PER_LARGE_CODE: usize = 512;
const NEWEST: usize = 1 << 16;
/// Witnesses where there was no training.
const UNTRAINED_WITNESSES: usize = 640;
/// So many taps, the best, are compared with candidates first, in three stages; all others follow, in three more.
const STRUCK_EARLY: usize = 600;
const EARLY_STAGES: usize = 3;
const STAGES: usize = 6;
/// Candidates that are left in the end. The first that is no option must be among them: where it is not (up to one heap in
/// a hundred), the heap is computed by itself.
const LAST: usize = 4;
/// Taps that reach back so far are compared with a group before the one before it is there.
const FAR: usize = 2 * GROUP;
/// Heaps that are verified together: witnesses lie behind them.
const VERIFIED: usize = FAR;

/// Blocks and witnesses for a game with many codes.
#[derive(Clone, Debug)]
pub(crate) struct Staged {
    windows: Vec<Taps>,
    /// What candidates are compared with, stage by stage.
    stages: [Taps; STAGES],
    /// Taps that may lie in the group before, or in this one before the block that is filled.
    between: Taps,
    near: NearTaps,
    all: Taps,
    decoder: Decoder,
    witnesses: Vec<Taps>,
    /// All splits with a common part up to the largest witness.
    splits: Splits,
    largest_witness: u64,
    /// Lanes that had to be computed one by one since training.
    slow: Arc<AtomicU64>,
}

impl Staged {
    /// The plan, `trained` on the newest heaps or not.
    pub fn new(taps: &Taps, largest_code: u8, witnesses: &Witnesses<'_>, trained: bool) -> Staged {
        let windows = windows_of_most(witnesses.codes.bytes());
        let far = taps.pairs().filter(|tap| tap.0 >= FAR).collect();
        let mut choice = if trained {
            Choice::trained(far, windows, witnesses)
        } else {
            Choice::untrained(far, windows, witnesses)
        };
        // There are no witnesses for the largest codes, and those that are larger yet: they are looked for one by one.
        let windows = usize::from(largest_code / 16) + 2;
        choice.witnesses.resize(windows.min(16), Vec::new());
        Staged {
            windows: of_windows(choice.windows),
            stages: in_stages(&choice.struck),
            between: Taps::new(taps.pairs().filter(|tap| (BLOCK..FAR).contains(&tap.0))),
            near: NearTaps::new(taps.pairs().filter(|tap| tap.0 < BLOCK)),
            all: taps.clone(),
            decoder: witnesses.mask.decoder(),
            witnesses: of_windows(choice.witnesses),
            splits: witnesses.splits(),
            largest_witness: witnesses.largest,
            slow: Arc::default(),
        }
    }

    /// Adds taps behind the block, which are tried last.
    pub fn extend(&mut self, taps: &[(usize, u8)]) {
        self.stages[STAGES - 1].extend(taps.iter().copied());
        self.all.extend(taps.iter().copied());
    }

    /// Lanes that had to be computed one by one since training.
    pub fn slow(&self) -> u64 {
        self.slow.load(Ordering::Relaxed)
    }

    /// The largest shift of a witness.
    pub fn largest_witness_shift(&self) -> usize {
        let windows = self.witnesses.iter().map(Taps::largest).max().unwrap_or(0);
        windows.max(self.splits.largest())
    }

    /// Fills `codes[from..]` with the least common codes; answers where it stopped because a code is too large.
    pub fn fill(&self, codes: &mut [u8], from: usize, skip: &[u8]) -> usize {
        let mut at = from;
        while at + GROUP <= codes.len() {
            let candidates = self.candidates(codes, skip, at);
            if let Err(stopped) = self.fill_group(codes, skip, at, &candidates) {
                return stopped;
            }
            at += GROUP;
        }
        self.fill_rest(codes, at, skip)
    }

    /// As [`Staged::fill`], together with another thread that does the same with codes of its own.
    pub fn fill_in_turn(
        &self,
        codes: &mut [u8],
        from: usize,
        skip: &[u8],
        runner: Runner<'_>,
    ) -> usize {
        let groups = (codes.len() - from) / GROUP;
        let mut patience = Patience::default();
        for (group, at) in (from..).step_by(GROUP).take(groups).enumerate() {
            if !runner.has(group) {
                continue;
            }
            patience.start();
            // The group before is missing yet: no tap that this looks at is so near.
            let candidates = self.candidates(codes, skip, at);
            if let Some(before) = group.checked_sub(1) {
                let Some(taken) = runner.take(before, patience.pause()) else {
                    return self.fill_alone(codes, at - GROUP, skip, runner);
                };
                codes[at - GROUP..at].copy_from_slice(&taken);
            }
            patience.start();
            if let Err(stopped) = self.fill_group(codes, skip, at, &candidates) {
                return stopped;
            }
            let filled = codes[at..].first_chunk().expect("a group");
            runner.put(group, filled);
        }
        let end = from + groups * GROUP;
        if let Some(last) = groups.checked_sub(1).filter(|&last| !runner.has(last)) {
            let Some(taken) = runner.take(last, patience.pause()) else {
                return self.fill_alone(codes, end - GROUP, skip, runner);
            };
            codes[end - GROUP..end].copy_from_slice(&taken);
        }
        self.fill_rest(codes, end, skip)
    }

    /// Goes on from `from` without the other thread, which stopped or takes too long, if this is the first one.
    fn fill_alone(&self, codes: &mut [u8], from: usize, skip: &[u8], runner: Runner<'_>) -> usize {
        let is_first = runner.is_first();
        drop(runner);
        if is_first {
            self.fill(codes, from, skip)
        } else {
            from
        }
    }

    /// Fills what is not a whole group.
    fn fill_rest(&self, codes: &mut [u8], from: usize, skip: &[u8]) -> usize {
        for at in from..codes.len() {
            let Some(code) = mex_of_taps(codes, skip, at, &self.all) else {
                return at;
            };
            codes[at] = code;
        }
        codes.len()
    }

    /// Fills a group block by block; the error is where it stopped.
    fn fill_group(
        &self,
        codes: &mut [u8],
        skip: &[u8],
        at: usize,
        candidates: &[[u8; GROUP]; LAST],
    ) -> Result<(), usize> {
        for lane in (0..GROUP).step_by(BLOCK) {
            self.fill_block(codes, skip, at, lane, candidates)?;
        }
        Ok(())
    }

    /// Fills the block from `lane` on of the group at `at`.
    fn fill_block(
        &self,
        codes: &mut [u8],
        skip: &[u8],
        at: usize,
        lane: usize,
        candidates: &[[u8; GROUP]; LAST],
    ) -> Result<(), usize> {
        let at = at + lane;
        let candidates = candidates
            .each_ref()
            .map(|row| *row[lane..].first_chunk().expect("a block"));
        let candidates: [[u8; BLOCK]; LAST] =
            Sieve { codes, skip, at }.sift(&self.between, &candidates);
        let mut lane = 0;
        loop {
            lane = self.near.choose(codes, skip, at, lane, &candidates);
            if lane == BLOCK {
                return Ok(());
            }
            self.slow.fetch_add(1, Ordering::Relaxed);
            let code = mex_of_taps(codes, skip, at + lane, &self.all).ok_or(at + lane)?;
            codes[at + lane] = code;
            lane += 1;
        }
    }

    /// Codes of the group at `at` that no far tap hits, the least of each lane first;
    /// [`NO_CANDIDATE`](grundy_kernels::NO_CANDIDATE) where there is none.
    fn candidates(&self, codes: &[u8], skip: &[u8], at: usize) -> [[u8; GROUP]; LAST] {
        let sieve = Sieve { codes, skip, at };
        let mut marks = [[[0; GROUP]; 2]; 16];
        let left: [_; 11] = first_unmarked(sieve.mark(&self.windows, &mut marks));
        let left: [_; 8] = sieve.sift(&self.stages[0], &left);
        let left: [_; 6] = sieve.sift(&self.stages[1], &left);
        let left: [_; 5] = sieve.sift(&self.stages[2], &left);
        let left: [_; 4] = sieve.sift(&self.stages[3], &left);
        let left: [_; LAST] = sieve.sift(&self.stages[4], &left);
        sieve.sift(&self.stages[5], &left)
    }

    /// Appends the rare codes of heaps `from..to` that no prepared witness shows to be options.
    pub fn verify(
        &self,
        codes: &[u8],
        from: usize,
        to: usize,
        skip: &[u8],
        open: &mut Vec<UnwitnessedCode>,
    ) {
        let mut at = from;
        while at + VERIFIED <= to {
            let most = codes[at..at + VERIFIED].iter().max();
            let most = most.map_or(0, |&code| code);
            // So many codes, from 0 on, are required at most.
            let required = usize::from(most | ((1u16 << self.decoder.low) - 1) as u8) + 1;
            if required <= 16 * self.witnesses.len() {
                self.verify_blocks(codes, at, skip, open);
            } else {
                self.list_all(codes, at, at + VERIFIED, open);
            }
            at += VERIFIED;
        }
        self.list_all(codes, at, to, open);
    }

    /// Verifies blocks whose required codes are all within the windows.
    fn verify_blocks(&self, codes: &[u8], at: usize, skip: &[u8], open: &mut Vec<UnwitnessedCode>) {
        let mut marks = [[[0; VERIFIED]; 2]; 16];
        let marks = Sieve { codes, skip, at }.mark(&self.witnesses, &mut marks);
        mark_not_required(marks, self.decoder, codes, at);
        let mut missing = Vec::new();
        list_unmarked(at, marks, &mut missing);
        self.splits.retain_absent(codes, skip, &mut missing);
        missing.sort_unstable();
        // Where there is something to skip, two rare parts may show it after all.
        let tried = if skip.is_empty() {
            self.largest_witness
        } else {
            0
        };
        open.extend(
            missing
                .iter()
                .map(|&(at, code)| UnwitnessedCode { at, code, tried }),
        );
    }

    /// Appends all required codes of heaps `from..to`.
    fn list_all(&self, codes: &[u8], from: usize, to: usize, open: &mut Vec<UnwitnessedCode>) {
        for (at, &code) in codes.iter().enumerate().take(to).skip(from) {
            let required = self.decoder.smaller(at, code);
            open.extend((0..required).map(|code| UnwitnessedCode {
                at,
                code: code as u8,
                tried: 0,
            }));
        }
    }
}

/// Which taps are used for what.
struct Choice {
    /// For each window of 16 codes, the taps that mark; candidates are taken from these windows.
    windows: Vec<Vec<(usize, u8)>>,
    /// The taps that candidates are compared with, the best first.
    struck: Vec<(usize, u8)>,
    /// For each window, the witnesses that mark.
    witnesses: Vec<Vec<(usize, u8)>>,
}

impl Choice {
    /// Every tap marks in all windows, and some witnesses do.
    fn untrained(far: Vec<(usize, u8)>, windows: u8, witnesses: &Witnesses<'_>) -> Choice {
        let mut random = Random::new(3);
        let some = (0..UNTRAINED_WITNESSES).map(|_| witnesses.random(&mut random));
        Choice {
            witnesses: vec![some.collect(); windows.into()],
            struck: Vec::new(),
            windows: vec![far; windows.into()],
        }
    }

    /// Those mark that do it best for the newest heaps; all are compared with candidates.
    fn trained(mut far: Vec<(usize, u8)>, windows: u8, witnesses: &Witnesses<'_>) -> Choice {
        let decoder = witnesses.mask.decoder();
        let (codes, rares) = (witnesses.codes, witnesses.rares);
        let half = codes.bytes().len() / 2;
        let too_far = far.extract_if(.., |tap| tap.0 >= half).collect::<Vec<_>>();
        let lowest = codes.first() + half as u64 + 1;
        let blocks = (codes.end() / HEAPS_PER_BLOCK).clamp(4, MOST_BLOCKS) as usize;
        let smaller = |_, code: u8| code.into();
        let mut trial = Trial::new(codes, rares, lowest, blocks, windows, smaller);
        let mut in_windows = trial.take_for_windows(&far, LEAST_HITS, witnesses.threads);
        trial.sort(&mut far, STRUCK_EARLY);
        far.extend(too_far);
        let mut random = Random::new(3);
        let pool: Vec<_> = (0..POOL_PER_BLOCK * blocks)
            .map(|_| witnesses.random(&mut random))
            .filter(|tap| tap.0 >= FAR)
            .collect();
        let required = |at: usize, code: u8| decoder.smaller(at, code);
        let lowest = lowest.max(codes.first() + witnesses.largest + witnesses.shape.reach() + 1);
        let mut trial = Trial::new(codes, rares, lowest, blocks, windows, required);
        // Candidates from the next window are compared with all taps as well.
        if in_windows.len() < 16 {
            in_windows.push(Vec::new());
        }
        Choice {
            windows: in_windows,
            struck: far,
            witnesses: trial.take_for_windows(&pool, LEAST_HITS_OF_WITNESSES, witnesses.threads),
        }
    }
}

/// How many windows hold the codes of nearly all of the newest heaps.
fn windows_of_most(codes: &[u8]) -> u8 {
    let newest = &codes[codes.len().saturating_sub(NEWEST)..];
    let mut heaps = [0; 16];
    for code in newest {
        heaps[usize::from(code / 16)] += 1;
    }
    let mut outside = newest.len() / HEAPS_PER_LARGE_CODE;
    let is_outside = |&heaps: &&usize| {
        let rest = outside.checked_sub(*heaps);
        outside = rest.unwrap_or(outside);
        rest.is_some()
    };
    16 - heaps[1..].iter().rev().take_while(is_outside).count() as u8
}

/// Heaps from `at` on, and all codes before them.
struct Sieve<'a> {
    codes: &'a [u8],
    skip: &'a [u8],
    at: usize,
}

impl Sieve<'_> {
    /// What these taps mark, window by window.
    fn mark<'m, const LANES: usize>(
        &self,
        windows: &[Taps],
        marks: &'m mut [Marks<LANES>; 16],
    ) -> &'m mut [Marks<LANES>] {
        let marks = &mut marks[..windows.len()];
        for (marks, taps) in marks.iter_mut().zip(windows) {
            *marks = mark_window(self.codes, self.skip, self.at, taps);
        }
        marks
    }

    /// The least candidates that none of these taps hits.
    fn sift<const LANES: usize, const N: usize, const M: usize>(
        &self,
        taps: &Taps,
        candidates: &[[u8; LANES]; N],
    ) -> [[u8; LANES]; M] {
        let hits = strike(self.codes, self.skip, self.at, taps, candidates);
        survivors(candidates, &hits)
    }
}

/// The taps of each stage, if these are all, the best first.
fn in_stages(taps: &[(usize, u8)]) -> [Taps; STAGES] {
    let (early, late) = taps.split_at(STRUCK_EARLY.min(taps.len()));
    let share = |taps: &[(usize, u8)], part: usize, parts: usize| {
        let bound = |part: usize| part * taps.len() / parts;
        Taps::new(taps[bound(part)..bound(part + 1)].iter().copied())
    };
    std::array::from_fn(|stage| match stage.checked_sub(EARLY_STAGES) {
        None => share(early, stage, EARLY_STAGES),
        Some(stage) => share(late, stage, STAGES - EARLY_STAGES),
    })
}

/// Taps for each window of 16 codes.
fn of_windows(chosen: Vec<Vec<(usize, u8)>>) -> Vec<Taps> {
    let of_window = |(window, taps): (u8, Vec<(usize, u8)>)| {
        let far = taps.into_iter().filter(|tap| tap.0 >= FAR);
        Taps::new(far.map(|(shift, xor)| (shift, xor ^ window << 4)))
    };
    (0u8..).zip(chosen).map(of_window).collect()
}
