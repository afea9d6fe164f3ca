//! What the author of a game writes: its rules, and how positions and moves are written and drawn.
//!
//! A game never says how it is solved. What theory knows of it is one value, [`Theory`], which promises
//! nothing by default: always right, and slowest.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Element, Outcome, Picture, SpecError, Theory, Touch};

/// The rules of one game: which moves a position has, and where they lead.
///
/// # Examples
///
/// ```
/// use grundy_core::Rules;
///
/// struct SubtractASquare;
///
/// impl Rules for SubtractASquare {
///     type Position = u64;
///     type Move = u64; // stones taken
///     fn moves(&self, &heap: &u64) -> impl Iterator<Item = u64> {
///         (1..).map(|k| k * k).take_while(move |square| *square <= heap)
///     }
///     fn play(&self, &heap: &u64, &taken: &u64) -> u64 {
///         heap - taken
///     }
/// }
/// assert_eq!(SubtractASquare.moves(&10).collect::<Vec<_>>(), [1, 4, 9]);
/// ```
pub trait Rules: Send + Sync + Sized + 'static {
    /// One position, without the rules.
    type Position: Clone + Eq + Hash + Ord + Debug + Send + Sync + 'static;

    /// One move: what a player does.
    type Move: Clone + Debug + Send + Sync + 'static;

    /// Every move of `position`, in the order in which a person would list them.
    ///
    /// Two moves may lead to the same option. A game that is over by its own rules
    /// ([`Rules::ending`]) has no moves.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The option that a move of `position` leads to.
    fn play(&self, position: &Self::Position, played: &Self::Move) -> Self::Position;

    /// Moves that lead to every option of `position`, with fewer repetitions than [`Rules::moves`].
    ///
    /// Worth writing where many moves lead to the same option, such as moves in equal heaps.
    fn distinct_moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.moves(position)
    }

    /// The representative of `position` among those that count as the same (the order of heaps).
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Whether the whole game, with everything that is summed to it, is over here by a rule of its own.
    fn ending(&self, _position: &Self::Position) -> Option<Ending> {
        None
    }

    /// True if both players always have the same moves.
    fn is_impartial(&self) -> bool {
        true
    }

    /// The same board with the other player to move, after a move elsewhere in a sum.
    ///
    /// Impartial games need not know whose turn it is.
    fn pass(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// What theory knows of the game.
    fn theory(&self) -> Theory<Self> {
        Theory::default()
    }
}

/// How positions and moves are written and drawn.
pub trait Notation: Rules {
    /// What stands before the colon: the name with its parameters, `subtract/1,2`.
    fn prefix(&self, position: &Self::Position) -> String;

    /// Reads what stands after the colon.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] whose span counts from the start of `text`.
    fn parse(&self, text: &str) -> Result<Self::Position, SpecError>;

    /// Writes what stands after the colon; `parse` reads it back.
    fn show(&self, position: &Self::Position) -> String;

    /// A move of `position` as a sentence, lower case, no full stop.
    fn describe(&self, position: &Self::Position, played: &Self::Move) -> String;

    /// How to draw `position`, for interfaces with a board.
    fn picture(&self, _position: &Self::Position) -> Picture {
        Picture::Text
    }

    /// What a person touches in the picture of `position` to make a move, and what the move changes there.
    ///
    /// Touches tell every two moves apart that lead to different options. The default chooses the option
    /// from a list, which is right for every picture.
    fn touch(&self, position: &Self::Position, played: &Self::Move) -> Touch {
        Touch::of(Element::option(&self.show(&self.play(position, played))))
    }

    /// The move that is made by touching these elements, by formula; `None` if there is no such move, or no formula.
    ///
    /// Needed only where moves can be too many to list: [`Notation::touch`] of the move gives `touch` back.
    fn touched(&self, _position: &Self::Position, _touch: &[Element]) -> Option<Self::Move> {
        None
    }

    /// What the picture cannot show but a player must know: the stones in a reserve.
    fn caption(&self, _position: &Self::Position) -> Option<String> {
        None
    }
}

/// How a game is over by a rule of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nobody may move any more; the convention says who wins.
    NoMove,
    /// The outcome for the player to move, whatever the convention.
    Decided(Outcome),
}
