//! A judge problem that is ready to be asked.

use std::fmt;
use std::path::PathBuf;

use grundy_core::{Limits, RulesError};
use grundy_rules::{Judge, find_problem, nearest_problems, read_rules};

use crate::{Answers, PositionLanguage};

/// A judge problem that is ready to be asked; positions in its questions are read as `L` reads them.
pub struct JudgeProgram<L> {
    judge: Judge,
    limits: Limits,
    language: L,
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
                "unknown problem `{name}`{}; `grundy judge --list` names all, or give a path to a .star file",
                nearest_problems(name)
            ),
            OpenError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            OpenError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<RulesError> for OpenError {
    fn from(error: RulesError) -> OpenError {
        OpenError::Rules(error)
    }
}

impl<L: PositionLanguage + Clone + Default + 'static> JudgeProgram<L> {
    /// The built-in problem `name`, or the program in the file with this path.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if there is neither, or the program is wrong.
    pub fn open(name: &str, limits: &Limits) -> Result<JudgeProgram<L>, L::Error>
    where
        L::Error: From<OpenError>,
    {
        if let Some(problem) = find_problem(name) {
            let file = format!("{}.star", problem.name);
            return JudgeProgram::load(&file, problem.source, limits);
        }
        if !name.ends_with(".star") {
            let name = name.to_owned();
            return Err(OpenError::Unknown { name }.into());
        }
        let source = read_rules(name).map_err(|source| OpenError::Io {
            path: name.into(),
            source,
        })?;
        JudgeProgram::load(name, &source, limits)
    }

    /// The program in `source`, the contents of `file`.
    ///
    /// # Errors
    ///
    /// If the program is wrong.
    pub fn load(file: &str, source: &str, limits: &Limits) -> Result<JudgeProgram<L>, L::Error> {
        Ok(JudgeProgram {
            judge: Judge::load(file, source, limits)?,
            limits: limits.clone(),
            language: L::default(),
        })
    }

    /// The output for `input`.
    ///
    /// # Errors
    ///
    /// If the program fails on it or takes too much.
    pub fn run(&self, input: &str) -> Result<String, L::Error> {
        let answers = Answers::new(self.language.clone(), self.judge.rules(), &self.limits);
        let (output, _) = self.judge.run(input, Box::new(answers));
        Ok(output?)
    }
}
