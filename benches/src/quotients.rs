//! The solver against the published quotients: the same answers, and how far it gets.

use std::time::{Duration, Instant};

use grundy_core::Limits;
use grundy_misere::{KNOWN_QUOTIENTS, QuotientSearchRequest, search};

use grundy::Error;
use grundy::spec::heap_rules;

/// A published quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedQuotient {
    /// The code of the game.
    pub code: String,
    /// The largest heap; `None` for all.
    pub heaps: Option<u64>,
    /// The number of elements.
    pub order: usize,
    /// The number of lost ones, where published.
    pub p_portion: Option<usize>,
    /// Period and preperiod, where all heaps are covered.
    pub period: Option<(u64, u64)>,
}

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientRow {
    /// The code of the game.
    pub code: String,
    /// What is published, if anything.
    pub known: Option<PublishedQuotient>,
    /// The largest heap taken in.
    pub heap: u64,
    /// The order of the quotient there.
    pub order: usize,
    /// Period and preperiod, if the whole game was solved.
    pub period: Option<(u64, u64)>,
    /// Whether everything agrees with what is published.
    pub agrees: bool,
    /// How long it took.
    pub took: Duration,
}

impl QuotientRow {
    /// Whether the game was solved, or more heaps were taken in than published.
    pub fn is_further(&self) -> bool {
        match &self.known {
            Some(PublishedQuotient {
                heaps: Some(heap), ..
            }) => self.period.is_some() || self.heap > *heap,
            _ => false,
        }
    }
}

/// The published quotients.
pub fn known() -> Vec<PublishedQuotient> {
    let lines = KNOWN_QUOTIENTS
        .lines()
        .filter(|line| !line.starts_with('#'));
    lines.skip(1).filter_map(read).collect()
}

fn read(line: &str) -> Option<PublishedQuotient> {
    let cells: Vec<&str> = line.split('\t').collect();
    let number = |at: usize| cells.get(at)?.parse::<u64>().ok();
    Some(PublishedQuotient {
        code: (*cells.first()?).to_owned(),
        heaps: number(2),
        order: number(3)? as usize,
        p_portion: number(4).map(|size| size as usize),
        period: number(5).zip(number(6)),
    })
}

/// The codes with `d0` 0 or 4 and up to three octal digits that no published row has.
pub fn other_codes() -> Vec<String> {
    let known = known();
    let mut codes = Vec::new();
    for first in ["0", "4"] {
        for length in 1..=3u32 {
            for number in 0..8usize.pow(length) {
                let code = format!("{first}.{number:0width$o}", width = length as usize);
                // A last 0 says nothing, and what has no moves is no game.
                if !code.ends_with('0') && known.iter().all(|row| row.code != code) {
                    codes.push(code);
                }
            }
        }
    }
    codes
}

/// Looks for the quotient of the whole game for at most `allowed`.
///
/// # Errors
///
/// [`Error`] if the code is no heap game, or the caller's limits are reached.
pub fn run(
    code: &str,
    known: Option<PublishedQuotient>,
    allowed: Duration,
    limits: &Limits,
) -> Result<QuotientRow, Error> {
    limits.check_time()?;
    let named = heap_rules(code)?;
    let start = Instant::now();
    let mut at_known = None;
    let limited = limits.clone().within(allowed);
    let heap_known = known.as_ref().and_then(|row| row.heaps);
    let found = search(
        &named.rules,
        QuotientSearchRequest::default(),
        &limited,
        &mut |progress| {
            if Some(progress.heap) == heap_known {
                at_known = Some((progress.order, progress.p_portion));
            }
        },
    );
    let took = start.elapsed();
    let quotient = match found {
        Ok(quotient) => quotient,
        Err(error) => *error.partial,
    };
    let period = quotient.period().map(|p| (p.period, p.preperiod));
    let at_end = (quotient.order(), quotient.p_portion().len());
    let agrees = known.as_ref().is_none_or(|row| match row.heaps {
        None => same(row, at_end) && period == row.period,
        Some(_) => at_known
            .or(period.map(|_| at_end))
            .is_some_and(|found| same(row, found)),
    });
    Ok(QuotientRow {
        code: code.to_owned(),
        known,
        heap: quotient.largest_heap(),
        order: quotient.order(),
        period,
        agrees,
        took,
    })
}

fn same(row: &PublishedQuotient, (order, p_portion): (usize, usize)) -> bool {
    row.order == order && row.p_portion.is_none_or(|size| size == p_portion)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_games_are_solved_again_and_their_codes_not_listed_twice() {
        let rows = known();
        assert_eq!(rows.len(), 132);
        let others = other_codes();
        assert!(others.contains(&"0.77".to_owned()) && !others.contains(&"0.123".to_owned()));
        let row = rows.iter().find(|row| row.code == "0.123").cloned();
        let found = run("0.123", row, Duration::from_secs(60), &Limits::default()).unwrap();
        assert!(found.agrees && !found.is_further());
        assert_eq!(found.period, Some((5, 5)));
    }
}
