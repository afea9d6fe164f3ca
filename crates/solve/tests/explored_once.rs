//! A solver that is asked everything lists the moves of no position twice.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use grundy_core::{Named, Outcome, Play, Rules};
use grundy_positions::game_at;
use grundy_solve::{Request, Solver, Sum};

/// A heap from which 1, 2 or 5 are taken; counts how often each position is asked for its moves.
struct CountedTaking {
    asked: Arc<Mutex<HashMap<u64, usize>>>,
}

impl Rules for CountedTaking {
    type Position = u64;
    type Move = u64;

    fn moves(&self, &heap: &u64) -> impl Iterator<Item = u64> {
        *self.asked.lock().unwrap().entry(heap).or_default() += 1;
        [1, 2, 5].into_iter().filter(move |taken| *taken <= heap)
    }

    fn play(&self, &heap: &u64, &taken: &u64) -> u64 {
        heap - taken
    }
}

#[test]
fn one_question_asks_each_position_for_its_moves_once() {
    const START: u64 = 500;
    for play in [Play::Normal, Play::Misere] {
        let asked = Arc::new(Mutex::new(HashMap::new()));
        let rules = CountedTaking {
            asked: Arc::clone(&asked),
        };
        let (game, id) = game_at(Named::new("counted", rules), START);
        let mut sum = Sum::of(game, id);
        let request = Request {
            play,
            explain: true,
            ..Request::default()
        };
        let mut solver = Solver::new(&mut sum, request).unwrap();
        assert_eq!(solver.outcome(), Outcome::Win);
        solver.value().unwrap();
        assert!(!solver.verdict().unwrap().winning_moves.is_empty());
        solver.analysis().unwrap();
        let asked = asked.lock().unwrap();
        assert_eq!(asked.len() as u64, START + 1, "every position was explored");
        let twice = asked
            .iter()
            .filter(|(heap, count)| **count > 1 && **heap != START);
        let twice: Vec<_> = twice.collect();
        assert!(twice.is_empty(), "{play:?}: {twice:?}");
        // The moves of the position itself are also listed to be described, and to be explained.
        assert!(asked[&START] <= 4, "{play:?}: {}", asked[&START]);
    }
}
