//! What each component is worth under normal play.

use std::path::Path;

use grundy_core::{Form, HeapRules, Limits, Nimber, Outcome, RemovalPosition, Value};
use grundy_positions::{Game, Id};
use grundy_proofs::{Claim, Entries};
use grundy_search::StoreError;
use grundy_sequence::Values;

use crate::SolveError;
use crate::reachable::{KnownValues, form_value};
use crate::removals::Removals;
use crate::sum::{Component, Sum};

/// Nim-values of the heaps of one game: by formula, or from its sequence.
#[derive(Default)]
pub struct HeapValues {
    sequence: Option<Values>,
}

impl HeapValues {
    /// The value of a heap.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when the sequence cannot be computed that far within `limits`.
    pub fn value(
        &mut self,
        game: &dyn Game,
        heap: u64,
        limits: &Limits,
    ) -> Result<Nimber, SolveError> {
        if let Some(value) = game.heap_value(heap) {
            return Ok(value);
        }
        let rules = || -> HeapRules {
            let rules = game.heap_rules();
            rules.expect("a form of heaps has heap rules").clone()
        };
        let sequence = self.sequence.get_or_insert_with(|| Values::new(rules()));
        sequence
            .value(heap, limits)
            .map_err(|reached| SolveError::Limit {
                reached,
                during: "while computing the nim-sequence".to_owned(),
            })
    }

    /// The sequence that was needed, if one was.
    pub fn sequence(&self) -> Option<&Values> {
        self.sequence.as_ref()
    }
}

/// Finds values and remembers them, for all games of a sum.
#[derive(Default)]
pub struct Evaluator {
    known: Vec<KnownValues>,
    heaps: Vec<HeapValues>,
    removals: Vec<Removals>,
}

impl Evaluator {
    /// An evaluator that knows nothing yet.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The value of a component, or `None` where its game has no values.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn value(
        &mut self,
        sum: &mut Sum,
        component: Component,
        limits: &Limits,
    ) -> Result<Option<Value>, SolveError> {
        let Component { game, id } = component;
        self.make_room(game);
        let rules = sum.games[game].as_mut();
        if rules.ending(id).is_some() {
            return Ok(None);
        }
        if let Some(value) = form_value(rules, &mut self.heaps[game], id, limits)? {
            return Ok(Some(value));
        }
        if !rules.is_impartial() {
            return Ok(None);
        }
        if let Some(position) = rules.removal(id)
            && let Some(nimber) = self.removals[game].nimber(&position, limits)?
        {
            return Ok(Some(Value::Finite(Nimber(nimber.into()))));
        }
        if rules.own_search(id).is_some() {
            let nimber = rules.searched_nimber(id, limits)?;
            return Ok(Some(Value::Finite(Nimber(nimber.into()))));
        }
        self.known[game].value(rules, &mut self.heaps[game], id, limits)
    }

    /// True if the value of a component is found by a search for nimbers.
    pub fn is_searched(&self, sum: &Sum, component: Component) -> bool {
        let game = &sum.games[component.game];
        let has_value = !matches!(
            game.form(component.id),
            Form::Unknown | Form::Outcome(Outcome::Win)
        );
        let is_reached =
            || game.own_search(component.id).is_some() || game.removal(component.id).is_some();
        !has_value && game.ending(component.id).is_none() && is_reached()
    }

    /// True if a component that [`Evaluator::is_searched`] is lost for the player to move with a heap beside it;
    /// `None` if it is too large to be searched.
    ///
    /// # Errors
    ///
    /// As [`Evaluator::value`].
    pub fn is_lost(
        &mut self,
        sum: &mut Sum,
        component: Component,
        heap: u32,
        limits: &Limits,
    ) -> Result<Option<bool>, SolveError> {
        let game = &mut sum.games[component.game];
        if heap == 0 && game.form(component.id) == Form::Outcome(Outcome::Win) {
            return Ok(Some(false));
        }
        self.make_room(component.game);
        if game.own_search(component.id).is_some() {
            return Ok(Some(game.searched_is_lost(component.id, heap, limits)?));
        }
        match game.removal(component.id) {
            Some(position) => self.removals[component.game].is_lost(&position, heap, limits),
            None => Ok(None),
        }
    }

    /// Keeps what is searched on the board of a position in a file; false if it is too large to be searched.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) fn keep_in(
        &mut self,
        game: usize,
        position: &RemovalPosition,
        file: &Path,
        limits: &Limits,
    ) -> Result<bool, StoreError> {
        self.make_room(game);
        self.removals[game].keep_in(position, file, limits)
    }

    /// Writes that file.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) fn save(&mut self) -> Result<(), StoreError> {
        self.removals.iter_mut().try_for_each(Removals::save)
    }

    /// The entries that show a claim about a position of the game at `game`; `None` if it is too large.
    ///
    /// # Errors
    ///
    /// As [`Evaluator::value`].
    pub(crate) fn proof_entries(
        &mut self,
        game: usize,
        position: &RemovalPosition,
        claim: Claim,
        limits: &Limits,
    ) -> Result<Option<Entries>, SolveError> {
        self.make_room(game);
        self.removals[game].proof_entries(position, claim, limits)
    }

    /// Components whose nimbers the search on bit sets found, of the game at `game`.
    pub fn nimbers_searched(&self, game: usize) -> u64 {
        self.removals.get(game).map_or(0, Removals::nimbers)
    }

    /// Finds the values of several positions of the game at `game`, which is quicker than one by one; what
    /// has none is left to [`Evaluator::value`].
    ///
    /// # Errors
    ///
    /// As [`Evaluator::value`].
    pub fn prepare(
        &mut self,
        sum: &mut Sum,
        game: usize,
        ids: &[Id],
        limits: &Limits,
    ) -> Result<(), SolveError> {
        self.make_room(game);
        let rules = sum.games[game].as_mut();
        if !rules.is_impartial() {
            return Ok(());
        }
        self.known[game].prepare(rules, &mut self.heaps[game], ids, limits)
    }

    /// True if positions of the game at `game` were found from which play can repeat.
    pub fn has_loops(&self, game: usize) -> bool {
        self.known.get(game).is_some_and(KnownValues::has_loops)
    }

    /// Bytes that the values of the game at `game` take.
    pub fn bytes(&self, game: usize) -> u64 {
        self.known.get(game).map_or(0, KnownValues::bytes)
    }

    /// The value of one heap of the game at `game`.
    ///
    /// # Errors
    ///
    /// As [`Evaluator::value`].
    pub fn heap_value(
        &mut self,
        sum: &Sum,
        game: usize,
        heap: u64,
        limits: &Limits,
    ) -> Result<Nimber, SolveError> {
        self.make_room(game);
        self.heaps[game].value(sum.games[game].as_ref(), heap, limits)
    }

    /// The sequence that the game at `game` needed, if any.
    pub fn sequence(&self, game: usize) -> Option<&Values> {
        self.heaps.get(game).and_then(HeapValues::sequence)
    }

    fn make_room(&mut self, game: usize) {
        while self.known.len() <= game {
            self.known.push(KnownValues::default());
            self.heaps.push(HeapValues::default());
            self.removals.push(Removals::default());
        }
    }
}
