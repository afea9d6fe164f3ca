//! The open options of the couple that is being visited, with the effort of each.

use crate::exact::known_part;
use crate::options::{push_option, read_option};
use crate::rules::LandRules;
use crate::search::Search;
use crate::table::{Effort, LandId, NEVER};

/// An option of a couple.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) effort: Effort,
    pub(crate) heap: u32,
    /// The land, or where the lands begin in the list of sums.
    pub(crate) land: u32,
    /// How many lands there are.
    pub(crate) count: u32,
}

impl<R: LandRules> Search<'_, R> {
    /// Lists the open options of a couple as children; what has become known since is taken off the list.
    pub(crate) fn look_at_options(&mut self, land: LandId, heap: u32) {
        let handle = self.table.record(land).options;
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        self.lists.copy(handle, &mut words);
        let length = words.len();
        let mut kept = std::mem::take(&mut self.kept);
        kept.clear();
        let mut unknown = std::mem::take(&mut self.unknown);
        let mut at = 0;
        while at < length {
            let mut single = [0];
            let (option, next) = read_option(&words, at, &mut single);
            at = next;
            unknown.clear();
            let value = option.value ^ known_part(&self.table, option.lands, &mut unknown);
            if unknown.is_empty() {
                self.table.exclude(land, value);
                continue;
            }
            push_option(value, &unknown, &mut kept);
            self.add_child(&unknown, heap ^ value);
        }
        self.lists.replace(handle, &kept);
        (self.words, self.kept, self.unknown) = (words, kept, unknown);
        // Moves in the heap.
        for less in 0..heap {
            self.add_child(&[land], less);
        }
        if self.table.effort(land, heap) == Effort::WON {
            self.children.push(Child {
                effort: Effort::LOST,
                heap,
                land,
                count: 1,
            });
        }
    }

    /// Adds an option unless it is won.
    fn add_child(&mut self, lands: &[LandId], heap: u32) {
        let effort = match lands {
            [land] => self.table.effort(*land, heap),
            _ => self.sum_effort(lands),
        };
        if effort.win == 0 {
            return;
        }
        let land = match lands {
            [land] => *land,
            _ => self.sums.len() as u32,
        };
        if lands.len() > 1 {
            self.sums.extend_from_slice(lands);
        }
        self.children.push(Child {
            effort,
            heap,
            land,
            count: lands.len() as u32,
        });
    }

    /// What the children from `first` on say of their couple.
    pub(crate) fn summary(&self, first: usize) -> Summary {
        let mut summary = Summary {
            effort: Effort::LOST,
            best: first,
            second: NEVER,
        };
        let children = &self.children[first..];
        let mut greatest = 0;
        for (at, child) in (first..).zip(children) {
            let Effort { win, lose } = child.effort;
            greatest = greatest.max(win);
            if lose < summary.effort.win {
                summary.second = summary.effort.win;
                summary.effort.win = lose;
                summary.best = at;
            } else {
                summary.second = summary.second.min(lose);
            }
        }
        if let Some(others) = children.len().checked_sub(1) {
            summary.effort.lose = (greatest + others as u32).min(NEVER - 1);
        }
        summary
    }
}

/// What the children of a couple say of it.
pub(crate) struct Summary {
    pub(crate) effort: Effort,
    /// The child with the least effort to lose.
    pub(crate) best: usize,
    /// The least effort to lose of the others.
    pub(crate) second: u32,
}
