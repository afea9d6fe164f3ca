//! One question about one sum: the solver chooses a method once, remembers what it finds, and answers
//! whatever is asked of the position and its options.

mod best_move;

use grundy_core::{
    ComponentReport, LimitReached, Limits, MoveReport, Nimber, Outcome, Picture, Play, Value,
    Verdict,
};

use std::path::Path;

use grundy_proofs::ProofFile;
use grundy_search::StoreError;

use crate::SolveError;
use crate::known_outcome::weight;
use crate::method::Method;
use crate::plan::choose;
use crate::sum::{Component, Sum, SumMove};
use crate::verify::{Verification, verify};

/// What is asked of a sum.
#[derive(Clone, Debug)]
pub struct Request {
    /// The ending convention.
    pub play: Play,
    /// Who wins and one winning move is all that is wanted: no value, not every move.
    pub outcome_only: bool,
    /// Whether reasons are wanted.
    pub explain: bool,
    /// Winning moves to list at most.
    pub most_moves: usize,
    /// The limits.
    pub limits: Limits,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            play: Play::Normal,
            outcome_only: false,
            explain: false,
            most_moves: 10_000,
            limits: Limits::default(),
        }
    }
}

/// A verdict with every move and its outcome, for interfaces in which somebody plays.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The verdict.
    pub verdict: Verdict,
    /// One move for each option, with the outcome for the player who makes it.
    pub moves: Vec<(MoveReport, Outcome)>,
    /// For each of [`Analysis::moves`], the moves to the end after it with best play, where known.
    pub move_remoteness: Vec<Option<u64>>,
    /// False if there are too many moves to list.
    pub lists_all_moves: bool,
    /// How to draw each component.
    pub pictures: Vec<Picture>,
    /// What the picture of each component cannot show.
    pub captions: Vec<Option<String>>,
    /// How to draw what each of [`Analysis::moves`] makes of its component.
    pub move_pictures: Vec<Picture>,
}

/// Who wins, and one move that does.
#[derive(Clone, Debug)]
pub struct OutcomeVerdict {
    /// The position as grundy writes it.
    pub position: String,
    /// The ending convention.
    pub play: Play,
    /// What happens to the player to move.
    pub outcome: Outcome,
    /// The method that found it, in a few words.
    pub method: String,
    /// A winning move, or for a draw one that keeps it, if one was found within the limits.
    pub best_move: Option<MoveReport>,
}

/// Where theory names a winning move, the others are looked for among so many times fewer positions than the limit allows.
const PART_FOR_MORE_MOVES: u64 = 100;

/// Options are listed one by one up to this many; beyond, winning moves come from formulas.
const LIST_OPTIONS_TO: u128 = 20_000;
/// Positions that may be searched for a best defence.
const POSITIONS_FOR_A_DEFENCE: u64 = 20_000;

/// Solves one sum.
pub struct Solver<'s> {
    sum: &'s mut Sum,
    components: Vec<Component>,
    method: Box<dyn Method>,
    outcome: Outcome,
    request: Request,
    /// One move for each option, once somebody asked for them.
    moves: Option<Vec<SumMove>>,
}

impl<'s> Solver<'s> {
    /// A solver for the components of `sum`; the outcome is found at once.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn new(sum: &'s mut Sum, request: Request) -> Result<Solver<'s>, SolveError> {
        let components = sum.components.clone();
        let method = choose(sum, &components, request.play, &request.limits)?;
        Solver::by(method, sum, request)
    }

    /// The same, where what is searched is kept in a file; `None` if nothing is searched that a file could keep.
    ///
    /// # Errors
    ///
    /// Outside [`StoreError`], inside as [`Solver::new`].
    pub fn with_store(
        sum: &'s mut Sum,
        request: Request,
        file: &Path,
    ) -> Result<Result<Option<Solver<'s>>, SolveError>, StoreError> {
        let components = sum.components.clone();
        let limits = &request.limits;
        let mut method = match choose(sum, &components, request.play, limits) {
            Ok(method) => method,
            Err(error) => return Ok(Err(error)),
        };
        if !method.keep_in(sum, &components, file, limits)? {
            return Ok(Ok(None));
        }
        Ok(Solver::by(method, sum, request).map(Some))
    }

    fn by(
        mut method: Box<dyn Method>,
        sum: &'s mut Sum,
        request: Request,
    ) -> Result<Solver<'s>, SolveError> {
        let components = sum.components.clone();
        let outcome = method.outcome(sum, &components, &request.limits)?;
        Ok(Solver {
            sum,
            components,
            method,
            outcome,
            request,
            moves: None,
        })
    }

    /// Writes the file that what is searched is kept in.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub fn save(&mut self) -> Result<(), StoreError> {
        self.method.save()
    }

    /// What shows the value, or if that is all that was asked the outcome, without trusting the search; `None` if the
    /// method has no values.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn proof(&mut self) -> Result<Option<ProofFile>, SolveError> {
        let Request {
            outcome_only,
            limits,
            ..
        } = &self.request;
        self.method
            .proof(self.sum, &self.components, *outcome_only, limits)
    }

    /// What happens to the player to move.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The value of the sum, where the play has one and it is known.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn value(&mut self) -> Result<Option<Value>, SolveError> {
        Ok(total(&self.component_values()?))
    }

    /// Moves to the end when the winner hurries and the loser delays, where the method knows it.
    pub fn remoteness(&mut self) -> Option<u64> {
        self.method.remoteness(self.sum, &self.components)
    }

    /// Who wins, and one move that does: the cheapest answer.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn outcome_verdict(&mut self) -> Result<OutcomeVerdict, SolveError> {
        let best = match self.outcome {
            Outcome::Lose => None,
            _ => {
                let found = self.one_good_move();
                unless_limited(found, &self.request.limits)?.flatten()
            }
        };
        Ok(OutcomeVerdict {
            position: self.sum.show(&self.components),
            play: self.request.play,
            outcome: self.outcome,
            method: self.method.name(),
            best_move: best.map(|played| self.sum.report(&self.components, &played)),
        })
    }

    /// Who wins, what it is worth, every winning move, and why.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn verdict(&mut self) -> Result<Verdict, SolveError> {
        let (values, listed) = if self.request.outcome_only {
            (vec![None; self.components.len()], self.list_one_move()?)
        } else {
            (self.component_values()?, self.list_moves()?)
        };
        let explanation = if self.request.explain {
            let limits = &self.request.limits;
            let explained =
                self.method
                    .explain(self.sum, &self.components, &listed.winning, limits);
            unless_limited(explained, limits)?.unwrap_or_default()
        } else {
            Vec::new()
        };
        let defence = match self.outcome {
            Outcome::Lose if !self.request.outcome_only => self.best_defence()?,
            _ => None,
        };
        let report = |moves: &[SumMove]| -> Vec<MoveReport> {
            let reports = moves.iter();
            reports
                .map(|played| self.sum.report(&self.components, played))
                .collect()
        };
        let (winning_moves, drawing_moves) = (report(&listed.winning), report(&listed.drawing));
        let components = self.components.iter().zip(&values);
        Ok(Verdict {
            position: self.sum.show(&self.components),
            play: self.request.play,
            outcome: self.outcome,
            value: total(&values),
            method: self.method.name(),
            moves: listed.count,
            components: components
                .map(|(component, value)| ComponentReport {
                    position: self.sum.show_one(*component),
                    value: value.clone(),
                })
                .collect(),
            remoteness: self.remoteness(),
            winning_moves,
            drawing_moves,
            complete: listed.complete,
            defence,
            explanation,
        })
    }

    /// The verdict and the outcome of every move.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn analysis(&mut self) -> Result<Analysis, SolveError> {
        let verdict = self.verdict()?;
        let mut few = verdict
            .moves
            .is_some_and(|moves| moves <= self.request.most_moves as u128);
        let (mut moves, mut move_pictures) = (Vec::new(), Vec::new());
        let mut move_remoteness = Vec::new();
        if few {
            let limits = self.request.limits.clone();
            for played in self.moves()? {
                let judged = self.method.outcome(self.sum, &played.after, &limits);
                let Some(outcome) = unless_limited(judged, &limits)? else {
                    // The verdict stands; what each move is worth takes too long.
                    few = false;
                    break;
                };
                let report = self.sum.report(&self.components, &played);
                moves.push((report, outcome.opposite()));
                move_remoteness.push(self.method.remoteness(self.sum, &played.after));
                move_pictures.push(self.sum.picture(played.after[played.component]));
            }
        }
        if !few {
            moves.clear();
            move_pictures.clear();
            move_remoteness.clear();
        }
        let components = self.components.iter();
        let pictures = components.clone().map(|&c| self.sum.picture(c)).collect();
        let captions = components.map(|&c| self.sum.caption(c)).collect();
        Ok(Analysis {
            verdict,
            moves,
            move_remoteness,
            lists_all_moves: few,
            pictures,
            captions,
            move_pictures,
        })
    }

    /// Checks a verdict on this sum by the rules alone.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn verify(&mut self, verdict: &Verdict) -> Result<Verification, SolveError> {
        verify(self.sum, verdict, &self.request.limits)
    }

    fn component_values(&mut self) -> Result<Vec<Option<Value>>, SolveError> {
        let mut values = Vec::new();
        for &component in &self.components {
            let limits = &self.request.limits;
            // The outcome is known: a value that takes too long is missing.
            let value = self.method.value(self.sum, component, limits);
            values.push(unless_limited(value, limits)?.flatten());
        }
        Ok(values)
    }

    /// One good move, and nothing about the others.
    fn list_one_move(&mut self) -> Result<Listed, SolveError> {
        let good = match self.outcome {
            Outcome::Lose => None,
            _ => {
                let found = self.one_good_move();
                unless_limited(found, &self.request.limits)?.flatten()
            }
        };
        let good: Vec<SumMove> = good.into_iter().collect();
        let (winning, drawing) = match self.outcome {
            Outcome::Draw => (Vec::new(), good),
            _ => (good, Vec::new()),
        };
        Ok(Listed {
            winning,
            drawing,
            // A lost position has no winning moves.
            complete: self.outcome == Outcome::Lose,
            count: self.sum.option_count(&self.components),
        })
    }

    /// The moves that matter. What a limit keeps out is missing, since the outcome is known.
    fn list_moves(&mut self) -> Result<Listed, SolveError> {
        let count = self.sum.option_count(&self.components);
        let most = self.request.most_moves;
        if self
            .sum
            .has_more_options_than(&self.components, LIST_OPTIONS_TO)
        {
            let limits = &self.request.limits;
            let found = self
                .method
                .winning_by_formula(self.sum, &self.components, most, limits)?;
            if let Some((found, complete)) = found {
                return Ok(Listed {
                    winning: self.distinct(found),
                    drawing: Vec::new(),
                    complete,
                    count,
                });
            }
        }
        let judged = self.judge_moves();
        if let Some(listed) = unless_limited(judged, &self.request.limits)? {
            return Ok(listed);
        }
        let known = match self.outcome {
            Outcome::Win => self.move_by_theory(),
            _ => None,
        };
        Ok(Listed {
            winning: known.into_iter().collect(),
            drawing: Vec::new(),
            // A lost position has no winning moves, however many moves there are.
            complete: self.outcome == Outcome::Lose,
            count,
        })
    }

    /// One move for each option; they are listed once.
    fn moves(&mut self) -> Result<Vec<SumMove>, SolveError> {
        if self.moves.is_none() {
            let limits = &self.request.limits;
            self.moves = Some(self.sum.moves(&self.components, true, limits)?);
        }
        Ok(self.moves.clone().unwrap_or_default())
    }

    /// Looks at every move; within a part of the limit where theory has answered already.
    fn judge_moves(&mut self) -> Result<Listed, SolveError> {
        let mut limits = self.request.limits.clone();
        if self.method.is_theory()
            && self.outcome == Outcome::Win
            && self.move_by_theory().is_some()
        {
            let size = weight(&self.sum.show(&self.components));
            limits.positions /= PART_FOR_MORE_MOVES * size;
        }
        if self.outcome == Outcome::Lose {
            let options = self.moves()?;
            return Ok(Listed {
                winning: Vec::new(),
                drawing: Vec::new(),
                complete: true,
                count: Some(options.len() as u128),
            });
        }
        let moves = self.moves()?;
        let count = Some(moves.len() as u128);
        let (mut winning, mut drawing) = (Vec::new(), Vec::new());
        let mut all_judged = true;
        for played in moves {
            let judged = self.method.outcome(self.sum, &played.after, &limits);
            match unless_limited(judged, &limits)? {
                Some(Outcome::Lose) => winning.push(played),
                Some(Outcome::Draw) if self.outcome == Outcome::Draw => drawing.push(played),
                Some(_) => {}
                None => {
                    all_judged = false;
                    break;
                }
            }
        }
        if !all_judged && winning.is_empty() && self.outcome == Outcome::Win {
            winning.extend(self.move_by_theory());
        }
        // The quickest win first, where it is known.
        let (sum, method) = (&mut *self.sum, &self.method);
        winning.sort_by_cached_key(|played| method.remoteness(sum, &played.after));
        let most = self.request.most_moves;
        let complete = all_judged && winning.len() <= most && drawing.len() <= most;
        winning.truncate(most);
        drawing.truncate(most);
        Ok(Listed {
            winning,
            drawing,
            complete,
            count,
        })
    }

    /// The winning move that theory names for a single component.
    fn move_by_theory(&mut self) -> Option<SumMove> {
        let [component] = self.components[..] else {
            return None;
        };
        let game = &mut self.sum.games[component.game];
        let played = game.winning_move(component.id, self.request.play)?;
        Some(self.sum.played(&self.components, 0, played))
    }

    /// One move for each resulting position.
    fn distinct(&mut self, found: Vec<SumMove>) -> Vec<SumMove> {
        let mut seen = std::collections::HashSet::new();
        let found = found.into_iter();
        found
            .filter(|played| seen.insert(self.sum.key(&played.after)))
            .collect()
    }
}

/// The moves that matter.
struct Listed {
    winning: Vec<SumMove>,
    drawing: Vec<SumMove>,
    complete: bool,
    count: Option<u128>,
}

/// Who wins, what it is worth, every winning move, and why.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub fn solve(sum: &mut Sum, request: &Request) -> Result<Verdict, SolveError> {
    Solver::new(sum, request.clone())?.verdict()
}

/// The verdict and the outcome of every move.
///
/// # Errors
///
/// As [`solve`].
pub fn analyse(sum: &mut Sum, request: &Request) -> Result<Analysis, SolveError> {
    Solver::new(sum, request.clone())?.analysis()
}

fn total(values: &[Option<Value>]) -> Option<Value> {
    let zero = Value::Finite(Nimber(0));
    values.iter().try_fold(zero, |sum, value| {
        value.as_ref().map(|value| sum.plus(value))
    })
}

/// `None` where a limit ended the work, which is noted, unless somebody asked to stop.
fn unless_limited<T>(
    found: Result<T, SolveError>,
    limits: &Limits,
) -> Result<Option<T>, SolveError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(SolveError::Limit { reached, .. }) if reached != LimitReached::Interrupted => {
            limits.note_omission(reached);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
