//! A quotient as a file, from which a construction can be resumed.
//!
//! Text, one item a line, with a CRC-32 in the last line. [`crate::search`] checks a quotient that
//! it resumes from, because a checksum says nothing about games. A period is not stored: it follows
//! from the images, and is proved again when the construction is resumed.
//!
//! A file is replaced as a whole ([`Quotient::save`]), so that a process that is killed leaves the
//! old file or the new one.

use std::fmt;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use grundy_core::{LimitReached, Limits};

use crate::bits;
use crate::meter::{Meter, Work};
use crate::monoid::{Monoid, Number};
use crate::quotient::Quotient;

const FIRST_LINE: &str = "grundy quotient 2\n";

/// What is wrong with a stored quotient.
#[derive(Debug)]
#[non_exhaustive]
pub enum QuotientStoreError {
    /// It does not begin as a stored quotient does.
    Foreign,
    /// It is cut short, or changed.
    Damaged,
    /// It is the quotient of another game.
    OtherGame {
        /// The game that the file names.
        ruleset: String,
    },
    /// It is larger than the limits allow.
    Limit(LimitReached),
    /// The file cannot be read or written.
    Io(io::Error),
}

impl fmt::Display for QuotientStoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuotientStoreError::Foreign => {
                f.write_str("this is not a stored quotient; use another file")
            }
            QuotientStoreError::Damaged => {
                f.write_str("the stored quotient is damaged; remove it to start again")
            }
            QuotientStoreError::OtherGame { ruleset } => {
                write!(f, "this is the quotient of `{ruleset}`; use another file")
            }
            QuotientStoreError::Limit(reached) => reached.fmt(f),
            QuotientStoreError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for QuotientStoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            QuotientStoreError::Limit(reached) => Some(reached),
            QuotientStoreError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl Quotient {
    /// The quotient with the name of its ruleset, as text.
    pub fn to_store(&self, ruleset: &str) -> String {
        let mut text = format!("{FIRST_LINE}ruleset {}\n", one_line(ruleset));
        let mut line = |name: &str, numbers: &mut dyn Iterator<Item = u64>| {
            text.push_str(name);
            for number in numbers {
                write!(text, " {number}").expect("strings take everything");
            }
            text.push('\n');
        };
        line("order", &mut [self.order() as u64].into_iter());
        line("lost", &mut bits::members(&self.losing).map(|at| at as u64));
        line("heaps", &mut self.elements.iter().map(|&e| u64::from(e)));
        for generator in self.monoid.generators() {
            let products = self.monoid.products(generator.element).iter();
            let numbers = [generator.heap as u64].into_iter();
            line("act", &mut numbers.chain(products.map(|&e| u64::from(e))));
        }
        let sum = checksum(&text);
        text.push_str(&format!("checksum {sum:08x}\n"));
        text
    }

    /// The ruleset and the quotient that [`Quotient::to_store`] wrote.
    ///
    /// # Errors
    ///
    /// [`QuotientStoreError::Foreign`] or [`QuotientStoreError::Damaged`] if it did not.
    pub fn from_store(text: &str) -> Result<(String, Quotient), QuotientStoreError> {
        if !text.starts_with(FIRST_LINE) {
            return Err(QuotientStoreError::Foreign);
        }
        read(text).ok_or(QuotientStoreError::Damaged)
    }

    /// Replaces the file at `path` by this quotient, as a whole or not at all.
    ///
    /// # Errors
    ///
    /// An error of the file system; then the old file is unchanged.
    pub fn save(&self, path: &Path, ruleset: &str) -> io::Result<()> {
        let text = self.to_store(ruleset);
        grundy_files::write_atomically(path, |output| output.write_all(text.as_bytes()))
    }

    /// The quotient of `ruleset` in the file at `path`; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// [`QuotientStoreError`] if the file is something else, damaged, or too large.
    pub fn load(
        path: &Path,
        ruleset: &str,
        limits: &Limits,
    ) -> Result<Option<Quotient>, QuotientStoreError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(QuotientStoreError::Io(error)),
        };
        let mut bytes = Vec::new();
        let most = limits.bytes / 8;
        let length = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
        let length = length.map_err(QuotientStoreError::Io)? as u64;
        if length > most {
            let reached = LimitReached::Bytes {
                limit: limits.bytes,
            };
            return Err(QuotientStoreError::Limit(reached));
        }
        let text = String::from_utf8(bytes).map_err(|_| QuotientStoreError::Foreign)?;
        let (found, quotient) = Quotient::from_store(&text)?;
        if found != one_line(ruleset) {
            return Err(QuotientStoreError::OtherGame { ruleset: found });
        }
        Ok(Some(quotient))
    }
}

fn read(text: &str) -> Option<(String, Quotient)> {
    let body = text.strip_suffix('\n')?;
    let (body, last) = body.rsplit_once('\n')?;
    let body = &text[..body.len() + 1];
    if last != format!("checksum {:08x}", checksum(body)) {
        return None;
    }
    let mut lines = body.lines().skip(1);
    let ruleset = lines.next()?.strip_prefix("ruleset ")?.to_owned();
    let order = numbers(lines.next()?, "order")?.first().copied()? as usize;
    let lost = numbers(lines.next()?, "lost")?;
    let heaps = numbers(lines.next()?, "heaps")?;
    let acts: Vec<Vec<u64>> = lines
        .map(|line| numbers(line, "act"))
        .collect::<Option<_>>()?;
    let is_whole =
        |act: &Vec<u64>| act.len() == order + 1 && act[1..].iter().all(|&e| e < order as u64);
    let is_heap = |act: &Vec<u64>| act[0] > 0 && act[0] < heaps.len() as u64;
    if heaps.first() != Some(&0)
        || !acts.iter().all(is_whole)
        || !acts.iter().all(is_heap)
        || !acts.is_sorted_by_key(|act| act[0])
        || !heaps.iter().chain(&lost).all(|&e| e < order as u64)
    {
        return None;
    }
    let monoid = rebuild(&acts, order)?;
    let mut losing = bits::empty(order);
    lost.iter()
        .for_each(|&at| bits::insert(&mut losing, at as usize));
    let quotient = Quotient {
        monoid,
        losing,
        elements: heaps.iter().map(|&e| e as Number).collect(),
        period: None,
    };
    Some((ruleset, quotient))
}

/// The monoid of the generators' actions, if it is numbered as it was.
fn rebuild(acts: &[Vec<u64>], order: usize) -> Option<Monoid> {
    let largest = acts.last().map_or(0, |act| act[0] as usize);
    let act = |element: usize, heap: usize| {
        let found = acts.binary_search_by_key(&(heap as u64), |act| act[0]);
        found.map_or(0, |at| acts[at][1 + element] as usize)
    };
    let limits = Limits::default();
    let meter = Meter::new(&limits, Work::UNLIMITED, Some(order));
    let built = Monoid::generate(order, largest, act, &meter).ok()?;
    let is_same = built.states.iter().zip(0..).all(|(&state, at)| state == at);
    (is_same && built.monoid.order() == order).then_some(built.monoid)
}

/// The numbers of a line that begins with `name`.
fn numbers(line: &str, name: &str) -> Option<Vec<u64>> {
    let rest = line.strip_prefix(name)?;
    rest.split_ascii_whitespace()
        .map(|word| word.parse().ok())
        .collect()
}

/// A name without line breaks, which would end its line early.
fn one_line(ruleset: &str) -> String {
    ruleset.replace(['\n', '\r'], " ")
}

fn checksum(text: &str) -> u32 {
    grundy_files::checksum(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{QuotientSearchRequest, quotient, search};
    use grundy_core::HeapRules;

    #[test]
    fn a_search_resumed_from_a_store_finds_what_one_search_finds() {
        let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
        let limits = Limits::default();
        let part = quotient(&rules, Some(20), &limits).unwrap();
        let (name, known) = Quotient::from_store(&part.to_store("kayles")).unwrap();
        assert_eq!(name, "kayles");
        let request = QuotientSearchRequest {
            resume: Some(known),
            ..QuotientSearchRequest::default()
        };
        let resumed = search(&rules, request, &limits, &mut |_| ()).unwrap();
        let whole = quotient(&rules, None, &limits).unwrap();
        assert_eq!(resumed.to_store("kayles"), whole.to_store("kayles"));
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
        let text = quotient(&rules, Some(9), &Limits::default())
            .unwrap()
            .to_store("kayles");
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
            let changed = String::from_utf8(bytes).unwrap();
            assert!(Quotient::from_store(&changed).is_err(), "{at}");
            assert!(Quotient::from_store(&text[..at]).is_err(), "{at}");
        }
    }

    #[test]
    fn a_file_is_replaced_and_others_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kayles.quotient");
        let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
        let limits = Limits::default();
        assert!(Quotient::load(&path, "kayles", &limits).unwrap().is_none());
        for to in [5, 9] {
            let found = quotient(&rules, Some(to), &limits).unwrap();
            found.save(&path, "kayles").unwrap();
            let loaded = Quotient::load(&path, "kayles", &limits).unwrap().unwrap();
            assert_eq!(loaded.to_store(""), found.to_store(""));
        }
        // No temporary file stays behind.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let other = Quotient::load(&path, "0.07", &limits).unwrap_err();
        assert!(matches!(other, QuotientStoreError::OtherGame { ruleset } if ruleset == "kayles"));
        let small = Limits {
            bytes: 100,
            ..Limits::default()
        };
        let large = Quotient::load(&path, "kayles", &small).unwrap_err();
        assert!(matches!(large, QuotientStoreError::Limit(_)));
        std::fs::write(&path, [0xff; 9]).unwrap();
        let foreign = Quotient::load(&path, "kayles", &limits).unwrap_err();
        assert!(matches!(foreign, QuotientStoreError::Foreign));
    }

    #[test]
    fn a_quotient_of_another_game_is_not_resumed() {
        let limits = Limits::default();
        let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
        let known = quotient(&kayles, Some(12), &limits).unwrap();
        let request = QuotientSearchRequest {
            resume: Some(known),
            ..QuotientSearchRequest::default()
        };
        let dawson = HeapRules::with_tail(&[0, 1, 3, 7], &[]);
        let error = search(&dawson, request, &limits, &mut |_| ()).unwrap_err();
        assert_eq!(error.stopped, crate::Stopped::NotAQuotient);
    }
}
