//! Families of heaps: what the misère theory needs to know of a game.
//!
//! A family numbers its heaps 1, 2, 3, … such that a move in one leaves heaps with smaller numbers
//! only. Sums of heaps are then all positions there are, and the numbers order them well.

use grundy_core::HeapRules;

/// Heaps numbered from 1; every move in a heap leaves heaps with smaller numbers.
pub trait Heaps {
    /// The number of heaps, or `None` if there is one for every number.
    fn count(&self) -> Option<usize>;

    /// Visits every option of a heap, each the heaps that are left.
    ///
    /// Options may repeat.
    fn for_each_option(&self, heap: usize, visit: &mut dyn FnMut(&[usize]));
}

impl Heaps for HeapRules {
    fn count(&self) -> Option<usize> {
        None
    }

    fn for_each_option(&self, heap: usize, visit: &mut dyn FnMut(&[usize])) {
        HeapRules::for_each_option(self, heap as u64, |_, left| {
            let mut parts = [0; 3];
            for (part, &size) in parts.iter_mut().zip(left) {
                *part = size as usize;
            }
            visit(&parts[..left.len()]);
            true
        });
    }
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

impl<'a> Union<'a> {
    /// The heaps of each game up to its largest size.
    pub fn new(games: &[(&'a HeapRules, u64)]) -> Union<'a> {
        let mut numbers: Vec<Vec<usize>> = games.iter().map(|_| vec![0]).collect();
        let mut heaps = Vec::new();
        let largest = games.iter().map(|&(_, to)| to).max().unwrap_or(0);
        for size in 1..=largest {
            for (game, _) in games.iter().enumerate().filter(|(_, (_, to))| size <= *to) {
                heaps.push((game, size));
                numbers[game].push(heaps.len());
            }
        }
        Union {
            games: games.to_vec(),
            heaps,
            numbers,
        }
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

    fn for_each_option(&self, heap: usize, visit: &mut dyn FnMut(&[usize])) {
        let (game, size) = self.heaps[heap - 1];
        let numbers = &self.numbers[game];
        Heaps::for_each_option(self.games[game].0, size as usize, &mut |left| {
            let mut parts = [0; 3];
            for (part, &size) in parts.iter_mut().zip(left) {
                *part = numbers[size];
            }
            visit(&parts[..left.len()]);
        });
    }
}
