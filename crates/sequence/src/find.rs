//! Looking for a period as far as one is allowed to, with a proof or an observation.

use std::borrow::Cow;
use std::fmt;
use std::time::Instant;

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::{Certificate, EngineError, Observation, SparseSearch, Values};

/// Values between two looks at the clock.
const FIRST_LOOK: u64 = 1 << 12;

/// Beyond this, values are not kept where the method can do without.
const LONGEST_TABLE: u64 = 1 << 23;

/// What a look for a period found.
#[derive(Clone, Debug)]
pub struct FoundPeriod {
    /// The ruleset as grundy writes it.
    pub name: String,
    /// The proof, if there is one.
    pub certificate: Option<Certificate>,
    /// A recurrence that was seen and is not proved.
    pub observed: Option<Observation>,
    /// The largest heap whose value was looked at.
    pub looked_to: u64,
    /// The method that computed the values.
    pub method: Cow<'static, str>,
}

impl FoundPeriod {
    /// A period whose certificate was checked again.
    pub fn checked_again(name: String, certificate: Certificate) -> FoundPeriod {
        FoundPeriod {
            name,
            looked_to: certificate.period.checked_to,
            certificate: Some(certificate),
            observed: None,
            method: Cow::Borrowed("recomputed"),
        }
    }
}

/// Why a look for a period ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindError {
    /// A limit was reached.
    Limit {
        /// Which one.
        reached: LimitReached,
        /// The values that were computed by then.
        computed: u64,
    },
    /// The method cannot compute the value of a heap.
    Engine {
        /// The heap.
        heap: u64,
        /// Why.
        error: EngineError,
    },
}

impl FindError {
    fn new(error: EngineError, heap: u64) -> FindError {
        match error {
            EngineError::Limit(reached) => FindError::Limit {
                reached,
                computed: heap,
            },
            error => FindError::Engine { heap, error },
        }
    }
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindError::Limit { reached, computed } => {
                write!(f, "{reached} ({computed} values were computed)")
            }
            FindError::Engine { heap, error } => write!(f, "heap {heap}: {error}"),
        }
    }
}

impl std::error::Error for FindError {}

/// Looks for a period of these rules in the values of heaps 0 to `to` at most, and proves it: in a table, and where
/// that becomes long and the method allows, while the values stream by.
///
/// Stops early at `deadline`; that is no error. `progress` hears how many values there are.
///
/// # Examples
///
/// ```
/// # use grundy_core::{HeapRules, Limits};
/// # use grundy_sequence::find_period;
/// let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
/// let found = find_period("kayles".to_owned(), &kayles, 1000, None, &Limits::default(), &mut |_| {}).unwrap();
/// let period = found.certificate.expect("kayles is periodic").period;
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// ```
///
/// # Errors
///
/// [`FindError`] when a limit is reached before the answer.
pub fn find_period(
    name: String,
    rules: &HeapRules,
    to: u64,
    deadline: Option<Instant>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<FoundPeriod, FindError> {
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut values = Values::new(rules.clone());
    let mut count = FIRST_LOOK;
    let mut result = Ok(());
    while result.is_ok() && values.period().is_none() && !is_late() {
        let known = values.values().len() as u64;
        if known > to {
            break;
        }
        if known >= LONGEST_TABLE
            && values.stats().largest_witness.is_some()
            && let Some(search) = SparseSearch::new(rules)
        {
            return stream(name, search, to, deadline, limits, progress);
        }
        result = values.extend(count.min(to.saturating_add(1)), limits);
        count += (count / 4).max(FIRST_LOOK);
        progress(values.values().len() as u64);
    }
    values.look();
    let table = values.values();
    let found = values.period().cloned();
    if let (Err(reached), None) = (result, &found) {
        let computed = table.len() as u64;
        return Err(FindError::Limit { reached, computed });
    }
    Ok(FoundPeriod {
        name,
        observed: match found {
            None => Observation::find(table),
            Some(_) => None,
        },
        certificate: found.map(|period| Certificate::new(period, table)),
        looked_to: (table.len() as u64).saturating_sub(1),
        method: values.method(),
    })
}

/// Continues a search until it finds, or `to` or the deadline is reached.
fn stream(
    name: String,
    mut search: SparseSearch,
    to: u64,
    deadline: Option<Instant>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<FoundPeriod, FindError> {
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut certificate = None;
    while certificate.is_none() && search.position() <= to && !is_late() {
        certificate = match search.advance(limits) {
            Ok(found) => found,
            Err(error) => return Err(FindError::new(error, search.position())),
        };
        progress(search.position());
    }
    Ok(FoundPeriod {
        name,
        certificate,
        observed: None,
        looked_to: search.position().saturating_sub(1),
        method: search.stats().method,
    })
}
