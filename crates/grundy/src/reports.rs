//! What the facade found, as the reports that every door sends.

use grundy_core::{Outcome, Picture};
use grundy_games::GameInfo;
use grundy_report::{
    AnalysisReport, GameEntry, GamesReport, LineReport, MoveEntry, OptionEntry, PictureReport,
    SchemaVersion, SolveReport, VerificationReport,
};
use grundy_solve::{Analysis, BestPlay, LineEnd, Verification};

use crate::games::{example_picture, family, title};

/// Winning moves that stand for all options where those are too many.
const MOST_OPTIONS: usize = 100;

/// An analysis as a report.
pub fn analysis(analysis: &Analysis) -> AnalysisReport {
    let verdict = &analysis.verdict;
    let options = if analysis.lists_all_moves {
        let listed = analysis.moves.iter().zip(&analysis.move_pictures);
        listed
            .map(|((report, outcome), picture)| OptionEntry::new(report, *outcome, picture))
            .collect()
    } else {
        let winning = verdict.winning_moves.iter().take(MOST_OPTIONS);
        winning
            .map(|report| OptionEntry::new(report, Outcome::Win, &Picture::Text))
            .collect()
    };
    AnalysisReport {
        solve: SolveReport::from(verdict),
        is_over: verdict.moves == Some(0),
        options,
        options_complete: analysis.lists_all_moves,
        pictures: analysis.pictures.iter().map(PictureReport::from).collect(),
        hints: crate::play::hints(analysis),
    }
}

/// An answer with a line of best play.
pub fn line(solve: SolveReport, best: &BestPlay) -> LineReport {
    LineReport {
        solve,
        line: best.moves.iter().map(MoveEntry::from).collect(),
        line_is_complete: best.end == LineEnd::Over,
        repeats_after: match best.end {
            LineEnd::Repeats { after } => Some(after),
            LineEnd::Over | LineEnd::Open => None,
        },
    }
}

/// What a verifier said as a report.
pub fn verification(verification: &Verification) -> VerificationReport {
    VerificationReport {
        agrees: verification.complaints.is_empty(),
        positions: verification.positions as u64,
        complaints: verification.complaints.clone(),
    }
}

/// Games as a report.
pub fn games(games: &[&GameInfo]) -> GamesReport {
    GamesReport {
        schema: SchemaVersion,
        games: games.iter().map(|game| entry(game)).collect(),
    }
}

fn entry(game: &GameInfo) -> GameEntry {
    let picture = example_picture(game);
    GameEntry {
        name: game.name.to_owned(),
        title: title(game),
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
