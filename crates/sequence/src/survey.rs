//! All short codes at once: which are the same game up to a shift, and which are proved periodic.

use std::collections::HashMap;

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::{Hash, Period, Values};

/// One code of a survey.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// The code.
    pub code: String,
    /// The first code of the list with the same sequence up to a shift; its own if it is the first.
    pub same_as: String,
    /// The hash of the values of heaps 1 to the last one looked at.
    pub hash: Hash,
    /// The largest value.
    pub largest: u32,
    /// The proved period.
    pub period: Option<Period>,
}

impl Surveyed {
    /// True if no earlier code has the same sequence.
    pub fn is_first(&self) -> bool {
        self.code == self.same_as
    }
}

/// Looks at `codes` up to heap `to`, on as many threads as `limits` allows.
///
/// Two sequences are the same up to a shift if they agree on heaps 1 to `to` after leading zeros are
/// dropped from both, as far as both go.
///
/// # Errors
///
/// [`LimitReached`].
pub fn survey(
    codes: &[HeapRules],
    to: u64,
    limits: &Limits,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Surveyed>, LimitReached> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, Row)>, LimitReached> {
        let mut rows = Vec::new();
        loop {
            let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(rules) = codes.get(at) else {
                return Ok(rows);
            };
            rows.push((at, Row::new(rules, to, limits)?));
            progress();
        }
    };
    let found = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..limits.threads.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        let mut all = Vec::new();
        for thread in threads {
            // A panic of a worker is a bug; it goes on in the caller.
            let rows = thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all.extend(rows?);
        }
        Ok(all)
    });
    let mut rows = found?;
    rows.sort_by_key(|&(at, _)| at);
    Ok(with_first_of_each(codes, rows))
}

struct Row {
    values: Vec<u32>,
    period: Option<Period>,
}

impl Row {
    fn new(rules: &HeapRules, to: u64, limits: &Limits) -> Result<Row, LimitReached> {
        let mut values = Values::new(rules.clone());
        values.fill(to + 1, limits)?;
        values.look();
        Ok(Row {
            period: values.period().cloned(),
            values: values.values().to_vec(),
        })
    }

    /// The values without the zeros they begin with.
    fn shifted(&self) -> &[u32] {
        let zeros = self.values.iter().take_while(|&&v| v == 0).count();
        &self.values[zeros..]
    }
}

fn with_first_of_each(codes: &[HeapRules], rows: Vec<(usize, Row)>) -> Vec<Surveyed> {
    // Candidates share their first values; only then are whole sequences compared.
    const KEY: usize = 64;
    let mut firsts: HashMap<Vec<u32>, Vec<usize>> = HashMap::new();
    let mut surveyed = Vec::new();
    for (at, row) in &rows {
        let mine = row.shifted();
        let alike = firsts
            .entry(mine.iter().copied().take(KEY).collect())
            .or_default();
        let same = alike.iter().copied().find(|&other| {
            let other = rows[other].1.shifted();
            let both = mine.len().min(other.len());
            mine[..both] == other[..both]
        });
        if same.is_none() {
            alike.push(*at);
        }
        surveyed.push(Surveyed {
            code: codes[*at].to_string(),
            same_as: codes[same.unwrap_or(*at)].to_string(),
            hash: row.values.iter().skip(1).collect(),
            largest: row.values.iter().copied().max().unwrap_or(0),
            period: row.period.clone(),
        });
    }
    surveyed
}

/// The codes `0.d1d2d3` and `4.d1d2d3` with octal digits, trailing zeros left out: 1024 of them.
pub fn short_octal_codes() -> Vec<HeapRules> {
    let mut codes = Vec::new();
    for first in [0, 4] {
        for digits in 0..512u32 {
            let digit = |at: u32| (digits >> (6 - 3 * at) & 7) as u8;
            codes.push(HeapRules::with_tail(
                &[first, digit(0), digit(1), digit(2)],
                &[],
            ));
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_survey_tells_games_from_their_shifts() {
        let codes = [
            HeapRules::with_tail(&[0, 7, 7], &[]),
            HeapRules::with_tail(&[0, 0, 7], &[]),
            HeapRules::with_tail(&[0, 1, 3, 7], &[]),
            HeapRules::with_tail(&[4], &[]),
        ];
        let found = survey(&codes, 2000, &Limits::default(), &|| {}).unwrap();
        let same: Vec<&str> = found.iter().map(|row| &row.same_as[..]).collect();
        assert_eq!(same, ["0.77", "0.07", "0.07", "4.0"]);
        assert_eq!(found[0].period.as_ref().unwrap().period, 12);
        assert_eq!(found[2].period.as_ref().unwrap().period, 34);
    }
}
