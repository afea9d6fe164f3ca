//! A verifier that knows only the definition of win, lose and draw.
//!
//! Distances make a claim checkable vertex by vertex: a win in k needs a move to a loss in k-1 and
//! none to a nearer one, a loss in k only moves to wins of which the farthest is k-1, a draw a move
//! to a draw and none to a loss. Without distances two vertices on a cycle could vouch for each
//! other, so claims without distances are followed back to the end of the game.

use std::fmt;

use grundy_core::{LimitReached, Limits, Outcome, Play};

use crate::Graph;
use crate::budget::{Budget, unlimited};

/// What is claimed about a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexClaim {
    /// The outcome for the player who moves there.
    pub outcome: Outcome,
    /// The remoteness, if it is claimed.
    pub remoteness: Option<u32>,
}

/// A game on a graph, to check claims against.
#[derive(Clone, Copy, Debug)]
pub struct Checker<'a> {
    /// The moves.
    pub graph: &'a Graph,
    /// Whether a player who cannot move loses or wins.
    pub play: Play,
    /// 0 or 1 for each vertex, where that differs.
    pub owners: Option<&'a [u8]>,
    /// Vertices where the game is over.
    pub decided: &'a [(u32, Outcome)],
}

/// Why a claim is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VertexRefutation {
    /// The game is over at `vertex`, with another outcome or not at distance 0.
    Over {
        /// The vertex.
        vertex: u32,
        /// What the rules say.
        outcome: Outcome,
    },
    /// A win without a move to a loss (at the right distance).
    NoWinningMove {
        /// The vertex.
        vertex: u32,
    },
    /// A win that could be had sooner, through `to`.
    FasterWin {
        /// The vertex.
        vertex: u32,
        /// The better move.
        to: u32,
    },
    /// A loss or a draw with a move to `to` that wins.
    WinningMove {
        /// The vertex.
        vertex: u32,
        /// The move that wins.
        to: u32,
    },
    /// A loss with a move to `to` that draws.
    DrawingMove {
        /// The vertex.
        vertex: u32,
        /// The move that draws.
        to: u32,
    },
    /// A draw all of whose moves lose.
    NoDrawingMove {
        /// The vertex.
        vertex: u32,
    },
    /// A loss that is not as far as claimed.
    WrongDistance {
        /// The vertex.
        vertex: u32,
        /// The distance that follows from its moves.
        distance: u32,
    },
    /// A win or a loss that rests on itself: play need never end.
    Unfounded {
        /// The vertex.
        vertex: u32,
    },
}

/// Why claims were not confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VertexCheckError {
    /// A claim is wrong.
    Refuted(VertexRefutation),
    /// A limit ended the work before all was checked.
    Limit(LimitReached),
}

impl fmt::Display for VertexCheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VertexCheckError::Refuted(refutation) => write!(f, "wrong claim: {refutation:?}"),
            VertexCheckError::Limit(reached) => reached.fmt(f),
        }
    }
}

impl std::error::Error for VertexCheckError {}

impl From<VertexRefutation> for VertexCheckError {
    fn from(refutation: VertexRefutation) -> VertexCheckError {
        VertexCheckError::Refuted(refutation)
    }
}

impl From<LimitReached> for VertexCheckError {
    fn from(reached: LimitReached) -> VertexCheckError {
        VertexCheckError::Limit(reached)
    }
}

impl Checker<'_> {
    /// Checks one claim for each vertex.
    ///
    /// # Errors
    ///
    /// The [`VertexRefutation`] of the first vertex that is wrong.
    ///
    /// # Panics
    ///
    /// If there is not one claim for each vertex.
    pub fn check(&self, claims: &[VertexClaim]) -> Result<(), VertexRefutation> {
        match self.check_within(claims, &unlimited()) {
            Ok(()) => Ok(()),
            Err(VertexCheckError::Refuted(refutation)) => Err(refutation),
            Err(VertexCheckError::Limit(_)) => unreachable!("there is no limit"),
        }
    }

    /// As [`Checker::check`], within `limits`, which also count the graph and the claims.
    ///
    /// # Errors
    ///
    /// The [`VertexRefutation`] of the first vertex that is wrong, or [`LimitReached`].
    ///
    /// # Panics
    ///
    /// As [`Checker::check`].
    pub fn check_within(
        &self,
        claims: &[VertexClaim],
        limits: &Limits,
    ) -> Result<(), VertexCheckError> {
        assert_eq!(claims.len(), self.graph.vertices() as usize, "a claim each");
        let vertex_bytes = size_of::<VertexClaim>() as u64 + 1;
        let held = self.graph.memory_bytes() + claims.len() as u64 * vertex_bytes;
        let mut budget = Budget::new(limits, held)?;
        let over = self.over();
        for v in 0..self.graph.vertices() {
            budget.work(1 + u64::from(self.graph.out_degree(v)))?;
            match over[v as usize] {
                Some(outcome) => check_end(v, outcome, claims[v as usize])?,
                None => self.check_vertex(v, claims)?,
            }
        }
        self.check_foundation(claims, &over, budget)
    }

    /// The outcome at each vertex where the game is over.
    fn over(&self) -> Vec<Option<Outcome>> {
        let without_moves = |v| (self.graph.out_degree(v) == 0).then(|| self.play.without_moves());
        let mut over: Vec<Option<Outcome>> =
            (0..self.graph.vertices()).map(without_moves).collect();
        for &(v, outcome) in self.decided {
            over[v as usize] = Some(outcome);
        }
        over
    }

    /// What a claim about `to` means for the player who moves at `from`.
    fn seen(&self, from: u32, to: u32, claims: &[VertexClaim]) -> Outcome {
        let outcome = claims[to as usize].outcome;
        match self.owners {
            Some(owners) if owners[from as usize] == owners[to as usize] => outcome,
            _ => outcome.opposite(),
        }
    }

    fn check_vertex(&self, vertex: u32, claims: &[VertexClaim]) -> Result<(), VertexRefutation> {
        let claim = claims[vertex as usize];
        let moves = self.graph.successors(vertex);
        let leads = |to: &&u32, outcome| self.seen(vertex, **to, claims) == outcome;
        let winning = moves.iter().find(|to| leads(to, Outcome::Win));
        let drawing = moves.iter().find(|to| leads(to, Outcome::Draw));
        match (claim.outcome, winning, drawing) {
            (Outcome::Win, None, _) => Err(VertexRefutation::NoWinningMove { vertex }),
            (Outcome::Lose | Outcome::Draw, Some(&to), _) => {
                Err(VertexRefutation::WinningMove { vertex, to })
            }
            (Outcome::Lose, None, Some(&to)) => Err(VertexRefutation::DrawingMove { vertex, to }),
            (Outcome::Draw, None, None) => Err(VertexRefutation::NoDrawingMove { vertex }),
            (Outcome::Draw, None, Some(_)) => Ok(()),
            _ => self.check_distance(vertex, claims),
        }
    }

    /// The distance of a vertex that is rightly won or lost if its neighbours are.
    fn check_distance(&self, vertex: u32, claims: &[VertexClaim]) -> Result<(), VertexRefutation> {
        let Some(stated) = claims[vertex as usize].remoteness else {
            return Ok(());
        };
        let moves = self.graph.successors(vertex).iter();
        let ahead = |to: &u32| claims[*to as usize].remoteness.unwrap_or(0);
        if claims[vertex as usize].outcome == Outcome::Lose {
            let farthest = moves.map(ahead).max().unwrap_or(0);
            let distance = farthest.saturating_add(1);
            return if distance == stated {
                Ok(())
            } else {
                Err(VertexRefutation::WrongDistance { vertex, distance })
            };
        }
        let winning = moves.filter(|&&to| self.seen(vertex, to, claims) == Outcome::Win);
        match winning.min_by_key(|to| ahead(to)) {
            Some(&to) if ahead(&to) < stated.saturating_sub(1) || stated == 0 => {
                Err(VertexRefutation::FasterWin { vertex, to })
            }
            Some(to) if ahead(to) == stated - 1 => Ok(()),
            _ => Err(VertexRefutation::NoWinningMove { vertex }),
        }
    }

    /// Without distances: every win and loss must follow from the end of the game.
    fn check_foundation(
        &self,
        claims: &[VertexClaim],
        over: &[Option<Outcome>],
        mut budget: Budget,
    ) -> Result<(), VertexCheckError> {
        let is_open =
            |claim: &VertexClaim| claim.outcome != Outcome::Draw && claim.remoteness.is_none();
        if !claims.iter().any(is_open) {
            return Ok(());
        }
        budget.take(self.graph.memory_bytes() + u64::from(self.graph.vertices()) * 9)?;
        let before = self.graph.reversed_within(budget.limits())?;
        let mut waiting: Vec<u32> = (0..self.graph.vertices())
            .map(|v| self.graph.out_degree(v))
            .collect();
        let mut is_founded: Vec<bool> = over.iter().map(Option::is_some).collect();
        let mut ready: Vec<u32> = (0..self.graph.vertices())
            .filter(|&v| is_founded[v as usize])
            .collect();
        while let Some(v) = ready.pop() {
            budget.work(1 + u64::from(before.out_degree(v)))?;
            for &u in before.successors(v) {
                waiting[u as usize] = waiting[u as usize].saturating_sub(1);
                let is_shown = match claims[u as usize].outcome {
                    Outcome::Win => self.seen(u, v, claims) == Outcome::Win,
                    Outcome::Lose => waiting[u as usize] == 0,
                    Outcome::Draw => false,
                };
                if is_shown && !std::mem::replace(&mut is_founded[u as usize], true) {
                    ready.push(u);
                }
            }
        }
        let unfounded = |&v: &u32| is_open(&claims[v as usize]) && !is_founded[v as usize];
        match (0..self.graph.vertices()).find(unfounded) {
            Some(vertex) => Err(VertexRefutation::Unfounded { vertex }.into()),
            None => Ok(()),
        }
    }
}

fn check_end(vertex: u32, outcome: Outcome, claim: VertexClaim) -> Result<(), VertexRefutation> {
    let is_right = claim.outcome == outcome && claim.remoteness.unwrap_or(0) == 0;
    if is_right {
        Ok(())
    } else {
        Err(VertexRefutation::Over { vertex, outcome })
    }
}
