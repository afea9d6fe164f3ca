//! The answers to what judge programs ask: everything is remembered.

use grundy_core::{Limits, Outcome, Play, Value};
use grundy_graph::Graph;
use grundy_graph::pursuit::{Map, PursuitOutcome, PursuitRules};
use grundy_positions::Game;
use grundy_rules::{Oracle, OracleError, Solved, StarPosition, StarRules, Subject, WinningMove};
use grundy_sequence::Values;
use grundy_solve::{
    Component, Evaluator, OutcomeTable, RemotenessTable, Request, SharedSolver, Sum,
};
use grundy_spec::{
    Files, NamedRules, OpenGames, heap_rules, open_ruleset, parse_sum, positions_are_heaps,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::refusal::refused;

/// Options of a position that are tried one by one for those that win.
const MOST_TRIED: u128 = 10_000;

/// Moves of a position that are tried one by one where every one is asked for.
const MOST_EACH: u128 = 1_000_000;

/// What judge programs ask, answered by the solver; everything is remembered.
pub struct Answers {
    limits: Limits,
    /// The games that were named so far; positions of them are components of this sum.
    named: OpenGames,
    shared: SharedSolver,
    /// The file's own game, as the only game of a sum.
    own: Option<(StarRules, Sum)>,
    evaluator: Evaluator,
    normal: OutcomeTable,
    misere: OutcomeTable,
    outcomes: FxHashMap<(Subject, Play), Outcome>,
    values: FxHashMap<Subject, Option<Value>>,
    /// For the file's own game or not, under either ending convention.
    remoteness: FxHashMap<(bool, Play), RemotenessTable>,
    sequences: FxHashMap<String, HeapSequence>,
}

/// The nim-sequence of one heap game.
struct HeapSequence {
    game: Box<dyn Game>,
    values: Values,
}

impl Answers {
    /// Answers to a program with its own rules, if it has any.
    pub fn new(own: Option<&StarRules>, limits: &Limits) -> Answers {
        let own = own.map(|rules| {
            let sum = Sum {
                games: vec![rules.clone().game()],
                components: Vec::new(),
            };
            (rules.clone(), sum)
        });
        Answers {
            limits: limits.clone(),
            named: OpenGames::new(Files::Deny),
            shared: SharedSolver::new(),
            own,
            evaluator: Evaluator::new(),
            normal: OutcomeTable::new(Play::Normal),
            misere: OutcomeTable::new(Play::Misere),
            outcomes: FxHashMap::default(),
            values: FxHashMap::default(),
            remoteness: FxHashMap::default(),
            sequences: FxHashMap::default(),
        }
    }

    fn sum(&self, text: &str) -> Result<Sum, OracleError> {
        parse_sum(&[text.to_owned()], Files::Deny, &self.limits).map_err(refused)
    }

    /// A position of the file's own game as a component of its sum.
    fn component(own: &mut Option<(StarRules, Sum)>, position: &StarPosition) -> Component {
        let (_, sum) = own.as_mut().expect("own positions come from own rules");
        let game = &mut sum.games[0];
        let id = game.parse(&StarRules::literal(position));
        let id = id.expect("literals are always read back");
        let id = match position.player() {
            0 => id,
            _ => game.pass(id),
        };
        Component { game: 0, id }
    }

    /// The nim-values of `ruleset:0`, `ruleset:1`, …, each by itself: its positions are not heaps.
    fn values_of_positions(&mut self, ruleset: &str, to: u64) -> Result<Vec<u128>, OracleError> {
        let mut values = Vec::new();
        for n in 0..=to {
            let subject = Subject::Text(format!("{ruleset}:{n}"));
            match self.value(&subject)? {
                Some(Value::Finite(value)) => values.push(value.0),
                _ => {
                    return Err(OracleError {
                        message: format!("`{ruleset}:{n}` has no finite nim-value"),
                        is_limit: false,
                    });
                }
            }
        }
        Ok(values)
    }

    fn own_rules(&self) -> &StarRules {
        let (rules, _) = self
            .own
            .as_ref()
            .expect("own positions come from own rules");
        rules
    }

    /// Those of `options` that are lost for the player to move.
    fn lost_ones(
        &mut self,
        options: Vec<StarPosition>,
        play: Play,
    ) -> Result<Vec<Subject>, OracleError> {
        let mut lost = Vec::new();
        for option in options {
            let option = Subject::Own(option);
            if self.outcome(&option, play)? == Outcome::Lose {
                lost.push(option);
            }
        }
        Ok(lost)
    }

    /// The options that are lost for the opponent, each once. Where there are few options, what is known of other
    /// positions tells each of them; else the solver finds the winning ones.
    fn winning_options(&mut self, text: &str, play: Play) -> Result<Vec<Subject>, OracleError> {
        let (sum, components) = self.named.read(text, &self.limits).map_err(refused)?;
        if sum.has_more_options_than(&components, MOST_TRIED) {
            let moves = self.solve(text, play)?.winning_moves;
            return Ok(moves.into_iter().map(Subject::Text).collect());
        }
        let (shared, limits) = (&mut self.shared, &self.limits);
        let is = |sum: &mut Sum, shared: &mut SharedSolver, at: &[Component], wanted: Outcome| {
            let outcome = shared.outcome(sum, at, play, limits);
            outcome.map(|outcome| outcome == wanted).map_err(refused)
        };
        let mut winning = Vec::new();
        if is(sum, shared, &components, Outcome::Lose)? {
            return Ok(winning);
        }
        for after in sum.options(&components, limits).map_err(refused)? {
            if is(sum, shared, &after, Outcome::Lose)? {
                winning.push(Subject::Text(sum.show(&after)));
            }
        }
        Ok(winning)
    }

    /// Every move of a position in grundy's language that wins.
    fn each_winning_move_of(
        &mut self,
        text: &str,
        play: Play,
    ) -> Result<Vec<WinningMove>, OracleError> {
        let (sum, components) = self.named.read(text, &self.limits).map_err(refused)?;
        let limits = &self.limits;
        if sum.has_more_options_than(&components, MOST_EACH) {
            return Err(OracleError {
                message: format!("more than {MOST_EACH} moves to try one by one; leave out `each`"),
                is_limit: true,
            });
        }
        let moves = sum.moves(&components, false, limits).map_err(refused)?;
        let mut winning = Vec::new();
        for played in moves {
            let outcome = self.shared.outcome(sum, &played.after, play, limits);
            if outcome.map_err(refused)? == Outcome::Lose {
                let report = sum.report(&components, &played);
                let touch = report
                    .touch
                    .iter()
                    .map(|element| element.as_str().to_owned());
                winning.push(WinningMove {
                    position: Subject::Text(report.position),
                    component: report.component,
                    text: Some(report.text),
                    touch: touch.collect(),
                });
            }
        }
        Ok(winning)
    }

    fn own_value(&mut self, position: &StarPosition) -> Result<Option<Value>, OracleError> {
        let component = Self::component(&mut self.own, position);
        let (_, sum) = self.own.as_mut().expect("checked just above");
        let value = self.evaluator.value(sum, component, &self.limits);
        value.map_err(refused)
    }

    fn own_outcome(&mut self, position: &StarPosition, play: Play) -> Result<Outcome, OracleError> {
        if play == Play::Normal
            && let Some(value) = self.own_value(position)?
        {
            return Ok(value.outcome());
        }
        let component = Self::component(&mut self.own, position);
        let (_, sum) = self.own.as_mut().expect("checked just above");
        let outcomes = match play {
            Play::Normal => &mut self.normal,
            Play::Misere => &mut self.misere,
        };
        let outcome = outcomes.outcome(sum, &[component], &self.limits);
        outcome.map_err(refused)
    }
}

/// True if the positions `0`, `1`, `2`, … of this game are the heaps of its rules.
fn is_heap_game(name: &str) -> bool {
    let game = open_ruleset(name, Files::Deny, &Limits::default());
    // What is not a game at all is refused where it is opened.
    game.map_or(true, |mut game| {
        game.heap_rules().is_none() || positions_are_heaps(&mut *game)
    })
}

impl Oracle for Answers {
    fn outcome(&mut self, subject: &Subject, play: Play) -> Result<Outcome, OracleError> {
        let key = (subject.clone(), play);
        if let Some(&outcome) = self.outcomes.get(&key) {
            return Ok(outcome);
        }
        let outcome = match subject {
            Subject::Own(position) => self.own_outcome(position, play)?,
            Subject::Text(text) => {
                let (sum, components) = self.named.read(text, &self.limits).map_err(refused)?;
                let shared = &mut self.shared;
                let outcome = shared.outcome(sum, &components, play, &self.limits);
                outcome.map_err(refused)?
            }
        };
        self.outcomes.insert(key, outcome);
        Ok(outcome)
    }

    fn value(&mut self, subject: &Subject) -> Result<Option<Value>, OracleError> {
        if let Some(value) = self.values.get(subject) {
            return Ok(value.clone());
        }
        let value = match subject {
            Subject::Own(position) => self.own_value(position)?,
            Subject::Text(text) => {
                let (sum, components) = self.named.read(text, &self.limits).map_err(refused)?;
                let shared = &mut self.shared;
                let answer = shared.outcome_and_value(sum, &components, Play::Normal, &self.limits);
                answer.map_err(refused)?.1
            }
        };
        self.values.insert(subject.clone(), value.clone());
        Ok(value)
    }

    fn winning_moves(
        &mut self,
        subject: &Subject,
        play: Play,
    ) -> Result<Vec<Subject>, OracleError> {
        let position = match subject {
            Subject::Text(text) => return self.winning_options(text, play),
            Subject::Own(position) => position,
        };
        let mut options = self.own_rules().options(position).map_err(refused)?;
        let mut seen = FxHashSet::default();
        options.retain(|option| seen.insert(option.sorted()));
        self.lost_ones(options, play)
    }

    fn each_winning_move(
        &mut self,
        subject: &Subject,
        play: Play,
    ) -> Result<Vec<WinningMove>, OracleError> {
        let Subject::Own(position) = subject else {
            let Subject::Text(text) = subject else {
                return Ok(Vec::new());
            };
            return self.each_winning_move_of(text, play);
        };
        let options = self.own_rules().options(position).map_err(refused)?;
        let winning = self.lost_ones(options, play)?.into_iter();
        Ok(winning
            .map(|position| WinningMove {
                position,
                component: 0,
                text: None,
                touch: Vec::new(),
            })
            .collect())
    }

    fn pursuit(
        &mut self,
        map: &str,
        may_stay: bool,
    ) -> Result<(&'static str, Option<u64>), OracleError> {
        let wrong = |message: String, is_limit| OracleError { message, is_limit };
        let map = Map::from_bytes(map.as_bytes());
        let map = map.map_err(|error| wrong(format!("the map: {}", error.kind), false))?;
        let rules = PursuitRules {
            may_stay,
            ..PursuitRules::default()
        };
        let solved = grundy_graph::pursuit::solve(&map, rules, false, &self.limits);
        let solved = solved.map_err(|stopped| wrong(stopped.reached.to_string(), true))?;
        Ok(match solved.outcome {
            PursuitOutcome::Draw => ("draw", None),
            PursuitOutcome::Won { winner, plies } => (winner.word(), Some(plies)),
        })
    }

    fn remoteness(&mut self, subject: &Subject, play: Play) -> Result<Option<u64>, OracleError> {
        let is_own = matches!(subject, Subject::Own(_));
        let table = self.remoteness.entry((is_own, play));
        let table = table.or_insert_with(|| RemotenessTable::new(play));
        let (sum, components) = match subject {
            Subject::Text(text) => self.named.read(text, &self.limits).map_err(refused)?,
            Subject::Own(position) => {
                let component = Self::component(&mut self.own, position);
                let (_, sum) = self.own.as_mut().expect("checked just above");
                (sum, vec![component])
            }
        };
        let moves = table.remoteness(sum, &components, &self.limits);
        moves.map_err(refused)
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    fn moves(&mut self, text: &str) -> Result<Vec<String>, OracleError> {
        let mut sum = self.sum(text)?;
        let components = sum.components.clone();
        let options = sum.options(&components, &self.limits).map_err(refused)?;
        Ok(options.iter().map(|after| sum.show(after)).collect())
    }

    fn nim_values(&mut self, ruleset: &str, to: u64) -> Result<Vec<u128>, OracleError> {
        self.limits.check_positions(to).map_err(refused)?;
        if !is_heap_game(ruleset) {
            return self.values_of_positions(ruleset, to);
        }
        if !self.sequences.contains_key(ruleset) {
            let NamedRules { game, rules, .. } = heap_rules(ruleset).map_err(refused)?;
            let values = Values::new(rules);
            let sequence = HeapSequence { game, values };
            self.sequences.insert(ruleset.to_owned(), sequence);
        }
        let sequence = self.sequences.get_mut(ruleset).expect("inserted above");
        let mut values = Vec::with_capacity(to as usize + 1);
        for heap in 0..=to {
            let value = match sequence.game.heap_value(heap) {
                Some(value) => value,
                None => {
                    let value = match heap {
                        // Once for all: a table that grows one by one would be slower.
                        0 => sequence.values.value(to, &self.limits).map(drop),
                        _ => Ok(()),
                    };
                    value.map_err(refused)?;
                    let value = sequence.values.value(heap, &self.limits);
                    value.map_err(refused)?
                }
            };
            values.push(value.0);
        }
        Ok(values)
    }

    fn graph_outcomes(
        &mut self,
        vertices: u32,
        edges: Vec<(u32, u32)>,
        decided: &[(u32, Outcome)],
        play: Play,
    ) -> Result<Vec<Outcome>, OracleError> {
        let limits = &self.limits;
        limits
            .check_positions(u64::from(vertices))
            .map_err(refused)?;
        // A vertex that is decided is not left again.
        let ended: FxHashSet<u32> = decided.iter().map(|&(v, _)| v).collect();
        let left = edges.into_iter().filter(|(from, _)| !ended.contains(from));
        let left: Vec<(u32, u32)> = left.collect();
        let graph = Graph::from_edges(vertices, left.into_iter());
        let solution = grundy_graph::solve(&graph, play, decided, limits).map_err(refused)?;
        Ok((0..vertices).map(|v| solution.outcome(v)).collect())
    }

    fn graph_values(
        &mut self,
        vertices: u32,
        edges: Vec<(u32, u32)>,
    ) -> Result<Vec<Value>, OracleError> {
        let limits = &self.limits;
        limits
            .check_positions(u64::from(vertices))
            .map_err(refused)?;
        let graph = Graph::from_edges(vertices, edges.into_iter());
        let values = grundy_graph::loopy_values(&graph, limits).map_err(refused)?;
        Ok((0..vertices).map(|v| values.value(v)).collect())
    }

    fn solve(&mut self, text: &str, play: Play) -> Result<Solved, OracleError> {
        let request = Request {
            play,
            limits: self.limits.clone(),
            ..Request::default()
        };
        let solved = grundy_solve::solve(&mut self.sum(text)?, &request);
        let verdict = solved.map_err(refused)?;
        let moves = verdict.winning_moves.into_iter();
        Ok(Solved {
            outcome: verdict.outcome,
            value: verdict.value,
            winning_moves: moves.map(|winning| winning.position).collect(),
            moves: verdict.moves,
            remoteness: verdict.remoteness,
        })
    }
}
