//! Every entry follows from smaller ones.
//!
//! `is N`: no option is worth N, and for each smaller number some option is worth just that; so N is the mex of the
//! options. `not K by M`: the option that move M leads to is worth K, which the mex never is. An option is the sum of
//! its components: its value is known if all of theirs are; it is known not to be V if all components but one are
//! known, and that one is not worth the value that would be missing. Every option has fewer cells than the component,
//! so the entries do not rest on each other in a circle.

use grundy_core::Limits;

use crate::Claim;
use crate::cells::Cells;
use crate::entries::{Entries, Entry, Written};
use crate::error::{Fault, ProofError};
use crate::model::Model;

/// Entries between two looks at the clock.
const ENTRIES_BETWEEN_CHECKS: usize = 1 << 10;

/// Checks entries from the rules of one game.
pub(crate) struct Checker<'p, const W: usize> {
    pub model: &'p Model<W>,
    pub entries: &'p Entries<W>,
    parts: Vec<Cells<W>>,
    /// The last entry for which an option with each value was seen.
    seen: Vec<u64>,
    round: u64,
}

/// What is known of an option.
enum Known {
    Value(u32),
    /// Xor of the others, and the one component without a known value.
    Open(u32, usize),
    Unknown,
}

impl<'p, const W: usize> Checker<'p, W> {
    pub(crate) fn new(model: &'p Model<W>, entries: &'p Entries<W>) -> Checker<'p, W> {
        Checker {
            model,
            entries,
            parts: Vec::new(),
            seen: Vec::new(),
            round: 0,
        }
    }

    /// Fails unless every entry follows from others.
    pub(crate) fn all(&mut self, limits: &Limits) -> Result<(), ProofError> {
        for (at, written) in self.entries.values().enumerate() {
            if at.is_multiple_of(ENTRIES_BETWEEN_CHECKS) {
                limits.check_time()?;
            }
            let checked = self.entry(written);
            checked.map_err(|fault| ProofError::Entry {
                line: written.line,
                fault,
            })?;
        }
        Ok(())
    }

    /// True if the entries show what is claimed of a position.
    pub(crate) fn shows(&mut self, position: Cells<W>, claim: Claim) -> bool {
        match (self.position(position), claim) {
            (Known::Value(value), Claim::Is(nimber)) => value == nimber,
            (Known::Value(value), Claim::Not(nimber)) => value != nimber,
            (Known::Open(rest, open), Claim::Not(nimber)) => self.is_not(open, rest ^ nimber),
            _ => false,
        }
    }

    fn entry(&mut self, written: &Written<W>) -> Result<(), Fault> {
        let Written { cells, entry, .. } = written;
        if let Some(nimber) = entry.nimber {
            self.is_mex(*cells, nimber)?;
        }
        self.moves_exist(*cells, entry)
    }

    /// The moves that an entry names lead to the values that it says.
    fn moves_exist(&mut self, cells: Cells<W>, entry: &Entry) -> Result<(), Fault> {
        for &(nimber, by) in &entry.not {
            let played = self.model.legal(by, cells).ok_or(Fault::NoSuchMove)?;
            match self.position(cells.minus(played.removes)) {
                Known::Value(value) if value == nimber => {}
                _ => return Err(Fault::WrongMove),
            }
        }
        Ok(())
    }

    fn is_mex(&mut self, cells: Cells<W>, nimber: u32) -> Result<(), Fault> {
        self.round += 1;
        let model = self.model;
        let mut missing = nimber;
        for (by, played) in model.legal_moves(cells) {
            match self.position(cells.minus(played.removes)) {
                Known::Value(value) if value == nimber => return Err(Fault::SameValue { by }),
                Known::Value(value) if value < nimber => missing -= self.see(value),
                Known::Value(_) => {}
                Known::Open(rest, open) if self.is_not(open, rest ^ nimber) => {}
                _ => return Err(Fault::OpenOption { by }),
            }
        }
        if missing > 0 {
            let was_seen = |value: u32| self.seen.get(value as usize) == Some(&self.round);
            let nimber = (0..nimber).find(|&value| !was_seen(value)).unwrap_or(0);
            return Err(Fault::NoOption { nimber });
        }
        Ok(())
    }

    /// 1 if the value is seen for the first time in this round.
    fn see(&mut self, value: u32) -> u32 {
        let at = value as usize;
        if self.seen.len() <= at {
            self.seen.resize(at + 1, 0);
        }
        let is_new = self.seen[at] != self.round;
        self.seen[at] = self.round;
        is_new.into()
    }

    fn is_not(&self, open: usize, nimber: u32) -> bool {
        let entry = self.entries.get(&self.parts[open]);
        entry.is_some_and(|written| written.entry.is_not(nimber))
    }

    /// What the entries say of a position.
    #[inline]
    fn position(&mut self, cells: Cells<W>) -> Known {
        self.parts.clear();
        self.model.components(cells, &mut self.parts);
        if self.parts.len() > 2 {
            // So that components that are the same stand side by side.
            self.parts.sort_unstable();
        }
        let (mut sum, mut open) = (0, None);
        for (at, &part) in self.parts.iter().enumerate() {
            let known = || self.entries.get(&part)?.entry.nimber;
            if let Some(nimber) = self.model.obvious(part).or_else(known) {
                sum ^= nimber;
                continue;
            }
            // Two components that are the same cancel.
            open = match open {
                None => Some(at),
                Some(other) if self.parts[other] == part => None,
                Some(_) => return Known::Unknown,
            };
        }
        open.map_or(Known::Value(sum), |open| Known::Open(sum, open))
    }
}
