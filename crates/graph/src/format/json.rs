//! Graphs in JSON: grundy's own, and the node-link data of networkx.
//!
//! ```text
//! {"vertices":3,"edges":[[0,1],[1,2]],"owner":[0,1,0],"result":{"2":"lose"}}
//! {"directed":true,"nodes":[{"id":"a","result":"lose"},…],"links":[{"source":"b","target":"a"},…]}
//! ```

use grundy_core::Limits;

use super::json_reader::{Written, read};
use super::names::{NamedGraph, Stated, outcome};
use super::{Format, FormatErrorKind, GraphFile, GraphSource, Labels, LoadError, Owners};
use crate::MOST_VERTICES;
use crate::budget::Budget;
use crate::build::gather;

/// Reads a graph in JSON.
pub(crate) fn load(
    source: &GraphSource,
    one_based: bool,
    limits: &Limits,
) -> Result<GraphFile, LoadError> {
    let text = source.contents(limits)?;
    let mut budget = Budget::new(limits, text.len() as u64)?;
    let written = read(&text, &mut budget)?;
    if written.has_nodes {
        load_node_link(written, &text, &mut budget)
    } else {
        load_numbered(written, &text, u64::from(one_based), &mut budget)
    }
}

/// A graph whose vertices are numbers.
fn load_numbered(
    written: Written,
    text: &[u8],
    base: u64,
    budget: &mut Budget,
) -> Result<GraphFile, LoadError> {
    let vertices = count_vertices(&written, base)?;
    let vertex = |v: u64| -> Result<u32, FormatErrorKind> {
        let inside = v.checked_sub(base).filter(|&v| v < u64::from(vertices));
        inside
            .map(|v| v as u32)
            .ok_or(FormatErrorKind::VertexOutOfRange {
                vertex: v,
                first: base,
                vertices: u64::from(vertices),
            })
    };
    let mut edges = Vec::new();
    for (index, &(from, to)) in written.pairs.iter().enumerate() {
        // The list itself opens the first bracket.
        let place = |kind: FormatErrorKind| at_element(kind, text, "edges", index + 1);
        let edge = (vertex(from).map_err(place)?, vertex(to).map_err(place)?);
        budget.push(&mut edges, edge)?;
    }
    let (rows, degrees) = gather(vertices, &edges[..], budget.used_bytes(), budget.limits())?;
    let labels = Labels::Numbers { first: base as u32 };
    let mut file = GraphFile::new(rows, degrees, labels, Format::Json);
    if let Some(owners) = written.owners {
        if owners.of.len() != vertices as usize {
            let kind = FormatErrorKind::WrongCount {
                what: "owners (one for each vertex)",
                stated: u64::from(vertices),
                found: owners.of.len() as u64,
            };
            return Err(at_element(kind, text, "owner", 0));
        }
        let mut names = owners.names.into_iter();
        let names = [(); 2].map(|()| names.next().unwrap_or_else(|| "the other".to_owned()));
        let of = owners.of;
        file.owners = Some(Owners { of, names });
    }
    for (number, word) in &written.results {
        let place = |kind: FormatErrorKind| at_element(kind, text, &number.to_string(), 0);
        let v = vertex(*number).map_err(place)?;
        let outcome = outcome(word, v, file.owners.as_ref());
        file.decided
            .push((v, outcome.ok_or_else(|| place(bad_result(word)))?));
    }
    file.decided.sort_unstable();
    Ok(file)
}

/// A graph whose vertices are nodes with an `id`.
fn load_node_link(
    written: Written,
    text: &[u8],
    budget: &mut Budget,
) -> Result<GraphFile, LoadError> {
    if written.is_directed == Some(false) {
        return Err(at_element(FormatErrorKind::Undirected, text, "directed", 0));
    }
    let is_mixed =
        !written.pairs.is_empty() || written.owners.is_some() || written.vertices.is_some();
    if is_mixed || !written.results.is_empty() {
        let expected = "`links` with `source` and `target`; owners and results belong to nodes";
        let kind = FormatErrorKind::unexpected(b"numbered vertices", expected);
        return Err(at_element(kind, text, "nodes", 0));
    }
    let mut graph = NamedGraph::default();
    for (index, node) in written.nodes.iter().enumerate() {
        let vertex = graph.vertex(&node.id, budget)?;
        if (vertex as usize) < index {
            // Also for the number 3 beside the text "3", which cannot be told apart here.
            let what = format!("the node `{}`", node.id);
            return Err(at_element(
                FormatErrorKind::Repeated { what },
                text,
                "nodes",
                0,
            ));
        }
        if let Some(owner) = &node.owner {
            graph.own(vertex, owner, budget)?;
        }
        if let Some(word) = &node.result {
            let stated = Stated {
                vertex,
                word: word.clone(),
                place: None,
            };
            graph.state(stated, budget)?;
        }
    }
    for (from, to) in &written.links {
        let ends = (graph.vertex(from, budget)?, graph.vertex(to, budget)?);
        let listed = written.nodes.len() as u32;
        if listed > 0 && ends.0.max(ends.1) >= listed {
            let end = if ends.0 >= listed { from } else { to };
            let kind = FormatErrorKind::unexpected(end.as_bytes(), "the id of a node");
            return Err(at_element(kind, text, "nodes", 0));
        }
        graph.edge(ends.0, ends.1, budget)?;
    }
    graph.finish(Format::NodeLink, text, budget)
}

fn count_vertices(written: &Written, base: u64) -> Result<u32, LoadError> {
    let largest = written.pairs.iter().map(|&(a, b)| a.max(b)).max();
    let of_owners = written.owners.as_ref().map(|owners| owners.of.len() as u64);
    let named = largest.map_or(0, |v| v.saturating_add(1).saturating_sub(base));
    let count = written.vertices.or(of_owners).unwrap_or(named);
    let most = u64::from(MOST_VERTICES);
    if count > most {
        let (what, found) = ("vertices", count);
        return Err(FormatErrorKind::TooLarge { what, found, most }
            .nowhere()
            .into());
    }
    let (found, most) = (written.pairs.len() as u64, u64::from(u32::MAX));
    if found > most {
        let what = "edges";
        return Err(FormatErrorKind::TooLarge { what, found, most }
            .nowhere()
            .into());
    }
    Ok(count as u32)
}

fn bad_result(word: &str) -> FormatErrorKind {
    let expected = "`win`, `lose`, `draw` or an owner as the result of a vertex";
    FormatErrorKind::unexpected(word.as_bytes(), expected)
}

/// An error at the `index`th element of the list (or at the key) that begins after `key`.
fn at_element(kind: FormatErrorKind, text: &[u8], key: &str, index: usize) -> LoadError {
    let quoted = format!("\"{key}\"");
    let found = text
        .windows(quoted.len())
        .position(|window| window == quoted.as_bytes());
    let start = found.unwrap_or(0);
    if index == 0 {
        return kind.at_bytes(text, start..start + quoted.len()).into();
    }
    let opening = |&(_, &byte): &(usize, &u8)| byte == b'[';
    let element = text[start..].iter().enumerate().filter(opening).nth(index);
    let begin = start + element.map_or(0, |(at, _)| at);
    let length = text[begin..].iter().position(|&b| b == b']');
    kind.at_bytes(text, begin..begin + length.map_or(1, |at| at + 1))
        .into()
}
