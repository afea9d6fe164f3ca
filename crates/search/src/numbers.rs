//! Proof numbers, from the point of view of the player to move.

/// How far a couple is from being won, and from being lost, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Work left to prove a win; 0 if it is won, [`ProofNumbers::NEVER`] if it is lost.
    pub win: u32,
    /// Work left to prove a loss; 0 if it is lost, [`ProofNumbers::NEVER`] if it is won.
    pub lose: u32,
}

impl ProofNumbers {
    /// What cannot be proved any more, and a threshold that is never reached.
    pub const NEVER: u32 = u32::MAX;
    /// Won for the player to move.
    pub const WON: ProofNumbers = ProofNumbers {
        win: 0,
        lose: ProofNumbers::NEVER,
    };
    /// Lost for the player to move.
    pub const LOST: ProofNumbers = ProofNumbers {
        win: ProofNumbers::NEVER,
        lose: 0,
    };

    /// A couple that has not been expanded, of a component with about so many moves. The factors were found by trial:
    /// with 1/2 and 1, Cram 3x15 takes 311,000 expansions, with these 174,000.
    #[inline]
    pub fn leaf(moves: u32) -> ProofNumbers {
        ProofNumbers {
            win: 1 + moves / 8,
            lose: (moves + moves / 4).max(1),
        }
    }
}
