//! Errors as a person reads them.

use grundy_report::ErrorEntry;

use crate::paint::visible;

/// The message, what to do about it, and the place, without the word "error".
///
/// # Examples
///
/// ```
/// use grundy_report::ErrorReport;
/// let report = ErrorReport::new("usage", "no ruleset was named", Some("try `kayles`"));
/// assert_eq!(grundy_render::error::text(&report.error), "no ruleset was named; try `kayles`");
/// ```
pub fn text(error: &ErrorEntry) -> String {
    visible(&error.to_string())
}
