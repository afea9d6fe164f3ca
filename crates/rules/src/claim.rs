//! Conjectures: an expression that somebody typed, or a function of a rules file.

use std::sync::Arc;

use grundy_core::RulesError;
use num_bigint::BigInt;
use starlark::values::list::AllocList;
use starlark::values::{Heap, UnpackValue, Value};

use crate::convert;
use crate::limits::RuleLimits;
use crate::position::{Atom, StarPosition};
use crate::program::{Function, Program};
use crate::star_rules::StarRules;

/// A claim about positions: that they are lost, or what they are worth.
pub struct Claim {
    program: Arc<Program>,
    function: Function,
    is_expression: bool,
}

/// What a claim is made about.
#[derive(Clone, Debug)]
pub enum About<'p> {
    /// The sizes of heaps.
    Heaps(&'p [u64]),
    /// A position of a rules file.
    Position(&'p StarPosition),
}

impl Claim {
    /// An expression in `n` (one heap) or `p` (a list of heaps, or the position).
    ///
    /// `option` is what the expression was given as, for messages: `--lose`.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if it is no expression.
    pub fn from_expression(
        option: &str,
        expression: &str,
        limits: &RuleLimits,
    ) -> Result<Claim, RulesError> {
        // The expression stands on a line of its own, so that columns are those of what was typed.
        let source = format!("def claim(n, p):\n  return (\n{expression}\n  )\n");
        let clean = |mut error: RulesError| {
            error.line = None;
            error
        };
        let program = Program::load(option, source, limits).map_err(clean)?;
        let function = program.function("claim").map_err(clean)?;
        Ok(Claim {
            function: function.expect("the text above defines it"),
            program: Arc::new(program),
            is_expression: true,
        })
    }

    /// The function `lose` or `value` of a rules file, if it has one.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the name stands for something else.
    pub fn from_file(rules: &StarRules, name: &'static str) -> Result<Option<Claim>, RulesError> {
        let program = rules.program().clone();
        Ok(program.function(name)?.map(|function| Claim {
            function,
            program,
            is_expression: false,
        }))
    }

    /// Whether the position is claimed.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the claim cannot be evaluated.
    pub fn holds(&self, about: &About<'_>) -> Result<bool, RulesError> {
        self.evaluate(about, |value| {
            let is_truth = value.unpack_bool().is_some() || value.unpack_i32().is_some();
            if is_truth {
                Ok(value.to_bool())
            } else {
                Err(format!(
                    "`{}` is neither True nor False",
                    convert::shown(value)
                ))
            }
        })
    }

    /// The value that is claimed.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the claim cannot be evaluated, or is no number 0, 1, 2, …
    pub fn value(&self, about: &About<'_>) -> Result<u128, RulesError> {
        self.evaluate(about, |value| {
            let number = BigInt::unpack_value(value).ok().flatten();
            number
                .and_then(|number| u128::try_from(number).ok())
                .ok_or_else(|| format!("`{}` is not a nim-value 0, 1, 2, …", convert::shown(value)))
        })
    }

    fn evaluate<T>(
        &self,
        about: &About<'_>,
        read: impl Fn(Value<'_>) -> Result<T, String>,
    ) -> Result<T, RulesError> {
        let position = match about {
            About::Position(position) => (*position).clone(),
            About::Heaps(heaps) => {
                let sizes = heaps.iter().map(|&heap| Atom::Integer(heap as i64));
                StarPosition::new(0, &sizes.collect::<Vec<_>>())
            }
        };
        let result = self.program.call(
            &self.function,
            |heap| self.arguments(about, heap),
            Some(&position),
            |value, _| Ok(read(value)?),
        );
        result.map_err(|mut error| {
            if self.is_expression {
                error.line = None;
                error.message = error.message.replace("claim: ", "");
            }
            error
        })
    }

    fn arguments<'v>(&self, about: &About<'_>, heap: Heap<'v>) -> Vec<Value<'v>> {
        let (alone, whole) = match about {
            About::Heaps(heaps) => {
                let alone = match heaps {
                    [one] => heap.alloc(BigInt::from(*one)),
                    _ => Value::new_none(),
                };
                let sizes = heaps.iter().map(|&size| BigInt::from(size));
                (alone, heap.alloc(AllocList(sizes)))
            }
            About::Position(position) => {
                let value = convert::to_value(position, heap);
                (value, value)
            }
        };
        match (self.is_expression, about) {
            (true, _) => vec![alone, whole],
            (false, About::Heaps([_])) => vec![alone],
            (false, About::Position(position)) if self.function.parameters > 1 => {
                vec![whole, heap.alloc(i32::from(position.player()))]
            }
            (false, _) => vec![whole],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(expression: &str) -> Result<Claim, RulesError> {
        Claim::from_expression("--lose", expression, &RuleLimits::default())
    }

    #[test]
    fn expressions_see_one_heap_as_n_and_all_as_p() {
        let one = claim("n % 3 == 0").unwrap();
        assert_eq!(one.holds(&About::Heaps(&[9])), Ok(true));
        let two = claim("p[0] == p[1]").unwrap();
        assert_eq!(two.holds(&About::Heaps(&[4, 4])), Ok(true));
        let value = claim("xor(p)").unwrap();
        assert_eq!(value.value(&About::Heaps(&[5, 6])), Ok(3));
    }

    #[test]
    fn errors_in_expressions_point_at_what_was_typed() {
        let error = claim("n %% 3").err().unwrap();
        assert_eq!(error.file, "--lose");
        assert_eq!(error.line, None);
        assert!(error.excerpt.unwrap().starts_with("  n %% 3\n"));
        let error = claim("m == 0").err().unwrap();
        assert!(error.message.contains('m'), "{}", error.message);
        let error = claim("n[0]").unwrap().holds(&About::Heaps(&[4]));
        assert_eq!(error.unwrap_err().position.unwrap(), "4");
        let error = claim("'x'").unwrap().holds(&About::Heaps(&[4]));
        assert!(error.unwrap_err().message.contains("neither"));
    }
}
