//! Patterns in the values, the lost positions and the remoteness of a game.

use grundy_core::{Limits, Play};
use grundy_positions::Game;
use grundy_sequence::Values;

use crate::domain::Domain;
use crate::error::ConjectureError;
use crate::patterns::{Pattern, PatternStanding, Quantity, Series, grid, lost, sequence};
use crate::positions::PositionTable;
use crate::table::{FactTable, Facts, PositionFacts, SizeSummary, collect};

/// The least number of sizes in which patterns are looked for.
pub const FEWEST_SIZES: u64 = 6;

/// Where patterns are looked for, and what values are compared with.
pub struct GuessOptions<'o> {
    /// The least size; smaller ones are not looked at.
    pub from: u64,
    /// The largest size.
    pub to: u64,
    /// The sequences of known games up to a size; asked for only where no formula fits.
    pub known: &'o dyn Fn(u64) -> Vec<KnownSequence>,
}

/// Positions that may be searched for the values of one known game.
const MOST_POSITIONS: u64 = 20_000;

/// The nim-values of a known game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSequence {
    /// The game.
    pub name: String,
    /// The heap that the first value belongs to.
    pub first: u64,
    /// The values.
    pub values: Vec<u64>,
}

impl KnownSequence {
    /// The values of the positions 0 (or 1, where there is no position 0) to `to` of the game called `name`; `None` if its
    /// positions are not numbers, or all values are the same.
    pub fn new(name: &str, game: Box<dyn Game>, to: u64, limits: &Limits) -> Option<KnownSequence> {
        let mut limits = limits.clone();
        limits.positions = limits.positions.min(MOST_POSITIONS);
        let mut table = PositionTable::new(game, Play::Normal, limits);
        (0..2).find_map(|first| {
            let values = table.values_of_numbers(first, to)?;
            let is_varied = values.iter().max() > values.iter().min();
            is_varied.then_some(KnownSequence {
                name: name.to_owned(),
                first,
                values,
            })
        })
    }
}

/// What was looked at, and the patterns in it.
#[derive(Clone, Debug)]
pub struct GuessedPatterns {
    /// The positions that were looked at, in words.
    pub domain: String,
    /// The ending convention.
    pub play: Play,
    /// What is known about each position; `None` where a size has several positions that differ.
    pub table: Option<FactTable>,
    /// What is known about each size, where a size has several positions that differ.
    pub sizes: Vec<SizeSummary>,
    /// The least number that was not used to find patterns, only to test them.
    pub trained_to: u64,
    /// The patterns, those that hold first.
    pub patterns: Vec<Pattern>,
}

impl GuessedPatterns {
    /// True if a pattern of this quantity holds.
    pub fn explains(&self, quantity: Quantity) -> bool {
        let mut patterns = self.patterns.iter();
        patterns.any(|pattern| pattern.quantity == quantity && pattern.standing.holds())
    }

    /// True if the values follow no pattern, although the lost positions do.
    pub fn only_lost_positions_are_explained(&self) -> bool {
        let has_values = self.table.as_ref().is_some_and(|table| {
            let mut cells = table.cells();
            cells.any(|(_, facts)| facts.is_some_and(|facts| facts.value.is_some()))
        });
        has_values && self.explains(Quantity::Lost) && !self.explains(Quantity::Value)
    }
}

/// Looks for patterns in the positions of `domain` with sizes from `options.from` to `options.to`.
///
/// # Errors
///
/// [`ConjectureError`] if there are too few sizes, the rules fail, or a limit ends the work.
pub fn guess(
    table: &mut PositionTable,
    domain: Domain<'_>,
    options: &GuessOptions<'_>,
) -> Result<GuessedPatterns, ConjectureError> {
    let (from, to) = (options.from, options.to);
    let sizes = to.saturating_add(1).saturating_sub(from);
    if sizes < FEWEST_SIZES {
        return Err(ConjectureError::TooFewSizes {
            sizes,
            least: FEWEST_SIZES,
        });
    }
    let described = domain.describe(from, to);
    let is_line_of_heaps = matches!(&domain, Domain::Numbers(lists) if lists.count == 1);
    let facts = collect(table, domain, from, to)?;
    let mut guessed = GuessedPatterns {
        domain: described,
        play: table.play(),
        table: None,
        sizes: Vec::new(),
        trained_to: from + sizes * 2 / 3,
        patterns: Vec::new(),
    };
    match facts {
        Facts::Sizes(sizes) => {
            guessed.trained_to = from + sizes.len() as u64 * 2 / 3;
            guessed.patterns = in_sizes(&sizes);
            guessed.sizes = sizes;
        }
        Facts::Table(facts) if facts.dimensions() == 1 => {
            let sizes = facts.to() + 1 - from;
            guessed.trained_to = from + sizes * 2 / 3;
            guessed.patterns = in_line(&facts, guessed.trained_to, options.known);
            if is_line_of_heaps && table.play() == Play::Normal {
                guessed.patterns.extend(proved_period(table, &facts)?);
            }
            guessed.table = Some(facts);
        }
        Facts::Table(facts) => {
            guessed.patterns = grid::patterns(&facts, guessed.trained_to);
            guessed.table = Some(facts);
        }
    }
    let rank = |standing| match standing {
        PatternStanding::Proved => 0,
        PatternStanding::Observed => 1,
        PatternStanding::Failed { .. } => 2,
    };
    guessed
        .patterns
        .sort_by_key(|pattern| (rank(pattern.standing), pattern.quantity));
    Ok(guessed)
}

/// Patterns where each n has one position.
fn in_line(
    table: &FactTable,
    trained_to: u64,
    known: &dyn Fn(u64) -> Vec<KnownSequence>,
) -> Vec<Pattern> {
    let mut cells: Vec<Option<PositionFacts>> =
        table.cells().map(|(_, facts)| facts.copied()).collect();
    let mut first = table.from();
    // Some games have no position 0.
    while matches!(cells.first(), Some(None)) {
        cells.remove(0);
        first += 1;
    }
    let trained = trained_to.saturating_sub(first) as usize;
    if trained < 2 || cells.len() <= trained {
        return Vec::new();
    }
    let is_lost: Vec<bool> = cells
        .iter()
        .map(|facts| facts.is_some_and(|facts| facts.is_lost()))
        .collect();
    let mut found = Vec::new();
    let all = |of: fn(&PositionFacts) -> Option<u64>| -> Option<Vec<u64>> {
        cells
            .iter()
            .map(|facts| facts.as_ref().and_then(of))
            .collect()
    };
    if let Some(values) = all(|facts| facts.value) {
        let series = Series {
            first,
            items: &values,
            trained,
        };
        found.extend(sequence::patterns(Quantity::Value, series));
        if !sequence::any_holds(&found) {
            found.extend(sequence::known(series, &known(table.to())));
        }
    }
    found.extend(lost::patterns(Series {
        first,
        items: &is_lost,
        trained,
    }));
    if let Some(remoteness) = all(|facts| facts.remoteness) {
        let series = Series {
            first,
            items: &remoteness,
            trained,
        };
        found.extend(sequence::patterns(Quantity::Remoteness, series));
    }
    found
}

/// Patterns where sizes have several positions that differ.
fn in_sizes(sizes: &[SizeSummary]) -> Vec<Pattern> {
    let trained = sizes.len() * 2 / 3;
    let Some(first) = sizes.first().map(|summary| summary.size) else {
        return Vec::new();
    };
    if trained < 4 {
        return Vec::new();
    }
    let lost: Vec<u64> = sizes.iter().map(|summary| summary.lost).collect();
    let series = Series {
        first,
        items: &lost,
        trained,
    };
    let mut found = sequence::patterns(Quantity::LostCount, series);
    let largest: Option<Vec<u64>> = sizes.iter().map(|summary| summary.largest_value).collect();
    if let Some(largest) = largest {
        let series = Series {
            first,
            items: &largest,
            trained,
        };
        found.extend(sequence::patterns(Quantity::LargestValue, series));
    }
    found
}

/// The period that the theory of heap games proves from this many values, if the positions are the
/// heaps of the rules.
fn proved_period(
    table: &mut PositionTable,
    facts: &FactTable,
) -> Result<Option<Pattern>, ConjectureError> {
    let Some(rules) = table.heap_rules().cloned() else {
        return Ok(None);
    };
    let mut values = Values::new(rules);
    let limits = table.limits();
    values.extend(facts.to().saturating_add(1), limits)?;
    values.look();
    let Some(period) = values.period().cloned() else {
        return Ok(None);
    };
    // A position n may stand for another heap than n (a strip with crosses on it).
    for (numbers, known) in facts.cells() {
        let value = values.value(numbers[0], limits)?;
        if known.is_some_and(|known| known.value.map(u128::from) != Some(value.0)) {
            return Ok(None);
        }
    }
    let saltus = match period.saltus {
        0 => String::new(),
        saltus => format!(", rising by {saltus} each time"),
    };
    Ok(Some(Pattern {
        quantity: Quantity::Value,
        text: format!(
            "period {} from n = {}{saltus} ({})",
            period.period,
            period.preperiod,
            period.theorem.word()
        ),
        standing: PatternStanding::Proved,
    }))
}
