//! Finding the quotient of a game within limits.

use std::fmt;

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::extend::Extended;
use crate::heaps::{Heaps, Union};
use crate::meter::{Meter, Stop, Work};
use crate::period;
use crate::quotient::Quotient;
use crate::solver::Solver;

/// What to compute, besides the limits.
#[derive(Clone, Debug, Default)]
pub struct QuotientSearchRequest {
    /// The largest heap; `None` for all of them, which needs a period to be proved.
    pub up_to: Option<u64>,
    /// The most elements that a monoid may have, also while it is being refined.
    pub max_order: Option<usize>,
    /// A quotient of the same game from which the search is resumed.
    pub resume: Option<Quotient>,
}

/// How far a search is.
#[derive(Clone, Copy)]
pub struct QuotientProgress<'a> {
    /// The largest heap taken in.
    pub heap: u64,
    /// The order of the quotient of the heaps so far.
    pub order: usize,
    /// The number of its lost elements.
    pub p_portion: usize,
    /// The steps of work done so far.
    pub steps: u64,
    walk: &'a Walk<'a>,
}

impl QuotientProgress<'_> {
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
    /// So many multiples of the next heap, from none on, are known to be pairwise distinguishable. Where
    /// this number is large and grows with the work, the quotient is probably infinite.
    pub distinct_multiples: usize,
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
    /// The budget of work is used up.
    Work {
        /// The steps that were allowed.
        limit: u64,
    },
    /// The quotient to continue from is not a quotient of this game.
    NotAQuotient,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Limit(reached) => reached.fmt(f),
            Stopped::Order { limit } => write!(
                f,
                "gave up at {limit} elements; the quotient may be infinite"
            ),
            Stopped::Work { limit } => write!(f, "gave up after {limit} steps"),
            Stopped::NotAQuotient => f.write_str("the given quotient is not one of this game"),
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
            Stop::Work { limit } => Stopped::Work { limit },
            Stop::NotAQuotient => Stopped::NotAQuotient,
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
    let request = QuotientSearchRequest {
        up_to,
        ..QuotientSearchRequest::default()
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
    request: QuotientSearchRequest,
    limits: &Limits,
    watch: &mut dyn FnMut(QuotientProgress<'_>),
) -> Result<Quotient, QuotientError> {
    search_with_work(rules, request, Work::UNLIMITED, limits, watch)
}

/// As [`search`], within a budget of work that does not depend on the clock.
///
/// # Errors
///
/// As [`quotient`]; [`Stopped::Work`] if the budget is used up.
///
/// # Examples
///
/// ```
/// # use grundy_core::{HeapRules, Limits};
/// # use grundy_misere::{QuotientSearchRequest, Stopped, Work, search_with_work};
/// let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
/// let work = Work { steps: 1000 };
/// let found = search_with_work(&kayles, QuotientSearchRequest::default(), work, &Limits::default(), &mut |_| ());
/// assert_eq!(found.unwrap_err().stopped, Stopped::Work { limit: 1000 });
/// ```
pub fn search_with_work(
    rules: &HeapRules,
    request: QuotientSearchRequest,
    work: Work,
    limits: &Limits,
    watch: &mut dyn FnMut(QuotientProgress<'_>),
) -> Result<Quotient, QuotientError> {
    if let Some(known) = &request.resume
        && known.period.is_some()
    {
        return Ok(known.clone());
    }
    let up_to = request.up_to;
    let meter = Meter::new(limits, work, request.max_order);
    let mut walk = Walk::begin(rules, request, &meter)?;
    loop {
        let largest = walk.solver.images.largest();
        let is_last = up_to == Some(largest as u64);
        if let Some(period) = walk.period_due(is_last, rules, &meter)? {
            return Ok(walk.quotient(Some(period)));
        }
        if is_last {
            return Ok(walk.quotient(None));
        }
        walk.step(&meter, watch)?;
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
    quotient_of(games, QuotientSearchRequest::default(), limits)
}

/// The misère quotient of a finite family of heaps.
///
/// # Errors
///
/// As [`quotient`].
pub fn quotient_of(
    heaps: &dyn Heaps,
    request: QuotientSearchRequest,
    limits: &Limits,
) -> Result<Quotient, QuotientError> {
    quotient_of_with_work(heaps, request, Work::UNLIMITED, limits)
}

/// As [`quotient_of`], within a budget of work that does not depend on the clock.
///
/// # Errors
///
/// As [`quotient`]; [`Stopped::Work`] if the budget is used up.
pub fn quotient_of_with_work(
    heaps: &dyn Heaps,
    request: QuotientSearchRequest,
    work: Work,
    limits: &Limits,
) -> Result<Quotient, QuotientError> {
    let count = heaps.count().unwrap_or(usize::MAX);
    let meter = Meter::new(limits, work, request.max_order);
    let mut walk = Walk::begin(heaps, request, &meter)?;
    while walk.solver.images.largest() < count {
        walk.step(&meter, &mut |_| ())?;
    }
    Ok(walk.quotient(None))
}

/// A solver on its way from heap to heap.
struct Walk<'a> {
    solver: Solver<'a>,
    /// The heap at which to look for a period next.
    look_at: usize,
}

impl<'a> Walk<'a> {
    fn begin(
        heaps: &'a dyn Heaps,
        request: QuotientSearchRequest,
        meter: &Meter<'_>,
    ) -> Result<Walk<'a>, QuotientError> {
        // A larger quotient says nothing about a smaller one: the larger heaps tell more apart.
        let is_within =
            |known: &Quotient| request.up_to.is_none_or(|to| known.largest_heap() <= to);
        let known = request.resume.filter(is_within);
        let begun = match known.clone() {
            None => Solver::new(heaps, meter),
            Some(known) => {
                let parts = Extended {
                    monoid: known.monoid,
                    losing: known.losing,
                    elements: known.elements,
                };
                Solver::with(heaps, parts, meter)
            }
        };
        match begun {
            Ok(solver) => Ok(Walk { solver, look_at: 1 }),
            Err(stop) => Err(QuotientError {
                stopped: stop.into(),
                partial: Box::new(known.unwrap_or_else(Quotient::trivial)),
                distinct_multiples: 0,
            }),
        }
    }

    fn step(
        &mut self,
        meter: &Meter<'_>,
        watch: &mut dyn FnMut(QuotientProgress<'_>),
    ) -> Result<(), QuotientError> {
        self.solver
            .step(meter)
            .map_err(|stop| self.stopped(stop, meter))?;
        watch(QuotientProgress {
            heap: self.solver.images.largest() as u64,
            order: self.solver.monoid.order(),
            p_portion: crate::bits::size(&self.solver.losing),
            steps: meter.spent(),
            walk: self,
        });
        Ok(())
    }

    fn stopped(&self, stop: Stop, meter: &Meter<'_>) -> QuotientError {
        QuotientError {
            stopped: stop.into(),
            partial: Box::new(self.quotient(None)),
            distinct_multiples: meter.distinct_multiples(),
        }
    }

    /// The period that is proved by now.
    ///
    /// Looking costs about as much as there are heaps, so it is done less and less often.
    fn period_due(
        &mut self,
        is_last: bool,
        rules: &HeapRules,
        meter: &Meter<'_>,
    ) -> Result<Option<period::QuotientPeriod>, QuotientError> {
        let largest = self.solver.images.largest();
        if largest < self.look_at && !is_last {
            return Ok(None);
        }
        self.look_at = largest + 1 + largest / 256;
        period::find(&self.solver.images.elements, rules, meter)
            .map_err(|stop| self.stopped(stop, meter))
    }

    fn quotient(&self, period: Option<period::QuotientPeriod>) -> Quotient {
        let parts = Extended {
            monoid: self.solver.monoid.clone(),
            losing: self.solver.losing.clone(),
            elements: self.solver.images.elements.clone(),
        };
        Quotient::new(parts, period)
    }
}
