//! Errors in words: message and hint apart, the place, and the text around it.

use grundy_core::{LimitReached, RulesError, SpecError, SpecErrorKind, visible};

use crate::{ErrorEntry, LimitWord};

impl ErrorEntry {
    /// A wrong text: the message without the cure, the place, and the text around it.
    pub fn describe_text(&mut self, text: &str, error: &SpecError) {
        if let SpecErrorKind::Rules(error) = &error.kind {
            // Rules have shown their own place.
            return self.describe_rules(error);
        }
        let whole = error.to_string();
        self.hint = error.hint();
        let short = self
            .hint
            .as_ref()
            .and_then(|hint| whole.strip_suffix(&format!("; {hint}")));
        self.message = short.unwrap_or(&whole).to_owned();
        self.span = Some([error.span.start, error.span.end]);
        self.excerpt = Some(caret(text, error));
    }

    /// Rules that failed: where, and what to do.
    pub fn describe_rules(&mut self, error: &RulesError) {
        self.file = Some(error.file.clone());
        self.line = error.line.map(|line| line as u64);
        (self.message, self.hint) = split_cure(&error.message);
        if let Some(position) = &error.position {
            let shown: String = visible(position).chars().take(LONGEST_POSITION).collect();
            let dots = if shown.len() < position.len() {
                "…"
            } else {
                ""
            };
            self.message += &format!(" (at position `{shown}{dots}`)");
        }
        self.excerpt.clone_from(&error.excerpt);
        self.limit = error.is_limit.then_some(LimitWord::Rules);
    }

    /// A limit that was reached, and what had been done by then.
    pub fn describe_limit(&mut self, reached: &LimitReached, progress: Option<&str>) {
        self.limit = limit_word(reached);
        self.message = reached.to_string();
        if let Some(progress) = progress {
            self.message += &format!(" ({progress})");
        }
    }

    /// A message that is written as `what is wrong; what to do`.
    pub fn set_message(&mut self, message: &str) {
        (self.message, self.hint) = split_cure(message);
    }
}

/// Characters of a position that a message shows at most.
const LONGEST_POSITION: usize = 200;

/// Messages are written as `what is wrong; what to do`: the two parts, split outside of backticks.
fn split_cure(message: &str) -> (String, Option<String>) {
    let mut is_quoted = false;
    for (at, character) in message.char_indices() {
        match character {
            '`' => is_quoted = !is_quoted,
            ';' if !is_quoted && message[at..].starts_with("; ") => {
                return (message[..at].to_owned(), Some(message[at + 2..].to_owned()));
            }
            _ => {}
        }
    }
    (message.to_owned(), None)
}

/// Which limit it was, for machines.
fn limit_word(reached: &LimitReached) -> Option<LimitWord> {
    match reached {
        LimitReached::Positions { .. } => Some(LimitWord::Positions),
        LimitReached::Bytes { .. } => Some(LimitWord::Memory),
        LimitReached::Time { .. } => Some(LimitWord::Time),
        _ => None,
    }
}

/// The part of `text` around the error, with carets under its span.
fn caret(text: &str, error: &SpecError) -> String {
    const AROUND: usize = 60;
    let start = floor_char(text, error.span.start.min(text.len()));
    let end = floor_char(text, error.span.end.clamp(start, text.len()));
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let from = floor_char(text, line_start.max(start.saturating_sub(AROUND)));
    let to = floor_char(text, line_end.min(end.min(start + AROUND) + AROUND)).max(start);
    let before = &text[from..start];
    let shown = visible(&text[from..to]);
    let (cut_before, cut_after) = (from > line_start, to < line_end);
    let marked = text[start..end.min(to).max(start)].chars().count().max(1);
    let indent = before.chars().count() + usize::from(cut_before);
    format!(
        "  {}{shown}{}\n  {}{}",
        if cut_before { "…" } else { "" },
        if cut_after { "…" } else { "" },
        " ".repeat(indent),
        "^".repeat(marked.min(AROUND)),
    )
}

fn floor_char(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
