//! The plan for games with many codes: windows first, then candidates, then lane by lane.
//!
//! 1. For each window of 16 codes, the taps that training found best for it mark which codes are options.
//! 2. The first eight unmarked codes of each lane are compared with the next taps, the first four that survive with
//!    all the rest.
//! 3. Lane by lane the taps inside the block are added. The first surviving candidate is the mex: every smaller
//!    code was marked, struck, or is a smaller candidate.

use grundy_kernels::{BLOCK, Decoder, Marks, Taps, mark_window, strike};

use super::plan::Open;
use super::taps::{Random, Witnesses};
use super::training::{first_codes, samples, take_best, take_for_window};

/// No candidate.
const NONE: u8 = 0xff;

/// Blocks and witnesses for a game with many codes.
#[derive(Clone, Debug)]
pub(crate) struct Staged {
    windows: Vec<Taps>,
    early: Taps,
    late: Taps,
    near: Vec<(usize, u8)>,
    all: Taps,
    decoder: Decoder,
    witnesses: Vec<Taps>,
    more_witnesses: Taps,
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
        let stat = |name: &str, t: &[super::training::Sample]| {
            let mut h = [0usize; 20];
            for x in t {
                let c: u32 = x.missing.iter().map(|m| m.count_ones()).sum();
                h[(c as usize).min(19)] += 1;
            }
            if std::env::var("DEBUG").is_ok() {
                eprintln!("{name} {h:?}");
            }
        };
        stat("after windows", &trial);
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
        stat("w after windows", &trial);
        let more_witnesses = take_best(
            codes.bytes(),
            &mut trial,
            &pool,
            knob("WEARLY", 250.0) as usize,
        );
        if std::env::var("DEBUG").is_ok() {
            eprintln!(
                "windows {:?} early {} late {} witnesses {:?}",
                in_windows.iter().map(|w| w.len()).collect::<Vec<_>>(),
                early.len(),
                late.len(),
                witnesses.iter().map(|w| w.len()).collect::<Vec<_>>()
            );
        }
        Staged {
            windows: in_windows
                .into_iter()
                .map(|w| Taps::new(w.into_iter().filter(|t| t.0 >= BLOCK)))
                .collect(),
            early: Taps::new(early),
            late: Taps::new(late),
            near: taps.pairs().filter(|tap| tap.0 < BLOCK).collect(),
            all: taps.clone(),
            decoder,
            more_witnesses: Taps::new(more_witnesses),
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
            near: taps.pairs().filter(|tap| tap.0 < BLOCK).collect(),
            all: taps.clone(),
            ..self.clone()
        }
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
            for lane in 0..BLOCK {
                let code = match self.choose(codes, skip, at + lane, candidates.map(|c| c[lane])) {
                    NONE => self.mex(codes, skip, at + lane),
                    code => Some(code),
                };
                let Some(code) = code else { return at + lane };
                codes[at + lane] = code;
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

    /// Codes that no tap behind the block hits, the least of each lane first; [`NONE`] where there is none.
    fn candidates(&self, codes: &[u8], skip: &[u8], at: usize) -> [[u8; BLOCK]; 4] {
        let mut marks = [[[0; BLOCK]; 2]; 16];
        for (window, taps) in self.windows.iter().enumerate() {
            marks[window] = mark_window(codes, skip, at, taps, window as u8);
        }
        let first = unmarked(&marks[..(self.windows.len() + 1).min(16)]);
        let hits = strike::<8>(codes, skip, at, &self.early, &first);
        let mut four = [[NONE; BLOCK]; 4];
        for lane in 0..BLOCK {
            let mut found = 0;
            for (candidates, hits) in first.iter().zip(&hits) {
                if hits[lane] == 0 && found < 4 {
                    four[found][lane] = candidates[lane];
                    found += 1;
                }
            }
        }
        let hits = strike::<4>(codes, skip, at, &self.late, &four);
        for (candidates, hits) in four.iter_mut().flatten().zip(hits.as_flattened()) {
            *candidates |= hits;
        }
        four
    }

    /// The first candidate that no tap inside the block hits.
    fn choose(&self, codes: &[u8], skip: &[u8], at: usize, candidates: [u8; 4]) -> u8 {
        let mut seen = [0u64; 4];
        for &(shift, xor) in &self.near {
            let source = at - shift;
            if skip.get(source).is_none_or(|&mark| mark == 0) {
                let code = codes[source] ^ xor;
                seen[usize::from(code >> 6)] |= 1 << (code & 63);
            }
        }
        let free =
            |code: &u8| *code != NONE && seen[usize::from(code >> 6)] >> (code & 63) & 1 == 0;
        candidates.into_iter().find(free).unwrap_or(NONE)
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
            let mut first = [[NONE; BLOCK]; 4];
            for lane in 0..BLOCK {
                let missing = &mut missing[lane];
                *missing = first_codes(self.decoder.smaller(at + lane, codes[at + lane]));
                let mut found = 0;
                for (word, missing) in missing.iter_mut().enumerate() {
                    if *missing != 0 {
                        *missing &= !lane_word(&marks[4 * word..4 * word + 4], lane);
                    }
                    let mut left = *missing;
                    while left != 0 && found < 4 {
                        first[found][lane] = (64 * word as u32 + left.trailing_zeros()) as u8;
                        left &= left - 1;
                        found += 1;
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
        for at in at..to {
            list(at, first_codes(self.decoder.smaller(at, codes[at])), open);
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

/// The marks of four windows in one lane.
fn lane_word(windows: &[Marks], lane: usize) -> u64 {
    let bytes = windows.iter().flatten().map(|marks| marks[lane]);
    bytes
        .enumerate()
        .fold(0, |word, (i, byte)| word | u64::from(byte) << (8 * i))
}

/// The first eight unmarked codes of each lane.
fn unmarked(marks: &[Marks]) -> [[u8; BLOCK]; 8] {
    let mut first = [[NONE; BLOCK]; 8];
    for lane in 0..BLOCK {
        let mut found = 0;
        'lane: for (word, windows) in marks.chunks(4).enumerate() {
            let mut free = !lane_word(windows, lane);
            if windows.len() < 4 {
                free &= (1 << (16 * windows.len())) - 1;
            }
            while free != 0 {
                first[found][lane] = (64 * word as u32 + free.trailing_zeros()) as u8;
                free &= free - 1;
                found += 1;
                if found == 8 {
                    break 'lane;
                }
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
