//! The position language: from what a person wrote to checked positions. The only gate.

mod component;
mod error;
mod open;
mod ruleset;

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_core::Limits;
use grundy_positions::Game;
use grundy_solve::{Component, Sum};

pub use error::TextError;
pub use grundy_rules::is_star;
pub use ruleset::{NamedRules, heap_rules, open_ruleset, positions_are_heaps, star_rules};

use component::read_components;

/// The longest text that is read as a position.
pub const LONGEST_TEXT_BYTES: usize = 1 << 20;

/// Whether positions may name files (rules, graphs).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// They may.
    Allow,
    /// They may not: the text comes from somebody who must not read this machine's files.
    #[default]
    Deny,
    /// They may name these texts, and nothing on this machine.
    Given(Arc<BTreeMap<String, String>>),
}

impl Files {
    /// The text given under this name; why not, if there is none or files are to be refused.
    fn given(&self, name: &str) -> Result<Option<&str>, &'static str> {
        match self {
            Files::Allow => Ok(None),
            Files::Deny => Err("files are not allowed here"),
            Files::Given(texts) => {
                let text = texts.get(name).map(|text| Some(text.as_str()));
                text.ok_or("no text was given under this name")
            }
        }
    }
}

/// Reads positions; several texts are a sum, and so are texts with `+`.
///
/// # Examples
///
/// ```
/// # use grundy_spec::{Files, parse_sum};
/// let sum = parse_sum(&["kayles:5,5 + nim:6".to_owned()], Files::Deny, &Default::default()).unwrap();
/// assert_eq!(sum.show(&sum.components), "kayles:5,5 + nim:6");
/// ```
///
/// # Errors
///
/// [`TextError`] with the place, also for a rules file that is wrong; it obeys these limits.
pub fn parse_sum(texts: &[String], files: Files, limits: &Limits) -> Result<Sum, TextError> {
    let text = texts.join(" + ");
    OpenGames::new(files).into_sum(&text, limits)
}

/// Games by name, each opened once: positions that are read one after the other share them.
pub struct OpenGames {
    files: Files,
    sum: Sum,
    names: Vec<String>,
}

impl OpenGames {
    /// No game yet; texts may name these files.
    pub fn new(files: Files) -> OpenGames {
        OpenGames {
            files,
            sum: Sum {
                games: Vec::new(),
                components: Vec::new(),
            },
            names: Vec::new(),
        }
    }

    /// Adds a game that texts may name from now on, in lower case.
    pub fn add(&mut self, name: &str, game: Box<dyn Game>) {
        self.sum.games.push(game);
        self.names.push(name.to_owned());
    }

    /// The sum that `text` describes.
    ///
    /// # Errors
    ///
    /// As [`parse_sum`].
    pub fn into_sum(mut self, text: &str, limits: &Limits) -> Result<Sum, TextError> {
        let components = self.read(text, limits)?.1;
        Ok(Sum {
            games: self.sum.games,
            components,
        })
    }

    /// The components that `text` describes, and the sum that holds their games.
    ///
    /// # Errors
    ///
    /// As [`parse_sum`].
    pub fn read(
        &mut self,
        text: &str,
        limits: &Limits,
    ) -> Result<(&mut Sum, Vec<Component>), TextError> {
        let files = self.files.clone();
        let access = Access { files, limits };
        let components = read_components(text, &mut self.sum, &mut self.names, &access)
            .map_err(|error| TextError::in_time(error, text, limits))?;
        Ok((&mut self.sum, components))
    }
}

/// Whether files may be read, and what rules in them may use up.
struct Access<'l> {
    files: Files,
    limits: &'l Limits,
}
