//! How text is put on a terminal: colours, always together with words, and the width of lines.

use anstyle::{AnsiColor, Style};
use grundy_report::OutcomeWord;

/// Columns of a text that goes to no terminal.
pub const USUAL_WIDTH: usize = 80;

/// Whether to colour, and where to break lines.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    /// True to write escape codes.
    pub colors: bool,
    /// Columns that text is wrapped to.
    pub width: usize,
}

impl Default for Paint {
    fn default() -> Paint {
        Paint {
            colors: false,
            width: USUAL_WIDTH,
        }
    }
}

impl Paint {
    /// Bold text.
    pub fn bold(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    /// Text that steps back.
    pub fn dim(self, text: &str) -> String {
        self.with(Style::new().dimmed(), text)
    }

    /// The label of an error.
    pub fn error(self, text: &str) -> String {
        self.with(color(AnsiColor::Red), text)
    }

    /// Text in the colour of an outcome: win red, lose blue, draw green.
    pub fn outcome(self, outcome: impl Into<OutcomeWord>, text: &str) -> String {
        let color = match outcome.into() {
            OutcomeWord::Win => AnsiColor::Red,
            OutcomeWord::Lose => AnsiColor::Blue,
            OutcomeWord::Draw => AnsiColor::Green,
        };
        self.with(self::color(color), text)
    }

    /// Text in a style of one's own.
    pub fn with(self, style: Style, text: &str) -> String {
        if self.colors {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}

/// Bold in a colour.
fn color(color: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(color.into()))
}

/// `text` fit for a terminal: control characters other than line feeds and tabs are written as `\u{1b}`.
///
/// # Examples
///
/// ```
/// use grundy_render::paint::visible;
/// assert_eq!(visible("no\u{1b}[31m\n"), "no\\u{1b}[31m\n");
/// ```
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() && !matches!(character, '\n' | '\t') {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// As [`visible`], but leaves colours as they are: `ESC [`, digits and semicolons, `m`.
pub fn visible_with_colors(text: &str) -> String {
    const COLOR: &str = "\u{1b}[";
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(COLOR) {
        shown += &visible(&rest[..at]);
        let codes = &rest[at + COLOR.len()..];
        let length = codes.find(|c: char| !c.is_ascii_digit() && c != ';');
        let end = match length {
            Some(length) if codes[length..].starts_with('m') => at + COLOR.len() + length + 1,
            _ => {
                shown += &visible(COLOR);
                rest = codes;
                continue;
            }
        };
        shown += &rest[at..end];
        rest = &rest[end..];
    }
    shown + &visible(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_stay_and_everything_else_is_made_visible() {
        let text = "\u{1b}[1;31merror:\u{1b}[0m a\u{7}b \u{1b}[2J \u{1b}]0;x\u{1b}[";
        let shown = "\u{1b}[1;31merror:\u{1b}[0m a\\u{7}b \\u{1b}[2J \\u{1b}]0;x\\u{1b}[";
        assert_eq!(visible_with_colors(text), shown);
    }
}
