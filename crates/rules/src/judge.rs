//! A judge problem: a file with a function `judge(text)` that turns the input into the output.

use std::sync::Arc;

use grundy_core::{Limits, RulesError};
use starlark::values::Value;
use starlark::values::list::ListRef;

use crate::convert;
use crate::limits::RuleLimits;
use crate::oracle::{Oracle, with_oracle};
use crate::program::{Function, Program, on_large_stack};
use crate::star_rules::StarRules;

/// A program that answers a judge.
pub struct Judge {
    program: Arc<Program>,
    judge: Function,
    rules: Option<StarRules>,
    limits: RuleLimits,
}

impl Judge {
    /// The program in `source`, the contents of `file`.
    ///
    /// # Errors
    ///
    /// [`RulesError`] with line, caret and cure.
    pub fn load(file: &str, source: &str, limits: &Limits) -> Result<Judge, RulesError> {
        let program = Program::load(file, source.to_owned(), &RuleLimits::within(limits))?;
        let program = Arc::new(program);
        let Some(judge) = program.function("judge")? else {
            let message =
                "there is no function `judge`; write def judge(text): and return the output";
            return Err(program.origin(None).at_function("", message.to_owned()));
        };
        let rules = match program.function("moves")? {
            Some(_) => Some(StarRules::from_program(program.clone())?),
            None => None,
        };
        Ok(Judge {
            program,
            judge,
            rules,
            limits: RuleLimits::for_judge(limits),
        })
    }

    /// The file's own game, if it has one.
    pub fn rules(&self) -> Option<&StarRules> {
        self.rules.as_ref()
    }

    /// The output for `input`; questions go to `oracle`, which comes back with what it learnt.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the program fails or takes too much.
    pub fn run(
        &self,
        input: &str,
        oracle: Box<dyn Oracle>,
    ) -> (Result<String, RulesError>, Box<dyn Oracle>) {
        on_large_stack(|| {
            with_oracle(oracle, self.rules.is_some(), || {
                self.program.call_within(
                    &self.limits,
                    &self.judge,
                    |heap| vec![heap.alloc(input)],
                    None,
                    |value, _| Ok(output(value)?),
                )
            })
        })
    }
}

/// A string, or a list of lines.
fn output(value: Value<'_>) -> Result<String, String> {
    let mut text = match (value.unpack_str(), ListRef::from_value(value)) {
        (Some(text), _) => text.to_owned(),
        (None, None) if value.get_type() == "int" => value.to_str(),
        (None, Some(lines)) => {
            let lines: Vec<String> = lines.content().iter().map(|line| line.to_str()).collect();
            lines.join("\n")
        }
        _ => {
            let shown = convert::shown(value);
            return Err(format!(
                "`{shown}` was returned; return the output as a string, a number, or a list of lines"
            ));
        }
    };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}
