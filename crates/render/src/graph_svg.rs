//! A graph as an SVG picture: a pure function from data to text.

use std::fmt::Write;

use crate::graph_curves::Curve;
use crate::graph_drawing::{Class, Drawing, Shape, Vertex};
use crate::graph_layout::{Edge, Layout};
use crate::tables::wrapped;
use crate::xml::escaped;

pub use crate::graph_layout::Style;

/// White around everything.
const MARGIN: f64 = 18.0;

/// The height of a line of the caption.
const LINE: f64 = 19.0;

/// The drawing as an SVG document.
///
/// # Examples
///
/// ```
/// use grundy_render::graph_drawing::{Class, Drawing, Vertex};
/// use grundy_render::graph_svg::{Style, svg};
/// let vertices = vec![Vertex::new("0", Class::Win), Vertex::new("1", Class::Lose)];
/// let drawing = Drawing { vertices, edges: vec![(0, 1)], ..Drawing::default() };
/// assert!(svg(&drawing, Style::Auto).starts_with("<svg "));
/// ```
pub fn svg(drawing: &Drawing, style: Style) -> String {
    let layout = Layout::new(drawing, style);
    let mut page = Page::new(
        &layout,
        &drawing.caption,
        std::slice::from_ref(&drawing.caption),
    );
    for edge in &layout.edges {
        page.edge(edge, "e");
    }
    for (at, vertex) in drawing.vertices.iter().enumerate() {
        page.vertex(&layout, at, vertex, "");
    }
    page.end_drawing();
    page.caption(&drawing.caption, "");
    page.finish()
}

/// An SVG document in the making.
pub(crate) struct Page {
    text: String,
    /// Where the caption begins.
    caption_top: f64,
    columns: usize,
}

impl Page {
    /// A page for `layout`, with room for the longest of `captions`.
    pub(crate) fn new(layout: &Layout, title: &str, captions: &[String]) -> Page {
        let longest = captions
            .iter()
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0);
        // As wide as the drawing, and wide enough for the legend and a caption of few lines.
        let least = (longest.min(56) as f64 * 7.2).max(190.0);
        let width = layout.width.max(least) + 2.0 * MARGIN;
        let columns = ((width - 2.0 * MARGIN) / 7.0) as usize;
        let lines = captions
            .iter()
            .map(|text| wrapped(text, columns).len())
            .max()
            .unwrap_or(0);
        let legend_top = layout.height + 2.0 * MARGIN + 8.0;
        let height = legend_top + 20.0 + lines as f64 * LINE + 6.0;
        let mut page = Page {
            text: String::new(),
            caption_top: legend_top + 36.0,
            columns,
        };
        page.put(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif" role="img">"#
        ));
        page.put(format_args!("<title>{}</title>", escaped(title)));
        page.put(format_args!("<style>{STYLE}</style>"));
        page.put(format_args!(
            r##"<rect width="100%" height="100%" fill="#fff"/>"##
        ));
        page.legend(legend_top);
        // The drawing in the middle of the page.
        let left = (width - layout.width) / 2.0;
        page.put(format_args!(
            r#"<g transform="translate({left:.1} {MARGIN})">"#
        ));
        page
    }

    /// More rules for the page; they must come before what they apply to is drawn.
    pub(crate) fn style(&mut self, rules: &str) {
        self.put(format_args!("<style>{rules}</style>"));
    }

    /// An edge with its arrowhead.
    pub(crate) fn edge(&mut self, edge: &Edge, class: &str) {
        let middle = edge.curve.middle();
        let (curve, tip, back) = edge.curve.clone().shortened(7.0);
        let path = path_of(&curve);
        let length = tip.distance(back).max(1e-9);
        let (x, y) = ((tip.x - back.x) / length, (tip.y - back.y) / length);
        let base = tip.moved(-x * 9.0, -y * 9.0);
        let (left, right) = (base.moved(-y * 3.9, x * 3.9), base.moved(y * 3.9, -x * 3.9));
        self.put(format_args!(
            r#"<g class="{class}"><path d="{path}"/><path class="h" d="M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z"/></g>"#,
            tip.x, tip.y, left.x, left.y, right.x, right.y
        ));
        if edge.count > 1 {
            let (x, y) = (middle.x, middle.y + 4.0);
            let count = edge.count;
            self.put(format_args!(
                r#"<text class="n" x="{x:.1}" y="{y:.1}">×{count}</text>"#
            ));
        }
    }

    /// A vertex with its label and its letter; `class` is added to that of its colour.
    pub(crate) fn vertex(&mut self, layout: &Layout, at: usize, vertex: &Vertex, class: &str) {
        let outline = &layout.outlines[at];
        let (x, y) = (outline.centre.x, outline.centre.y);
        let (across, down) = (outline.half_width, outline.half_height);
        let word = vertex.class.word();
        let mark = match vertex.note.as_str() {
            "" => vertex.class.letter().to_owned(),
            note => format!("{} {note}", vertex.class.letter()),
        };
        let (label, mark) = (escaped(&vertex.label), escaped(mark.trim()));
        self.put(format_args!(
            r#"<g class="v {word}{}{class}"><title>{label}: {word} {}</title>"#,
            if class.is_empty() { "" } else { " " },
            escaped(&vertex.note)
        ));
        match vertex.shape {
            Shape::Round => self.put(format_args!(
                r#"<ellipse cx="{x:.1}" cy="{y:.1}" rx="{across:.1}" ry="{down:.1}"/>"#
            )),
            Shape::Box => self.put(format_args!(
                r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="4"/>"#,
                x - across,
                y - down,
                2.0 * across,
                2.0 * down
            )),
        }
        let label_y = if mark.is_empty() { y + 5.0 } else { y + 0.5 };
        self.put(format_args!(
            r#"<text x="{x:.1}" y="{label_y:.1}">{label}</text>"#
        ));
        if !mark.is_empty() {
            let y = y + 12.5;
            self.put(format_args!(
                r#"<text class="m" x="{x:.1}" y="{y:.1}">{mark}</text>"#
            ));
        }
        self.put(format_args!("</g>"));
    }

    /// A ring around a vertex.
    pub(crate) fn ring(&mut self, layout: &Layout, at: usize, class: &str) {
        let outline = &layout.outlines[at];
        let (x, y) = (outline.centre.x, outline.centre.y);
        let (across, down) = (outline.half_width + 2.0, outline.half_height + 2.0);
        self.put(format_args!(
            r#"<ellipse class="ring {class}" cx="{x:.1}" cy="{y:.1}" rx="{across:.1}" ry="{down:.1}"/>"#
        ));
    }

    /// Ends the drawing; captions follow.
    pub(crate) fn end_drawing(&mut self) {
        self.put(format_args!("</g>"));
    }

    /// A caption below everything; several captions of different classes may take the same place.
    pub(crate) fn caption(&mut self, text: &str, class: &str) {
        self.put(format_args!(r#"<g class="c {class}">"#));
        for (line, words) in wrapped(text, self.columns).iter().enumerate() {
            let y = self.caption_top + line as f64 * LINE;
            let words = escaped(words);
            self.put(format_args!(
                r#"<text x="{MARGIN}" y="{y:.1}">{words}</text>"#
            ));
        }
        self.put(format_args!("</g>"));
    }

    /// The finished document.
    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// What the colours mean.
    fn legend(&mut self, y: f64) {
        let mut x = MARGIN + 8.0;
        for class in [Class::Win, Class::Lose, Class::Draw] {
            let (fill, letter, word) = (class.fill(), class.letter(), class.word());
            self.put(format_args!(
                r#"<g class="l"><circle cx="{x}" cy="{y:.1}" r="8" fill="{fill}"/><text class="k" x="{x}" y="{:.1}">{letter}</text><text x="{:.1}" y="{:.1}">{word}</text></g>"#,
                y + 3.7,
                x + 13.0,
                y + 4.5
            ));
            x += 62.0;
        }
    }

    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a string takes everything");
    }
}

/// How everything looks. Colours and letters of vertices come from [`Class`].
const STYLE: &str = "\
.e path{fill:none;stroke:#78838c;stroke-width:1.4}\
.e .h{fill:#78838c;stroke:none}\
.n{font-size:12px;font-weight:600;fill:#37424b;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:5px}\
.v text{text-anchor:middle;font-size:14px;font-weight:600;fill:#fff}\
.v .m{font-size:10.5px;font-weight:500}\
.v ellipse,.v rect{stroke-width:1.5}\
.win ellipse,.win rect{fill:#c8322b;stroke:#8e1f1a}\
.lose ellipse,.lose rect{fill:#2459b8;stroke:#163a7c}\
.draw ellipse,.draw rect{fill:#1f7a3d;stroke:#125228}\
.open ellipse,.open rect{fill:#eceff1;stroke:#90a0aa}\
.open text{fill:#263238}\
.l text,.c text{font-size:13px;fill:#263238}\
.l .k{font-size:10px;font-weight:700;fill:#fff;text-anchor:middle}";

/// A curve as the data of a path.
pub(crate) fn path_of(curve: &Curve) -> String {
    let mut path = String::new();
    let start = curve.pieces[0][0];
    let _ = write!(path, "M{:.1} {:.1}", start.x, start.y);
    for [_, b, c, d] in &curve.pieces {
        let _ = write!(
            path,
            "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            b.x, b.y, c.x, c.y, d.x, d.y
        );
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_document() {
        let vertices = vec![Vertex::new("<b>&\"\u{1}", Class::Win)];
        let caption = "</svg><script>".to_owned();
        let drawing = Drawing {
            caption,
            vertices,
            edges: vec![(0, 0)],
        };
        let text = svg(&drawing, Style::Auto);
        assert!(text.contains("&lt;b&gt;&amp;&quot;\u{fffd}"), "{text}");
        assert!(!text.contains("<script"), "{text}");
        assert_eq!(text.matches("<g").count(), text.matches("</g>").count());
    }

    #[test]
    fn every_vertex_has_a_letter_beside_its_colour() {
        let classes = [Class::Win, Class::Lose, Class::Draw, Class::Open];
        let vertices = classes.map(|class| Vertex::new("x", class)).to_vec();
        let drawing = Drawing {
            vertices,
            ..Drawing::default()
        };
        let text = svg(&drawing, Style::Auto);
        for class in classes {
            assert!(
                text.contains(&format!("class=\"v {}\"", class.word())),
                "{text}"
            );
            assert!(STYLE.contains(class.fill()), "the style has every colour");
        }
        assert_eq!(text.matches("class=\"m\"").count(), 3);
    }

    #[test]
    fn an_empty_graph_is_an_empty_picture() {
        let text = svg(&Drawing::default(), Style::Auto);
        assert!(
            text.starts_with("<svg ") && text.ends_with("</svg>\n"),
            "{text}"
        );
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }

    #[test]
    fn captions_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefghij k", 4), ["abcdefghij", "k"]);
        assert!(wrapped("  ", 4).is_empty());
    }
}
