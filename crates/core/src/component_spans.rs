//! Where the components of a sum stand in its text.

use std::ops::Range;

/// The places of the components of a sum: between `+` that stand outside brackets and quotes, trimmed.
///
/// # Examples
///
/// ```
/// # use grundy_core::component_spans;
/// let text = "nim:3 + own.star:(1+2)";
/// let components: Vec<&str> = component_spans(text).into_iter().map(|span| &text[span]).collect();
/// assert_eq!(components, ["nim:3", "own.star:(1+2)"]);
/// ```
pub fn component_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let (mut start, mut depth, mut quote) = (0, 0u32, None);
    let mut push = |from: usize, to: usize| {
        let part = &text[from..to];
        let begin = from + part.len() - part.trim_start().len();
        spans.push(begin..begin + part.trim().len());
    };
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, '+') if depth == 0 => {
                push(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(start, text.len());
    spans
}
