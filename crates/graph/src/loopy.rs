//! Loopy Sprague-Grundy values: what a vertex is worth in a sum, cycles allowed.
//!
//! After Smith (Graphs and composite games, 1966) and Fraenkel, Perl and Yesha. Pass `i` gives out
//! label `i`: to every unlabelled vertex that has no follower labelled `i` and each of whose
//! unlabelled or infinite followers *reverts*, that is, has a follower labelled `i`. An unlabelled
//! vertex that has no follower labelled `i` when the pass ends is infinite for good. Labels given
//! out in one round share a counter that only rises: a winner who always moves to a sum of value 0
//! with a lower sum of counters gets to the end.
//!
//! Each vertex watches one follower that does not revert, as SAT solvers watch literals, and looks
//! for another only when that one begins to. Followers with a label never matter again and are
//! swapped out of the row.

use std::fmt;

use grundy_core::{LimitReached, Limits, Nimber, Outcome, Value};

use crate::budget::Budget;
use crate::{Graph, GraphFile};

/// The label of a vertex without one.
const UNLABELLED: u32 = u32::MAX;
/// The label of an infinite vertex.
const INFINITE: u32 = u32::MAX - 1;
/// No vertex, at the end of a watch list.
const NONE: u32 = u32::MAX;

/// The loopy value of every vertex of a graph.
#[derive(Clone, Debug)]
pub struct LoopyValues {
    labels: Vec<u32>,
    counters: Vec<u32>,
    /// Where the finite values among the followers of each infinite vertex lie in `sets`.
    set_starts: Vec<u32>,
    sets: Vec<u32>,
}

impl LoopyValues {
    /// What `v` is worth.
    pub fn value(&self, v: u32) -> Value {
        match self.finite(v) {
            Some(label) => Value::Finite(Nimber(u128::from(label))),
            None => {
                let set = self.finite_followers(v).iter();
                Value::Infinite(set.map(|&k| Nimber(u128::from(k))).collect())
            }
        }
    }

    /// The nim-value of `v`, if it is finite.
    pub fn finite(&self, v: u32) -> Option<u32> {
        Some(self.labels[v as usize]).filter(|&label| label < INFINITE)
    }

    /// The nim-value of every vertex; [`u32::MAX`] for an infinite one.
    pub fn finite_values(&self) -> Vec<u32> {
        let value = |&label: &u32| if label < INFINITE { label } else { u32::MAX };
        self.labels.iter().map(value).collect()
    }

    /// The finite values among the followers of an infinite `v`, ascending.
    pub fn finite_followers(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.sets[self.set_starts[v] as usize..self.set_starts[v + 1] as usize]
    }

    /// The round in which `v` got its finite value: a reply that keeps a sum at value 0 makes
    /// progress if it lowers the sum of these.
    pub fn counter(&self, v: u32) -> u32 {
        self.counters[v as usize]
    }
}

/// The loopy value of every vertex.
///
/// # Examples
///
/// ```
/// # use grundy_graph::{Graph, loopy_values};
/// # use grundy_core::Limits;
/// // From 1 to the end, or round in a circle: worth more than any Nim heap.
/// let graph = Graph::from_edges(2, [(1, 0), (1, 1)].into_iter());
/// let values = loopy_values(&graph, &Limits::default()).unwrap();
/// assert_eq!(values.value(1).to_string(), "inf(0)");
/// ```
///
/// # Errors
///
/// [`LimitReached`] by memory, time or on request.
pub fn loopy_values(graph: &Graph, limits: &Limits) -> Result<LoopyValues, LimitReached> {
    let (vertices, edges) = (u64::from(graph.vertices()), graph.edge_count());
    // The graph, its predecessors, a copy of the rows that shrinks, and thirteen numbers a vertex.
    let bytes = 2 * graph.memory_bytes() + edges * 4 + vertices * 52;
    let mut budget = Budget::new(limits, bytes)?;
    let predecessors = graph.reversed_within(limits)?;
    let mut labelling = Labelling::new(graph, predecessors);
    let mut unlabelled: Vec<u32> = (0..graph.vertices()).collect();
    let mut pass = 0;
    while !unlabelled.is_empty() {
        labelling.pass(&unlabelled, pass, &mut budget)?;
        unlabelled.retain(|&v| labelling.survives(v, pass));
        pass += 1;
    }
    let (labels, counters) = labelling.finish();
    let (set_starts, sets) = finite_sets(graph, &labels, &mut budget)?;
    Ok(LoopyValues {
        labels,
        counters,
        set_starts,
        sets,
    })
}

/// Why a graph has no loopy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoopyError {
    /// The players move at different vertices, so the game is not impartial.
    Owners,
    /// A vertex has a result other than a loss, which no sum of games can have.
    Result {
        /// The vertex.
        vertex: u32,
    },
    /// A limit ended the work.
    Limit(LimitReached),
}

impl fmt::Display for LoopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyError::Owners => {
                f.write_str("games in which vertices have owners have no nim-values")
            }
            LoopyError::Result { .. } => {
                f.write_str("games with results other than `lose` have no nim-values")
            }
            LoopyError::Limit(reached) => reached.fmt(f),
        }
    }
}

impl std::error::Error for LoopyError {}

impl From<LimitReached> for LoopyError {
    fn from(reached: LimitReached) -> LoopyError {
        LoopyError::Limit(reached)
    }
}

impl GraphFile {
    /// The loopy value of every vertex, under normal play; a vertex whose result is a loss counts as
    /// one without moves.
    ///
    /// # Errors
    ///
    /// [`LoopyError`]; `limits` also count this file.
    pub fn loopy_values(&self, limits: &Limits) -> Result<LoopyValues, LoopyError> {
        if self.owners.is_some() {
            return Err(LoopyError::Owners);
        }
        let is_other = |&&(_, outcome): &&(u32, Outcome)| outcome != Outcome::Lose;
        if let Some(&(vertex, _)) = self.decided.iter().find(is_other) {
            return Err(LoopyError::Result { vertex });
        }
        let mut graph = self.graph_within(limits)?;
        if !self.decided.is_empty() {
            graph = graph.without_moves_of(|v| self.result(v).is_some());
        }
        let free = limits.bytes.saturating_sub(self.memory_bytes());
        let rest = Limits {
            bytes: free,
            ..limits.clone()
        };
        let values = loopy_values(&graph, &rest).map_err(|reached| match reached {
            LimitReached::Bytes { .. } => LimitReached::Bytes {
                limit: limits.bytes,
            },
            other => other,
        });
        Ok(values?)
    }
}

/// The state of the labelling.
struct Labelling {
    predecessors: Graph,
    /// Rows as in the graph, without the followers that are known to have a finite label.
    followers: Rows,
    labels: Vec<u32>,
    counters: Vec<u32>,
    /// The last pass whose label some follower has, plus one.
    reverts: Vec<u32>,
    /// Heads of the lists of who watches a vertex, and the links.
    watchers: Vec<u32>,
    next_watcher: Vec<u32>,
    /// Who is being watched in this pass.
    watched: Vec<u32>,
    /// Followers before this place in the row of a vertex revert in this pass.
    scanned: Vec<u32>,
    round: u32,
}

/// Rows that shrink as followers are dropped from them.
struct Rows {
    starts: Vec<u32>,
    ends: Vec<u32>,
    targets: Vec<u32>,
}

impl Labelling {
    fn new(graph: &Graph, predecessors: Graph) -> Labelling {
        let vertices = graph.vertices() as usize;
        Labelling {
            predecessors,
            followers: Rows {
                starts: graph.offsets()[..vertices].to_vec(),
                ends: graph.offsets()[1..].to_vec(),
                targets: graph.targets().to_vec(),
            },
            labels: vec![UNLABELLED; vertices],
            counters: vec![0; vertices],
            reverts: vec![0; vertices],
            watchers: vec![NONE; vertices],
            next_watcher: vec![NONE; vertices],
            watched: Vec::new(),
            scanned: vec![0; vertices],
            round: 0,
        }
    }

    /// The labels and counters; all else is freed.
    fn finish(self) -> (Vec<u32>, Vec<u32>) {
        (self.labels, self.counters)
    }

    /// Gives out label `pass` to all that can have it.
    fn pass(
        &mut self,
        unlabelled: &[u32],
        pass: u32,
        budget: &mut Budget,
    ) -> Result<(), LimitReached> {
        for v in self.watched.drain(..) {
            self.watchers[v as usize] = NONE;
        }
        let mut eligible = Vec::new();
        for &v in unlabelled {
            self.scanned[v as usize] = self.followers.starts[v as usize];
            self.watch(v, pass, &mut eligible, budget)?;
        }
        let mut next = Vec::new();
        while !eligible.is_empty() {
            for &v in &eligible {
                self.labels[v as usize] = pass;
                self.counters[v as usize] = self.round;
            }
            self.round += 1;
            for &v in &eligible {
                self.tell_predecessors(v, pass, &mut next, budget)?;
            }
            // Two labels of one round must not see each other, and do not: a vertex in this list
            // has no follower that was still to be labelled.
            next.retain(|&v| self.reverts[v as usize] <= pass);
            std::mem::swap(&mut eligible, &mut next);
            next.clear();
        }
        Ok(())
    }

    /// The predecessors of a vertex just labelled revert; whatever watches them must watch another.
    fn tell_predecessors(
        &mut self,
        v: u32,
        pass: u32,
        eligible: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), LimitReached> {
        for at in self.predecessors.row(v) {
            budget.work(1)?;
            let u = self.predecessors.targets()[at] as usize;
            if self.reverts[u] > pass {
                continue;
            }
            self.reverts[u] = pass + 1;
            let mut watcher = std::mem::replace(&mut self.watchers[u], NONE);
            while watcher != NONE {
                let next = self.next_watcher[watcher as usize];
                self.watch(watcher, pass, eligible, budget)?;
                watcher = next;
            }
        }
        Ok(())
    }

    /// Lets `v` watch a follower that does not revert; if there is none, `v` is eligible.
    fn watch(
        &mut self,
        v: u32,
        pass: u32,
        eligible: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), LimitReached> {
        budget.work(1)?;
        if self.reverts[v as usize] > pass {
            return Ok(());
        }
        let at = &mut self.scanned[v as usize];
        let end = &mut self.followers.ends[v as usize];
        while *at < *end {
            budget.work(1)?;
            let follower = self.followers.targets[*at as usize];
            if self.labels[follower as usize] < INFINITE {
                *end -= 1;
                self.followers.targets.swap(*at as usize, *end as usize);
            } else if self.reverts[follower as usize] > pass {
                *at += 1;
            } else {
                let head = &mut self.watchers[follower as usize];
                if *head == NONE {
                    self.watched.push(follower);
                }
                self.next_watcher[v as usize] = std::mem::replace(head, v);
                return Ok(());
            }
        }
        eligible.push(v);
        Ok(())
    }

    /// After a pass: false for what is labelled now, or infinite from now on.
    fn survives(&mut self, v: u32, pass: u32) -> bool {
        if self.labels[v as usize] != UNLABELLED {
            return false;
        }
        if self.reverts[v as usize] <= pass {
            self.labels[v as usize] = INFINITE;
            return false;
        }
        true
    }
}

/// The finite labels among the followers of each infinite vertex.
fn finite_sets(
    graph: &Graph,
    labels: &[u32],
    budget: &mut Budget,
) -> Result<(Vec<u32>, Vec<u32>), LimitReached> {
    let mut starts = Vec::with_capacity(labels.len() + 1);
    let (mut sets, mut set) = (Vec::new(), Vec::new());
    starts.push(0);
    for v in 0..graph.vertices() {
        if labels[v as usize] == INFINITE {
            budget.work(u64::from(graph.out_degree(v)))?;
            let followers = graph.successors(v).iter().map(|&w| labels[w as usize]);
            set.extend(followers.filter(|&label| label < INFINITE));
            set.sort_unstable();
            set.dedup();
            sets.append(&mut set);
        }
        starts.push(sets.len() as u32);
    }
    Ok((starts, sets))
}
