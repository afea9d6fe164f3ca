//! What every position of a game was worth, and who made a mistake when.

use grundy_core::{MoveReport, Outcome, Value, Verdict};

/// One position of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedPosition {
    /// The position.
    pub position: String,
    /// What happens to the player to move in it.
    pub outcome: Outcome,
    /// Its value, where it has one.
    pub value: Option<Value>,
    /// True if the move that led here gave something away.
    pub is_mistake: bool,
    /// A move that would have kept it.
    pub better: Option<MoveReport>,
}

/// What the review needs to know about a position.
#[derive(Clone, Debug)]
pub(crate) struct JudgedPosition {
    pub position: String,
    pub outcome: Outcome,
    pub value: Option<Value>,
    /// A move that keeps the outcome, unless it is lost.
    pub keeps: Option<MoveReport>,
}

impl JudgedPosition {
    pub fn new(verdict: &Verdict) -> JudgedPosition {
        let winning = verdict.winning_moves.first();
        JudgedPosition {
            position: verdict.position.clone(),
            outcome: verdict.outcome,
            value: verdict.value.clone(),
            keeps: winning.or(verdict.drawing_moves.first()).cloned(),
        }
    }
}

/// Goes through the verdicts on the positions of a game, in order: which moves were mistakes, and what was
/// better.
pub fn review<'v>(verdicts: impl IntoIterator<Item = &'v Verdict>) -> Vec<ReviewedPosition> {
    let judged: Vec<JudgedPosition> = verdicts.into_iter().map(JudgedPosition::new).collect();
    review_judged(judged.iter())
}

pub(crate) fn review_judged<'p>(
    positions: impl Iterator<Item = &'p JudgedPosition>,
) -> Vec<ReviewedPosition> {
    let mut before: Option<&JudgedPosition> = None;
    positions
        .map(|judged| {
            let is_mistake =
                before.is_some_and(|before| is_worse(judged.outcome.opposite(), before.outcome));
            let better = before
                .filter(|_| is_mistake)
                .and_then(|before| before.keeps.clone());
            before = Some(judged);
            ReviewedPosition {
                position: judged.position.clone(),
                outcome: judged.outcome,
                value: judged.value.clone(),
                is_mistake,
                better,
            }
        })
        .collect()
}

/// True if `after` is worse than `before` for the same player.
pub fn is_worse(after: Outcome, before: Outcome) -> bool {
    let rank = |outcome| match outcome {
        Outcome::Win => 2,
        Outcome::Draw => 1,
        Outcome::Lose => 0,
    };
    rank(after) < rank(before)
}
