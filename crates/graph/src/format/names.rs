//! Vertices by name: numbers for them, and the graph once all edges are read.

use grundy_core::Outcome;
use rustc_hash::FxHashMap;

use super::{Format, FormatErrorKind, GraphFile, Labels, LoadError, Owners};
use crate::MOST_VERTICES;
use crate::budget::Budget;
use crate::build::gather;
use crate::graph_file::name_bytes;

/// Vertices by name in the order in which they were first named, and edges between them.
#[derive(Default)]
pub(crate) struct NamedGraph {
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
    edges: Vec<(u32, u32)>,
    owners: Vec<(u32, String)>,
    results: Vec<Stated>,
}

/// A result that a file states for a vertex.
pub(crate) struct Stated {
    pub(crate) vertex: u32,
    pub(crate) word: String,
    /// Where in the text it stands, if that is known.
    pub(crate) place: Option<usize>,
}

impl NamedGraph {
    /// The number of the vertex called `name`, a new one if there is none.
    pub(crate) fn vertex(&mut self, name: &str, budget: &mut Budget) -> Result<u32, LoadError> {
        budget.work(1)?;
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.names.len() as u32;
        if number == MOST_VERTICES {
            let (found, most) = (u64::from(number) + 1, u64::from(MOST_VERTICES));
            let what = "vertices";
            return Err(FormatErrorKind::TooLarge { what, found, most }
                .nowhere()
                .into());
        }
        // The name twice, and a place in a table that may be half empty.
        budget.take(2 * name_bytes(name.len()) + 64)?;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    /// Adds an edge.
    pub(crate) fn edge(
        &mut self,
        from: u32,
        to: u32,
        budget: &mut Budget,
    ) -> Result<(), LoadError> {
        Ok(budget.push(&mut self.edges, (from, to))?)
    }

    /// States who moves at a vertex.
    pub(crate) fn own(
        &mut self,
        vertex: u32,
        player: &str,
        budget: &mut Budget,
    ) -> Result<(), LoadError> {
        budget.take(name_bytes(player.len()))?;
        Ok(budget.push(&mut self.owners, (vertex, player.to_owned()))?)
    }

    /// States the outcome at a vertex.
    pub(crate) fn state(&mut self, stated: Stated, budget: &mut Budget) -> Result<(), LoadError> {
        budget.take(name_bytes(stated.word.len()))?;
        Ok(budget.push(&mut self.results, stated)?)
    }

    /// True if nothing was named.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The graph with its vertices in order; `text` is what was read.
    pub(crate) fn finish(
        mut self,
        format: Format,
        text: &[u8],
        budget: &mut Budget,
    ) -> Result<GraphFile, LoadError> {
        self.numbers = FxHashMap::default();
        if self.edges.len() > u32::MAX as usize {
            let (found, most) = (self.edges.len() as u64, u64::from(u32::MAX));
            let what = "edges";
            return Err(FormatErrorKind::TooLarge { what, found, most }
                .nowhere()
                .into());
        }
        // Numbers, an order and places, and names again if they are sorted.
        budget.take(self.names.len() as u64 * 48)?;
        let (labels, place) = order(self.names);
        let at = |v: u32| place[v as usize];
        for edge in &mut self.edges {
            budget.work(1)?;
            *edge = (at(edge.0), at(edge.1));
        }
        let vertices = place.len() as u32;
        let edges = &self.edges[..];
        let (rows, degrees) = gather(vertices, edges, budget.used_bytes(), budget.limits())?;
        let mut file = GraphFile::new(rows, degrees, labels, format);
        let owners = self.owners.into_iter().map(|(v, name)| (at(v), name));
        file.owners = assign(owners, vertices as usize)?;
        let mut results = FxHashMap::default();
        for Stated {
            vertex,
            word,
            place,
        } in self.results
        {
            let Some(outcome) = outcome(&word, at(vertex), file.owners.as_ref()) else {
                let expected = "`win`, `lose`, `draw` or an owner as the result of a vertex";
                let kind = FormatErrorKind::unexpected(word.as_bytes(), expected);
                let error = match place {
                    Some(start) => kind.at_bytes(text, start..start + word.len()),
                    None => kind.nowhere(),
                };
                return Err(error.into());
            };
            results.insert(at(vertex), outcome);
        }
        file.decided = results.into_iter().collect();
        file.decided.sort_unstable();
        Ok(file)
    }
}

/// What the vertices are called, and the place of each: in order of their numbers if all names are
/// numbers, else as they came.
fn order(names: Vec<String>) -> (Labels, Vec<u32>) {
    let as_number = |name: &String| name.parse::<u32>().ok().filter(|n| n.to_string() == *name);
    let Some(numbers) = names.iter().map(as_number).collect::<Option<Vec<u32>>>() else {
        let place = (0..names.len() as u32).collect();
        return (Labels::Names(names), place);
    };
    let mut sorted: Vec<u32> = (0..numbers.len() as u32).collect();
    sorted.sort_unstable_by_key(|&v| numbers[v as usize]);
    let mut place = vec![0; numbers.len()];
    for (at, &v) in sorted.iter().enumerate() {
        place[v as usize] = at as u32;
    }
    let first = sorted.first().map_or(0, |&v| numbers[v as usize]);
    let is_dense = sorted
        .last()
        .is_none_or(|&v| numbers[v as usize] - first == numbers.len() as u32 - 1);
    if first <= 1 && is_dense {
        return (Labels::Numbers { first }, place);
    }
    let names = sorted.iter().map(|&v| numbers[v as usize].to_string());
    (Labels::Names(names.collect()), place)
}

/// Owners of vertices; a vertex without one belongs to the first player.
fn assign(
    owners: impl Iterator<Item = (u32, String)>,
    vertices: usize,
) -> Result<Option<Owners>, LoadError> {
    let mut names: Vec<String> = Vec::new();
    let mut of = vec![0; vertices];
    for (v, name) in owners {
        if names.is_empty() && matches!(name.as_str(), "0" | "1") {
            names = vec!["0".to_owned(), "1".to_owned()];
        }
        let at = names.iter().position(|known| *known == name);
        let at = at.unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        });
        if at > 1 {
            return Err(FormatErrorKind::ThirdPlayer { name }.nowhere().into());
        }
        of[v as usize] = at as u8;
    }
    if names.is_empty() {
        return Ok(None);
    }
    let mut names = names.into_iter();
    let names = [(); 2].map(|()| names.next().unwrap_or_else(|| "the other".to_owned()));
    Ok(Some(Owners { of, names }))
}

/// The outcome that `word` states for the player who moves at `v`.
pub(crate) fn outcome(word: &str, v: u32, owners: Option<&Owners>) -> Option<Outcome> {
    match word {
        "win" => Some(Outcome::Win),
        "lose" => Some(Outcome::Lose),
        "draw" => Some(Outcome::Draw),
        _ => owners?.result_by_winner(word, v),
    }
}
