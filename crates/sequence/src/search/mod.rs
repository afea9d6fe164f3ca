//! The search for a long period while the values stream by, in bounded memory, with a proof.
//!
//! The proof is the window theorem (docs/periods.md): if every value of a stretch of length p was shown to
//! be common by witnesses at most A, no rare position is beyond r, and the windows of max(r, A) + k values before both ends
//! of the stretch are equal, then p is a period from there on.

mod anchor;
mod proof;
mod whole;

use std::sync::atomic::{AtomicU64, Ordering};

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::bytes::{Reader, Writer};
use crate::{BadState, Certificate, Engine, EngineError, EngineStats, Hash, Sparse};
use anchor::{Anchor, HASHED};
use proof::Candidate;
pub use whole::PeriodSearch;

const TAG: [u8; 4] = *b"sea2";

/// Values produced at a time.
const CHUNK: usize = 1 << 20;

/// Values before the position that are kept.
const KEPT: usize = HASHED + (1 << 13);

/// The first distance between checkpoints; it doubles when there are too many.
const FIRST_SPACING: u64 = 1 << 24;
const MOST_CHECKPOINTS: usize = 256;

/// A search for the period of a game that the sparse-space method can compute.
pub struct SparseSearch {
    rules: HeapRules,
    engine: Sparse,
    /// The values before the position, as far back as anchors need them.
    recent: Vec<u16>,
    anchor: Anchor,
    /// States from which values can be computed again, ascending; the first is heap 0.
    checkpoints: Vec<(u64, Vec<u8>)>,
    spacing: u64,
    /// The mask, and a heap from which on it was in force.
    mask: (Option<u32>, bool),
    mask_since: u64,
    /// The largest witness of all runs so far.
    largest_witness: u64,
    hash: Hash,
    candidate: Option<Candidate>,
    /// No new candidate is looked at before this heap.
    rest_until: u64,
    /// Values computed again to compare them.
    compared: AtomicU64,
}

impl SparseSearch {
    /// A search from heap 0 on, if the method applies to the rules.
    pub fn new(rules: &HeapRules) -> Option<SparseSearch> {
        let engine = Sparse::new(rules)?;
        Some(SparseSearch {
            rules: rules.clone(),
            checkpoints: vec![(0, engine.save())],
            engine,
            recent: Vec::new(),
            anchor: Anchor::default(),
            spacing: FIRST_SPACING,
            mask: (None, false),
            mask_since: 0,
            largest_witness: 0,
            hash: Hash::default(),
            candidate: None,
            rest_until: 0,
            compared: AtomicU64::new(0),
        })
    }

    /// A search that goes on with `engine`, which has computed `values` from heap 0 on.
    fn after(rules: &HeapRules, engine: Sparse, values: &[u32]) -> SparseSearch {
        let stats = engine.stats();
        let mut search = SparseSearch::new(rules).expect("the engine is a sparse one");
        if engine.position() > 0 {
            search.checkpoints.push((engine.position(), engine.save()));
        }
        let start = values.len().saturating_sub(KEPT);
        let recent = values[start..].iter().map(|&value| value as u16);
        search.recent = recent.collect();
        search.hash = values.iter().skip(1).collect();
        search.mask = (stats.mask, stats.position_parity);
        search.mask_since = stats.witnessed_since.unwrap_or(engine.position());
        search.largest_witness = stats.largest_witness.unwrap_or(0);
        search.engine = engine;
        search
    }

    /// The heap whose value comes next.
    pub fn position(&self) -> u64 {
        self.engine.position()
    }

    /// Values that were computed again to prove a period.
    pub fn compared(&self) -> u64 {
        self.compared.load(Ordering::Relaxed)
    }

    /// What is known of how the method works.
    pub fn stats(&self) -> EngineStats {
        self.engine.stats()
    }

    /// Computes some more values; the certificate, once there is one.
    ///
    /// # Errors
    ///
    /// [`EngineError`].
    pub fn advance(&mut self, limits: &Limits) -> Result<Option<Certificate>, EngineError> {
        let fresh = self.position();
        let end = match &self.candidate {
            Some(candidate) => candidate.due.saturating_sub(fresh).clamp(1, CHUNK as u64),
            None => CHUNK as u64,
        };
        let start = self.recent.len();
        let result = self.engine.produce(end as usize, &mut self.recent, limits);
        self.take_in(fresh, start);
        result?;
        if let Some(candidate) = self
            .candidate
            .take_if(|candidate| candidate.due <= self.engine.position())
        {
            return self.judge(candidate, limits);
        }
        self.look_for_candidate(fresh, limits)?;
        self.recent.drain(..self.recent.len().saturating_sub(KEPT));
        Ok(None)
    }

    /// The state to go on from.
    pub fn save(&self) -> Vec<u8> {
        let mut writer = Writer::new(TAG);
        writer.bytes(&self.engine.save());
        let recent: Vec<u32> = self.recent.iter().map(|&v| v.into()).collect();
        writer.u32s(&recent);
        self.anchor.write(&mut writer);
        writer.u64(self.checkpoints.len() as u64);
        for (position, state) in &self.checkpoints {
            writer.u64(*position);
            writer.bytes(state);
        }
        let (mask, parity) = self.mask;
        let candidate = self.candidate.unwrap_or_default();
        writer.u64s(&[
            self.spacing,
            mask.map_or(u64::MAX, u64::from),
            parity.into(),
            self.mask_since,
            self.largest_witness,
            self.hash.0,
            self.rest_until,
            candidate.period,
            candidate.from,
            candidate.due,
        ]);
        writer.finish()
    }

    /// Takes back what [`SparseSearch::save`] gave.
    ///
    /// # Errors
    ///
    /// [`BadState`] if the bytes are damaged or do not fit the rules.
    pub fn resume(rules: &HeapRules, state: &[u8]) -> Result<SparseSearch, BadState> {
        let mut reader = Reader::new(state, TAG)?;
        let engine = Sparse::resume(rules, reader.bytes()?)?;
        let recent = reader.u32s()?.into_iter().map(u16::try_from);
        let recent: Vec<u16> = recent.collect::<Result<_, _>>().map_err(|_| BadState)?;
        let anchor = Anchor::read(&mut reader)?;
        let mut checkpoints = Vec::new();
        for _ in 0..reader.u64()? {
            checkpoints.push((reader.u64()?, reader.bytes()?.to_vec()));
        }
        let numbers: [u64; 10] = reader.u64s()?.try_into().map_err(|_| BadState)?;
        reader.end()?;
        let [
            spacing,
            mask,
            parity,
            mask_since,
            largest_witness,
            hash,
            rest_until,
            period,
            from,
            due,
        ] = numbers;
        let candidate = Candidate { period, from, due };
        Ok(SparseSearch {
            rules: rules.clone(),
            engine,
            recent,
            anchor,
            checkpoints,
            spacing,
            mask: (u32::try_from(mask).ok(), parity != 0),
            mask_since,
            largest_witness,
            hash: Hash(hash),
            candidate: (period > 0).then_some(candidate),
            rest_until,
            compared: AtomicU64::new(0),
        })
    }

    /// Books what was just produced: `recent[start..]`, from heap `fresh` on.
    fn take_in(&mut self, fresh: u64, start: usize) {
        let from = start + usize::from(fresh == 0 && self.recent.len() > start);
        self.hash.add_all(&self.recent[from..]);
        let stats = self.engine.stats();
        let mask = (stats.mask, stats.position_parity);
        if mask != self.mask || stats.witnessed_since.is_none_or(|since| since > fresh) {
            // The engine may be ahead of what it delivered, by less than a chunk.
            self.mask_since = self.position() + CHUNK as u64;
            self.mask = mask;
        }
        self.largest_witness = self.largest_witness.max(stats.largest_witness.unwrap_or(0));
        let (last, _) = self.checkpoints[self.checkpoints.len() - 1];
        if self.position() - last >= self.spacing {
            self.checkpoints.push((self.position(), self.engine.save()));
        }
        if self.checkpoints.len() > MOST_CHECKPOINTS {
            let mut at = 0;
            self.checkpoints.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// Looks at what came since `fresh` for a candidate, if there is none yet.
    fn look_for_candidate(&mut self, fresh: u64, limits: &Limits) -> Result<(), LimitReached> {
        let first = self.position() - self.recent.len() as u64;
        let mut pair = None;
        self.anchor
            .scan(first, &self.recent, fresh, |earlier, later| {
                pair.get_or_insert((earlier, later));
            });
        match pair {
            Some((earlier, later))
                if self.candidate.is_none() && self.position() >= self.rest_until =>
            {
                self.consider(earlier, later, limits)
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::{Period, Refuted};

    fn code(digits: &[u8]) -> HeapRules {
        HeapRules::with_tail(digits, &[])
    }

    fn run(search: &mut SparseSearch) -> Certificate {
        loop {
            if let Some(found) = search.advance(&Limits::default()).unwrap() {
                return found;
            }
            assert!(
                search.position() < 10_000_000,
                "the period must be found by now"
            );
        }
    }

    fn known() -> [(HeapRules, u64, u64); 3] {
        [
            (code(&[0, 7, 7]), 71, 12),
            (code(&[0, 1, 2, 7]), 46_578, 4),
            (code(&[0, 1, 6]), 105_351, 149_459),
        ]
    }

    #[test]
    fn the_search_finds_what_is_known_and_its_certificate_holds() {
        for (rules, preperiod, length) in known() {
            let certificate = run(&mut SparseSearch::new(&rules).unwrap());
            let Period {
                preperiod: found,
                period,
                ..
            } = certificate.period;
            assert_eq!((found, period), (preperiod, length), "{rules}");
            assert_eq!(
                certificate.check(&rules, &Limits::default()),
                Ok(Ok(())),
                "{rules}"
            );
        }
    }

    #[test]
    fn a_certificate_with_any_number_changed_is_refuted() {
        let rules = code(&[0, 7, 7]);
        let certificate = run(&mut SparseSearch::new(&rules).unwrap());
        let refuted = |change: &dyn Fn(&mut Certificate)| {
            let mut changed = certificate.clone();
            change(&mut changed);
            changed.check(&rules, &Limits::default()).unwrap().is_err()
        };
        assert!(refuted(&|c| c.period.preperiod += 1));
        assert!(refuted(&|c| c.period.preperiod -= 1));
        assert!(refuted(&|c| c.period.period *= 2));
        assert!(refuted(&|c| c.period.period /= 2));
        assert!(refuted(&|c| c.period.saltus = 1));
        assert!(refuted(&|c| c.period.checked_to -= 1));
        assert!(refuted(&|c| c.window.as_mut().unwrap().length = 10));
        assert!(refuted(&|c| c.window.as_mut().unwrap().mask ^= 2));
        assert!(refuted(&|c| c.window.as_mut().unwrap().start = u64::MAX));
        assert!(refuted(&|c| c.window.as_mut().unwrap().last_rare += 1));
        assert!(refuted(&|c| c.window.as_mut().unwrap().largest_witness = 1));
        let mut changed = certificate.clone();
        changed.hash.0 ^= 1;
        let found = certificate.hash;
        assert_eq!(
            changed.check(&rules, &Limits::default()),
            Ok(Err(Refuted::Hash { found }))
        );
    }

    #[test]
    fn a_certificate_by_all_heaps_there_are_is_checked_until_a_limit() {
        let rules = code(&[0, 7, 7]);
        let mut certificate = run(&mut SparseSearch::new(&rules).unwrap());
        certificate.period.checked_to = u64::MAX;
        let limits = Limits::default();
        limits.cancel.store(true, Ordering::Relaxed);
        assert!(certificate.check(&rules, &limits).is_err());
    }

    #[test]
    fn a_search_that_was_interrupted_finds_the_same() {
        let rules = code(&[0, 1, 2, 7]);
        let whole = run(&mut SparseSearch::new(&rules).unwrap());
        let mut search = SparseSearch::new(&rules).unwrap();
        let found = loop {
            if let Some(found) = search.advance(&Limits::default()).unwrap() {
                break found;
            }
            search = SparseSearch::resume(&rules, &search.save()).unwrap();
        };
        assert_eq!(found.period, whole.period);
        assert_eq!(found.hash, whole.hash);
    }
}
