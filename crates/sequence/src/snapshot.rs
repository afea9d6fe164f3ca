//! A long run of the sparse-space method whose state fits in a small file, from which anybody can resume it.
//!
//! The file holds the name of the game, its rules, what the method looks back at (rare heaps, the mask, a window of codes),
//! the hash of all values so far and the hashes at powers of two: all compressed, with a checksum.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use grundy_core::{HeapRules, Limits};
use grundy_files::checksum;

use crate::bytes::{Reader, Writer};
use crate::store::rules_key;
use crate::{BadState, Engine, EngineError, EngineStats, Hash, Sparse};

/// What a file begins with; the checksum of the compressed state follows.
const MAGIC: &[u8; 16] = b"grundy snapshot\n";
const TAG: [u8; 4] = *b"run1";

/// Values produced at a time.
const CHUNK: u64 = 1 << 20;

/// No state is longer than this when it is taken out of a file.
const LONGEST_STATE: u64 = 1 << 32;

/// A run that keeps hashes at powers of two.
pub struct SnapshotRun {
    name: String,
    rules: HeapRules,
    engine: Sparse,
    hash: Hash,
    hashes: Vec<(u64, Hash)>,
    values: Vec<u16>,
}

impl SnapshotRun {
    /// A run from heap 0 on under this name, if the sparse-space method applies to the rules.
    pub fn new(name: &str, rules: &HeapRules) -> Option<SnapshotRun> {
        Some(SnapshotRun {
            name: name.to_owned(),
            engine: Sparse::new(rules)?,
            rules: rules.clone(),
            hash: Hash::default(),
            hashes: Vec::new(),
            values: Vec::new(),
        })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The heap whose value comes next.
    pub fn position(&self) -> u64 {
        self.engine.position()
    }

    /// The hash of the values of heaps 1 to `position() - 1`.
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// For each power of two that was reached, the hash of the values of heaps 1 to that one.
    pub fn hashes(&self) -> &[(u64, Hash)] {
        &self.hashes
    }

    /// What is known of how the method works: rare heaps, mask, largest value.
    pub fn stats(&self) -> EngineStats {
        self.engine.stats()
    }

    /// Computes values up to heap `to`; `progress` receives the position after each block.
    ///
    /// # Errors
    ///
    /// [`EngineError`]; what was computed by then is part of the run.
    pub fn advance(
        &mut self,
        to: u64,
        limits: &Limits,
        mut progress: impl FnMut(u64),
    ) -> Result<(), EngineError> {
        while self.position() <= to {
            let first = self.position();
            // A block ends behind a power of two, so that the hash there is known.
            let power = first.max(1).checked_next_power_of_two();
            let last = power.unwrap_or(u64::MAX).min(to);
            let most = (last - first).saturating_add(1).min(CHUNK);
            self.values.clear();
            let result = self.engine.produce(most as usize, &mut self.values, limits);
            let fresh = &self.values[usize::from(first == 0 && !self.values.is_empty())..];
            self.hash.add_all(fresh);
            let end = self.position();
            if end > first && end > 1 && (end - 1).is_power_of_two() {
                self.hashes.push((end - 1, self.hash));
            }
            progress(end);
            result?;
        }
        Ok(())
    }

    /// The bytes of a file from which the run can be resumed.
    pub fn save(&self) -> Vec<u8> {
        let mut writer = Writer::new(TAG);
        writer.bytes(self.name.as_bytes());
        writer.bytes(rules_key(&self.rules).as_bytes());
        writer.u64(self.hash.0);
        let hashes = self.hashes.iter().flat_map(|&(heap, hash)| [heap, hash.0]);
        writer.u64s(&hashes.collect::<Vec<u64>>());
        writer.bytes(&self.engine.save());
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        let packed = encoder
            .write_all(&writer.finish())
            .and_then(|()| encoder.finish())
            .expect("writing to memory does not fail");
        let mut file = MAGIC.to_vec();
        file.extend_from_slice(&checksum(&packed).to_le_bytes());
        file.extend_from_slice(&packed);
        file
    }

    /// The run that a file of [`SnapshotRun::save`] holds, if it is one of these rules.
    ///
    /// # Errors
    ///
    /// [`BadState`] if the bytes are damaged or the rules are others.
    pub fn resume(rules: &HeapRules, file: &[u8]) -> Result<SnapshotRun, BadState> {
        let state = unpack(file)?;
        let mut reader = Reader::new(&state, TAG)?;
        let name = read_text(&mut reader)?;
        if read_text(&mut reader)? != rules_key(rules) {
            return Err(BadState);
        }
        let hash = Hash(reader.u64()?);
        let pairs = reader.u64s()?;
        let engine = Sparse::resume(rules, reader.bytes()?)?;
        reader.end()?;
        let (pairs, rest) = pairs.as_chunks::<2>();
        let hashes: Vec<_> = pairs
            .iter()
            .map(|&[heap, hash]| (heap, Hash(hash)))
            .collect();
        // Every power of two before the position, and no other heap.
        let powers = (0..u64::BITS).map(|bits| 1u64 << bits);
        let expected = powers.take_while(|&heap| heap < engine.position());
        if !rest.is_empty() || !expected.eq(hashes.iter().map(|pair| pair.0)) {
            return Err(BadState);
        }
        Ok(SnapshotRun {
            name,
            rules: rules.clone(),
            engine,
            hash,
            hashes,
            values: Vec::new(),
        })
    }

    /// The name of the game that a file is about.
    ///
    /// # Errors
    ///
    /// [`BadState`] if it is not such a file, or damaged.
    pub fn name_in(file: &[u8]) -> Result<String, BadState> {
        let state = unpack(file)?;
        read_text(&mut Reader::new(&state, TAG)?)
    }
}

fn read_text(reader: &mut Reader<'_>) -> Result<String, BadState> {
    String::from_utf8(reader.bytes()?.to_vec()).map_err(|_| BadState)
}

fn unpack(file: &[u8]) -> Result<Vec<u8>, BadState> {
    let rest = file.strip_prefix(&MAGIC[..]).ok_or(BadState)?;
    let (sum, packed) = rest.split_first_chunk().ok_or(BadState)?;
    if u32::from_le_bytes(*sum) != checksum(packed) {
        return Err(BadState);
    }
    let mut state = Vec::new();
    let mut decoder = DeflateDecoder::new(packed).take(LONGEST_STATE);
    decoder.read_to_end(&mut state).map_err(|_| BadState)?;
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> [HeapRules; 3] {
        [
            HeapRules::with_tail(&[0, 6], &[]),
            HeapRules::with_tail(&[0, 1, 6], &[]),
            HeapRules::new([(0, 4)]).unequal(),
        ]
    }

    #[test]
    fn a_run_resumed_from_its_file_is_the_run_in_one() {
        for rules in games() {
            let limits = Limits::default();
            let mut whole = SnapshotRun::new("a game", &rules).unwrap();
            whole.advance(70_000, &limits, |_| {}).unwrap();
            let mut parts = SnapshotRun::new("a game", &rules).unwrap();
            for to in [0, 1, 2, 1023, 1024, 30_000, 65_535, 65_536, 70_000] {
                parts.advance(to, &limits, |_| {}).unwrap();
                assert_eq!(parts.position(), to + 1);
                let file = parts.save();
                assert_eq!(SnapshotRun::name_in(&file).as_deref(), Ok("a game"));
                parts = SnapshotRun::resume(&rules, &file).unwrap();
            }
            assert_eq!(parts.hash(), whole.hash());
            assert_eq!(parts.hashes(), whole.hashes());
            assert_eq!(parts.stats().rare_count, whole.stats().rare_count);
            assert_eq!(parts.stats().largest_at, whole.stats().largest_at);
        }
    }

    #[test]
    fn hashes_are_those_of_all_values_up_to_the_power_of_two() {
        let [rules, ..] = games();
        let mut values = crate::Values::new(rules.clone());
        values.fill(5000, &Limits::default()).unwrap();
        let mut run = SnapshotRun::new("0.6", &rules).unwrap();
        run.advance(4999, &Limits::default(), |_| {}).unwrap();
        assert_eq!(run.hashes().len(), 13);
        for &(heap, hash) in run.hashes() {
            let expected: Hash = values.values()[1..=heap as usize].iter().collect();
            assert_eq!(hash, expected, "heap {heap}");
        }
        assert_eq!(run.hash(), values.values()[1..].iter().collect());
    }

    #[test]
    fn damaged_files_and_other_games_are_refused() {
        let [rules, other, _] = games();
        let mut run = SnapshotRun::new("0.6", &rules).unwrap();
        run.advance(20_000, &Limits::default(), |_| {}).unwrap();
        let file = run.save();
        assert!(SnapshotRun::resume(&other, &file).is_err());
        for at in (0..file.len()).step_by(file.len() / 300 + 1) {
            let mut damaged = file.clone();
            damaged[at] ^= 0x20;
            assert!(SnapshotRun::resume(&rules, &damaged).is_err(), "byte {at}");
            assert!(
                SnapshotRun::resume(&rules, &file[..at]).is_err(),
                "cut to {at}"
            );
        }
    }
}
