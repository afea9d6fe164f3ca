//! A pursuit on a map: who wins, and pictures made of characters.

use anstyle::{AnsiColor, Style};
use grundy_report::{Place, PursuitReport, SideWord};

use crate::paint::Paint;

/// What stands on a cell of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// Nobody can enter.
    Wall,
    /// Nobody is here.
    Free,
    /// A thief can leave here.
    Exit,
    /// A policeman.
    Police,
    /// A thief.
    Thief,
    /// A policeman and a thief: the thief is caught.
    Caught,
    /// A thief on an exit: he is away.
    Escaped,
    /// Where the piece that moved last came from.
    Left,
}

impl Cell {
    /// The character that shows the cell. Those of a map file keep their meaning.
    fn character(self) -> char {
        match self {
            Cell::Wall => '#',
            Cell::Free => '.',
            Cell::Exit => 'E',
            Cell::Police => 'P',
            Cell::Thief => 'T',
            Cell::Caught => 'X',
            Cell::Escaped => '!',
            Cell::Left => 'o',
        }
    }

    fn style(self) -> Style {
        let on = |ground: AnsiColor| {
            Style::new()
                .bold()
                .fg_color(Some(AnsiColor::White.into()))
                .bg_color(Some(ground.into()))
        };
        let bold = |color: AnsiColor| Style::new().bold().fg_color(Some(color.into()));
        match self {
            Cell::Wall => Style::new().dimmed(),
            Cell::Free => Style::new(),
            Cell::Exit => Style::new().fg_color(Some(AnsiColor::Green.into())),
            Cell::Police => bold(AnsiColor::Blue),
            Cell::Thief => bold(AnsiColor::Red),
            Cell::Caught => on(AnsiColor::Blue),
            Cell::Escaped => on(AnsiColor::Red),
            Cell::Left => Style::new().fg_color(Some(AnsiColor::Yellow.into())),
        }
    }
}

/// Who wins: `police 7`, `thief 3` or `draw`.
pub fn text(report: &PursuitReport) -> String {
    match report.plies {
        Some(plies) => format!("{} {plies}\n", report.outcome.word()),
        None => format!("{}\n", report.outcome.word()),
    }
}

/// The line of best play, a picture for each ply.
pub fn line(report: &PursuitReport, paint: Paint) -> String {
    let start = frame(report, &report.police, &report.thieves, None, paint);
    let mut text = format!("start\n{start}");
    for (at, ply) in report.line.iter().enumerate() {
        let picture = frame(report, &ply.police, &ply.thieves, ply.from, paint);
        text += &format!("\n{}. {}\n{picture}", at + 1, ply.text);
    }
    let end = match (report.outcome, report.repeats_from) {
        (SideWord::Police, _) => "the thief is caught".to_owned(),
        (SideWord::Thief, _) => "the thief is away".to_owned(),
        (SideWord::Draw, Some(0)) => "as at the start, and so on for ever".to_owned(),
        (SideWord::Draw, Some(ply)) => format!("as after ply {ply}, and so on for ever"),
        (SideWord::Draw, None) => "and so on for ever".to_owned(),
    };
    format!("{text}\n{end}\n")
}

/// The map with pieces at these places; the last piece to move came from `left`.
fn frame(
    report: &PursuitReport,
    police: &[Place],
    thieves: &[Place],
    left: Option<Place>,
    paint: Paint,
) -> String {
    let mut text = String::new();
    for (row, cells) in report.map.iter().enumerate() {
        for (column, mark) in cells.chars().enumerate() {
            let place = [row + 1, column + 1];
            let cell = match (police.contains(&place), thieves.contains(&place)) {
                (true, true) => Cell::Caught,
                (true, false) => Cell::Police,
                (false, true) if mark == 'E' => Cell::Escaped,
                (false, true) => Cell::Thief,
                _ if mark == '#' => Cell::Wall,
                _ if mark == 'E' => Cell::Exit,
                _ if left == Some(place) => Cell::Left,
                _ => Cell::Free,
            };
            let shown = cell.character().to_string();
            if cell == Cell::Free {
                text += &shown;
            } else {
                text += &paint.with(cell.style(), &shown);
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use grundy_report::SchemaVersion;

    use super::*;

    fn example() -> PursuitReport {
        PursuitReport {
            schema: SchemaVersion,
            outcome: SideWord::Draw,
            plies: None,
            rows: 2,
            columns: 3,
            map: vec!["P.#".to_owned(), ".ET".to_owned()],
            police: vec![[1, 1]],
            thieves: vec![[2, 3]],
            stay: false,
            police_moves: "king".to_owned(),
            thief_moves: "wazir".to_owned(),
            states: 1,
            line: Vec::new(),
            repeats_from: None,
        }
    }

    #[test]
    fn a_picture_of_the_start_is_the_map() {
        let report = example();
        let picture = frame(
            &report,
            &report.police,
            &report.thieves,
            None,
            Paint::default(),
        );
        assert_eq!(picture, "P.#\n.ET\n");
        let picture = frame(
            &report,
            &[[1, 2]],
            &[[2, 2]],
            Some([1, 1]),
            Paint::default(),
        );
        assert_eq!(picture, "oP#\n.!.\n");
    }

    #[test]
    fn colour_changes_nothing_but_colour() {
        let report = example();
        let paint = Paint {
            colors: true,
            ..Paint::default()
        };
        let painted = frame(&report, &report.police, &report.thieves, None, paint);
        let mut plain = String::new();
        for (at, piece) in painted.split('\x1b').enumerate() {
            let end = piece.find('m').map_or(0, |end| end + 1);
            plain.push_str(&piece[if at == 0 { 0 } else { end }..]);
        }
        assert!(painted.contains('\x1b'));
        assert_eq!(plain, "P.#\n.ET\n");
    }
}
