//! A search that knows only the rules, to hold every promise against.

use std::collections::{BTreeMap, HashMap, VecDeque};

use grundy_core::{Ending, Form, HeapRules, Limits, Nimber, Outcome, Play};
use grundy_positions::{Game, Id};

/// A game and a position of it from a whole text: `moore/2:1,2,3`.
pub fn open(text: &str) -> Result<(Box<dyn Game>, Id), grundy_core::SpecError> {
    let (ruleset, position) = text
        .split_once(':')
        .expect("a ruleset stands before a colon");
    let mut game = make(ruleset)?;
    let id = game.parse(position)?;
    Ok((game, id))
}

/// The game of a ruleset with its parameters: `moore/2`.
pub fn make(ruleset: &str) -> Result<Box<dyn Game>, grundy_core::SpecError> {
    if grundy_games::looks_like_code(ruleset) {
        let code = grundy_games::find("code").expect("codes are a game");
        return (code.make)(Some(ruleset));
    }
    let (name, parameters) = match ruleset.split_once('/') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (ruleset, None),
    };
    let info = grundy_games::find(name).unwrap_or_else(|| panic!("no game `{name}`"));
    (info.make)(parameters)
}

/// All positions that can be reached, also by passing, with their options.
pub struct Graph {
    /// Canonical positions.
    pub positions: Vec<Id>,
    /// The options of each, by index.
    pub options: Vec<Vec<usize>>,
    /// Each with the other player to move.
    pub passed: Vec<usize>,
    /// How the whole game is over there.
    pub endings: Vec<Option<Ending>>,
    index: HashMap<Id, usize>,
}

impl Graph {
    /// The positions from `start` on, if there are at most `most`.
    pub fn explore(game: &mut dyn Game, start: Id, most: usize) -> Option<Graph> {
        let mut graph = Graph {
            positions: Vec::new(),
            options: Vec::new(),
            passed: Vec::new(),
            endings: Vec::new(),
            index: HashMap::new(),
        };
        graph.add(game, start);
        while graph.options.len() < graph.positions.len() {
            if graph.positions.len() > most {
                return None;
            }
            let id = graph.positions[graph.options.len()];
            let count = game.option_count(id).unwrap_or(Some(0));
            if count.is_none_or(|count| count > most as u128) {
                return None;
            }
            let options = game
                .options(id, &Limits::default())
                .expect("no limit is near");
            let options = options
                .iter()
                .map(|&option| graph.add(game, option))
                .collect();
            graph.options.push(options);
            let passed = game.pass(id);
            let passed = graph.add(game, passed);
            graph.passed.push(passed);
            graph.endings.push(game.ending(id));
        }
        Some(graph)
    }

    fn add(&mut self, game: &mut dyn Game, id: Id) -> usize {
        let id = game.canonical(id);
        let next = self.positions.len();
        let at = *self.index.entry(id).or_insert(next);
        if at == next {
            self.positions.push(id);
        }
        at
    }

    /// Where a position stands.
    pub fn find(&self, game: &mut dyn Game, id: Id) -> Option<usize> {
        self.index.get(&game.canonical(id)).copied()
    }

    /// The outcome of each position with a Nim heap of each size below `heaps` beside it:
    /// `[position * heaps + heap]`.
    pub fn outcomes(&self, play: Play, heaps: usize) -> Vec<Outcome> {
        let node = |position: usize, heap: usize| position * heaps + heap;
        let total = self.positions.len() * heaps;
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); total];
        let mut open = vec![0usize; total];
        let mut outcomes = vec![Outcome::Draw; total];
        let mut queue = VecDeque::new();
        for position in 0..self.positions.len() {
            for heap in 0..heaps {
                let here = node(position, heap);
                let moves: Vec<usize> = match self.endings[position] {
                    Some(_) => Vec::new(),
                    None => {
                        let in_heap = (0..heap).map(|less| node(self.passed[position], less));
                        let in_game = self.options[position].iter().map(|&o| node(o, heap));
                        in_heap.chain(in_game).collect()
                    }
                };
                open[here] = moves.len();
                if moves.is_empty() {
                    outcomes[here] = match self.endings[position] {
                        Some(Ending::Decided(outcome)) => outcome,
                        _ => play.without_moves(),
                    };
                    queue.push_back(here);
                }
                for next in moves {
                    before[next].push(here as u32);
                }
            }
        }
        while let Some(here) = queue.pop_front() {
            for &earlier in &before[here] {
                let earlier = earlier as usize;
                if open[earlier] == 0 {
                    continue;
                }
                open[earlier] -= 1;
                if outcomes[here] == Outcome::Lose {
                    open[earlier] = 0;
                    outcomes[earlier] = Outcome::Win;
                    queue.push_back(earlier);
                } else if open[earlier] == 0 {
                    outcomes[earlier] = Outcome::Lose;
                    queue.push_back(earlier);
                }
            }
        }
        outcomes
    }
}

/// The nim-value that a form promises, if it does.
pub fn promised_value(game: &dyn Game, form: &Form, table: &mut HeapTable) -> Option<u128> {
    match form {
        Form::Value(value) => Some(value.0),
        Form::Nim(heaps) => Some(heaps.iter().fold(0, |sum, heap| sum ^ heap)),
        Form::Heaps(heaps) => {
            let rules = game.heap_rules().expect("heaps have rules");
            let values = heaps.iter().map(|&heap| table.value(rules, heap));
            Some(values.fold(0, |sum, value| sum ^ value))
        }
        _ => None,
    }
}

/// Values of heaps, from the options of heaps alone.
#[derive(Default)]
pub struct HeapTable(BTreeMap<u64, u128>);

impl HeapTable {
    /// The value of one heap.
    pub fn value(&mut self, rules: &HeapRules, heap: u64) -> u128 {
        if let Some(&value) = self.0.get(&heap) {
            return value;
        }
        let mut lists = Vec::new();
        rules.for_each_option(heap, |_, left| {
            lists.push(left.to_vec());
            true
        });
        let mut values = Vec::new();
        for left in lists {
            let sum = left
                .iter()
                .fold(0, |sum, &part| sum ^ self.value(rules, part));
            values.push(Nimber(sum));
        }
        let value = Nimber::mex(values).0;
        self.0.insert(heap, value);
        value
    }
}
