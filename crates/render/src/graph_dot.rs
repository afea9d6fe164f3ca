//! A graph in the DOT language, for Graphviz and its relatives.

use std::fmt::Write;

use crate::graph_drawing::{Class, Drawing, Shape};

/// The drawing in DOT: colours, letters, and every edge, parallel ones included.
///
/// # Examples
///
/// ```
/// use grundy_render::graph_dot::dot;
/// use grundy_render::graph_drawing::{Class, Drawing, Vertex};
/// let vertices = vec![Vertex::new("0", Class::Win), Vertex::new("1", Class::Lose)];
/// let drawing = Drawing { vertices, edges: vec![(0, 1)], ..Drawing::default() };
/// assert!(dot(&drawing).contains("v0 -> v1;"));
/// ```
pub fn dot(drawing: &Drawing) -> String {
    let mut text = String::from("digraph game {\n");
    text.push_str("  node [style=filled, fontname=\"sans-serif\", fontcolor=white];\n");
    if !drawing.caption.is_empty() {
        put(
            &mut text,
            format_args!("  label={};", quoted(&drawing.caption)),
        );
    }
    for (at, vertex) in drawing.vertices.iter().enumerate() {
        let shape = match vertex.shape {
            Shape::Round => "ellipse",
            Shape::Box => "box",
        };
        let mark = format!("{}{}", vertex.class.letter(), spaced(&vertex.note));
        // The name stays apart from the mark by a line break that DOT itself makes.
        let label = match mark.trim() {
            "" => quoted(&vertex.label),
            mark => format!(
                "{}\\n{}",
                quoted(&vertex.label).trim_end_matches('"'),
                &quoted(mark)[1..]
            ),
        };
        let font = match vertex.class {
            Class::Open => ", fontcolor=black",
            _ => "",
        };
        let fill = vertex.class.fill();
        put(
            &mut text,
            format_args!("  v{at} [label={label}, shape={shape}, fillcolor=\"{fill}\"{font}];"),
        );
    }
    for (from, to) in &drawing.edges {
        put(&mut text, format_args!("  v{from} -> v{to};"));
    }
    text.push_str("}\n");
    text
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a string takes everything");
}

fn spaced(note: &str) -> String {
    match note {
        "" => String::new(),
        note => format!(" {note}"),
    }
}

/// `text` as a DOT string.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace(['\n', '\r'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph_drawing::Vertex;

    #[test]
    fn labels_are_escaped() {
        let mut vertex = Vertex::new("say \"hi\" \\", Class::Draw);
        vertex.note = "inf()".to_owned();
        let drawing = Drawing {
            caption: "a \"b\"".to_owned(),
            vertices: vec![vertex],
            edges: vec![(0, 0), (0, 0)],
        };
        let text = dot(&drawing);
        assert!(text.contains(r#"label="say \"hi\" \\\nD inf()""#), "{text}");
        assert!(text.contains(r#"label="a \"b\"";"#), "{text}");
        assert_eq!(text.matches("v0 -> v0;").count(), 2);
    }
}
