//! The cutting game: cut paper in two; who cuts out a single square wins (POJ 2311).
//!
//! A piece with a side of 1 can be cut so that a single square falls off: whoever is to move wins.
//! So nobody cuts such a piece off before he must, and the other cuts have nim-values.

use std::sync::LazyLock;

use grundy_core::{
    Block, Ending, Form, Game, Interned, Nimber, Outcome, Picture, Play, RulesError, Ruleset,
    SpecError,
};

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
    trials: &["cutting:1x1", "cutting:1x2", "cutting:2x2", "cutting:2x3", "cutting:3x4", "cutting:2x2,2x3", "cutting:1x3,2x2"],
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
    Ok(Interned::boxed(Cutting))
}

struct Cutting;

type Sheet = (u64, u64);

impl Ruleset for Cutting {
    /// In ascending order.
    type Position = Vec<Sheet>;

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
            let sides = notation::sides(part, 1..u128::from(LONGEST) + 1).map_err(|error| error.shifted(at))?;
            let wrong = || SpecError::unexpected(part, "a sheet such as `4x6`", at..at + part.len());
            sheets.push(sides.ok_or_else(wrong)?);
        }
        sheets.sort_unstable();
        Ok(sheets)
    }

    fn show(&self, sheets: &Vec<Sheet>) -> String {
        let shown: Vec<String> = sheets.iter().map(|(a, b)| format!("{a}x{b}")).collect();
        shown.join(",")
    }

    fn options(&self, sheets: &Vec<Sheet>, options: &mut Vec<Vec<Sheet>>) -> Result<(), RulesError> {
        if self.ending(sheets).is_some() {
            return Ok(());
        }
        for (index, &sheet) in sheets.iter().enumerate() {
            if sheets[..index].last() == Some(&sheet) {
                continue;
            }
            options.extend(cuts(sheet).map(|parts| {
                let mut option = sheets.clone();
                option.remove(index);
                option.extend(parts);
                option.sort_unstable();
                option
            }));
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<Sheet>, to: &Vec<Sheet>) -> String {
        let count = |sheets: &[Sheet], sheet: &Sheet| sheets.iter().filter(|s| *s == sheet).count();
        let cut = from.iter().find(|sheet| count(from, sheet) > count(to, sheet));
        let cut = cut.copied().unwrap_or((1, 1));
        let mut rest = from.clone();
        rest.retain(|sheet| *sheet != cut);
        rest.extend(vec![cut; count(from, &cut) - 1]);
        let is_parts = |parts: &[Sheet; 2]| {
            let mut option = rest.clone();
            option.extend(parts);
            option.sort_unstable();
            option == *to
        };
        let [first, second] = cuts(cut).find(is_parts).unwrap_or([cut, cut]);
        let (first, second) = (self.show(&vec![first]), self.show(&vec![second]));
        format!("cut {} into {first} and {second}", self.show(&vec![cut]))
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn ending(&self, sheets: &Vec<Sheet>) -> Option<Ending> {
        sheets.contains(&(1, 1)).then_some(Ending::NoMove)
    }

    fn form(&self, sheets: &Vec<Sheet>) -> Form {
        if self.ending(sheets).is_some() {
            return Form::Outcome(Outcome::Lose);
        }
        if sheets.iter().any(|&(a, b)| a == 1 || b == 1) {
            return Form::Loony;
        }
        let values = sheets.iter().map(|&(a, b)| Nimber(VALUES[a as usize][b as usize].into()));
        Form::Value(Nimber::sum(values))
    }

    fn reasons(&self, sheets: &Vec<Sheet>, play: Play) -> Vec<Block> {
        let is_loony = self.form(sheets) == Form::Loony;
        match play {
            Play::Normal if is_loony => vec![Block::text(
                "A sheet has a side of 1: cut a single square off its end, and the game is won.",
            )],
            Play::Normal => vec![Block::text(
                "Whoever leaves a sheet with a side of 1 loses at once. The value of a sheet is the mex over all other cuts.",
            )],
            Play::Misere => Vec::new(),
        }
    }

    fn picture(&self, sheets: &Vec<Sheet>) -> Picture {
        Picture::Bars(sheets.clone())
    }
}

/// The two parts of each cut, the smaller first.
fn cuts((a, b): Sheet) -> impl Iterator<Item = [Sheet; 2]> {
    let across = (1..=a / 2).map(move |part| [(part, b), (a - part, b)]);
    let down = (1..=b / 2).map(move |part| [(a, part), (a, b - part)]);
    across.chain(down)
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
