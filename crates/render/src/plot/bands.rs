//! Values put into bands of equal height, which widen as larger or smaller values come.

use std::ops::AddAssign;

/// Values this close to 0 are drawn from 0 on.
const NEAR: u64 = 20;

/// Bands that cover all values so far, each 2^`shift` values high.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bands {
    most: u64,
    range: Option<(u64, u64)>,
    shift: u32,
    /// The number of the band that is drawn lowest; the band of value 0 has number 0.
    first: u64,
}

/// How counts by the bands before become counts by the bands now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Regrouping {
    shift: u32,
    before: u64,
    now: u64,
}

impl Bands {
    /// At most so many bands; no values yet.
    pub fn new(most: usize) -> Bands {
        Bands {
            most: most as u64,
            ..Bands::default()
        }
    }

    /// Takes in a value; says what happens to counts if the bands change.
    pub fn take_in(&mut self, value: u64) -> Option<Regrouping> {
        let range = match self.range {
            Some((least, largest)) if (least..=largest).contains(&value) => return None,
            Some((least, largest)) => (least.min(value), largest.max(value)),
            None => (value, value),
        };
        let is_empty = self.range.replace(range).is_none();
        let before = *self;
        let (low, high) = (self.low(), range.1);
        while (high >> self.shift) - (low >> self.shift) >= self.most {
            self.shift += 1;
        }
        self.first = low >> self.shift;
        let changed = (self.shift, self.first) != (before.shift, before.first);
        (changed && !is_empty).then_some(Regrouping {
            shift: self.shift - before.shift,
            before: before.first,
            now: self.first,
        })
    }

    /// Where the axis begins: at 0, unless all values are far from it and near each other.
    pub fn low(&self) -> u64 {
        match self.range {
            Some((least, largest)) if least / 2 > (largest - least).max(NEAR) => least,
            _ => 0,
        }
    }

    /// The largest value.
    pub fn high(&self) -> u64 {
        self.range.map_or(0, |(_, largest)| largest)
    }

    /// The band that holds `value`, from the lowest one drawn.
    pub fn of(&self, value: u64) -> usize {
        ((value >> self.shift) - self.first) as usize
    }

    /// The number of bands from the lowest to the highest.
    pub fn count(&self) -> usize {
        self.of(self.high()) + 1
    }
}

impl Regrouping {
    /// Turns counts by the bands before into counts by the bands now.
    pub fn apply<T: Copy + Default + PartialEq + AddAssign>(self, counts: &mut [T]) {
        let before = counts.to_vec();
        counts.fill(T::default());
        let bands = (self.before..=u64::MAX).zip(before);
        for (band, count) in bands.filter(|(_, count)| *count != T::default()) {
            counts[((band >> self.shift) - self.now) as usize] += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_bands_in_which_values_end_up() {
        let sequences: [&[u64]; 4] = [
            &[0, 1, 2, 3, 9, 70, 5, 1000],
            &[1_000_000, 1_000_003, 999_990, 1_000_050, 999_000],
            &[1_000_000, 999_999, 3, 0],
            &[u64::MAX, u64::MAX - 100, 1 << 40],
        ];
        for values in sequences {
            let mut bands = Bands::new(16);
            let mut counts = [0u32; 16];
            for &value in values {
                if let Some(regrouping) = bands.take_in(value) {
                    regrouping.apply(&mut counts);
                }
                counts[bands.of(value)] += 1;
            }
            let mut expected = [0u32; 16];
            values
                .iter()
                .for_each(|&value| expected[bands.of(value)] += 1);
            assert_eq!(counts, expected, "{values:?}");
            assert!(bands.count() <= 16);
        }
    }

    #[test]
    fn the_axis_begins_at_0_unless_all_values_are_far_from_it() {
        let low = |values: &[u64]| {
            let mut bands = Bands::new(16);
            for &value in values {
                bands.take_in(value);
            }
            bands.low()
        };
        assert_eq!(low(&[7, 7, 7]), 0);
        assert_eq!(low(&[30, 60, 90]), 0);
        assert_eq!(low(&[1_000_100, 1_000_000]), 1_000_000);
        assert_eq!(low(&[1_000_100, 0]), 0);
    }
}
