//! A game between a person and the computer, move by move.

use grundy_core::{MoveReport, Outcome};
use grundy_solve::Analysis;

use super::{Chance, Level, ReviewStep, reply, review};
use crate::{Error, Question, analyse};

/// One of the two who play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The person.
    You,
    /// The computer.
    Computer,
}

impl Player {
    /// How a sentence names them.
    pub fn name(self) -> &'static str {
        match self {
            Player::You => "you",
            Player::Computer => "the computer",
        }
    }

    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::You => Player::Computer,
            Player::Computer => Player::You,
        }
    }
}

/// A game in progress.
pub struct Match {
    question: Question,
    level: Level,
    chance: Chance,
    first: Player,
    start: String,
    moves: Vec<MoveReport>,
    present: Analysis,
}

impl Match {
    /// A game that begins at the position of `question`.
    ///
    /// # Errors
    ///
    /// As [`analyse`].
    pub fn new(
        question: Question,
        level: Level,
        chance: Chance,
        first: Player,
    ) -> Result<Match, Error> {
        let question = Question {
            explain: true,
            ..question
        };
        let present = analyse(&question)?;
        Ok(Match {
            start: present.verdict.position.clone(),
            question,
            level,
            chance,
            first,
            moves: Vec::new(),
            present,
        })
    }

    /// All about the position on the board.
    pub fn present(&self) -> &Analysis {
        &self.present
    }

    /// The moves so far.
    pub fn moves(&self) -> &[MoveReport] {
        &self.moves
    }

    /// The position at the start.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Who made or makes move `index`, from 0.
    pub fn mover(&self, index: usize) -> Player {
        match index.is_multiple_of(2) {
            true => self.first,
            false => self.first.other(),
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        self.mover(self.moves.len())
    }

    /// Who has won, if the game is over.
    pub fn winner(&self) -> Option<Player> {
        let verdict = &self.present.verdict;
        if verdict.moves != Some(0) {
            return None;
        }
        match verdict.outcome {
            Outcome::Win => Some(self.turn()),
            Outcome::Lose => Some(self.turn().other()),
            Outcome::Draw => None,
        }
    }

    /// True if nobody can move any more.
    pub fn is_over(&self) -> bool {
        self.present.verdict.moves == Some(0)
    }

    /// Makes a move, one of those that [`Match::present`] lists.
    ///
    /// # Errors
    ///
    /// As [`analyse`]; then the game stays as it was.
    pub fn play(&mut self, report: MoveReport) -> Result<(), Error> {
        self.present = self.at(&report.position)?;
        self.moves.push(report);
        Ok(())
    }

    /// Lets the computer move; nothing happens when the game is over.
    ///
    /// # Errors
    ///
    /// As [`reply`].
    pub fn reply(&mut self) -> Result<Option<MoveReport>, Error> {
        let question = self.asking(&self.present.verdict.position);
        let answer = reply(&question, self.level, &mut self.chance)?;
        if let Some(report) = &answer {
            self.play(report.clone())?;
        }
        Ok(answer)
    }

    /// Takes back the person's last move and what came after; false if there is none.
    ///
    /// # Errors
    ///
    /// As [`analyse`].
    pub fn undo(&mut self) -> Result<bool, Error> {
        let yours = (0..self.moves.len())
            .rev()
            .find(|&index| self.mover(index) == Player::You);
        let Some(index) = yours else {
            return Ok(false);
        };
        let before = match index {
            0 => self.start.clone(),
            _ => self.moves[index - 1].position.clone(),
        };
        self.present = self.at(&before)?;
        self.moves.truncate(index);
        Ok(true)
    }

    /// Begins again from the start.
    ///
    /// # Errors
    ///
    /// As [`analyse`].
    pub fn restart(&mut self) -> Result<(), Error> {
        self.present = self.at(&self.start)?;
        self.moves.clear();
        Ok(())
    }

    /// What every position was worth, the start first, and who erred.
    ///
    /// # Errors
    ///
    /// As [`review`].
    pub fn review(&self) -> Result<Vec<ReviewStep>, Error> {
        let positions = self.moves.iter().map(|report| report.position.clone());
        let positions: Vec<String> = std::iter::once(self.start.clone())
            .chain(positions)
            .collect();
        review(&positions, &self.question)
    }

    /// The move that a person means by a number in the list, the position after it, or the
    /// changed component with or without its name.
    pub fn find(&self, text: &str) -> Option<&MoveReport> {
        let moves = &self.present.moves;
        if let Ok(number) = text.parse::<usize>()
            && let Some((report, _)) = number.checked_sub(1).and_then(|at| moves.get(at))
        {
            return Some(report);
        }
        let plain = |text: &str| text.replace(' ', "").to_lowercase();
        let wanted = plain(text);
        let is_meant = |report: &&MoveReport| {
            let to = plain(&report.to);
            let bare = to.split_once(':').map_or("", |(_, position)| position);
            plain(&report.position) == wanted || to == wanted || bare == wanted
        };
        let listed = moves.iter().map(|(report, _)| report);
        let winning = self.present.verdict.winning_moves.iter();
        listed.chain(winning).find(is_meant)
    }

    fn at(&self, position: &str) -> Result<Analysis, Error> {
        analyse(&self.asking(position))
    }

    /// The question about another position; a time limit counts for each move anew.
    fn asking(&self, position: &str) -> Question {
        let question = self.question.clone();
        let limits = match question.limits.deadline {
            Some(deadline) => question.limits.within(deadline.allowed),
            None => question.limits,
        };
        Question {
            positions: vec![position.to_owned()],
            limits,
            ..question
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(position: &str, first: Player) -> Match {
        let question = Question::new([position]);
        Match::new(question, Level::Perfect, Chance::new(1), first).unwrap()
    }

    #[test]
    fn a_move_is_found_by_number_position_or_component() {
        let game = game("nim:3,4 + kayles:2", Player::You);
        let first = game.present().moves[0].0.clone();
        assert_eq!(game.find("1"), Some(&first));
        assert_eq!(game.find("nim:3,3 + kayles:2").unwrap().to, "nim:3,3");
        assert_eq!(game.find("kayles:1").unwrap().to, "kayles:1");
        assert_eq!(game.find(" 3, 3 ").unwrap().to, "nim:3,3");
        assert_eq!(game.find("nim:9"), None);
        assert_eq!(game.find("0"), game.find("kayles:0"));
        assert_eq!(game.find("99"), None);
    }

    #[test]
    fn undo_takes_back_the_answer_too() {
        let mut game = game("nim:3,4,5", Player::You);
        game.play(game.find("3,4").unwrap().clone()).unwrap();
        game.reply().unwrap();
        assert_eq!(game.moves().len(), 2);
        assert!(game.undo().unwrap());
        assert_eq!(game.present().verdict.position, "nim:3,4,5");
        assert!(!game.undo().unwrap());
    }

    #[test]
    fn the_one_who_cannot_move_has_lost() {
        let mut game = game("nim:1", Player::Computer);
        assert_eq!(game.winner(), None);
        game.reply().unwrap();
        assert_eq!(game.winner(), Some(Player::Computer));
        assert_eq!(game.reply().unwrap(), None);
        assert!(
            !game.undo().unwrap(),
            "the computer's move is not yours to take back"
        );
    }
}
