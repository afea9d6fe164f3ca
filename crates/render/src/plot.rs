//! A nim-sequence as a picture: values by heap, how often each occurs, rows aligned by the period.
//!
//! Values are taken in as they stream by. Few are drawn as points, many as a density: the darker a
//! cell, the more values fall in it.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The drawing's width, and what its axes leave of it.
const WIDTH: f64 = 960.0;
const LEFT: f64 = 64.0;
const INNER: f64 = WIDTH - LEFT - 24.0;
/// The height of the plot of values and of the histogram.
const PLOT: f64 = 360.0;
const BARS: f64 = 150.0;
/// More values than this are drawn as a density.
const MOST_POINTS: u64 = 3000;
/// Cells of the density.
const COLUMNS: usize = 436;
const ROWS: usize = 180;
/// The table of rows: at most so many rows and columns.
const MOST_ROWS: u64 = 32;
const MOST_COLUMNS: u64 = 160;
/// Values kept for the table of rows.
const KEPT: usize = (MOST_ROWS * MOST_COLUMNS) as usize;
/// The most bars of the histogram; then several values share one.
const MOST_BARS: u64 = 128;

/// A recurrence g(n + period) = g(n) + saltus for n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// Where it begins.
    pub preperiod: u64,
    /// Its length.
    pub period: u64,
    /// What is added each time.
    pub saltus: u64,
}

/// A picture in the making.
pub struct Plot {
    title: String,
    from: u64,
    to: u64,
    /// `cells[column][row]` counts values; a row holds `rows_per_cell` values.
    cells: Vec<Vec<u32>>,
    values_per_row: u64,
    points: Vec<(u64, u64)>,
    counts: BTreeMap<u64, u64>,
    first: Vec<u64>,
    largest: u64,
}

impl Plot {
    /// An empty picture of the values of heaps `from..=to`.
    pub fn new(title: &str, from: u64, to: u64) -> Plot {
        Plot {
            title: title.to_owned(),
            from,
            to,
            cells: vec![vec![0; ROWS]; COLUMNS],
            values_per_row: 1,
            points: Vec::new(),
            counts: BTreeMap::new(),
            first: Vec::new(),
            largest: 0,
        }
    }

    /// Takes in the values of heaps `first..`.
    pub fn add(&mut self, first: u64, values: &[u64]) {
        for (&value, heap) in values.iter().zip(first..=u64::MAX) {
            self.largest = self.largest.max(value);
            *self.counts.entry(value).or_default() += 1;
            if self.has_points() {
                self.points.push((heap, value));
            } else {
                self.add_to_cell(heap, value);
            }
            if heap < KEPT as u64 && heap == self.first.len() as u64 {
                self.first.push(value);
            }
        }
    }

    /// The picture as SVG.
    pub fn svg(&self, recurrence: Option<Recurrence>) -> String {
        let rows =
            recurrence.filter(|r| self.from == 0 && r.period <= MOST_COLUMNS && r.period > 0);
        let rows = rows.map(|r| self.rows(r, 110.0 + PLOT + BARS + 60.0));
        let below = rows.as_ref().map_or(0.0, |(_, height)| height + 60.0);
        let height = 110.0 + PLOT + BARS + 50.0 + below;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        );
        let many = if self.has_points() {
            ""
        } else {
            ", the darker the more"
        };
        let heading = format!(
            "Nim-values of {}, heaps {} to {}{many}",
            escape(&self.title),
            grouped(self.from),
            grouped(self.to)
        );
        put(
            &mut svg,
            &format!(
                "<text x=\"{LEFT}\" y=\"28\" font-size=\"17\" font-weight=\"bold\">{heading}</text>"
            ),
        );
        svg += &self.values_panel(48.0);
        svg += &self.histogram(110.0 + PLOT);
        if let Some((rows, _)) = rows {
            svg += &rows;
        }
        svg + "</svg>\n"
    }

    fn has_points(&self) -> bool {
        self.to - self.from < MOST_POINTS
    }

    fn add_to_cell(&mut self, heap: u64, value: u64) {
        while value / self.values_per_row >= ROWS as u64 {
            self.values_per_row *= 2;
            for column in &mut self.cells {
                for row in 0..ROWS {
                    column[row] = [2 * row, 2 * row + 1]
                        .iter()
                        .filter_map(|&r| column.get(r))
                        .sum();
                }
            }
        }
        let span = u128::from(self.to - self.from) + 1;
        let column = u128::from(heap - self.from) * COLUMNS as u128 / span;
        self.cells[column as usize][(value / self.values_per_row) as usize] += 1;
    }

    /// Points or cells, with axes.
    fn values_panel(&self, top: f64) -> String {
        let mut svg = String::new();
        let highest = match self.has_points() {
            true => self.largest + 1,
            false => (self.largest / self.values_per_row + 1) * self.values_per_row,
        } as f64;
        let span = (self.to - self.from) as f64 + 1.0;
        let x = |heap: f64| LEFT + (heap - self.from as f64) / span * INNER;
        let y = |value: f64| top + PLOT - value / highest * PLOT;
        for tick in ticks(0, self.largest.max(1), 8) {
            let at = y(tick as f64 + if self.has_points() { 0.5 } else { 0.0 });
            put(&mut svg, &grid_line(at, &grouped(tick)));
        }
        for tick in ticks(self.from, self.to.max(self.from + 1), 8) {
            let at = x(tick as f64 + 0.5);
            put(
                &mut svg,
                &format!(
                    "<path d=\"M{at:.1} {:.1}v5\" stroke=\"#666\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                    top + PLOT,
                    top + PLOT + 18.0,
                    grouped(tick)
                ),
            );
        }
        if self.has_points() {
            let radius = (INNER / span / 2.0).clamp(1.1, 3.5);
            for &(heap, value) in &self.points {
                put(
                    &mut svg,
                    &format!(
                        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"#1f4e9c\"/>",
                        x(heap as f64 + 0.5),
                        y(value as f64 + 0.5)
                    ),
                );
            }
        } else {
            svg += &self.density(top, highest);
        }
        put(
            &mut svg,
            &format!("<path d=\"M{LEFT} {top}v{PLOT}h{INNER}\" fill=\"none\" stroke=\"#666\"/>"),
        );
        put(
            &mut svg,
            &format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#666\">heap</text>",
                LEFT + INNER,
                top + PLOT + 34.0
            ),
        );
        svg
    }

    fn density(&self, top: f64, highest: f64) -> String {
        let mut svg = String::from("<g shape-rendering=\"crispEdges\">\n");
        let most = self
            .cells
            .iter()
            .flatten()
            .copied()
            .max()
            .unwrap_or(1)
            .max(1);
        let (wide, high) = (
            INNER / COLUMNS as f64,
            self.values_per_row as f64 / highest * PLOT,
        );
        for (at, column) in self.cells.iter().enumerate() {
            for (row, &count) in column.iter().enumerate().filter(|(_, count)| **count > 0) {
                // A logarithm: single values stay visible beside millions.
                let shade = (f64::from(count).ln() + 1.0) / (f64::from(most).ln() + 1.0);
                let light = (88.0 - 66.0 * shade) as u32;
                let (x, y) = (
                    LEFT + at as f64 * wide,
                    top + PLOT - (row + 1) as f64 * high,
                );
                put(
                    &mut svg,
                    &format!(
                        "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{wide:.2}\" height=\"{:.2}\" fill=\"hsl(216,65%,{light}%)\"/>",
                        high.max(1.0)
                    ),
                );
            }
        }
        svg + "</g>\n"
    }

    fn histogram(&self, top: f64) -> String {
        let per_bar = (self.largest / MOST_BARS + 1).next_power_of_two();
        let mut bars: BTreeMap<u64, u64> = BTreeMap::new();
        for (value, count) in &self.counts {
            *bars.entry(value / per_bar).or_default() += count;
        }
        let most = bars.values().copied().max().unwrap_or(1).max(1);
        let number = self.largest / per_bar + 1;
        let wide = (INNER / number as f64).min(40.0);
        let mut svg = String::new();
        put(
            &mut svg,
            &format!(
                "<text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">How often each value occurs</text>",
                top - 10.0
            ),
        );
        for tick in ticks(0, most, 3) {
            let at = top + BARS - tick as f64 / most as f64 * (BARS - 10.0);
            put(&mut svg, &grid_line(at, &short(tick)));
        }
        for (bar, count) in &bars {
            let high = *count as f64 / most as f64 * (BARS - 10.0);
            put(
                &mut svg,
                &format!(
                    "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{high:.2}\" fill=\"#c0692a\"/>",
                    LEFT + *bar as f64 * wide + 0.5,
                    top + BARS - high,
                    (wide - 1.0).max(1.0)
                ),
            );
        }
        for tick in ticks(0, self.largest.max(1), (wide * number as f64 / 60.0) as u64) {
            let at = LEFT + ((tick / per_bar) as f64 + 0.5) * wide;
            put(
                &mut svg,
                &format!(
                    "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                    top + BARS + 16.0,
                    grouped(tick)
                ),
            );
        }
        put(
            &mut svg,
            &format!(
                "<path d=\"M{LEFT} {:.1}h{INNER}\" stroke=\"#666\"/>",
                top + BARS
            ),
        );
        svg
    }

    /// Values in rows as long as the period; what breaks the recurrence is framed.
    fn rows(&self, recurrence: Recurrence, top: f64) -> (String, f64) {
        let Recurrence {
            preperiod,
            period,
            saltus,
        } = recurrence;
        let count = (self.first.len() as u64 / period)
            .min(MOST_ROWS)
            .min(preperiod / period + 4);
        let size = (INNER / period as f64).clamp(5.4, 26.0);
        let mut svg = String::new();
        let rule = match saltus {
            0 => "columns repeat".to_owned(),
            saltus => format!("columns rise by {saltus} (left out here)"),
        };
        put(
            &mut svg,
            &format!(
                "<text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">Rows of {period}, the period: from heap {preperiod} on, {rule}; exceptions are framed</text>",
                top - 10.0
            ),
        );
        for heap in 0..count * period {
            let (row, column) = (heap / period, heap % period);
            let value = self.first[heap as usize].saturating_sub(row * saltus);
            let (x, y) = (LEFT + column as f64 * size, top + row as f64 * size);
            let hue = value * 47 % 360;
            let light = if value % 2 == 0 { 80 } else { 68 };
            // The preperiod's last heaps are exceptions; before them, some happen to fit.
            let fits = heap >= preperiod || self.fits(heap, recurrence);
            let frame = if fits {
                ""
            } else {
                " stroke=\"#c00\" stroke-width=\"1.4\""
            };
            put(
                &mut svg,
                &format!(
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"hsl({hue},55%,{light}%)\"{frame}/>",
                    size - 1.2,
                    size - 1.2
                ),
            );
            if size >= 13.0 {
                put(
                    &mut svg,
                    &format!(
                        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"{:.1}\">{value}</text>",
                        x + size / 2.0 - 0.6,
                        y + size * 0.68,
                        (size * 0.5).min(11.0)
                    ),
                );
            }
        }
        for row in 0..count {
            put(
                &mut svg,
                &format!(
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"{:.1}\">{}</text>",
                    LEFT - 8.0,
                    top + (row as f64 + 0.68) * size,
                    size.clamp(7.0, 11.0),
                    row * period
                ),
            );
        }
        (svg, count as f64 * size)
    }

    /// True if heap `heap` has the value that the recurrence would give it from later heaps.
    fn fits(&self, heap: u64, recurrence: Recurrence) -> bool {
        let Recurrence {
            preperiod,
            period,
            saltus,
        } = recurrence;
        let times = preperiod.saturating_sub(heap).div_ceil(period);
        let later = self.first.get((heap + times * period) as usize);
        later.is_none_or(|&later| self.first[heap as usize] + times * saltus == later)
    }
}

fn put(svg: &mut String, element: &str) {
    writeln!(svg, "{element}").expect("strings can always be written to");
}

/// A line across the panel at height `at`, with its label on the left.
fn grid_line(at: f64, label: &str) -> String {
    format!(
        "<path d=\"M{LEFT} {at:.1}h{INNER}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
        LEFT - 8.0,
        at + 4.0
    )
}

/// About `count` round numbers from `from` to `to`.
fn ticks(from: u64, to: u64, count: u64) -> Vec<u64> {
    let target = (to - from) / count.max(1) + 1;
    let mut step = 1u64;
    for factor in [2, 5, 10].into_iter().cycle().scan(1u64, |power, factor| {
        let step = power.saturating_mul(factor);
        if factor == 10 {
            *power = step;
        }
        Some(step)
    }) {
        if step >= target {
            break;
        }
        step = factor;
    }
    let first = from.div_ceil(step);
    (first..=to / step).map(|tick| tick * step).collect()
}

/// `1234567` as `1 234 567`, with narrow spaces.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// `1500000` as `1.5M`.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{}M", number as f64 / 1e6),
        _ => format!("{}G", number as f64 / 1e9),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_range() {
        assert_eq!(ticks(0, 9, 8), [0, 2, 4, 6, 8]);
        assert_eq!(ticks(0, 1000, 8), [0, 200, 400, 600, 800, 1000]);
        assert_eq!(ticks(95, 130, 8), [95, 100, 105, 110, 115, 120, 125, 130]);
        assert_eq!(ticks(0, u64::MAX, 4).len(), 4);
    }

    #[test]
    fn few_values_are_points_and_many_are_a_density_that_keeps_every_one() {
        let mut few = Plot::new("a < b", 5, 14);
        few.add(5, &[1; 10]);
        let svg = few.svg(None);
        assert_eq!(svg.matches("<circle").count(), 10);
        assert!(svg.contains("a &lt; b"));
        let mut many = Plot::new("rising", 0, 9999);
        let values: Vec<u64> = (0..10_000).collect();
        many.add(0, &values);
        let counted: u32 = many.cells.iter().flatten().sum();
        assert_eq!(counted, 10_000);
        assert!(!many.svg(None).contains("<circle"));
    }

    #[test]
    fn rows_frame_exactly_the_exceptions() {
        let mut plot = Plot::new("0.3", 0, 19);
        let mut values = [0, 1].repeat(10);
        values[2] = 7;
        plot.add(0, &values);
        let recurrence = Recurrence {
            preperiod: 3,
            period: 2,
            saltus: 0,
        };
        assert_eq!(
            plot.svg(Some(recurrence))
                .matches("stroke=\"#c00\"")
                .count(),
            1
        );
    }
}
