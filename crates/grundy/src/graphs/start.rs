//! One vertex of a solved graph: verdict, best moves, a line of best play, and why.

use grundy_core::{Block, LimitReached, Limits, Outcome, Play, Table, Value};
use grundy_graph::{GraphFile, Line, Move, Strategy, loopy_values};

use crate::Error;

/// Vertices of a line that are followed at most.
const LONGEST_LINE: usize = 10_000;
/// Rows of a table of an explanation at most.
const MOST_ROWS: usize = 40;

/// What is known about one vertex.
#[derive(Clone, Debug)]
pub struct AtStart {
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
    pub moves: Vec<(String, Move)>,
    /// A line of best play.
    pub line: Line,
    /// The line in labels.
    pub line_labels: Vec<String>,
    /// Why, if that was asked for.
    pub explanation: Vec<Block>,
}

/// What to find out about a vertex.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Which convention.
    pub play: Play,
    /// Whether to compute the loopy value.
    pub value: bool,
    /// Whether to explain.
    pub explain: bool,
}

/// Solves the graph and looks at the vertex called `label`.
///
/// # Errors
///
/// [`Error::Usage`] if there is no such vertex or no value, [`Error::Limit`].
pub fn at_start(
    file: &GraphFile,
    label: &str,
    wanted: Wanted,
    limits: &Limits,
) -> Result<AtStart, Error> {
    let v = find(file, label)?;
    let graph = file.graph();
    let solution = file.solve(wanted.play, limits)?;
    let owners = file.owners.as_ref();
    let strategy = Strategy::new(
        &graph,
        &solution,
        owners.map(|owners| &owners.of[..]),
        &file.decided,
    );
    let name = |player: u8| owners.map(|owners| owners.names[usize::from(player)].clone());
    let owner = owners.map(|owners| owners.of[v as usize]);
    let outcome = solution.outcome(v);
    let winner = owner.and_then(|owner| match outcome {
        Outcome::Win => name(owner),
        Outcome::Lose => name(1 - owner),
        Outcome::Draw => None,
    });
    let line = strategy.line(v, LONGEST_LINE);
    let value = match wanted.value {
        true => Some(values(file, wanted.play, limits)?.value(v)),
        false => None,
    };
    let mut found = AtStart {
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
    if wanted.explain {
        found.explanation = explain(file, &strategy, v, &found);
    }
    Ok(found)
}

/// The loopy values of a graph, where there are such things.
///
/// # Errors
///
/// [`Error::Usage`] where there are none, [`Error::Limit`].
pub fn values(
    file: &GraphFile,
    play: Play,
    limits: &Limits,
) -> Result<grundy_graph::LoopyValues, Error> {
    let refuse = |why: &str| Error::Usage {
        message: format!("{why} have no nim-values; leave out --values"),
    };
    if play == Play::Misere {
        return Err(refuse("misère games"));
    }
    if file.owners.is_some() {
        return Err(refuse("games in which vertices have owners"));
    }
    if file
        .decided
        .iter()
        .any(|&(_, outcome)| outcome != Outcome::Lose)
    {
        return Err(refuse("games with results other than `lose`"));
    }
    let graph = file.graph();
    let found: Result<_, LimitReached> = match file.decided.is_empty() {
        true => loopy_values(&graph, limits),
        // Lost under normal play is what a vertex without moves is.
        false => {
            let is_over = |v: &u32| file.decided.binary_search_by_key(v, |&(at, _)| at).is_ok();
            let edges = graph.edges().filter(|(from, _)| !is_over(from));
            let open = grundy_graph::Graph::from_edges(graph.vertices(), edges);
            loopy_values(&open, limits)
        }
    };
    Ok(found?)
}

fn find(file: &GraphFile, label: &str) -> Result<u32, Error> {
    let vertices = file.vertices();
    file.labels.find(label, vertices).ok_or_else(|| {
        let cure = match vertices {
            0 => "it has no vertices".to_owned(),
            _ => format!(
                "they are {} to {}",
                file.labels.show(0),
                file.labels.show(vertices - 1)
            ),
        };
        Error::Usage {
            message: format!("`{label}` is no vertex of the graph; {cure}"),
        }
    })
}

fn explain(file: &GraphFile, strategy: &Strategy, v: u32, found: &AtStart) -> Vec<Block> {
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
fn explain_chain(file: &GraphFile, strategy: &Strategy, found: &AtStart) -> Vec<Block> {
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
            Some(owners) => owners.names[usize::from(owners.of[pair[0] as usize])].clone(),
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
