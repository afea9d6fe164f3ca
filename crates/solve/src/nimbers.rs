//! The values of positions found so far, by canonical id.

use grundy_core::{Id, Nimber, Value};
use rustc_hash::FxHashMap;

/// Values, most of them small nimbers.
#[derive(Default)]
pub struct Nimbers {
    /// Small nimbers; from [`OTHERS`] on the number of one of `others`; [`UNKNOWN`] where there is none, [`MET`]
    /// where one is being looked for.
    small: Vec<u32>,
    others: Vec<Value>,
    numbers: FxHashMap<Value, u32>,
}

const OTHERS: u32 = 1 << 31;
const UNKNOWN: u32 = u32::MAX;
const MET: u32 = u32::MAX - 1;

impl Nimbers {
    /// The value of `id`, if it has been found.
    pub fn get(&self, id: Id) -> Option<Value> {
        match *self.small.get(id.0 as usize)? {
            MET | UNKNOWN => None,
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
        if self.is_settled(id) || *self.slot(id) == MET {
            return false;
        }
        *self.slot(id) = MET;
        true
    }

    /// True if `id` has a value that options can be reckoned with. An infinite value is none: what leads
    /// to it is explored together with it.
    pub fn is_settled(&self, id: Id) -> bool {
        match self.small.get(id.0 as usize) {
            None | Some(&(MET | UNKNOWN)) => false,
            Some(..OTHERS) => true,
            Some(other) => !matches!(self.others[(other - OTHERS) as usize], Value::Infinite(_)),
        }
    }

    /// Nothing is being looked for any more.
    pub fn forget_met(&mut self) {
        for nimber in &mut self.small {
            if *nimber == MET {
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
    /// The mex of settled options, of which there are `most`.
    pub fn of<'o>(
        &mut self,
        nimbers: &Nimbers,
        most: usize,
        options: impl Iterator<Item = &'o [Id]>,
    ) -> Nimber {
        // A mex is at most the number of options: what is larger does not matter.
        if self.seen.len() < most {
            self.seen.resize(most, 0);
        }
        self.round += 1;
        for option in options {
            if let Some(sum) = nimbers.sum(option)
                && sum < most as u128
            {
                self.seen[sum as usize] = self.round;
            }
        }
        let mut seen = self.seen[..most].iter();
        let gap = seen.position(|&round| round != self.round);
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
        let options: [&[Id]; 4] = [&[Id(0), Id(1)], &[Id(2)], &[Id(0)], &[Id(3)]];
        assert!(options.concat().iter().all(|&id| nimbers.is_settled(id)));
        let mex = Mex::default().of(&nimbers, 4, options.into_iter());
        assert_eq!(mex, Nimber(2));
    }

    #[test]
    fn what_was_only_met_can_be_met_again_after_it_is_forgotten() {
        let mut nimbers = Nimbers::default();
        assert!(nimbers.meet(Id(5)) && !nimbers.meet(Id(5)));
        nimbers.forget_met();
        assert!(nimbers.meet(Id(5)));
        nimbers.insert(Id(5), Value::Finite(Nimber(0)));
        assert!(!nimbers.meet(Id(5)));
    }
}
