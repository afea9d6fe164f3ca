//! A judge problem that is ready to be asked.

use std::fmt;
use std::path::PathBuf;

use grundy_core::{Limits, RulesError};
use grundy_rules::{Judge, find_problem, nearest_problems, read_rules};

use crate::Answers;

/// A judge problem that is ready to be asked.
///
/// # Examples
///
/// ```
/// # use grundy_judge::JudgeProgram;
/// let problem = JudgeProgram::open("spoj-mmmgame", &Default::default()).unwrap();
/// assert_eq!(problem.run("2\n3\n3 5 1\n1\n1\n").unwrap(), "John\nBrother\n");
/// ```
pub struct JudgeProgram {
    judge: Judge,
    limits: Limits,
}

/// Why a problem cannot be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// There is neither a built-in problem nor a file of this name.
    Unknown {
        /// The name.
        name: String,
    },
    /// The file cannot be read.
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The program is wrong.
    Rules(RulesError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Unknown { name } => write!(
                f,
                "unknown problem `{name}`{}; name a built-in problem, or give a path to a .star file",
                nearest_problems(name)
            ),
            OpenError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            OpenError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            OpenError::Unknown { .. } => None,
            OpenError::Io { source, .. } => Some(source),
            OpenError::Rules(error) => Some(error),
        }
    }
}

impl From<RulesError> for OpenError {
    fn from(error: RulesError) -> OpenError {
        OpenError::Rules(error)
    }
}

impl JudgeProgram {
    /// The built-in problem `name`, or the program in the file with this path.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if there is neither, or the program is wrong.
    pub fn open(name: &str, limits: &Limits) -> Result<JudgeProgram, OpenError> {
        if let Some(problem) = find_problem(name) {
            let file = format!("{}.star", problem.name);
            return Ok(JudgeProgram::load(&file, problem.source, limits)?);
        }
        if !name.ends_with(".star") {
            let name = name.to_owned();
            return Err(OpenError::Unknown { name });
        }
        let source = read_rules(name).map_err(|source| OpenError::Io {
            path: name.into(),
            source,
        })?;
        Ok(JudgeProgram::load(name, &source, limits)?)
    }

    /// The program in `source`, the contents of `file`.
    ///
    /// # Errors
    ///
    /// If the program is wrong.
    pub fn load(file: &str, source: &str, limits: &Limits) -> Result<JudgeProgram, RulesError> {
        Ok(JudgeProgram {
            judge: Judge::load(file, source, limits)?,
            limits: limits.clone(),
        })
    }

    /// The output for `input`.
    ///
    /// # Errors
    ///
    /// If the program fails on it or takes too much.
    pub fn run(&self, input: &str) -> Result<String, RulesError> {
        let answers = Answers::new(self.judge.rules(), &self.limits);
        let (output, _) = self.judge.run(input, Box::new(answers));
        output
    }
}
