//! Rulesets by their names.

use grundy_core::{HeapRules, Limits, SpecError};
use grundy_positions::Game;
use grundy_rules::{StarFile, is_star};

use crate::open::{open, open_star};
use crate::{Access, Files, TextError};

/// A heap game by name.
pub struct NamedRules {
    /// The name with its parameters, as grundy writes it.
    pub name: String,
    /// What a move may do to a heap.
    pub rules: HeapRules,
    /// The game itself.
    pub game: Box<dyn Game>,
}

/// The ruleset with this name, code or path.
///
/// # Errors
///
/// [`TextError`] if there is none, its parameters are wrong, or a rules file is wrong.
pub fn open_ruleset(
    ruleset: &str,
    files: Files,
    limits: &Limits,
) -> Result<Box<dyn Game>, TextError> {
    let trimmed = ruleset.trim_end_matches(':');
    let access = Access { files, limits };
    open(trimmed, &access).map_err(|error| TextError::in_time(error, ruleset, limits))
}

/// The rules in a `.star` file; `ruleset` may name the player to move behind a `/`.
///
/// # Errors
///
/// [`TextError`] if the file cannot be read or does not contain rules.
pub fn star_rules(ruleset: &str, files: Files, limits: &Limits) -> Result<StarFile, TextError> {
    let access = Access { files, limits };
    open_star(ruleset, &access).map_err(|error| TextError::in_time(error, ruleset, limits))
}

/// The heap game with this name or code.
///
/// # Errors
///
/// [`TextError`] if there is none, or it is not played with heaps one at a time.
pub fn heap_rules(ruleset: &str) -> Result<NamedRules, TextError> {
    if is_star(ruleset) {
        let error = SpecError::illegal(
            "rules in a file are a program, and this needs a heap game that has a name or a code",
            "write the rules as a code such as `0.77`, or as `subtract/1,3,4`",
            0..ruleset.len(),
        );
        return Err(TextError::new(error, ruleset));
    }
    let mut game = open_ruleset(ruleset, Files::Deny, &Limits::default())?;
    let Some(rules) = game.heap_rules().cloned() else {
        let error = SpecError::illegal(
            "this game is not played with heaps one at a time",
            "use a heap game such as `kayles`, or a code such as `0.77`",
            0..ruleset.len(),
        );
        return Err(TextError::new(error, ruleset));
    };
    if !positions_are_heaps(&mut *game) {
        let error = SpecError::illegal(
            &format!(
                "the positions of this game are not heaps: they are only worth heaps of {rules}"
            ),
            &format!("ask about `{rules}`, or solve its positions one by one"),
            0..ruleset.len(),
        );
        return Err(TextError::new(error, ruleset));
    }
    let empty = game.with_heaps(&[]).expect("its positions are heaps");
    let shown = game.show(empty);
    let name = shown.split(':').next().unwrap_or(&shown).to_owned();
    Ok(NamedRules { name, rules, game })
}

/// True if the position `n` of a game is one heap of `n` of its rules.
pub fn positions_are_heaps(game: &mut dyn Game) -> bool {
    const SAMPLE: u64 = 5;
    let Some(id) = game.with_heaps(&[SAMPLE]) else {
        return false;
    };
    let shown = game.show(id);
    shown
        .rsplit_once(':')
        .is_some_and(|(_, position)| position == SAMPLE.to_string())
}
