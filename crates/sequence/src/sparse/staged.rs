//! The plan for games with many codes: windows first, then candidates, then lane by lane.
//!
//! 1. For each window of 16 codes, the taps that training found best for it mark which codes are options.
//! 2. The first eight unmarked codes of each lane are compared with the next taps, the first four that survive with
//!    all the rest.
//! 3. Lane by lane the taps inside the block are added. The first surviving candidate is the mex: every smaller
//!    code was marked, struck, or is a smaller candidate.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy_kernels::{BLOCK, Decoder, Marks, NO_CANDIDATE, NearTaps, Taps, mark_window, strike};

use super::plan::Open;
use super::taps::{Random, Witnesses};
use super::training::{first_codes, samples, take_best, take_for_window};

/// Candidates that are compared with all taps.
const LATE: usize = 5;

/// Blocks and witnesses for a game with many codes.
#[derive(Clone, Debug)]
pub(crate) struct Staged {
    windows: Vec<Taps>,
    early: Taps,
    late: Taps,
    near: NearTaps,
    all: Taps,
    decoder: Decoder,
    witnesses: Vec<Taps>,
    more_witnesses: Taps,
    /// Lanes that had to be computed one by one since training.
    slow: Arc<AtomicU64>,
}

impl Staged {
    /// The plan, trained on the newest heaps.
    pub fn new(taps: &Taps, largest_code: u8, witnesses: &Witnesses<'_>) -> Staged {
        let decoder = witnesses.mask.decoder();
        let (codes, rares) = (witnesses.codes, witnesses.rares);
        let windows = largest_code / 16 + 1;
        let half = codes.bytes().len() / 2;
        let far: Vec<(usize, u8)> = taps.pairs().filter(|tap| tap.0 >= BLOCK).collect();
        let pool: Vec<(usize, u8)> = far.iter().copied().filter(|tap| tap.0 < half).collect();
        let lowest = codes.first() + half as u64 + 1;
        let count = knob("SAMPLES", 1024.0) as usize;
        let mut trial = samples(codes, rares, lowest, count, |_, code| code.into());
        let least = knob("LEAST", 0.01);
        let in_windows: Vec<_> = (0..windows)
            .map(|w| take_for_window(codes.bytes(), &mut trial, &pool, w, least))
            .collect();
        let early = take_best(
            codes.bytes(),
            &mut trial,
            &pool,
            knob("EARLY", 250.0) as usize,
        );
        let late: Vec<_> = far
            .iter()
            .copied()
            .filter(|tap| !early.contains(tap))
            .collect();
        let mut random = Random::new(3);
        let pool: Vec<_> = (0..knob("POOL", 2000.0) as usize)
            .map(|_| witnesses.random(&mut random))
            .filter(|tap| tap.0 >= BLOCK)
            .collect();
        let required = |at: usize, code: u8| decoder.smaller(at, code);
        let lowest = lowest.max(codes.first() + witnesses.largest + witnesses.shape.reach() + 1);
        let mut trial = samples(codes, rares, lowest, count, required);
        let least = knob("WLEAST", 0.01);
        let witnesses: Vec<Vec<_>> = (0..windows)
            .map(|w| take_for_window(codes.bytes(), &mut trial, &pool, w, least))
            .collect();
        let more_witnesses = take_best(
            codes.bytes(),
            &mut trial,
            &pool,
            knob("WEARLY", 250.0) as usize,
        );
        Staged {
            windows: in_windows
                .into_iter()
                .map(|w| Taps::new(w.into_iter().filter(|t| t.0 >= BLOCK)))
                .collect(),
            early: Taps::new(early),
            late: Taps::new(late),
            near: NearTaps::new(taps.pairs().filter(|tap| tap.0 < BLOCK)),
            all: taps.clone(),
            decoder,
            more_witnesses: Taps::new(more_witnesses),
            slow: Arc::default(),
            witnesses: witnesses
                .into_iter()
                .map(|w| Taps::new(w.into_iter().filter(|t| t.0 >= BLOCK)))
                .collect(),
        }
    }

    /// The same plan with other taps: those that are new are tried last.
    pub fn with_taps(&self, taps: &Taps) -> Staged {
        let late = taps.pairs().filter(|tap| tap.0 >= BLOCK);
        let early: std::collections::HashSet<_> = self.early.pairs().collect();
        Staged {
            late: Taps::new(late.filter(|tap| !early.contains(tap))),
            near: NearTaps::new(taps.pairs().filter(|tap| tap.0 < BLOCK)),
            all: taps.clone(),
            ..self.clone()
        }
    }

    /// Lanes that had to be computed one by one since training.
    pub fn slow(&self) -> u64 {
        self.slow.load(Ordering::Relaxed)
    }

    /// The largest shift of a witness.
    pub fn largest_witness_shift(&self) -> usize {
        let windows = self.witnesses.iter().map(Taps::largest).max().unwrap_or(0);
        windows.max(self.more_witnesses.largest())
    }

    /// Fills `codes[from..]` with the least common codes; answers where it stopped because a code is too large.
    pub fn fill(&self, codes: &mut [u8], from: usize, skip: &[u8]) -> usize {
        let mut at = from;
        while at + BLOCK <= codes.len() {
            let candidates = self.candidates(codes, skip, at);
            let mut lane = 0;
            loop {
                lane = self.choose(codes, skip, at, lane, &candidates);
                if lane == BLOCK {
                    break;
                }
                self.slow.fetch_add(1, Ordering::Relaxed);
                let Some(code) = self.mex(codes, skip, at + lane) else {
                    return at + lane;
                };
                codes[at + lane] = code;
                lane += 1;
            }
            at += BLOCK;
        }
        for at in at..codes.len() {
            let Some(code) = self.mex(codes, skip, at) else {
                return at;
            };
            codes[at] = code;
        }
        codes.len()
    }

    /// Gives lanes from `lane` on their codes; answers the first whose candidates are all options.
    fn choose(
        &self,
        codes: &mut [u8],
        skip: &[u8],
        at: usize,
        lane: usize,
        candidates: &[[u8; BLOCK]; LATE],
    ) -> usize {
        let clear = skip.is_empty() || skip[at - BLOCK..at].iter().all(|&mark| mark == 0);
        if clear {
            return self.near.choose(codes, at, lane, candidates);
        }
        // Rare heaps just before the block: this is seldom, so that the slow way will do.
        lane
    }

    /// Codes that no tap behind the block hits, the least of each lane first; [`NONE`] where there is none.
    fn candidates(&self, codes: &[u8], skip: &[u8], at: usize) -> [[u8; BLOCK]; LATE] {
        let mut marks = [[[0; BLOCK]; 2]; 16];
        for (window, taps) in self.windows.iter().enumerate() {
            marks[window] = mark_window(codes, skip, at, taps, window as u8);
        }
        let first = unmarked(&marks[..(self.windows.len() + 1).min(16)]);
        let hits = strike::<8>(codes, skip, at, &self.early, &first);
        let mut left = [[NO_CANDIDATE; BLOCK]; LATE];
        for lane in 0..BLOCK {
            let mut found = 0;
            for (candidates, hits) in first.iter().zip(&hits) {
                if hits[lane] == 0 && found < LATE {
                    left[found][lane] = candidates[lane];
                    found += 1;
                }
            }
        }
        let hits = strike::<LATE>(codes, skip, at, &self.late, &left);
        for (candidates, hits) in left.iter_mut().flatten().zip(hits.as_flattened()) {
            *candidates |= hits;
        }
        left
    }

    /// The least code that is no option, if it is a byte.
    fn mex(&self, codes: &[u8], skip: &[u8], at: usize) -> Option<u8> {
        let mut seen = [false; 256];
        for (shift, xor) in self.all.pairs() {
            let source = at - shift;
            if skip.get(source).is_none_or(|&mark| mark == 0) {
                seen[usize::from(codes[source] ^ xor)] = true;
            }
        }
        seen.iter().position(|seen| !seen).map(|code| code as u8)
    }

    /// Appends the rare codes of heaps `from..to` that no prepared witness shows to be options.
    pub fn verify(&self, codes: &[u8], from: usize, to: usize, skip: &[u8], open: &mut Vec<Open>) {
        let mut at = from;
        while at + BLOCK <= to {
            let mut marks = [[[0; BLOCK]; 2]; 16];
            for (window, taps) in self.witnesses.iter().enumerate() {
                marks[window] = mark_window(codes, skip, at, taps, window as u8);
            }
            let mut missing = [[0; 4]; BLOCK];
            let mut first = [[NO_CANDIDATE; BLOCK]; 4];
            let mut found = [0usize; BLOCK];
            for lane in 0..BLOCK {
                missing[lane] = first_codes(self.decoder.smaller(at + lane, codes[at + lane]));
            }
            for word in 0..self.witnesses.len().div_ceil(4) {
                let marked = lane_words(&marks[4 * word..4 * word + 4]);
                for lane in 0..BLOCK {
                    let missing = &mut missing[lane][word];
                    *missing &= !marked[lane];
                    let mut left = *missing;
                    while left != 0 && found[lane] < 4 {
                        first[found[lane]][lane] = (64 * word as u32 + left.trailing_zeros()) as u8;
                        left &= left - 1;
                        found[lane] += 1;
                    }
                }
            }
            let hits = strike::<4>(codes, skip, at, &self.more_witnesses, &first);
            for lane in 0..BLOCK {
                for (candidates, hits) in first.iter().zip(&hits) {
                    if hits[lane] != 0 {
                        let code = candidates[lane];
                        missing[lane][usize::from(code >> 6)] &= !(1 << (code & 63));
                    }
                }
                list(at + lane, missing[lane], open);
            }
            at += BLOCK;
        }
        for (at, &code) in codes.iter().enumerate().take(to).skip(at) {
            list(at, first_codes(self.decoder.smaller(at, code)), open);
        }
    }
}

fn list(at: usize, missing: [u64; 4], open: &mut Vec<Open>) {
    for (word, mut missing) in missing.into_iter().enumerate() {
        while missing != 0 {
            let code = 64 * word as u32 + missing.trailing_zeros();
            open.push(Open {
                at,
                code: code as u8,
            });
            missing &= missing - 1;
        }
    }
}

/// The marks of four windows, a word for each lane.
fn lane_words(windows: &[Marks]) -> [u64; BLOCK] {
    let mut words = [0; BLOCK];
    let rows = windows.as_flattened();
    for (group, words) in words.chunks_exact_mut(8).enumerate() {
        for (row, word) in rows.iter().zip(words.iter_mut()) {
            let (bytes, _) = row[8 * group..].split_first_chunk().expect("eight lanes");
            *word = u64::from_le_bytes(*bytes);
        }
        transpose(words);
    }
    words
}

/// Makes byte i of word j byte j of word i.
fn transpose(words: &mut [u64]) {
    const KEEP: [u64; 3] = [
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (step, keep) in KEEP.into_iter().enumerate() {
        let (apart, shift) = (1 << step, 8 << step);
        for i in (0..8).filter(|i| i & apart == 0) {
            let (low, high) = (words[i], words[i + apart]);
            words[i] = low & keep | (high & keep) << shift;
            words[i + apart] = low >> shift & keep | high & !keep;
        }
    }
}

/// The first eight unmarked codes of each lane.
fn unmarked(marks: &[Marks]) -> [[u8; BLOCK]; 8] {
    let mut first = [[NO_CANDIDATE; BLOCK]; 8];
    let mut found = [0usize; BLOCK];
    for (word, windows) in marks.chunks(4).enumerate() {
        let codes = if windows.len() < 4 {
            (1 << (16 * windows.len())) - 1
        } else {
            u64::MAX
        };
        for (lane, marked) in lane_words(windows).into_iter().enumerate() {
            let mut free = !marked & codes;
            while free != 0 && found[lane] < 8 {
                first[found[lane]][lane] = (64 * word as u32 + free.trailing_zeros()) as u8;
                free &= free - 1;
                found[lane] += 1;
            }
        }
    }
    first
}

pub(crate) fn knob(name: &str, default: f64) -> f64 {
    std::env::var(name)
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(default)
}
