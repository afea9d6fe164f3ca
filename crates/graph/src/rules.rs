//! A graph in a file as a game like any other, so that it can be summed: `graph:FILE@3`.

use std::path::Path;

use grundy_core::{
    Element, Ending, LimitReached, Limits, Notation, Outcome, Picture, Rules, RulesError,
    SpecError, SpecErrorKind, Touch, limit_names,
};

use crate::budget::unlimited;
use crate::format::load;
use crate::{Graph, GraphFile, GraphSource, Labels, LoadError, Owners};

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
    /// Reads the graph in the file at `path` within the default limits.
    ///
    /// # Errors
    ///
    /// As [`GraphRules::load_within`].
    pub fn load(path: &str) -> Result<GraphRules, SpecError> {
        GraphRules::load_within(path, &Limits::default())
    }

    /// Reads the graph in the file at `path`.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] over the whole of `path`: the file cannot be read, is not a graph, is larger
    /// than `limits` allow, or its owners do not take turns.
    pub fn load_within(path: &str, limits: &Limits) -> Result<GraphRules, SpecError> {
        let source = GraphSource::open_within(Path::new(path), limits);
        let file = source.and_then(|source| load(&source, None, false, limits));
        let file = file.map_err(|error| match error {
            LoadError::Limit(reached) => too_large(path, &reached),
            other => refused(path, other.to_string()),
        })?;
        GraphRules::new_within(path, file, limits)
    }

    /// The game on a graph that came from `path`.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] if owners do not take turns.
    pub fn new(path: &str, file: GraphFile) -> Result<GraphRules, SpecError> {
        GraphRules::new_within(path, file, &unlimited())
    }

    /// As [`GraphRules::new`], within `limits`, which also count `file`.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] if owners do not take turns or a limit is reached.
    pub fn new_within(
        path: &str,
        file: GraphFile,
        limits: &Limits,
    ) -> Result<GraphRules, SpecError> {
        let stopped = |reached: LimitReached| too_large(path, &reached);
        let graph = file.graph_within(limits).map_err(stopped)?;
        let GraphFile {
            labels,
            owners,
            decided,
            predecessors,
            degrees,
            ..
        } = file;
        drop((predecessors, degrees));
        if let Some(owners) = &owners {
            check_turns(path, &graph, owners, &labels)?;
        }
        Ok(GraphRules {
            path: path.to_owned(),
            graph,
            labels,
            owners,
            decided,
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

/// That a limit was reached while the graph at `path` was read.
fn too_large(path: &str, reached: &LimitReached) -> SpecError {
    let cure = match reached {
        LimitReached::Bytes { .. } => format!("; raise {}", limit_names::MEMORY),
        LimitReached::Positions { .. } => format!("; raise {}", limit_names::POSITIONS),
        LimitReached::Time { .. } => format!("; raise {}", limit_names::TIME),
        _ => String::new(),
    };
    let error = RulesError {
        file: path.trim().to_owned(),
        line: None,
        position: None,
        message: format!("{reached}{cure}"),
        excerpt: None,
        is_limit: true,
    };
    SpecError::new(SpecErrorKind::Rules(Box::new(error)), 0..path.len())
}

/// The error that the file at `path` gives.
fn refused(path: &str, why: String) -> SpecError {
    let kind = SpecErrorKind::File {
        path: path.to_owned(),
        why,
    };
    SpecError::new(kind, 0..path.len())
}

/// Fails if an owner may move twice in a row.
fn check_turns(
    path: &str,
    graph: &Graph,
    owners: &Owners,
    labels: &Labels,
) -> Result<(), SpecError> {
    let same = |&(a, b): &(u32, u32)| owners.of[a as usize] == owners.of[b as usize];
    let Some((a, b)) = graph.edges().find(same) else {
        return Ok(());
    };
    let (a, b) = (labels.show(a), labels.show(b));
    Err(SpecError::illegal(
        &format!(
            "the owner of {a} may move twice, to {b} and on, and so the graph cannot be part of a sum"
        ),
        "ask about this vertex of the graph alone",
        0..path.len(),
    ))
}

impl Rules for GraphRules {
    type Position = Token;
    /// The vertex that the token goes to.
    type Move = u32;

    fn moves(&self, token: &Token) -> impl Iterator<Item = u32> {
        let is_owner = token.player == self.owner(token.vertex);
        let can_move = is_owner && self.result(token.vertex).is_none();
        let targets = if can_move {
            self.graph.successors(token.vertex)
        } else {
            &[]
        };
        targets.iter().copied()
    }

    fn play(&self, token: &Token, &vertex: &u32) -> Token {
        let player = self.pass(token).player;
        Token { vertex, player }
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

    fn ending(&self, token: &Token) -> Option<Ending> {
        let outcome = self.result(token.vertex)?;
        let is_owner = token.player == self.owner(token.vertex);
        Some(Ending::Decided(if is_owner {
            outcome
        } else {
            outcome.opposite()
        }))
    }
}

impl Notation for GraphRules {
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

    fn describe(&self, token: &Token, to: &u32) -> String {
        let (from, to) = (self.labels.show(token.vertex), self.labels.show(*to));
        format!("move the token from {from} to {to}")
    }

    fn touch(&self, token: &Token, to: &u32) -> Touch {
        if self.picture(token) == Picture::Text {
            return Touch::of(Element::option(&self.show(&self.play(token, to))));
        }
        let [from, to] = [token.vertex, *to].map(|vertex| Element::at("vertex", [vertex.into()]));
        Touch::new(vec![to.clone()], vec![from, to])
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
        let source = GraphSource::Bytes(text.as_bytes().to_vec());
        GraphRules::new(
            "a@b.txt",
            load(&source, None, false, &Limits::default()).unwrap(),
        )
    }

    fn shown(rules: &GraphRules, text: &str) -> Vec<String> {
        let token = rules.parse(text).unwrap();
        assert_eq!(rules.parse(&rules.show(&token)), Ok(token));
        let options = rules.moves(&token).map(|to| rules.play(&token, &to));
        options.map(|token| rules.show(&token)).collect()
    }

    #[test]
    fn positions_are_written_with_the_file_and_the_vertex() {
        let rules = rules("3 3\n0 1\n0 2\n2 0\n").unwrap();
        assert_eq!(shown(&rules, "a@b.txt@0"), ["a@b.txt@1", "a@b.txt@2"]);
        assert!(rules.is_impartial());
        assert!(rules.parse("a@b.txt@3").is_err());
        assert!(rules.parse("a@b.txt").is_err());
        assert!(rules.parse("other@1").is_err());
    }

    #[test]
    fn owners_must_take_turns_and_then_each_moves_only_at_their_own() {
        let turns =
            "{\"vertices\":3,\"edges\":[[0,1],[1,2]],\"owner\":[0,1,0],\"result\":{\"2\":\"win\"}}";
        let rules = rules(turns).unwrap();
        assert!(!rules.is_impartial());
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
