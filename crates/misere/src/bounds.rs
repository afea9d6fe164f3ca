//! What ends the work early.

use grundy_core::{LimitReached, Limits};

/// The most elements that a monoid's numbers can tell apart.
pub(crate) const MOST_ELEMENTS: usize = 1 << 16;

/// Limits, and how large a monoid may grow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds<'a> {
    pub(crate) limits: &'a Limits,
    max_order: usize,
}

/// Why the work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A limit was reached.
    Limit(LimitReached),
    /// A monoid would have more elements than allowed.
    Order { limit: usize },
}

impl From<LimitReached> for Stop {
    fn from(reached: LimitReached) -> Stop {
        Stop::Limit(reached)
    }
}

impl<'a> Bounds<'a> {
    /// The given limits and largest order.
    pub(crate) fn new(limits: &'a Limits, max_order: usize) -> Bounds<'a> {
        Bounds {
            limits,
            max_order: max_order.min(MOST_ELEMENTS),
        }
    }

    /// Fails if a monoid of this order is too large.
    pub(crate) fn check_order(&self, order: usize) -> Result<(), Stop> {
        if order > self.max_order {
            return Err(Stop::Order {
                limit: self.max_order,
            });
        }
        Ok(())
    }
}
