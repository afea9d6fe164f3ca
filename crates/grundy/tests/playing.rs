//! Games against the computer, with real rules.

use grundy::Question;
use grundy::core::Play;
use grundy::play::{Chance, Level, Match, Player, new_match, reply, review};

fn game(position: &str, first: Player) -> Match {
    let question = Question::new([position]);
    new_match(question, Level::Perfect, Chance::new(1), first).unwrap()
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
            // Under misère play the player who makes the last move loses.
            assert_eq!(play_out("nim:2,4,5", Play::Misere, levels, seed), 1);
        }
    }
}

#[test]
fn a_move_is_found_where_there_are_too_many_to_list() {
    for level in [Level::Perfect, Level::Random] {
        let question = Question::new(["nim:18446744073709551615,18446744073709551615"]);
        let answer = reply(&question, level, &mut Chance::new(3)).unwrap();
        assert!(answer.is_some());
    }
}

#[test]
fn the_review_says_which_move_was_a_mistake_and_what_was_better() {
    let positions = ["nim:3,4,5", "nim:3,4", "nim:3,3", "nim:3"].map(str::to_owned);
    let steps = review(&positions, &Question::new([""])).unwrap();
    let mistakes: Vec<bool> = steps.iter().map(|step| step.is_mistake).collect();
    assert_eq!(mistakes, [false, true, false, false]);
    assert_eq!(steps[1].better.as_ref().unwrap().position, "nim:1,4,5");
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
fn the_player_who_cannot_move_has_lost() {
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
