//! Telling about the games.

use grundy_core::{Limits, Picture};
use grundy_games::{GameInfo, find, looks_like_code, no_such_game};
use grundy_report::{GameEntry, GamesReport, PictureReport, SchemaVersion, family};

use crate::Error;
use grundy_spec::{Files, open_ruleset};

/// The game with this name, alias or code.
///
/// # Errors
///
/// [`Error::Spec`] with the nearest names.
pub fn game_info(name: &str) -> Result<&'static GameInfo, Error> {
    let bare = name.split(['/', ':']).next().unwrap_or(name);
    let known = if looks_like_code(bare) {
        find("code")
    } else {
        find(bare)
    };
    known.ok_or_else(|| Error::Spec {
        text: name.to_owned(),
        error: no_such_game(bare),
    })
}

/// How the example of a game looks.
pub fn example_picture(game: &GameInfo) -> Picture {
    let sum = grundy_spec::parse_sum(&[game.example.to_owned()], Files::Deny, &Limits::default());
    sum.map_or(Picture::Text, |sum| sum.picture(sum.components[0]))
}

/// The values of the positions `0`, `1`, `2`, … of the example's ruleset, where those are positions.
pub fn first_values(game: &GameInfo) -> Option<String> {
    let ruleset = game.example.split(':').next()?;
    let values =
        grundy_solve::first_values(open_ruleset(ruleset, Files::Deny, &Limits::default()).ok()?)?;
    let list = values.join(" ");
    Some(format!("{ruleset}:0, 1, 2, … are worth {list} …"))
}

/// Games as a report.
pub fn games_report(games: &[&GameInfo]) -> GamesReport {
    GamesReport {
        schema: SchemaVersion,
        games: games.iter().map(|game| entry(game)).collect(),
    }
}

fn entry(game: &GameInfo) -> GameEntry {
    let picture = example_picture(game);
    GameEntry {
        name: game.name.to_owned(),
        title: game.title(),
        family: family(&picture).to_owned(),
        picture: PictureReport::from(&picture),
        aliases: game.aliases.iter().map(|&alias| alias.to_owned()).collect(),
        summary: game.summary.to_owned(),
        rules: game.rules.to_owned(),
        notation: game.notation.to_owned(),
        parameters: game.parameters.map(str::to_owned),
        example: game.example.to_owned(),
        trials: game.trials.iter().map(|&trial| trial.to_owned()).collect(),
        theory: game.theory.to_owned(),
        source: game.source.to_owned(),
        first_values: None,
    }
}
