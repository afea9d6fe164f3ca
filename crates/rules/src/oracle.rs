//! What a judge program may ask: `outcome`, `nim_value`, `winning_moves`, `moves`, `solve`, …
//!
//! This crate knows no solver: whoever runs a judge program brings an [`Oracle`].

use std::cell::RefCell;

use grundy_core::{Limits, Nimber, Outcome, Play, Value as GameValue};
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::dict::DictRef;
use starlark::values::list::{AllocList, ListRef};
use starlark::values::structs::AllocStruct;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};

use crate::asked_moves;
use crate::convert;
use crate::more_questions::{WinningMove, to_struct};
use crate::position::StarPosition;

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A position of the file's own game.
    Own(StarPosition),
    /// A position in grundy's language, `kayles:5 + nim:3`.
    Text(String),
}

/// All about one position in grundy's language.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Who wins.
    pub outcome: Outcome,
    /// What it is worth, where it is worth anything.
    pub value: Option<GameValue>,
    /// The positions that winning moves lead to.
    pub winning_moves: Vec<String>,
    /// The number of legal moves.
    pub moves: Option<u128>,
    /// Moves to the end.
    pub remoteness: Option<u64>,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OracleError {
    /// What went wrong, lower case, with the cure.
    pub message: String,
    /// True when a limit ended the work.
    pub is_limit: bool,
}

impl std::fmt::Display for OracleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for OracleError {}

/// Answers the questions of judge programs. Answers should be remembered: programs ask often.
pub trait Oracle: Send {
    /// Who wins.
    ///
    /// # Errors
    ///
    /// [`OracleError`], as for every question.
    fn outcome(&mut self, subject: &Subject, play: Play) -> Result<Outcome, OracleError>;

    /// What it is worth under normal play; `None` where it is worth nothing in a sum.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn value(&mut self, subject: &Subject) -> Result<Option<GameValue>, OracleError>;

    /// The options that are lost for the opponent.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn winning_moves(&mut self, subject: &Subject, play: Play)
    -> Result<Vec<Subject>, OracleError>;

    /// Every winning move, also those whose options count as the same.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn each_winning_move(
        &mut self,
        subject: &Subject,
        play: Play,
    ) -> Result<Vec<WinningMove>, OracleError>;

    /// Who wins the pursuit on a map (`"police"`, `"thief"` or `"draw"`), and in how many plies.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn pursuit(
        &mut self,
        map: &str,
        may_stay: bool,
    ) -> Result<(&'static str, Option<u64>), OracleError>;

    /// Moves to the end when the winner hurries and the loser delays; `None` in a draw.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn remoteness(&mut self, subject: &Subject, play: Play) -> Result<Option<u64>, OracleError>;

    /// What the whole work may take.
    fn limits(&self) -> Limits;

    /// The options of a position in grundy's language.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn moves(&mut self, text: &str) -> Result<Vec<String>, OracleError>;

    /// The nim-values of the heaps 0 to `to` of a heap game.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn nim_values(&mut self, ruleset: &str, to: u64) -> Result<Vec<u128>, OracleError>;

    /// Who wins at each vertex of a directed graph; some may be decided already.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn graph_outcomes(
        &mut self,
        vertices: u32,
        edges: Vec<(u32, u32)>,
        decided: &[(u32, Outcome)],
        play: Play,
    ) -> Result<Vec<Outcome>, OracleError>;

    /// What each vertex of a directed graph is worth.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn graph_values(
        &mut self,
        vertices: u32,
        edges: Vec<(u32, u32)>,
    ) -> Result<Vec<GameValue>, OracleError>;

    /// All about one position in grundy's language.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn solve(&mut self, text: &str, play: Play) -> Result<Solved, OracleError>;
}

/// The oracle of the program that runs on this thread.
pub(crate) struct Present {
    pub(crate) oracle: Box<dyn Oracle>,
    /// The file has rules of its own: positions are theirs.
    has_rules: bool,
}

thread_local! {
    static PRESENT: RefCell<Option<Present>> = const { RefCell::new(None) };
}

/// Runs `work` while its questions go to `oracle`; gives the oracle back, with what it remembers.
pub(crate) fn with_oracle<T>(
    oracle: Box<dyn Oracle>,
    has_rules: bool,
    work: impl FnOnce() -> T,
) -> (T, Box<dyn Oracle>) {
    asked_moves::forget();
    let present = Present { oracle, has_rules };
    PRESENT.with(|slot| slot.replace(Some(present)));
    let done = work();
    asked_moves::forget();
    let present = PRESENT.with(RefCell::take);
    (
        done,
        present.expect("only this function takes it out").oracle,
    )
}

pub(crate) fn ask<T>(
    question: impl FnOnce(&mut Present) -> Result<T, OracleError>,
) -> starlark::Result<T> {
    PRESENT.with(|slot| {
        let mut slot = slot.try_borrow_mut().map_err(|_| only_judge())?;
        let present = slot.as_mut().ok_or_else(only_judge)?;
        question(present).map_err(starlark::Error::new_native)
    })
}

/// What the program may take, as its oracle says.
fn limits() -> starlark::Result<Limits> {
    ask(|present| Ok(present.oracle.limits()))
}

fn wrong(message: String) -> starlark::Error {
    starlark::Error::new_native(OracleError {
        message,
        is_limit: false,
    })
}

/// A vertex number below `vertices`.
fn vertex(value: Value<'_>, vertices: u32) -> starlark::Result<u32> {
    let number = value.unpack_i32().and_then(|v| u32::try_from(v).ok());
    number.filter(|&v| v < vertices).ok_or_else(|| {
        let shown = convert::shown(value);
        wrong(format!(
            "`{shown}` is not a vertex; they are 0 to {}",
            i64::from(vertices) - 1
        ))
    })
}

/// The pairs of vertices in a list.
fn edge_list<'v>(
    edges: Value<'v>,
    vertices: u32,
    heap: Heap<'v>,
) -> starlark::Result<Vec<(u32, u32)>> {
    let mut list = Vec::new();
    for edge in edges.iterate(heap)? {
        let ends = TupleRef::from_value(edge).map(|tuple| tuple.content());
        let ends = ends.or_else(|| ListRef::from_value(edge).map(|list| list.content()));
        match ends {
            Some(&[from, to]) => list.push((vertex(from, vertices)?, vertex(to, vertices)?)),
            _ => {
                let shown = convert::shown(edge);
                return Err(wrong(format!(
                    "`{shown}` is not an edge; an edge is a pair (from, to)"
                )));
            }
        }
    }
    Ok(list)
}

/// The outcomes in a dict from vertices to "win", "lose" or "draw".
fn decided_list(result: Value<'_>, vertices: u32) -> starlark::Result<Vec<(u32, Outcome)>> {
    let Some(dict) = DictRef::from_value(result) else {
        return Err(wrong(
            "`result` is a dict from vertices to \"win\", \"lose\" or \"draw\"".to_owned(),
        ));
    };
    let mut list = Vec::new();
    for (at, word) in dict.iter() {
        let outcome = match word.unpack_str() {
            Some("win") => Outcome::Win,
            Some("lose") => Outcome::Lose,
            Some("draw") => Outcome::Draw,
            _ => {
                let shown = convert::shown(word);
                return Err(wrong(format!(
                    "`{shown}` is neither \"win\", \"lose\" nor \"draw\""
                )));
            }
        };
        list.push((vertex(at, vertices)?, outcome));
    }
    Ok(list)
}

fn only_judge() -> starlark::Error {
    starlark::Error::new_native(OracleError {
        message: "only judge(text) may ask the solver; rules must not".to_owned(),
        is_limit: false,
    })
}

fn subject(present: &Present, position: Value<'_>, player: i32) -> Result<Subject, OracleError> {
    let wrong = |message: String| OracleError {
        message,
        is_limit: false,
    };
    if !present.has_rules {
        let text = position.unpack_str().map(str::to_owned);
        let text = text.ok_or_else(|| {
            wrong(
                "a file without moves asks about positions such as \"kayles:5 + nim:3\"".to_owned(),
            )
        })?;
        return Ok(Subject::Text(text));
    }
    let player = u8::from(player != 0);
    convert::position(position, player)
        .map(Subject::Own)
        .map_err(|error| wrong(error.to_string()))
}

fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

fn number<'v>(value: Option<&GameValue>, heap: Heap<'v>) -> Value<'v> {
    match value {
        Some(GameValue::Finite(nimber)) => heap.alloc(num_bigint::BigInt::from(nimber.0)),
        Some(other) => heap.alloc(other.to_string()),
        None => Value::new_none(),
    }
}

pub(crate) fn to_value<'v>(subject: &Subject, heap: Heap<'v>) -> Value<'v> {
    match subject {
        Subject::Own(position) => convert::to_value(position, heap),
        Subject::Text(text) => heap.alloc(text.as_str()),
    }
}

#[starlark_module]
pub(crate) fn questions(builder: &mut GlobalsBuilder) {
    /// "win", "lose" or "draw" for the player to move.
    fn outcome<'v>(
        #[starlark(require = pos)] position: Value<'v>,
        #[starlark(default = 0)] player: i32,
        #[starlark(require = named, default = false)] misere: bool,
        #[starlark(require = named)] moves: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<&'static str> {
        if let Some(moves) = moves {
            if misere {
                return Err(wrong("`moves = f` is for normal play only".to_owned()));
            }
            let value = asked_moves::value(position, moves, &limits()?, eval)?;
            return Ok(GameValue::Finite(Nimber(value.into())).outcome().word());
        }
        ask(|present| {
            let subject = subject(present, position, player)?;
            Ok(present.oracle.outcome(&subject, play(misere))?.word())
        })
    }

    /// The nim-value: a number, "inf(…)" where play can go on for ever, None where there is none.
    fn nim_value<'v>(
        #[starlark(require = pos)] position: Value<'v>,
        #[starlark(require = named)] moves: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if let Some(moves) = moves {
            let value = asked_moves::value(position, moves, &limits()?, eval)?;
            return Ok(eval.heap().alloc(value));
        }
        let value = ask(|present| {
            let subject = subject(present, position, 0)?;
            present.oracle.value(&subject)
        })?;
        Ok(number(value.as_ref(), eval.heap()))
    }

    /// Moves to the end if the winner hurries and the loser delays; None in a draw.
    fn remoteness<'v>(
        #[starlark(require = pos)] position: Value<'v>,
        #[starlark(default = 0)] player: i32,
        #[starlark(require = named, default = false)] misere: bool,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let moves = ask(|present| {
            let subject = subject(present, position, player)?;
            present.oracle.remoteness(&subject, play(misere))
        })?;
        Ok(match moves {
            Some(moves) => heap.alloc(num_bigint::BigInt::from(moves)),
            None => Value::new_none(),
        })
    }

    /// The options that win; with `each`, every move that wins, as a struct.
    fn winning_moves<'v>(
        #[starlark(require = pos)] position: Value<'v>,
        #[starlark(default = 0)] player: i32,
        #[starlark(require = named, default = false)] misere: bool,
        #[starlark(require = named, default = false)] each: bool,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if each {
            let moves = ask(|present| {
                let subject = subject(present, position, player)?;
                present.oracle.each_winning_move(&subject, play(misere))
            })?;
            let moves: Vec<Value> = moves.iter().map(|one| to_struct(one, heap)).collect();
            return Ok(heap.alloc(AllocList(moves)));
        }
        let moves = ask(|present| {
            let subject = subject(present, position, player)?;
            present.oracle.winning_moves(&subject, play(misere))
        })?;
        let moves: Vec<Value> = moves.iter().map(|to| to_value(to, heap)).collect();
        Ok(heap.alloc(AllocList(moves)))
    }

    /// The options of a position such as "kayles:5"; a file's own `moves` hides it.
    fn moves<'v>(
        #[starlark(require = pos)] position: &str,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let options = ask(|present| present.oracle.moves(position))?;
        Ok(heap.alloc(AllocList(options)))
    }

    /// The nim-values of the heaps 0 to n of a heap game, or of a game whose moves are a function.
    fn nim_values<'v>(
        #[starlark(require = pos)] ruleset: Value<'v>,
        #[starlark(require = pos)] n: i64,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        let to = u64::try_from(n).unwrap_or(0);
        let Some(ruleset) = ruleset.unpack_str() else {
            let limits = limits()?;
            let mut values = Vec::new();
            for heap_size in 0..=to {
                let position = heap.alloc(num_bigint::BigInt::from(heap_size));
                values.push(asked_moves::value(position, ruleset, &limits, eval)?);
            }
            return Ok(heap.alloc(AllocList(values)));
        };
        let values = ask(|present| present.oracle.nim_values(ruleset, to))?;
        let values = values.into_iter().map(num_bigint::BigInt::from);
        Ok(heap.alloc(AllocList(values)))
    }

    /// "win", "lose" or "draw" for each vertex of a directed graph.
    fn graph_outcomes<'v>(
        #[starlark(require = pos)] vertices: u32,
        #[starlark(require = pos)] edges: Value<'v>,
        #[starlark(require = named)] result: Option<Value<'v>>,
        #[starlark(require = named, default = false)] misere: bool,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let edges = edge_list(edges, vertices, heap)?;
        let decided = match result {
            Some(result) => decided_list(result, vertices)?,
            None => Vec::new(),
        };
        let outcomes = ask(|present| {
            let oracle = &mut present.oracle;
            oracle.graph_outcomes(vertices, edges, &decided, play(misere))
        })?;
        let words = outcomes.into_iter().map(Outcome::word);
        Ok(heap.alloc(AllocList(words)))
    }

    /// The nim-value of each vertex of a directed graph.
    fn graph_values<'v>(
        #[starlark(require = pos)] vertices: u32,
        #[starlark(require = pos)] edges: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let edges = edge_list(edges, vertices, heap)?;
        let values = ask(|present| present.oracle.graph_values(vertices, edges))?;
        let values: Vec<Value> = values
            .iter()
            .map(|value| number(Some(value), heap))
            .collect();
        Ok(heap.alloc(AllocList(values)))
    }

    /// All about a position such as "kayles:5 + nim:3".
    fn solve<'v>(
        #[starlark(require = pos)] position: &str,
        #[starlark(require = named, default = false)] misere: bool,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let solved = ask(|present| present.oracle.solve(position, play(misere)))?;
        let optional = |number: Option<u128>| match number {
            Some(number) => heap.alloc(num_bigint::BigInt::from(number)),
            None => Value::new_none(),
        };
        Ok(heap.alloc(AllocStruct([
            ("outcome", heap.alloc(solved.outcome.word())),
            ("value", number(solved.value.as_ref(), heap)),
            ("winning_moves", heap.alloc(AllocList(solved.winning_moves))),
            ("moves", optional(solved.moves)),
            ("remoteness", optional(solved.remoteness.map(u128::from))),
        ])))
    }
}
