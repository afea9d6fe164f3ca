//! How large a game is, before anything is allocated.

use grundy_core::{LimitReached, Limits};

use super::columns::Frame;
use super::map::Map;
use super::moves::reachable;
use super::table::{BLOCK_BITS, margin};
use super::{MoveSet, PursuitRules};
use crate::budget::Budget;

/// More than any machine has; below it, rows and columns can be numbered.
const MOST_BYTES: u64 = 1 << 40;

/// Bytes that a police configuration takes in lists and in the hash table that numbers it.
const ROW_BYTES: u128 = 320;

/// The states of a game and the memory its tables take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// States; a bound from above where policemen cannot all reach the same cells.
    pub(super) states: u128,
    /// Bytes of all tables, rounded up a little.
    pub(super) bytes: u128,
}

impl Size {
    /// The size of the game on `map`.
    pub(super) fn of(
        map: &Map,
        rules: PursuitRules,
        with_line: bool,
        budget: &mut Budget,
    ) -> Result<Size, LimitReached> {
        let police_cells = reachable(map, rules.police_moves, map.police(), budget)?;
        let thief_cells = reachable(map, rules.thief_moves, map.thieves(), budget)?;
        let rows = multisets(police_cells.len() as u128, map.police().len() as u128);
        let thieves = map.thieves().len() as u32;
        let columns = (thief_cells.len() as u128).saturating_pow(thieves);
        let box_columns = (Frame::around(map, &thief_cells).area() as u128).saturating_pow(thieves);
        let police_moves = 1 + most_moves(map, rules.police_moves) * map.police().len() as u128;
        let thief_moves = 1 + shifts(map, rules.thief_moves) * u128::from(thieves);
        let line_bits = if with_line {
            bits_for(police_moves) + bits_for(thief_moves)
        } else {
            0
        };
        let row_bytes = box_columns.div_ceil(BLOCK_BITS as u128).saturating_mul(32);
        let margins = 2 * 32 * margin(map.width() * map.height()) as u128;
        // Nine tables, the planes of best moves, a mask for each thief move, and for each row its
        // moves and its place in lists.
        let tables = rows.saturating_mul(row_bytes.saturating_mul(9 + line_bits));
        let masks = row_bytes.saturating_mul(thief_moves + 3);
        let lists = rows.saturating_mul(8 * police_moves + ROW_BYTES);
        Ok(Size {
            states: rows.saturating_mul(columns).saturating_mul(2),
            bytes: tables
                .saturating_add(masks)
                .saturating_add(lists)
                .saturating_add(9 * margins)
                .saturating_add(u128::from(map.memory_bytes())),
        })
    }

    /// Fails if the game is larger than `limits` allow, or than any machine can hold.
    pub(super) fn check(&self, limits: &Limits) -> Result<(), LimitReached> {
        if self.states > u128::from(limits.positions) {
            let limit = limits.positions;
            return Err(LimitReached::Positions { limit });
        }
        let limit = limits.bytes.min(MOST_BYTES);
        if self.bytes > u128::from(limit) {
            return Err(LimitReached::Bytes { limit });
        }
        limits.check_time()
    }
}

/// Bits that hold any number below `count`.
pub(super) fn bits_for(count: u128) -> u128 {
    u128::from(128 - count.saturating_sub(1).leading_zeros())
}

/// Multisets of `size` things of `kinds` kinds: `(kinds + size - 1)` choose `size`.
fn multisets(kinds: u128, size: u128) -> u128 {
    let mut count: u128 = 1;
    for taken in 0..size {
        match count.checked_mul(kinds + taken) {
            Some(product) => count = product / (taken + 1),
            None => return u128::MAX,
        }
    }
    count
}

/// The most moves that a piece can have from one cell.
fn most_moves(map: &Map, moves: MoveSet) -> u128 {
    let (least, most) = (map.width().min(map.height()), map.width().max(map.height()));
    let slides = match moves {
        MoveSet::Rook => map.width() + map.height() - 2,
        MoveSet::Bishop => 2 * (least - 1),
        MoveSet::Queen => map.width() + map.height() + 2 * least - 4,
        _ => moves.directions().len(),
    };
    slides.min(most * 8) as u128
}

/// The most shifts that the moves of one thief need.
fn shifts(map: &Map, moves: MoveSet) -> u128 {
    (moves.directions().len() * moves.reach(map)) as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_counted_in_cells_that_can_be_reached() {
        let limits = Limits::default();
        let size = |text: &str| {
            let mut budget = Budget::new(&limits, 0).unwrap();
            let map = text.parse().unwrap();
            let size = Size::of(&map, PursuitRules::default(), true, &mut budget);
            size.unwrap().states
        };
        assert_eq!(size("P.T"), 3 * 3 * 2);
        assert_eq!(size("P.#T"), 2 * 2);
        assert_eq!(size("PP.T"), 10 * 4 * 2);
        assert_eq!(size("P.TT"), 4 * 16 * 2);
    }

    #[test]
    fn a_hopeless_size_saturates() {
        let map: Map = "P"
            .repeat(3000)
            .chars()
            .chain("T".repeat(3000).chars())
            .collect::<String>()
            .parse()
            .unwrap();
        let limits = Limits::default();
        let mut budget = Budget::new(&limits, 0).unwrap();
        let size = Size::of(&map, PursuitRules::default(), true, &mut budget).unwrap();
        assert_eq!(size.states, u128::MAX);
    }
}
