//! Finding the quotient of a game within limits.

use std::fmt;

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::bounds::{MOST_ELEMENTS, Stop};
use crate::extend::Extended;
use crate::heaps::{Heaps, Union};
use crate::period;
use crate::quotient::Quotient;
use crate::solver::Solver;

/// What to compute, besides the limits.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The largest heap; `None` for all of them, which needs a period to be proved.
    pub up_to: Option<u64>,
    /// The most elements that a monoid may have, also while it is being refined.
    pub max_order: Option<usize>,
    /// A quotient of the same game to go on from.
    pub resume: Option<Quotient>,
}

/// How far a search is.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// The largest heap taken in.
    pub heap: u64,
    /// The order of the quotient of the heaps so far.
    pub order: usize,
    /// The number of its lost elements.
    pub p_portion: usize,
    walk: &'a Walk<'a>,
}

impl Progress<'_> {
    /// The quotient of the heaps so far.
    pub fn quotient(&self) -> Quotient {
        self.walk.quotient(None)
    }
}

/// Why there is no quotient, and the last one that was right.
#[derive(Clone, Debug)]
pub struct QuotientError {
    /// What ended the search.
    pub stopped: Stopped,
    /// The quotient of the heaps taken in by then.
    pub partial: Box<Quotient>,
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// A limit.
    Limit(LimitReached),
    /// A monoid grew beyond the allowed order, as it always does where the quotient is infinite.
    Order {
        /// What was allowed.
        limit: usize,
    },
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Limit(reached) => reached.fmt(f),
            Stopped::Order { limit } => write!(
                f,
                "gave up at {limit} elements; the quotient may be infinite, or raise --max-order"
            ),
        }
    }
}

impl fmt::Display for QuotientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heap = self.partial.largest_heap();
        write!(f, "{} (the quotient is known to heap {heap})", self.stopped)
    }
}

impl std::error::Error for QuotientError {}

impl From<Stop> for Stopped {
    fn from(stop: Stop) -> Stopped {
        match stop {
            Stop::Limit(reached) => Stopped::Limit(reached),
            Stop::Order { limit } => Stopped::Order { limit },
        }
    }
}

/// The misère quotient of the heaps of `rules` up to `up_to`, or of all heaps.
///
/// # Errors
///
/// [`QuotientError`] with the quotient of the heaps that were done when a limit was reached.
///
/// # Examples
///
/// ```
/// # use grundy_core::{HeapRules, Limits, Outcome};
/// let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
/// let quotient = grundy_misere::quotient(&kayles, None, &Limits::default()).unwrap();
/// assert_eq!((quotient.order(), quotient.p_portion().len()), (40, 9));
/// assert_eq!(quotient.outcome(&[1_000_000, 1_000_001]), Some(Outcome::Win));
/// ```
pub fn quotient(
    rules: &HeapRules,
    up_to: Option<u64>,
    limits: &Limits,
) -> Result<Quotient, QuotientError> {
    let request = Request {
        up_to,
        ..Request::default()
    };
    search(rules, request, limits, &mut |_| ())
}

/// As [`quotient`], with all that can be asked for; `watch` is told after every heap.
///
/// The search ends early where a period is proved; then all heaps are covered.
///
/// # Errors
///
/// As [`quotient`].
pub fn search(
    rules: &HeapRules,
    request: Request,
    limits: &Limits,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<Quotient, QuotientError> {
    if let Some(known) = &request.resume
        && (known.period.is_some() || request.up_to == Some(known.largest_heap()))
    // A larger quotient says nothing about a smaller one: the larger heaps tell more apart.
    {
        return Ok(known.clone());
    }
    let mut heaps = Walk::begin(rules, request, limits)?;
    loop {
        let largest = heaps.solver.images.largest();
        if let Some(period) = heaps.period_due(largest, rules) {
            return Ok(heaps.quotient(Some(period)));
        }
        if heaps.up_to == Some(largest as u64) {
            let period = period::find(&heaps.solver.images.elements, rules);
            return Ok(heaps.quotient(period));
        }
        heaps.step(limits, watch)?;
    }
}

/// The misère quotient of all sums of heaps of several games, each up to its own size.
///
/// Heaps are numbered as in [`Union`].
///
/// # Errors
///
/// As [`quotient`].
pub fn quotient_of_union(games: &Union<'_>, limits: &Limits) -> Result<Quotient, QuotientError> {
    quotient_of(games, Request::default(), limits)
}

/// The misère quotient of a finite family of heaps.
///
/// # Errors
///
/// As [`quotient`].
pub fn quotient_of(
    heaps: &dyn Heaps,
    request: Request,
    limits: &Limits,
) -> Result<Quotient, QuotientError> {
    let count = heaps.count().unwrap_or(usize::MAX);
    let mut walk = Walk::begin(heaps, request, limits)?;
    while walk.solver.images.largest() < count {
        walk.step(limits, &mut |_| ())?;
    }
    Ok(walk.quotient(None))
}

/// A solver on its way from heap to heap.
struct Walk<'a> {
    solver: Solver<'a>,
    up_to: Option<u64>,
    /// The heap at which to look for a period next.
    look_at: usize,
}

impl<'a> Walk<'a> {
    fn begin(
        heaps: &'a dyn Heaps,
        request: Request,
        limits: &Limits,
    ) -> Result<Walk<'a>, QuotientError> {
        let max_order = request.max_order.unwrap_or(MOST_ELEMENTS);
        let solver = match request.resume {
            None => Solver::new(heaps, max_order),
            Some(known) => {
                let parts = Extended {
                    monoid: known.monoid.clone(),
                    losing: known.losing.clone(),
                    elements: known.elements.clone(),
                };
                Solver::with(heaps, parts, max_order, limits).map_err(|reached| QuotientError {
                    stopped: Stopped::Limit(reached),
                    partial: Box::new(known),
                })?
            }
        };
        Ok(Walk {
            solver,
            up_to: request.up_to,
            look_at: 1,
        })
    }

    fn step(
        &mut self,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<(), QuotientError> {
        if let Err(stop) = self.solver.step(limits) {
            return Err(QuotientError {
                stopped: stop.into(),
                partial: Box::new(self.quotient(None)),
            });
        }
        watch(Progress {
            heap: self.solver.images.largest() as u64,
            order: self.solver.monoid.order(),
            p_portion: crate::bits::size(&self.solver.losing),
            walk: self,
        });
        Ok(())
    }

    /// The period that is proved by now.
    ///
    /// Looking costs about as much as there are heaps, so it is done less and less often.
    fn period_due(&mut self, largest: usize, rules: &HeapRules) -> Option<period::Period> {
        if largest < self.look_at {
            return None;
        }
        self.look_at = largest + 1 + largest / 256;
        period::find(&self.solver.images.elements, rules)
    }

    fn quotient(&self, period: Option<period::Period>) -> Quotient {
        let parts = Extended {
            monoid: self.solver.monoid.clone(),
            losing: self.solver.losing.clone(),
            elements: self.solver.images.elements.clone(),
        };
        Quotient::new(parts, period)
    }
}
