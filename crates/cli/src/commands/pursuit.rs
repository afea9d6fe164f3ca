//! `grundy pursuit`: policeman and thief on a map.

use std::io::Read;
use std::process::ExitCode;

use clap::builder::PossibleValue;
use clap::{ValueEnum, ValueHint};
use grundy::pursuit::{self, MoveSet, PursuitRules};
use grundy::render;
use grundy::report::PursuitReport;

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Who wins a pursuit, and in how many plies
///
/// The map is a rectangle of characters: `P` policeman, `T` thief, `E` exit, `#` wall, `.` free. The
/// policeman moves first, one step in 8 directions (also diagonally between two walls); the thief one
/// step in 4. The policeman wins when both are in one cell, whoever moved there; the thief wins when
/// he arrives on an exit where the policeman is not. A side that can move must; one that cannot stays. A
/// policeman may stand on an exit. There may be any number of exits, also none: then the thief can
/// draw at best.
///
/// Answers `police N` or `thief N` (plies to the end when the winner hurries and the loser delays), or
/// `draw` when neither can force a win.
///
/// With several `P` or `T` on the map, a side moves one of its pieces each turn; pieces do not block
/// each other. The first thief who is caught loses the game for all, the first who escapes wins it.
#[derive(clap::Args)]
pub struct Args {
    /// The map's file, or - for standard input
    #[arg(value_name = "MAP", value_hint = ValueHint::FilePath)]
    map: String,

    /// Let both sides skip their turn
    #[arg(long)]
    stay: bool,

    /// Draw a line of best play, ply by ply
    #[arg(long)]
    show: bool,

    /// How a policeman moves
    #[arg(long, value_enum, default_value_t = Piece(MoveSet::King), value_name = "PIECE")]
    police_moves: Piece,

    /// How a thief moves
    #[arg(long, value_enum, default_value_t = Piece(MoveSet::Wazir), value_name = "PIECE")]
    thief_moves: Piece,
}

/// A move set as an argument.
#[derive(Clone, Copy)]
struct Piece(MoveSet);

/// Every piece, in the order of the library's table.
const PIECES: [Piece; MoveSet::ALL.len()] = {
    let mut pieces = [Piece(MoveSet::King); MoveSet::ALL.len()];
    let mut at = 0;
    while at < pieces.len() {
        pieces[at] = Piece(MoveSet::ALL[at].0);
        at += 1;
    }
    pieces
};

impl ValueEnum for Piece {
    fn value_variants<'a>() -> &'a [Piece] {
        &PIECES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (_, name, words) = MoveSet::ALL.iter().find(|row| row.0 == self.0)?;
        Some(PossibleValue::new(*name).help(*words))
    }
}

/// Solves the map and prints who wins.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let (name, bytes) = read(&args.map)?;
    let bytes = crate::input::decompressed(&name, bytes, &common.limits())?;
    let map = pursuit::read_map(&name, &bytes)?;
    let mut limits = common.limits();
    if common.max_positions.is_none() {
        // A state costs a few bits: the memory limit is what protects the machine.
        limits.positions = u64::MAX;
    }
    let rules = PursuitRules {
        police_moves: args.police_moves.0,
        thief_moves: args.thief_moves.0,
        may_stay: args.stay,
    };
    let answer = pursuit::solve(&map, rules, args.show || common.json, &limits)
        .map_err(grundy::Error::from)?;
    let report = PursuitReport::new(&map, rules, &answer);
    output::print(common, &report, |report, paint| {
        let mut text = render::pursuit::text(report);
        if args.show {
            text += &format!("\n{}", render::pursuit::line(report, paint));
        }
        text
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A file longer than this is no map that could be solved.
const LONGEST_MAP_BYTES: u64 = 64 << 20;

/// The contents of a file or of standard input, and what to call it.
fn read(map: &str) -> Result<(String, Vec<u8>), Failure> {
    let mut bytes = Vec::new();
    let longest = LONGEST_MAP_BYTES + 1;
    let (name, result) = match map {
        "-" => {
            let input = std::io::stdin().lock();
            (
                "standard input",
                input.take(longest).read_to_end(&mut bytes),
            )
        }
        path => {
            let file = std::fs::File::open(path);
            let read = |file: std::fs::File| file.take(longest).read_to_end(&mut bytes);
            (path, file.and_then(read))
        }
    };
    let file = name.to_owned();
    match result {
        Ok(length) if length as u64 > LONGEST_MAP_BYTES => Err(grundy::Error::Input {
            file,
            line: None,
            message: "this is longer than 64 MB, which is not a map that could be solved"
                .to_owned(),
        }
        .into()),
        Ok(_) => Ok((file, bytes)),
        Err(source) => Err(grundy::Error::Io {
            path: file.into(),
            source,
        }
        .into()),
    }
}
