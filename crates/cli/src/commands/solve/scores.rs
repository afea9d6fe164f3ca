//! `grundy solve` of a game with scores, as text.

use grundy::render::paint::Paint;
use grundy::report::ScoreReport;

/// Moves of best play that are shown.
const MOST_MOVES: usize = 40;

/// The difference, and best play.
pub fn text(report: &ScoreReport, paint: Paint) -> String {
    let word = paint.outcome(report.outcome, report.outcome.word());
    let by = report.difference.unsigned_abs();
    let meaning = match report.difference {
        0 => "both get the same number of points".to_owned(),
        1.. => format!("the player to move gets {by} more points"),
        _ => format!("the opponent gets {by} more points"),
    };
    let mut text = format!("{word}: {meaning} with best play\n");
    text += &format!("position    {}\n", report.position);
    text += &format!("difference  {}\n", report.difference);
    if !report.line.is_empty() {
        text += "\nbest play\n";
    }
    for (index, played) in report.line.iter().take(MOST_MOVES).enumerate() {
        let player = if index % 2 == 0 { "you" } else { "opponent" };
        let (number, points) = (index + 1, played.points);
        text += &format!(
            "  {number:>3}  {player:<8}  {points:>6}  → {}\n",
            played.position
        );
    }
    if report.line.len() > MOST_MOVES {
        text += &format!("  … {} more\n", report.line.len() - MOST_MOVES);
    }
    text
}
