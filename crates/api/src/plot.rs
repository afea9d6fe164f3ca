//! `/api/plot`: a nim-sequence as a plot needs it: not millions of values, but the dots of a picture.
//!
//! Whoever zooms asks again about the same values, so those of the last few questions are kept.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use grundy::Error;
use grundy::core::{LimitReached, Limits};
use grundy::report::{FiguresReport, PlotReport, PlotRequest, SchemaVersion};
use grundy::sequences;
use serde_json::{Value, json};

use crate::Endpoint;
use crate::position::files;
use crate::sequence::patience;

/// The largest heap of a plot.
const LARGEST_HEAP: u64 = 10_000_000;
/// The most columns and rows of dots.
const MOST_COLUMNS: u64 = 4_000;
const MOST_ROWS: u64 = 1_000;
/// Stretches with at most so many heaps a column are sent value by value.
const HEAPS_A_COLUMN: u64 = 4;
/// Longer stretches are not for the light lane.
const LIGHT_HEAPS: u64 = 1_000_000;
/// Sequences that are kept; each takes 4 bytes a heap.
const MOST_KEPT: usize = 2;

static KEPT: Mutex<VecDeque<Arc<Kept>>> = Mutex::new(VecDeque::new());

/// The dots of a plot.
pub(crate) enum Plot {}

impl Endpoint for Plot {
    const PATH: &'static str = "/api/plot";
    const SUMMARY: &'static str = "The values of heaps 0 to `to` as dots in `columns` and `rows`, for the heaps from `low` to \
         `high`; fewer heaps if the time does not suffice for all";
    type Request = PlotRequest;
    type Report = PlotReport;

    fn example() -> Value {
        json!({"ruleset": "kayles", "to": 1000, "columns": 100, "rows": 50})
    }

    fn answer(asked: &PlotRequest, limits: &Limits) -> Result<PlotReport, Error> {
        let in_range = (1..=MOST_COLUMNS).contains(&asked.columns)
            && (1..=MOST_ROWS).contains(&asked.rows)
            && (1..=LARGEST_HEAP).contains(&asked.to);
        if !in_range {
            return Err(Error::Usage {
                message: format!(
                    "`to` must be from 1 to {LARGEST_HEAP}, `columns` to {MOST_COLUMNS}, `rows` to {MOST_ROWS}"
                ),
            });
        }
        let kept = match kept(asked) {
            Some(kept) => {
                refuse_in_light_lane(&kept, asked, limits)?;
                kept
            }
            None => keep(compute(asked, limits)?, asked),
        };
        Ok(kept.plot(asked))
    }
}

/// Millions of heaps take longer than the light lane grants, even if their values are known.
fn refuse_in_light_lane(kept: &Kept, asked: &PlotRequest, limits: &Limits) -> Result<(), Error> {
    let stretch = kept.stretch(asked);
    match limits.deadline {
        Some(deadline)
            if patience(limits).is_none() && stretch.end() - stretch.start() > LIGHT_HEAPS =>
        {
            let allowed = deadline.allowed;
            Err(LimitReached::Time { allowed }.into())
        }
        _ => Ok(()),
    }
}

/// A sequence that was asked for, with its figures.
struct Kept {
    ruleset: String,
    rules: Option<String>,
    asked_to: u64,
    values: Vec<u32>,
    name: String,
    figures: FiguresReport,
}

fn kept(asked: &PlotRequest) -> Option<Arc<Kept>> {
    let all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all.iter().find(|kept| kept.is_of(asked))?;
    // Where the time did not suffice, whoever asks for the whole again may have more luck.
    let is_whole = asked.low.is_none() && asked.high.is_none();
    let is_complete = known.values.len() as u64 > asked.to;
    (is_complete || !is_whole).then(|| Arc::clone(known))
}

fn keep(computed: Kept, asked: &PlotRequest) -> Arc<Kept> {
    let computed = Arc::new(computed);
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|kept| !kept.is_of(asked));
    all.truncate(MOST_KEPT - 1);
    all.push_front(Arc::clone(&computed));
    computed
}

/// The values as far as the time suffices, with their figures.
fn compute(asked: &PlotRequest, limits: &Limits) -> Result<Kept, Error> {
    let count = asked.to + 1;
    // Here, as read, and once more sorted for the figures.
    limits.check_bytes(3 * 4 * count)?;
    // A heap is an entry of a table, not a position of a search: its bytes are what it costs.
    let limits = Limits {
        positions: limits.positions.max(count),
        ..limits.clone()
    };
    let hurried = match patience(&limits) {
        Some(patience) => limits.clone().within(patience),
        None => limits.clone(),
    };
    let files = files(asked.rules.as_deref(), None);
    let mut sequence = sequences::open(&asked.ruleset, 0, files, &limits)?;
    let mut values: Vec<u32> = Vec::new();
    let mut read = Vec::new();
    while (values.len() as u64) < count {
        let most = (count - values.len() as u64).min(1 << 16) as usize;
        let is_known = sequence.position() < sequence.computed();
        let in_time = hurried.check_time().is_ok() || is_known;
        let result = in_time.then(|| sequence.read(most, &mut read, &hurried));
        match result.map(|read| read.map_err(Error::from)) {
            Some(Ok(())) => {}
            // What was found before the time ran out is an answer, except in the light lane.
            Some(Err(Error::Limit {
                reached: LimitReached::Time { .. },
                ..
            })) if limits.check_time().is_ok() => {}
            None if limits.check_time().is_ok() && !values.is_empty() => break,
            Some(Err(error)) => return Err(error),
            None => limits.check_time()?,
        }
        for value in read.drain(..) {
            values.push(u32::try_from(value).unwrap_or(u32::MAX));
        }
    }
    let figures = FiguresReport::new(&sequence.stats().method, 0, &values);
    Ok(Kept {
        ruleset: asked.ruleset.clone(),
        rules: asked.rules.clone(),
        asked_to: asked.to,
        name: sequence.name.clone(),
        values,
        figures,
    })
}

impl Kept {
    fn is_of(&self, asked: &PlotRequest) -> bool {
        self.ruleset == asked.ruleset && self.rules == asked.rules && self.asked_to == asked.to
    }

    /// The heaps that are asked for.
    fn stretch(&self, asked: &PlotRequest) -> RangeInclusive<u64> {
        let last = self.values.len() as u64 - 1;
        let high = asked.high.unwrap_or(last).min(last);
        asked.low.unwrap_or(0).min(high)..=high
    }

    /// The stretch that is asked for: its values if they are few, else its dots.
    fn plot(&self, asked: &PlotRequest) -> PlotReport {
        let (low, high) = self.stretch(asked).into_inner();
        let values = &self.values[low as usize..=high as usize];
        let top = values.iter().copied().max().unwrap_or(0);
        let width = (values.len() as u64).div_ceil(asked.columns);
        let height = (u64::from(top) + 1).div_ceil(asked.rows);
        let is_short = values.len() as u64 <= HEAPS_A_COLUMN * asked.columns;
        PlotReport {
            schema: SchemaVersion,
            ruleset: self.name.clone(),
            figures: self.figures.clone(),
            to: self.values.len() as u64 - 1,
            low,
            high,
            top,
            width,
            height,
            values: is_short.then(|| values.to_vec()),
            dots: (!is_short).then(|| dots(values, width, height, asked.rows)),
        }
    }
}

/// For each column of `width` heaps the rows of `height` values that occur in it.
fn dots(values: &[u32], width: u64, height: u64, rows: u64) -> Vec<Vec<u32>> {
    let mut is_set = vec![false; rows as usize];
    let column = |heaps: &[u32]| {
        is_set.fill(false);
        for &value in heaps {
            is_set[(u64::from(value) / height) as usize] = true;
        }
        let rows = is_set.iter().zip(0..).filter(|(is_set, _)| **is_set);
        rows.map(|(_, row)| row).collect()
    };
    values.chunks(width as usize).map(column).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use grundy::spec::Files;

    use super::*;

    fn ask(question: Value) -> Result<Value, Error> {
        let asked: PlotRequest = serde_json::from_value(question).unwrap();
        let report = Plot::answer(&asked, &Limits::default())?;
        Ok(serde_json::to_value(report).unwrap())
    }

    fn kayles(from: u64, count: usize) -> Vec<u64> {
        let mut sequence =
            sequences::open("kayles", from, Files::Deny, &Limits::default()).unwrap();
        let mut values = Vec::new();
        while values.len() < count {
            let most = count - values.len();
            sequence
                .read(most, &mut values, &Limits::default())
                .unwrap();
        }
        values
    }

    #[test]
    fn every_value_of_the_stretch_has_a_dot_and_every_dot_a_value() {
        let question = json!({
            "ruleset": "kayles", "to": 5000, "low": 1000, "high": 4900, "columns": 50, "rows": 4,
        });
        let plot = ask(question).unwrap();
        let number = |name: &str| plot[name].as_u64().unwrap();
        let (width, height) = (number("width"), number("height"));
        assert_eq!(
            (number("low"), number("high"), number("to")),
            (1000, 4900, 5000)
        );
        let mut expected = vec![Vec::new(); 3901_usize.div_ceil(width as usize)];
        for (at, value) in kayles(1000, 3901).into_iter().enumerate() {
            expected[at / width as usize].push(value / height);
        }
        for rows in &mut expected {
            rows.sort_unstable();
            rows.dedup();
        }
        assert_eq!(plot["dots"], json!(expected));
    }

    #[test]
    fn a_short_stretch_is_sent_value_by_value() {
        let question = json!({
            "ruleset": "kayles", "to": 9_999_999, "low": 9_999_990, "columns": 50, "rows": 4,
        });
        let plot = ask(question).unwrap();
        // The period is 12, and 12 divides 9,999,990 - 78.
        assert_eq!(plot["values"], json!(kayles(78, 10)));
        assert_eq!(plot["largest"].as_u64(), kayles(0, 1000).into_iter().max());
    }

    #[test]
    fn what_takes_too_long_is_plotted_as_far_as_it_came() {
        let asked: PlotRequest = serde_json::from_value(json!({
            "ruleset": "0.007", "to": 10_000_000, "columns": 10, "rows": 10,
        }))
        .unwrap();
        let limits = Limits::default().within(Duration::from_millis(400));
        let plot = Plot::answer(&asked, &limits).unwrap();
        let to = plot.to;
        assert!((1_000..10_000_000).contains(&to), "{to}");
    }
}
