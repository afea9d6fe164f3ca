//! What `--explain` tells is what the answer says.

use grundy::core::{Block, Verdict};
use grundy::{Question, solve};

fn explained(position: &str) -> Verdict {
    let question = Question {
        explain: true,
        ..Question::new(vec![position.to_owned()])
    };
    solve(&question).unwrap()
}

fn last_sentence(verdict: &Verdict) -> &str {
    match verdict.explanation.last() {
        Some(Block::Text(text)) => text,
        other => panic!("not a sentence: {other:?}"),
    }
}

#[test]
fn the_walk_ends_with_a_winning_move_in_the_part_that_decides() {
    for (position, after) in [
        ("kayles:7,3", "kayles:7,2"),
        ("nim:3,4,5", "nim:1,4,5"),
        ("nim:7 + kayles:4", "nim:1 + kayles:4"),
        ("kayles:4 + nim:7", "kayles:4 + nim:1"),
    ] {
        let verdict = explained(position);
        let told = last_sentence(&verdict);
        assert!(
            told.contains(&format!("left with {after},")),
            "{position}: {told}"
        );
    }
}

#[test]
fn the_move_that_is_told_is_among_the_winning_ones() {
    for game in grundy::GAMES.iter() {
        let verdict = explained(game.example);
        if verdict.winning_moves.is_empty() {
            continue;
        }
        let told = last_sentence(&verdict);
        let mut moves = verdict.winning_moves.iter();
        let is_listed = moves.any(|found| told.starts_with(&format!("So {}:", found.text)));
        assert!(is_listed, "{}: {told}", game.example);
    }
}
