//! Every game of the registry keeps what it promises: each promise against a search that knows
//! only the rules.

mod reference;

use std::collections::{BTreeSet, HashMap};

use grundy_core::{Block, Form, Limits, Nimber, Outcome, Play};
use grundy_games::{GAMES, GameInfo};
use grundy_positions::{Game, Id, Move};
use proptest::prelude::*;
use reference::{Graph, HeapTable, open, promised_value};

/// Positions of one trial that are searched.
const MOST_POSITIONS: usize = 3_000;
/// Positions that are searched from one at random.
const MOST_AT_RANDOM: usize = 300;
/// Enough options for any small position.
const ALL: usize = usize::MAX;

fn texts(info: &GameInfo) -> impl Iterator<Item = &'static str> {
    std::iter::once(info.example).chain(info.trials.iter().copied())
}

#[test]
fn every_trial_keeps_every_promise() {
    for info in GAMES.iter() {
        for text in texts(info) {
            let is_small = keeps_every_promise(text, MOST_POSITIONS);
            assert!(is_small, "{text} is too large for exhaustive search");
        }
    }
}

/// Checks everything about the position and all that can be reached; false if they are too many.
fn keeps_every_promise(text: &str, most: usize) -> bool {
    let (mut game, start) = open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let Some(graph) = Graph::explore(&mut *game, start, most) else {
        return false;
    };
    check_texts(&mut *game, start, text);
    for at in 0..graph.positions.len() {
        let id = graph.positions[at];
        let name = game.show(id);
        check_texts(&mut *game, id, &name);
        check_options(&mut *game, id, &graph.options[at], &name);
        check_removal(&mut *game, &graph, at, &name);
        let passed = graph.positions[graph.passed[at]];
        let back = game.pass(passed);
        assert_eq!(game.canonical(back), id, "{name}: passing twice");
        if game.is_impartial() {
            assert_eq!(passed, id, "{name}: passing in an impartial game");
        }
    }
    check_theory(&mut *game, &graph);
    true
}

/// The moves of a position as one of a removal game lead to its options, and nowhere else.
fn check_removal(game: &mut dyn Game, graph: &Graph, at: usize, name: &str) {
    let remaining = |game: &dyn Game, id: Id| -> Option<BTreeSet<u64>> {
        let position = game.removal(id)?;
        let cells = position.remaining.iter();
        Some(
            cells
                .map(|&cell| position.game.cells[cell as usize])
                .collect(),
        )
    };
    let Some(position) = game.removal(graph.positions[at]) else {
        return;
    };
    assert!(position.game.is_well_formed(), "{name}: cells and moves");
    let here: BTreeSet<u32> = position.remaining.iter().copied().collect();
    let legal = position.game.moves.iter();
    let legal = legal.filter(|played| played.needs.iter().all(|cell| here.contains(cell)));
    let left: BTreeSet<BTreeSet<u64>> = legal
        .map(|played| {
            let kept = here.iter().filter(|cell| !played.removes.contains(cell));
            kept.map(|&cell| position.game.cells[cell as usize])
                .collect()
        })
        .collect();
    let options: BTreeSet<BTreeSet<u64>> = graph.options[at]
        .iter()
        .map(|&option| {
            let cells = remaining(game, graph.positions[option]);
            cells.unwrap_or_else(|| panic!("{name}: an option is no removal game"))
        })
        .collect();
    assert_eq!(left, options, "{name}: the moves as removals");
}

/// What is shown can be read, and is shown the same again; words and pictures are there.
fn check_texts(game: &mut dyn Game, id: Id, name: &str) {
    let shown = game.show(id);
    let (again, read) = open(&shown).unwrap_or_else(|error| panic!("{name}: {shown}: {error}"));
    assert_eq!(
        again.show(read),
        shown,
        "{name} does not survive a round trip"
    );
    let _ = game.picture(id);
    for play in [Play::Normal, Play::Misere] {
        for block in game.reasons(id, play) {
            if let Block::Table(table) = block {
                let rows = table.rows.iter().chain(&table.footer);
                let widths: Vec<usize> = rows.map(Vec::len).collect();
                assert!(
                    widths.iter().all(|width| *width == table.header.len()),
                    "{name}: a ragged table"
                );
            }
        }
    }
}

/// Options are distinct, counted, described, and those of the canonical position.
fn check_options(game: &mut dyn Game, id: Id, expected: &[usize], name: &str) {
    let options = game
        .options(id, &Limits::default())
        .expect("no limit is near");
    let distinct: BTreeSet<Id> = options
        .iter()
        .map(|&option| game.canonical(option))
        .collect();
    assert_eq!(
        distinct.len(),
        options.len(),
        "{name}: an option stands twice"
    );
    assert_eq!(
        distinct.len(),
        expected.len(),
        "{name}: options of the canonical position"
    );
    if let Some(count) = game.option_count(id) {
        let expected = Some(options.len() as u128);
        assert_eq!(count, expected, "{name}: the count of options");
    }
    if game.ending(id).is_some() {
        assert!(options.is_empty(), "{name}: options after the end");
    }
    check_moves(game, id, &distinct, name);
    for option in options {
        if let Some(heaps) = heaps_of(&game.form(option)).filter(|_| game.heap_rules().is_some())
            && let Some(same) = game.with_heaps(&heaps)
        {
            assert_eq!(
                game.canonical(same),
                game.canonical(option),
                "{name}: with_heaps"
            );
        }
    }
}

/// Moves lead to all options, are described, and touch the picture in ways that tell them apart.
fn check_moves(game: &mut dyn Game, id: Id, options: &BTreeSet<Id>, name: &str) {
    let limits = Limits::default();
    let picture = game.picture(id);
    let mut by_touch: HashMap<Vec<String>, Id> = HashMap::new();
    let moves = game.moves(id, &limits).expect("no limit is near");
    let one_each = game.distinct_moves(id, &limits).expect("no limit is near");
    for played in moves.iter().chain(&one_each) {
        let to = game.canonical(played.to);
        assert!(options.contains(&to), "{name}: a move to no option");
        let described = game.describe(*played);
        let text = &described.text;
        let is_sentence = !text.is_empty() && !text.ends_with('.');
        assert!(is_sentence, "{name}: {text}");
        assert!(
            !described.touch.is_empty(),
            "{name}: {text}: nothing to touch"
        );
        for element in described.touch.iter().chain(&described.changes) {
            assert!(
                picture.has(element),
                "{name}: {text}: {element} is not in the picture"
            );
        }
        let touch: Vec<String> = described.touch.iter().map(|e| e.to_string()).collect();
        let same = by_touch.insert(touch.clone(), to);
        assert!(
            same.is_none_or(|other| other == to),
            "{name}: two moves touch {touch:?}"
        );
    }
    let reached = |moves: &[Move], game: &mut dyn Game| -> BTreeSet<Id> {
        moves
            .iter()
            .map(|played| game.canonical(played.to))
            .collect()
    };
    assert_eq!(reached(&moves, game), *options, "{name}: all moves");
    assert_eq!(
        reached(&one_each, game),
        *options,
        "{name}: one move for each option"
    );
}

fn heaps_of(form: &Form) -> Option<Vec<u64>> {
    match form {
        Form::Heaps(heaps) => Some(heaps.clone()),
        Form::Nim(heaps) => heaps.iter().map(|&heap| u64::try_from(heap).ok()).collect(),
        _ => None,
    }
}

/// Forms, formulas for options and misère outcomes against the search.
fn check_theory(game: &mut dyn Game, graph: &Graph) {
    let mut table = HeapTable::default();
    let forms: Vec<Form> = graph.positions.iter().map(|&id| game.form(id)).collect();
    let promised: Vec<Option<u128>> = forms
        .iter()
        .map(|form| promised_value(game, form, &mut table))
        .collect();
    let largest = promised.iter().flatten().max().copied().unwrap_or(6);
    let heaps = usize::try_from(largest).unwrap_or(12).min(12) + 2;
    let normal = graph.outcomes(Play::Normal, heaps);
    let misere = graph.outcomes(Play::Misere, heaps);
    let mut values = Vec::new();
    for at in 0..graph.positions.len() {
        let id = graph.positions[at];
        let name = game.show(id);
        let beside = &normal[at * heaps..(at + 1) * heaps];
        check_form(&forms[at], promised[at], beside, &name);
        let lost = beside.iter().position(|outcome| *outcome == Outcome::Lose);
        values.push(match graph.endings[at] {
            None => promised[at].or(lost.map(|heap| heap as u128)),
            Some(_) => None,
        });
        if let Form::Nim(nim) = &forms[at] {
            for heap in 0..heaps {
                let expected = misere_nim(nim, heap as u128);
                assert_eq!(
                    misere[at * heaps + heap],
                    expected,
                    "{name} and a heap of {heap}, misère"
                );
            }
        }
        if let Some(outcome) = game.misere_outcome(id) {
            assert_eq!(misere[at * heaps], outcome, "{name}, misère");
        }
    }
    check_parts(game, graph, &values);
    for at in 0..graph.positions.len() {
        check_options_to(game, graph, at, &values, largest + 2);
        for (play, outcomes) in [(Play::Normal, &normal), (Play::Misere, &misere)] {
            let is_lost = |&option: &usize| outcomes[option * heaps] == Outcome::Lose;
            let expected = graph.options[at]
                .iter()
                .filter(|o| is_lost(o))
                .copied()
                .collect();
            check_losing_options(game, graph, at, play, &expected);
            if let Some(played) = game.winning_move(graph.positions[at], play) {
                let name = game.show(graph.positions[at]);
                let found = places(game, graph, &[played], &name);
                assert!(
                    found.is_subset(&expected),
                    "{name}: a winning move, {play:?}"
                );
            }
        }
    }
}

/// A position is worth the sum of its parts.
fn check_parts(game: &mut dyn Game, graph: &Graph, values: &[Option<u128>]) {
    let mut known: HashMap<Id, Option<u128>> = HashMap::new();
    for (&id, value) in graph.positions.iter().zip(values) {
        let (Some(parts), Some(value)) = (game.parts(id), value) else {
            continue;
        };
        let mut sum = Some(0);
        for part in parts {
            assert_eq!(game.parts(part), None, "a part falls apart");
            let worth = *known
                .entry(part)
                .or_insert_with(|| searched_value(game, part));
            sum = sum.zip(worth).map(|(sum, worth)| sum ^ worth);
        }
        if let Some(sum) = sum {
            assert_eq!(sum, *value, "{}: the sum of its parts", game.show(id));
        }
    }
}

/// The nim-value of a position by search, if it is small.
fn searched_value(game: &mut dyn Game, id: Id) -> Option<u128> {
    const HEAPS: usize = 8;
    let graph = Graph::explore(game, id, MOST_POSITIONS)?;
    let outcomes = graph.outcomes(Play::Normal, HEAPS);
    let lost = outcomes[..HEAPS]
        .iter()
        .position(|outcome| *outcome == Outcome::Lose);
    lost.map(|heap| heap as u128)
}

/// A form against the outcomes beside Nim heaps: lost beside the heap of its value and no other.
fn check_form(form: &Form, promised: Option<u128>, beside: &[Outcome], name: &str) {
    let expected = |heap: usize| match form {
        Form::Unknown => None,
        Form::Outcome(outcome) => (heap == 0).then_some(*outcome),
        Form::Loony => Some(Outcome::Win),
        _ if promised == Some(heap as u128) => Some(Outcome::Lose),
        _ => Some(Outcome::Win),
    };
    for (heap, outcome) in beside.iter().enumerate() {
        if let Some(expected) = expected(heap) {
            assert_eq!(
                *outcome, expected,
                "{name} and a Nim heap of {heap}, promised {form:?}"
            );
        }
    }
}

fn misere_nim(heaps: &[u128], heap: u128) -> Outcome {
    let all = || heaps.iter().copied().chain([heap]);
    let sum = all().fold(0, |sum, heap| sum ^ heap);
    let is_lost = if all().all(|heap| heap <= 1) {
        sum == 1
    } else {
        sum == 0
    };
    if is_lost { Outcome::Lose } else { Outcome::Win }
}

fn check_options_to(
    game: &mut dyn Game,
    graph: &Graph,
    at: usize,
    values: &[Option<u128>],
    targets: u128,
) {
    let id = graph.positions[at];
    let name = game.show(id);
    if graph.options[at]
        .iter()
        .any(|&option| values[option].is_none())
    {
        return;
    }
    for target in 0..=targets {
        let Some(found) = game.moves_to(id, Nimber(target), ALL) else {
            return;
        };
        let expected: BTreeSet<usize> = graph.options[at]
            .iter()
            .filter(|&&option| values[option] == Some(target))
            .copied()
            .collect();
        assert_eq!(
            places(game, graph, &found, &name),
            expected,
            "{name}: options to {target}"
        );
        let one = game
            .moves_to(id, Nimber(target), 1)
            .expect("there was a formula");
        assert_eq!(
            one.len(),
            expected.len().min(1),
            "{name}: one option to {target}"
        );
    }
}

fn check_losing_options(
    game: &mut dyn Game,
    graph: &Graph,
    at: usize,
    play: Play,
    expected: &BTreeSet<usize>,
) {
    let id = graph.positions[at];
    let name = game.show(id);
    let Some(found) = game.losing_moves(id, play, ALL) else {
        return;
    };
    assert_eq!(
        places(game, graph, &found, &name),
        *expected,
        "{name}: lost options, {play:?}"
    );
    let one = game.losing_moves(id, play, 1).expect("there was a formula");
    assert_eq!(one.len(), expected.len().min(1), "{name}: one lost option");
}

/// Where options stand in the graph; each must be there, once.
fn places(game: &mut dyn Game, graph: &Graph, found: &[Move], name: &str) -> BTreeSet<usize> {
    let places: Vec<usize> = found
        .iter()
        .map(|played| {
            let id = played.to;
            let shown = game.show(id);
            let place = graph.find(game, id);
            place.unwrap_or_else(|| panic!("{name}: {shown} is not an option"))
        })
        .collect();
    let distinct = BTreeSet::from_iter(places.iter().copied());
    assert_eq!(
        distinct.len(),
        places.len(),
        "{name}: a found option stands twice"
    );
    distinct
}

/// The rulesets of a game's trials, with their parameters.
fn rulesets(info: &GameInfo) -> BTreeSet<&'static str> {
    let before_colon = |text: &'static str| text.split_once(':').expect("a whole position").0;
    texts(info).map(before_colon).collect()
}

#[test]
fn wrong_texts_are_errors_that_point_into_the_text() {
    let long =
        [",", "9", "x", ".", "-", "1,", "1x1,", "/", "(", "|"].map(|part| part.repeat(300_000));
    for ruleset in GAMES.iter().flat_map(|info| rulesets(info)) {
        let mut game = reference::make(ruleset).expect("parameters of a trial");
        for text in [
            "",
            " ",
            "-1",
            "1e9",
            "99999999999999999999",
            "ü",
            ";",
            "1,ü",
            "1;2",
            "\u{0}",
            "??",
        ] {
            let error = game.parse(text).expect_err(&format!("{ruleset}:{text}"));
            assert!(
                error.span.start <= error.span.end && error.span.end <= text.len(),
                "{ruleset}:{text}"
            );
            assert!(text.is_char_boundary(error.span.start), "{ruleset}:{text}");
            assert!(text.is_char_boundary(error.span.end), "{ruleset}:{text}");
        }
        for text in &long {
            let _ = game.parse(text);
        }
    }
}

#[test]
fn wrong_parameters_are_errors() {
    for info in GAMES.iter() {
        for text in [
            "",
            "-1",
            "1e9",
            "99999999999999999999",
            "ü",
            ";",
            "8,ü",
            ",",
            "1,,2",
            "a,b",
        ] {
            let Err(error) = (info.make)(Some(text)) else {
                panic!("{}/{text} is taken", info.name);
            };
            assert!(error.span.end <= text.len(), "{}/{text}", info.name);
        }
    }
}

#[test]
fn every_game_says_what_it_is() {
    for info in GAMES.iter() {
        for words in [
            info.summary,
            info.rules,
            info.notation,
            info.theory,
            info.source,
        ] {
            assert!(!words.is_empty(), "{}", info.name);
        }
        assert!(!info.trials.is_empty(), "{} has no trials", info.name);
        let (game, id) = open(info.example).expect("the example can be read");
        let ruleset = game.show(id);
        assert!(ruleset.contains(':'), "{ruleset}");
    }
}

/// A text like one of the trials with other small numbers in it, and perhaps a part left out or
/// doubled; most are positions.
fn mutated(text: &str, changes: &[(usize, u8)]) -> String {
    let (ruleset, position) = text.split_once(':').expect("a whole position");
    let mut parts: Vec<String> = Vec::new();
    for c in position.chars() {
        match parts.last_mut() {
            Some(last) if c.is_ascii_digit() && last.ends_with(|d: char| d.is_ascii_digit()) => {
                last.push(c)
            }
            _ => parts.push(c.to_string()),
        }
    }
    for &(place, change) in changes {
        let at = place % parts.len();
        let is_number = parts[at].starts_with(|c: char| c.is_ascii_digit());
        let marks: Vec<String> = parts
            .iter()
            .filter(|part| part.len() == 1)
            .cloned()
            .collect();
        match change {
            0..=7 if is_number => parts[at] = change.to_string(),
            8 if parts.len() > 2 => drop(parts.remove(at)),
            9 => parts.insert(at, parts[at].clone()),
            _ if !is_number && !marks.is_empty() => {
                parts[at] = marks[usize::from(change) % marks.len()].clone()
            }
            _ => {}
        }
    }
    format!("{ruleset}:{}", parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_like_the_trials_keep_every_promise(
        game in 0..GAMES.len(),
        trial in 0..100usize,
        changes in prop::collection::vec((0..100usize, 0..12u8), 1..5),
    ) {
        let all: Vec<&str> = texts(GAMES[game]).collect();
        let text = mutated(all[trial % all.len()], &changes);
        if open(&text).is_ok() {
            keeps_every_promise(&text, MOST_AT_RANDOM);
        }
    }
}
