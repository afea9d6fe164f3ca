//! A nim-sequence as a picture: values by heap, how often each occurs, rows aligned by the period.
//!
//! Values are taken in as they stream by. Few are drawn as points, many as a density: the darker a
//! cell, the more values fall in it.

mod axes;
mod bands;
mod rows;

use axes::{Frame, LABEL, WIDTH, grouped, put, short, ticks, ticks_with_room, width};
use bands::Bands;
use rows::{KEPT, Rows};

use crate::xml::escaped;

/// The height of the plot of values and of the histogram.
const PLOT: f64 = 360.0;
const BARS: f64 = 150.0;
/// More values than this are drawn as a density.
const MOST_POINTS: u64 = 3000;
/// Cells of the density.
const COLUMNS: usize = 436;
const ROWS: usize = 180;
/// The most bars of the histogram; then several values share one.
const MOST_BARS: usize = 128;

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
    /// `cells[column][row]` counts values; the bands are its rows.
    cells: Vec<Vec<u32>>,
    rows: Bands,
    points: Vec<(u64, u64)>,
    /// How many values are in each bar of the histogram.
    counts: Vec<u64>,
    bars: Bands,
    first: Vec<u64>,
}

impl Plot {
    /// An empty picture of the values of heaps `from..=to`.
    pub fn new(title: &str, from: u64, to: u64) -> Plot {
        // Points are drawn one by one, however many values lie between them.
        let has_points = to - from < MOST_POINTS;
        Plot {
            title: title.to_owned(),
            from,
            to,
            cells: vec![vec![0; ROWS]; if has_points { 0 } else { COLUMNS }],
            rows: Bands::new(if has_points { usize::MAX } else { ROWS }),
            points: Vec::new(),
            counts: vec![0; MOST_BARS],
            bars: Bands::new(MOST_BARS),
            first: Vec::new(),
        }
    }

    /// Takes in the values of heaps `first..`.
    pub fn add(&mut self, first: u64, values: &[u64]) {
        for (&value, heap) in values.iter().zip(first..=u64::MAX) {
            if let Some(regrouping) = self.bars.take_in(value) {
                regrouping.apply(&mut self.counts);
            }
            self.counts[self.bars.of(value)] += 1;
            if let Some(regrouping) = self.rows.take_in(value) {
                self.cells
                    .iter_mut()
                    .for_each(|cell| regrouping.apply(cell));
            }
            if self.has_points() {
                self.points.push((heap, value));
            } else {
                let column = self.column(heap);
                self.cells[column][self.rows.of(value)] += 1;
            }
            if heap < KEPT as u64 && heap == self.first.len() as u64 {
                self.first.push(value);
            }
        }
    }

    /// The picture as SVG.
    pub fn svg(&self, recurrence: Option<Recurrence>) -> String {
        let frame = self.frame();
        let rows = recurrence.and_then(|recurrence| Rows::new(&self.first, recurrence, frame));
        let below = rows.as_ref().map_or(0.0, |rows| rows.height() + 60.0);
        let height = 110.0 + PLOT + BARS + 50.0 + below;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"{LABEL}\" fill=\"#222\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        );
        let many = if self.has_points() {
            ""
        } else {
            ", the darker the more"
        };
        let heading = format!(
            "Nim-values of {}, heaps {} to {}{many}",
            self.title,
            grouped(self.from),
            grouped(self.to)
        );
        // Bold letters are wider.
        let room = (WIDTH - frame.left) / (1.15 * width(&heading));
        put(
            &mut svg,
            &format!(
                "<text x=\"{:.1}\" y=\"28\" font-size=\"{:.1}\" font-weight=\"bold\">{}</text>",
                frame.left,
                (LABEL * room).min(17.0),
                escaped(&heading)
            ),
        );
        svg += &self.values_panel(frame, 48.0);
        svg += &self.histogram(frame, 110.0 + PLOT);
        if let Some(rows) = rows {
            svg += &rows.svg(110.0 + PLOT + BARS + 60.0);
        }
        svg + "</svg>\n"
    }

    fn has_points(&self) -> bool {
        self.cells.is_empty()
    }

    fn column(&self, heap: u64) -> usize {
        let span = u128::from(self.to - self.from) + 1;
        (u128::from(heap - self.from) * COLUMNS as u128 / span) as usize
    }

    /// Values that are labelled.
    fn value_ticks(&self) -> Vec<u64> {
        ticks(self.rows.low(), self.rows.high(), 8)
    }

    /// Counts of the histogram that are labelled, and the largest.
    fn count_ticks(&self) -> (Vec<u64>, u64) {
        let most = self.counts.iter().copied().max().unwrap_or(1).max(1);
        (ticks(0, most, 3), most)
    }

    /// Leaves room for the labels of all panels.
    fn frame(&self) -> Frame {
        let values = self.value_ticks().into_iter().map(grouped);
        let counts = self.count_ticks().0.into_iter().map(short);
        let on_the_left: Vec<String> = values.chain(counts).collect();
        Frame::around(&on_the_left, &[grouped(self.to), grouped(self.rows.high())])
    }

    /// Points or cells, with axes.
    fn values_panel(&self, frame: Frame, top: f64) -> String {
        let Frame { left, inner } = frame;
        let mut svg = String::new();
        let high = PLOT / self.rows.count() as f64;
        let wide = inner / ((self.to - self.from) as f64 + 1.0);
        let x = |heap: u64| left + ((heap - self.from) as f64 + 0.5) * wide;
        // The middle of the band, where the value is drawn.
        let y = |value: u64| top + PLOT - (self.rows.of(value) as f64 + 0.5) * high;
        for tick in self.value_ticks() {
            put(&mut svg, &frame.grid_line(y(tick), &grouped(tick)));
        }
        for tick in ticks_with_room(self.from, self.to, inner) {
            let at = x(tick);
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
        let radius = (wide / 2.0).clamp(1.1, 3.5);
        for &(heap, value) in &self.points {
            put(
                &mut svg,
                &format!(
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"#1f4e9c\"/>",
                    x(heap),
                    y(value)
                ),
            );
        }
        if !self.has_points() {
            svg += &self.density(frame, top, high);
        }
        put(
            &mut svg,
            &format!(
                "<path d=\"M{left:.1} {top}v{PLOT}h{inner:.1}\" fill=\"none\" stroke=\"#666\"/>"
            ),
        );
        put(
            &mut svg,
            &format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#666\">heap</text>",
                left + inner,
                top + PLOT + 34.0
            ),
        );
        svg
    }

    /// The cells, `high` each.
    fn density(&self, frame: Frame, top: f64, high: f64) -> String {
        let mut svg = String::from("<g shape-rendering=\"crispEdges\">\n");
        let counts = self.cells.iter().flatten();
        let most = f64::from(counts.copied().max().unwrap_or(1).max(1));
        let wide = frame.inner / COLUMNS as f64;
        // A little under the next column: rounding must not leave a gap between them.
        let drawn = wide + 0.2;
        for (at, column) in self.cells.iter().enumerate() {
            for (row, &count) in column.iter().enumerate().filter(|(_, count)| **count > 0) {
                // A logarithm: single values stay visible beside millions.
                let shade = (f64::from(count).ln() + 1.0) / (most.ln() + 1.0);
                let light = (88.0 - 66.0 * shade) as u32;
                let (x, y) = (
                    frame.left + at as f64 * wide,
                    top + PLOT - (row + 1) as f64 * high,
                );
                put(
                    &mut svg,
                    &format!(
                        "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{drawn:.2}\" height=\"{:.2}\" fill=\"hsl(216,65%,{light}%)\"/>",
                        high.max(1.0)
                    ),
                );
            }
        }
        svg + "</g>\n"
    }

    fn histogram(&self, frame: Frame, top: f64) -> String {
        let Frame { left, inner } = frame;
        let (count_ticks, most) = self.count_ticks();
        let number = self.bars.count();
        let wide = (inner / number as f64).min(40.0);
        let mut svg = String::new();
        put(
            &mut svg,
            &format!(
                "<text x=\"{left:.1}\" y=\"{:.1}\" font-weight=\"bold\">How often each value occurs</text>",
                top - 10.0
            ),
        );
        for tick in count_ticks {
            let at = top + BARS - tick as f64 / most as f64 * (BARS - 10.0);
            put(&mut svg, &frame.grid_line(at, &short(tick)));
        }
        for (bar, &count) in self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            let high = count as f64 / most as f64 * (BARS - 10.0);
            put(
                &mut svg,
                &format!(
                    "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{high:.2}\" fill=\"#c0692a\"/>",
                    left + bar as f64 * wide + 0.5,
                    top + BARS - high,
                    (wide - 1.0).max(1.0)
                ),
            );
        }
        let (low, high) = (self.bars.low(), self.bars.high());
        for tick in ticks_with_room(low, high, wide * number as f64) {
            let at = left + (self.bars.of(tick) as f64 + 0.5) * wide;
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
                "<path d=\"M{left:.1} {:.1}h{inner:.1}\" stroke=\"#666\"/>",
                top + BARS
            ),
        );
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// The number in the first attribute `name` of an element.
    fn number(element: &str, name: &str) -> f64 {
        let (_, rest) = element.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    }

    fn plot(from: u64, values: impl Iterator<Item = u64>) -> String {
        let values: Vec<u64> = values.collect();
        let mut plot = Plot::new("a game", from, from + (values.len() as u64 - 1));
        plot.add(from, &values);
        plot.svg(None)
    }

    #[test]
    fn a_label_stands_at_the_middle_of_its_band() {
        let svg = plot(0, (0..4000).map(|heap| heap % 2 * 8));
        let label = svg.lines().find(|line| line.ends_with(">8</text>"));
        let (_, label) = label.unwrap().split_once("<text").unwrap();
        let (_, cells) = svg.split_once("<g ").unwrap();
        let cells = cells.lines().filter(|line| line.starts_with("<rect"));
        let highest = cells.min_by_key(|line| number(line, "y") as u64).unwrap();
        let middle = number(highest, "y") + number(highest, "height") / 2.0;
        // Text is centred if it stands a third of its size below the middle.
        let centred = middle + LABEL / 3.0;
        assert!(
            (number(label, "y") - centred).abs() < 0.5,
            "{label} {centred}"
        );
    }

    #[test]
    fn no_label_leaves_the_drawing() {
        let many = 0..1_000_001;
        let pictures = [
            plot(0, many.clone().map(|heap| heap % 7)),
            plot(0, many.map(|heap| 50 * heap)),
            plot(1_000_000_000, 1_000_000_000..1_000_000_101),
            plot(u64::MAX - 500, u64::MAX - 500..u64::MAX),
        ];
        for svg in pictures {
            for line in svg.lines().filter(|line| line.contains("<text")) {
                let text = &line[line.find("<text").unwrap()..];
                let label = text[text.find('>').unwrap() + 1..].trim_end_matches("</text>");
                let size = if text.contains("font-size") {
                    number(text, "font-size")
                } else {
                    LABEL
                };
                let (x, wide) = (number(text, "x"), width(label) * size / LABEL);
                let left = match text {
                    _ if text.contains("\"end\"") => x - wide,
                    _ if text.contains("\"middle\"") => x - wide / 2.0,
                    _ => x,
                };
                assert!(left >= 0.0 && left + wide <= WIDTH + 1.0, "{text}");
            }
        }
    }

    #[test]
    fn values_far_from_0_fill_the_panel() {
        let svg = plot(1_000_000_000, 1_000_000_000..1_000_000_101);
        let heights: Vec<f64> = svg
            .lines()
            .filter(|line| line.starts_with("<circle"))
            .map(|line| number(line, "cy"))
            .collect();
        assert!(heights[0] - heights[100] > 0.9 * PLOT, "{heights:?}");
    }

    #[test]
    fn rows_are_left_out_where_exceptions_cannot_be_told() {
        let recurrence = Recurrence {
            preperiod: 30,
            period: 4,
            saltus: 0,
        };
        for (count, is_shown) in [(33, false), (34, true)] {
            let mut plot = Plot::new("a game", 0, count - 1);
            plot.add(0, &vec![1; count as usize]);
            let svg = plot.svg(Some(recurrence));
            assert_eq!(svg.contains("Rows of 4"), is_shown, "{count}");
        }
    }
}
