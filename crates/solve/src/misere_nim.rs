//! Misère Nim: Bouton's rule with its one exception.
//!
//! As in normal play, except when no heap holds more than one: then it is lost to be left with an odd
//! number of ones. Empty heaps do not count. Reversible increases change nothing here either: who
//! answers them takes the same stones off again, and where no ordinary move is left the player to
//! move has already won.

use grundy_core::{Block, Form, Limits, Nimber, Outcome, Play};
use grundy_misere::TameValue;

use crate::SolveError;
use crate::explain;
use crate::method::Method;
use crate::sum::{Component, Sum, SumMove};

/// The rule for sums in which every component is Nim in disguise.
pub struct MisereNim;

impl MisereNim {
    /// The rule, if every component is Nim in disguise.
    pub fn for_sum(sum: &Sum, components: &[Component]) -> Option<MisereNim> {
        heaps(sum, components).map(|_| MisereNim)
    }
}

impl Method for MisereNim {
    fn name(&self) -> String {
        "misère Nim: Bouton's rule with its exception for heaps of one".to_owned()
    }

    fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        _limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        let heaps = heaps(sum, components).expect("options of Nim in disguise are Nim in disguise");
        Ok(rule(&heaps))
    }

    fn winning_by_formula(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        most: usize,
        limits: &Limits,
    ) -> Result<Option<(Vec<SumMove>, bool)>, SolveError> {
        let total = xor(&heaps(sum, components).expect("chosen for Nim in disguise"));
        let mut found = Vec::new();
        for (index, &component) in components.iter().enumerate() {
            let own = xor(&heaps(sum, &[component]).expect("chosen for Nim in disguise"));
            let Some((moves, _)) = moves_near(sum, components, index, own ^ total, most) else {
                return Ok(None);
            };
            for played in moves {
                if self.outcome(sum, &played.after, limits)? == Outcome::Lose {
                    found.push(played);
                }
            }
        }
        let complete = found.len() < most;
        Ok(Some((found, complete)))
    }

    fn explain(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        winning: &[SumMove],
        _limits: &Limits,
    ) -> Result<Vec<Block>, SolveError> {
        let mut blocks = explain::own_reasons(sum, components, Play::Misere);
        let heaps = heaps(sum, components).expect("chosen for Nim in disguise");
        let has_large = heaps.iter().any(|&heap| heap > 1);
        if has_large {
            let rows = heaps.iter().enumerate();
            let rows = rows.map(|(at, &heap)| (format!("heap {}", at + 1), heap));
            blocks.push(explain::xor_table("the heaps", rows.collect()));
        }
        let ones = heaps.iter().filter(|&&heap| heap == 1).count();
        let verdict = match rule(&heaps) {
            Outcome::Win => "won",
            _ => "lost",
        };
        let rule = if has_large {
            format!(
                "Some heap holds more than one, so the rule of normal play applies although the player who makes the last move loses: \
                 the position is lost exactly when the xor is 0. Here it is {}, so the position is {verdict}.",
                xor(&heaps)
            )
        } else {
            format!(
                "The exception: no heap holds more than one (empty heaps do not count), so every move takes a \
                 whole heap and only the number of ones matters. It is {ones}, {}, so the position is {verdict}: \
                 the player left with an odd number takes the last one and loses.",
                if ones % 2 == 0 { "even" } else { "odd" }
            )
        };
        blocks.push(Block::text(rule));
        if let Some(played) = winning.first() {
            blocks.push(explain::move_taken(sum, components, played));
        }
        Ok(blocks)
    }
}

fn xor(heaps: &[u128]) -> u128 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// What moves in the component at `index`, Nim in disguise, may win beside a rest with this xor: a lost position has
/// xor 0, or xor 1 when all heaps are at most one. At most `most` for each, and whether these are all.
pub fn moves_near(
    sum: &mut Sum,
    components: &[Component],
    index: usize,
    rest: u128,
    most: usize,
) -> Option<(Vec<SumMove>, bool)> {
    let Component { game, id } = components[index];
    let (mut found, mut complete) = (Vec::new(), true);
    for target in [rest, rest ^ 1] {
        let moves = sum.games[game].moves_to(id, Nimber(target), most.saturating_add(1))?;
        complete &= moves.len() <= most;
        let moves = moves.into_iter().take(most);
        found.extend(moves.map(|played| sum.played(components, index, played)));
    }
    Some((found, complete))
}

fn rule(heaps: &[u128]) -> Outcome {
    let heaps = heaps.iter().copied().map(TameValue::nim_heap);
    if heaps.fold(TameValue::NOTHING, TameValue::plus).is_lost() {
        Outcome::Lose
    } else {
        Outcome::Win
    }
}

fn heaps(sum: &Sum, components: &[Component]) -> Option<Vec<u128>> {
    let mut all = Vec::new();
    for component in components {
        match sum.games[component.game].form(component.id) {
            Form::Nim(heaps) => all.extend(heaps),
            _ => return None,
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_heap_does_not_flip_the_rule() {
        assert_eq!(rule(&[0, 1]), Outcome::Lose);
        assert_eq!(rule(&[1]), Outcome::Lose);
        assert_eq!(rule(&[0]), Outcome::Win);
        assert_eq!(rule(&[]), Outcome::Win);
        assert_eq!(rule(&[1, 1]), Outcome::Win);
        assert_eq!(rule(&[2, 2]), Outcome::Lose);
        assert_eq!(rule(&[2, 1]), Outcome::Win);
    }
}
