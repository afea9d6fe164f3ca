//! A directed graph in memory: the moves of each vertex, in compressed sparse rows.

use grundy_core::{LimitReached, Limits};

use crate::budget::{Budget, unlimited};

/// The most vertices that a graph may have; a level and an outcome then fit into 32 bits.
pub const MOST_VERTICES: u32 = (1 << 31) - 1;

/// A directed graph; vertex `v`'s moves are `successors(v)`, self-loops and parallel edges allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Where each vertex's row begins, and the end of the last; one more than there are vertices.
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The graph with these edges; each row keeps the order in which its edges came.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_graph::Graph;
    /// let graph = Graph::from_edges(3, [(0, 2), (2, 0), (0, 1)].into_iter());
    /// assert_eq!(graph.successors(0), [2, 1]);
    /// ```
    ///
    /// # Panics
    ///
    /// If an edge leaves the range of vertices, or there are 2^31 vertices or 2^32 edges.
    pub fn from_edges(vertices: u32, edges: impl Iterator<Item = (u32, u32)>) -> Graph {
        let edges: Vec<(u32, u32)> = edges.collect();
        Graph::from_edge_list(vertices, &edges)
    }

    /// As [`Graph::from_edges`], from a list that is already there.
    ///
    /// # Panics
    ///
    /// As [`Graph::from_edges`].
    pub fn from_edge_list(vertices: u32, edges: &[(u32, u32)]) -> Graph {
        let built = Graph::from_edge_list_within(vertices, edges, &unlimited());
        built.expect("there is no limit")
    }

    /// As [`Graph::from_edge_list`], within `limits`, which also count the list.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    ///
    /// # Panics
    ///
    /// As [`Graph::from_edges`].
    pub fn from_edge_list_within(
        vertices: u32,
        edges: &[(u32, u32)],
        limits: &Limits,
    ) -> Result<Graph, LimitReached> {
        assert!(vertices <= MOST_VERTICES, "too many vertices");
        let count = edges.len() as u64;
        let budget = Budget::new(limits, 8 * count + bytes_of(vertices, count))?;
        let (offsets, targets) = rows(vertices, || edges.iter().copied(), budget)?;
        Ok(Graph { offsets, targets })
    }

    /// The graph whose vertex `v` has the moves `targets[offsets[v]..offsets[v + 1]]`.
    ///
    /// # Panics
    ///
    /// If `offsets` does not rise from 0 to the number of targets, or a target is not a vertex.
    pub fn from_adjacency(offsets: Vec<u32>, targets: Vec<u32>) -> Graph {
        assert_eq!(offsets.first(), Some(&0), "offsets must begin with 0");
        assert!(offsets.is_sorted(), "offsets must not fall");
        let end = offsets.last().map_or(0, |&end| end as usize);
        assert_eq!(end, targets.len(), "offsets must end where targets do");
        let vertices = offsets.len() - 1;
        assert!(vertices <= MOST_VERTICES as usize, "too many vertices");
        let is_vertex = |&target: &u32| (target as usize) < vertices;
        assert!(targets.iter().all(is_vertex), "a target is not a vertex");
        Graph { offsets, targets }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// The number of edges; parallel ones count each.
    pub fn edge_count(&self) -> u64 {
        self.targets.len() as u64
    }

    /// Where a move from `v` can lead.
    pub fn successors(&self, v: u32) -> &[u32] {
        &self.targets[self.row(v)]
    }

    /// The number of moves from `v`.
    pub fn out_degree(&self, v: u32) -> u32 {
        self.offsets[v as usize + 1] - self.offsets[v as usize]
    }

    /// Every edge, row by row.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.vertices()).flat_map(|v| self.successors(v).iter().map(move |&to| (v, to)))
    }

    /// The bytes that the rows take.
    pub fn memory_bytes(&self) -> u64 {
        bytes_of(self.vertices(), self.edge_count())
    }

    /// The same graph with every edge reversed.
    pub fn reversed(&self) -> Graph {
        self.reversed_within(&unlimited())
            .expect("there is no limit")
    }

    /// As [`Graph::reversed`], within `limits`, which also count this graph.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn reversed_within(&self, limits: &Limits) -> Result<Graph, LimitReached> {
        let budget = Budget::new(limits, 2 * self.memory_bytes())?;
        let reversed = || self.edges().map(|(from, to)| (to, from));
        let (offsets, targets) = rows(self.vertices(), reversed, budget)?;
        Ok(Graph { offsets, targets })
    }

    /// True if no play can repeat a vertex.
    pub fn is_acyclic(&self) -> bool {
        self.is_acyclic_within(&unlimited())
            .expect("there is no limit")
    }

    /// As [`Graph::is_acyclic`], within `limits`, which also count this graph.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn is_acyclic_within(&self, limits: &Limits) -> Result<bool, LimitReached> {
        let vertices = u64::from(self.vertices());
        let mut budget = Budget::new(limits, self.memory_bytes() + 8 * vertices)?;
        let mut missing: Vec<u32> = vec![0; self.vertices() as usize];
        for &to in &self.targets {
            missing[to as usize] += 1;
            budget.work(1)?;
        }
        let mut ready: Vec<u32> = Vec::with_capacity(self.vertices() as usize);
        ready.extend((0..self.vertices()).filter(|&v| missing[v as usize] == 0));
        let mut removed = 0;
        while let Some(v) = ready.pop() {
            removed += 1;
            budget.work(1 + u64::from(self.out_degree(v)))?;
            for &to in self.successors(v) {
                missing[to as usize] -= 1;
                if missing[to as usize] == 0 {
                    ready.push(to);
                }
            }
        }
        Ok(removed == self.vertices())
    }

    /// The same graph without the moves of some vertices.
    pub(crate) fn without_moves_of(mut self, is_over: impl Fn(u32) -> bool) -> Graph {
        let mut kept = 0;
        for v in 0..self.vertices() {
            let row = self.row(v);
            // The bound of the row before is rewritten only after it is read here.
            self.offsets[v as usize] = kept as u32;
            if !is_over(v) {
                self.targets.copy_within(row.clone(), kept);
                kept += row.len();
            }
        }
        let last = self.offsets.len() - 1;
        self.offsets[last] = kept as u32;
        self.targets.truncate(kept);
        self
    }

    /// Where the row of `v` lies among all targets.
    pub(crate) fn row(&self, v: u32) -> std::ops::Range<usize> {
        self.offsets[v as usize] as usize..self.offsets[v as usize + 1] as usize
    }

    /// Gives each target another number.
    pub(crate) fn rename_targets(&mut self, name: impl Fn(u32) -> u32) {
        self.targets
            .iter_mut()
            .for_each(|target| *target = name(*target));
    }

    /// The row bounds, one more than there are vertices.
    pub(crate) fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// All rows, one after the other.
    pub(crate) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// A graph from parts that are known to fit together.
    pub(crate) fn from_parts(offsets: Vec<u32>, targets: Vec<u32>) -> Graph {
        debug_assert_eq!(offsets.last().map(|&end| end as usize), Some(targets.len()));
        Graph { offsets, targets }
    }
}

/// The bytes of rows for so many vertices and edges.
pub(crate) fn bytes_of(vertices: u32, edges: u64) -> u64 {
    4 * (u64::from(vertices) + 1 + edges)
}

/// Counting sort of edges into rows; `edges` is called twice.
fn rows<I: Iterator<Item = (u32, u32)>>(
    vertices: u32,
    edges: impl Fn() -> I,
    mut budget: Budget,
) -> Result<(Vec<u32>, Vec<u32>), LimitReached> {
    let mut offsets = vec![0u32; vertices as usize + 1];
    let mut count: u64 = 0;
    for (from, to) in edges() {
        assert!(from.max(to) < vertices, "edge {from} {to} leaves the graph");
        offsets[from as usize + 1] += 1;
        count += 1;
        budget.work(1)?;
    }
    assert!(count <= u64::from(u32::MAX), "too many edges");
    for v in 1..offsets.len() {
        offsets[v] += offsets[v - 1];
    }
    // `offsets[v]` moves from the start of row v to its end, which is the start of row v + 1; the
    // last line moves the starts back to their places.
    let mut targets = vec![0; count as usize];
    for (from, to) in edges() {
        targets[offsets[from as usize] as usize] = to;
        offsets[from as usize] += 1;
        budget.work(1)?;
    }
    offsets.rotate_right(1);
    offsets[0] = 0;
    Ok((offsets, targets))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_the_order_of_their_edges() {
        let graph = Graph::from_edges(4, [(2, 1), (0, 3), (2, 2), (2, 1)].into_iter());
        assert_eq!(graph.successors(2), [1, 2, 1]);
        assert_eq!(graph.successors(0), [3]);
        assert!(graph.successors(1).is_empty() && graph.successors(3).is_empty());
        assert_eq!(graph.reversed().successors(1), [2, 2]);
        assert_eq!(graph.reversed().reversed().edge_count(), 4);
    }

    #[test]
    fn an_empty_graph_is_a_graph() {
        let graph = Graph::from_edges(0, std::iter::empty());
        assert_eq!((graph.vertices(), graph.edge_count()), (0, 0));
        assert!(graph.is_acyclic());
        assert_eq!(graph, Graph::from_adjacency(vec![0], vec![]));
    }

    #[test]
    fn a_self_loop_is_a_cycle() {
        assert!(!Graph::from_edges(2, [(0, 1), (1, 1)].into_iter()).is_acyclic());
        assert!(Graph::from_edges(3, [(0, 1), (0, 2), (1, 2)].into_iter()).is_acyclic());
    }

    #[test]
    #[should_panic(expected = "leaves the graph")]
    fn an_edge_must_stay_in_the_graph() {
        Graph::from_edges(2, [(0, 2)].into_iter());
    }
}
