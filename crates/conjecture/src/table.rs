//! What is known about the positions that patterns are looked for in.

use grundy_core::{Outcome, Play};
use grundy_positions::Id;

use crate::domain::{Domain, NumberLists, PositionLayers, PositionText};
use crate::error::ConjectureError;
use crate::positions::PositionTable;

/// Positions that may be searched for remoteness.
const POSITIONS_FOR_REMOTENESS: u64 = 100_000;

/// What is known about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFacts {
    /// The nim-value, where the position has a finite one (never under misère play).
    pub value: Option<u64>,
    /// What happens to the player to move.
    pub outcome: Outcome,
    /// The number of moves to the end when the winner hurries and the loser delays, where it was
    /// computed.
    pub remoteness: Option<u64>,
}

impl PositionFacts {
    /// True if the player to move loses.
    pub fn is_lost(&self) -> bool {
        self.outcome == Outcome::Lose
    }
}

/// Facts about all positions made of some numbers, each number between the same bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactTable {
    dimensions: usize,
    from: u64,
    to: u64,
    /// Row by row: the last number changes first.
    cells: Vec<Option<PositionFacts>>,
}

impl FactTable {
    /// How many numbers a position has.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The least number.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The largest number.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// The facts about a position; `None` if the game has no such position or it is not in the table.
    pub fn get(&self, numbers: &[u64]) -> Option<&PositionFacts> {
        let side = self.to - self.from + 1;
        let mut at = 0;
        for &number in numbers {
            at = at * side + number.checked_sub(self.from).filter(|&n| n < side)?;
        }
        self.cells.get(at as usize)?.as_ref()
    }

    /// Every cell with its numbers, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Vec<u64>, Option<&PositionFacts>)> {
        let side = self.to - self.from + 1;
        self.cells.iter().enumerate().map(move |(at, facts)| {
            let mut rest = at as u64;
            let mut numbers = vec![0; self.dimensions];
            for number in numbers.iter_mut().rev() {
                *number = self.from + rest % side;
                rest /= side;
            }
            (numbers, facts.as_ref())
        })
    }

    /// The values as rows: one row for single numbers; for more, the rows of the last two numbers with
    /// all numbers before them at their least.
    pub fn rows(&self) -> Vec<Vec<Option<u64>>> {
        let side = (self.to - self.from + 1) as usize;
        let rows = if self.dimensions == 1 { 1 } else { side };
        let cells = self.cells[..rows * side].chunks(side);
        cells
            .map(|row| {
                let facts = row.iter();
                facts
                    .map(|facts| facts.and_then(|facts| facts.value))
                    .collect()
            })
            .collect()
    }

    /// The table of what `facts` says about each list of numbers.
    #[cfg(test)]
    pub(crate) fn of_numbers(
        dimensions: usize,
        from: u64,
        to: u64,
        mut facts: impl FnMut(&[u64]) -> Option<PositionFacts>,
    ) -> FactTable {
        let side = (to - from + 1) as usize;
        let mut table = FactTable {
            dimensions,
            from,
            to,
            cells: vec![None; side.pow(dimensions as u32)],
        };
        let cells: Vec<Option<PositionFacts>> =
            table.cells().map(|(numbers, _)| facts(&numbers)).collect();
        table.cells = cells;
        table
    }

    /// The table of a sequence of facts about n = `from`, `from + 1`, …
    pub(crate) fn line(from: u64, cells: Vec<Option<PositionFacts>>) -> FactTable {
        FactTable {
            dimensions: 1,
            from,
            to: from + (cells.len() as u64).saturating_sub(1),
            cells,
        }
    }
}

/// What is known about the positions of one size, where there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeSummary {
    /// The size.
    pub size: u64,
    /// How many positions there are.
    pub positions: u64,
    /// How many of them are lost.
    pub lost: u64,
    /// The largest value, if all of them have one.
    pub largest_value: Option<u64>,
}

/// The facts that patterns are looked for in.
pub(crate) enum Facts {
    /// Positions made of numbers, or one position (or several that agree) for each size.
    Table(FactTable),
    /// Several positions of each size.
    Sizes(Vec<SizeSummary>),
}

/// Finds the facts about the positions with sizes `from` to `to`.
pub(crate) fn collect(
    table: &mut PositionTable,
    domain: Domain<'_>,
    from: u64,
    to: u64,
) -> Result<Facts, ConjectureError> {
    match domain {
        Domain::Numbers(lists) => numbers(table, &lists, from, to).map(Facts::Table),
        Domain::Layers(layers) => by_layers(table, layers, from, to),
    }
}

fn numbers(
    table: &mut PositionTable,
    lists: &NumberLists,
    from: u64,
    to: u64,
) -> Result<FactTable, ConjectureError> {
    let side = (to - from).saturating_add(1);
    let cells = (0..lists.count).fold(1u64, |cells, _| cells.saturating_mul(side));
    table.limits().check_positions(cells)?;
    let empty = FactTable {
        dimensions: lists.count,
        from,
        to,
        cells: vec![None; cells as usize],
    };
    let mut ids: Vec<Option<Id>> = Vec::with_capacity(cells as usize);
    let mut refused = None;
    for (numbers, _) in empty.cells() {
        // Some games have no position with a 0.
        match table.text_of_numbers(&lists.notation, &numbers) {
            Ok(text) => ids.push(Some(table.find(&PositionText { text, player: 0 })?)),
            Err(error) => {
                refused.get_or_insert(error);
                ids.push(None);
            }
        }
    }
    if let (true, Some(error)) = (ids.iter().all(Option::is_none), refused) {
        return Err(error);
    }
    let cells = facts(table, &ids)?;
    Ok(FactTable { cells, ..empty })
}

/// The facts about each position; `None` where there is none.
fn facts(
    table: &mut PositionTable,
    ids: &[Option<Id>],
) -> Result<Vec<Option<PositionFacts>>, ConjectureError> {
    let known: Vec<Id> = ids.iter().copied().flatten().collect();
    table.prepare(&known);
    let mut found = Vec::with_capacity(ids.len());
    for &id in ids {
        table.limits().check_time()?;
        found.push(match id {
            None => None,
            Some(id) => Some(PositionFacts {
                value: match table.play() {
                    Play::Normal => table.value(id)?,
                    Play::Misere => None,
                },
                outcome: table.outcome(id)?,
                remoteness: None,
            }),
        });
    }
    if let Some(remoteness) = table.remoteness(&known, POSITIONS_FOR_REMOTENESS)? {
        let positions = found.iter_mut().flatten();
        for (facts, remoteness) in positions.zip(remoteness) {
            facts.remoteness = remoteness;
        }
    }
    Ok(found)
}

fn by_layers(
    table: &mut PositionTable,
    layers: PositionLayers<'_>,
    from: u64,
    to: u64,
) -> Result<Facts, ConjectureError> {
    let (mut sizes, mut ids): (Vec<u64>, Vec<Option<Id>>) = (Vec::new(), Vec::new());
    let mut size = 0;
    let mut next = layers.next;
    while size <= to {
        let Some(positions) = next(size)? else { break };
        if size >= from {
            table.limits().check_positions(ids.len() as u64)?;
            for position in positions {
                sizes.push(size);
                ids.push(Some(table.find(&position)?));
            }
        }
        size += 1;
    }
    let facts: Vec<PositionFacts> = facts(table, &ids)?.into_iter().flatten().collect();
    let mut groups = vec![Vec::new(); size.saturating_sub(from) as usize];
    for (size, facts) in sizes.into_iter().zip(facts) {
        groups[(size - from) as usize].push(facts);
    }
    let agree = |group: &Vec<PositionFacts>| group.windows(2).all(|pair| pair[0] == pair[1]);
    if groups.iter().all(agree) {
        let cells = groups.iter().map(|group| group.first().copied()).collect();
        return Ok(Facts::Table(FactTable::line(from, cells)));
    }
    let summaries = (from..)
        .zip(&groups)
        .map(|(size, group)| summary(size, group));
    Ok(Facts::Sizes(summaries.collect()))
}

fn summary(size: u64, group: &[PositionFacts]) -> SizeSummary {
    let values: Option<Vec<u64>> = group.iter().map(|facts| facts.value).collect();
    SizeSummary {
        size,
        positions: group.len() as u64,
        lost: group.iter().filter(|facts| facts.is_lost()).count() as u64,
        largest_value: values.and_then(|values| values.into_iter().max()),
    }
}
