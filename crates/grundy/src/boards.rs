//! Boards: what a player needs without anything being solved.

use grundy_core::{Element, HeapRules, MoveReport, Picture};
use grundy_games::{GameInfo, looks_like_code};
use grundy_render::graph_places;
use grundy_render::graph_svg::Style;
use grundy_report::{
    BoardEntry, BoardMove, BoardReport, GraphPlaces, PictureReport, SchemaVersion,
};
use grundy_solve::{Board, BoardComponent};

use crate::games::title;
use crate::play::{Chance, Level};
use crate::spec::{open_ruleset, parse_sum};
use crate::{Error, Question, game_info};

/// How the position of `question` looks, its moves, and whether it is over.
///
/// # Examples
///
/// ```
/// # use grundy::{Question, boards::board};
/// let board = board(&Question::new(["cram:8x8"])).unwrap();
/// assert_eq!((board.moves.len(), board.ended), (112, None));
/// ```
///
/// # Errors
///
/// [`Error::Spec`] for wrong text, [`Error::Limit`] when a limit is reached, [`Error::Rules`] when rules fail.
pub fn board(question: &Question) -> Result<Board, Error> {
    let limits = &question.limits;
    let mut sum = parse_sum(&question.positions, question.files.clone(), limits)?;
    let (play, most) = (question.play, question.most_moves);
    Ok(grundy_solve::board(&mut sum, play, most, limits)?)
}

/// The move that is made by touching these elements of one component, if there is one.
///
/// # Errors
///
/// As [`board`].
pub fn touched(
    question: &Question,
    component: usize,
    touch: &[String],
) -> Result<Option<MoveReport>, Error> {
    let limits = &question.limits;
    let mut sum = parse_sum(&question.positions, question.files.clone(), limits)?;
    let touch: Vec<Element> = touch.iter().map(|name| Element::named(name)).collect();
    Ok(grundy_solve::touched(&mut sum, component, &touch, limits)?)
}

/// The moves between positions that follow each other, as far as they are legal.
///
/// # Errors
///
/// As [`board`]; a later position that cannot be read only ends the walk.
pub fn walk(positions: &[String], question: &Question) -> Result<Vec<MoveReport>, Error> {
    let limits = &question.limits;
    let read =
        |text: &String| parse_sum(std::slice::from_ref(text), question.files.clone(), limits);
    let mut moves = Vec::new();
    for pair in positions.windows(2) {
        let mut before = read(&pair[0])?;
        let Ok(mut after) = read(&pair[1]) else {
            // What could not be read in time is not known to be illegal.
            limits.check_time()?;
            break;
        };
        let Some(found) = grundy_solve::move_between(&mut before, &mut after, limits)? else {
            break;
        };
        moves.push(found);
    }
    Ok(moves)
}

/// The computer's move at random, if moves can be listed: nothing is solved.
///
/// # Errors
///
/// As [`board`].
pub fn random_reply(
    question: &Question,
    level: Level,
    chance: &mut Chance,
) -> Result<Option<MoveReport>, Error> {
    if level != Level::Random {
        return Ok(None);
    }
    let board = board(question)?;
    if !board.lists_all_moves {
        return Ok(None);
    }
    let moves: Vec<MoveReport> = board
        .moves
        .into_iter()
        .map(|played| played.report)
        .collect();
    Ok(chance.pick(&moves))
}

/// The names of elements that are told at most, for all moves together.
const MOST_CHANGES: usize = 60_000;

/// A board as a report.
pub fn report(board: &Board, question: &Question) -> BoardReport {
    let mut told = 0;
    let moves = board.moves.iter().map(|played| {
        let mut entry = BoardMove::new(&played.report, played.option);
        told += entry.entry.changes.len();
        if told > MOST_CHANGES {
            entry.entry.changes.clear();
        }
        entry
    });
    BoardReport {
        schema: SchemaVersion,
        position: board.position.clone(),
        play: question.play.into(),
        moves: moves.collect(),
        components: board
            .components
            .iter()
            .map(|component| entry(component, question))
            .collect(),
        complete: board.lists_all_moves,
        ended: board.ended.map(Into::into),
    }
}

fn entry(component: &BoardComponent, question: &Question) -> BoardEntry {
    let prefix = component.position.split(':').next().unwrap_or_default();
    let known = game_info(prefix).ok();
    BoardEntry {
        position: component.position.clone(),
        picture: PictureReport::from(&component.picture),
        caption: component.caption.clone(),
        title: known.map_or_else(|| prefix.to_owned(), |game| title_with(game, prefix)),
        rules: known.map_or_else(String::new, |game| rules(game, prefix, question)),
        places: places_of(&component.picture),
    }
}

/// The largest graph that is drawn as a board.
const MOST_VERTICES: usize = 300;

/// Where to draw the vertices of a picture that has some.
fn places_of(picture: &Picture) -> Option<GraphPlaces> {
    let (names, edges, style) = match picture {
        Picture::Graph { names, edges, .. } => (names, edges, Style::Auto),
        Picture::Network { names, edges } => (names, edges, Style::Force),
        _ => return None,
    };
    (names.len() <= MOST_VERTICES).then(|| graph_places::places(names, edges, &[], style))
}

/// The title, with the code where it is all that tells games apart.
fn title_with(game: &GameInfo, prefix: &str) -> String {
    if looks_like_code(prefix) {
        format!("Game {prefix}")
    } else {
        title(game)
    }
}

/// The rules with their parameters filled in: what may be taken from a heap, and what may be left of it.
fn rules(game: &GameInfo, prefix: &str, question: &Question) -> String {
    let has_parameters = prefix.contains('/') || looks_like_code(prefix);
    let opened =
        has_parameters.then(|| open_ruleset(prefix, question.files.clone(), &question.limits).ok());
    let filled = opened
        .flatten()
        .and_then(|game| game.heap_rules().map(in_words));
    filled.unwrap_or_else(|| game.rules.to_owned())
}

/// What a move may do to a heap, digit by digit.
fn in_words(rules: &HeapRules) -> String {
    const MOST: usize = 12;
    let mut takes: Vec<(u64, u8)> = rules
        .digits_to(64)
        .filter(|(_, digit)| *digit != 0)
        .collect();
    let is_cut = takes.len() > MOST || rules.tail().is_some();
    takes.truncate(MOST);
    let amounts: Vec<String> = takes.iter().map(|(taken, _)| taken.to_string()).collect();
    let is_plain = takes.iter().all(|(taken, digit)| *taken > 0 && *digit == 3);
    if is_plain && rules.tail().is_none() && !is_cut && !takes.is_empty() {
        return format!(
            "There are heaps of stones. A move takes {} from one heap.",
            among(&amounts)
        );
    }
    let mut lines: Vec<String> = takes
        .iter()
        .map(|&(taken, digit)| line(taken, digit))
        .collect();
    if lines.is_empty() {
        lines.push("there are no moves".to_owned());
    }
    let more = if is_cut {
        "; and so on by the code"
    } else {
        ""
    };
    format!(
        "There are heaps of stones. In one heap a move does one of these: {}{more}.",
        lines.join("; ")
    )
}

/// `1, 2 or 5 stones`.
fn among(amounts: &[String]) -> String {
    let listed = match amounts {
        [.., last] if amounts.len() > 1 => {
            format!("{} or {last}", amounts[..amounts.len() - 1].join(", "))
        }
        _ => amounts.concat(),
    };
    let word = if listed == "1" { "stone" } else { "stones" };
    format!("{listed} {word}")
}

fn line(taken: u64, digit: u8) -> String {
    const LEFT: [&str; 4] = ["nothing", "one heap", "two heaps", "three heaps"];
    let left: Vec<&str> = (0..4)
        .filter(|bit| digit >> bit & 1 == 1)
        .map(|bit| LEFT[bit])
        .collect();
    let left = match &left[..] {
        [.., last] if left.len() > 1 => format!("{} or {last}", left[..left.len() - 1].join(", ")),
        other => other.concat(),
    };
    match taken {
        0 => format!("take none and leave {left}"),
        _ => format!("take {taken} and leave {left}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_of(position: &str) -> String {
        let question = Question::new([position]);
        report(&board(&question).unwrap(), &question).components[0]
            .rules
            .clone()
    }

    #[test]
    fn rules_have_their_parameters_filled_in() {
        let subtract = rules_of("subtract/1,2:7");
        assert!(
            subtract.ends_with("A move takes 1 or 2 stones from one heap."),
            "{subtract}"
        );
        let octal = rules_of("0.07:9");
        assert!(
            octal.contains("take 2 and leave nothing, one heap or two heaps"),
            "{octal}"
        );
    }

    #[test]
    fn every_game_of_the_registry_has_a_board_whose_touches_are_found_again() {
        for position in grundy_games::GAMES
            .iter()
            .flat_map(|game| std::iter::once(game.example).chain(game.trials.iter().copied()))
            .chain([
                "nim:50,3",
                "moore/2:60,2",
                "staircase:45,50",
                "0.77:44",
                "kayles:47",
                "lasker:41",
            ])
            .chain([
                "chop:50x3",
                "wythoff:60,44",
                "poker-nim/2:44",
                "coins:3,250",
                "euclid:3,100",
            ])
            .chain([
                "silver-dollar:3,250",
                "fibonacci-nim:50",
                "nimble:300",
                "subtract/2,5:70",
            ])
        {
            let question = Question::new([position]);
            let board = board(&question).unwrap();
            assert!(board.lists_all_moves, "{position}");
            assert_eq!(board.ended.is_some(), board.moves.is_empty(), "{position}");
            for played in board.moves.iter().step_by(1 + board.moves.len() / 100) {
                let touch: Vec<String> = played
                    .report
                    .touch
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                if matches!(board.components[0].picture, grundy_core::Picture::Pins(_)) {
                    continue;
                }
                let found = touched(&question, played.report.component, &touch).unwrap();
                let to = found.map(|found| found.position);
                assert_eq!(
                    to.as_ref(),
                    Some(&played.report.position),
                    "{position}: {touch:?}"
                );
            }
        }
    }

    #[test]
    fn either_of_two_mirror_images_can_be_touched_in_a_row_of_pins() {
        let board = board(&Question::new(["kayles:2,4"])).unwrap();
        let to = |touch: &str| {
            let touches = |played: &&grundy_solve::BoardMove| {
                let names: Vec<&str> = played.report.touch.iter().map(Element::as_str).collect();
                names.join(" ") == touch
            };
            board
                .moves
                .iter()
                .find(touches)
                .map(|played| played.report.position.as_str())
        };
        assert_eq!(to("pin:1/1"), Some("kayles:2,1,2"));
        assert_eq!(to("pin:1/2"), Some("kayles:2,2,1"));
        assert_eq!(to("pin:1/0 pin:1/1"), Some("kayles:2,2"));
        assert_eq!(to("pin:1/2 pin:1/3"), Some("kayles:2,2"));
        assert_eq!(board.moves.len(), 3 + 7);
    }

    #[test]
    fn moves_of_huge_heaps_are_found_by_touch_and_by_position() {
        let question = Question::new(["nim:1000000000,5"]);
        let board = board(&question).unwrap();
        assert!(!board.lists_all_moves && board.ended.is_none());
        let names = |names: &[&str]| {
            names
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>()
        };
        let to = |touch: &[&str]| {
            touched(&question, 0, &names(touch))
                .unwrap()
                .map(|m| m.position)
        };
        assert_eq!(
            to(&["heap:0", "take:999999995"]).as_deref(),
            Some("nim:5,5")
        );
        assert_eq!(to(&["stone:1/2"]).as_deref(), Some("nim:1000000000,2"));
        let walked = |positions: &[&str]| walk(&names(positions), &question).unwrap().len();
        assert_eq!(walked(&["nim:1000000000,5", "nim:5,5", "nim:5,4"]), 2);
        assert_eq!(walked(&["nim:1000000000,5", "nim:4,6"]), 0);
        assert_eq!(
            walked(&["0.77:1000000000", "0.77:400000000,599999998", "0.77:4"]),
            1
        );
    }

    #[test]
    fn touches_and_walks_that_make_no_sense_find_nothing() {
        let positions = [
            "nim:3,4",
            "nimble:3",
            "0.77:50",
            "kayles:5",
            "moore/2:50,3",
            "coins:1,300",
        ]
        .into_iter()
        .chain([
            "staircase:1,50",
            "chop:3x50",
            "wythoff:3,50",
            "euclid:3,50",
            "poker-nim/2:50",
        ]);
        for position in positions {
            let question = Question::new([position]);
            for touch in [
                "",
                "coin to:1",
                "coin:0 to",
                "heap take:1",
                "heap:0 take",
                "stone:0",
                "stone:9/9",
            ]
            .into_iter()
            .chain([
                "heap:0 take:99 leave:18446744073709551615",
                "row:0 take:1 leave:0",
                "reserve heap:9 add:1",
            ])
            .chain([
                "heap:18446744073709551615 take:1",
                "bar:0 rows",
                "step:0 take:1",
                "option:x",
            ]) {
                let names: Vec<String> = touch.split(' ').map(str::to_owned).collect();
                assert!(
                    touched(&question, 0, &names).unwrap().is_none(),
                    "{position}: {touch}"
                );
            }
        }
        let most = u64::MAX;
        let positions = [format!("0.77:{most}"), format!("0.77:{most},{most}")];
        assert!(
            walk(&positions, &Question::new(["nim:0"]))
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn a_walk_ends_before_the_first_position_that_does_not_follow() {
        let question = Question::new(["nim:3,4,5"]);
        let walked = |positions: &[&str]| {
            let positions: Vec<String> = positions.iter().map(|&text| text.to_owned()).collect();
            walk(&positions, &question).unwrap().len()
        };
        assert_eq!(walked(&["nim:3,4,5", "nim:0,0,0"]), 0);
        assert_eq!(walked(&["nim:3,4,5", "nim:3,4", "nim:4,3", "x"]), 1);
        assert_eq!(walked(&["poker-nim/2:1,3", "poker-nim/1:2,3"]), 1);
        assert_eq!(
            walked(&["northcott/4:0,1/3,3", "northcott/4,black:1,1/3,3"]),
            1
        );
    }
}
