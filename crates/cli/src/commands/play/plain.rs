//! Playing in plain lines: what a pipe or a test uses.

use std::io::{self, BufRead, Read, Write};

use grundy::play::{Match, Player, hints};
use grundy::render::{paint::Paint, tables};
use grundy::report::{
    MoveEntry, PlayReport, PlayStep, PlayWord, SchemaVersion, explanation_blocks,
};

use super::board;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// The longest line that is read: more than the longest position, and its end.
const LONGEST_LINE_BYTES: usize = grundy::spec::LONGEST_TEXT_BYTES + 2;

/// Moves listed at once.
const MOST_LISTED: usize = 40;

const HELP: &str = "\
a number or the position after the move plays it; also:
  hint     who wins, then where to look, then what to play
  why      the whole reason
  moves    the list of moves
  undo     take back
  history  the moves so far
  review   what every position was worth, and the mistakes
  quit     leave";

/// Plays until the game is over or the input ends.
pub fn run(game: Match, common: &Common) -> Result<(), Failure> {
    let mut talk = Talk {
        game,
        paint: common.paint(),
        is_silent: common.json,
        hints_given: 0,
    };
    talk.start()?;
    let mut input = io::stdin().lock();
    while !talk.game.is_over() {
        if talk.game.turn() == Player::Computer {
            if talk.reply()? {
                continue;
            }
            talk.say("the computer finds no move within its limits")?;
            break;
        }
        let Some(line) = next_line(&mut input)? else {
            break;
        };
        if !talk.obey(line.trim())? {
            break;
        }
    }
    talk.end(common.json)
}

/// The next line, or `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let most = LONGEST_LINE_BYTES as u64;
    let read = input.take(most).read_until(b'\n', &mut line)?;
    if read == LONGEST_LINE_BYTES && !line.ends_with(b"\n") {
        let message = format!("a line of the input is longer than {most} bytes");
        return Err(Failure::usage(message));
    }
    let line = String::from_utf8(line).map_err(|error| Failure::not_utf8(error.as_bytes()))?;
    Ok((read > 0).then_some(line))
}

struct Talk {
    game: Match,
    paint: Paint,
    is_silent: bool,
    hints_given: usize,
}

impl Talk {
    fn say(&self, text: impl std::fmt::Display) -> io::Result<()> {
        if self.is_silent {
            Ok(())
        } else {
            writeln!(io::stdout(), "{text}")
        }
    }

    fn start(&self) -> io::Result<()> {
        let play = self.game.present().verdict.play;
        self.say(format_args!(
            "{}; `help` lists what you can say",
            PlayWord::from(play).in_words()
        ))?;
        self.show()
    }

    /// The board, and the moves if it is the person's turn.
    fn show(&self) -> io::Result<()> {
        if self.game.occurrences() > 1 && !self.game.is_over() {
            self.say(
                "\nthis position has occurred before: at its third occurrence the game is a draw",
            )?;
        }
        let present = self.game.present();
        self.say(format_args!(
            "\n{}",
            self.paint.bold(&present.verdict.position)
        ))?;
        for line in present.pictures.iter().flat_map(board::lines) {
            self.say(format_args!("  {line}"))?;
        }
        match self.game.turn() {
            Player::You if !self.game.is_over() => self.list(),
            _ => Ok(()),
        }
    }

    fn list(&self) -> io::Result<()> {
        let present = self.game.present();
        for (at, (report, _)) in present.moves.iter().take(MOST_LISTED).enumerate() {
            let to = self.paint.dim(&report.to);
            self.say(format_args!("{:>4}. {}  {to}", at + 1, report.text))?;
        }
        let more = present.moves.len().saturating_sub(MOST_LISTED);
        if more > 0 {
            self.say(format_args!("      and {more} more"))?;
        }
        if !present.lists_all_moves {
            self.say("      too many moves to list: write the position after yours")?;
        }
        Ok(())
    }

    /// Does what the person said; false to leave.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(false),
            "help" | "?" => self.say(HELP)?,
            "moves" | "m" => self.show()?,
            "hint" | "h" => self.hint()?,
            "why" | "w" => {
                let blocks = &explanation_blocks(&self.game.present().verdict.explanation);
                self.say(tables::blocks(blocks, self.paint).trim_end())?;
            }
            "undo" | "u" => self.undo()?,
            "history" => self.say(self.game.record())?,
            "review" => self.review()?,
            _ => self.play(line)?,
        }
        Ok(true)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let hints = hints(self.game.present());
        let at = self.hints_given.min(hints.len() - 1);
        self.hints_given += 1;
        self.say(format_args!("hint: {}", hints[at]))?;
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Failure> {
        if self.game.undo()? {
            self.hints_given = 0;
            self.show()?;
        } else {
            self.say("there is no move of yours to take back")?;
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        let Some(report) = self.game.find(text).cloned() else {
            self.say(format_args!(
                "`{text}` is not a move; `moves` lists them, `help` helps"
            ))?;
            return Ok(());
        };
        self.say(format_args!("you {}", report.text))?;
        self.game.play(report)?;
        self.hints_given = 0;
        Ok(())
    }

    /// The computer's move; false if it finds none.
    fn reply(&mut self) -> Result<bool, Failure> {
        let Some(report) = self.game.reply()? else {
            return Ok(false);
        };
        self.say(format_args!("the computer: {}", report.text))?;
        self.show()?;
        Ok(true)
    }

    /// Every position with its worth, and the mistakes.
    fn review(&self) -> Result<(), Failure> {
        for (index, step) in self.game.review().iter().enumerate() {
            let value = step
                .value
                .as_ref()
                .map_or(String::new(), |value| format!(" value {value}"));
            let mover = match index {
                0 => "start".to_owned(),
                _ => self.game.mover(index - 1).name().to_owned(),
            };
            let outcome = self.paint.outcome(step.outcome, step.outcome.word());
            let mistake = match (&step.better, step.is_mistake) {
                (Some(better), _) => format!("  a mistake; better: {}", better.text),
                (None, true) => "  a mistake".to_owned(),
                _ => String::new(),
            };
            let position = &step.position;
            self.say(format_args!(
                "{index:>3}. {mover:<12}  {position}: {outcome}{value}{mistake}"
            ))?;
        }
        Ok(())
    }

    fn end(&self, as_json: bool) -> Result<(), Failure> {
        if as_json {
            return output::print_json(&self.record()?);
        }
        match self.game.end() {
            Some(end) => {
                self.say(format_args!("\n{end}"))?;
                self.review()
            }
            None if self.game.moves().is_empty() => Ok(()),
            None => Ok(self.say(format_args!("\n{}", self.game.record()))?),
        }
    }

    /// The game as a record.
    fn record(&self) -> Result<PlayReport, Failure> {
        let steps = self.game.review();
        let review = steps.iter().enumerate().map(|(index, step)| {
            let mover = (index > 0).then(|| self.game.mover(index - 1).name().to_owned());
            PlayStep {
                position: step.position.clone(),
                mover,
                outcome: step.outcome.into(),
                value: step.value.clone().into(),
                erred: step.is_mistake,
                better: step.better.as_ref().map(MoveEntry::from),
            }
        });
        Ok(PlayReport {
            schema: SchemaVersion,
            start: self.game.start().to_owned(),
            play: self.game.present().verdict.play.into(),
            winner: self.game.winner().map(|winner| winner.name().to_owned()),
            moves: self.game.moves().iter().map(MoveEntry::from).collect(),
            review: review.collect(),
        })
    }
}
