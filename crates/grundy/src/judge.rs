//! Judge problems: built-in or written by users, answered in the judge's own format.

use grundy_core::{Limits, Outcome, Play, Value};
use grundy_graph::Graph;
use grundy_rules::{Judge, Oracle, OracleError, Solved, StarRules, Subject};
use grundy_sequence::Values;
use grundy_solve::{Component, Evaluator, Sum};
use rustc_hash::FxHashMap;

pub use grundy_rules::{PROBLEMS, Problem, find_problem};

use crate::outcomes::Outcomes;
use crate::spec::{Files, heap_rules, parse_sum_within, read_rules};
use crate::{Error, Question};

/// A judge problem that is ready to be asked.
pub struct JudgeProgram {
    judge: Judge,
    limits: Limits,
}

impl JudgeProgram {
    /// The built-in problem `name`, or the program in the file with this path.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] if there is neither, [`Error::Rules`] if the program is wrong.
    pub fn open(name: &str, limits: &Limits) -> Result<JudgeProgram, Error> {
        if let Some(problem) = find_problem(name) {
            let file = format!("{}.star", problem.name);
            return JudgeProgram::load(&file, problem.source, limits);
        }
        if !name.ends_with(".star") {
            let message = format!(
                "unknown problem `{name}`; `grundy judge --list` names all, or give a path to a .star file"
            );
            return Err(Error::Usage { message });
        }
        let source = read_rules(name).map_err(|source| Error::Io {
            path: name.into(),
            source,
        })?;
        JudgeProgram::load(name, &source, limits)
    }

    /// The program in `source`, the contents of `file`.
    ///
    /// # Errors
    ///
    /// [`Error::Rules`] if the program is wrong.
    pub fn load(file: &str, source: &str, limits: &Limits) -> Result<JudgeProgram, Error> {
        Ok(JudgeProgram {
            judge: Judge::load(file, source, limits)?,
            limits: limits.clone(),
        })
    }

    /// The output for `input`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy::judge::JudgeProgram;
    /// let problem = JudgeProgram::open("spoj-mmmgame", &Default::default()).unwrap();
    /// assert_eq!(problem.run("2\n3\n3 5 1\n1\n1\n").unwrap(), "John\nBrother\n");
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Rules`] if the program fails on it or takes too much.
    pub fn run(&self, input: &str) -> Result<String, Error> {
        let answers = Answers::new(self.judge.rules(), &self.limits);
        let (output, _) = self.judge.run(input, Box::new(answers));
        Ok(output?)
    }
}

/// What judge programs ask, answered by the solver; everything is remembered.
struct Answers {
    limits: Limits,
    /// The file's own game, as the only game of a sum.
    own: Option<(StarRules, Sum)>,
    evaluator: Evaluator,
    normal: Outcomes,
    misere: Outcomes,
    outcomes: FxHashMap<(Subject, Play), Outcome>,
    values: FxHashMap<Subject, Option<Value>>,
    sequences: FxHashMap<String, Sequence>,
}

/// The nim-sequence of one heap game.
struct Sequence {
    game: Box<dyn grundy_core::Game>,
    values: Values,
}

/// What a program sees of an error of the solver.
fn refused<E: Into<Error>>(error: E) -> OracleError {
    let error = error.into();
    OracleError {
        is_limit: error.exit_status() != 2,
        message: error.to_string(),
    }
}

impl Answers {
    fn new(own: Option<&StarRules>, limits: &Limits) -> Answers {
        let own = own.map(|rules| {
            let sum = Sum {
                games: vec![grundy_core::Interned::boxed(rules.clone())],
                components: Vec::new(),
            };
            (rules.clone(), sum)
        });
        Answers {
            limits: limits.clone(),
            own,
            evaluator: Evaluator::new(),
            normal: Outcomes::new(Play::Normal),
            misere: Outcomes::new(Play::Misere),
            outcomes: FxHashMap::default(),
            values: FxHashMap::default(),
            sequences: FxHashMap::default(),
        }
    }

    fn question(&self, text: &str, play: Play) -> Question {
        Question {
            play,
            limits: self.limits.clone(),
            // A program must reach nothing outside its own file.
            files: Files::Deny,
            ..Question::new([text])
        }
    }

    /// A position of the file's own game as a component of its sum.
    fn component(
        own: &mut Option<(StarRules, Sum)>,
        position: &grundy_rules::Position,
    ) -> Component {
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

    fn own_value(
        &mut self,
        position: &grundy_rules::Position,
    ) -> Result<Option<Value>, OracleError> {
        let component = Answers::component(&mut self.own, position);
        let (_, sum) = self.own.as_mut().expect("checked just above");
        let value = self.evaluator.value(sum, component, &self.limits);
        value.map_err(refused)
    }

    fn own_outcome(
        &mut self,
        position: &grundy_rules::Position,
        play: Play,
    ) -> Result<Outcome, OracleError> {
        if play == Play::Normal
            && let Some(value) = self.own_value(position)?
        {
            return Ok(value.outcome());
        }
        let component = Answers::component(&mut self.own, position);
        let (_, sum) = self.own.as_mut().expect("checked just above");
        let outcomes = match play {
            Play::Normal => &mut self.normal,
            Play::Misere => &mut self.misere,
        };
        let outcome = outcomes.outcome(sum, &[component], &self.limits);
        outcome.map_err(refused)
    }
}

impl Oracle for Answers {
    fn outcome(&mut self, subject: &Subject, play: Play) -> Result<Outcome, OracleError> {
        let key = (subject.clone(), play);
        if let Some(&outcome) = self.outcomes.get(&key) {
            return Ok(outcome);
        }
        let outcome = match subject {
            Subject::Own(position) => self.own_outcome(position, play)?,
            Subject::Text(text) => self.solve(text, play)?.outcome,
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
            Subject::Text(text) => self.solve(text, Play::Normal)?.value,
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
            Subject::Text(text) => {
                let moves = self.solve(text, play)?.winning_moves;
                return Ok(moves.into_iter().map(Subject::Text).collect());
            }
            Subject::Own(position) => position,
        };
        let (rules, _) = self
            .own
            .as_ref()
            .expect("own positions come from own rules");
        let mut options = Vec::new();
        grundy_core::Ruleset::options(rules, position, &mut options).map_err(refused)?;
        let mut seen = rustc_hash::FxHashSet::default();
        options.retain(|option| seen.insert(option.sorted()));
        let mut winning = Vec::new();
        for option in options {
            let option = Subject::Own(option);
            if self.outcome(&option, play)? == Outcome::Lose {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    fn moves(&mut self, text: &str) -> Result<Vec<String>, OracleError> {
        let texts = [text.to_owned()];
        let mut sum = parse_sum_within(&texts, Files::Deny, &self.limits).map_err(refused)?;
        let components = sum.components.clone();
        let options = sum.options(&components, &self.limits).map_err(refused)?;
        Ok(options.iter().map(|(_, after)| sum.show(after)).collect())
    }

    fn nim_values(&mut self, ruleset: &str, to: u64) -> Result<Vec<u128>, OracleError> {
        self.limits.check_positions(to).map_err(refused)?;
        if !self.sequences.contains_key(ruleset) {
            let named = heap_rules(ruleset).map_err(refused)?;
            let sequence = Sequence {
                game: named.game,
                values: Values::new(named.rules),
            };
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
        let ended: rustc_hash::FxHashSet<u32> = decided.iter().map(|&(v, _)| v).collect();
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
        let verdict = crate::solve(&self.question(text, play)).map_err(refused)?;
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
