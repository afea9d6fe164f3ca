//! One vertex of a solved graph: verdict, best moves, a line of best play, and why.

use std::fmt;

use grundy_core::{Block, LimitReached, Limits, Outcome, Play, Table, Value};

use crate::{BestLine, GraphFile, LoopyError, LoopyValues, Strategy, StrategyMove};

/// Vertices of a line that are followed at most.
const LONGEST_LINE: usize = 10_000;
/// Rows of a table of an explanation at most.
const MOST_ROWS: usize = 40;

/// What is known about one vertex.
#[derive(Clone, Debug)]
pub struct VertexAnalysis {
    /// What the vertex is called.
    pub label: String,
    /// Who wins, the player who moves there or the other.
    pub outcome: Outcome,
    /// Moves to the end; none for a draw.
    pub remoteness: Option<u32>,
    /// The loopy value, where one was asked for.
    pub value: Option<Value>,
    /// Who moves there, if vertices have owners.
    pub owner: Option<String>,
    /// Who wins, by name, if vertices have owners and somebody does.
    pub winner: Option<String>,
    /// Every move with the label of where it leads.
    pub moves: Vec<(String, StrategyMove)>,
    /// A line of best play.
    pub line: BestLine,
    /// The line in labels.
    pub line_labels: Vec<String>,
    /// Why, if that was asked for.
    pub explanation: Vec<Block>,
}

/// What to find out about a vertex.
#[derive(Clone, Copy, Debug)]
pub struct VertexRequest {
    /// Which convention.
    pub play: Play,
    /// Whether to compute the loopy value.
    pub value: bool,
    /// Whether to explain.
    pub explain: bool,
}

/// Why there is nothing to say about a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VertexError {
    /// The graph has no such vertex.
    Unknown {
        /// What was asked for.
        label: String,
        /// The labels of the first and the last vertex, if there are any.
        range: Option<(String, String)>,
    },
    /// Values were asked for under misère play, where there are none.
    ValuesUnderMisere,
    /// The graph has no values, or a limit ended the work.
    Values(LoopyError),
}

impl fmt::Display for VertexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VertexError::Unknown { label, range } => {
                write!(f, "`{label}` is not a vertex of the graph; ")?;
                match range {
                    None => f.write_str("it has no vertices"),
                    Some((first, last)) => write!(f, "they are {first} to {last}"),
                }
            }
            VertexError::ValuesUnderMisere => {
                f.write_str("misère games have no nim-values; ask for outcomes only")
            }
            VertexError::Values(LoopyError::Limit(reached)) => reached.fmt(f),
            VertexError::Values(error) => write!(f, "{error}; ask for outcomes only"),
        }
    }
}

impl std::error::Error for VertexError {}

impl From<LimitReached> for VertexError {
    fn from(reached: LimitReached) -> VertexError {
        VertexError::Values(reached.into())
    }
}

/// Solves the graph and looks at the vertex called `label`.
///
/// # Errors
///
/// [`VertexError`] if there is no such vertex or no value, or a limit is reached.
pub fn analyse_vertex(
    file: &GraphFile,
    label: &str,
    request: VertexRequest,
    limits: &Limits,
) -> Result<VertexAnalysis, VertexError> {
    let v = find(file, label)?;
    let graph = file.graph();
    let solution = file.solve(request.play, limits)?;
    let owners = file.owners.as_ref();
    let strategy = Strategy::new(
        &graph,
        &solution,
        owners.map(|owners| &owners.of[..]),
        &file.decided,
    );
    let name = |player: u8| owners.map(|owners| owners.visible_name(player));
    let owner = owners.map(|owners| owners.of[v as usize]);
    let outcome = solution.outcome(v);
    let winner = owner.and_then(|owner| match outcome {
        Outcome::Win => name(owner),
        Outcome::Lose => name(1 - owner),
        Outcome::Draw => None,
    });
    let line = strategy.line(v, LONGEST_LINE);
    let value = if request.value {
        Some(values_under(file, request.play, limits)?.value(v))
    } else {
        None
    };
    let mut found = VertexAnalysis {
        label: file.labels.show(v),
        outcome,
        remoteness: solution.remoteness(v),
        value,
        owner: owner.and_then(name),
        winner,
        moves: strategy
            .moves(v)
            .into_iter()
            .map(|m| (file.labels.show(m.to), m))
            .collect(),
        line_labels: line.vertices.iter().map(|&v| file.labels.show(v)).collect(),
        line,
        explanation: Vec::new(),
    };
    if request.explain {
        found.explanation = explain(file, &strategy, v, &found);
    }
    Ok(found)
}

/// The loopy values of a graph under this convention, where there are such things.
///
/// # Errors
///
/// [`VertexError`] where there are none, or a limit is reached.
pub fn values_under(
    file: &GraphFile,
    play: Play,
    limits: &Limits,
) -> Result<LoopyValues, VertexError> {
    if play == Play::Misere {
        return Err(VertexError::ValuesUnderMisere);
    }
    file.loopy_values(limits).map_err(VertexError::Values)
}

fn find(file: &GraphFile, label: &str) -> Result<u32, VertexError> {
    let vertices = file.vertices();
    let show = |v| file.labels.show(v);
    let found = file.labels.find(label, vertices);
    found.ok_or_else(|| VertexError::Unknown {
        label: label.to_owned(),
        range: vertices.checked_sub(1).map(|last| (show(0), show(last))),
    })
}

fn explain(file: &GraphFile, strategy: &Strategy, v: u32, found: &VertexAnalysis) -> Vec<Block> {
    match found.outcome {
        _ if strategy.is_over(v) => vec![Block::text(format!(
            "The game is over at {}: {}.",
            found.label,
            if found.moves.is_empty() && file.decided.iter().all(|&(at, _)| at != v) {
                "there is no move"
            } else {
                "the file says so"
            }
        ))],
        Outcome::Draw => explain_draw(file, strategy, v),
        _ => explain_chain(file, strategy, found),
    }
}

/// The chain of forced moves: each step of the line, and why nothing else is better.
fn explain_chain(file: &GraphFile, strategy: &Strategy, found: &VertexAnalysis) -> Vec<Block> {
    let show = |v: u32| file.labels.show(v);
    let mut table = Table::new(
        "the chain of best play",
        ["at", "to move", "move", "because"],
    );
    for (step, pair) in found.line.vertices.windows(2).enumerate().take(MOST_ROWS) {
        let moves = strategy.moves(pair[0]);
        let best = moves.iter().find(|m| m.to == pair[1]);
        let left = best.and_then(|m| m.remoteness).unwrap_or(0);
        let is_win = best.is_some_and(|m| m.outcome == Outcome::Win);
        let because = match (is_win, moves.len()) {
            (true, _) => format!("the opponent is lost there in {left}"),
            (false, 1) => format!("the only move; it loses in {left} more"),
            (false, count) => {
                format!("all {count} moves lose; this one lasts longest, {left} more")
            }
        };
        let owners = file.owners.as_ref();
        let who = match owners {
            Some(owners) => owners.visible_name(owners.of[pair[0] as usize]),
            None => ["first", "second"][step % 2].to_owned(),
        };
        table
            .rows
            .push(vec![show(pair[0]), who, show(pair[1]), because]);
    }
    let rest = found.line.vertices.len().saturating_sub(1 + MOST_ROWS);
    let mut blocks = vec![Block::Table(table)];
    if rest > 0 {
        blocks.push(Block::text(format!(
            "… and {rest} moves more of the same kind."
        )));
    }
    if let Some(&end) = found.line.vertices.last().filter(|_| !found.line.is_cut) {
        blocks.push(Block::text(format!("At {} the game is over.", show(end))));
    }
    blocks
}

/// The set within which the draw is held.
fn explain_draw(file: &GraphFile, strategy: &Strategy, v: u32) -> Vec<Block> {
    let show = |v: u32| file.labels.show(v);
    let list = |vertices: &[u32]| {
        let shown: Vec<String> = vertices.iter().take(12).map(|&v| show(v)).collect();
        let more = if vertices.len() > 12 { ", …" } else { "" };
        shown.join(", ") + more
    };
    let (stay, is_all) = strategy.stay(v, MOST_ROWS);
    let mut table = Table::new(
        "where the draw is held",
        ["at", "who moves", "moves", "loses by"],
    );
    for place in &stay {
        let who = if place.is_holder {
            "the holder, by"
        } else {
            "the opponent, to"
        };
        table.rows.push(vec![
            show(place.vertex),
            who.to_owned(),
            list(&place.moves),
            list(&place.losing),
        ]);
    }
    let size = if is_all {
        format!("{} places", stay.len())
    } else {
        format!("more than {} places", stay.len())
    };
    vec![
        Block::text(format!(
            "No move from {} reaches a lost vertex, and the player to move there can stay for ever among {size}: \
             the holder's move leads back into the set, and every move of the opponent stays in it or loses.",
            show(v)
        )),
        Block::Table(table),
    ]
}
