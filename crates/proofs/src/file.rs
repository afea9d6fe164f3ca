//! What a proof looks like.
//!
//! ```text
//! grundy proof of a search, format 1
//! play normal
//! component cram:3x5 is 1
//! entries 9
//! 7fff is 1
//! …
//! checksum 1c291ca3
//! ```
//!
//! A line `component` for each component of the sum, `is N` or `not N`, followed by the number of its entries and by
//! these, a line each. A component with no entries is checked in another way, by whoever reads the file. The
//! checksum is the CRC-32 of all before its line; it finds damage, while forgery is found by checking the entries.

use crate::entries::number;
use crate::{Claim, Entries, ProofError};

const TITLE: &str = "grundy proof of a search, format 1";
const PLAY: &str = "play normal";

/// A proof: what is claimed of each component of a sum, with the entries that show it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofFile {
    /// The components.
    pub components: Vec<Component>,
}

/// One component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// In the position language.
    pub position: String,
    /// What is claimed of it.
    pub claim: Claim,
    /// What shows it; empty where it is checked in another way.
    pub entries: Entries,
    /// The line of the first entry, from 1.
    pub first_line: u64,
}

impl ProofFile {
    /// The text of the file. `checksum` is CRC-32.
    pub fn write(&self, checksum: fn(&[u8]) -> u32) -> String {
        let mut text = format!("{TITLE}\n{PLAY}\n");
        for component in &self.components {
            let claim = match component.claim {
                Claim::Is(nimber) => format!("is {nimber}"),
                Claim::Not(nimber) => format!("not {nimber}"),
            };
            let Entries { text: lines, count } = &component.entries;
            text.push_str(&format!(
                "component {} {claim}\nentries {count}\n",
                component.position
            ));
            text.push_str(lines);
        }
        let sum = checksum(text.as_bytes());
        text.push_str(&format!("checksum {sum:08x}\n"));
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// [`ProofError`] if it is damaged, or no proof.
    pub fn read(text: &str, checksum: fn(&[u8]) -> u32) -> Result<ProofFile, ProofError> {
        let rest = text
            .strip_prefix(TITLE)
            .and_then(|rest| rest.strip_prefix('\n'));
        let rest = rest.ok_or(ProofError::NotAProof)?;
        let whole = rest.strip_suffix('\n').ok_or(ProofError::Checksum)?;
        let at = whole.rfind('\n').ok_or(ProofError::Checksum)? + 1;
        let (body, last) = whole.split_at(at);
        let summed = &text[..TITLE.len() + 1 + body.len()];
        let expected = format!("checksum {:08x}", checksum(summed.as_bytes()));
        if last != expected {
            return Err(ProofError::Checksum);
        }
        let mut lines = Lines {
            left: body,
            line: 2,
        };
        if lines.next() != Some(PLAY) {
            return Err(ProofError::Unreadable { line: 2 });
        }
        let mut components = Vec::new();
        while let Some(head) = lines.next() {
            let line = lines.line - 1;
            let component = lines.component(head);
            components.push(component.ok_or(ProofError::Unreadable { line })?);
        }
        Ok(ProofFile { components })
    }
}

/// Lines that are left, and the number of the first of them.
struct Lines<'t> {
    left: &'t str,
    line: u64,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<&'t str> {
        if self.left.is_empty() {
            return None;
        }
        let (line, rest) = self.left.split_once('\n').unwrap_or((self.left, ""));
        self.left = rest;
        self.line += 1;
        Some(line)
    }

    fn component(&mut self, head: &str) -> Option<Component> {
        let head = head.strip_prefix("component ")?;
        let (rest, nimber) = head.rsplit_once(' ')?;
        let (position, kind) = rest.rsplit_once(' ')?;
        let nimber = number(nimber)?;
        let claim = match kind {
            "is" => Claim::Is(nimber),
            "not" => Claim::Not(nimber),
            _ => return None,
        };
        let count = number(self.next()?.strip_prefix("entries ")?)?;
        let first_line = self.line;
        let whole = self.left;
        for _ in 0..count {
            self.next()?;
        }
        let text = &whole[..whole.len() - self.left.len()];
        Some(Component {
            position: position.to_owned(),
            claim,
            entries: Entries {
                text: text.to_owned(),
                count: count.into(),
            },
            first_line,
        })
    }
}
