//! Chop: cut a chocolate bar along a line and throw one part away.

use grundy_core::{
    Block, Element, Form, LONGEST_SIDE, Nimber, Notation, Picture, Rules, SpecError, Table, Theory,
    Touch,
};
use grundy_positions::{Game, game};

use crate::heap::heaps::{changes_to, each, first_of_each};
use crate::info::no_parameters;
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
    trials: &[
        "chop:1x1",
        "chop:1x5",
        "chop:3x3",
        "chop:2x3,3x2",
        "chop:2x2,2x2",
        "chop:1x1,2x1",
    ],
    theory: "A bar of a by b is two Nim heaps, a-1 and b-1: the lines one way, and the lines the other way.",
    source: "M. DeVos and D. A. Kent, Game Theory: A Playful Introduction (2016), chapter 2",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Chop))
}

struct Chop;

type Bar = (u64, u64);

/// What is left of one bar.
#[derive(Clone, Copy, Debug)]
struct Cut {
    index: usize,
    left: Bar,
}

fn cuts(bars: Vec<(usize, Bar)>) -> impl Iterator<Item = Cut> {
    bars.into_iter().flat_map(|(index, (a, b))| {
        let across = (1..a).map(move |left| (left, b));
        let down = (1..b).map(move |left| (a, left));
        across.chain(down).map(move |left| Cut { index, left })
    })
}

impl Rules for Chop {
    type Position = Vec<Bar>;
    type Move = Cut;

    fn moves(&self, bars: &Vec<Bar>) -> impl Iterator<Item = Cut> {
        cuts(each(bars))
    }

    fn distinct_moves(&self, bars: &Vec<Bar>) -> impl Iterator<Item = Cut> {
        cuts(first_of_each(bars))
    }

    fn play(&self, bars: &Vec<Bar>, cut: &Cut) -> Vec<Bar> {
        let mut option = bars.clone();
        option[cut.index] = cut.left;
        option
    }

    fn canonical(&self, bars: &Vec<Bar>) -> Vec<Bar> {
        let mut bars = bars.clone();
        bars.sort_unstable();
        bars
    }

    fn theory(&self) -> Theory<Chop> {
        Theory {
            form: Some(|_, bars| Form::Nim(lines(bars))),
            moves_to: Some(|_, bars, target, most| Some(moves_to(bars, target, most))),
            option_count: Some(|_, bars| {
                let lines = |(_, (a, b)): (usize, Bar)| u128::from(a - 1) + u128::from(b - 1);
                Some(first_of_each(bars).into_iter().map(lines).sum())
            }),
            reasons: Some(|_, bars, _| reasons(bars)),
            ..Theory::default()
        }
    }
}

impl Notation for Chop {
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

    fn describe(&self, bars: &Vec<Bar>, cut: &Cut) -> String {
        format!(
            "cut the bar {} down to {}",
            show_bar(&bars[cut.index]),
            show_bar(&cut.left)
        )
    }

    fn picture(&self, bars: &Vec<Bar>) -> Picture {
        Picture::Bars(bars.clone())
    }

    fn touch(&self, bars: &Vec<Bar>, cut: &Cut) -> Touch {
        let (a, b) = bars[cut.index];
        let (rows, columns) = cut.left;
        touch_line(
            cut.index,
            (a, b),
            (rows != a, if rows != a { rows } else { columns }),
        )
    }

    fn touched(&self, bars: &Vec<Bar>, touch: &[Element]) -> Option<Cut> {
        let parts: Vec<(&str, Vec<u64>)> =
            touch.iter().map(Element::parts).collect::<Option<_>>()?;
        let (index, is_row, at) = match &parts[..] {
            [("bar", bar), (line @ ("rows" | "columns"), at)] => {
                (*bar.first()?, *line == "rows", *at.first()?)
            }
            [(line @ ("row" | "column"), place)] => {
                (*place.first()?, *line == "row", *place.get(1)?)
            }
            _ => return None,
        };
        let index = usize::try_from(index).ok()?;
        let &(a, b) = bars.get(index)?;
        let left = if is_row { (at, b) } else { (a, at) };
        let is_move = 0 < at && at < if is_row { a } else { b };
        let played = Cut { index, left };
        (is_move && self.touch(bars, &played).touch == touch).then_some(played)
    }
}

/// The line that a bar or sheet is cut along: after so many rows if `is_row`, else columns.
pub(crate) fn touch_line(index: usize, (a, b): Bar, (is_row, at): (bool, u64)) -> Touch {
    let index = index as u64;
    let bar = Element::at("bar", [index]);
    if a.max(b) > LONGEST_SIDE {
        let typed = Element::at(if is_row { "rows" } else { "columns" }, [at]);
        return Touch::new(vec![bar.clone(), typed], vec![bar]);
    }
    let line = Element::at(if is_row { "row" } else { "column" }, [index, at]);
    Touch::new(vec![line], vec![bar])
}

fn moves_to(bars: &[Bar], target: Nimber, most: usize) -> Vec<Cut> {
    let lines = lines(bars);
    let is_first: Vec<usize> = first_of_each(bars)
        .iter()
        .map(|(index, _)| *index)
        .collect();
    let cuts = changes_to(&lines, target)
        .filter(|(heap, size)| *size < lines[*heap] && is_first.binary_search(&(heap / 2)).is_ok());
    let cuts = cuts.map(|(heap, size)| {
        let (index, left) = (heap / 2, size as u64 + 1);
        let (a, b) = bars[index];
        let left = if heap % 2 == 1 { (a, left) } else { (left, b) };
        Cut { index, left }
    });
    cuts.take(most).collect()
}

fn reasons(bars: &[Bar]) -> Vec<Block> {
    let mut table = Table::new(
        "lines",
        ["bar", "lines one way", "lines the other way", "value"],
    );
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
            "A cut takes any number of the lines that run one way and leaves the others: so a bar of a by b is two Nim \
             heaps, a-1 and b-1.",
        ),
        Block::Table(table),
    ]
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
        let bars = vec![(1 << 50, 4), (2, 2)];
        let moves = moves_to(&bars, Nimber(3), 9);
        assert_eq!(moves.len(), 1);
        assert_eq!(Chop.play(&bars, &moves[0]), [(1, 4), (2, 2)]);
        assert_eq!(
            Chop.describe(&bars, &moves[0]),
            "cut the bar 1125899906842624x4 down to 1x4"
        );
    }
}
