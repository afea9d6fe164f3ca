//! Playing against the computer: [`grundy_play`] with positions in the position language.

use grundy_core::MoveReport;
use grundy_solve::Analysis;

pub use grundy_play::{
    Analyst, Chance, Level, MatchEnd, MatchRecord, Player, RecordedMove, ReviewedPosition,
    UnknownLevel, hints,
};

use crate::{Error, Question, analyse, solve};

/// A game in progress.
pub type Match = grundy_play::Match<QuestionAnalyst>;

/// Answers what is known about positions, asked as a [`Question`] asks.
pub struct QuestionAnalyst(Question);

impl QuestionAnalyst {
    /// The question about another position; a time limit counts for each position anew.
    fn about(&self, position: &str) -> Question {
        Question {
            limits: self.0.limits.clone().restarted(),
            ..self.0.about(position)
        }
    }
}

impl Analyst for QuestionAnalyst {
    type Error = Error;

    fn analyse(&mut self, position: &str) -> Result<Analysis, Error> {
        analyse(&self.about(position))
    }

    fn some_moves(&mut self, position: &str) -> Result<Vec<MoveReport>, Error> {
        let question = self.about(position);
        Ok(grundy_play::some_moves(&mut question.sum()?)?)
    }
}

/// A game that begins at the position of `question`.
///
/// # Errors
///
/// As [`analyse`].
pub fn new_match(
    question: Question,
    level: Level,
    chance: Chance,
    first: Player,
) -> Result<Match, Error> {
    let start = question.positions.join(" + ");
    let question = Question {
        explain: true,
        ..question
    };
    Match::new(QuestionAnalyst(question), &start, level, chance, first)
}

/// The computer's move, or nothing if the game is over.
///
/// # Examples
///
/// ```
/// # use grundy::{Question, play::{Chance, Level, reply}};
/// let question = Question::new(["nim:3,7,9"]);
/// let answer = reply(&question, Level::Perfect, &mut Chance::new(1)).unwrap().unwrap();
/// assert_eq!(answer.position, "nim:3,7,4");
/// ```
///
/// # Errors
///
/// As [`solve`].
pub fn reply(
    question: &Question,
    level: Level,
    chance: &mut Chance,
) -> Result<Option<MoveReport>, Error> {
    if let Some(played) = crate::boards::random_reply(question, level, chance)? {
        return Ok(Some(played));
    }
    let analysis = analyse(question)?;
    let mut analyst = QuestionAnalyst(question.clone());
    grundy_play::reply(&analysis, level, chance, &mut analyst)
}

/// Goes through the positions of a game, in order: which moves were mistakes, and what was better.
///
/// # Errors
///
/// As [`solve`].
pub fn review(positions: &[String], question: &Question) -> Result<Vec<ReviewedPosition>, Error> {
    let verdict = |position: &String| {
        solve(&Question {
            explain: false,
            ..question.about(position)
        })
    };
    let verdicts = positions.iter().map(verdict);
    Ok(grundy_play::review(
        &verdicts.collect::<Result<Vec<_>, _>>()?,
    ))
}
