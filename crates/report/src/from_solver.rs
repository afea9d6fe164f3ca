//! What the solver found, as reports.

use grundy_core::{Outcome, Picture};
use grundy_play::hints;
use grundy_solve::{Analysis, BestPlay, LineEnd, Verification};

use crate::{
    AnalysisReport, LineReport, MoveEntry, OptionEntry, PictureReport, SolveReport,
    VerificationReport,
};

/// Winning moves that stand for all options where those are too many.
const MOST_OPTIONS: usize = 100;

impl From<&Analysis> for AnalysisReport {
    fn from(analysis: &Analysis) -> AnalysisReport {
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
            hints: hints(analysis),
        }
    }
}

impl LineReport {
    /// An answer with a line of best play.
    pub fn new(solve: SolveReport, best: &BestPlay) -> LineReport {
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
}

impl From<&Verification> for VerificationReport {
    fn from(verification: &Verification) -> VerificationReport {
        VerificationReport {
            agrees: verification.complaints.is_empty(),
            positions: verification.positions as u64,
            complaints: verification.complaints.clone(),
        }
    }
}
