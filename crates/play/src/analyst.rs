//! What a game between players asks about positions.

use grundy_core::MoveReport;
use grundy_solve::Analysis;

/// Answers what is known about positions of the game that is played.
pub trait Analyst {
    /// Why there is no answer.
    type Error;

    /// The verdict on a position with its reasons, and every move with its outcome and remoteness.
    ///
    /// # Errors
    ///
    /// If the position is wrong, a limit is reached, or the rules fail.
    fn analyse(&mut self, position: &str) -> Result<Analysis, Self::Error>;

    /// Some moves of a position that has too many to list.
    ///
    /// # Errors
    ///
    /// As [`Analyst::analyse`].
    fn some_moves(&mut self, position: &str) -> Result<Vec<MoveReport>, Self::Error>;
}

impl<A: Analyst> Analyst for &mut A {
    type Error = A::Error;

    fn analyse(&mut self, position: &str) -> Result<Analysis, A::Error> {
        (**self).analyse(position)
    }

    fn some_moves(&mut self, position: &str) -> Result<Vec<MoveReport>, A::Error> {
        (**self).some_moves(position)
    }
}
