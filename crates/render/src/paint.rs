//! Colours on a terminal, always together with words.

use grundy_core::Outcome;

/// Whether and how to colour.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    /// True to write escape codes.
    pub colors: bool,
}

impl Paint {
    /// Bold text.
    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// Text that steps back.
    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Text in the colour of an outcome: win red, lose blue, draw green.
    pub fn outcome(self, outcome: Outcome, text: &str) -> String {
        let code = match outcome {
            Outcome::Win => "1;31",
            Outcome::Lose => "1;34",
            Outcome::Draw => "1;32",
        };
        self.with(code, text)
    }

    fn with(self, code: &str, text: &str) -> String {
        match self.colors {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }
}
