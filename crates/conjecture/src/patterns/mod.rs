//! Patterns: what a person would look for by eye, tried in turn.
//!
//! Every pattern is found on the first two thirds of the sizes and then tested on the last third,
//! which was not used to find it. That is evidence and no proof.

mod formulas;
pub(crate) mod grid;
pub(crate) mod lost;
mod recursion;
pub(crate) mod sequence;

/// A pattern and how much it can be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What it describes.
    pub quantity: Quantity,
    /// The pattern in words.
    pub text: String,
    /// How much it can be trusted.
    pub standing: PatternStanding,
}

/// How much a pattern can be trusted; better ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PatternStanding {
    /// A theorem makes it true for all sizes.
    Proved,
    /// It also holds on every size that was not used to find it.
    Observed,
    /// It fails on sizes that were not used to find it, first at this one.
    Failed {
        /// The size.
        at: u64,
    },
}

impl PatternStanding {
    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            PatternStanding::Proved => "proved",
            PatternStanding::Observed => "observed",
            PatternStanding::Failed { .. } => "failed",
        }
    }

    /// True unless it failed.
    pub fn holds(self) -> bool {
        !matches!(self, PatternStanding::Failed { .. })
    }
}

/// What a pattern describes; in this order patterns are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// The nim-value of a position.
    Value,
    /// Whether the order of the numbers matters.
    Symmetry,
    /// The largest value of the positions of a size.
    LargestValue,
    /// Which positions are lost.
    Lost,
    /// The number of lost positions of a size.
    LostCount,
    /// The number of moves to the end with best play.
    Remoteness,
}

impl Quantity {
    /// How sentences name it.
    pub fn word(self) -> &'static str {
        match self {
            Quantity::Value => "value",
            Quantity::Symmetry => "symmetry",
            Quantity::LargestValue => "largest value",
            Quantity::Lost => "lost",
            Quantity::LostCount => "number of lost positions",
            Quantity::Remoteness => "remoteness",
        }
    }
}

/// Something known for n = `first`, `first + 1`, …, of which the first `trained` are used to find patterns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series<'s, T> {
    /// The n of the first item.
    pub first: u64,
    /// The items.
    pub items: &'s [T],
    /// How many items are used to find patterns.
    pub trained: usize,
}

impl<'s, T> Series<'s, T> {
    /// The items that are used to find patterns, with their n.
    pub fn training(&self) -> impl DoubleEndedIterator<Item = (u64, &'s T)> + use<'s, T> {
        let first = self.first;
        let items = self.items[..self.trained].iter().enumerate();
        items.map(move |(at, item)| (first + at as u64, item))
    }

    /// The items that patterns are tested on, with their n.
    pub fn testing(&self) -> impl Iterator<Item = (u64, &'s T)> + use<'s, T> {
        let first = self.first + self.trained as u64;
        let items = self.items[self.trained..].iter().enumerate();
        items.map(move |(at, item)| (first + at as u64, item))
    }

    /// The item for `n`.
    pub fn get(&self, n: u64) -> Option<&'s T> {
        let at = usize::try_from(n.checked_sub(self.first)?).ok()?;
        self.items.get(at)
    }

    /// The first n beyond those used to find patterns.
    pub fn trained_to(&self) -> u64 {
        self.first + self.trained as u64
    }

    /// The pattern `text`, unless `fits` denies it for an n used to find patterns.
    pub fn tested(
        &self,
        quantity: Quantity,
        text: String,
        fits: impl Fn(u64, &T) -> bool,
    ) -> Option<Pattern> {
        if !self.training().all(|(n, item)| fits(n, item)) {
            return None;
        }
        let wrong = self.testing().find(|(n, item)| !fits(*n, item));
        Some(judged(quantity, text, wrong.map(|(n, _)| n)))
    }
}

/// The pattern with its standing: it first fails at `fails_at`, or never.
pub(crate) fn judged(quantity: Quantity, text: String, fails_at: Option<u64>) -> Pattern {
    Pattern {
        quantity,
        text,
        standing: match fails_at {
            None => PatternStanding::Observed,
            Some(at) => PatternStanding::Failed { at },
        },
    }
}
