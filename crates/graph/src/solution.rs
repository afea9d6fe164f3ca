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

    /// A solution from its numbers: twice the remoteness, plus one for a win; all ones for a draw.
    pub fn from_states(states: Vec<u32>) -> Solution {
        Solution { states }
    }

    /// The numbers that [`Solution::from_states`] takes.
    pub fn into_states(self) -> Vec<u32> {
        self.states
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

    /// The outcome of every vertex as a byte: 0 is a win, 1 a loss, 2 a draw, as [`Outcome`] counts.
    pub fn outcomes(&self) -> Vec<u8> {
        let outcome = |&state: &u32| match state {
            DRAW => Outcome::Draw as u8,
            state if state & 1 == 1 => Outcome::Win as u8,
            _ => Outcome::Lose as u8,
        };
        self.states.iter().map(outcome).collect()
    }

    /// The remoteness of every vertex; [`u32::MAX`] for a draw.
    pub fn remotenesses(&self) -> Vec<u32> {
        let remoteness = |&state: &u32| if state == DRAW { DRAW } else { state >> 1 };
        self.states.iter().map(remoteness).collect()
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
