//! A graph in a file as a game like any other, so that it can be summed: `graph:FILE@3`.

use std::path::Path;

use grundy_core::{
    Ending, Limits, Outcome, Picture, RulesError, Ruleset, SpecError, SpecErrorKind,
};

use crate::format::load;
use crate::{Graph, GraphFile, Labels, Owners, Source};

/// What follows a vertex when not its owner but the other player is to move.
const OTHER: &str = ",other";
/// The largest graph that is drawn.
const MOST_DRAWN_VERTICES: u32 = 200;
const MOST_DRAWN_EDGES: u64 = 800;

/// The game of a token on the graph in a file.
#[derive(Clone, Debug)]
pub struct GraphRules {
    path: String,
    graph: Graph,
    labels: Labels,
    owners: Option<Owners>,
    decided: Vec<(u32, Outcome)>,
    is_acyclic: bool,
}

/// Where the token is, and who is to move if that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    /// The vertex.
    pub vertex: u32,
    /// Who is to move; always 0 where both players have the same moves.
    pub player: u8,
}

impl GraphRules {
    /// Reads the graph in the file at `path`.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] over the whole of `path`: the file cannot be read, is no graph, or its owners do
    /// not take turns.
    pub fn load(path: &str) -> Result<GraphRules, SpecError> {
        let fail = |why: String| {
            let path_text = path.to_owned();
            SpecError::new(
                SpecErrorKind::File {
                    path: path_text,
                    why,
                },
                0..path.len(),
            )
        };
        let source = Source::open(Path::new(path)).map_err(|error| fail(error.to_string()))?;
        let file = load(&source, None, false, &Limits::default())
            .map_err(|error| fail(error.to_string()))?;
        GraphRules::new(path, file)
    }

    /// The game on a graph that came from `path`.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] if owners do not take turns.
    pub fn new(path: &str, file: GraphFile) -> Result<GraphRules, SpecError> {
        let graph = file.graph();
        if let Some(owners) = &file.owners {
            let same = |&(a, b): &(u32, u32)| owners.of[a as usize] == owners.of[b as usize];
            if let Some((a, b)) = graph.edges().find(same) {
                let (a, b) = (file.labels.show(a), file.labels.show(b));
                return Err(SpecError::illegal(
                    &format!(
                        "the owner of {a} may move twice, to {b} and on, and so the graph cannot be part of a sum"
                    ),
                    "ask `grundy graph FILE --start V`",
                    0..path.len(),
                ));
            }
        }
        Ok(GraphRules {
            path: path.to_owned(),
            is_acyclic: graph.is_acyclic(),
            graph,
            labels: file.labels,
            owners: file.owners,
            decided: file.decided,
        })
    }

    /// Divides `FILE@V` into the path and the rest; the path may have an `@` of its own.
    pub fn split(text: &str) -> Option<(&str, &str)> {
        text.rsplit_once('@')
    }

    fn owner(&self, vertex: u32) -> u8 {
        self.owners
            .as_ref()
            .map_or(0, |owners| owners.of[vertex as usize])
    }

    fn result(&self, vertex: u32) -> Option<Outcome> {
        let at = self
            .decided
            .binary_search_by_key(&vertex, |&(v, _)| v)
            .ok()?;
        Some(self.decided[at].1)
    }
}

impl Ruleset for GraphRules {
    type Position = Token;

    fn prefix(&self, _token: &Token) -> String {
        "graph".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Token, SpecError> {
        let example = format!("{}@0", self.path);
        let Some((path, label)) = GraphRules::split(text) else {
            return Err(SpecError::missing(
                "`@` and a vertex",
                &example,
                text.len()..text.len(),
            ));
        };
        if path.trim() != self.path {
            return Err(SpecError::unexpected(
                path,
                &format!("`{}`", self.path),
                0..path.len(),
            ));
        }
        let (label, is_other) = match label.trim().strip_suffix(OTHER) {
            Some(label) if self.owners.is_some() => (label, true),
            _ => (label.trim(), false),
        };
        let at = path.len() + 1..text.len();
        let Some(vertex) = self.labels.find(label, self.graph.vertices()) else {
            return Err(match self.graph.vertices() {
                0 => {
                    SpecError::illegal("the graph has no vertices", "use a graph that has some", at)
                }
                n => {
                    let range = format!("{} to {}", self.labels.show(0), self.labels.show(n - 1));
                    SpecError::out_of_range(label, &range, at)
                }
            });
        };
        let player = self.owner(vertex) ^ u8::from(is_other);
        Ok(Token { vertex, player })
    }

    fn show(&self, token: &Token) -> String {
        let is_owner = token.player == self.owner(token.vertex);
        let other = if is_owner { "" } else { OTHER };
        format!("{}@{}{other}", self.path, self.labels.show(token.vertex))
    }

    fn options(&self, token: &Token, options: &mut Vec<Token>) -> Result<(), RulesError> {
        let is_owner = token.player == self.owner(token.vertex);
        if is_owner && self.result(token.vertex).is_none() {
            let player = match self.owners {
                Some(_) => 1 - token.player,
                None => 0,
            };
            let targets = self.graph.successors(token.vertex).iter();
            options.extend(targets.map(|&vertex| Token { vertex, player }));
        }
        Ok(())
    }

    fn describe(&self, from: &Token, to: &Token) -> String {
        let (from, to) = (self.labels.show(from.vertex), self.labels.show(to.vertex));
        format!("move the token from {from} to {to}")
    }

    fn pass(&self, token: &Token) -> Token {
        match self.owners {
            Some(_) => Token {
                player: 1 - token.player,
                ..*token
            },
            None => *token,
        }
    }

    fn is_impartial(&self) -> bool {
        self.owners.is_none()
    }

    fn is_acyclic(&self) -> bool {
        self.is_acyclic
    }

    fn ending(&self, token: &Token) -> Option<Ending> {
        let outcome = self.result(token.vertex)?;
        let is_owner = token.player == self.owner(token.vertex);
        Some(Ending::Decided(if is_owner {
            outcome
        } else {
            outcome.opposite()
        }))
    }

    fn picture(&self, token: &Token) -> Picture {
        if self.graph.vertices() > MOST_DRAWN_VERTICES || self.graph.edge_count() > MOST_DRAWN_EDGES
        {
            return Picture::Text;
        }
        Picture::Graph {
            edges: self.graph.edges().collect(),
            names: (0..self.graph.vertices())
                .map(|vertex| self.labels.show(vertex))
                .collect(),
            vertex: token.vertex,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Result<GraphRules, SpecError> {
        let source = Source::Bytes(text.as_bytes().to_vec());
        GraphRules::new(
            "a@b.txt",
            load(&source, None, false, &Limits::default()).unwrap(),
        )
    }

    fn shown(rules: &GraphRules, text: &str) -> Vec<String> {
        let mut options = Vec::new();
        let token = rules.parse(text).unwrap();
        assert_eq!(rules.parse(&rules.show(&token)), Ok(token));
        rules.options(&token, &mut options).unwrap();
        options.iter().map(|token| rules.show(token)).collect()
    }

    #[test]
    fn positions_are_written_with_the_file_and_the_vertex() {
        let rules = rules("3 3\n0 1\n0 2\n2 0\n").unwrap();
        assert_eq!(shown(&rules, "a@b.txt@0"), ["a@b.txt@1", "a@b.txt@2"]);
        assert!(!rules.is_acyclic() && rules.is_impartial());
        assert!(rules.parse("a@b.txt@3").is_err());
        assert!(rules.parse("a@b.txt").is_err());
        assert!(rules.parse("other@1").is_err());
    }

    #[test]
    fn owners_must_take_turns_and_then_each_moves_only_at_their_own() {
        let turns =
            "{\"vertices\":3,\"edges\":[[0,1],[1,2]],\"owner\":[0,1,0],\"result\":{\"2\":\"win\"}}";
        let rules = rules(turns).unwrap();
        assert!(!rules.is_impartial() && rules.is_acyclic());
        assert_eq!(shown(&rules, "a@b.txt@0"), ["a@b.txt@1"]);
        assert!(shown(&rules, "a@b.txt@0,other").is_empty());
        let end = rules.parse("a@b.txt@2").unwrap();
        assert_eq!(rules.ending(&end), Some(Ending::Decided(Outcome::Win)));
        assert_eq!(
            rules.ending(&rules.pass(&end)),
            Some(Ending::Decided(Outcome::Lose))
        );
        assert!(self::rules("{\"edges\":[[0,1]],\"owner\":[1,1]}").is_err());
    }
}
