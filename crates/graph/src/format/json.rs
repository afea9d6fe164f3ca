//! Graphs in JSON: `{"vertices":n,"edges":[[a,b],…],"owner":[…],"result":{…}}`.
//!
//! `owner` has 0 or 1, or a name, for each vertex. `result` maps vertices to `win`, `lose` or
//! `draw`, as the player who would move there sees it, or to the player who has won.

use std::fmt;

use grundy_core::{Limits, Outcome};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};

use super::{Format, FormatErrorKind, GraphFile, Labels, LoadError, Owners, Source};
use crate::{Graph, MOST_VERTICES};

/// The file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    vertices: Option<u64>,
    edges: Vec<(u64, u64)>,
    #[serde(default)]
    owner: Option<Vec<Player>>,
    #[serde(default)]
    result: Results,
}

/// A player, by number or name.
#[derive(Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(untagged)]
enum Player {
    Number(u64),
    Name(String),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Number(number) => number.fmt(f),
            Player::Name(name) => name.fmt(f),
        }
    }
}

/// The map `result`, in order, with repeated keys refused.
#[derive(Default)]
struct Results(Vec<(u64, Player)>);

impl<'de> Deserialize<'de> for Results {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Results, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Results;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object such as {\"3\": \"lose\"}")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Results, A::Error> {
                let (mut entries, mut seen) = (Vec::new(), std::collections::BTreeSet::new());
                while let Some((key, result)) = map.next_entry::<String, Player>()? {
                    let message =
                        || A::Error::custom(format!("`{key}` is no vertex; use its number"));
                    let vertex: u64 = key.parse().map_err(|_| message())?;
                    if !seen.insert(vertex) {
                        let twice = format!("the result of vertex {vertex} is given twice");
                        return Err(A::Error::custom(twice));
                    }
                    entries.push((vertex, result));
                }
                Ok(Results(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// Reads a graph in JSON.
pub(crate) fn load(
    source: &Source,
    one_based: bool,
    limits: &Limits,
) -> Result<GraphFile, LoadError> {
    let base = u64::from(one_based);
    let text = source.read_all(limits)?;
    let written: Written = serde_json::from_slice(&text).map_err(|error| in_our_words(&error))?;
    let vertices = count_vertices(&written, base)?;
    limits.check_bytes(u64::from(vertices) * 9 + written.edges.len() as u64 * 8)?;
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
    let mut edges = Vec::with_capacity(written.edges.len());
    for (index, &(from, to)) in written.edges.iter().enumerate() {
        // The list itself opens the first bracket.
        let place = |kind: FormatErrorKind| kind.at(line_of(&text, "edges", index + 1));
        edges.push((vertex(from).map_err(place)?, vertex(to).map_err(place)?));
    }
    let graph = Graph::from_edge_list(vertices, &edges);
    let labels = Labels::Numbers { first: base as u32 };
    let mut file = GraphFile::from_graph(&graph, labels, Format::Json);
    if let Some(owners) = &written.owner {
        let owners = read_owners(owners, vertices);
        file.owners = Some(owners.map_err(|kind| kind.at(line_of(&text, "owner", 0)))?);
    }
    for (written_vertex, result) in &written.result.0 {
        let place = |kind: FormatErrorKind| kind.at(line_of(&text, &written_vertex.to_string(), 0));
        let v = vertex(*written_vertex).map_err(place)?;
        let outcome = read_result(result, v, file.owners.as_ref()).ok_or_else(|| {
            let expected = "`win`, `lose`, `draw` or an owner as the result of a vertex";
            place(FormatErrorKind::unexpected(
                result.to_string().as_bytes(),
                expected,
            ))
        })?;
        file.decided.push((v, outcome));
    }
    file.decided.sort_unstable();
    Ok(file)
}

/// Reports what serde found with its line, without repeating the line in the message.
fn in_our_words(error: &serde_json::Error) -> LoadError {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
    let line = (error.line() as u64).max(1);
    FormatErrorKind::Json { message }.at(line).into()
}

fn count_vertices(written: &Written, base: u64) -> Result<u32, LoadError> {
    let largest = written.edges.iter().map(|&(a, b)| a.max(b)).max();
    let of_owners = written.owner.as_ref().map(|owners| owners.len() as u64);
    let met = largest.map_or(0, |v| v.saturating_add(1).saturating_sub(base));
    let count = written.vertices.or(of_owners).unwrap_or(met);
    if count > u64::from(MOST_VERTICES) || written.edges.len() > u32::MAX as usize {
        let kind = FormatErrorKind::TooLarge {
            what: "vertices",
            found: count,
            most: u64::from(MOST_VERTICES),
        };
        return Err(kind.nowhere().into());
    }
    Ok(count as u32)
}

fn read_owners(written: &[Player], vertices: u32) -> Result<Owners, FormatErrorKind> {
    if written.len() != vertices as usize {
        let kind = FormatErrorKind::WrongCount {
            what: "owners (one for each vertex)",
            stated: u64::from(vertices),
            found: written.len() as u64,
        };
        return Err(kind);
    }
    let are_numbers = written
        .iter()
        .all(|player| matches!(player, Player::Number(0 | 1)));
    let mut names: Vec<String> = Vec::new();
    if are_numbers {
        names = vec!["0".to_owned(), "1".to_owned()];
    }
    let mut of = Vec::with_capacity(written.len());
    for player in written {
        let name = player.to_string();
        let at = names
            .iter()
            .position(|known| *known == name)
            .unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            });
        if at > 1 {
            return Err(FormatErrorKind::ThirdPlayer { name });
        }
        of.push(at as u8);
    }
    let mut names = names.into_iter();
    let names = [(); 2].map(|()| names.next().unwrap_or_else(|| "the other".to_owned()));
    Ok(Owners { of, names })
}

fn read_result(result: &Player, v: u32, owners: Option<&Owners>) -> Option<Outcome> {
    let text = result.to_string();
    match text.as_str() {
        "win" => Some(Outcome::Win),
        "lose" => Some(Outcome::Lose),
        "draw" => Some(Outcome::Draw),
        _ => owners?.result_by_winner(&text, v),
    }
}

/// The line of the `index`th element of the list (or of the key) that begins after `key`.
fn line_of(text: &[u8], key: &str, index: usize) -> u64 {
    let quoted = format!("\"{key}\"");
    let found = text
        .windows(quoted.len())
        .position(|window| window == quoted.as_bytes());
    let start = found.unwrap_or(0);
    let opening = |&(_, &byte): &(usize, &u8)| byte == b'[';
    let place = text[start..].iter().enumerate().filter(opening).nth(index);
    let end = start + place.map_or(0, |(at, _)| at);
    1 + text[..end].iter().filter(|&&b| b == b'\n').count() as u64
}
