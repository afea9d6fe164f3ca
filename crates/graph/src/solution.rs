//! What retrograde analysis finds: an outcome and a distance for every vertex.

use grundy_core::Outcome;

/// The state of a vertex at which neither side can force anything.
const DRAW: u32 = u32::MAX;

/// Outcomes and remotenesses, four bytes a vertex: twice the remoteness, plus one for a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    states: Vec<u32>,
}

impl Solution {
    /// A solution in which every vertex is a draw.
    pub(crate) fn all_draws(vertices: usize) -> Solution {
        let states = vec![DRAW; vertices];
        grundy_kernels::memory::advise_huge_pages(&states);
        Solution { states }
    }

    /// Records what was found for `v`.
    #[inline]
    pub(crate) fn set(&mut self, v: u32, is_win: bool, remoteness: u32) {
        self.states[v as usize] = remoteness << 1 | u32::from(is_win);
    }

    /// Asks for the state of `v` to be brought near.
    #[inline]
    pub(crate) fn prefetch(&self, v: u32) {
        grundy_kernels::memory::prefetch(&self.states, v as usize);
    }

    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.states.len() as u32
    }

    /// What happens to the player who moves at `v`.
    pub fn outcome(&self, v: u32) -> Outcome {
        match self.states[v as usize] {
            DRAW => Outcome::Draw,
            state if state & 1 == 1 => Outcome::Win,
            _ => Outcome::Lose,
        }
    }

    /// Moves to the end when the winner hurries and the loser delays; none for a draw.
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        match self.states[v as usize] {
            DRAW => None,
            state => Some(state >> 1),
        }
    }

    /// How many vertices are won, lost and drawn.
    pub fn tally(&self) -> [u32; 3] {
        let mut tally = [0; 3];
        for v in 0..self.vertices() {
            tally[self.outcome(v) as usize] += 1;
        }
        tally
    }
}
