//! Conjectures about rules files and games: which positions are meant, and what is found.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy::Error;
use grundy::conjectures::{CheckRequest, ClaimText, GuessRequest, check, guess};
use grundy::conjectures::{GuessedPatterns, Quantity};
use grundy::core::{Limits, Play};
use grundy::spec::Files;

fn given(source: &str) -> Files {
    let files = BTreeMap::from([("own.star".to_owned(), source.to_owned())]);
    Files::Given(Arc::new(files))
}

fn request(ruleset: &str) -> GuessRequest {
    GuessRequest {
        ruleset: ruleset.to_owned(),
        from: 0,
        to: None,
        heaps: None,
        play: Play::Normal,
        limits: Limits::default(),
    }
}

fn guess_rules(source: &str) -> Result<GuessedPatterns, Error> {
    Ok(guess(&request("own.star"), given(source))?)
}

#[track_caller]
fn assert_holds(guessed: &GuessedPatterns, text: &str) {
    let held: Vec<&str> = guessed
        .patterns
        .iter()
        .filter(|pattern| pattern.standing.holds())
        .map(|pattern| pattern.text.as_str())
        .collect();
    assert!(held.contains(&text), "{text}: {held:?}");
}

const THREE_HEAPS: &str = "
start = (3, 4, 5)
def moves(p):
    a, b, c = p
    return [(x, b, c) for x in range(a)] + [(a, x, c) for x in range(b)] + [(a, b, x) for x in range(c)]
";

const FLIP: &str = "
start = '+++++'
def moves(p):
    return [p[:i] + '--' + p[i + 2:] for i in range(len(p) - 1) if p[i:i + 2] == '++']
";

const TREE: &str = "
start = ((), ((), ()))
def moves(t):
    options = [t[:i] + t[i + 1:] for i in range(len(t))]
    for i in range(len(t)):
        options += [t[:i] + (s,) + t[i + 1:] for s in moves(t[i])]
    return options
";

#[test]
fn start_says_how_many_numbers_a_position_has() {
    let guessed = guess_rules(THREE_HEAPS).unwrap();
    assert_eq!(guessed.domain, "3 numbers from 0 to 16 each");
    assert_holds(&guessed, "value = a xor b xor c");
    assert_holds(&guessed, "lost if a xor b xor c = 0");
}

#[test]
fn a_string_of_one_character_grows() {
    // Taking two neighbours away from a row, written as a string: Dawson's Kayles.
    let guessed = guess_rules(FLIP).unwrap();
    assert_eq!(guessed.domain, "strings of n times `+`, n from 0 to 16");
    let values = guessed.table.unwrap().rows().remove(0);
    let expected = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5].map(Some);
    assert_eq!(values, expected);
}

#[test]
fn positions_of_another_kind_need_positions_n() {
    let error = guess_rules(TREE).unwrap_err().to_string();
    assert!(error.contains("define `positions(n)`"), "{error}");
    let lists = format!(
        "{TREE}
def positions(n):
    if n == 0:
        return [()]
    return [(first,) + rest for k in range(n) for first in positions(k) for rest in positions(n - 1 - k)]
"
    );
    let guessed = guess_rules(&lists).unwrap();
    let sizes: Vec<(u64, u64)> = guessed
        .sizes
        .iter()
        .map(|summary| (summary.positions, summary.lost))
        .collect();
    // Catalan numbers; a tree with an odd number of edges has an odd value (Green Hackenbush).
    assert_eq!(
        sizes[..6],
        [(1, 1), (1, 0), (2, 1), (5, 0), (14, 4), (42, 0)]
    );
    assert_holds(&guessed, "largest value = n");
}

#[test]
fn a_binary_recursion_is_found_and_said_of_values() {
    let source = "def moves(n):\n    return [k for k in range((n + 1) // 2, n)] if n > 0 else []\n";
    let guessed = guess_rules(source).unwrap();
    assert_holds(
        &guessed,
        "value(2n) = n, value(2n + 1) = value(n) for n from 1 on",
    );
    assert_holds(&guessed, "lost if n is one less than a power of 2");
    assert!(guessed.explains(Quantity::Value));
}

#[test]
fn a_known_game_is_recognised() {
    let source = "
def moves(n):
    return [split(a, n - 1 - a) for a in range(n)] + [split(a, n - 2 - a) for a in range(n - 1)]
";
    let guessed = guess(
        &GuessRequest {
            to: Some(60),
            ..request("own.star")
        },
        given(source),
    )
    .unwrap();
    assert_holds(&guessed, "value = the value of kayles:n");
}

#[test]
fn misere_outcomes_are_looked_at() {
    let guessed = guess(
        &GuessRequest {
            play: Play::Misere,
            heaps: Some(3),
            ..request("nim")
        },
        Files::Deny,
    )
    .unwrap();
    assert_holds(
        &guessed,
        "lost if a xor b xor c = 1 where no number is above 1, and = 0 otherwise (misère Nim)",
    );
    assert!(!guessed.explains(Quantity::Value));
}

#[test]
fn a_period_is_called_proved_only_where_positions_are_the_heaps_of_the_rules() {
    for (ruleset, is_proved) in [("kayles", true), ("treblecross", false)] {
        let guessed = guess(&request(ruleset), Files::Deny).unwrap();
        let mut patterns = guessed.patterns.iter();
        let proved = patterns.any(|pattern| pattern.standing.word() == "proved");
        assert_eq!(proved, is_proved, "{ruleset}");
    }
}

#[test]
fn values_that_resist_are_told_from_lost_positions_that_do_not() {
    let guessed = guess(&request("wythoff"), Files::Deny).unwrap();
    assert!(guessed.only_lost_positions_are_explained());
    let kayles = guess(&request("kayles"), Files::Deny).unwrap();
    assert!(!kayles.only_lost_positions_are_explained());
}

#[test]
fn several_claims_of_a_file_are_tested_in_one_pass() {
    let source = "
def moves(n):
    return [n - k for k in [1, 2] if k <= n]
def lose(n):
    return n % 3 == 0
def value(n):
    return n % 4
";
    let checked = check(
        &CheckRequest {
            ruleset: "own.star".to_owned(),
            to: None,
            claim: None,
            heaps: 1,
            play: Play::Normal,
            limits: Limits::default(),
        },
        given(source),
    )
    .unwrap();
    assert_eq!(checked.to, 300);
    let [lose, value] = &checked.conjectures[..] else {
        panic!("two claims: {checked:?}");
    };
    assert_eq!((lose.positions, lose.counterexample.is_none()), (301, true));
    assert_eq!(value.positions, 4);
    let wrong = value.counterexample.as_ref().unwrap();
    assert_eq!((&*wrong.claimed, &*wrong.truth), ("3", "0"));
}

#[test]
fn a_claim_about_a_pair_is_tested_on_pairs() {
    let checked = check(
        &CheckRequest {
            ruleset: "nim".to_owned(),
            to: Some(8),
            claim: Some(ClaimText::Lose("p[0] == p[1]".to_owned())),
            heaps: 2,
            play: Play::Normal,
            limits: Limits::default(),
        },
        Files::Deny,
    )
    .unwrap();
    assert!(checked.all_hold());
    assert_eq!(checked.conjectures[0].positions, 45);
}
