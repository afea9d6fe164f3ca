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
    let place = match (&error.file, error.line) {
        (Some(file), Some(line)) => format!("{file}:{line}: "),
        (Some(file), None) => format!("{file}: "),
        (None, _) => String::new(),
    };
    let hint = error.hint.as_ref();
    let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
    let excerpt = error.excerpt.as_ref();
    let excerpt = excerpt.map_or(String::new(), |excerpt| format!("\n{excerpt}"));
    visible(&format!("{place}{}{hint}{excerpt}", error.message))
}
