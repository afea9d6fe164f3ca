//! Rules with the positions found so far, which make a game.

mod listing;

use std::borrow::Cow;
use std::sync::Mutex;

use grundy_core::{
    Block, Element, Ending, Form, HeapRules, LimitReached, Limits, Nimber, Outcome, OwnSearch,
    Picture, Play, RemovalPosition, SpecError, Touch,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::position_table::PositionTable;
use crate::{
    Game, Id, ListedOptions, Listing, Move, MoveText, OptionsError, PositionRef, Promise, Source,
};

/// The one implementation of [`Game`]: rules with their positions.
pub struct Interned<S: Source> {
    rules: S,
    positions: PositionTable<S::Position>,
    /// What the positions take beyond their own size.
    bytes_beyond: u64,
    /// The representative of each position, where it has been asked for.
    canonical: Vec<Id>,
    /// Moves that somebody may want described, with the position they are made in.
    moves: Vec<(Id, S::Move)>,
    /// Options of slow rules, which are asked only once.
    listed: FxHashMap<Id, Box<[Id]>>,
    /// Endings of slow rules.
    endings: Mutex<FxHashMap<Id, Option<Ending>>>,
    /// Parts of the options of a position, on average, when options were last listed.
    parts_each: usize,
    /// The game's own search for nimbers, where it has one.
    search: Option<Box<dyn OwnSearch<S::Position>>>,
    /// Where options were found that have been interned: its memory is used again.
    spare: ListedOptions<S::Position>,
}

/// Parts to list at once: so many that they stay in the processor's cache until they are interned.
const PARTS: usize = 1 << 14;
/// Bytes of parts to list at once, where they are large.
const MANY_BYTES: u64 = 1 << 22;
/// Positions to list at first, before it is known how many options they have.
const FIRST: usize = 64;
/// Moves between two looks at the limits.
const MOVES_BETWEEN_CHECKS: usize = 256;

impl<S: Source> Interned<S> {
    /// A game in which no position has been found yet.
    pub fn new(rules: S) -> Interned<S> {
        Interned {
            search: rules.own_search(),
            rules,
            positions: PositionTable::default(),
            bytes_beyond: 0,
            canonical: Vec::new(),
            moves: Vec::new(),
            listed: FxHashMap::default(),
            endings: Mutex::default(),
            parts_each: PARTS / FIRST,
            spare: ListedOptions::default(),
        }
    }

    /// The number of `position`, a new one if it is found for the first time.
    pub(crate) fn intern(&mut self, position: S::Position) -> Id {
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
        limits.check_positions(self.positions_found() + more as u64)?;
        limits.check_bytes(self.bytes())
    }

    fn position(&self, id: Id) -> Cow<'_, S::Position> {
        match self.positions.get(id.0) {
            PositionRef::Number(number) => Cow::Owned(self.rules.numbered(number)),
            PositionRef::Position(position) => Cow::Borrowed(position),
        }
    }

    /// Visits the moves of `id` with the options they lead to; moves and options together are kept within `limits`.
    fn visit(
        &mut self,
        id: Id,
        distinct: bool,
        limits: &Limits,
        mut visit: impl FnMut(&mut Interned<S>, S::Move, S::Position) -> u64,
    ) -> Result<(), OptionsError> {
        if let Some(count) = self.option_count(id) {
            let count = count.and_then(|count| u64::try_from(count).ok());
            limits.check_positions(count.unwrap_or(u64::MAX))?;
        }
        let position = self.position(id).into_owned();
        let mut moves = Vec::new();
        let (mut bytes, mut next_check) = (self.bytes(), 0);
        let mut reached = Ok(());
        self.rules.visit_moves(&position, distinct, &mut |played| {
            if moves.len() >= next_check {
                next_check = moves.len() + MOVES_BETWEEN_CHECKS;
                let taken = bytes + (moves.len() * size_of::<S::Move>()) as u64;
                reached = limits
                    .check_time()
                    .and(limits.check_bytes(taken))
                    .and(limits.check_positions(moves.len() as u64));
            }
            moves.push(played);
            reached.is_ok()
        })?;
        reached?;
        limits.check_positions(self.positions_found().saturating_add(moves.len() as u64))?;
        bytes = self.bytes() + (moves.len() * size_of::<S::Move>()) as u64;
        for (at, played) in moves.into_iter().enumerate() {
            let option = self.rules.play(&position, &played);
            bytes += visit(self, played, option);
            if at.is_multiple_of(MOVES_BETWEEN_CHECKS) {
                limits.check_time()?;
            }
            limits.check_bytes(bytes)?;
        }
        Ok(())
    }

    /// Bytes that one more position takes, about.
    fn bytes_of(&self, position: &S::Position) -> u64 {
        (size_of::<S::Position>() + self.rules.bytes_beyond(position)) as u64
    }

    /// Moves of `id`, kept so that they can be described; one for each option if `distinct`.
    fn keep_moves(
        &mut self,
        id: Id,
        distinct: bool,
        limits: &Limits,
    ) -> Result<Vec<Move>, OptionsError> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        self.visit(id, distinct, limits, |game, played, option| {
            let bytes = game.bytes_of(&option);
            if !distinct || seen.insert(game.rules.canonical(&option)) {
                found.push(game.keep(id, played, option));
            }
            bytes
        })?;
        Ok(found)
    }

    fn keep(&mut self, from: Id, played: S::Move, option: S::Position) -> Move {
        let to = self.intern(option);
        self.moves.push((from, played));
        let index = u32::try_from(self.moves.len() - 1).expect("limits keep moves below 2^32");
        Move { to, index }
    }

    /// Keeps moves found by formula, one for each option.
    fn keep_distinct(&mut self, from: Id, moves: Vec<S::Move>) -> Vec<Move> {
        let position = self.position(from).into_owned();
        let mut seen = FxHashSet::default();
        let mut kept = Vec::with_capacity(moves.len());
        for played in moves {
            let option = self.rules.play(&position, &played);
            if seen.insert(self.rules.canonical(&option)) {
                kept.push(self.keep(from, played, option));
            }
        }
        kept
    }
}

impl<S: Source> Game for Interned<S> {
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

    fn picture(&self, id: Id) -> Picture {
        self.rules.picture(&self.position(id))
    }

    fn caption(&self, id: Id) -> Option<String> {
        self.rules.caption(&self.position(id))
    }

    fn options(&mut self, id: Id, limits: &Limits) -> Result<Vec<Id>, OptionsError> {
        if let Some(options) = self.listed.get(&id) {
            return Ok(options.to_vec());
        }
        let mut seen = FxHashSet::default();
        let mut distinct = Vec::new();
        self.visit(id, true, limits, |game, _, option| {
            let bytes = game.bytes_of(&option);
            if seen.insert(game.rules.canonical(&option)) {
                distinct.push(game.intern(option));
            }
            bytes
        })?;
        self.check(0, limits)?;
        if self.rules.is_slow() {
            self.listed.insert(id, distinct.clone().into());
        }
        Ok(distinct)
    }

    fn distinct_moves(&mut self, id: Id, limits: &Limits) -> Result<Vec<Move>, OptionsError> {
        self.keep_moves(id, true, limits)
    }

    fn moves(&mut self, id: Id, limits: &Limits) -> Result<Vec<Move>, OptionsError> {
        self.keep_moves(id, false, limits)
    }

    fn first_moves(&mut self, id: Id, most: usize) -> Result<Vec<Move>, OptionsError> {
        let position = self.position(id).into_owned();
        let mut moves = Vec::new();
        if most > 0 {
            self.rules.visit_moves(&position, false, &mut |played| {
                moves.push(played);
                moves.len() < most
            })?;
        }
        let kept = moves.into_iter().map(|played| {
            let option = self.rules.play(&position, &played);
            self.keep(id, played, option)
        });
        Ok(kept.collect())
    }

    fn touched(
        &mut self,
        id: Id,
        touch: &[Element],
        limits: &Limits,
    ) -> Result<Option<Move>, OptionsError> {
        let position = self.position(id).into_owned();
        if let Some(played) = self.rules.touched(&position, touch) {
            let option = self.rules.play(&position, &played);
            return Ok(Some(self.keep(id, played, option)));
        }
        let found = self.moves(id, limits)?;
        Ok(found
            .into_iter()
            .find(|played| self.describe(*played).touch == touch))
    }

    fn describe(&self, played: Move) -> MoveText {
        let (from, kept) = &self.moves[played.index as usize];
        let position = self.position(*from);
        let Touch { touch, changes } = self.rules.touch(&position, kept);
        MoveText {
            text: self.rules.describe(&position, kept),
            touch,
            changes,
        }
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

    fn canonical(&mut self, id: Id) -> Id {
        const UNKNOWN: Id = Id(u32::MAX);
        let at = id.0 as usize;
        let PositionRef::Position(position) = self.positions.get(id.0) else {
            return id;
        };
        if let Some(&known) = self.canonical.get(at)
            && known != UNKNOWN
        {
            return known;
        }
        let canonical = self.rules.canonical(position);
        let canonical = if canonical == *position {
            id
        } else {
            self.intern(canonical)
        };
        if self.canonical.len() <= at {
            self.canonical
                .resize(self.positions.len().max(at + 1), UNKNOWN);
        }
        self.canonical[at] = canonical;
        canonical
    }

    fn pass(&mut self, id: Id) -> Id {
        if self.rules.is_impartial() {
            return id;
        }
        let passed = self.rules.pass(&self.position(id));
        self.intern(passed)
    }

    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
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

    fn parts(&mut self, id: Id) -> Option<Vec<Id>> {
        let parts = self.rules.parts(&self.position(id))?;
        Some(parts.into_iter().map(|part| self.intern(part)).collect())
    }

    fn removal(&self, id: Id) -> Option<RemovalPosition> {
        self.rules.removal(&self.position(id))
    }

    fn own_search(&self, id: Id) -> Option<&'static str> {
        let search = self.search.as_ref()?;
        search.reaches(&self.position(id)).then(|| search.name())
    }

    fn has_quick_search(&self, id: Id) -> bool {
        let search = self.search.as_ref();
        search.is_some_and(|search| {
            let position = self.position(id);
            search.reaches(&position) && search.is_quick(&position)
        })
    }

    fn searched_nimber(&mut self, id: Id, limits: &Limits) -> Result<u32, LimitReached> {
        let position = self.position(id).into_owned();
        let search = self.search.as_mut().expect("there is a search");
        search.nimber(&position, limits)
    }

    fn searched_is_lost(
        &mut self,
        id: Id,
        heap: u32,
        limits: &Limits,
    ) -> Result<bool, LimitReached> {
        let position = self.position(id).into_owned();
        let search = self.search.as_mut().expect("there is a search");
        search.is_lost(&position, heap, limits)
    }

    fn form(&self, id: Id) -> Form {
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

    fn replace_heap(&mut self, id: Id, index: usize, left: &[u64]) -> Option<Move> {
        let position = self.position(id);
        let played = self.rules.replace_heap(&position, index, left)?;
        let option = self.rules.play(&position, &played);
        drop(position);
        Some(self.keep(id, played, option))
    }

    fn moves_to(&mut self, id: Id, target: Nimber, most: usize) -> Option<Vec<Move>> {
        let found = self.rules.moves_to(&self.position(id), target, most)?;
        Some(self.keep_distinct(id, found))
    }

    fn losing_moves(&mut self, id: Id, play: Play, most: usize) -> Option<Vec<Move>> {
        let found = self.rules.losing_moves(&self.position(id), play, most)?;
        Some(self.keep_distinct(id, found))
    }

    fn winning_move(&mut self, id: Id, play: Play) -> Option<Move> {
        let played = self.rules.winning_move(&self.position(id), play)?;
        self.keep_distinct(id, vec![played]).pop()
    }

    fn option_count(&self, id: Id) -> Option<Option<u128>> {
        self.rules.option_count(&self.position(id))
    }

    fn reasons(&self, id: Id, play: Play) -> Vec<Block> {
        self.rules.reasons(&self.position(id), play)
    }

    fn rank(&self, id: Id) -> u64 {
        match self.positions.get(id.0) {
            PositionRef::Number(number) => self.rules.rank_of_number(number),
            PositionRef::Position(position) => self.rules.rank(position),
        }
    }

    fn positions_found(&self) -> u64 {
        self.positions.len() as u64
    }

    fn bytes(&self) -> u64 {
        let representatives = self.canonical.capacity() * size_of::<Id>();
        let moves = self.moves.capacity() * size_of::<(Id, S::Move)>();
        self.positions.bytes() + (representatives + moves) as u64 + self.bytes_beyond
    }

    fn forget(&mut self, promise: Promise) {
        self.rules.forget(promise);
        self.search = self.rules.own_search();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OptionLists;
    use grundy_core::RulesError;

    /// Heaps of which any number may be taken; slow or not, and made of independent heaps.
    struct Nim {
        is_slow: bool,
    }

    impl Source for Nim {
        type Position = Vec<u64>;
        type Move = (usize, u64);

        fn prefix(&self, _: &Vec<u64>) -> String {
            "nim".to_owned()
        }

        fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
            Ok(text.split(',').map(|heap| heap.parse().unwrap()).collect())
        }

        fn show(&self, heaps: &Vec<u64>) -> String {
            format!("{heaps:?}")
        }

        fn visit_moves(
            &self,
            heaps: &Vec<u64>,
            _distinct: bool,
            visit: &mut dyn FnMut((usize, u64)) -> bool,
        ) -> Result<(), RulesError> {
            let heaps = heaps.iter().enumerate();
            let _ = heaps
                .flat_map(|(at, &heap)| (0..heap).map(move |left| (at, left)))
                .all(visit);
            Ok(())
        }

        fn play(&self, heaps: &Vec<u64>, &(at, left): &(usize, u64)) -> Vec<u64> {
            let mut option = heaps.clone();
            option[at] = left;
            option
        }

        fn describe(&self, _: &Vec<u64>, (at, left): &(usize, u64)) -> String {
            format!("leave {left} of heap {at}")
        }

        fn touch(&self, heaps: &Vec<u64>, &(at, left): &(usize, u64)) -> Touch {
            Touch::lower_heap(at, heaps[at], left)
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
    ) -> Result<OptionLists<Id>, OptionsError> {
        let mut all = OptionLists::default();
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

    #[test]
    fn moves_are_described_by_what_they_do() {
        let mut game = Interned::new(Nim { is_slow: false });
        let sum = game.parse("1,2").unwrap();
        let moves = game.moves(sum, &Limits::default()).unwrap();
        let texts: Vec<String> = moves.iter().map(|&m| game.describe(m).text).collect();
        assert_eq!(
            texts,
            [
                "leave 0 of heap 0",
                "leave 0 of heap 1",
                "leave 1 of heap 1"
            ]
        );
        assert_eq!(game.show(moves[2].to), "nim:[1, 1]");
    }
}
