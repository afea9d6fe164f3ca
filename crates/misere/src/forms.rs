//! Misère canonical forms of small games.
//!
//! A game is the set of its options. Under misère play an option can be left out when it has a move
//! back to the game without it; if nothing but such options is left, the game is 0 only when the
//! player to move wins it (Conway 1976, chapter 12). What remains is the least game that no company
//! can tell from the first one, and equal games have the same form.

use grundy_core::{LimitReached, Limits};
use rustc_hash::FxHashMap;

use crate::heaps::Heaps;
use crate::meter::Clock;

/// A canonical form, by its number in its [`Forms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MisereForm(u32);

/// Canonical forms, each once.
#[derive(Default)]
pub struct Forms {
    options: Vec<Vec<MisereForm>>,
    lost: Vec<bool>,
    /// The size of the Nim heap that each is, if it is one.
    nim: Vec<Option<u32>>,
    numbers: FxHashMap<Vec<MisereForm>, MisereForm>,
    sums: FxHashMap<(MisereForm, MisereForm), MisereForm>,
    /// What the options take.
    bytes: u64,
}

impl Forms {
    /// No forms yet.
    pub fn new() -> Forms {
        Forms::default()
    }

    /// The form of the game with these options.
    pub fn with_options(&mut self, options: impl IntoIterator<Item = MisereForm>) -> MisereForm {
        let mut options: Vec<MisereForm> = options.into_iter().collect();
        options.sort_unstable();
        options.dedup();
        self.simpler(&options)
            .unwrap_or_else(|| self.intern(options))
    }

    /// The form of a Nim heap.
    ///
    /// # Errors
    ///
    /// As [`Forms::sum`].
    pub fn nim(&mut self, size: u32, limits: &Limits) -> Result<MisereForm, LimitReached> {
        let clock = Clock::new(limits);
        let mut heaps: Vec<MisereForm> = Vec::new();
        for heaps_below in 0..=u64::from(size) {
            clock.tick(1 + heaps_below)?;
            self.check(limits)?;
            let heap = self.intern(heaps.clone());
            heaps.push(heap);
        }
        Ok(heaps[size as usize])
    }

    /// The form of a sum of two.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if there are too many forms, or they take too much memory or time.
    pub fn sum(
        &mut self,
        left: MisereForm,
        right: MisereForm,
        limits: &Limits,
    ) -> Result<MisereForm, LimitReached> {
        let clock = Clock::new(limits);
        let key = |left: MisereForm, right: MisereForm| (left.min(right), left.max(right));
        let mut open = vec![key(left, right)];
        while let Some(&(left, right)) = open.last() {
            if self.sums.contains_key(&(left, right)) {
                open.pop();
                continue;
            }
            let of_left = self.options[left.0 as usize].iter();
            let of_right = self.options[right.0 as usize].iter();
            let moves = of_left
                .map(|&option| key(option, right))
                .chain(of_right.map(|&option| key(left, option)));
            let (mut options, before) = (Vec::new(), open.len());
            for sum in moves {
                match self.sums.get(&sum) {
                    Some(&form) => options.push(form),
                    None => open.push(sum),
                }
            }
            clock.tick(1 + (options.len() + open.len() - before) as u64)?;
            if open.len() == before {
                let sum = self.with_options(options);
                self.sums.insert((left, right), sum);
                self.check(limits)?;
            }
        }
        Ok(self.sums[&key(left, right)])
    }

    /// The forms of heaps 0 to `largest`.
    ///
    /// # Errors
    ///
    /// As [`Forms::sum`].
    pub fn of_heaps(
        &mut self,
        heaps: &dyn Heaps,
        largest: usize,
        limits: &Limits,
    ) -> Result<Vec<MisereForm>, LimitReached> {
        let clock = Clock::new(limits);
        let mut forms = vec![self.nim(0, limits)?];
        for heap in 1..=largest {
            clock.tick(1)?;
            limits.check_bytes(self.bytes + 3 * size_of_val(&forms[..]) as u64)?;
            let (mut options, mut failed) = (Vec::new(), None);
            heaps.for_each_option(heap, &mut |left| {
                let mut parts = left.iter();
                let sum = parts.try_fold(forms[0], |sum, &part| self.sum(sum, forms[part], limits));
                match sum {
                    Ok(sum) => options.push(sum),
                    Err(reached) => failed = Some(reached),
                }
                failed.is_none()
            });
            match failed {
                Some(reached) => return Err(reached),
                None => forms.push(self.with_options(options)),
            }
        }
        Ok(forms)
    }

    /// Fails if the forms are too many, or too large.
    fn check(&self, limits: &Limits) -> Result<(), LimitReached> {
        limits.check_positions(self.sums.len() as u64)?;
        limits.check_bytes(self.bytes + 64 * self.sums.len() as u64)
    }

    /// Whether the player to move loses it.
    pub fn is_lost(&self, form: MisereForm) -> bool {
        self.lost[form.0 as usize]
    }

    /// The Nim heap that it is, if it is one.
    pub fn nim_heap(&self, form: MisereForm) -> Option<u32> {
        self.nim[form.0 as usize]
    }

    /// As a list of options, Nim heaps as numbers: `[[2],0]`.
    pub fn show(&self, form: MisereForm) -> String {
        match self.nim_heap(form) {
            Some(size) => size.to_string(),
            None => {
                let options = self.options[form.0 as usize].iter().rev();
                let options: Vec<String> = options.map(|&option| self.show(option)).collect();
                format!("[{}]", options.join(","))
            }
        }
    }

    /// The game that the given options amount to without those that revert to it.
    fn simpler(&self, options: &[MisereForm]) -> Option<MisereForm> {
        let replies = options
            .iter()
            .flat_map(|&option| &self.options[option.0 as usize]);
        replies.copied().find(|&reply| {
            let kept = &self.options[reply.0 as usize];
            let reverts = |option: &MisereForm| {
                kept.binary_search(option).is_ok()
                    || self.options[option.0 as usize]
                        .binary_search(&reply)
                        .is_ok()
            };
            let is_part = kept
                .iter()
                .all(|option| options.binary_search(option).is_ok());
            let may_end = !kept.is_empty() || options.iter().any(|&option| self.is_lost(option));
            is_part && may_end && options.iter().all(reverts)
        })
    }

    fn intern(&mut self, options: Vec<MisereForm>) -> MisereForm {
        if let Some(&form) = self.numbers.get(&options) {
            return form;
        }
        let form =
            MisereForm(u32::try_from(self.options.len()).expect("limits keep forms below 2^32"));
        let wins = options.is_empty() || options.iter().any(|&option| self.is_lost(option));
        self.lost.push(!wins);
        let mut sizes: Vec<Option<u32>> = options.iter().map(|&o| self.nim_heap(o)).collect();
        sizes.sort_unstable();
        let is_nim = sizes.iter().zip(0..).all(|(size, at)| *size == Some(at));
        self.nim.push(is_nim.then_some(sizes.len() as u32));
        self.bytes += 128 + 2 * size_of_val(&options[..]) as u64;
        self.numbers.insert(options.clone(), form);
        self.options.push(options);
        form
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::HeapRules;

    #[test]
    fn two_heaps_of_one_are_nothing_and_two_of_two_are_not() {
        let mut forms = Forms::new();
        let limits = Limits::default();
        let [zero, one, two] = [0, 1, 2].map(|size| forms.nim(size, &Limits::default()).unwrap());
        assert_eq!(forms.sum(one, one, &limits), Ok(zero));
        let twos = forms.sum(two, two, &limits).unwrap();
        assert_ne!(twos, zero);
        assert_eq!(forms.show(twos), "[3,2]");
    }

    #[test]
    fn reversible_options_go_unless_nothing_but_a_loss_would_be_left() {
        let mut forms = Forms::new();
        let [zero, one, two] = [0, 1, 2].map(|size| forms.nim(size, &Limits::default()).unwrap());
        // {1} reverts to 0 and is won: 1 is lost. {2} reverts to 0, but 2 is won, so {2} is lost.
        assert_eq!(forms.with_options([one]), zero);
        let only_two = forms.with_options([two]);
        assert_ne!(only_two, zero);
        assert_eq!(forms.show(only_two), "[2]");
        // {0, 2} = {0}: the option 2 has the option 1 = {0}.
        assert_eq!(forms.with_options([zero, two]), one);
    }

    #[test]
    fn small_kayles_heaps_are_nim_heaps() {
        let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
        let mut forms = Forms::new();
        let heaps = forms.of_heaps(&kayles, 7, &Limits::default()).unwrap();
        let sizes: Vec<Option<u32>> = heaps.iter().map(|&form| forms.nim_heap(form)).collect();
        let nim = |size| Some(size);
        assert_eq!(
            sizes,
            [nim(0), nim(1), nim(2), nim(3), nim(1), None, nim(3), None]
        );
    }
}
