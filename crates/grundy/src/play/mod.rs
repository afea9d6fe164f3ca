//! Playing: opponents of any strength, hints in steps, and who erred when.

mod game;

use std::str::FromStr;

pub use game::{Match, Player};
use grundy_core::{MoveReport, Nimber, Outcome, Value};
use grundy_solve::{Analysis, Sum};

use crate::spec::parse_sum_within;
use crate::{Error, Question, analyse, solve};

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Wins what can be won, as fast as it knows how, and resists where it cannot.
    Perfect,
    /// Plays perfectly this many times in a hundred, and otherwise any move.
    Percent(u8),
    /// Any move.
    Random,
}

/// A text that names no [`Level`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel;

impl std::fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expected `perfect`, `random` or a percentage such as `70%`")
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        match text.trim().to_ascii_lowercase().as_str() {
            "perfect" => Ok(Level::Perfect),
            "random" => Ok(Level::Random),
            other => match other.trim_end_matches('%').trim_end().parse() {
                Ok(percent @ 0..=100) => Ok(Level::Percent(percent)),
                _ => Err(UnknownLevel),
            },
        }
    }
}

/// Chance that can be repeated: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The chance that `seed` stands for.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The bounds are numbers of moves: the bias is far below what anybody could notice.
        (mixed ^ (mixed >> 31)) % bound
    }
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
    let analysis = analyse(question)?;
    let plays_well = match level {
        Level::Perfect => true,
        Level::Percent(percent) => chance.below(100) < u64::from(percent),
        Level::Random => false,
    };
    if plays_well && let Some(best) = best_move(question, &analysis, chance)? {
        return Ok(Some(best));
    }
    any_move(question, &analysis, chance)
}

/// The fastest winning move known, else one that keeps the draw, else the longest defence.
fn best_move(
    question: &Question,
    analysis: &Analysis,
    chance: &mut Chance,
) -> Result<Option<MoveReport>, Error> {
    let verdict = &analysis.verdict;
    match verdict.outcome {
        Outcome::Win if verdict.remoteness.is_some() => {
            fastest(question, &verdict.winning_moves).map(Some)
        }
        // Where theory lists the winning moves they are all as good; the first is the plainest.
        Outcome::Win => Ok(verdict.winning_moves.first().cloned()),
        Outcome::Draw => Ok(pick(&verdict.drawing_moves, chance)),
        Outcome::Lose => Ok(verdict.defence.clone()),
    }
}

/// The winning move after which the end is nearest: where positions can repeat, another one might
/// never get there.
fn fastest(question: &Question, winning: &[MoveReport]) -> Result<MoveReport, Error> {
    /// Enough for any board that a person plays on.
    const MOST_COMPARED: usize = 64;
    let mut best: Option<(u64, &MoveReport)> = None;
    for candidate in winning.iter().take(MOST_COMPARED) {
        let after = Question {
            positions: vec![candidate.position.clone()],
            explain: false,
            ..question.clone()
        };
        let plies = solve(&after)?.remoteness.unwrap_or(u64::MAX);
        if best.is_none_or(|(fewest, _)| plies < fewest) {
            best = Some((plies, candidate));
        }
    }
    let (_, best) = best.expect("a won position has a winning move");
    Ok(best.clone())
}

fn any_move(
    question: &Question,
    analysis: &Analysis,
    chance: &mut Chance,
) -> Result<Option<MoveReport>, Error> {
    let moves: Vec<MoveReport> = analysis
        .moves
        .iter()
        .map(|(report, _)| report.clone())
        .collect();
    if !moves.is_empty() || analysis.lists_all_moves {
        return Ok(pick(&moves, chance));
    }
    move_by_formula(question, chance)
}

fn pick(moves: &[MoveReport], chance: &mut Chance) -> Option<MoveReport> {
    match moves.len() {
        0 => None,
        count => Some(moves[chance.below(count as u64) as usize].clone()),
    }
}

/// Some move of a position that has too many to list: one whose result has a small value.
fn move_by_formula(question: &Question, chance: &mut Chance) -> Result<Option<MoveReport>, Error> {
    const SMALL_VALUES: u128 = 16;
    let mut sum: Sum = parse_sum_within(
        &question.positions,
        question.files.clone(),
        &question.limits,
    )?;
    let components = sum.components.clone();
    let mut found = Vec::new();
    for (index, component) in components.iter().enumerate() {
        for target in 0..SMALL_VALUES {
            let game = &mut sum.games[component.game];
            let options = game.options_to(component.id, Nimber(target), 1);
            for to in options.unwrap_or_default() {
                let after = sum.after(&components, index, to);
                found.push(sum.report(&components, index, &after));
            }
        }
    }
    Ok(pick(&found, chance))
}

/// Hints, each saying more: who wins, where to look, what to play.
pub fn hints(analysis: &Analysis) -> Vec<String> {
    let verdict = &analysis.verdict;
    if verdict.moves == Some(0) {
        return vec!["the game is over".to_owned()];
    }
    let best = match verdict.outcome {
        Outcome::Win => verdict.winning_moves.first(),
        Outcome::Draw => verdict.drawing_moves.first(),
        Outcome::Lose => verdict.defence.as_ref(),
    };
    let mut hints = vec![who_wins(verdict.outcome).to_owned()];
    if let Some(best) = best {
        hints.push(where_to_look(analysis, best));
        hints.push(what_to_play(verdict.outcome, best));
    }
    hints
}

fn who_wins(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "the player to move can win",
        Outcome::Lose => "the player to move loses against best play",
        Outcome::Draw => "neither player can force a win: the player to move can hold the draw",
    }
}

fn where_to_look(analysis: &Analysis, best: &MoveReport) -> String {
    let verdict = &analysis.verdict;
    let (good, what) = match verdict.outcome {
        Outcome::Win => (verdict.winning_moves.len(), "win"),
        Outcome::Draw => (verdict.drawing_moves.len(), "draw"),
        Outcome::Lose => return format!("what lasts longest is in `{}`", best.from),
    };
    let many = match (verdict.moves, good) {
        (Some(moves), 1) => format!("one of {moves} moves {what}s"),
        (Some(moves), _) => format!("{good} of {moves} moves {what}"),
        (None, _) => format!("{good} moves {what}"),
    };
    match verdict.components.len() {
        1 => many,
        _ => format!("{many}; look at `{}`", best.from),
    }
}

fn what_to_play(outcome: Outcome, best: &MoveReport) -> String {
    match outcome {
        Outcome::Lose => format!("to last longest, {}: `{}`", best.text, best.to),
        _ => format!("{}: `{}`", best.text, best.to),
    }
}

/// One position of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewStep {
    /// The position.
    pub position: String,
    /// What happens to the player to move in it.
    pub outcome: Outcome,
    /// Its value, where it has one.
    pub value: Option<Value>,
    /// True if the move that led here gave something away.
    pub erred: bool,
    /// A move that would have kept it.
    pub better: Option<MoveReport>,
}

/// Goes through the positions of a game, in order: who erred when, and what was better.
///
/// # Errors
///
/// As [`solve`].
pub fn review(positions: &[String], question: &Question) -> Result<Vec<ReviewStep>, Error> {
    let mut steps: Vec<ReviewStep> = Vec::with_capacity(positions.len());
    let mut kept: Option<MoveReport> = None;
    for position in positions {
        let asked = Question {
            positions: vec![position.clone()],
            explain: false,
            ..question.clone()
        };
        let verdict = solve(&asked)?;
        let erred = steps
            .last()
            .is_some_and(|before| is_worse(verdict.outcome.opposite(), before.outcome));
        steps.push(ReviewStep {
            position: verdict.position.clone(),
            outcome: verdict.outcome,
            value: verdict.value.clone(),
            erred,
            better: kept.take().filter(|_| erred),
        });
        let keeps = verdict
            .winning_moves
            .first()
            .or(verdict.drawing_moves.first());
        kept = keeps.cloned();
    }
    Ok(steps)
}

/// True if `after` is worse than `before` for the same player.
pub fn is_worse(after: Outcome, before: Outcome) -> bool {
    let rank = |outcome| match outcome {
        Outcome::Win => 2,
        Outcome::Draw => 1,
        Outcome::Lose => 0,
    };
    rank(after) < rank(before)
}

#[cfg(test)]
mod tests {
    use grundy_core::Play;

    use super::*;

    fn positions(list: &[&str]) -> Vec<String> {
        list.iter().map(|&text| text.to_owned()).collect()
    }

    /// Plays from `start` to the end and says who moved last: 0 for the first player.
    fn play_out(start: &str, play: Play, levels: [Level; 2], seed: u64) -> usize {
        let mut chance = Chance::new(seed);
        let mut position = start.to_owned();
        for ply in 0.. {
            let question = Question {
                play,
                ..Question::new([position.clone()])
            };
            match reply(&question, levels[ply % 2], &mut chance).unwrap() {
                Some(report) => position = report.position,
                None => return (ply + 1) % 2,
            }
        }
        unreachable!("games end")
    }

    #[test]
    fn the_perfect_player_wins_what_is_won_against_anybody() {
        for opponent in [Level::Perfect, Level::Random, Level::Percent(50)] {
            for seed in 0..10 {
                let levels = [Level::Perfect, opponent];
                assert_eq!(
                    play_out("nim:3,4,5 + kayles:6", Play::Normal, levels, seed),
                    0
                );
                // Under misère play who moves last loses.
                assert_eq!(play_out("nim:2,4,5", Play::Misere, levels, seed), 1);
            }
        }
    }

    #[test]
    fn the_random_player_loses_some_won_games() {
        let levels = [Level::Random, Level::Perfect];
        let lost = (0..20).filter(|&seed| play_out("nim:3,4,5", Play::Normal, levels, seed) == 1);
        assert!(lost.count() > 5);
    }

    #[test]
    fn a_seed_repeats_the_game() {
        let question = Question::new(["nim:9,8,7"]);
        let game = |seed| reply(&question, Level::Random, &mut Chance::new(seed)).unwrap();
        assert_eq!(game(5), game(5));
        assert!((0..20).any(|seed| game(seed) != game(5)));
    }

    #[test]
    fn a_move_is_found_where_there_are_too_many_to_list() {
        for level in [Level::Perfect, Level::Random] {
            let question = Question::new(["nim:18446744073709551615,18446744073709551615"]);
            assert!(
                reply(&question, level, &mut Chance::new(3))
                    .unwrap()
                    .is_some()
            );
        }
    }

    #[test]
    fn the_review_says_who_erred_and_what_was_better() {
        let game = positions(&["nim:3,4,5", "nim:3,4", "nim:3,3", "nim:3"]);
        let steps = review(&game, &Question::new([""])).unwrap();
        let erred: Vec<bool> = steps.iter().map(|step| step.erred).collect();
        assert_eq!(erred, [false, true, false, false]);
        let better = steps[1].better.as_ref().unwrap();
        assert_eq!(better.position, "nim:1,4,5");
    }

    #[test]
    fn hints_say_more_and_more() {
        let question = Question::new(["nim:3,4,5 + kayles:1"]);
        let hints = hints(&analyse(&question).unwrap());
        assert_eq!(hints.len(), 3);
        assert!(hints[1].contains("look at"), "{hints:?}");
    }

    #[test]
    fn levels_are_read_as_people_write_them() {
        assert_eq!("Perfect".parse(), Ok(Level::Perfect));
        assert_eq!("70%".parse(), Ok(Level::Percent(70)));
        assert_eq!("70".parse(), Ok(Level::Percent(70)));
        assert_eq!("101%".parse::<Level>(), Err(UnknownLevel));
        assert_eq!("".parse::<Level>(), Err(UnknownLevel));
    }
}
