//! The values of positions found so far, by canonical id.

use grundy_core::{Nimber, Value};
use grundy_positions::{Id, OptionLists};
use rustc_hash::FxHashMap;

/// Values, most of them small nimbers.
#[derive(Default)]
pub struct Nimbers {
    /// Small nimbers; from [`OTHERS`] on the number of one of `others`; [`UNKNOWN`] where there is none, [`MET`]
    /// or [`LISTED`] where one is being looked for.
    small: Vec<u32>,
    others: Vec<Value>,
    numbers: FxHashMap<Value, u32>,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing that options can be reckoned with.
    New,
    /// Its value is being looked for.
    Met,
    /// So it is, and its options have been listed.
    Listed,
    /// It has a value that options can be reckoned with.
    Settled,
}

const OTHERS: u32 = 1 << 31;
const UNKNOWN: u32 = u32::MAX;
const MET: u32 = u32::MAX - 1;
const LISTED: u32 = u32::MAX - 2;

impl Nimbers {
    /// The value of `id`, if it has been found.
    pub fn get(&self, id: Id) -> Option<Value> {
        match *self.small.get(id.0 as usize)? {
            LISTED.. => None,
            nimber @ ..OTHERS => Some(Value::Finite(Nimber(nimber.into()))),
            other => Some(self.others[(other - OTHERS) as usize].clone()),
        }
    }

    /// Remembers a value.
    pub fn insert(&mut self, id: Id, value: Value) {
        let small = value.finite().and_then(|Nimber(n)| u32::try_from(n).ok());
        let small = small.filter(|&n| n < OTHERS);
        let small = small.unwrap_or_else(|| self.number_of(value));
        *self.slot(id) = small;
    }

    /// The number of a value that is no small nimber.
    fn number_of(&mut self, value: Value) -> u32 {
        let next = OTHERS + self.others.len() as u32;
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.others.push(value.clone());
            next
        })
    }

    /// Marks `id` as met; false if it was, or has a value that options can be reckoned with.
    pub fn meet(&mut self, id: Id) -> bool {
        if self.state(id) != State::New {
            return false;
        }
        *self.slot(id) = MET;
        true
    }

    /// Marks `id` as one whose options have been listed.
    pub fn mark_listed(&mut self, id: Id) {
        *self.slot(id) = LISTED;
    }

    /// What is known of `id`.
    #[inline]
    pub fn state(&self, id: Id) -> State {
        match self.small.get(id.0 as usize) {
            Some(..OTHERS) => State::Settled,
            Some(&MET) => State::Met,
            Some(&LISTED) => State::Listed,
            Some(&UNKNOWN) | None => State::New,
            Some(other) => match self.others[(other - OTHERS) as usize] {
                Value::Infinite(_) => State::New,
                _ => State::Settled,
            },
        }
    }

    /// True if `id` has a value that options can be reckoned with. An infinite value is none: what leads
    /// to it is explored together with it.
    #[inline]
    pub fn is_settled(&self, id: Id) -> bool {
        self.state(id) == State::Settled
    }

    /// Nothing is being looked for any more.
    pub fn forget_met(&mut self) {
        for nimber in &mut self.small {
            if matches!(*nimber, MET | LISTED) {
                *nimber = UNKNOWN;
            }
        }
    }

    /// What a sum of settled positions is worth; `None` if a player who moves to it loses at once.
    pub fn sum(&self, parts: &[Id]) -> Option<u128> {
        let mut sum = 0;
        for part in parts {
            let small = self.small[part.0 as usize];
            if small >= OTHERS {
                return self.large_sum(parts);
            }
            sum ^= small;
        }
        Some(sum.into())
    }

    fn large_sum(&self, parts: &[Id]) -> Option<u128> {
        let zero = Value::Finite(Nimber(0));
        let sum = parts.iter().fold(zero, |sum, &part| {
            let value = self.get(part);
            sum.plus(&value.expect("every part is settled"))
        });
        sum.finite().map(|Nimber(n)| n)
    }

    /// Bytes that the table takes.
    pub fn bytes(&self) -> u64 {
        (self.small.capacity() * size_of::<u32>()) as u64
    }

    fn slot(&mut self, id: Id) -> &mut u32 {
        let at = id.0 as usize;
        if self.small.len() <= at {
            self.small.resize(at + 1, UNKNOWN);
        }
        &mut self.small[at]
    }
}

/// Finds the least value that no option has.
#[derive(Default)]
pub struct Mex {
    /// The last round in which each value was seen.
    seen: Vec<u64>,
    round: u64,
}

impl Mex {
    /// The mex of the settled options of the position at `at` of `lists`.
    pub fn of(&mut self, nimbers: &Nimbers, lists: &OptionLists<Id>, at: usize) -> Nimber {
        // A mex is at most the number of options: what is larger does not matter.
        let most = lists.count(at);
        if self.seen.len() < most {
            self.seen.resize(most, 0);
        }
        self.round += 1;
        let seen = &mut self.seen[..most];
        if lists.falls_apart() {
            for option in lists.options(at) {
                let sum = nimbers.sum(option);
                let sum = sum.and_then(|sum| usize::try_from(sum).ok());
                if let Some(slot) = sum.and_then(|sum| seen.get_mut(sum)) {
                    *slot = self.round;
                }
            }
        } else {
            for option in &lists.parts()[lists.parts_of(at)] {
                let value = nimbers.small[option.0 as usize];
                // Other values are larger than options are many, or count for nothing.
                if value < OTHERS
                    && let Some(slot) = seen.get_mut(value as usize)
                {
                    *slot = self.round;
                }
            }
        }
        let gap = seen.iter().position(|&round| round != self.round);
        Nimber(gap.unwrap_or(most) as u128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_values_cancel_and_loony_options_do_not_count() {
        let mut nimbers = Nimbers::default();
        let huge = Value::Finite(Nimber(1 << 100));
        for (id, value) in [huge.clone(), huge, Value::Loony].into_iter().enumerate() {
            nimbers.insert(Id(id as u32), value);
        }
        nimbers.insert(Id(3), Value::Finite(Nimber(1)));
        let mut lists = OptionLists::default();
        let options: [&[Id]; 4] = [&[Id(2)], &[Id(0)], &[Id(3)], &[Id(0), Id(1)]];
        assert!(options.concat().iter().all(|&id| nimbers.is_settled(id)));
        // Before there is a sum among the options, and after.
        for (option, mex) in options.into_iter().zip([0, 0, 0, 2]) {
            let mut one = lists.clone();
            option.iter().for_each(|&part| one.push(part));
            one.end_option();
            lists = one.clone();
            one.end_position();
            assert_eq!(Mex::default().of(&nimbers, &one, 0), Nimber(mex));
        }
    }

    #[test]
    fn what_was_only_met_can_be_met_again_after_it_is_forgotten() {
        let mut nimbers = Nimbers::default();
        assert!(nimbers.meet(Id(5)) && !nimbers.meet(Id(5)));
        assert!(nimbers.meet(Id(6)));
        nimbers.mark_listed(Id(6));
        assert!(!nimbers.meet(Id(6)) && nimbers.get(Id(6)).is_none());
        nimbers.forget_met();
        assert!(nimbers.meet(Id(5)) && nimbers.meet(Id(6)));
        nimbers.insert(Id(5), Value::Finite(Nimber(0)));
        assert!(!nimbers.meet(Id(5)));
    }
}
