//! Making room when the tables are full: what can be found again goes first, nimbers last.
//!
//! While room is made the old table and the new one are there at once, so tables are full at two thirds of what is
//! allowed, and a third must suffice for what is kept.

use grundy_core::LimitReached;

use crate::options::OptionLists;
use crate::rules::LandRules;
use crate::search::{Search, Stop};

/// Numbers of lands and places of lists must fit in 32 bits.
const MOST_BYTES: u64 = 8 << 30;
/// How often room may be made while no nimber is found.
const MOST_IN_VAIN: u32 = 4;

impl<R: LandRules> Search<'_, R> {
    /// Fails if the tables are full.
    pub(crate) fn check_room(&self) -> Result<(), Stop> {
        let lists = self.lists.bytes_soon();
        let is_full = lists + self.table.bytes_soon() > self.limits.bytes / 3 * 2;
        if is_full || self.lists.bytes() > MOST_BYTES {
            return Err(Stop::Full);
        }
        Ok(())
    }

    /// Forgets lists of options and lands on which no work was done; if that is not enough, everything but
    /// proved nimbers.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Bytes`] if nimbers alone take more than a third of what is allowed, or if the search does
    /// not get on with so little room.
    pub(crate) fn collect(&mut self) -> Result<(), LimitReached> {
        self.collections += 1;
        let found = std::mem::replace(&mut self.exact_before, self.table.exact);
        self.in_vain = if found < self.table.exact {
            0
        } else {
            self.in_vain + 1
        };
        self.lists = OptionLists::default();
        let enough = self.limits.bytes / 3;
        self.table = self.table.retain(|record| record.is_worked_on());
        if self.table.bytes_soon() > enough {
            self.table = self.table.retain(|record| record.nimber().is_some());
        }
        if self.table.bytes_soon() > enough || self.in_vain > MOST_IN_VAIN {
            return Err(LimitReached::Bytes {
                limit: self.limits.bytes,
            });
        }
        Ok(())
    }
}
