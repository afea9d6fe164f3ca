//! Sums of several lands whose nimbers are not known.
//!
//! A sum has no proof numbers of its own. To decide it, the nimbers of all lands but one must be found, so
//! both efforts are the sum over the lands of the lesser effort of the couple that is to be decided next. The
//! simplest land is worked on first; when one is left, the sum is a couple.

use crate::rules::{LandList, LandRules};
use crate::search::{Search, Stop};
use crate::table::{Effort, LandId, NEVER};

impl<R: LandRules> Search<'_, R> {
    /// Both efforts of a sum of several unknown lands.
    pub(crate) fn sum_effort(&self, lands: &[LandId]) -> Effort {
        let total = lands
            .iter()
            .map(|&land| self.next_effort(land))
            .sum::<u32>();
        let total = total.min(NEVER - 1);
        Effort {
            win: total,
            lose: total,
        }
    }

    /// The lesser effort of the couple that is to be decided next.
    fn next_effort(&self, land: LandId) -> u32 {
        let next = self.table.least_possible(land);
        self.table.effort(land, next).least()
    }

    /// Works on a sum, whose lands stand in the list of sums, until it is decided or reaches a limit.
    pub(crate) fn visit_sum(
        &mut self,
        start: usize,
        count: usize,
        heap: u32,
        limit: Effort,
    ) -> Result<Effort, Stop> {
        let least_limit = limit.least();
        loop {
            let mut heap = heap;
            let mut open = 0;
            let mut total = 0u32;
            let mut simplest = None;
            for place in start..start + count {
                let land = self.sums[place];
                let record = self.table.record(land);
                if let Some(nimber) = record.nimber() {
                    heap ^= nimber;
                    continue;
                }
                open += 1;
                total = (total + self.next_effort(land)).min(NEVER - 1);
                let order = Some((record.lives(), land));
                if simplest.is_none() || order < simplest {
                    simplest = order;
                }
            }
            let Some((_, land)) = simplest else {
                return Ok(if heap == 0 { Effort::LOST } else { Effort::WON });
            };
            if open == 1 {
                return self.visit(land, heap, limit);
            }
            if total >= least_limit {
                return Ok(Effort {
                    win: total,
                    lose: total,
                });
            }
            let next = self.table.least_possible(land);
            let effort = self.table.effort(land, next);
            let room = least_limit - (total - effort.least());
            let limit = if effort.win <= effort.lose {
                Effort {
                    win: room,
                    lose: NEVER,
                }
            } else {
                Effort {
                    win: NEVER,
                    lose: room,
                }
            };
            self.visit(land, next, limit)?;
        }
    }

    /// The nimber of a single land, or the least that it may have.
    pub(crate) fn first_open(&mut self, land: &LandList) -> u32 {
        let rules = self.rules;
        let mut lands = land.iter();
        let Some(land) = lands.next() else {
            return 0;
        };
        let id = self.table.intern(land, rules.lives(land));
        let record = self.table.record(id);
        record
            .nimber()
            .unwrap_or_else(|| self.table.least_possible(id))
    }
}
