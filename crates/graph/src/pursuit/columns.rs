//! The thief configurations as bits of a row, and thief moves as masked shifts.
//!
//! A thief's cell is numbered within the smallest box around the cells that thieves can reach; a
//! configuration of several thieves is a number with a digit per thief in base `area`. A move by
//! (rows, columns) adds the same number to every configuration in which it is legal: for all
//! configurations at once it is a shift of the row, and a mask of where it is legal.

use grundy_core::LimitReached;

use super::PursuitRules;
use super::map::{Cell, Map};
use super::moves::reachable;
use super::table::{BLOCK_BITS, Block, EMPTY};
use crate::budget::Budget;

/// The thief configurations and their moves: the columns of every table.
#[derive(Debug)]
pub(super) struct Columns {
    frame: Frame,
    thieves: usize,
    /// Blocks in a row.
    pub(super) blocks: usize,
    /// Every configuration in which all thieves stand on cells they can reach.
    pub(super) free: Vec<Block>,
    /// Configurations with a thief on an exit.
    pub(super) exit: Vec<Block>,
    /// The moves of all thieves, and staying.
    pub(super) moves: Vec<ColumnMove>,
    /// The configuration at the start.
    pub(super) start: usize,
}

/// A move that adds `offset` to every configuration in `legal`.
#[derive(Debug)]
pub(super) struct ColumnMove {
    pub(super) offset: isize,
    pub(super) legal: Vec<Block>,
}

impl Columns {
    /// The thief configurations of `map`.
    pub(super) fn new(
        map: &Map,
        rules: PursuitRules,
        budget: &mut Budget,
    ) -> Result<Columns, LimitReached> {
        let cells = reachable(map, rules.thief_moves, map.thieves(), budget)?;
        let frame = Frame::around(map, &cells);
        let thieves = map.thieves().len();
        let mut is_free = vec![false; frame.area()];
        let mut is_exit = vec![false; frame.area()];
        for &cell in &cells {
            let at = frame.number(cell).expect("the frame holds every cell");
            is_free[at] = true;
            is_exit[at] = map.is_exit(cell);
        }
        let mut columns = Columns {
            frame,
            thieves,
            blocks: frame.area().pow(thieves as u32).div_ceil(BLOCK_BITS),
            free: Vec::new(),
            exit: Vec::new(),
            moves: Vec::new(),
            start: 0,
        };
        columns.start = columns.configuration(map.thieves());
        let all_free = |digits: &[usize]| digits.iter().all(|&digit| is_free[digit]);
        columns.free = columns.where_all(all_free, budget)?;
        let is_out = |digits: &[usize]| digits.iter().any(|&digit| is_exit[digit]);
        columns.exit = columns.where_all(|digits| all_free(digits) && is_out(digits), budget)?;
        columns.add_moves(map, rules, &cells, budget)?;
        Ok(columns)
    }

    /// The number of the configuration with the thieves on `cells`.
    pub(super) fn configuration(&self, cells: &[Cell]) -> usize {
        let digits = cells.iter().rev();
        digits.fold(0, |number, &cell| {
            let digit = self.frame.number(cell).expect("thieves stay in the frame");
            number * self.frame.area() + digit
        })
    }

    /// The cells of the thieves in `configuration`.
    pub(super) fn cells(&self, configuration: usize) -> Vec<Cell> {
        let digits = self.digits(configuration);
        digits.map(|digit| self.frame.cell(digit)).collect()
    }

    /// Whether move `index` is legal in `configuration`.
    pub(super) fn is_legal(&self, index: usize, configuration: usize) -> bool {
        let block = self.moves[index].legal[configuration / BLOCK_BITS];
        let bit = configuration % BLOCK_BITS;
        block[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// How many configurations [`Columns::with_thief_on`] visits at most.
    pub(super) fn configurations_with_thief_on_a_cell(&self) -> usize {
        self.thieves * self.frame.area().pow(self.thieves as u32 - 1)
    }

    /// Calls `visit` with every configuration in which some thief stands on `cell`.
    pub(super) fn with_thief_on(&self, cell: Cell, mut visit: impl FnMut(usize)) {
        let (Some(digit), area) = (self.frame.number(cell), self.frame.area()) else {
            return;
        };
        for thief in 0..self.thieves {
            let place = area.pow(thief as u32);
            for high in 0..area.pow((self.thieves - 1 - thief) as u32) {
                let base = (high * area + digit) * place;
                (base..base + place).for_each(&mut visit);
            }
        }
    }

    /// The greatest distance that a move shifts a row by.
    pub(super) fn longest_shift(&self) -> usize {
        let offsets = self.moves.iter().map(|step| step.offset.unsigned_abs());
        offsets.max().unwrap_or(0)
    }

    fn add_moves(
        &mut self,
        map: &Map,
        rules: PursuitRules,
        cells: &[Cell],
        budget: &mut Budget,
    ) -> Result<(), LimitReached> {
        let mut can_move = vec![EMPTY; self.blocks];
        for &(rows, columns) in rules.thief_moves.directions() {
            // Whether a slide of the present length is legal from each cell of the frame.
            let mut tips: Vec<Option<Cell>> = vec![None; self.frame.area()];
            for &cell in cells {
                tips[self.frame.number(cell).expect("in the frame")] = Some(cell);
            }
            for length in 1..=rules.thief_moves.reach(map) as isize {
                budget.work(tips.len() as u64)?;
                for tip in &mut tips {
                    *tip = tip.and_then(|cell| map.neighbour(cell, (rows, columns)));
                }
                if tips.iter().all(Option::is_none) {
                    break;
                }
                let step = length * (rows as isize * self.frame.width as isize + columns as isize);
                self.add_step(step, &tips, &mut can_move, budget)?;
            }
        }
        let legal = (0..self.blocks).map(|at| {
            if rules.may_stay {
                self.free[at]
            } else {
                std::array::from_fn(|word| self.free[at][word] & !can_move[at][word])
            }
        });
        let legal: Vec<Block> = legal.collect();
        if legal.iter().any(|block| *block != EMPTY) {
            self.moves.push(ColumnMove { offset: 0, legal });
        }
        Ok(())
    }

    /// Adds the move that takes one thief `step` cells on, for each thief, where `tips` has a target.
    fn add_step(
        &mut self,
        step: isize,
        tips: &[Option<Cell>],
        can_move: &mut [Block],
        budget: &mut Budget,
    ) -> Result<(), LimitReached> {
        for thief in 0..self.thieves {
            let mut legal = self.where_all(|digits| tips[digits[thief]].is_some(), budget)?;
            for (at, block) in legal.iter_mut().enumerate() {
                for (word, bits) in block.iter_mut().enumerate() {
                    *bits &= self.free[at][word];
                    can_move[at][word] |= *bits;
                }
            }
            let offset = step * self.frame.area().pow(thief as u32) as isize;
            self.moves.push(ColumnMove { offset, legal });
        }
        Ok(())
    }

    /// The configurations whose digits satisfy `holds`, as a row.
    fn where_all(
        &self,
        holds: impl Fn(&[usize]) -> bool,
        budget: &mut Budget,
    ) -> Result<Vec<Block>, LimitReached> {
        let mut row = vec![EMPTY; self.blocks];
        let mut digits = vec![0; self.thieves];
        for configuration in 0..self.frame.area().pow(self.thieves as u32) {
            budget.work(1)?;
            if holds(&digits) {
                let (block, bit) = (configuration / BLOCK_BITS, configuration % BLOCK_BITS);
                row[block][bit / 64] |= 1 << (bit % 64);
            }
            for digit in &mut digits {
                *digit += 1;
                if *digit < self.frame.area() {
                    break;
                }
                *digit = 0;
            }
        }
        Ok(row)
    }

    fn digits(&self, configuration: usize) -> impl Iterator<Item = usize> {
        let area = self.frame.area();
        (0..self.thieves as u32).map(move |thief| configuration / area.pow(thief) % area)
    }
}

/// A rectangle of a map, with its cells numbered row by row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    map_width: usize,
    top: usize,
    left: usize,
    width: usize,
    height: usize,
}

impl Frame {
    /// The smallest frame around `cells`, of which there is at least one.
    pub(super) fn around(map: &Map, cells: &[Cell]) -> Frame {
        let positions = || cells.iter().map(|&cell| map.position(cell));
        let ends = |values: &mut dyn Iterator<Item = usize>| {
            values.fold((usize::MAX, 0), |(least, most), value| {
                (least.min(value), most.max(value))
            })
        };
        let (top, bottom) = ends(&mut positions().map(|position| position.0));
        let (left, right) = ends(&mut positions().map(|position| position.1));
        Frame {
            map_width: map.width(),
            top,
            left,
            width: right - left + 1,
            height: bottom - top + 1,
        }
    }

    /// Cells in the frame.
    pub(super) fn area(&self) -> usize {
        self.width * self.height
    }

    fn number(&self, cell: Cell) -> Option<usize> {
        let row = (cell as usize / self.map_width).checked_sub(self.top)?;
        let column = (cell as usize % self.map_width).checked_sub(self.left)?;
        (row < self.height && column < self.width).then(|| row * self.width + column)
    }

    fn cell(&self, number: usize) -> Cell {
        let (row, column) = (number / self.width, number % self.width);
        ((row + self.top) * self.map_width + column + self.left) as Cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::unlimited;

    fn bits(row: &[Block]) -> Vec<usize> {
        let words = row.as_flattened();
        let is_set = |&bit: &usize| words[bit / 64] >> (bit % 64) & 1 == 1;
        (0..words.len() * 64).filter(is_set).collect()
    }

    #[test]
    fn columns_are_the_cells_within_the_walls() {
        let map: Map = "######\n#P##E#\n###.T#\n######".parse().unwrap();
        let limits = unlimited();
        let mut budget = Budget::new(&limits, 0).unwrap();
        let columns = Columns::new(&map, PursuitRules::default(), &mut budget).unwrap();
        // The box of the thief's three cells: `#E` over `.T`.
        assert_eq!(bits(&columns.free), [1, 2, 3]);
        assert_eq!((bits(&columns.exit), columns.start), (vec![1], 3));
        assert_eq!(columns.cells(3), map.thieves());
        let from_3 = |step: &&ColumnMove| bits(&step.legal).contains(&3);
        let offsets: Vec<isize> = columns
            .moves
            .iter()
            .filter(from_3)
            .map(|m| m.offset)
            .collect();
        assert_eq!(offsets, [-2, -1]);
    }

    #[test]
    fn two_thieves_are_two_digits() {
        let map: Map = "PTT".parse().unwrap();
        let limits = unlimited();
        let mut budget = Budget::new(&limits, 0).unwrap();
        let columns = Columns::new(&map, PursuitRules::default(), &mut budget).unwrap();
        assert_eq!(columns.start, 1 + 2 * 3);
        assert_eq!(columns.cells(7), [1, 2]);
        let mut caught = Vec::new();
        columns.with_thief_on(0, |configuration| caught.push(configuration));
        caught.sort_unstable();
        caught.dedup();
        assert_eq!(caught, [0, 1, 2, 3, 6]);
    }
}
