//! The retrograde algorithm as pictures: one for each step, or all in one that moves.

use std::collections::HashSet;
use std::fmt::Write;

use grundy_report::graph_drawing::{Drawing, DrawingStep, Vertex};

use crate::graph_layout::{Layout, Style};
use crate::graph_svg::Page;

/// Seconds that a step is shown in a moving picture.
const SECONDS: f64 = 1.6;

/// A picture after each step. The classes and notes of `drawing` are what is known before the first.
pub fn step_pictures(drawing: &Drawing, steps: &[DrawingStep], style: Style) -> Vec<String> {
    let layout = Layout::new(drawing, style);
    let captions: Vec<String> = steps.iter().map(|step| step.caption.clone()).collect();
    let mut vertices = drawing.vertices.clone();
    let picture = |step: &DrawingStep| {
        for (v, class, note) in &step.decided {
            vertices[*v].class = *class;
            vertices[*v].note.clone_from(note);
        }
        for (v, note) in &step.open_notes {
            vertices[*v].note.clone_from(note);
        }
        let mut page = Page::new(&layout, &step.caption, &captions);
        page.style(HIGHLIGHT);
        let because: HashSet<_> = step.because.iter().collect();
        for edge in &layout.edges {
            let is_reason = because.contains(&(edge.from, edge.to));
            page.edge(edge, if is_reason { "e y" } else { "e" });
        }
        for (v, vertex) in vertices.iter().enumerate() {
            let is_new = step.decided.iter().any(|decided| decided.0 == v);
            page.vertex(&layout, v, vertex, if is_new { "new" } else { "" });
        }
        page.end_drawing();
        page.caption(&step.caption, "");
        page.finish()
    };
    steps.iter().map(picture).collect()
}

/// One picture in which the steps follow each other, again and again. Where motion is not wanted it
/// shows the end.
pub fn moving_picture(drawing: &Drawing, steps: &[DrawingStep], style: Style) -> String {
    let layout = Layout::new(drawing, style);
    let captions: Vec<String> = steps.iter().map(|step| step.caption.clone()).collect();
    let mut page = Page::new(&layout, &drawing.caption, &captions);
    page.style(HIGHLIGHT);
    page.style(&keyframes(steps.len()));
    for edge in &layout.edges {
        page.edge(edge, "e");
    }
    for (at, step) in steps.iter().enumerate() {
        let because: HashSet<_> = step.because.iter().collect();
        for edge in &layout.edges {
            if because.contains(&(edge.from, edge.to)) {
                page.edge(edge, &format!("e y during k{at}"));
            }
        }
    }
    // A state of a vertex covers the one before; those that are covered need not go.
    for (v, vertex) in drawing.vertices.iter().enumerate() {
        page.vertex(&layout, v, vertex, "");
    }
    let mut current: Vec<Vertex> = drawing.vertices.clone();
    for (at, step) in steps.iter().enumerate() {
        for (v, note) in &step.open_notes {
            current[*v].note.clone_from(note);
            page.vertex(&layout, *v, &current[*v], &format!("from f{at}"));
        }
        for (v, class, note) in &step.decided {
            current[*v].class = *class;
            current[*v].note.clone_from(note);
            page.vertex(&layout, *v, &current[*v], &format!("from f{at}"));
        }
        for (v, ..) in &step.decided {
            page.ring(&layout, *v, &format!("during k{at}"));
        }
    }
    page.end_drawing();
    for (at, caption) in captions.iter().enumerate() {
        let last = if at + 1 == captions.len() {
            " last"
        } else {
            ""
        };
        page.caption(caption, &format!("during k{at}{last}"));
    }
    page.finish()
}

/// What is new, and why.
const HIGHLIGHT: &str = "\
.y path{stroke:#e08a00;stroke-width:3}\
.y .h{fill:#e08a00}\
.new ellipse,.new rect,.ring{stroke:#f5a623;stroke-width:4}\
.ring{fill:none}";

/// Rules that show `.f3` from step 3 on and `.k3` during step 3 only.
fn keyframes(steps: usize) -> String {
    // The end stays a little longer.
    let units = steps as f64 + 2.0;
    let duration = units * SECONDS;
    let mut rules = format!(
        ".from,.during{{animation-duration:{duration:.1}s;animation-timing-function:step-end;\
         animation-iteration-count:infinite}}.during{{opacity:0}}.last{{opacity:1}}"
    );
    for step in 0..steps {
        let (start, end) = (
            step as f64 / units * 100.0,
            (step as f64 + 1.0) / units * 100.0,
        );
        let end = if step + 1 == steps { 100.0 } else { end };
        let _ = write!(
            rules,
            "@keyframes f{step}{{0%{{opacity:{}}}{start:.2}%,to{{opacity:1}}}}\
             @keyframes k{step}{{0%{{opacity:{}}}{start:.2}%{{opacity:1}}{end:.2}%,to{{opacity:{}}}}}\
             .f{step}{{animation-name:f{step}}}.k{step}{{animation-name:k{step}}}",
            u8::from(step == 0),
            u8::from(step == 0),
            u8::from(step + 1 == steps),
        );
    }
    rules.push_str("@media (prefers-reduced-motion:reduce){.from,.during{animation:none}}");
    rules
}

#[cfg(test)]
mod tests {
    use grundy_report::graph_drawing::Class;

    use super::*;

    fn example() -> (Drawing, Vec<DrawingStep>) {
        let open = |label: &str| Vertex::new(label, Class::Open);
        let drawing = Drawing {
            caption: "two".to_owned(),
            vertices: vec![open("0"), open("1")],
            edges: vec![(0, 1)],
        };
        let first = DrawingStep {
            caption: "1 has no moves".to_owned(),
            decided: vec![(1, Class::Lose, "0".to_owned())],
            ..DrawingStep::default()
        };
        let second = DrawingStep {
            caption: "0 moves to 1".to_owned(),
            decided: vec![(0, Class::Win, "1".to_owned())],
            because: vec![(0, 1)],
            ..DrawingStep::default()
        };
        (drawing, vec![first, second])
    }

    #[test]
    fn pictures_keep_what_earlier_steps_decided() {
        let (drawing, steps) = example();
        let pictures = step_pictures(&drawing, &steps, Style::Auto);
        assert_eq!(pictures.len(), 2);
        assert!(pictures[0].contains("\"v lose new\"") && pictures[0].contains("\"v open\""));
        assert!(pictures[1].contains("\"v lose\"") && pictures[1].contains("\"v win new\""));
        assert!(pictures[1].contains("class=\"e y\"") && !pictures[0].contains("class=\"e y\""));
    }

    #[test]
    fn the_moving_picture_has_every_step_and_an_end_for_those_who_want_no_motion() {
        let (drawing, steps) = example();
        let text = moving_picture(&drawing, &steps, Style::Auto);
        assert!(
            text.contains("v lose from f0") && text.contains("v win from f1"),
            "{text}"
        );
        assert!(text.contains("prefers-reduced-motion"));
        assert!(text.contains("c during k1 last"));
    }
}
