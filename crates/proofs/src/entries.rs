//! What a proof says of components, as text and as data.
//!
//! One line for each component: its cells as hexadecimal digits, then `is N`, or one `not K by M` or more: it is not
//! worth K, because the move with number M leaves a position that is.

use rustc_hash::FxHashMap;

use crate::cells::Cells;
use crate::error::{Fault, ProofError};
use crate::model::Model;

/// What is said of a component.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub nimber: Option<u32>,
    /// Nimbers that it does not have, each with the number of a move to a position that has it.
    pub not: Vec<(u32, u32)>,
}

impl Entry {
    pub(crate) fn is_not(&self, nimber: u32) -> bool {
        match self.nimber {
            Some(own) => own != nimber,
            None => self.not.iter().any(|(other, _)| *other == nimber),
        }
    }
}

/// An entry as it was read.
pub(crate) struct Written<const W: usize> {
    pub line: u64,
    pub cells: Cells<W>,
    pub entry: Entry,
}

/// All entries, by the normal form of their components.
pub(crate) type Entries<const W: usize> = FxHashMap<Cells<W>, Written<W>>;

/// Reads the lines of a proof, the first of which has the number `first`.
pub(crate) fn read<const W: usize>(
    model: &Model<W>,
    text: &str,
    first: u64,
) -> Result<Entries<W>, ProofError> {
    let mut entries = Entries::default();
    let mut parts = Vec::new();
    for (line, text) in (first..).zip(text.lines()) {
        let fault = |fault| ProofError::Entry { line, fault };
        let (cells, entry) = read_line::<W>(text).ok_or(fault(Fault::Unreadable))?;
        if model.cells(cells).is_none() {
            return Err(fault(Fault::NoSuchCell));
        }
        parts.clear();
        model.components(cells, &mut parts);
        let [component] = parts[..] else {
            return Err(fault(Fault::NotOneComponent));
        };
        let written = Written { line, cells, entry };
        if entries.insert(component, written).is_some() {
            return Err(fault(Fault::Repeated));
        }
    }
    Ok(entries)
}

fn read_line<const W: usize>(text: &str) -> Option<(Cells<W>, Entry)> {
    let (cells, claims) = text.split_once(' ')?;
    let mut entry = Entry::default();
    if let Some(nimber) = claims.strip_prefix("is ") {
        entry.nimber = Some(number(nimber)?);
    } else {
        for claim in claims.split(", ") {
            let (nimber, by) = claim.strip_prefix("not ")?.split_once(" by ")?;
            entry.not.push((number(nimber)?, number(by)?));
        }
    }
    Some((Cells::from_hex(cells)?, entry))
}

/// A number as it is written: digits only, no leading zeros.
pub(crate) fn number(text: &str) -> Option<u32> {
    let is_plain = text == "0" || !text.starts_with('0');
    let is_digits = text.bytes().all(|c| c.is_ascii_digit());
    (is_plain && is_digits).then(|| text.parse().ok()).flatten()
}

/// Writes an entry as one line.
pub(crate) fn write<const W: usize>(cells: Cells<W>, entry: &Entry, text: &mut String) {
    text.push_str(&cells.to_hex());
    match entry.nimber {
        Some(nimber) => text.push_str(&format!(" is {nimber}")),
        None => {
            for (at, (nimber, by)) in entry.not.iter().enumerate() {
                let comma = if at == 0 { "" } else { "," };
                text.push_str(&format!("{comma} not {nimber} by {by}"));
            }
        }
    }
    text.push('\n');
}
