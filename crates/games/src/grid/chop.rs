//! Chop: cut a chocolate bar along a line and throw one part away.

use grundy_core::{
    Block, Form, Game, Interned, Nimber, Picture, Play, RulesError, Ruleset, SpecError, Table,
};

use crate::info::no_parameters;
use crate::nim_heaps::changes_to;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "chop",
    aliases: &["chocolate"],
    summary: "cut a bar along a line, throw one part away",
    rules: "There are bars of a by b squares. A move cuts one bar along one of its lines, from side to side, and \
            throws one of the two parts away. A bar of 1 by 1 cannot be cut.",
    notation: "the bar: 4x6; several: 4x6,2x3",
    parameters: None,
    example: "chop:4x6",
    trials: &["chop:1x1", "chop:1x5", "chop:3x3", "chop:2x3,3x2", "chop:2x2,2x2", "chop:1x1,2x1"],
    theory: "A bar of a by b is two Nim heaps, a-1 and b-1: the lines one way, and the lines the other way.",
    source: "M. DeVos and D. A. Kent, Game Theory: A Playful Introduction (2016), chapter 2",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(Interned::boxed(Chop))
}

struct Chop;

type Bar = (u64, u64);

impl Ruleset for Chop {
    type Position = Vec<Bar>;

    fn prefix(&self, _bars: &Vec<Bar>) -> String {
        "chop".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<Bar>, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "4x6", 0..text.len()));
        }
        notation::parts(text, ',')?
            .into_iter()
            .map(|(part, at)| parse_bar(part, at))
            .collect()
    }

    fn show(&self, bars: &Vec<Bar>) -> String {
        let bars: Vec<String> = bars.iter().map(show_bar).collect();
        bars.join(",")
    }

    fn options(&self, bars: &Vec<Bar>, options: &mut Vec<Vec<Bar>>) -> Result<(), RulesError> {
        for (index, &(a, b)) in first_of_each(bars) {
            options.extend((1..a).map(|left| with_bar(bars, index, (left, b))));
            options.extend((1..b).map(|left| with_bar(bars, index, (a, left))));
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<Bar>, to: &Vec<Bar>) -> String {
        let (from, to) = (self.canonical(from), self.canonical(to));
        let cut = missing_in(&from, &to);
        let left = missing_in(&to, &from);
        format!("cut the bar {} down to {}", show_bar(&cut), show_bar(&left))
    }

    fn canonical(&self, bars: &Vec<Bar>) -> Vec<Bar> {
        let mut bars = bars.clone();
        bars.sort_unstable();
        bars
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, bars: &Vec<Bar>) -> Form {
        Form::Nim(lines(bars))
    }

    fn options_to(
        &self,
        bars: &Vec<Bar>,
        target: Nimber,
        most: usize,
        options: &mut Vec<Vec<Bar>>,
    ) -> bool {
        let lines = lines(bars);
        let is_first: Vec<usize> = first_of_each(bars).iter().map(|(index, _)| *index).collect();
        for (heap, size) in changes_to(&lines, target) {
            let (index, is_second) = (heap / 2, heap % 2 == 1);
            if size >= lines[heap] || is_first.binary_search(&index).is_err() {
                continue;
            }
            if options.len() >= most {
                break;
            }
            let (a, b) = bars[index];
            let left = size as u64 + 1;
            let bar = if is_second { (a, left) } else { (left, b) };
            options.push(with_bar(bars, index, bar));
        }
        true
    }

    fn option_count(&self, bars: &Vec<Bar>) -> Option<u128> {
        let count = |&(_, bar): &(usize, &Bar)| u128::from(bar.0 - 1) + u128::from(bar.1 - 1);
        Some(first_of_each(bars).iter().map(count).sum())
    }

    fn reasons(&self, bars: &Vec<Bar>, _play: Play) -> Vec<Block> {
        let mut table = Table::new("lines", ["bar", "lines one way", "lines the other way", "value"]);
        for &(a, b) in bars {
            table.rows.push(vec![
                show_bar(&(a, b)),
                (a - 1).to_string(),
                (b - 1).to_string(),
                ((a - 1) ^ (b - 1)).to_string(),
            ]);
        }
        vec![
            Block::text(
                "A cut takes any number of the lines that run one way and leaves the others: so a bar of a by b is \
                 two Nim heaps, a-1 and b-1.",
            ),
            Block::Table(table),
        ]
    }

    fn picture(&self, bars: &Vec<Bar>) -> Picture {
        Picture::Bars(bars.clone())
    }
}

/// `4x6`.
fn parse_bar(text: &str, at: usize) -> Result<Bar, SpecError> {
    if text.is_empty() {
        return Err(SpecError::missing("a bar", "4x6", at..at));
    }
    let sides = notation::sides(text, notation::POSITIVE).map_err(|error| error.shifted(at))?;
    let wrong = || SpecError::unexpected(text, "a bar such as `4x6`", at..at + text.len());
    sides.ok_or_else(wrong)
}

fn show_bar((a, b): &Bar) -> String {
    format!("{a}x{b}")
}

/// The Nim heaps: two of each bar, in order.
fn lines(bars: &[Bar]) -> Vec<u128> {
    bars.iter()
        .flat_map(|&(a, b)| [u128::from(a - 1), u128::from(b - 1)])
        .collect()
}

/// One of each kind of bar, with its place.
fn first_of_each(bars: &[Bar]) -> Vec<(usize, &Bar)> {
    let mut seen = std::collections::HashSet::new();
    let bars = bars.iter().enumerate();
    bars.filter(|(_, bar)| seen.insert(**bar)).collect()
}

fn with_bar(bars: &[Bar], index: usize, bar: Bar) -> Vec<Bar> {
    let mut option = bars.to_vec();
    option[index] = bar;
    option
}

/// The first bar of `bars` that `others` has fewer of, both sorted.
fn missing_in(bars: &[Bar], others: &[Bar]) -> Bar {
    let mut rest = others.iter().peekable();
    bars.iter()
        .find(|bar| {
            while rest.next_if(|other| other < bar).is_some() {}
            rest.next_if_eq(bar).is_none()
        })
        .copied()
        .unwrap_or((1, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_nothing_are_refused() {
        assert_eq!(Chop.parse("0x4").unwrap_err().span, 0..1);
        assert_eq!(Chop.parse("4x6, 2x0").unwrap_err().span, 7..8);
        assert_eq!(Chop.parse("4").unwrap_err().span, 0..1);
        assert_eq!(Chop.parse("4x6x2").unwrap_err().span, 3..4);
        assert_eq!(Chop.parse(" 4 x 6 "), Ok(vec![(4, 6)]));
    }

    #[test]
    fn the_two_sides_of_a_bar_are_not_the_same() {
        let mut options = Vec::new();
        let bars = vec![(1 << 50, 4), (2, 2)];
        assert!(Chop.options_to(&bars, Nimber(3), 9, &mut options));
        assert_eq!(options, [vec![(1, 4), (2, 2)]]);
        assert_eq!(
            Chop.describe(&bars, &options[0]),
            "cut the bar 1125899906842624x4 down to 1x4"
        );
    }
}
