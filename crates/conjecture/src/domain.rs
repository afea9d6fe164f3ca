//! Which positions a conjecture is about, smallest first.

use std::fmt;

use grundy_core::Play;
use grundy_positions::Id;
use rustc_hash::FxHashSet;

use crate::error::ConjectureError;
use crate::positions::PositionTable;

/// The positions that a conjecture is about.
pub enum Domain<'d> {
    /// Positions made of numbers.
    Numbers(NumberLists),
    /// Positions in layers of growing size.
    Layers(PositionLayers<'d>),
}

/// Positions made of `count` numbers each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberLists {
    /// How many numbers a position has.
    pub count: usize,
    /// How they are written.
    pub notation: NumberNotation,
    /// True if each position is meant twice, with either player to move.
    pub either_player: bool,
}

/// How a position made of numbers is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberNotation {
    /// `7`, `3,4`, or `3x4` where the ruleset reads only that.
    Heaps,
    /// A tuple in a rules file: `(3,4)`.
    Tuple,
    /// A list in a rules file: `[3,4]`.
    List,
    /// A string in a rules file: this one character n times.
    Repeated(char),
}

/// Positions that the caller lists, layer by layer.
pub struct PositionLayers<'d> {
    /// What a layer is.
    pub kind: LayerKind,
    /// The positions of layer n; `None` when no later layer has any. Called with 0, 1, 2, … in turn.
    pub next: NextLayer<'d>,
}

/// Lists the positions of a layer.
pub type NextLayer<'d> =
    Box<dyn FnMut(u64) -> Result<Option<Vec<PositionText>>, ConjectureError> + 'd>;

/// What the layers of a [`PositionLayers`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// Layer n has the positions of size n.
    Size,
    /// Layer n has the positions that the start leads to in n moves and no fewer.
    MovesFromStart,
}

/// A position as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The text that the ruleset reads (what stands behind the colon).
    pub text: String,
    /// The player to move, 0 or 1.
    pub player: u8,
}

/// One position of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The position.
    pub position: PositionText,
    /// Its numbers; none if it is not made of numbers.
    pub numbers: Vec<u64>,
}

/// How far positions are looked at if the caller does not say: by the count of numbers, 1 to 3.
const DEFAULT_TO: [u64; 3] = [300, 40, 16];
/// The same for four and more numbers, and for layers.
const DEFAULT_TO_OF_MANY: u64 = 8;
/// The same for strings, which mostly lead to a number of positions that grows exponentially.
const DEFAULT_TO_OF_STRINGS: u64 = 16;

/// The same for single heaps under misère play, where sums of heaps have to be searched.
const DEFAULT_TO_MISERE: u64 = 30;

/// A sensible largest size for a domain: a second or so of work in most games.
pub fn default_to(domain: &Domain<'_>, play: Play) -> u64 {
    let Domain::Numbers(lists) = domain else {
        return DEFAULT_TO_OF_MANY;
    };
    match (&lists.notation, lists.count, play) {
        (NumberNotation::Repeated(_), ..) => DEFAULT_TO_OF_STRINGS,
        (_, 1, Play::Misere) => DEFAULT_TO_MISERE,
        (_, count, _) => {
            let default = DEFAULT_TO.get(count.saturating_sub(1));
            default.copied().unwrap_or(DEFAULT_TO_OF_MANY)
        }
    }
}

impl NumberNotation {
    /// The texts for a list of numbers, the most usual one first.
    pub(crate) fn texts(&self, numbers: &[u64]) -> Vec<String> {
        let joined = |mark: &str| {
            let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
            words.join(mark)
        };
        match self {
            NumberNotation::Heaps if numbers.len() == 1 => vec![joined("")],
            NumberNotation::Heaps => vec![joined(","), joined("x")],
            NumberNotation::Tuple if numbers.len() == 1 => vec![format!("=({},)", numbers[0])],
            NumberNotation::Tuple => vec![format!("=({})", joined(","))],
            NumberNotation::List => vec![format!("=[{}]", joined(","))],
            NumberNotation::Repeated(mark) => {
                let count = usize::try_from(numbers[0]).unwrap_or(usize::MAX);
                vec![format!("=\"{}\"", mark.to_string().repeat(count))]
            }
        }
    }
}

impl Domain<'_> {
    /// The positions with sizes `from` to `to`, in words.
    pub fn describe(&self, from: u64, to: u64) -> String {
        match self {
            Domain::Numbers(lists) => lists.describe(from, to),
            Domain::Layers(layers) => layers.kind.describe(from, to),
        }
    }

    /// Visits the positions up to size `to`, smallest first, until `visit` answers false.
    pub(crate) fn for_each(
        &mut self,
        to: u64,
        table: &mut PositionTable,
        visit: &mut Visit<'_>,
    ) -> Result<(), ConjectureError> {
        match self {
            Domain::Numbers(lists) => lists.for_each(to, table, visit),
            Domain::Layers(layers) => {
                for n in 0..=to {
                    let Some(positions) = (layers.next)(n)? else {
                        break;
                    };
                    for position in positions {
                        let id = table.find(&position)?;
                        let numbers = Vec::new();
                        if !visit(&Candidate { position, numbers }, id, table)? {
                            return Ok(());
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// Called for each position; the walk ends when it answers false.
pub(crate) type Visit<'v> =
    dyn FnMut(&Candidate, Id, &mut PositionTable) -> Result<bool, ConjectureError> + 'v;

impl LayerKind {
    fn describe(self, from: u64, to: u64) -> String {
        match self {
            LayerKind::Size => format!("positions(n) for n from {from} to {to}"),
            LayerKind::MovesFromStart => {
                let moves = if to == 1 { "move" } else { "moves" };
                format!("what {to} {moves} from the start can reach")
            }
        }
    }
}

impl NumberLists {
    /// True if the ruleset reads such positions; where `with_moves`, its rules must list their moves too.
    ///
    /// # Errors
    ///
    /// [`ConjectureError`] if the rules fail or a limit is reached.
    pub fn is_understood(
        &self,
        table: &mut PositionTable,
        with_moves: bool,
    ) -> Result<bool, ConjectureError> {
        for n in 2..4 {
            let Ok(text) = table.text_of_numbers(&self.notation, &vec![n; self.count]) else {
                return Ok(false);
            };
            if with_moves {
                let id = table.find(&PositionText { text, player: 0 })?;
                table.options(id)?;
            }
        }
        Ok(true)
    }

    fn describe(&self, from: u64, to: u64) -> String {
        let player = if self.either_player {
            ", either player to move"
        } else {
            ""
        };
        match (&self.notation, self.count) {
            (NumberNotation::Repeated(mark), _) => {
                format!("strings of n times `{mark}`, n from {from} to {to}{player}")
            }
            (_, 1) => format!("n from {from} to {to}{player}"),
            (NumberNotation::Heaps, count) => format!("{count} heaps from {from} to {to} each"),
            (_, count) => format!("{count} numbers from {from} to {to} each{player}"),
        }
    }

    fn for_each(
        &self,
        to: u64,
        table: &mut PositionTable,
        visit: &mut Visit<'_>,
    ) -> Result<(), ConjectureError> {
        let is_heaps = self.notation == NumberNotation::Heaps;
        let mut seen: FxHashSet<Id> = FxHashSet::default();
        let mut refused = None;
        let mut any = false;
        each_list(self.count, to, &mut |numbers| {
            let text = match table.text_of_numbers(&self.notation, numbers) {
                Ok(text) => text,
                Err(error) => {
                    // A game may have no position 0.
                    refused.get_or_insert(error);
                    return Ok(true);
                }
            };
            any = true;
            for player in 0..=u8::from(self.either_player) {
                let position = PositionText {
                    text: text.clone(),
                    player,
                };
                let id = table.find(&position)?;
                if is_heaps && self.count > 1 {
                    table.limits().check_positions(seen.len() as u64)?;
                    if !seen.insert(table.canonical(id)) {
                        return Ok(true);
                    }
                }
                let candidate = Candidate {
                    position,
                    numbers: numbers.to_vec(),
                };
                if !visit(&candidate, id, table)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        match refused {
            Some(error) if !any => Err(error),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for PositionLayers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PositionLayers")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// Lists of `length` numbers from 0 to `to`, by their sum, then in order.
fn each_list(
    length: usize,
    to: u64,
    visit: &mut dyn FnMut(&[u64]) -> Result<bool, ConjectureError>,
) -> Result<(), ConjectureError> {
    let mut numbers = vec![0; length];
    let most = to.saturating_mul(length as u64);
    for total in 0..=most {
        if length == 0 || !fill(&mut numbers, 0, total, to, visit)? {
            break;
        }
    }
    Ok(())
}

/// Gives `numbers[at..]` every list of that sum.
fn fill(
    numbers: &mut [u64],
    at: usize,
    total: u64,
    to: u64,
    visit: &mut dyn FnMut(&[u64]) -> Result<bool, ConjectureError>,
) -> Result<bool, ConjectureError> {
    let rest = (numbers.len() - at - 1) as u64;
    if rest == 0 {
        numbers[at] = total;
        return visit(numbers);
    }
    for number in total.saturating_sub(to.saturating_mul(rest))..=total.min(to) {
        numbers[at] = number;
        if !fill(numbers, at + 1, total - number, to, visit)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_by_their_sum_and_each_once() {
        let mut lists = Vec::new();
        each_list(2, 2, &mut |numbers| {
            lists.push(numbers.to_vec());
            Ok(true)
        })
        .unwrap();
        let sums: Vec<u64> = lists.iter().map(|list| list.iter().sum()).collect();
        assert!(sums.is_sorted());
        lists.sort();
        lists.dedup();
        assert_eq!(lists.len(), 9);
    }
}
