//! What axes need: round numbers, how they are written, how much room they take, lines across a panel.

use std::fmt::Write;

/// The width of the drawing.
pub(super) const WIDTH: f64 = 960.0;

/// The size of labels.
pub(super) const LABEL: f64 = 12.0;

/// What labels leave of the drawing's width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Where panels begin.
    pub left: f64,
    /// How wide they are.
    pub inner: f64,
}

impl Frame {
    /// Room for these labels on the left, and for half of the widest one below on the right.
    pub fn around(on_the_left: &[String], below: &[String]) -> Frame {
        let widest =
            |labels: &[String]| labels.iter().map(|label| width(label)).fold(0.0, f64::max);
        let left = (widest(on_the_left) + 16.0).max(64.0);
        let right = (widest(below) / 2.0 + 4.0).max(24.0);
        Frame {
            left,
            inner: WIDTH - left - right,
        }
    }

    /// A line across the panel at height `at`, with its label on the left.
    pub fn grid_line(&self, at: f64, label: &str) -> String {
        let Frame { left, inner } = self;
        format!(
            "<path d=\"M{left:.1} {at:.1}h{inner:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            left - 8.0,
            at + 4.0
        )
    }
}

/// Appends an element and ends the line.
pub(super) fn put(svg: &mut String, element: &str) {
    writeln!(svg, "{element}").expect("strings can always be written to");
}

/// An upper bound of a label's width in the fonts that are common, at the size of labels.
pub(super) fn width(label: &str) -> f64 {
    let wide = |c: char| if c.is_alphanumeric() { 7.7 } else { 4.0 };
    label.chars().map(wide).sum()
}

/// As many round numbers from `from` to `to` as have room for their labels side by side, at least one.
pub(super) fn ticks_with_room(from: u64, to: u64, room: f64) -> Vec<u64> {
    let each = width(&grouped(to)) + 30.0;
    let ticks = ticks(from, to, ((room / each) as u64).clamp(1, 8));
    if ticks.is_empty() { vec![from] } else { ticks }
}

/// About `count` round numbers from `from` to `to`.
pub(super) fn ticks(from: u64, to: u64, count: u64) -> Vec<u64> {
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
pub(super) fn grouped(number: u64) -> String {
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
pub(super) fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{}M", number as f64 / 1e6),
        _ => format!("{}G", number as f64 / 1e9),
    }
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
    fn labels_have_room_on_both_sides() {
        let million = [grouped(1_000_000)];
        let frame = Frame::around(&million, &million);
        assert!(frame.left >= width(&million[0]) + 8.0);
        assert!(WIDTH - frame.left - frame.inner >= width(&million[0]) / 2.0);
        let labels = ticks_with_room(0, u64::MAX, 860.0);
        assert!(labels.len() as f64 * width(&grouped(u64::MAX)) < 860.0);
    }
}
