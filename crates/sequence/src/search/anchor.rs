//! Where a stream of values may be repeating itself: places where a short pattern occurs.
//!
//! Whatever the period is, the pattern occurs at both ends of it. The values before each occurrence are
//! hashed; a hash that was met before is a candidate for a period. Memory holds a number per occurrence; when there are too
//! many, only those are kept whose nearest values have a hash that begins with zeros. That is so at both ends
//! of a period or at neither, and nothing that was kept before is lost for good.

use std::collections::HashMap;

use crate::BadState;
use crate::bytes::{Reader, Writer};

/// Values before an occurrence that are hashed.
pub(super) const HASHED: usize = 1 << 15;

/// Lengths of the pattern.
const SHORTEST: usize = 8;
const LONGEST: usize = 1 << 12;

/// The values before an occurrence that decide whether it is kept.
const NEAREST: usize = 64;

/// More occurrences than this are thinned out, by half each time and this many times; then a longer
/// pattern is chosen.
const MOST_KNOWN: usize = 1 << 16;
const MOST_THINNING: u32 = 16;

/// A pattern not met for this many values, or this part of all, is given up.
const PATIENCE: u64 = 1 << 23;
const PATIENCE_PART: u64 = 16;

/// The pattern and what stood before each of its occurrences.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchor {
    pattern: Vec<u16>,
    last_seen: u64,
    /// How many leading zeros the hash of the nearest values must have.
    thinning: u32,
    /// Places by the hash of what stood before them; its first bits are those of the nearest values.
    known: HashMap<u64, u64>,
}

impl Anchor {
    /// Looks at the values of heaps `first..`, of which those before `fresh` were looked at before;
    /// `visit` hears of each pair of places `(earlier, later)` with the same values before them.
    pub fn scan(
        &mut self,
        first: u64,
        values: &[u16],
        fresh: u64,
        mut visit: impl FnMut(u64, u64),
    ) {
        let end = first + values.len() as u64;
        if self.pattern.is_empty() {
            self.choose(24, values, end);
            return;
        }
        let low = |values: &[u16]| -> Vec<u8> { values.iter().map(|&v| v as u8).collect() };
        let start = (fresh - first) as usize + 1;
        let start = start
            .saturating_sub(self.pattern.len())
            .max(HASHED.min(values.len()));
        let haystack = low(&values[start..]);
        let needle = low(&self.pattern);
        for at in memchr::memmem::find_iter(&haystack, &needle) {
            let at = start + at;
            if values[at..at + self.pattern.len()] != self.pattern[..] {
                continue;
            }
            let place = first + at as u64;
            self.last_seen = place;
            let nearest = hash(&values[at - NEAREST..at]);
            if nearest.leading_zeros() < self.thinning {
                continue;
            }
            let whole = hash(&values[at - HASHED..at]) >> MOST_THINNING;
            let hash = whole | nearest & !(u64::MAX >> MOST_THINNING);
            if let Some(earlier) = self.known.insert(hash, place) {
                visit(earlier, place);
            }
        }
        while self.known.len() > MOST_KNOWN && self.thinning < MOST_THINNING {
            self.thinning += 1;
            self.known
                .retain(|hash, _| hash.leading_zeros() >= self.thinning);
        }
        if self.known.len() > MOST_KNOWN && self.pattern.len() < LONGEST {
            self.choose(2 * self.pattern.len(), values, end);
        } else if end - self.last_seen > PATIENCE.max(end / PATIENCE_PART) {
            self.choose((self.pattern.len() / 2).max(SHORTEST), values, end);
        }
    }

    /// Takes the last values as the pattern.
    fn choose(&mut self, length: usize, values: &[u16], end: u64) {
        let length = length.min(values.len());
        self.pattern = values[values.len() - length..].to_vec();
        self.last_seen = end;
        self.thinning = 0;
        self.known.clear();
    }

    /// Appends the state to `writer`.
    pub fn write(&self, writer: &mut Writer) {
        let pattern: Vec<u32> = self.pattern.iter().map(|&v| v.into()).collect();
        writer.u32s(&pattern);
        writer.u64(self.last_seen);
        writer.u64(self.thinning.into());
        let pairs = self.known.iter().flat_map(|(&hash, &place)| [hash, place]);
        writer.u64s(&pairs.collect::<Vec<u64>>());
    }

    /// Takes the state back.
    pub fn read(reader: &mut Reader<'_>) -> Result<Anchor, BadState> {
        let pattern = reader.u32s()?.into_iter();
        let pattern: Result<Vec<u16>, _> = pattern.map(u16::try_from).collect();
        let last_seen = reader.u64()?;
        let thinning = u32::try_from(reader.u64()?).map_err(|_| BadState)?;
        let pairs = reader.u64s()?;
        Ok(Anchor {
            pattern: pattern.map_err(|_| BadState)?,
            last_seen,
            thinning,
            known: pairs
                .chunks_exact(2)
                .map(|pair| (pair[0], pair[1]))
                .collect(),
        })
    }
}

/// A hash that different stretches are unlikely to share; every candidate is compared in full later.
fn hash(values: &[u16]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut lanes = [1u64, 2, 3, 4];
    let (chunks, rest) = values.as_chunks::<4>();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = (lane.rotate_left(5) ^ u64::from(value)).wrapping_mul(FACTOR);
        }
    }
    let rest = rest.iter().map(|&value| u64::from(value));
    lanes.into_iter().chain(rest).fold(0, |hash: u64, lane| {
        (hash.rotate_left(23) ^ lane).wrapping_mul(FACTOR)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence that looks random and repeats itself from 100,000 on.
    fn value(heap: u64, period: u64) -> u16 {
        let heap = if heap < 100_000 {
            heap
        } else {
            100_000 + (heap - 100_000) % period
        };
        let mixed = (heap + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 61) as u16
    }

    #[test]
    fn a_period_is_met_however_much_was_thinned_out() {
        let period = 2_000_003;
        for thinning in [0, 3, 6] {
            let mut anchor = Anchor::default();
            let chunk = 1 << 17;
            let mut found = None;
            for fresh in (chunk..5_000_000).step_by(chunk as usize) {
                let first = fresh - chunk.min(fresh);
                let values: Vec<u16> = (first..fresh + chunk).map(|n| value(n, period)).collect();
                anchor.scan(first, &values, fresh, |earlier, later| {
                    found.get_or_insert((earlier, later));
                });
                if fresh == chunk {
                    anchor.pattern.truncate(3);
                    anchor.thinning = thinning;
                }
                if let Some((earlier, later)) = found {
                    assert_eq!(later - earlier, period);
                    break;
                }
            }
            assert!(found.is_some(), "thinned by {thinning}");
        }
    }

    #[test]
    fn an_anchor_survives_saving() {
        let values: Vec<u16> = (0..1 << 18).map(|n| value(n, 1 << 30)).collect();
        let mut anchor = Anchor::default();
        anchor.scan(0, &values[..1 << 17], 0, |_, _| {});
        anchor.pattern.truncate(2);
        anchor.scan(0, &values, 1 << 17, |_, _| {});
        assert!(anchor.known.len() > 1000);
        let mut writer = Writer::new(*b"test");
        anchor.write(&mut writer);
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes, *b"test").unwrap();
        let again = Anchor::read(&mut reader).unwrap();
        assert_eq!(again.known, anchor.known);
        assert_eq!(again.pattern, anchor.pattern);
    }
}
