//! A rules file, read once and called many times.
//!
//! What the file defines is frozen after it is read: no function can change anything that a later
//! call sees, so `moves` cannot change its answer, and every thread may call it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use grundy_core::{Limits, RulesError};
use grundy_positions::PositionRef;
use starlark::docs::{DocItem, DocMember};
use starlark::environment::{FrozenModule, Module};
use starlark::eval::Evaluator;
use starlark::values::{Heap, OwnedFrozenValue, Value};

use crate::builtins;
use crate::convert;
use crate::failure::Origin;
use crate::guards;
use crate::limits::RuleLimits;
use crate::literal;
use crate::position::{StarPosition, player_of};
use crate::prelude::PRELUDE;
use crate::watch::{Place, Running};

/// The longest file that is read as rules.
pub const LONGEST_FILE_BYTES: usize = 1 << 18;
/// Stack for reading a file: deeply nested expressions are walked by recursion.
const READING_STACK_BYTES: usize = 512 << 20;

/// What the calls of one evaluator may take together before there is a fresh one.
const BATCH_BYTES: u64 = 1 << 18;
const BATCH_STEPS: u64 = 100_000;

/// A file with its functions.
pub(crate) struct Program {
    pub file: Arc<str>,
    pub source: String,
    pub limits: RuleLimits,
    /// Limits of an evaluator for several calls: the last may take all that one call may.
    batch_limits: RuleLimits,
    module: FrozenModule,
}

/// A function of the file.
pub(crate) struct Function {
    pub name: &'static str,
    /// Parameters that can be given by place.
    pub parameters: usize,
    place: Arc<Place>,
    value: OwnedFrozenValue,
}

/// What is wrong with what a function returned.
pub(crate) struct Complaint {
    pub message: String,
    pub is_limit: bool,
}

impl From<String> for Complaint {
    fn from(message: String) -> Complaint {
        Complaint {
            message,
            is_limit: false,
        }
    }
}

impl Program {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`RulesError`] with line, caret and cure.
    pub(crate) fn load(
        file: &str,
        source: String,
        limits: &RuleLimits,
    ) -> Result<Program, RulesError> {
        let source = with_spaces(source);
        let origin = Origin {
            file,
            source: &source,
            limits,
            position: None,
        };
        if source.len() > LONGEST_FILE_BYTES {
            let message = format!(
                "the file is longer than {LONGEST_FILE_BYTES} bytes; rules are short programs"
            );
            return Err(origin.at_function("", message));
        }
        let shared: Arc<str> = file.into();
        let module = on_large_stack(|| {
            let _running = Running::begin(&shared, &Arc::new(origin.place_of("")), None, limits);
            guarded(&origin, || {
                let ast = guards::parse(file, &source)?;
                Module::with_temp_heap(|module| {
                    {
                        module.import_public_symbols(&PRELUDE);
                        let mut evaluator = limited(&module, limits)?;
                        evaluator.eval_module(ast, &builtins::rules_globals())?;
                    }
                    Ok(module.freeze()?)
                })
            })
        })?;
        Ok(Program {
            file: shared,
            source,
            batch_limits: RuleLimits {
                steps: limits.steps.saturating_add(BATCH_STEPS),
                bytes: limits.bytes.saturating_add(BATCH_BYTES),
                ..limits.clone()
            },
            limits: limits.clone(),
            module,
        })
    }

    pub(crate) fn origin(&self, position: Option<String>) -> Origin<'_> {
        Origin {
            file: &self.file,
            source: &self.source,
            limits: &self.limits,
            position,
        }
    }

    /// The value that the file gives to `name`.
    pub(crate) fn get(&self, name: &str) -> Option<OwnedFrozenValue> {
        self.module.get_option(name).ok().flatten()
    }

    /// The function that the file calls `name`, if it defines one.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the name stands for something else.
    pub(crate) fn function(&self, name: &'static str) -> Result<Option<Function>, RulesError> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let DocItem::Member(DocMember::Function(doc)) = value.value().documentation() else {
            let message = format!("`{name}` must be a function: def {name}(…)");
            return Err(self.origin(None).at_line(name, message));
        };
        let parameters = doc.params.pos_only.len() + doc.params.pos_or_named.len();
        Ok(Some(Function {
            name,
            parameters,
            place: Arc::new(self.origin(None).place_of(name)),
            value,
        }))
    }

    /// Calls a function and reads what it returned.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if it fails or takes too much; `position` says what it was about.
    pub(crate) fn call<T>(
        &self,
        function: &Function,
        arguments: impl for<'v> FnOnce(Heap<'v>) -> Vec<Value<'v>>,
        position: Option<&StarPosition>,
        read: impl for<'v> FnOnce(Value<'v>, Heap<'v>) -> Result<T, Complaint>,
    ) -> Result<T, RulesError> {
        self.call_within(&self.limits, function, arguments, position, read)
    }

    /// Calls `moves`, and `score` for each option, with one evaluator: setting one up takes longer than most calls.
    ///
    /// # Errors
    ///
    /// As [`Program::call`].
    pub(crate) fn call_scored<T>(
        &self,
        moves: &Function,
        score: &Function,
        position: &StarPosition,
        read: impl for<'v> FnOnce(Value<'v>, Heap<'v>) -> Result<T, Complaint>,
    ) -> Result<T, RulesError> {
        let scored = PRELUDE.get("scored_options_");
        let both = Function {
            name: "score",
            parameters: 3,
            place: score.place.clone(),
            value: scored.expect("the prelude defines it"),
        };
        self.call(
            &both,
            |heap| {
                vec![
                    heap.access_owned_frozen_value(&moves.value),
                    heap.access_owned_frozen_value(&score.value),
                    convert::to_value(position, heap),
                ]
            },
            Some(position),
            read,
        )
    }

    /// As [`Program::call`], with other limits.
    pub(crate) fn call_within<T>(
        &self,
        limits: &RuleLimits,
        function: &Function,
        arguments: impl for<'v> FnOnce(Heap<'v>) -> Vec<Value<'v>>,
        position: Option<&StarPosition>,
        read: impl for<'v> FnOnce(Value<'v>, Heap<'v>) -> Result<T, Complaint>,
    ) -> Result<T, RulesError> {
        let origin = || Origin {
            limits,
            ..self.origin(position.map(literal::show))
        };
        let which = position.map(PositionRef::Position);
        let _running = Running::begin(&self.file, &function.place, which, limits);
        let before = builtins::allow_bytes(limits.bytes);
        let result = catch_unwind(AssertUnwindSafe(|| {
            Module::with_temp_heap(|module| {
                let mut evaluator = limited(&module, limits)?;
                let heap = module.heap();
                let callee = heap.access_owned_frozen_value(&function.value);
                let returned = evaluator.eval_function(callee, &arguments(heap), &[])?;
                Ok(read(returned, heap))
            })
        }));
        builtins::allow_bytes(before);
        finish(result, function, &origin)
    }

    /// Calls a function for one position after the other by one evaluator: setting one up takes longer than
    /// most calls. The first is always called; sooner or later there must be a fresh evaluator, so
    /// this ends before `calls` does.
    ///
    /// # Errors
    ///
    /// As [`Program::call`], for the first call that fails.
    pub(crate) fn call_for_some<'p>(
        &self,
        function: &Function,
        calls: &mut impl Calls<'p>,
    ) -> Result<(), RulesError> {
        let Some(first) = calls.next() else {
            return Ok(());
        };
        let mut present = first;
        let limits = &self.batch_limits;
        let running = Running::begin(&self.file, &function.place, Some(first), &self.limits);
        let before = builtins::allow_bytes(limits.bytes);
        let result = catch_unwind(AssertUnwindSafe(|| {
            Module::with_temp_heap(|module| {
                let mut evaluator = limited(&module, limits)?;
                let heap = module.heap();
                let callee = heap.access_owned_frozen_value(&function.value);
                loop {
                    running.next(present);
                    let player = match present {
                        PositionRef::Number(number) => player_of(number),
                        PositionRef::Position(position) => position.player(),
                    };
                    let player = heap.alloc(i32::from(player));
                    let arguments = [convert::reference_to_value(present, heap), player];
                    let arguments = &arguments[..function.parameters.min(2)];
                    let returned = evaluator.eval_function(callee, arguments, &[])?;
                    if let Err(complaint) = calls.read(present, returned, heap) {
                        return Ok(Err(complaint));
                    }
                    let bytes = heap.allocated_bytes() as u64;
                    let steps = evaluator.get_total_tick_count();
                    if bytes > BATCH_BYTES || steps > BATCH_STEPS {
                        return Ok(Ok(()));
                    }
                    match calls.next() {
                        Some(next) => present = next,
                        None => return Ok(Ok(())),
                    }
                }
            })
        }));
        builtins::allow_bytes(before);
        finish(result, function, &|| {
            self.origin(Some(literal::show_reference(present)))
        })
    }
}

/// Calls of a function in a row.
pub(crate) trait Calls<'p> {
    /// The atom that it is called for next; `None` ends the row.
    fn next(&mut self) -> Option<PositionRef<'p, StarPosition>>;

    /// Takes what the call for `position` returned.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn read<'v>(
        &mut self,
        position: PositionRef<'p, StarPosition>,
        returned: Value<'v>,
        heap: Heap<'v>,
    ) -> Result<(), Complaint>;
}

/// The file without a byte order mark, and indented by spaces: a tab goes to the next eighth column, as in
/// Python.
fn with_spaces(source: String) -> String {
    let text = source.strip_prefix('\u{feff}').unwrap_or(&source);
    let is_tab = |c: char| c == '\t';
    if text.len() == source.len() && !text.contains(is_tab) || source.len() > LONGEST_FILE_BYTES {
        return source;
    }
    let mut spaced = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start_matches([' ', '\t']);
        let mut width = 0;
        for c in line[..line.len() - rest.len()].chars() {
            width = if is_tab(c) {
                (width / 8 + 1) * 8
            } else {
                width + 1
            };
        }
        spaced.extend(std::iter::repeat_n(' ', width));
        spaced.push_str(rest);
    }
    spaced
}

/// What came of a call, its errors with their place.
fn finish<'p, T>(
    result: std::thread::Result<starlark::Result<Result<T, Complaint>>>,
    function: &Function,
    origin: &impl Fn() -> Origin<'p>,
) -> Result<T, RulesError> {
    match result {
        Ok(Ok(Ok(answer))) => Ok(answer),
        Ok(Ok(Err(Complaint { message, is_limit }))) => {
            let message = format!("{}: {message}", function.name);
            let error = origin().at_function(function.name, message);
            Err(RulesError { is_limit, ..error })
        }
        Ok(Err(error)) => Err(origin().translate(&error, function.name)),
        Err(_) => Err(broken(&origin())),
    }
}

/// An evaluator that stops at the limits.
fn limited<'v, 'a>(
    module: &'a Module<'v>,
    limits: &RuleLimits,
) -> starlark::Result<Evaluator<'v, 'a, 'static>> {
    let mut evaluator = Evaluator::new(module);
    evaluator.set_max_callstack_size(limits.depth + 1)?;
    evaluator.set_max_tick_count(limits.steps.max(1))?;
    evaluator.set_max_heap_size(usize::try_from(limits.bytes).unwrap_or(usize::MAX).max(1))?;
    let work: Limits = limits.work.clone();
    evaluator.set_check_cancelled(Box::new(move || work.check_time().is_err()));
    Ok(evaluator)
}

/// Runs the interpreter; its panics are errors in rules like others.
fn guarded<T>(
    origin: &Origin<'_>,
    run: impl FnOnce() -> starlark::Result<T>,
) -> Result<T, RulesError> {
    let before = builtins::allow_bytes(origin.limits.bytes);
    let result = catch_unwind(AssertUnwindSafe(run));
    builtins::allow_bytes(before);
    match result {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(origin.translate(&error, "")),
        Err(_) => Err(broken(origin)),
    }
}

fn broken(origin: &Origin<'_>) -> RulesError {
    let message = "the interpreter could not go on; use smaller values".to_owned();
    RulesError {
        is_limit: true,
        ..origin.at_function("", message)
    }
}

/// Runs `work` on a thread of its own with room for deep recursion; here, where there are no threads.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if cfg!(target_family = "wasm") {
        return work();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(READING_STACK_BYTES)
            .spawn_scoped(scope, work);
        let joined = thread.expect("a thread can be started").join();
        joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
