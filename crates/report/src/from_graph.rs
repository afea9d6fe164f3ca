//! Solved graphs as reports.

use grundy_core::{LimitReached, Limits, Outcome, Play};
use grundy_graph::steps::Event;
use grundy_graph::{GraphFile, Labels, Owners, SolvedFile, VertexAnalysis, loopy_values};

use crate::{
    GraphMove, GraphReport, GraphStartReport, GraphStep, GraphStepsReport, Listed, SchemaVersion,
    ValueReport, VertexLabel, explanation_blocks,
};

/// The largest graph that is told step by step.
const MOST_TOLD_EDGES: u64 = 2000;

/// Loopy values are part of a [`GraphStepsReport`] for graphs up to this size.
const MOST_VALUED: u32 = 20_000;

impl GraphReport<'_> {
    /// A solved graph as a report, whose lists are made while they are written.
    pub fn new(solved: &SolvedFile, play: Play) -> GraphReport<'_> {
        let solution = &solved.solution;
        let vertices = solution.vertices();
        let names = match &solved.labels {
            Labels::Names(names) => Some(Listed::new(move || names.iter().cloned())),
            Labels::Numbers { .. } => None,
        };
        let values = solved.values.as_ref();
        let winner = move |owners: &Owners, v: u32| {
            let owner = owners.of[v as usize];
            let winner = match solution.outcome(v) {
                Outcome::Win => owner,
                Outcome::Lose => 1 - owner,
                Outcome::Draw => return None,
            };
            Some(owners.names[usize::from(winner)].clone())
        };
        GraphReport {
            schema: SchemaVersion,
            format: solved.format.word().to_owned(),
            play: play.into(),
            vertices,
            edges: solved.edges,
            outcomes: Listed::new(move || (0..vertices).map(|v| solution.outcome(v).into())),
            remoteness: Listed::new(move || (0..vertices).map(|v| solution.remoteness(v))),
            values: values.map(|values| {
                Listed::new(move || (0..vertices).map(|v| ValueReport::from(values.value(v))))
            }),
            names,
            winner: solved
                .owners
                .as_ref()
                .map(|owners| Listed::new(move || (0..vertices).map(move |v| winner(owners, v)))),
        }
    }
}

impl GraphStartReport {
    /// What is known about a vertex as a report.
    pub fn new(found: &VertexAnalysis, play: Play) -> GraphStartReport {
        let moves: Vec<GraphMove> = found
            .moves
            .iter()
            .map(|(label, entry)| GraphMove {
                to: VertexLabel::new(label),
                outcome: entry.outcome.into(),
                remoteness: entry.remoteness,
                best: entry.is_best,
            })
            .collect();
        let best = moves.iter().filter(|entry| entry.best);
        let line = found.line_labels.iter();
        let line: Vec<VertexLabel> = line.map(|label| VertexLabel::new(label)).collect();
        GraphStartReport {
            schema: SchemaVersion,
            start: VertexLabel::new(&found.label),
            play: play.into(),
            outcome: found.outcome.into(),
            remoteness: found.remoteness,
            value: found.value.clone().map(ValueReport::from),
            owner: found.owner.clone(),
            winner: found.winner.clone(),
            best_moves: best.map(|entry| entry.to.clone()).collect(),
            moves,
            cycle: found.line.cycle_start.map(|start| line[start..].to_vec()),
            line,
            line_is_cut: found.line.is_cut,
            explanation: explanation_blocks(&found.explanation),
        }
    }
}

impl GraphStepsReport {
    /// Solves a graph and tells the steps of the analysis.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    pub fn new(
        file: &GraphFile,
        play: Play,
        limits: &Limits,
    ) -> Result<GraphStepsReport, LimitReached> {
        let solution = file.solve(play, limits)?;
        let vertices = || 0..file.vertices();
        let (first, names) = match &file.labels {
            Labels::Numbers { first } => (*first, None),
            Labels::Names(names) => (0, Some(names.clone())),
        };
        let has_values = play == Play::Normal && file.owners.is_none() && file.decided.is_empty();
        let values = if has_values && file.vertices() <= MOST_VALUED {
            let found = loopy_values(&file.graph(), limits)?;
            Some(vertices().map(|v| found.value(v).into()).collect())
        } else {
            None
        };
        Ok(GraphStepsReport {
            schema: SchemaVersion,
            vertices: file.vertices(),
            first,
            names,
            edges: file.graph().edges().collect(),
            outcomes: vertices().map(|v| solution.outcome(v).into()).collect(),
            remoteness: vertices().map(|v| solution.remoteness(v)).collect(),
            values,
            steps: steps(file, play, limits)?,
            places: None,
        })
    }
}

/// Every step that finds something out; nothing for graphs that are too large or whose vertices have owners.
fn steps(
    file: &GraphFile,
    play: Play,
    limits: &Limits,
) -> Result<Option<Vec<GraphStep>>, LimitReached> {
    let is_small =
        file.edge_count() <= MOST_TOLD_EDGES && u64::from(file.vertices()) <= MOST_TOLD_EDGES;
    if !is_small || file.owners.is_some() {
        return Ok(None);
    }
    let narration = grundy_graph::steps::steps(file, play, limits)?;
    let events = narration.steps.iter().map(|step| &step.event);
    Ok(Some(
        events
            .filter_map(|event| step(event, &file.labels))
            .collect(),
    ))
}

fn step(event: &Event, labels: &Labels) -> Option<GraphStep> {
    let (vertex, outcome, left) = match *event {
        Event::Decided {
            vertex, outcome, ..
        } => (vertex, Some(outcome.into()), None),
        Event::Counted { vertex, left, .. } => (vertex, None, Some(left)),
        _ => return None,
    };
    Some(GraphStep {
        vertex,
        edge: event.edge(),
        outcome,
        left,
        text: event.in_words(labels)?,
    })
}
