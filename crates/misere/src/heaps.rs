//! Families of heaps: what the misère theory needs to know of a game.
//!
//! A family numbers its heaps 1, 2, 3, … such that a move in one leaves heaps with smaller numbers
//! only. Sums of heaps are then all positions there are, and the numbers order them well.

use grundy_core::{HeapRules, LEAVE_NOTHING, LimitReached, Limits};

use crate::meter::{Clock, Meter, Stop};

/// Heaps numbered from 1; every move in a heap leaves heaps with smaller numbers.
pub trait Heaps {
    /// The number of heaps, or `None` if there is one for every number.
    fn count(&self) -> Option<usize>;

    /// Visits every option of a heap, each the heaps that are left.
    ///
    /// Options may repeat. Stops when `visit` answers `false`.
    fn for_each_option(&self, heap: usize, visit: &mut dyn FnMut(&[usize]) -> bool);
}

impl Heaps for HeapRules {
    fn count(&self) -> Option<usize> {
        None
    }

    fn for_each_option(&self, heap: usize, visit: &mut dyn FnMut(&[usize]) -> bool) {
        let size = heap as u64;
        let mut goes_on = true;
        let mut take = |taken: u64| {
            self.for_each_option_taking(taken, size, |left| {
                let mut parts = [0; 3];
                for (part, &size) in parts.iter_mut().zip(left) {
                    *part = size as usize;
                }
                goes_on = visit(&parts[..left.len()]);
                goes_on
            });
            goes_on
        };
        // Where the repeating digits only allow taking a whole heap, walking all of them would take
        // long and find one option.
        let whole_only = |cycle: &[u8]| cycle.iter().all(|digit| digit & !LEAVE_NOTHING == 0);
        match self.tail() {
            Some((first, cycle)) if size >= first && whole_only(cycle) => {
                let listed = self.digits_to(first.saturating_sub(1));
                let whole = [(size, self.digit(size))];
                let _ = listed.chain(whole).all(|(taken, _)| take(taken));
            }
            _ => {
                let _ = self.digits_to(size).all(|(taken, _)| take(taken));
            }
        }
    }
}

/// Visits every option of a heap, each of which counts as a step.
pub(crate) fn each_option(
    heaps: &dyn Heaps,
    heap: usize,
    meter: &Meter<'_>,
    visit: &mut dyn FnMut(&[usize]),
) -> Result<(), Stop> {
    meter.spend(1)?;
    let mut spent = Ok(());
    heaps.for_each_option(heap, &mut |left| {
        spent = meter.spend(1 + left.len());
        if spent.is_ok() {
            visit(left);
        }
        spent.is_ok()
    });
    spent
}

/// The heaps of several games, up to a size each, as one family: mixed sums.
#[derive(Clone, Debug)]
pub struct Union<'a> {
    games: Vec<(&'a HeapRules, u64)>,
    /// Which game and which size each number stands for.
    heaps: Vec<(usize, u64)>,
    /// The number of each size, game by game.
    numbers: Vec<Vec<usize>>,
}

/// What a heap of a union takes in vectors that grow.
const BYTES_PER_HEAP: u64 = 48;

impl<'a> Union<'a> {
    /// The heaps of each game up to its largest size.
    ///
    /// The memory taken grows with the sizes; [`Union::within`] looks at limits.
    pub fn new(games: &[(&'a HeapRules, u64)]) -> Union<'a> {
        let limits = Limits {
            bytes: u64::MAX,
            ..Limits::default()
        };
        Union::within(games, &limits).expect("nothing was limited")
    }

    /// As [`Union::new`], within limits.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if there are too many heaps.
    pub fn within(
        games: &[(&'a HeapRules, u64)],
        limits: &Limits,
    ) -> Result<Union<'a>, LimitReached> {
        let clock = Clock::new(limits);
        let mut numbers: Vec<Vec<usize>> = games.iter().map(|_| vec![0]).collect();
        let mut heaps = Vec::new();
        let largest = games.iter().map(|&(_, to)| to).max().unwrap_or(0);
        for size in 1..=largest {
            clock.tick(games.len() as u64)?;
            limits.check_bytes(BYTES_PER_HEAP.saturating_mul(heaps.len() as u64))?;
            for (game, _) in games.iter().enumerate().filter(|(_, (_, to))| size <= *to) {
                heaps.push((game, size));
                numbers[game].push(heaps.len());
            }
        }
        Ok(Union {
            games: games.to_vec(),
            heaps,
            numbers,
        })
    }

    /// The number of a heap of the given game; `None` if it is larger than the union reaches.
    pub fn number(&self, game: usize, size: u64) -> Option<usize> {
        let size = usize::try_from(size).ok()?;
        self.numbers[game].get(size).copied()
    }
}

impl Heaps for Union<'_> {
    fn count(&self) -> Option<usize> {
        Some(self.heaps.len())
    }

    fn for_each_option(&self, heap: usize, visit: &mut dyn FnMut(&[usize]) -> bool) {
        let (game, size) = self.heaps[heap - 1];
        let numbers = &self.numbers[game];
        Heaps::for_each_option(self.games[game].0, size as usize, &mut |left| {
            let mut parts = [0; 3];
            for (part, &size) in parts.iter_mut().zip(left) {
                *part = numbers[size];
            }
            visit(&parts[..left.len()])
        });
    }
}
