//! Positions: sums of components, some of which may be games written in Python.

use std::sync::Mutex;

use grundy::report::{
    AnalysisReport, LineReport, MoveEntry, SolveReport, ValueReport, VerificationReport, to_json,
};
use grundy::{Error, Files, GAMES, Limits, Position, Verdict, games_report};
use pyo3::prelude::*;

use crate::errors::exception;
use crate::own_game::{OwnGame, locked, word};
use crate::running::{GivenLimits, Progress, limits, run};

/// A sum that can be asked.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Sum {
    text: String,
    own: Vec<Py<OwnGame>>,
    misere: bool,
    given: GivenLimits,
    /// The position of the last question, with the limits it keeps.
    position: Mutex<Option<Position>>,
}

#[pymethods]
impl Sum {
    /// Reads `text`, in which `own0`, `own1`, … name the games of `own`.
    #[new]
    fn new(
        py: Python<'_>,
        text: String,
        own: Vec<Py<OwnGame>>,
        misere: bool,
        given: GivenLimits,
    ) -> PyResult<Sum> {
        let sum = Sum {
            text,
            own,
            misere,
            given,
            position: Mutex::new(None),
        };
        let position = sum.raised(py, sum.read(py, sum.limits(py)?))?;
        *locked(&sum.position)? = Some(position);
        Ok(sum)
    }

    /// The position in the position language.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.at_once(py, |position| Ok(position.to_string()))
    }

    /// The text that positions have in common that count as the same.
    fn key(&self, py: Python<'_>) -> PyResult<String> {
        self.at_once(py, |position| Ok(position.key()))
    }

    /// The components in the position language.
    fn components(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.at_once(py, |position| Ok(position.components()))
    }

    /// The outcome, and the value as JSON.
    fn outcome_and_value(&self, py: Python<'_>) -> PyResult<(&'static str, String)> {
        let misere = self.misere;
        self.ask(py, move |position| {
            let outcome = position.outcome()?;
            let value = if misere { None } else { position.value()? };
            Ok((word(outcome), to_json(&ValueReport(value))))
        })
    }

    /// The outcome.
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.ask(py, |position| Ok(word(position.outcome()?)))
    }

    /// The verdict as JSON.
    fn solve(&self, py: Python<'_>, explain: bool) -> PyResult<String> {
        self.ask(py, move |position| {
            Ok(to_json(&verdict(position, explain)?))
        })
    }

    /// The verdict as the command line prints it, and as JSON.
    fn explain(&self, py: Python<'_>) -> PyResult<(String, String)> {
        self.ask(py, move |position| {
            let report = verdict(position, true)?;
            let paint = grundy::render::paint::Paint::default();
            let text = grundy::render::solve::text(&report, paint);
            Ok((text, to_json(&report)))
        })
    }

    /// The verdict with the outcome of every move, as JSON.
    fn analyse(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |position| {
            Ok(to_json(&AnalysisReport::from(&position.analyse()?)))
        })
    }

    /// One move for each option, as JSON.
    fn moves(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |position| {
            let moves = position.moves()?;
            let entries = moves.iter().map(|played| MoveEntry::from(&played.report));
            Ok(to_json(&entries.collect::<Vec<_>>()))
        })
    }

    /// The boards of the components as one SVG picture.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |position| {
            let board = position.board(0)?;
            let parts: Vec<_> = board
                .components
                .iter()
                .map(|part| (part.position.as_str(), &part.picture))
                .collect();
            Ok(grundy::render::board_svg::svg(&parts))
        })
    }

    /// Best play to the end, as JSON.
    fn line(&self, py: Python<'_>, most: usize) -> PyResult<String> {
        self.ask(py, move |position| {
            let solve = verdict(position, false)?;
            let best = position.best_play(most)?;
            Ok(to_json(&LineReport::new(solve, &best)))
        })
    }

    /// What a verifier that knows only the rules says of the verdict, as JSON.
    fn verify(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |position| {
            let verdict = position.solve()?;
            let said = position.verify(&verdict)?;
            Ok(to_json(&VerificationReport::from(&said)))
        })
    }
}

impl Sum {
    fn limits(&self, py: Python<'_>) -> PyResult<Limits> {
        let limits = limits(self.given)?;
        let games = self.own.iter();
        Ok(games.fold(limits, |limits, game| game.borrow(py).limits(limits)))
    }

    fn read(&self, py: Python<'_>, limits: Limits) -> Result<Position, Error> {
        let games = self.own.iter().enumerate();
        let games = games.map(|(at, game)| (format!("own{at}"), game.borrow(py).source.game()));
        let games = games.collect();
        let position = Position::parse_among(&self.text, games, Files::Allow, limits)?;
        Ok(if self.misere {
            position.misere()
        } else {
            position
        })
    }

    fn raised<T>(&self, py: Python<'_>, answer: Result<T, Error>) -> PyResult<T> {
        for game in &self.own {
            if let Some(failure) = game.borrow(py).source.0.take_failure() {
                return Err(failure);
            }
        }
        answer.map_err(|error| exception(py, &error))
    }

    /// Asks something that takes no time.
    fn at_once<T>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Position) -> Result<T, Error>,
    ) -> PyResult<T> {
        let mut position = locked(&self.position)?.take();
        if position.is_none() {
            position = Some(self.raised(py, self.read(py, self.limits(py)?))?);
        }
        let answer = ask(position.as_mut().expect("it was just read"));
        *locked(&self.position)? = position;
        self.raised(py, answer)
    }

    /// Asks something that may take long: on another thread, unless Python has to be asked. The time that is allowed
    /// counts from now on. No lock is held meanwhile: a second question at the same time reads the position anew.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Position) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let limits = self.limits(py)?;
        let known = locked(&self.position)?.take();
        let position = match known {
            Some(position) => position,
            None => self.raised(py, self.read(py, limits.clone()))?,
        };
        let mut position = position.within(limits.clone());
        let answer = if self.own.is_empty() {
            run(py, &limits, &Progress::new(None), || ask(&mut position))
        } else {
            let answer = ask(&mut position);
            self.raised(py, answer)
        };
        *locked(&self.position)? = Some(position);
        answer
    }
}

fn verdict(position: &mut Position, explain: bool) -> Result<SolveReport, Error> {
    let verdict: Verdict = if explain {
        position.explain()?
    } else {
        position.solve()?
    };
    Ok(SolveReport::from(&verdict))
}

/// The games of the registry as JSON.
#[pyfunction]
pub fn games() -> String {
    to_json(&games_report(&GAMES))
}
