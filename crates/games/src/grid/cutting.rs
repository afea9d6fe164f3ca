//! The cutting game: cut paper in two; who cuts out a single square wins (POJ 2311).
//!
//! A piece with a side of 1 can be cut so that a single square falls off: whoever is to move wins.
//! So nobody cuts such a piece off before he must, and the other cuts have nim-values.

use std::sync::LazyLock;

use grundy_core::{
    Block, Ending, Form, Nimber, Notation, Outcome, Picture, Play, Rules, SpecError, Theory, Touch,
};
use grundy_positions::{Game, game};

use super::chop::touch_line;
use crate::heap::heaps::{each, first_of_each};
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "cutting",
    aliases: &["cutting-game"],
    summary: "cut paper in two; who cuts out a single square wins",
    rules: "There are sheets of paper, ruled in squares. A move cuts one sheet along a line into two sheets, both of \
            which stay in the game. A single square ends the game: under normal play whoever cut it out wins, under \
            misère play he loses.",
    notation: "the sheet: 4x6; several: 4x6,2x3",
    parameters: None,
    example: "cutting:4x4",
    trials: &[
        "cutting:1x1",
        "cutting:1x2",
        "cutting:2x2",
        "cutting:2x3",
        "cutting:3x4",
        "cutting:2x2,2x3",
        "cutting:1x3,2x2",
    ],
    theory: "A sheet with a side of 1 is a win at once. The others have values, by the mex over the cuts that leave no \
             side of 1.",
    source: "POJ 2311, Cutting Game",
    make,
};

/// The longest side.
const LONGEST: u64 = 200;
/// The most sheets of one position.
const MOST_SHEETS: usize = 1_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Cutting))
}

struct Cutting;

type Sheet = (u64, u64);

/// A sheet, and the line it is cut along: after so many rows if `is_row`, else columns.
#[derive(Clone, Copy, Debug)]
struct Cut {
    sheet: usize,
    is_row: bool,
    at: u64,
}

impl Cut {
    fn parts(&self, (a, b): Sheet) -> [Sheet; 2] {
        if self.is_row {
            [(self.at, b), (a - self.at, b)]
        } else {
            [(a, self.at), (a, b - self.at)]
        }
    }
}

/// Every line of these sheets, or only those up to the middle.
fn cuts(sheets: Vec<(usize, Sheet)>, is_half: bool) -> impl Iterator<Item = Cut> {
    sheets.into_iter().flat_map(move |(sheet, (a, b))| {
        let lines = move |side: u64| 1..=if is_half { side / 2 } else { side - 1 };
        let cut = move |is_row: bool, at: u64| Cut { sheet, is_row, at };
        let rows = lines(a).map(move |at| cut(true, at));
        rows.chain(lines(b).map(move |at| cut(false, at)))
    })
}

impl Rules for Cutting {
    /// In ascending order.
    type Position = Vec<Sheet>;
    type Move = Cut;

    fn moves(&self, sheets: &Vec<Sheet>) -> impl Iterator<Item = Cut> {
        let is_over = self.ending(sheets).is_some();
        cuts(if is_over { Vec::new() } else { each(sheets) }, false)
    }

    fn distinct_moves(&self, sheets: &Vec<Sheet>) -> impl Iterator<Item = Cut> {
        let is_over = self.ending(sheets).is_some();
        cuts(
            if is_over {
                Vec::new()
            } else {
                first_of_each(sheets)
            },
            true,
        )
    }

    fn play(&self, sheets: &Vec<Sheet>, cut: &Cut) -> Vec<Sheet> {
        let mut option = sheets.clone();
        let sheet = option.remove(cut.sheet);
        option.extend(cut.parts(sheet));
        option.sort_unstable();
        option
    }

    fn ending(&self, sheets: &Vec<Sheet>) -> Option<Ending> {
        sheets.contains(&(1, 1)).then_some(Ending::NoMove)
    }

    fn theory(&self) -> Theory<Cutting> {
        Theory {
            form: Some(Cutting::form),
            reasons: Some(|game, sheets, play| match play {
                Play::Normal if game.form(sheets) == Form::Loony => vec![Block::text(
                    "A sheet has a side of 1: cut a single square off its end, and the game is won.",
                )],
                Play::Normal => vec![Block::text(
                    "Whoever leaves a sheet with a side of 1 loses at once. The value of a sheet is the mex over all \
                     other cuts.",
                )],
                Play::Misere => Vec::new(),
            }),
            ..Theory::default()
        }
    }
}

impl Notation for Cutting {
    fn prefix(&self, _sheets: &Vec<Sheet>) -> String {
        "cutting".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<Sheet>, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "4x6", 0..text.len()));
        }
        let parts = notation::parts(text, ',')?;
        if parts.len() > MOST_SHEETS {
            let why = format!("there are more than {MOST_SHEETS} sheets");
            return Err(SpecError::illegal(&why, "use fewer", 0..text.len()));
        }
        let mut sheets = Vec::new();
        for (part, at) in parts {
            let sides = notation::sides(part, 1..u128::from(LONGEST) + 1)
                .map_err(|error| error.shifted(at))?;
            let wrong =
                || SpecError::unexpected(part, "a sheet such as `4x6`", at..at + part.len());
            sheets.push(sides.ok_or_else(wrong)?);
        }
        sheets.sort_unstable();
        Ok(sheets)
    }

    fn show(&self, sheets: &Vec<Sheet>) -> String {
        let shown: Vec<String> = sheets.iter().map(|(a, b)| format!("{a}x{b}")).collect();
        shown.join(",")
    }

    fn describe(&self, sheets: &Vec<Sheet>, cut: &Cut) -> String {
        let sheet = sheets[cut.sheet];
        let [whole, first, second] =
            [sheet, cut.parts(sheet)[0], cut.parts(sheet)[1]].map(|(a, b)| format!("{a}x{b}"));
        format!("cut {whole} into {first} and {second}")
    }

    fn picture(&self, sheets: &Vec<Sheet>) -> Picture {
        Picture::Sheets(sheets.clone())
    }

    fn touch(&self, sheets: &Vec<Sheet>, cut: &Cut) -> Touch {
        touch_line(cut.sheet, sheets[cut.sheet], (cut.is_row, cut.at))
    }
}

impl Cutting {
    fn form(&self, sheets: &Vec<Sheet>) -> Form {
        if self.ending(sheets).is_some() {
            return Form::Outcome(Outcome::Lose);
        }
        if sheets.iter().any(|&(a, b)| a == 1 || b == 1) {
            return Form::Loony;
        }
        let values = sheets
            .iter()
            .map(|&(a, b)| Nimber(VALUES[a as usize][b as usize].into()));
        Form::Value(Nimber::sum(values))
    }
}

/// The values of sheets with no side of 1, by their sides.
static VALUES: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| {
    let longest = LONGEST as usize;
    let mut values = vec![vec![0u16; longest + 1]; longest + 1];
    let mut seen = vec![0u32; 1 << 16];
    let mut stamp = 0;
    for a in 2..=longest {
        for b in 2..=longest {
            stamp += 1;
            for part in 2..=a / 2 {
                seen[usize::from(values[part][b] ^ values[a - part][b])] = stamp;
            }
            for part in 2..=b / 2 {
                seen[usize::from(values[a][part] ^ values[a][b - part])] = stamp;
            }
            let mex = seen.iter().position(|&when| when != stamp);
            values[a][b] = mex.expect("fewer cuts than numbers") as u16;
        }
    }
    values
});
