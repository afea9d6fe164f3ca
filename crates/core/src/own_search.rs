//! A search that knows the structure of one game.

use crate::{LimitReached, Limits};

/// Finds nimbers by the structure of one game, and remembers what it found.
///
/// See [`Theory::search`](crate::Theory::search). The positions are those of games in which play comes to an end.
pub trait OwnSearch<P>: Send + Sync {
    /// What it is called, in a few words.
    fn name(&self) -> &'static str;

    /// True if the position is of a size that it is made for.
    fn reaches(&self, position: &P) -> bool;

    /// True if all values of the position and its options are found about as soon as the outcome.
    fn is_quick(&self, _position: &P) -> bool {
        false
    }

    /// The nimber of a position that it [reaches](OwnSearch::reaches).
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; what was found is kept.
    fn nimber(&mut self, position: &P, limits: &Limits) -> Result<u32, LimitReached>;

    /// True if such a position, with a Nim heap beside it, is lost for the player to move.
    ///
    /// # Errors
    ///
    /// As [`OwnSearch::nimber`].
    fn is_lost(&mut self, position: &P, heap: u32, limits: &Limits) -> Result<bool, LimitReached> {
        Ok(self.nimber(position, limits)? == heap)
    }
}
