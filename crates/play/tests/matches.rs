//! Matches on small explicit graphs, solved here by their definition.

use std::collections::HashMap;

use grundy_core::{ComponentReport, MoveReport, Outcome, Play, Verdict};
use grundy_play::{Analyst, Chance, Level, Match, MatchEnd, Player, hints};
use grundy_solve::Analysis;

/// A game on a graph: position `v` leads to `options[v]`; the player who cannot move loses.
struct GraphGame {
    options: Vec<Vec<usize>>,
    outcomes: Vec<Outcome>,
    remoteness: Vec<Option<u64>>,
    analysed: HashMap<String, usize>,
}

impl GraphGame {
    fn new(options: Vec<Vec<usize>>) -> GraphGame {
        let mut outcomes = vec![Outcome::Draw; options.len()];
        let mut remoteness = vec![None; options.len()];
        for round in 0..=options.len() as u64 {
            for v in 0..options.len() {
                if outcomes[v] != Outcome::Draw {
                    continue;
                }
                let lost = options[v]
                    .iter()
                    .filter(|&&w| outcomes[w] == Outcome::Lose && remoteness[w] < Some(round));
                let won = |w: &usize| outcomes[*w] == Outcome::Win && remoteness[*w] < Some(round);
                if let Some(best) = lost.filter_map(|&w| remoteness[w]).min() {
                    (outcomes[v], remoteness[v]) = (Outcome::Win, Some(best + 1));
                } else if options[v].iter().all(won) {
                    let most = options[v].iter().filter_map(|&w| remoteness[w]).max();
                    outcomes[v] = Outcome::Lose;
                    remoteness[v] = Some(most.map_or(0, |most| most + 1));
                }
            }
        }
        GraphGame {
            options,
            outcomes,
            remoteness,
            analysed: HashMap::new(),
        }
    }

    fn times_analysed(&self, position: &str) -> usize {
        self.analysed.get(position).copied().unwrap_or(0)
    }
}

fn report(from: usize, to: usize) -> MoveReport {
    MoveReport {
        component: 0,
        from: from.to_string(),
        to: to.to_string(),
        position: to.to_string(),
        text: format!("move from {from} to {to}"),
        touch: Vec::new(),
        changes: Vec::new(),
    }
}

impl Analyst for GraphGame {
    type Error = std::num::ParseIntError;

    fn analyse(&mut self, position: &str) -> Result<Analysis, Self::Error> {
        *self.analysed.entry(position.to_owned()).or_default() += 1;
        let v: usize = position.parse()?;
        let options = &self.options[v];
        let with = |wanted: Outcome| -> Vec<MoveReport> {
            let wanted = options.iter().filter(|&&w| self.outcomes[w] == wanted);
            wanted.map(|&w| report(v, w)).collect()
        };
        let outcome = self.outcomes[v];
        let slowest = options.iter().max_by_key(|&&w| self.remoteness[w]);
        Ok(Analysis {
            verdict: Verdict {
                position: position.to_owned(),
                play: Play::Normal,
                outcome,
                value: None,
                method: "by definition".to_owned(),
                moves: Some(options.len() as u128),
                remoteness: self.remoteness[v],
                components: vec![ComponentReport {
                    position: position.to_owned(),
                    value: None,
                }],
                winning_moves: with(Outcome::Lose),
                drawing_moves: match outcome {
                    Outcome::Draw => with(Outcome::Draw),
                    _ => Vec::new(),
                },
                complete: true,
                defence: slowest
                    .filter(|_| outcome == Outcome::Lose)
                    .map(|&w| report(v, w)),
                explanation: Vec::new(),
            },
            moves: options
                .iter()
                .map(|&w| (report(v, w), self.outcomes[w].opposite()))
                .collect(),
            move_remoteness: options.iter().map(|&w| self.remoteness[w]).collect(),
            lists_all_moves: true,
            pictures: Vec::new(),
            captions: Vec::new(),
            move_pictures: Vec::new(),
        })
    }

    fn some_moves(&mut self, _: &str) -> Result<Vec<MoveReport>, Self::Error> {
        panic!("all moves are listed")
    }
}

/// 0 and 1 can be repeated for ever; leaving the cycle loses.
fn cycle() -> GraphGame {
    GraphGame::new(vec![vec![1, 2], vec![0, 2], vec![3], vec![]])
}

/// Take 1 or 2 of `n`.
fn subtraction(n: usize) -> GraphGame {
    let options = |v: usize| (1..=2.min(v)).map(|taken| v - taken).collect();
    GraphGame::new((0..=n).map(options).collect())
}

#[test]
fn every_position_is_analysed_once() {
    let mut game = subtraction(11);
    let mut played = Match::new(
        &mut game,
        "11",
        Level::Perfect,
        Chance::new(1),
        Player::Computer,
    )
    .unwrap();
    while !played.is_over() {
        if played.turn() == Player::You {
            let first = played.present().moves[0].0.clone();
            played.play(first).unwrap();
        } else {
            played.reply().unwrap();
        }
    }
    assert_eq!(played.end(), Some(MatchEnd::Won(Player::Computer)));
    let visited: Vec<String> = played
        .review()
        .into_iter()
        .map(|step| step.position)
        .collect();
    assert!(visited.len() > 7, "{visited:?}");
    for position in visited {
        assert_eq!(game.times_analysed(&position), 1, "{position}");
    }
}

#[test]
fn repetition_ends_a_drawn_game() {
    let mut game = cycle();
    assert_eq!(game.outcomes[0], Outcome::Draw);
    let mut played =
        Match::new(&mut game, "0", Level::Perfect, Chance::new(1), Player::You).unwrap();
    let mut occurrences = vec![played.occurrences()];
    while !played.is_over() {
        if played.turn() == Player::You {
            let next = played.find("1").unwrap().clone();
            played.play(next).unwrap();
        } else {
            played.reply().unwrap();
        }
        occurrences.push(played.occurrences());
    }
    assert_eq!(occurrences, [1, 1, 2, 2, 3]);
    assert_eq!(played.end(), Some(MatchEnd::Repetition));
    assert_eq!(played.winner(), None);
    assert_eq!(played.reply().unwrap(), None);
    assert!(played.undo().unwrap() && !played.is_over());
}

#[test]
fn the_computer_takes_the_fastest_win() {
    // From 0 both 1 and 5 win; 5 wins at once, and 1 leads back to 0 if the opponent likes.
    let mut game = GraphGame::new(vec![
        vec![1, 5],
        vec![2],
        vec![3, 0],
        vec![4],
        vec![],
        vec![],
    ]);
    let analysis = game.analyse("0").unwrap();
    let answer = grundy_play::reply(&analysis, Level::Perfect, &mut Chance::new(1), &mut game);
    assert_eq!(answer.unwrap().unwrap().position, "5");
}

#[test]
fn mistakes_are_found_and_the_record_does_not_give_them_away() {
    let mut game = subtraction(4);
    let mut played =
        Match::new(&mut game, "4", Level::Perfect, Chance::new(1), Player::You).unwrap();
    let mistake = played.present().moves[1].0.clone();
    played.play(mistake).unwrap();
    played.reply().unwrap();
    let review = played.review();
    let mistakes: Vec<bool> = review.iter().map(|step| step.is_mistake).collect();
    assert_eq!(mistakes, [false, true, false]);
    assert_eq!(review[1].better.as_ref().unwrap().position, "3");
    let record = played.record().to_string();
    let expected = "start  4\n\
                    1. you           move from 4 to 2  → 2\n\
                    2. the computer  move from 2 to 0  → 0\n\
                    the computer has won";
    assert_eq!(record, expected);
}

#[test]
fn the_same_seed_repeats_the_game_and_random_players_lose_won_games() {
    let mut last_movers = Vec::new();
    for seed in 0..20 {
        let play = |seed| {
            let game = subtraction(10);
            let mut played = Match::new(
                game,
                "10",
                Level::Random,
                Chance::new(seed),
                Player::Computer,
            )
            .unwrap();
            while !played.is_over() {
                played.reply().unwrap();
            }
            played.record()
        };
        assert_eq!(play(seed), play(seed), "seed {seed}");
        last_movers.push(play(seed).moves.len() % 2);
    }
    assert!(last_movers.contains(&0) && last_movers.contains(&1));
}

#[test]
fn hints_say_more_and_more() {
    let mut game = subtraction(4);
    let said = hints(&game.analyse("4").unwrap());
    assert_eq!(
        said,
        [
            "the player to move can win",
            "one of 2 moves wins",
            "move from 4 to 3: `3`"
        ]
    );
    assert_eq!(hints(&game.analyse("0").unwrap()), ["the game is over"]);
}
