//! The move of best play: the quickest win, a move that keeps the draw, the longest defence.

use grundy_core::{MoveReport, Outcome};

use super::{LIST_OPTIONS_TO, POSITIONS_FOR_A_DEFENCE, Solver, unless_limited};
use crate::SolveError;
use crate::best_play::is_better;
use crate::search::{KnownOutcomes, Searched, search};
use crate::sum::{Component, SumMove};

impl Solver<'_> {
    /// The move of best play: the quickest win, a move that keeps the draw, or the longest defence; `None` where there
    /// is no move, or too many to choose from. `searched` says how long the game lasts, if all of it was searched
    /// before. A winner never returns to a position in `seen`: where the length of a win is not known, the win could
    /// otherwise be put off for ever.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub(crate) fn best_move(
        &mut self,
        seen: &[Box<[Component]>],
        searched: Option<&Searched>,
    ) -> Result<Option<SumMove>, SolveError> {
        let limits = self.request.limits.clone();
        if self
            .sum
            .has_more_options_than(&self.components, LIST_OPTIONS_TO)
        {
            return match self.outcome {
                Outcome::Win => self.one_good_move(),
                _ => Ok(None),
            };
        }
        let here = match searched {
            Some(_) => None,
            None => self.small_search(POSITIONS_FOR_A_DEFENCE)?,
        };
        let searched = searched.or(here.as_ref());
        let wanted = self.outcome.opposite();
        let mut best: Option<(Option<u64>, SumMove)> = None;
        for played in self.moves()? {
            if self.method.outcome(self.sum, &played.after, &limits)? != wanted {
                continue;
            }
            if self.outcome == Outcome::Win && seen.contains(&self.sum.key(&played.after)) {
                continue;
            }
            let plies = match searched {
                Some(searched) => searched.remoteness(self.sum, &played.after),
                None => self.method.remoteness(self.sum, &played.after),
            };
            let is_better = best
                .as_ref()
                .is_none_or(|(than, _)| is_better(self.outcome, plies, *than));
            if is_better {
                best = Some((plies, played));
            }
        }
        Ok(best.map(|(_, played)| played))
    }

    /// Everything reachable with its remoteness, where the method does not know that and it is at most
    /// `most` positions.
    pub(crate) fn small_search(&mut self, most: u64) -> Result<Option<Searched>, SolveError> {
        if self.remoteness().is_some() {
            return Ok(None);
        }
        let mut small = self.request.limits.clone();
        small.positions = small.positions.min(most);
        let start = self.sum.key(&self.components);
        let play = self.request.play;
        let found = search(self.sum, &[start], &KnownOutcomes::default(), play, &small);
        unless_limited(found, &self.request.limits)
    }

    /// A winning move, or for a draw one that keeps it, looking at as few as possible.
    pub(super) fn one_good_move(&mut self) -> Result<Option<SumMove>, SolveError> {
        let limits = self.request.limits.clone();
        if self.outcome == Outcome::Win {
            if let Some(played) = self.move_by_theory() {
                return Ok(Some(played));
            }
            let found = self
                .method
                .winning_by_formula(self.sum, &self.components, 1, &limits)?;
            if let Some((moves, _)) = found
                && let Some(played) = moves.into_iter().next()
            {
                return Ok(Some(played));
            }
        }
        let wanted = self.outcome.opposite();
        for played in self.moves()? {
            if self.method.outcome(self.sum, &played.after, &limits)? == wanted {
                return Ok(Some(played));
            }
        }
        Ok(None)
    }

    /// The move that puts the end off longest, if a small search finds it.
    pub(super) fn best_defence(&mut self) -> Result<Option<MoveReport>, SolveError> {
        let most = u128::from(POSITIONS_FOR_A_DEFENCE);
        if self.sum.has_more_options_than(&self.components, most) {
            return Ok(None);
        }
        let searched = self.small_search(POSITIONS_FOR_A_DEFENCE)?;
        if searched.is_none() && self.remoteness().is_none() {
            return Ok(None);
        }
        let mut best: Option<(u64, SumMove)> = None;
        for played in self.moves()? {
            let plies = match &searched {
                Some(searched) => searched.remoteness(self.sum, &played.after),
                None => self.method.remoteness(self.sum, &played.after),
            };
            let Some(plies) = plies else { continue };
            if best.as_ref().is_none_or(|(most, _)| plies > *most) {
                best = Some((plies, played));
            }
        }
        Ok(best.map(|(_, played)| self.sum.report(&self.components, &played)))
    }
}
