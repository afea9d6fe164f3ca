//! What is asked of many processes: the words after `--`.

use std::path::{Path, PathBuf};

use clap::Parser;
use grundy::core::Play;
use grundy::graph::Format;
use grundy_cluster::GraphInput;

use super::super::graph::parse_format;
use crate::failure::Failure;

/// A question for many processes.
#[derive(Parser)]
#[command(
    name = "grundy cluster run --",
    no_binary_name = true,
    disable_help_subcommand = true
)]
pub enum Question {
    /// A game on a directed graph
    Graph(GraphQuestion),
    /// A position of a game, or a sum
    Solve(SolveQuestion),
    /// Policeman and thief on a map
    Pursuit(PursuitQuestion),
}

/// A position whose whole game is explored.
#[derive(clap::Args)]
pub struct SolveQuestion {
    /// The position, in the position language; several are a sum
    #[arg(value_name = "POSITION", required = true)]
    pub positions: Vec<String>,

    /// Misère play: the player who cannot move wins
    #[arg(long)]
    pub misere: bool,
}

/// A pursuit.
#[derive(clap::Args)]
pub struct PursuitQuestion {
    /// The map
    #[arg(value_name = "MAP")]
    pub map: PathBuf,

    /// Let both sides skip their turn
    #[arg(long)]
    pub stay: bool,
}

impl Question {
    /// The file that it is about, if it is about one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Question::Graph(question) => Some(&question.file),
            Question::Pursuit(question) => Some(&question.map),
            Question::Solve(_) => None,
        }
    }
}

/// A game on a graph.
#[derive(clap::Args)]
pub struct GraphQuestion {
    /// The graph, a file that every process can read
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Misère play: the player who cannot move wins
    #[arg(long)]
    pub misere: bool,

    /// Add the number of moves to the end
    #[arg(long)]
    pub remoteness: bool,

    /// Vertices count from 1
    #[arg(long)]
    pub one_based: bool,

    /// What the file is, if it should not be found out
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub format: Option<Format>,
}

impl GraphQuestion {
    /// Which graph is read, and how.
    pub fn input(&self) -> GraphInput {
        GraphInput {
            path: self.file.clone(),
            format: self.format,
            one_based: self.one_based,
        }
    }

    /// The rules.
    pub fn play(&self) -> Play {
        if self.misere {
            Play::Misere
        } else {
            Play::Normal
        }
    }
}

/// Reads the words of a question.
pub fn parse(words: &[String]) -> Result<Question, Failure> {
    Question::try_parse_from(words).map_err(|error| {
        let text = error.render().to_string();
        let text = text.trim().trim_start_matches("error:").trim_start();
        let first = text.split("\n\n").next().unwrap_or(text);
        Failure::usage(format!(
            "{}; after `--` comes a question: graph FILE, solve POSITION or pursuit MAP",
            first.replace('\n', " ").trim()
        ))
    })
}
