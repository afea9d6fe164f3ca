//! The positions of one ruleset with their values, outcomes and remoteness, each computed once.
//!
//! Everything that this crate asks of the solver is asked here.

use grundy_core::{HeapRules, Limits, Outcome, Play, Value};
use grundy_positions::{Game, Id};
use grundy_solve::{Component, Evaluator, OutcomeTable, Sum, outcomes_and_remoteness};

use crate::domain::{NumberNotation, PositionText};
use crate::error::ConjectureError;

/// The positions of one ruleset under one ending convention, with what is known about them.
pub struct PositionTable {
    sum: Sum,
    evaluator: Evaluator,
    outcomes: OutcomeTable,
    play: Play,
    limits: Limits,
}

impl PositionTable {
    /// A table of the positions of `game` that obeys `limits`.
    pub fn new(game: Box<dyn Game>, play: Play, limits: Limits) -> PositionTable {
        PositionTable {
            sum: Sum {
                games: vec![game],
                components: Vec::new(),
            },
            evaluator: Evaluator::new(),
            outcomes: OutcomeTable::new(play),
            play,
            limits,
        }
    }

    /// The ending convention.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The rules of single heaps, where the game is played with heaps one at a time.
    pub fn heap_rules(&self) -> Option<&HeapRules> {
        self.sum.games[0].heap_rules()
    }

    /// The values of the positions `from`, `from + 1`, … to `to`; `None` if some has no finite value or
    /// cannot be valued within the limits.
    pub fn values_of_numbers(&mut self, from: u64, to: u64) -> Option<Vec<u64>> {
        let values = (from..=to).map(|n| {
            let id = self.read(&n.to_string()).ok()?;
            self.value(id).ok()?
        });
        values.collect()
    }

    fn game(&mut self) -> &mut dyn Game {
        self.sum.games[0].as_mut()
    }

    fn read(&mut self, text: &str) -> Result<Id, ConjectureError> {
        let id = self.game().parse(text);
        id.map_err(|error| ConjectureError::Position {
            text: text.to_owned(),
            error: Box::new(error),
        })
    }

    /// The position that `position` describes.
    pub(crate) fn find(&mut self, position: &PositionText) -> Result<Id, ConjectureError> {
        let id = self.read(&position.text)?;
        Ok(match position.player {
            0 => id,
            _ => self.game().pass(id),
        })
    }

    /// The text of a list of numbers that the ruleset reads; the first error if it reads none.
    pub(crate) fn text_of_numbers(
        &mut self,
        notation: &NumberNotation,
        numbers: &[u64],
    ) -> Result<String, ConjectureError> {
        let mut first_error = None;
        for text in notation.texts(numbers) {
            match self.read(&text) {
                Ok(_) => return Ok(text),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Err(first_error.expect("every notation has a text"))
    }

    /// The representative of the positions that count as the same.
    pub(crate) fn canonical(&mut self, id: Id) -> Id {
        self.game().canonical(id)
    }

    /// Finds the values of several positions together, which is quicker than one by one.
    ///
    /// A failure is reported again by [`PositionTable::value`] for the position that caused it.
    pub(crate) fn prepare(&mut self, ids: &[Id]) {
        if self.play == Play::Normal {
            let _ = self.evaluator.prepare(&mut self.sum, 0, ids, &self.limits);
        }
    }

    /// The nim-value, where the position has one.
    pub(crate) fn nim_value(&mut self, id: Id) -> Result<Option<Value>, ConjectureError> {
        let component = Component { game: 0, id };
        Ok(self
            .evaluator
            .value(&mut self.sum, component, &self.limits)?)
    }

    /// The nim-value as a number, where the position has a finite one that fits.
    pub(crate) fn value(&mut self, id: Id) -> Result<Option<u64>, ConjectureError> {
        let value = self.nim_value(id)?;
        let finite = value.as_ref().and_then(Value::finite);
        Ok(finite.and_then(|nimber| u64::try_from(nimber.0).ok()))
    }

    /// What happens to the player to move.
    pub(crate) fn outcome(&mut self, id: Id) -> Result<Outcome, ConjectureError> {
        match self.play {
            Play::Normal => {
                if let Some(value) = self.nim_value(id)? {
                    return Ok(value.outcome());
                }
            }
            Play::Misere => {
                if let Some(outcome) = self.game().misere_outcome(id) {
                    return Ok(outcome);
                }
            }
        }
        let components = [Component { game: 0, id }];
        Ok(self
            .outcomes
            .outcome(&mut self.sum, &components, &self.limits)?)
    }

    /// The remoteness of each of `ids` (`None` for a draw), if a search of at most `most_positions`
    /// positions finds all of them.
    ///
    /// # Errors
    ///
    /// [`ConjectureError`] if the rules fail, or time or memory run out.
    pub(crate) fn remoteness(
        &mut self,
        ids: &[Id],
        most_positions: u64,
    ) -> Result<Option<Vec<Option<u64>>>, ConjectureError> {
        let mut limits = self.limits.clone();
        limits.positions = limits.positions.min(most_positions);
        let components: Vec<Component> = ids.iter().map(|&id| Component { game: 0, id }).collect();
        match outcomes_and_remoteness(&mut self.sum, &components, self.play, &limits) {
            Ok(facts) => Ok(Some(facts.into_iter().map(|(_, moves)| moves).collect())),
            Err(_) if self.limits.check_time().is_ok() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The options of a position; none where a rule of the game has ended it.
    pub(crate) fn options(&mut self, id: Id) -> Result<Vec<Id>, ConjectureError> {
        let game = self.sum.games[0].as_mut();
        if game.ending(id).is_some() {
            return Ok(Vec::new());
        }
        Ok(game.options(id, &self.limits)?)
    }

    /// The position in the position language.
    pub(crate) fn show(&self, id: Id) -> String {
        self.sum.games[0].show(id)
    }

    /// The move to an option as a sentence.
    pub(crate) fn describe(&mut self, from: Id, to: Id) -> Result<String, ConjectureError> {
        let game = self.sum.games[0].as_mut();
        let moves = game.distinct_moves(from, &self.limits)?;
        let to = game.canonical(to);
        let played = moves
            .into_iter()
            .find(|played| game.canonical(played.to) == to);
        let played = played.expect("one move leads to each option");
        Ok(game.describe(played).text)
    }
}
