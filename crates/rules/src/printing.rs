//! `print` in rules and judge programs: lines for the person who writes them.
//!
//! What is printed is no part of any answer. Whoever owns the process says where lines go; until then
//! they are dropped, so that a server does not print what strangers send.

use std::cell::Cell;
use std::fmt::{self, Write};
use std::sync::RwLock;

use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::none::NoneType;
use starlark::values::tuple::UnpackTuple;

/// The longest line that is printed; values can be endless when written out.
const LONGEST_LINE_BYTES: usize = 2000;

static PRINTER: RwLock<Option<fn(&str)>> = RwLock::new(None);

/// Says where lines go that rules print.
pub fn print_to(printer: fn(&str)) {
    if let Ok(mut slot) = PRINTER.write() {
        *slot = Some(printer);
    }
}

thread_local! {
    /// Calls on this thread only try something out: nobody wants to see what they print.
    static IS_SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Does something of which nothing is printed.
pub(crate) fn silently<T>(work: impl FnOnce() -> T) -> T {
    let before = IS_SILENT.replace(true);
    let done = work();
    IS_SILENT.set(before);
    done
}

/// Prints a line, if anybody wants it.
pub(crate) fn say(line: &str) {
    if IS_SILENT.get() {
        return;
    }
    let printer = PRINTER.read().ok().and_then(|slot| *slot);
    if let Some(printer) = printer {
        printer(line);
    }
}

/// Text that refuses to grow beyond [`LONGEST_LINE_BYTES`].
struct Line(String);

impl Write for Line {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let room = LONGEST_LINE_BYTES.saturating_sub(self.0.len());
        if part.len() <= room {
            self.0.push_str(part);
            return Ok(());
        }
        let mut end = room;
        while !part.is_char_boundary(end) {
            end -= 1;
        }
        self.0.push_str(&part[..end]);
        Err(fmt::Error)
    }
}

impl Line {
    fn add(&mut self, value: Value<'_>) -> fmt::Result {
        match value.unpack_str() {
            Some(text) => self.write_str(text),
            None => write!(self, "{value}"),
        }
    }
}

/// The values of one `print` as a line.
fn line<'v>(values: &[Value<'v>], separator: &str) -> String {
    let mut line = Line(String::new());
    for (index, value) in values.iter().enumerate() {
        let before = if index > 0 { separator } else { "" };
        if line
            .write_str(before)
            .and_then(|()| line.add(*value))
            .is_err()
        {
            line.0.push('…');
            break;
        }
    }
    line.0
}

#[starlark_module]
pub(crate) fn functions(builder: &mut GlobalsBuilder) {
    /// Prints values on standard error, for whoever writes the rules; no answer depends on it.
    fn print<'v>(
        #[starlark(args)] values: UnpackTuple<Value<'v>>,
        #[starlark(require = named, default = " ")] sep: &str,
    ) -> starlark::Result<NoneType> {
        say(&line(&values.items, sep));
        Ok(NoneType)
    }
}
