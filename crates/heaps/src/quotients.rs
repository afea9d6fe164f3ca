//! Misère quotients by the name of a ruleset.

use std::path::Path;

use grundy_core::{LimitReached, Limits};
use grundy_misere::{
    CheckedQuotientError, GameClosure, QuotientProgress, QuotientStoreError, Stopped,
    checked_quotient, checked_quotient_of_games,
};
use grundy_report::{Error, GenusReport, stopped_message};

use grundy_spec::heap_rules;

pub use grundy_misere::{CheckedQuotient, CheckedQuotientRequest};

/// The misère quotient of a heap game.
///
/// A limit is no error here: the answer then is about fewer heaps than asked for, and says so.
///
/// # Errors
///
/// [`Error`] if there is no such heap game, or the store cannot be used.
///
/// # Examples
///
/// ```
/// # use grundy_heaps::quotients::{CheckedQuotientRequest, quotient};
/// let found = quotient("kayles", &CheckedQuotientRequest::default(), &mut |_| ()).unwrap();
/// assert_eq!(found.quotient.order(), 40);
/// assert!(found.checked.is_some());
/// ```
pub fn quotient(
    ruleset: &str,
    request: &CheckedQuotientRequest,
    watch: &mut dyn FnMut(&QuotientProgress<'_>),
) -> Result<CheckedQuotient, Error> {
    let named = heap_rules(ruleset)?;
    checked_quotient(&named.name, &named.rules, request, watch)
        .map_err(|error| in_store(error, request.store.as_deref(), &named.name))
}

/// The misère quotient of games written as lists of options, and of all that follows from them.
///
/// # Errors
///
/// [`Error::Spec`] if the text is wrong.
pub fn quotient_of_games(
    text: &str,
    request: &CheckedQuotientRequest,
) -> Result<CheckedQuotient, Error> {
    let games = GameClosure::parse(text).map_err(|error| Error::Spec {
        text: text.to_owned(),
        error,
    })?;
    checked_quotient_of_games(&games, request).map_err(|error| in_store(error, None, text))
}

/// What ended the search before it was done, as a failure.
pub fn failure(found: &CheckedQuotient) -> Option<Error> {
    let heap = found.quotient.largest_heap();
    let progress = format!("the quotient of heaps up to {heap} is printed");
    Some(match found.stopped? {
        Stopped::Limit(reached) => Error::Limit {
            reached,
            progress: Some(progress),
        },
        other => Error::Refuted {
            message: format!("{} ({progress})", stopped_message(other)),
        },
    })
}

/// The genera of heaps up to `to`, as far as the limits allow, and the limit that was reached.
///
/// # Errors
///
/// [`Error`] if there is no such heap game.
pub fn genera_to(
    ruleset: &str,
    to: u64,
    limits: &Limits,
) -> Result<(GenusReport, Option<LimitReached>), Error> {
    let named = heap_rules(ruleset)?;
    let (genera, reached) = grundy_misere::genera_to(&named.rules, to, limits);
    let report = GenusReport::new(&named.name, &genera, reached.as_ref());
    Ok((report, reached))
}

/// An error as every door reports it; `store` is the file that was named, `name` the ruleset.
fn in_store(error: CheckedQuotientError, store: Option<&Path>, name: &str) -> Error {
    let path = store.unwrap_or(Path::new(""));
    let input = |message: &str| Error::input(&path.display().to_string(), None, &message);
    match error {
        CheckedQuotientError::Limit(reached)
        | CheckedQuotientError::Store(QuotientStoreError::Limit(reached)) => reached.into(),
        CheckedQuotientError::Store(QuotientStoreError::Io(error)) => Error::io(path, error),
        CheckedQuotientError::Store(QuotientStoreError::OtherGame { ruleset }) => input(&format!(
            "this is the quotient of `{ruleset}`, not of `{name}`; use another file"
        )),
        CheckedQuotientError::Store(_) | CheckedQuotientError::StoredWrong(_) => {
            input(&error.to_string())
        }
        other => Error::Refuted {
            message: other.to_string(),
        },
    }
}
