//! Games with scores: every move earns points, and the player with more points in the end wins.
//!
//! The best difference of a position is the greatest, over all moves, of the points earned minus the best difference of
//! what is left; it is 0 where there is no move.

use std::hash::Hash;

use grundy_core::{LimitReached, Limits};
use rustc_hash::{FxHashMap, FxHashSet};

/// The best difference of every position that play can reach, and a move that gets it.
pub struct Scores<P> {
    best: FxHashMap<P, Best<P>>,
}

/// What the player to move can get.
#[derive(Clone, Debug)]
struct Best<P> {
    difference: i64,
    /// The points of the best move, and the position after it.
    played: Option<(i64, P)>,
}

/// Why there are no scores.
#[derive(Debug)]
pub enum ScoreError<E> {
    /// The rules failed.
    Rules(E),
    /// A limit was reached.
    Limit(LimitReached),
    /// Positions repeat: points could be earned for ever.
    Repeats,
    /// Points add up to more than 64 bits hold.
    TooLarge,
}

/// A position on the way, and how far its options have been looked at.
struct Frame<P> {
    position: P,
    options: Vec<(i64, P)>,
    next: usize,
    best: Best<P>,
}

impl<P: Clone + Eq + Hash> Scores<P> {
    /// Examines everything that can be reached from `start`; `options` gives the points of each move and the position
    /// after it.
    ///
    /// # Errors
    ///
    /// [`ScoreError`].
    pub fn find<E>(
        start: &P,
        options: &mut dyn FnMut(&P) -> Result<Vec<(i64, P)>, E>,
        limits: &Limits,
    ) -> Result<Scores<P>, ScoreError<E>> {
        let mut best: FxHashMap<P, Best<P>> = FxHashMap::default();
        let mut path = FxHashSet::default();
        let mut enter = |position: P, path: &mut FxHashSet<P>, known: usize| {
            limits.check_time().map_err(ScoreError::Limit)?;
            let count = (known + path.len()) as u64;
            limits.check_positions(count).map_err(ScoreError::Limit)?;
            if !path.insert(position.clone()) {
                return Err(ScoreError::Repeats);
            }
            Ok(Frame {
                options: options(&position).map_err(ScoreError::Rules)?,
                position,
                next: 0,
                best: Best {
                    difference: 0,
                    played: None,
                },
            })
        };
        let mut stack = vec![enter(start.clone(), &mut path, 0)?];
        while let Some(frame) = stack.last_mut() {
            let Some((points, option)) = frame.options.get(frame.next).cloned() else {
                let frame = stack.pop().expect("it was just looked at");
                path.remove(&frame.position);
                best.insert(frame.position, frame.best);
                continue;
            };
            let Some(after) = best.get(&option) else {
                let next = enter(option, &mut path, best.len())?;
                stack.push(next);
                continue;
            };
            let difference = points.checked_sub(after.difference);
            let difference = difference.ok_or(ScoreError::TooLarge)?;
            if frame.best.played.is_none() || difference > frame.best.difference {
                frame.best = Best {
                    difference,
                    played: Some((points, option)),
                };
            }
            frame.next += 1;
        }
        Ok(Scores { best })
    }

    /// By how much the player to move wins; negative if he loses.
    pub fn difference(&self, position: &P) -> Option<i64> {
        self.best.get(position).map(|best| best.difference)
    }

    /// Best play from here: the points of each move, and the position after it.
    pub fn line(&self, start: &P) -> Vec<(i64, P)> {
        let mut line: Vec<(i64, P)> = Vec::new();
        let mut here = start;
        while let Some((points, after)) = self.best.get(here).and_then(|best| best.played.as_ref())
        {
            line.push((*points, after.clone()));
            here = after;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Take a number from either end of a row.
    fn ends(row: &[i64]) -> Scores<Vec<i64>> {
        let mut options = |row: &Vec<i64>| -> Result<Vec<(i64, Vec<i64>)>, ()> {
            let ends = [row.split_first(), row.split_last()];
            let taken = ends.into_iter().flatten();
            Ok(taken
                .map(|(&points, rest)| (points, rest.to_vec()))
                .collect())
        };
        Scores::find(&row.to_vec(), &mut options, &Limits::default()).unwrap()
    }

    /// By the definition, without a table.
    fn plain(row: &[i64]) -> i64 {
        match row {
            [] => 0,
            [first, .., last] => {
                let (a, b) = (
                    first - plain(&row[1..]),
                    last - plain(&row[..row.len() - 1]),
                );
                a.max(b)
            }
            [one] => *one,
        }
    }

    #[test]
    fn the_best_difference_is_the_one_of_the_definition() {
        let mut seed = 7u64;
        for length in 0..9 {
            let row: Vec<i64> = (0..length)
                .map(|_| {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
                    (seed >> 60) as i64 - 5
                })
                .collect();
            let scores = ends(&row);
            assert_eq!(scores.difference(&row), Some(plain(&row)), "{row:?}");
            let line = scores.line(&row);
            let signs = [1, -1].into_iter().cycle();
            let played: i64 = line.iter().zip(signs).map(|((p, _), sign)| p * sign).sum();
            assert_eq!((line.len(), played), (length as usize, plain(&row)));
        }
    }

    #[test]
    fn positions_that_repeat_are_refused() {
        let mut round = |n: &u32| -> Result<Vec<(i64, u32)>, ()> { Ok(vec![(1, 1 - n)]) };
        let found = Scores::find(&0, &mut round, &Limits::default());
        assert!(matches!(found, Err(ScoreError::Repeats)));
    }
}
