//! Counts in words.

use std::fmt::Display;

/// A count with its noun: `1 move`, `2 moves`.
///
/// # Examples
///
/// ```
/// assert_eq!(grundy_render::plural(1, "move"), "1 move");
/// assert_eq!(grundy_render::plural(0, "move"), "0 moves");
/// ```
pub fn plural<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    if count == N::from(1) {
        format!("{count} {noun}")
    } else {
        format!("{count} {noun}s")
    }
}
