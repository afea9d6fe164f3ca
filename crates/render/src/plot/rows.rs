//! Values in rows as long as the period, so that what repeats stands in columns.

use super::Recurrence;
use super::axes::{Frame, put};

/// At most so many rows and columns.
const MOST_ROWS: u64 = 32;
const MOST_COLUMNS: u64 = 160;

/// Values from heap 0 on that are worth keeping for the rows.
pub(super) const KEPT: usize = (MOST_ROWS * MOST_COLUMNS) as usize;

/// Values in rows; what breaks the recurrence is framed.
pub(super) struct Rows<'v> {
    /// The values of heaps 0, 1, 2, …
    values: &'v [u64],
    recurrence: Recurrence,
    count: u64,
    /// The width and height of a cell.
    size: f64,
    frame: Frame,
}

impl<'v> Rows<'v> {
    /// The rows, if there are two, the values go far enough to tell every exception, and rows are short enough.
    pub fn new(values: &'v [u64], recurrence: Recurrence, frame: Frame) -> Option<Rows<'v>> {
        let Recurrence {
            preperiod, period, ..
        } = recurrence;
        let needed = preperiod.max(period).checked_add(period)?;
        if period == 0 || period > MOST_COLUMNS || needed > values.len() as u64 {
            return None;
        }
        Some(Rows {
            values,
            recurrence,
            count: (values.len() as u64 / period)
                .min(MOST_ROWS)
                .min(preperiod / period + 4),
            size: (frame.inner / period as f64).clamp(5.0, 26.0),
            frame,
        })
    }

    /// How high they are.
    pub fn height(&self) -> f64 {
        self.count as f64 * self.size
    }

    /// The rows, below a heading that stands above `top`.
    pub fn svg(&self, top: f64) -> String {
        let Recurrence {
            preperiod,
            period,
            saltus,
        } = self.recurrence;
        let left = self.frame.left;
        let rule = match saltus {
            0 => "columns repeat".to_owned(),
            saltus => format!("columns rise by {saltus} (left out here)"),
        };
        let mut svg = String::new();
        put(
            &mut svg,
            &format!(
                "<text x=\"{left:.1}\" y=\"{:.1}\" font-weight=\"bold\">Rows of {period}, the period: from heap {preperiod} on, {rule}; exceptions are framed</text>",
                top - 10.0
            ),
        );
        for heap in 0..self.count * period {
            svg += &self.cell(heap, top);
        }
        for row in 0..self.count {
            put(
                &mut svg,
                &format!(
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"{:.1}\">{}</text>",
                    left - 8.0,
                    top + (row as f64 + 0.68) * self.size,
                    self.size.clamp(7.0, 11.0),
                    row * period
                ),
            );
        }
        svg
    }

    fn cell(&self, heap: u64, top: f64) -> String {
        let Recurrence { period, saltus, .. } = self.recurrence;
        let size = self.size;
        let (row, column) = (heap / period, heap % period);
        let value = self.values[heap as usize].saturating_sub(row * saltus);
        let (x, y) = (
            self.frame.left + column as f64 * size,
            top + row as f64 * size,
        );
        let hue = value * 47 % 360;
        let light = if value % 2 == 0 { 80 } else { 68 };
        let frame = if self.fits(heap) {
            ""
        } else {
            " stroke=\"#c00\" stroke-width=\"1.4\""
        };
        let mut svg = String::new();
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
        svg
    }

    /// True if `heap` has the value that the recurrence would give it from later heaps: some of those before the
    /// preperiod's end do.
    fn fits(&self, heap: u64) -> bool {
        let Recurrence {
            preperiod,
            period,
            saltus,
        } = self.recurrence;
        let times = preperiod.saturating_sub(heap).div_ceil(period);
        let later = self.values[(heap + times * period) as usize];
        self.values[heap as usize] + times * saltus == later
    }
}
