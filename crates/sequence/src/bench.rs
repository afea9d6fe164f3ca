//! What values cost on this machine: the sparse engine beside the plain method, answers checked.

use grundy_core::{HeapRules, LimitReached, Limits};
use grundy_kernels::{Timing, timed};

use crate::{Engine, EngineError, EngineStats, Plain, Sparse};

/// Values that both methods compute.
pub const PLAIN_VALUES: usize = 20_000;

/// Values produced at a time.
const CHUNK: usize = 1 << 18;

/// A game, how many of its values to compute, and what is known about them.
#[derive(Clone, Debug)]
pub struct SequenceWorkload {
    /// The name to print.
    pub name: String,
    /// The rules.
    pub rules: HeapRules,
    /// Values to compute.
    pub values: u64,
    /// The number of rare positions among them and the last one, where published.
    pub rares: Option<(u64, u64)>,
}

/// What was measured for one game.
#[derive(Clone, Debug)]
pub struct Row {
    /// The workload.
    pub workload: SequenceWorkload,
    /// Exact values by the sparse engine.
    pub sparse: Timing,
    /// The first [`PLAIN_VALUES`] by the plain method.
    pub plain: Timing,
    /// How the engine worked.
    pub stats: EngineStats,
    /// False if the methods differ, or the rare positions are not those that are known.
    pub agrees: bool,
}

impl Row {
    /// Exact values per second of processor time.
    pub fn rate(&self) -> f64 {
        self.workload.values as f64 / self.sparse.cpu.as_secs_f64()
    }

    /// Exact values per second by the clock.
    pub fn wall_rate(&self) -> f64 {
        self.workload.values as f64 / self.sparse.wall.as_secs_f64()
    }

    /// How much longer the plain method would take for as many values: its work grows as their square.
    pub fn ratio(&self) -> f64 {
        let more = self.workload.values as f64 / PLAIN_VALUES as f64;
        self.plain.cpu.as_secs_f64() * more * more / self.sparse.cpu.as_secs_f64()
    }
}

/// The games that progress is measured by.
pub fn workloads() -> Vec<SequenceWorkload> {
    let octal = |digits: &[u8]| HeapRules::with_tail(digits, &[]);
    let grundys_game = HeapRules::new([(0, 4)]).unequal();
    let row = |name: &str, rules, values, rares| SequenceWorkload {
        name: name.to_owned(),
        rules,
        values,
        rares,
    };
    vec![
        row("0.106", octal(&[0, 1, 0, 6]), 60_000_000, Some((15, 1103))),
        row("0.16", octal(&[0, 1, 6]), 30_000_000, Some((53, 13935))),
        row("0.454", octal(&[0, 4, 5, 4]), 40_000_000, Some((17, 124))),
        row("grundys-game", grundys_game, 4_000_000, Some((1274, 82860))),
        row("0.6", octal(&[0, 6]), 3_000_000, Some((1584, 20627))),
        row("0.007", octal(&[0, 0, 0, 7]), 100_000, None),
    ]
}

/// Measures one game.
///
/// # Errors
///
/// [`LimitReached`]. Rules that the sparse engine does not take count as a disagreement.
pub fn measure(workload: SequenceWorkload, limits: &Limits) -> Result<Row, LimitReached> {
    let mut plain_values = Vec::new();
    let (plain, result) = timed(|| {
        let mut engine = Plain::new(workload.rules.clone());
        produce(&mut engine, PLAIN_VALUES as u64, limits, |values| {
            plain_values.extend_from_slice(values);
        })
    });
    result?;
    let mut first = Vec::new();
    let (sparse, result) = timed(|| -> Result<_, LimitReached> {
        let Some(mut engine) = Sparse::new(&workload.rules) else {
            return Ok(None);
        };
        produce(&mut engine, workload.values, limits, |values| {
            let missing = PLAIN_VALUES - first.len();
            first.extend_from_slice(&values[..missing.min(values.len())]);
        })?;
        Ok(Some(engine.stats()))
    });
    let stats = result?;
    let compared = first.len().min(plain_values.len());
    let found = stats
        .as_ref()
        .map(|stats| (stats.rare_count, stats.last_rare));
    let rares = workload
        .rares
        .map(|(count, last)| (Some(count), Some(last)));
    let agrees = compared > 0
        && first[..compared] == plain_values[..compared]
        && (rares.is_none() || rares == found);
    Ok(Row {
        workload,
        sparse,
        plain,
        stats: stats.unwrap_or_default(),
        agrees,
    })
}

/// Produces `count` values and shows them in pieces.
fn produce(
    engine: &mut dyn Engine,
    count: u64,
    limits: &Limits,
    mut show: impl FnMut(&[u16]),
) -> Result<(), LimitReached> {
    let mut values = Vec::new();
    while engine.position() < count {
        values.clear();
        let most = (count - engine.position()).min(CHUNK as u64) as usize;
        match engine.produce(most, &mut values, limits) {
            Ok(()) => show(&values),
            Err(EngineError::Limit(reached)) => return Err(reached),
            Err(EngineError::TooWide) => return Ok(()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_checks_its_answers() {
        let mut workload = workloads().swap_remove(1);
        workload.values = 30_000;
        let row = measure(workload.clone(), &Limits::default()).expect("no limit");
        assert!(row.agrees);
        workload.rares = Some((54, 13935));
        let row = measure(workload, &Limits::default()).expect("no limit");
        assert!(!row.agrees, "a wrong number of rare positions is noticed");
    }
}
