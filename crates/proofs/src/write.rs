//! Collects the entries that a proof needs, with the help of somebody who knows nimbers.
//!
//! Largest components first: when a component is looked at, all that other entries need of it is known. Where there is
//! a choice, what the proof has already is preferred, then what is small.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::Claim;
use crate::cells::Cells;
use crate::entries::{self, Entry};
use crate::model::Model;

/// Somebody who knows nimbers; whether they are right does not matter, since what they say is checked.
pub trait Oracle {
    /// Why there is no answer.
    type Error;

    /// The nimber of the position in which these cells remain, if it is known without work.
    fn known(&mut self, cells: &[u32]) -> Option<u32>;

    /// The nimber of the position.
    ///
    /// # Errors
    ///
    /// Where there is no answer.
    fn nimber(&mut self, cells: &[u32]) -> Result<u32, Self::Error>;

    /// True if the position has this nimber.
    ///
    /// # Errors
    ///
    /// Where there is no answer.
    fn has_nimber(&mut self, cells: &[u32], nimber: u32) -> Result<bool, Self::Error>;
}

/// What is needed of a component.
#[derive(Default)]
struct Needed {
    nimber: bool,
    not: BTreeSet<u32>,
}

pub(crate) struct Writer<'w, O, const W: usize> {
    model: &'w Model<W>,
    oracle: &'w mut O,
    needed: BTreeMap<(Reverse<u32>, Cells<W>), Needed>,
    known: FxHashMap<Cells<W>, Option<u32>>,
    pub entries: u64,
    pub text: String,
}

/// A move, and the components after it that need entries.
struct Reply<const W: usize> {
    by: u32,
    /// Xor of the components that need none.
    sum: u32,
    parts: Vec<Cells<W>>,
}

impl<'w, O: Oracle, const W: usize> Writer<'w, O, W> {
    pub(crate) fn new(model: &'w Model<W>, oracle: &'w mut O) -> Writer<'w, O, W> {
        Writer {
            model,
            oracle,
            needed: BTreeMap::new(),
            known: FxHashMap::default(),
            entries: 0,
            text: String::new(),
        }
    }

    /// Writes all entries that show what is claimed of a position.
    pub(crate) fn prove(&mut self, position: Cells<W>, claim: Claim) -> Result<(), O::Error> {
        let (sum, parts) = self.parts(position);
        match claim {
            Claim::Is(_) => self.need_nimbers(&parts),
            Claim::Not(nimber) => self.refute(sum, &parts, nimber)?,
        }
        while let Some(((_, component), needed)) = self.needed.pop_first() {
            let entry = self.entry(component, &needed)?;
            entries::write(component, &entry, &mut self.text);
            self.entries += 1;
        }
        Ok(())
    }

    fn entry(&mut self, component: Cells<W>, needed: &Needed) -> Result<Entry, O::Error> {
        let mut replies = Vec::new();
        for (by, played) in self.model.legal_moves(component) {
            let (sum, parts) = self.parts(component.minus(played.removes));
            replies.push(Reply { by, sum, parts });
        }
        replies.sort_by_cached_key(|reply| cells_of(&reply.parts));
        let mut entry = Entry::default();
        let mut has_nimber = needed.nimber;
        for &nimber in needed.not.iter().filter(|_| !needed.nimber) {
            // Only the numbers below its nimber are sure to be those of options.
            let may_ask = self.look_up(component).is_none_or(|own| own > nimber);
            match self.reach(&replies, nimber, may_ask)? {
                Some(by) => entry.not.push((nimber, by)),
                None => has_nimber = true,
            }
        }
        if has_nimber {
            entry.not.clear();
            entry.nimber = Some(self.prove_nimber(component, &replies)?);
        }
        Ok(entry)
    }

    fn prove_nimber(&mut self, component: Cells<W>, replies: &[Reply<W>]) -> Result<u32, O::Error> {
        let nimber = self.nimber(component)?;
        for smaller in 0..nimber {
            // An oracle that contradicts itself finds none, and the proof will be refused.
            self.reach(replies, smaller, true)?;
        }
        for reply in replies {
            self.refute(reply.sum, &reply.parts, nimber)?;
        }
        Ok(nimber)
    }

    /// The number of a move to a position of this value, whose components are needed from now on; if nothing known leads
    /// there, the oracle is asked if it `may_ask`.
    fn reach(
        &mut self,
        replies: &[Reply<W>],
        nimber: u32,
        may_ask: bool,
    ) -> Result<Option<u32>, O::Error> {
        let mut best: Option<(u32, &Reply<W>)> = None;
        for reply in replies {
            let mut value = Some(reply.sum);
            let mut cost = 0;
            for &part in &reply.parts {
                value = value.zip(self.look_up(part)).map(|(sum, own)| sum ^ own);
                let needed = self.needed.get(&(Reverse(part.count()), part));
                if !needed.is_some_and(|needed| needed.nimber) {
                    cost += 1 + part.count() * part.count();
                }
            }
            if value == Some(nimber) && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, reply));
            }
        }
        if let Some((_, reply)) = best {
            self.need_nimbers(&reply.parts);
            return Ok(Some(reply.by));
        }
        for reply in replies.iter().filter(|_| may_ask) {
            if self.has_value(reply, nimber)? {
                self.need_nimbers(&reply.parts);
                return Ok(Some(reply.by));
            }
        }
        Ok(None)
    }

    fn has_value(&mut self, reply: &Reply<W>, nimber: u32) -> Result<bool, O::Error> {
        let mut wanted = nimber ^ reply.sum;
        let Some((&largest, others)) = reply.parts.split_last() else {
            return Ok(wanted == 0);
        };
        for &part in others {
            wanted ^= self.nimber(part)?;
        }
        let cells = self.described(largest);
        let has = self.oracle.has_nimber(&cells, wanted)?;
        if has {
            self.known.insert(largest, Some(wanted));
        }
        Ok(has)
    }

    /// A sum does not have this value: all components but the largest are needed, and of that one only that it is not
    /// what would be missing.
    fn refute(&mut self, sum: u32, parts: &[Cells<W>], nimber: u32) -> Result<(), O::Error> {
        let Some((&largest, others)) = parts.split_last() else {
            return Ok(());
        };
        let mut missing = nimber ^ sum;
        for &part in others {
            missing ^= self.nimber(part)?;
        }
        self.need_nimbers(others);
        let key = (Reverse(largest.count()), largest);
        self.needed.entry(key).or_default().not.insert(missing);
        Ok(())
    }

    fn need_nimbers(&mut self, parts: &[Cells<W>]) {
        for &part in parts {
            let key = (Reverse(part.count()), part);
            self.needed.entry(key).or_default().nimber = true;
        }
    }

    /// The components of a position that need entries, smallest first, and the xor of the others.
    fn parts(&self, position: Cells<W>) -> (u32, Vec<Cells<W>>) {
        let mut all = Vec::new();
        self.model.components(position, &mut all);
        let mut sum = 0;
        all.retain(|&part| match self.model.obvious(part) {
            Some(nimber) => {
                sum ^= nimber;
                false
            }
            None => true,
        });
        all.sort_by_key(|part| (part.count(), *part));
        let mut parts: Vec<Cells<W>> = Vec::new();
        for part in all {
            if parts.last() == Some(&part) {
                parts.pop();
            } else {
                parts.push(part);
            }
        }
        (sum, parts)
    }

    fn look_up(&mut self, part: Cells<W>) -> Option<u32> {
        if let Some(&known) = self.known.get(&part) {
            return known;
        }
        let cells = self.described(part);
        let known = self.oracle.known(&cells);
        self.known.insert(part, known);
        known
    }

    fn nimber(&mut self, part: Cells<W>) -> Result<u32, O::Error> {
        if let Some(known) = self.look_up(part) {
            return Ok(known);
        }
        let cells = self.described(part);
        let nimber = self.oracle.nimber(&cells)?;
        self.known.insert(part, Some(nimber));
        Ok(nimber)
    }

    fn described(&self, part: Cells<W>) -> Vec<u32> {
        self.model
            .cells(part)
            .expect("components have cells of the game")
    }
}

fn cells_of<const W: usize>(parts: &[Cells<W>]) -> u32 {
    parts.iter().map(|part| part.count()).sum()
}
