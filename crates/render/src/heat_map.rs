//! A table of nim-values as a picture: a square for each position, darker for larger values.

use std::fmt::Write;

use crate::xml::escaped;

/// The table as an SVG drawing; lost positions (value 0) are red, those without a value hatched grey.
///
/// # Examples
///
/// ```
/// let svg = grundy_render::heat_map("nim", &[vec![Some(0), Some(1)], vec![Some(1), Some(0)]]);
/// assert_eq!(svg.matches("<rect").count(), 5);
/// ```
pub fn heat_map(title: &str, table: &[Vec<Option<u64>>]) -> String {
    const MARGIN: usize = 34;
    let columns = table.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let rows = table.len().max(1);
    let cell = (900 / columns.max(rows)).clamp(4, 28);
    let (width, height) = (columns * cell + 2 * MARGIN, rows * cell + 2 * MARGIN);
    let largest = table.iter().flatten().flatten().copied().max().unwrap_or(0);
    let mut svg = String::new();
    let mut line = |text: String| writeln!(svg, "{text}").expect("strings take all");
    line(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">"
    ));
    line(format!("<title>{}</title>", escaped(title)));
    line(format!(
        "<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
    ));
    line(format!(
        "<text x=\"{MARGIN}\" y=\"18\" font-size=\"13\">{} — red: lost; darker: larger value (up to {largest})</text>",
        escaped(title)
    ));
    for (a, row) in table.iter().enumerate() {
        for (b, value) in row.iter().enumerate() {
            let (x, y) = (MARGIN + b * cell, MARGIN + a * cell);
            line(format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{cell}\" height=\"{cell}\" fill=\"{}\"/>",
                colour(*value, largest)
            ));
            if let Some(value) = value
                && cell >= 18
            {
                let ink = if *value * 2 > largest || *value == 0 {
                    "white"
                } else {
                    "black"
                };
                line(format!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{value}</text>",
                    x + cell / 2,
                    y + cell * 2 / 3,
                    cell / 2
                ));
            }
        }
    }
    labels(&mut line, columns, rows, cell, MARGIN);
    line("</svg>".to_owned());
    svg
}

/// Several tables with their titles, one below the other, as one drawing.
pub fn heat_maps(tables: &[(String, Vec<Vec<Option<u64>>>)]) -> String {
    if let [(title, table)] = tables {
        return heat_map(title, table);
    }
    let drawn: Vec<String> = tables
        .iter()
        .map(|(title, table)| heat_map(title, table))
        .collect();
    // Each drawing is a square or nearly so; its first line says how large.
    let size = |svg: &str, name: &str| -> usize {
        let rest = svg.split(&format!(" {name}=\"")).nth(1).unwrap_or_default();
        let digits = rest.split('"').next().unwrap_or_default();
        digits.parse().unwrap_or(0)
    };
    let width = drawn
        .iter()
        .map(|svg| size(svg, "width"))
        .max()
        .unwrap_or(0);
    let height: usize = drawn.iter().map(|svg| size(svg, "height")).sum();
    let mut all = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
    );
    let mut y = 0;
    for svg in &drawn {
        all += &svg.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1);
        y += size(svg, "height");
    }
    all + "</svg>\n"
}

/// Numbers along the upper and the left edge, about ten each.
fn labels(line: &mut impl FnMut(String), columns: usize, rows: usize, cell: usize, margin: usize) {
    let step = |count: usize| {
        [1, 2, 5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .find(|s| count / s <= 14)
            .unwrap_or(1000)
    };
    for b in (0..columns).step_by(step(columns)) {
        let x = margin + b * cell + cell / 2;
        let y = margin - 4;
        line(format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"10\" text-anchor=\"middle\">{b}</text>"
        ));
    }
    if rows > 1 {
        for a in (0..rows).step_by(step(rows)) {
            let (x, y) = (margin - 5, margin + a * cell + cell / 2 + 3);
            line(format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"10\" text-anchor=\"end\">{a}</text>"
            ));
        }
    }
}

/// Pale yellow for small values to dark blue for the largest.
fn colour(value: Option<u64>, largest: u64) -> String {
    let Some(value) = value else {
        return "#cccccc".to_owned();
    };
    if value == 0 {
        return "#c62828".to_owned();
    }
    let part = value as f64 / largest.max(1) as f64;
    let mix = |light: f64, dark: f64| (light + (dark - light) * part).round() as u8;
    format!(
        "#{:02x}{:02x}{:02x}",
        mix(255.0, 13.0),
        mix(249.0, 42.0),
        mix(214.0, 110.0)
    )
}
