//! Nim-sequences and surveys of them as reports.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::Path;

use grundy_sequence::store::StoredRun;
use grundy_sequence::{EngineStats, FoundPeriod, Period, Surveyed};

use crate::{
    EngineReport, FiguresReport, ObservedPeriod, PeriodReport, SchemaVersion, StoreReport,
    SurveyReport, SurveyRow, WindowReport,
};

/// Values that are counted in figures.
const MOST_COUNTED: usize = 20;

impl PeriodReport {
    /// What was found as a report; with a proof, its JSON is a certificate.
    pub fn new(found: &FoundPeriod) -> PeriodReport {
        let certificate = found.certificate.as_ref();
        let period = certificate.map(|certificate| &certificate.period);
        let window = certificate.and_then(|certificate| certificate.window);
        PeriodReport {
            schema: SchemaVersion,
            ruleset: found.name.clone(),
            periodic: period.map(|_| true),
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.period),
            saltus: period.map(|period| period.saltus),
            last_exception: period.and_then(Period::last_exception),
            proved: period.is_some(),
            checked_to: period.map_or(found.looked_to, |period| period.checked_to),
            theorem: period.map(|period| period.theorem.word().to_owned()),
            theorem_in_words: period.map(|period| period.theorem.to_string()),
            hash: certificate.map(|certificate| certificate.hash.to_string()),
            window: window.map(|window| WindowReport {
                start: window.start,
                length: window.length,
                mask: window.mask,
                position_parity: window.position_parity,
                last_rare: window.last_rare,
                largest_witness: window.largest_witness,
            }),
            observed: found.observed.map(|observed| ObservedPeriod {
                preperiod: observed.preperiod,
                period: observed.period,
                saltus: observed.saltus,
            }),
            method: found.method.to_string(),
            checked_again: false,
            from_certificate: false,
        }
    }
}

impl SurveyReport {
    /// A survey of codes as a report, with the rows that `shown` names.
    pub fn new(to: u64, rows: &[Surveyed], shown: &[&Surveyed]) -> SurveyReport {
        let firsts = || rows.iter().filter(|row| row.is_first());
        // 0.0, in which there are no moves, is a sequence but hardly a period.
        let is_periodic = |row: &&Surveyed| row.period.is_some() && row.largest > 0;
        let row = |row: &&Surveyed| SurveyRow {
            code: row.code.clone(),
            same_as: row.same_as.clone(),
            largest: row.largest,
            hash: row.hash.to_string(),
            periodic: row.period.as_ref().map(|_| true),
            preperiod: row.period.as_ref().map(|period| period.preperiod),
            period: row.period.as_ref().map(|period| period.period),
        };
        SurveyReport {
            schema: SchemaVersion,
            to,
            codes: rows.len(),
            sequences: firsts().count(),
            periodic: firsts().filter(is_periodic).count(),
            rows: shown.iter().map(row).collect(),
        }
    }
}

impl EngineReport {
    /// How `values` values were computed in `seconds`.
    pub fn new(stats: &EngineStats, values: u64, seconds: f64) -> EngineReport {
        EngineReport {
            method: stats.method.to_string(),
            largest: stats.largest,
            largest_at: stats.largest_at,
            rare: stats.rare_count,
            last_rare: stats.last_rare,
            mask: stats.mask,
            position_parity: stats.position_parity,
            window: stats.window,
            values,
            seconds,
            values_per_second: (values as f64 / seconds.max(1e-9)) as u64,
        }
    }
}

impl StoreReport {
    /// What the store at `path` holds after a run that computed `computed` values in `seconds`.
    pub fn new(
        ruleset: String,
        run: &StoredRun,
        path: &Path,
        computed: u64,
        seconds: f64,
    ) -> StoreReport {
        let store = run.store();
        let commit = store.committed();
        StoreReport {
            schema: SchemaVersion,
            ruleset,
            store: path.display().to_string(),
            keep: store.keep().word().to_owned(),
            from: 0,
            to: commit.count.saturating_sub(1),
            hash: commit.hash.to_string(),
            stats: EngineReport::new(&run.stats(), computed, seconds),
        }
    }
}

impl FiguresReport {
    /// What is said of the values of heaps `from`, `from + 1`, …, computed by `method`, beside themselves.
    pub fn new<V: Copy + Ord + Default + Into<u64>>(
        method: &str,
        from: u64,
        values: &[V],
    ) -> FiguresReport {
        let largest = values.iter().copied().max().unwrap_or_default();
        let place = |at: Option<usize>| at.map(|at| from + at as u64);
        let is_zero = |value: &V| *value == V::default();
        FiguresReport {
            method: method.to_owned(),
            largest: largest.into(),
            largest_at: place(values.iter().position(|&value| value == largest)),
            zeros: values.iter().filter(|value| is_zero(value)).count(),
            last_zero: place(values.iter().rposition(is_zero)),
            histogram: most_frequent(values),
        }
    }
}

/// The most frequent values with their counts. Sorting takes no more memory than the values do,
/// however many different ones there are.
fn most_frequent<V: Copy + Ord + Into<u64>>(values: &[V]) -> Vec<(u64, usize)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let mut top = BinaryHeap::new();
    for same in sorted.chunk_by(|a, b| a == b) {
        top.push(Reverse((same.len(), Reverse(same[0].into()))));
        if top.len() > MOST_COUNTED {
            top.pop();
        }
    }
    let descending = top.into_sorted_vec().into_iter();
    descending
        .map(|Reverse((count, Reverse(value)))| (value, count))
        .collect()
}
