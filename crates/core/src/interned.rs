//! Rules with the positions that were met, which make a game.

use std::borrow::Cow;
use std::sync::Mutex;

use rustc_hash::FxHashMap;

use crate::met::Met;
use crate::{
    Block, Ending, Form, Found, Game, HeapRules, Id, InParts, LimitReached, Limits, Listing,
    Nimber, OptionsError, Outcome, Picture, Play, Ruleset, SpecError, Which,
};

/// The one implementation of [`Game`]: a ruleset with its positions.
pub struct Interned<R: Ruleset> {
    rules: R,
    positions: Met<R::Position>,
    /// What the positions take beyond their own size.
    bytes_beyond: u64,
    /// The representative of each position, where it has been asked for.
    canonical: Vec<Id>,
    /// Options of slow rules, which are asked only once.
    listed: FxHashMap<Id, Box<[Id]>>,
    /// Endings of slow rules.
    endings: Mutex<FxHashMap<Id, Option<Ending>>>,
    /// Parts of the options of a position, on average, when options were last listed.
    parts_each: usize,
    /// Where options were found that have been interned: its memory is used again.
    spare: Found<R::Position>,
}

/// Parts to list at once: so many that they stay in the processor's cache until they are interned.
const PARTS: usize = 1 << 14;
/// Bytes of parts to list at once, where they are large.
const MANY_BYTES: u64 = 1 << 24;
/// Bytes that are kept for the next list.
const SPARE_BYTES: u64 = 1 << 22;
/// Positions to list at first, before it is known how many options they have.
const FIRST: usize = 64;

impl<R: Ruleset> Interned<R> {
    /// A game in which no position has been met yet.
    pub fn new(rules: R) -> Interned<R> {
        Interned {
            rules,
            positions: Met::default(),
            bytes_beyond: 0,
            canonical: Vec::new(),
            listed: FxHashMap::default(),
            endings: Mutex::default(),
            parts_each: PARTS / FIRST,
            spare: Found::default(),
        }
    }

    /// The game behind a pointer that forgets its type.
    pub fn boxed(rules: R) -> Box<dyn Game> {
        Box::new(Interned::new(rules))
    }

    fn intern(&mut self, position: R::Position) -> Id {
        if let Some(number) = self.rules.number(&position) {
            return Id(self.positions.insert_number(number));
        }
        let beyond = self.rules.bytes_beyond(&position) as u64;
        let (at, is_new) = self.positions.insert(position);
        if is_new {
            self.bytes_beyond += beyond;
        }
        Id(at)
    }

    /// Fails if positions are too many or take too much.
    fn check(&self, more: usize, limits: &Limits) -> Result<(), LimitReached> {
        limits.check_positions(self.positions_met() + more as u64)?;
        limits.check_bytes(self.bytes())
    }

    fn position(&self, id: Id) -> Cow<'_, R::Position> {
        match self.positions.get(id.0) {
            Which::Number(number) => Cow::Owned(self.rules.numbered(number)),
            Which::Position(position) => Cow::Borrowed(position),
        }
    }

    /// Adds the options of `ids` from the first on, not yet interned: of all, or until there are very many.
    /// Few may be followed by others.
    fn listed(
        &self,
        ids: &[Id],
        apart: bool,
        limits: &Limits,
        mut found: Found<R::Position>,
    ) -> Result<Found<R::Position>, OptionsError> {
        let which = ids.iter().map(|&id| self.positions.get(id.0));
        let positions: Vec<Which<'_, R::Position>> = which.collect();
        let is_new = |number| !self.positions.has_number(number);
        let ahead: Option<&dyn Fn(u64) -> bool> = match ids.len() < FIRST {
            true => Some(&is_new),
            false => None,
        };
        while found.positions() < positions.len()
            && found.parts() < 4 * PARTS
            && found.bytes() < MANY_BYTES
        {
            limits.check_time()?;
            let rest = &positions[found.positions()..];
            self.rules.list(rest, apart, ahead, &mut found)?;
        }
        Ok(found)
    }

    /// The same for shares of `ids`, each on a thread of its own where that pays.
    fn listed_by_threads(
        &mut self,
        ids: &[Id],
        apart: bool,
        limits: &Limits,
    ) -> Vec<Result<Found<R::Position>, OptionsError>> {
        let threads = self.threads_for(ids.len(), limits);
        if threads < 2 {
            let spare = std::mem::take(&mut self.spare);
            return vec![self.listed(ids, apart, limits, spare)];
        }
        let this = &*self;
        std::thread::scope(|scope| {
            let share = ids.len().div_ceil(threads);
            let workers: Vec<_> = ids
                .chunks(share)
                .map(|ids| scope.spawn(move || this.listed(ids, apart, limits, Found::default())))
                .collect();
            let joined = workers.into_iter().map(|worker| worker.join());
            joined
                .map(|listed| listed.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }

    fn threads_for(&self, positions: usize, limits: &Limits) -> usize {
        /// Positions that a thread must be given to be worth starting.
        const WORTH_A_THREAD: usize = 16;
        limits.threads.min(positions / WORTH_A_THREAD).max(1)
    }

    /// How many positions to list at once, going by those listed last.
    fn block(&self, limits: &Limits) -> usize {
        (PARTS * limits.threads.max(1) / (self.parts_each + 1)).max(FIRST)
    }

    /// As [`Game::list`], by threads.
    fn list_block(
        &mut self,
        ids: &[Id],
        apart: bool,
        limits: &Limits,
    ) -> Result<Listing, OptionsError> {
        let share = ids.len().div_ceil(self.threads_for(ids.len(), limits));
        let found = self.listed_by_threads(ids, apart, limits);
        let mut all = Listing::default();
        for (ids, found) in ids.chunks(share.max(1)).zip(found) {
            let mut found = found?;
            // What others found behind a gap is thrown away; it will be asked for again.
            let is_whole = found.positions() == ids.len();
            all.lists.append(self.intern_parts(&mut found));
            let ahead = found.ahead().iter();
            all.ahead = ahead
                .map(|&number| Id(self.positions.insert_number(number)))
                .collect();
            found.clear();
            // What became large is given back: nobody counts it.
            if found.bytes() < SPARE_BYTES {
                self.spare = found;
            }
            self.check(0, limits)?;
            if !is_whole {
                break;
            }
        }
        Ok(all)
    }

    /// Interns what was found.
    fn intern_parts(&mut self, found: &mut Found<R::Position>) -> InParts<Id> {
        found.map(|part| match part {
            Ok(number) => Id(self.positions.insert_number(number)),
            Err(position) => {
                let id = self.intern(position);
                self.canonical(id)
            }
        })
    }

    /// As [`Game::list`], through the list of whole options.
    fn list_from_options(
        &mut self,
        ids: &[Id],
        apart: bool,
        limits: &Limits,
    ) -> Result<Listing, OptionsError> {
        let mut all = InParts::default();
        for &id in ids {
            for option in self.options(id, limits)? {
                match apart.then(|| self.parts(option)).flatten() {
                    Some(parts) => parts
                        .iter()
                        .for_each(|&part| all.push(self.canonical(part))),
                    None => all.push(self.canonical(option)),
                }
                all.end_option();
            }
            all.end_position();
            if all.parts().len() > PARTS {
                break;
            }
        }
        Ok(Listing {
            lists: all,
            ahead: Vec::new(),
        })
    }

    /// Interns the options of `id`, and remembers them if rules are slow.
    fn intern_options(&mut self, id: Id, found: Vec<R::Position>) -> Vec<Id> {
        let options = self.intern_distinct(found);
        if self.rules.is_slow() {
            self.listed.insert(id, options.clone().into());
        }
        options
    }

    /// Interns `found`, one of each class of positions that count as the same.
    fn intern_distinct(&mut self, found: Vec<R::Position>) -> Vec<Id> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut distinct = Vec::with_capacity(found.len());
        for option in found {
            if seen.insert(self.rules.canonical(&option)) {
                distinct.push(self.intern(option));
            }
        }
        distinct
    }
}

impl<R: Ruleset> Game for Interned<R> {
    fn parse(&mut self, text: &str) -> Result<Id, SpecError> {
        let position = self.rules.parse(text)?;
        Ok(self.intern(position))
    }

    fn show(&self, id: Id) -> String {
        let position = &*self.position(id);
        format!(
            "{}:{}",
            self.rules.prefix(position),
            self.rules.show(position)
        )
    }

    fn options(&mut self, id: Id, limits: &Limits) -> Result<Vec<Id>, OptionsError> {
        if let Some(options) = self.listed.get(&id) {
            return Ok(options.to_vec());
        }
        if let Some(count) = self.option_count(id) {
            limits.check_positions(u64::try_from(count).unwrap_or(u64::MAX))?;
        }
        let mut found = Vec::new();
        self.rules.options(&self.position(id), &mut found)?;
        self.check(found.len(), limits)?;
        Ok(self.intern_options(id, found))
    }

    fn list(&mut self, ids: &[Id], apart: bool, limits: &Limits) -> Result<Listing, OptionsError> {
        if !self.rules.is_slow() {
            return self.list_from_options(ids, apart, limits);
        }
        let block = self.block(limits).min(ids.len());
        let listed = self.list_block(&ids[..block], apart, limits)?;
        let lists = &listed.lists;
        self.parts_each = lists.parts().len() / lists.positions().max(1);
        Ok(listed)
    }

    fn describe(&self, from: Id, to: Id) -> String {
        self.rules
            .describe(&self.position(from), &self.position(to))
    }

    fn canonical(&mut self, id: Id) -> Id {
        const UNKNOWN: Id = Id(u32::MAX);
        let at = id.0 as usize;
        let Which::Position(position) = self.positions.get(id.0) else {
            return id;
        };
        if let Some(&known) = self.canonical.get(at)
            && known != UNKNOWN
        {
            return known;
        }
        let canonical = self.rules.canonical(position);
        let canonical = match canonical == *position {
            true => id,
            false => self.intern(canonical),
        };
        if self.canonical.len() <= at {
            self.canonical
                .resize(self.positions.len().max(at + 1), UNKNOWN);
        }
        self.canonical[at] = canonical;
        canonical
    }

    fn parts(&mut self, id: Id) -> Option<Vec<Id>> {
        let parts = self.rules.parts(&self.position(id))?;
        Some(parts.into_iter().map(|part| self.intern(part)).collect())
    }

    fn pass(&mut self, id: Id) -> Id {
        let passed = self.rules.pass(&self.position(id));
        self.intern(passed)
    }

    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }

    fn is_acyclic(&self) -> bool {
        self.rules.is_acyclic()
    }

    fn ending(&self, id: Id) -> Option<Ending> {
        if !self.rules.has_endings() {
            return None;
        }
        if !self.rules.is_slow() {
            return self.rules.ending(&self.position(id));
        }
        let poisoned = "rules do not panic";
        if let Some(known) = self.endings.lock().expect(poisoned).get(&id) {
            return *known;
        }
        let ending = self.rules.ending(&self.position(id));
        self.endings.lock().expect(poisoned).insert(id, ending);
        ending
    }

    fn form(&self, id: Id) -> Form {
        if !self.rules.has_forms() {
            return Form::Unknown;
        }
        self.rules.form(&self.position(id))
    }

    fn misere_outcome(&self, id: Id) -> Option<Outcome> {
        self.rules.misere_outcome(&self.position(id))
    }

    fn heap_rules(&self) -> Option<&HeapRules> {
        self.rules.heap_rules()
    }

    fn heap_value(&self, heap: u64) -> Option<Nimber> {
        self.rules.heap_value(heap)
    }

    fn with_heaps(&mut self, heaps: &[u64]) -> Option<Id> {
        let position = self.rules.with_heaps(heaps)?;
        Some(self.intern(position))
    }

    fn options_to(&mut self, id: Id, target: Nimber, most: usize) -> Option<Vec<Id>> {
        let mut found = Vec::new();
        let has_formula = self
            .rules
            .options_to(&self.position(id), target, most, &mut found);
        has_formula.then(|| self.intern_distinct(found))
    }

    fn losing_options(&mut self, id: Id, play: Play, most: usize) -> Option<Vec<Id>> {
        let mut found = Vec::new();
        let has_formula = self
            .rules
            .losing_options(&self.position(id), play, most, &mut found);
        has_formula.then(|| self.intern_distinct(found))
    }

    fn option_count(&self, id: Id) -> Option<u128> {
        self.rules.option_count(&self.position(id))
    }

    fn reasons(&self, id: Id, play: Play) -> Vec<Block> {
        self.rules.reasons(&self.position(id), play)
    }

    fn picture(&self, id: Id) -> Picture {
        self.rules.picture(&self.position(id))
    }

    fn rank(&self, id: Id) -> u64 {
        match self.positions.get(id.0) {
            Which::Number(number) => self.rules.rank_of_number(number),
            Which::Position(position) => self.rules.rank(position),
        }
    }

    fn positions_met(&self) -> u64 {
        self.positions.len() as u64
    }

    fn bytes(&self) -> u64 {
        let representatives = (self.canonical.capacity() * size_of::<Id>()) as u64;
        self.positions.bytes() + representatives + self.bytes_beyond
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RulesError;

    /// Heaps of which any number may be taken; slow or not, and made of independent heaps.
    struct Nim {
        is_slow: bool,
    }

    impl Ruleset for Nim {
        type Position = Vec<u64>;

        fn prefix(&self, _: &Vec<u64>) -> String {
            "nim".to_owned()
        }

        fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
            Ok(text.split(',').map(|heap| heap.parse().unwrap()).collect())
        }

        fn show(&self, heaps: &Vec<u64>) -> String {
            format!("{heaps:?}")
        }

        fn options(&self, heaps: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
            for (at, &heap) in heaps.iter().enumerate() {
                options.extend((0..heap).map(|left| {
                    let mut option = heaps.clone();
                    option[at] = left;
                    option
                }));
            }
            Ok(())
        }

        fn describe(&self, _: &Vec<u64>, _: &Vec<u64>) -> String {
            "take".to_owned()
        }

        fn is_slow(&self) -> bool {
            self.is_slow
        }

        fn parts(&self, heaps: &Vec<u64>) -> Option<Vec<Vec<u64>>> {
            (heaps.len() != 1).then(|| heaps.iter().map(|&heap| vec![heap]).collect())
        }
    }

    /// What a list of all of `ids` says, in as many steps as it takes.
    fn list_all(
        game: &mut Interned<Nim>,
        ids: &[Id],
        apart: bool,
        limits: &Limits,
    ) -> Result<InParts<Id>, OptionsError> {
        let mut all = InParts::default();
        while all.positions() < ids.len() {
            let listing = game.list(&ids[all.positions()..], apart, limits)?;
            assert!(
                listing.ahead.is_empty(),
                "these rules list what they are asked for"
            );
            all.append(listing.lists);
        }
        Ok(all)
    }

    #[test]
    fn threads_list_the_same_options_in_the_same_order() {
        let listed = |is_slow: bool, threads: usize, apart: bool| {
            let mut game = Interned::new(Nim { is_slow });
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let ids: Vec<Id> = (0..200)
                .map(|n| game.parse(&format!("{},{}", n % 17, n)).unwrap())
                .collect();
            let lists = list_all(&mut game, &ids, apart, &limits).unwrap();
            let shown = lists.parts().iter().map(|&id| game.show(id));
            (shown.collect::<Vec<_>>(), lists.falls_apart())
        };
        for apart in [false, true] {
            assert_eq!(listed(true, 3, apart), listed(false, 3, apart));
            assert_eq!(listed(true, 3, apart), listed(true, 1, apart));
            assert_eq!(listed(true, 3, apart).1, apart);
        }
    }

    #[test]
    fn too_many_positions_end_a_threaded_listing() {
        let mut game = Interned::new(Nim { is_slow: true });
        let ids: Vec<Id> = (100..200)
            .map(|n| game.parse(&n.to_string()).unwrap())
            .collect();
        let limits = |positions: u64| Limits {
            threads: 2,
            positions,
            ..Limits::default()
        };
        let ended = list_all(&mut game, &ids, true, &limits(199));
        assert!(matches!(ended, Err(OptionsError::Limit(_))));
        assert!(list_all(&mut game, &ids, true, &limits(200)).is_ok());
    }

    #[test]
    fn parts_are_positions_of_the_same_game() {
        let mut game = Interned::new(Nim { is_slow: false });
        let sum = game.parse("3,5").unwrap();
        let parts = game.parts(sum).unwrap();
        assert_eq!(
            parts.iter().map(|&id| game.show(id)).collect::<Vec<_>>(),
            ["nim:[3]", "nim:[5]"]
        );
        assert_eq!(game.parts(parts[0]), None);
    }
}
