//! From the interpreter's errors to messages that name the line, the position and the cure.

use grundy_core::RulesError;
use starlark::ErrorKind;
use starlark::codemap::FileSpan;

use crate::limits::RuleLimits;
use crate::oracle::OracleError;
use crate::watch::Place;

/// Refused before it was done, because it would take too much.
#[derive(Debug)]
pub(crate) struct TooMuch {
    /// What was asked for, in words.
    pub what: String,
    /// True if it breaks the limit on memory; false for a limit that is fixed.
    pub is_memory: bool,
}

impl std::fmt::Display for TooMuch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for TooMuch {}

/// Where an error belongs: the file and what it says.
pub(crate) struct Origin<'p> {
    pub file: &'p str,
    pub source: &'p str,
    pub limits: &'p RuleLimits,
    /// The position that was being examined.
    pub position: Option<String>,
}

impl Origin<'_> {
    /// The error for something that is wrong with what a function returned, at its definition.
    pub(crate) fn at_function(&self, name: &str, message: String) -> RulesError {
        match name {
            "" => self.at_line("\0", message),
            _ => self.at_line(&format!("def {name}"), message),
        }
    }

    /// Where a function is defined; for no name, the first loop outside functions.
    pub(crate) fn place_of(&self, name: &'static str) -> Place {
        let error = match name {
            "" => self.at_line("for ", String::new()),
            name => self.at_function(name, String::new()),
        };
        Place {
            name,
            line: error.line,
            excerpt: error.excerpt,
        }
    }

    /// The error at the first line that begins with `head`.
    pub(crate) fn at_line(&self, head: &str, message: String) -> RulesError {
        let line = self.source.lines().position(|line| line.starts_with(head));
        let width = head.trim_end().len();
        let excerpt = line.and_then(|line| self.excerpt(line, 0..width));
        RulesError {
            file: self.file.to_owned(),
            line: line.map(|line| line + 1),
            position: self.position.clone(),
            message,
            excerpt,
            is_limit: false,
        }
    }

    /// The interpreter's error as ours.
    ///
    /// Limits are noticed between two steps, so the interpreter names no place: then it is the
    /// innermost function.
    pub(crate) fn translate(&self, error: &starlark::Error, function: &str) -> RulesError {
        let place = self.place(error);
        if place.is_none() {
            let (message, is_limit) = self.message(error, None);
            let frames = error.call_stack().frames.iter().rev();
            let mut names = frames.map(|frame| frame.name.rsplit('.').next().unwrap_or_default());
            let name = names
                .find(|name| self.source.contains(&format!("def {name}(")))
                .unwrap_or(function);
            let error = match name {
                // Outside functions only a loop can take long.
                "" if is_limit => self.at_line("for ", message),
                name => self.at_function(name, message),
            };
            return RulesError { is_limit, ..error };
        }
        let line = place.as_ref().map(|span| span.resolve_span().begin.line);
        let (message, is_limit) = self.message(error, line);
        let excerpt = place.and_then(|span| {
            let span = span.resolve_span();
            let end = if span.end.line == span.begin.line {
                span.end.column
            } else {
                usize::MAX
            };
            self.excerpt(span.begin.line, span.begin.column..end)
        });
        RulesError {
            file: self.file.to_owned(),
            line: line.map(|line| line + 1),
            position: self.position.clone(),
            message,
            excerpt,
            is_limit,
        }
    }

    /// The innermost place in this file.
    fn place(&self, error: &starlark::Error) -> Option<FileSpan> {
        let is_ours = |span: &&FileSpan| span.filename() == self.file;
        let frames = error.call_stack().frames.iter().rev();
        error
            .span()
            .filter(is_ours)
            .or_else(|| {
                frames
                    .filter_map(|frame| frame.location.as_ref())
                    .find(is_ours)
            })
            .cloned()
    }

    fn message(&self, error: &starlark::Error, line: Option<usize>) -> (String, bool) {
        let RuleLimits { steps, depth, .. } = *self.limits;
        let raw = error.without_diagnostic().to_string();
        if let ErrorKind::StackOverflow(_) = error.kind() {
            let message = if depth < crate::DEEPEST_CALLS {
                format!(
                    "calls nested deeper than {depth}; use a loop, or raise the limit on nested calls (at most {})",
                    crate::DEEPEST_CALLS
                )
            } else {
                format!("calls nested deeper than {depth}; use a loop")
            };
            return (message, true);
        }
        if let ErrorKind::Native(native) | ErrorKind::Other(native) = error.kind()
            && let Some(too_much) = native.downcast_ref::<TooMuch>()
        {
            let cure = if too_much.is_memory {
                "; raise the memory limit or use less"
            } else {
                ""
            };
            return (format!("{too_much}{cure}"), true);
        }
        if let ErrorKind::Native(native) = error.kind()
            && let Some(refused) = native.downcast_ref::<OracleError>()
        {
            return (refused.message.clone(), refused.is_limit);
        }
        if raw.starts_with("Execution duration limit") {
            let message =
                format!("gave up after {steps} steps; raise the limit on steps or loop less");
            return (message, true);
        }
        if raw.starts_with("Heap memory limit") {
            return (self.out_of_memory(), true);
        }
        if raw.starts_with("Evaluation cancelled") {
            return (self.stopped(), true);
        }
        if raw.to_lowercase().contains("overflow computing left shift") {
            let message = "a number that is too large, made by <<; use smaller numbers";
            return (message.to_owned(), true);
        }
        let message = plain(&raw);
        let here = line.and_then(|line| self.source.lines().nth(line));
        match cure(&raw, here.unwrap_or_default()) {
            Some(cure) => (format!("{message}; {cure}"), false),
            None => (message, false),
        }
    }

    pub(crate) fn out_of_memory(&self) -> String {
        format!(
            "the values of one call take more than {} MB; raise the memory limit or use less",
            self.limits.bytes >> 20
        )
    }

    fn stopped(&self) -> String {
        use std::sync::atomic::Ordering::Relaxed;
        if self.limits.work.cancel.load(Relaxed) {
            "interrupted".to_owned()
        } else {
            format!(
                "gave up after {:?}; raise the time limit or try a smaller position",
                self.limits.allowed_time()
            )
        }
    }

    fn excerpt(&self, line: usize, columns: std::ops::Range<usize>) -> Option<String> {
        const LONGEST: usize = 120;
        let text = self.source.lines().nth(line)?;
        let width = text.chars().count();
        let start = columns.start.min(width);
        let end = columns.end.clamp(start, width.max(start));
        let shown: String = text.chars().take(LONGEST).collect();
        let indent: String = text
            .chars()
            .take(start)
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let carets = "^".repeat((end - start).clamp(1, LONGEST));
        Some(format!("  {shown}\n  {indent}{carets}"))
    }
}

/// The message in our style: lower case, one line, no full stop.
fn plain(raw: &str) -> String {
    let raw = raw.strip_prefix("fail:").unwrap_or(raw).trim();
    let first = raw.lines().next().unwrap_or(raw).trim_end_matches('.');
    let first = first.strip_prefix("Parse error: ").unwrap_or(first);
    let mut characters = first.chars();
    match (characters.next(), characters.next()) {
        // "None" and names keep their capital.
        (Some(a), Some(b))
            if a.is_uppercase() && b.is_lowercase() && !first.starts_with("None") =>
        {
            a.to_lowercase().chain(first.chars().skip(1)).collect()
        }
        _ => first.to_owned(),
    }
}

/// What to do about mistakes that people who know Python make.
fn cure(raw: &str, line: &str) -> Option<&'static str> {
    let has_word = |word: &str| {
        line.split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|part| part == word)
    };
    let is_syntax = raw.contains("Parse error") || raw.contains("reserved");
    if is_syntax && has_word("while") {
        return Some("Starlark has no while; use `for _ in range(1000000):` with `break`");
    }
    if is_syntax
        && (has_word("import") || has_word("class") || has_word("try") || has_word("yield"))
    {
        return Some("Starlark has no import, class, try or yield");
    }
    if line.contains("**") && is_syntax {
        return Some("Starlark has no `**`; use pow(a, b), or 1 << k for powers of two");
    }
    if is_syntax && has_word("is") {
        return Some("use == in place of `is`");
    }
    if is_syntax && line.contains('{') && line.contains(',') {
        return Some("Starlark has no set literals; write set([a, b])");
    }
    if is_syntax && has_word("for") && line.contains('(') {
        return Some("generators are not part of Starlark; put [ ] around the comprehension");
    }
    if raw.contains("not associative") || raw.contains("comparison") && is_syntax {
        return Some("write a < b and b < c in place of a < b < c");
    }
    if raw.contains("(iter)") && raw.contains("string") {
        return Some("walk the characters of a string with s.elems()");
    }
    if raw.contains("Immutable") || raw.contains("immutable") || raw.contains("frozen") {
        return Some(
            "values outside functions cannot be changed after the file is read; make them inside",
        );
    }
    if raw.contains("`load` is not allowed") {
        return Some("a rules file stands alone: copy into it what it needs");
    }
    if raw.contains("ot hashable") {
        return Some("use tuples in place of lists as keys");
    }
    None
}
