//! What a judge program may ask: `outcome`, `nim_value`, `winning_moves`, `moves`, `solve`, …
//!
//! This crate knows no solver: whoever runs a judge program brings an [`Oracle`].

use std::cell::RefCell;

use grundy_core::{Outcome, Play, Value as GameValue};
use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::list::AllocList;
use starlark::values::structs::AllocStruct;
use starlark::values::{Heap, Value};

use crate::convert;
use crate::position::Position;

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A position of the file's own game.
    Own(Position),
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

    /// All about one position in grundy's language.
    ///
    /// # Errors
    ///
    /// [`OracleError`].
    fn solve(&mut self, text: &str, play: Play) -> Result<Solved, OracleError>;
}

/// The oracle of the program that runs on this thread.
struct Present {
    oracle: Box<dyn Oracle>,
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
    let present = Present { oracle, has_rules };
    PRESENT.with(|slot| slot.replace(Some(present)));
    let done = work();
    let present = PRESENT.with(RefCell::take);
    (
        done,
        present.expect("only this function takes it out").oracle,
    )
}

fn ask<T>(question: impl FnOnce(&mut Present) -> Result<T, OracleError>) -> starlark::Result<T> {
    PRESENT.with(|slot| {
        let mut slot = slot.try_borrow_mut().map_err(|_| only_judge())?;
        let present = slot.as_mut().ok_or_else(only_judge)?;
        question(present).map_err(starlark::Error::new_native)
    })
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
    match misere {
        true => Play::Misere,
        false => Play::Normal,
    }
}

fn number<'v>(value: Option<&GameValue>, heap: Heap<'v>) -> Value<'v> {
    match value {
        Some(GameValue::Finite(nimber)) => heap.alloc(num_bigint::BigInt::from(nimber.0)),
        Some(other) => heap.alloc(other.to_string()),
        None => Value::new_none(),
    }
}

fn to_value<'v>(subject: &Subject, heap: Heap<'v>) -> Value<'v> {
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
    ) -> starlark::Result<&'static str> {
        ask(|present| {
            let subject = subject(present, position, player)?;
            Ok(present.oracle.outcome(&subject, play(misere))?.word())
        })
    }

    /// The nim-value: a number, "inf(…)" where play can go on for ever, None where there is none.
    fn nim_value<'v>(
        #[starlark(require = pos)] position: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let value = ask(|present| {
            let subject = subject(present, position, 0)?;
            present.oracle.value(&subject)
        })?;
        Ok(number(value.as_ref(), heap))
    }

    /// The options that win.
    fn winning_moves<'v>(
        #[starlark(require = pos)] position: Value<'v>,
        #[starlark(default = 0)] player: i32,
        #[starlark(require = named, default = false)] misere: bool,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
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

    /// The nim-values of the heaps 0 to n of a heap game.
    fn nim_values<'v>(
        #[starlark(require = pos)] ruleset: &str,
        #[starlark(require = pos)] n: i64,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let to = u64::try_from(n).unwrap_or(0);
        let values = ask(|present| present.oracle.nim_values(ruleset, to))?;
        let values = values.into_iter().map(num_bigint::BigInt::from);
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
