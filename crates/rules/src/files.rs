//! Rules files by their paths.

use std::fs::File;
use std::io::{self, Read};

use crate::program::LONGEST_FILE_BYTES;

/// True if `ruleset` names a rules file.
pub fn is_star(ruleset: &str) -> bool {
    star_path(ruleset).is_some()
}

/// The path of a rules file, and the player named behind a `/`.
pub fn star_path(ruleset: &str) -> Option<(&str, Option<&str>)> {
    const ENDING: &str = ".star";
    let trimmed = ruleset.trim();
    let end = trimmed.rfind(ENDING)? + ENDING.len();
    match &trimmed[end..] {
        "" => Some((trimmed, None)),
        rest => Some((&trimmed[..end], Some(rest.strip_prefix('/')?))),
    }
}

/// The contents of a rules file; one that is far too long is not read to its end.
///
/// # Errors
///
/// As the operating system reports.
pub fn read_rules(path: &str) -> io::Result<String> {
    let mut source = String::new();
    let file = File::open(path)?;
    file.take(LONGEST_FILE_BYTES as u64 + 1)
        .read_to_string(&mut source)?;
    Ok(source)
}
