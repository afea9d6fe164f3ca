//! Games with scores: a file with `score(position, move)`, the points that a move earns.

use grundy_core::RulesError;
use starlark::values::tuple::TupleRef;
use starlark::values::{UnpackValue, Value};

use crate::convert;
use crate::position::StarPosition;
use crate::star_rules::StarRules;

impl StarRules {
    /// True if points decide the game.
    pub fn has_scores(&self) -> bool {
        self.inner.score.is_some()
    }

    /// The points of each move of a game with scores, and the position after it.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the rules fail, or have no `score`.
    pub fn scored_options(
        &self,
        position: &StarPosition,
    ) -> Result<Vec<(i64, StarPosition)>, RulesError> {
        let program = &self.inner.program;
        let Some(score) = &self.inner.score else {
            let message = "there is no function `score`; write def score(position, move):";
            return Err(program.origin(None).at_function("", message.to_owned()));
        };
        program.call_scored(&self.inner.moves, score, position, |returned, heap| {
            let listed = returned.iterate(heap).map_err(|error| error.to_string())?;
            let options: Result<Vec<(i64, StarPosition)>, String> = listed.map(read).collect();
            Ok(options?)
        })
    }
}

/// The points and the option in a pair.
fn read(pair: Value<'_>) -> Result<(i64, StarPosition), String> {
    let Some(&[points, option]) = TupleRef::from_value(pair).map(|pair| pair.content()) else {
        return Err("the points could not be read".to_owned());
    };
    let Ok(Some(number)) = i64::unpack_value(points) else {
        let shown = convert::shown(points);
        return Err(format!(
            "`{shown}` was returned; return the points as an integer"
        ));
    };
    let option = convert::position(option, 0).map_err(|error| error.to_string())?;
    Ok((number, option))
}
