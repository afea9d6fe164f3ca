//! The plan for games with few codes: fixpoint blocks, and witnesses chosen by training.

use grundy_kernels::{BLOCK, Cover, Decoder, FewCodes, Limit, Taps};

use super::plan::UnwitnessedCode;
use super::taps::{Random, Witnesses};

/// Samples that witnesses are chosen by.
const SAMPLES: usize = 4096;
/// Random witnesses of which the best is taken.
const CHOICES: usize = 32;
/// Samples that witnesses may leave open: those are looked for among all splits.
const LEFT_OPEN: usize = SAMPLES / 256;
/// More witnesses than this are never worth it.
const MOST_WITNESSES: usize = 128;

/// Blocks and witnesses for a game with few codes.
#[derive(Clone, Debug)]
pub(crate) struct Few {
    pub fill: FewCodes,
    pub cover: Cover,
    decoder: Decoder,
}

/// The limit for codes up to `largest`, with room for one doubling only if it costs nothing.
pub(crate) fn limit_for(largest: u8) -> Option<Limit> {
    match largest {
        0..16 => Some(Limit::Codes16),
        16..32 => Some(Limit::Codes32),
        32..64 => Some(Limit::Codes64),
        _ => None,
    }
}

impl Few {
    /// The plan; `sample_from..` are heaps whose codes are known and common.
    pub fn new(limit: Limit, taps: &Taps, witnesses: &Witnesses<'_>) -> Few {
        let decoder = witnesses.mask.decoder();
        let chosen = choose(decoder, witnesses);
        Few {
            fill: FewCodes::new(limit, taps),
            cover: Cover::new(limit, Taps::new(chosen), witnesses.splits(), decoder),
            decoder,
        }
    }
}

impl Few {
    /// Takes other taps.
    pub fn set_taps(&mut self, taps: &Taps) {
        self.fill = FewCodes::new(self.fill.limit(), taps);
    }

    /// Appends the rare codes of heaps `from..to` that may be no options.
    pub fn verify(
        &self,
        codes: &[u8],
        from: usize,
        to: usize,
        skip: &[u8],
        open: &mut Vec<UnwitnessedCode>,
    ) {
        let mut from = from;
        while let Some(unsettled) = self.cover.verify(codes, from, to, skip) {
            for lane in (0..BLOCK).filter(|lane| unsettled.lanes >> lane & 1 == 1) {
                let at = unsettled.at + lane;
                let required = self.decoder.smaller(at, codes[at]);
                open.extend((0..required).map(|code| UnwitnessedCode {
                    at,
                    code: code as u8,
                    tried: 0,
                }));
            }
            from = (unsettled.at + BLOCK).min(to);
        }
    }
}

/// Chooses witnesses greedily: each time the one of a few that settles most of what is missing.
fn choose(decoder: Decoder, witnesses: &Witnesses<'_>) -> Vec<(usize, u8)> {
    let mut random = Random::new(7);
    let codes = witnesses.codes;
    let reach = witnesses.shape.reach();
    let needed = codes.first() + witnesses.largest + reach + 1;
    let lowest = needed.max(codes.end().saturating_sub(1 << 16));
    let mut samples: Vec<(usize, u64)> = Vec::with_capacity(SAMPLES);
    while samples.len() < SAMPLES {
        let at = lowest + random.below(codes.end() - lowest);
        if !witnesses.rares.contains(at) {
            let index = codes.index(at);
            let required = decoder.smaller(index, codes.get(at));
            let missing = if required >= 64 {
                u64::MAX
            } else {
                (1 << required) - 1
            };
            samples.push((index, missing));
        }
    }
    let mut chosen = Vec::new();
    let settle = |samples: &mut Vec<(usize, u64)>, tap: (usize, u8)| {
        for (at, missing) in samples.iter_mut() {
            *missing &= !mark(codes.bytes()[*at - tap.0] ^ tap.1);
        }
        samples.retain(|sample| sample.1 != 0);
    };
    for tap in witnesses.single_heaps() {
        settle(&mut samples, tap);
        chosen.push(tap);
    }
    while samples.len() > LEFT_OPEN && chosen.len() < MOST_WITNESSES {
        let gain = |tap: &(usize, u8)| -> u32 {
            let hits = samples.iter().map(|(at, missing)| {
                (missing & mark(codes.bytes()[at - tap.0] ^ tap.1) != 0) as u32
            });
            hits.sum()
        };
        let offered = (0..CHOICES).map(|_| witnesses.random(&mut random));
        let best = offered.max_by_key(gain).expect("there are choices");
        settle(&mut samples, best);
        chosen.push(best);
    }
    chosen
}

fn mark(code: u8) -> u64 {
    if code < 64 { 1 << code } else { 0 }
}
