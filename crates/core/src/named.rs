//! The plainest notation: a name, and positions written as their type writes itself.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::marker::PhantomData;
use std::str::FromStr;

use crate::{Ending, Notation, Rules, SpecError};

/// Rules under a name, for a game whose positions are numbers or anything else that can be printed and read back.
///
/// It promises nothing of theory, so every answer comes from the rules alone. A game that wants its moves
/// described, its positions drawn or its theory used implements [`Notation`] itself.
///
/// # Examples
///
/// ```
/// use grundy_core::{Named, Notation, Rules};
///
/// struct TakeOneOrTwo;
///
/// impl Rules for TakeOneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, &heap: &u64) -> impl Iterator<Item = u64> {
///         1..=heap.min(2)
///     }
///     fn play(&self, &heap: &u64, &taken: &u64) -> u64 {
///         heap - taken
///     }
/// }
/// let game = Named::new("bricks", TakeOneOrTwo);
/// assert_eq!(game.parse(" 7 "), Ok(7));
/// assert_eq!(game.describe(&7, &2), "move to 5");
/// ```
pub struct Named<R> {
    name: String,
    rules: R,
}

impl<R> Named<R> {
    /// `rules` under the name that stands before the colon.
    pub fn new(name: &str, rules: R) -> Named<R> {
        Named {
            name: name.to_owned(),
            rules,
        }
    }
}

impl<P, F: Fn(&P) -> Vec<P>> Named<OptionsFunction<P, F>> {
    /// The game whose options a function lists: the shortest way to a game.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy_core::{Named, Rules};
    ///
    /// let halves = Named::from_options("halve", |&n: &u64| (1..=n / 2).map(|k| n - k).collect());
    /// assert_eq!(halves.moves(&5).collect::<Vec<_>>(), [4, 3]);
    /// ```
    pub fn from_options(name: &str, options: F) -> Named<OptionsFunction<P, F>> {
        let rules = OptionsFunction {
            options,
            positions: PhantomData,
        };
        Named::new(name, rules)
    }
}

/// Rules that are one function from a position to its options; a move is named by its option.
pub struct OptionsFunction<P, F> {
    options: F,
    positions: PhantomData<fn(P)>,
}

impl<P, F> Rules for OptionsFunction<P, F>
where
    P: Clone + Eq + Hash + Ord + Debug + Send + Sync + 'static,
    F: Fn(&P) -> Vec<P> + Send + Sync + 'static,
{
    type Position = P;
    type Move = P;

    fn moves(&self, position: &P) -> impl Iterator<Item = P> {
        (self.options)(position).into_iter()
    }

    fn play(&self, _position: &P, option: &P) -> P {
        option.clone()
    }
}

impl<R: Rules> Rules for Named<R> {
    type Position = R::Position;
    type Move = R::Move;

    fn moves(&self, position: &R::Position) -> impl Iterator<Item = R::Move> {
        self.rules.moves(position)
    }

    fn play(&self, position: &R::Position, played: &R::Move) -> R::Position {
        self.rules.play(position, played)
    }

    fn distinct_moves(&self, position: &R::Position) -> impl Iterator<Item = R::Move> {
        self.rules.distinct_moves(position)
    }

    fn canonical(&self, position: &R::Position) -> R::Position {
        self.rules.canonical(position)
    }

    fn ending(&self, position: &R::Position) -> Option<Ending> {
        self.rules.ending(position)
    }

    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }

    fn pass(&self, position: &R::Position) -> R::Position {
        self.rules.pass(position)
    }
}

impl<R: Rules> Notation for Named<R>
where
    R::Position: Display + FromStr,
{
    fn prefix(&self, _position: &R::Position) -> String {
        self.name.clone()
    }

    fn parse(&self, text: &str) -> Result<R::Position, SpecError> {
        text.trim().parse().map_err(|_| {
            let why = format!("this is not a position of {}", self.name);
            SpecError::illegal(&why, "write it as the game prints it", 0..text.len())
        })
    }

    fn show(&self, position: &R::Position) -> String {
        position.to_string()
    }

    fn describe(&self, position: &R::Position, played: &R::Move) -> String {
        format!("move to {}", self.play(position, played))
    }
}
