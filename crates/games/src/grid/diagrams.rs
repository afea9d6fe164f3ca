//! Chomp by a dense table: the nimbers of all bars that fit in a rectangle.
//!
//! A bar is a list of row lengths that never increase. In a rectangle of `R` rows, row `i` (from 0, the longest) of
//! length `v` counts `B[i][v] = C(v + R - 1 - i, R - i)`, and the rank of a bar is the sum over its rows: the
//! combinatorial number system of the strictly decreasing numbers `v + R - 1 - i`. So all bars in a rectangle of
//! `R` rows and `C` columns have the ranks 0 to `C(R + C, R) - 1`, a bite lowers the rank, and the rank after a bite is
//! a difference of sums that are at hand.

use grundy_core::{LimitReached, Limits, OwnSearch};

/// The most bars in a table.
const MOST_BARS: u64 = 1 << 24;
/// Bars between two looks at the clock.
const BARS_BETWEEN_CHECKS: usize = 1 << 12;

/// The table of the largest rectangle that was needed.
#[derive(Default)]
pub(super) struct Diagrams {
    rectangle: Option<Rectangle>,
    /// The nimbers of all bars, by rank.
    nimbers: Vec<u16>,
}

impl OwnSearch<Vec<u64>> for Diagrams {
    fn name(&self) -> &'static str {
        "table of all bars that fit in the position"
    }

    fn reaches(&self, rows: &Vec<u64>) -> bool {
        let columns = rows.first().copied().unwrap_or(0);
        bars(rows.len() as u64, columns).is_some_and(|bars| bars <= MOST_BARS)
    }

    fn is_quick(&self, _rows: &Vec<u64>) -> bool {
        true
    }

    fn nimber(&mut self, rows: &Vec<u64>, limits: &Limits) -> Result<u32, LimitReached> {
        let columns = rows.first().map_or(0, |&length| length as usize);
        let fits =
            |rectangle: &Rectangle| rows.len() <= rectangle.rows && columns <= rectangle.columns;
        if !self.rectangle.as_ref().is_some_and(fits) {
            let rectangle = Rectangle::new(rows.len(), columns);
            self.nimbers = rectangle.nimbers(limits)?;
            self.rectangle = Some(rectangle);
        }
        let rectangle = self.rectangle.as_ref().expect("just made");
        Ok(self.nimbers[rectangle.rank(rows)].into())
    }
}

/// The number of bars that fit in a rectangle, the empty one included.
fn bars(rows: u64, columns: u64) -> Option<u64> {
    let (few, many) = (rows.min(columns), rows.max(columns));
    (1..=few).try_fold(1u64, |count, i| Some(count.checked_mul(many + i)? / i))
}

struct Rectangle {
    rows: usize,
    columns: usize,
    /// What row `i` of length `v` counts, at `i * (columns + 1) + v`.
    weights: Vec<u32>,
    /// For each length, the sums of the weights of rows `0..i` of that length.
    sums: Vec<u32>,
}

impl Rectangle {
    fn new(rows: usize, columns: usize) -> Rectangle {
        let weight = |row: usize, length: usize| match length {
            0 => 0,
            _ => bars((rows - row) as u64, length as u64 - 1).expect("the table is small") as u32,
        };
        let all = (0..rows).flat_map(|row| (0..=columns).map(move |length| (row, length)));
        let weights: Vec<u32> = all.map(|(row, length)| weight(row, length)).collect();
        let mut sums = Vec::with_capacity((columns + 1) * (rows + 1));
        for length in 0..=columns {
            let mut sum = 0;
            sums.push(0);
            for row in 0..rows {
                sum += weights[row * (columns + 1) + length];
                sums.push(sum);
            }
        }
        Rectangle {
            rows,
            columns,
            weights,
            sums,
        }
    }

    fn weight(&self, row: usize, length: usize) -> u32 {
        self.weights[row * (self.columns + 1) + length]
    }

    fn rank(&self, rows: &[u64]) -> usize {
        let weights = rows.iter().enumerate();
        weights
            .map(|(row, &length)| self.weight(row, length as usize) as usize)
            .sum()
    }

    /// The nimbers of all bars, by rank; the empty bar counts as 0.
    fn nimbers(&self, limits: &Limits) -> Result<Vec<u16>, LimitReached> {
        let count = bars(self.rows as u64, self.columns as u64).expect("the table is small");
        limits.check_bytes(2 * count)?;
        limits.check_positions(count)?;
        let mut walk = Walk::new(self);
        let mut nimbers = vec![0; count as usize];
        for rank in 1..count as usize {
            if rank.is_multiple_of(BARS_BETWEEN_CHECKS) {
                limits.check_time()?;
            }
            walk.advance();
            nimbers[rank] = walk.mex(&nimbers);
        }
        Ok(nimbers)
    }
}

/// The bars in order of rank.
struct Walk<'r> {
    rectangle: &'r Rectangle,
    lengths: Vec<usize>,
    /// How many rows are longer than each column's number.
    heights: Vec<usize>,
    /// The sums of the weights of rows `0..i`.
    before: Vec<u32>,
    /// The last bar in which each nimber was seen.
    seen: Vec<u32>,
    bar: u32,
}

impl<'r> Walk<'r> {
    /// At the empty bar.
    fn new(rectangle: &'r Rectangle) -> Walk<'r> {
        Walk {
            rectangle,
            lengths: vec![0; rectangle.rows],
            heights: vec![0; rectangle.columns],
            before: vec![0; rectangle.rows + 1],
            seen: vec![0; rectangle.rows * rectangle.columns + 1],
            bar: 0,
        }
    }

    /// To the next bar: the last row that can grow does, and those after it become empty.
    fn advance(&mut self) {
        let columns = self.rectangle.columns;
        let can_grow = |row: &usize| {
            let most = if *row == 0 {
                columns
            } else {
                self.lengths[row - 1]
            };
            self.lengths[*row] < most
        };
        let row = (0..self.lengths.len()).rev().find(can_grow);
        let row = row.expect("the last bar is the whole rectangle");
        for emptied in row + 1..self.lengths.len() {
            let length = std::mem::take(&mut self.lengths[emptied]);
            for height in &mut self.heights[..length] {
                *height = row + 1;
            }
        }
        self.heights[self.lengths[row]] = row + 1;
        self.lengths[row] += 1;
        for after in row..self.lengths.len() {
            let weight = self.rectangle.weight(after, self.lengths[after]);
            self.before[after + 1] = self.before[after] + weight;
        }
        self.bar += 1;
    }

    /// The mex of the bars after one bite, of which `nimbers` knows all.
    fn mex(&mut self, nimbers: &[u16]) -> u16 {
        let stride = self.rectangle.rows + 1;
        let total = self.before[self.lengths.len()];
        for column in 0..self.lengths[0] {
            let height = self.heights[column];
            let sums = &self.rectangle.sums[column * stride..][..=height];
            let rest = total - self.before[height] + sums[height];
            // The poisoned square cannot be bitten.
            let first = usize::from(column == 0);
            for (before, sum) in self.before[first..height].iter().zip(&sums[first..]) {
                let option = rest + before - sum;
                self.seen[usize::from(nimbers[option as usize])] = self.bar;
            }
        }
        let gap = self.seen.iter().position(|&bar| bar != self.bar);
        gap.expect("there are more nimbers than bites") as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(rows: &[u64], known: &mut std::collections::HashMap<Vec<u64>, u32>) -> u32 {
        if let Some(&nimber) = known.get(rows) {
            return nimber;
        }
        let mut values = Vec::new();
        for row in 0..rows.len() {
            for column in u64::from(row == 0)..rows[row] {
                let mut option = rows.to_vec();
                option[row..]
                    .iter_mut()
                    .for_each(|length| *length = column.min(*length));
                option.retain(|length| *length > 0);
                values.push(plain(&option, known));
            }
        }
        let nimber = (0..).find(|n| !values.contains(n)).unwrap();
        known.insert(rows.to_vec(), nimber);
        nimber
    }

    #[test]
    fn every_bar_in_a_rectangle_has_the_nimber_of_the_definition() {
        let mut known = std::collections::HashMap::new();
        for (rows, columns) in [(4, 5), (5, 3), (1, 6), (6, 1), (2, 7)] {
            plain(&vec![columns; rows], &mut known);
        }
        let limits = Limits::default();
        let mut growing = Diagrams::default();
        for (bar, &nimber) in &known {
            assert_eq!(growing.nimber(bar, &limits), Ok(nimber), "{bar:?}");
            assert_eq!(
                Diagrams::default().nimber(bar, &limits),
                Ok(nimber),
                "{bar:?}"
            );
        }
        assert!(known.len() > 100);
    }

    #[test]
    fn tables_that_would_be_large_are_not_made() {
        let reaches = |rows: usize, columns: u64| Diagrams::default().reaches(&vec![columns; rows]);
        assert!(reaches(12, 12) && reaches(13, 13) && reaches(2, 5000));
        assert!(!reaches(14, 14) && !reaches(100, 100));
        let little = Limits {
            bytes: 1000,
            ..Limits::default()
        };
        let found = Diagrams::default().nimber(&vec![8; 8], &little);
        assert_eq!(found, Err(LimitReached::Bytes { limit: 1000 }));
    }
}
