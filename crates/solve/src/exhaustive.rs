//! Exhaustive search as a method: right for every game, within the limits.

use grundy_core::{Block, Limits, Outcome, Play, Table};

use crate::SolveError;
use crate::explain;
use crate::method::Method;
use crate::search::{KnownOutcomes, Searched, search};
use crate::sum::{Component, Sum, SumMove};

/// Solves a sum by having searched all of it.
pub struct Exhaustive {
    searched: Searched,
    play: Play,
}

impl Exhaustive {
    /// The method, for any sum.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn for_sum(
        sum: &mut Sum,
        components: &[Component],
        play: Play,
        limits: &Limits,
    ) -> Result<Exhaustive, SolveError> {
        let start = sum.key(components);
        let searched = search(sum, &[start], &KnownOutcomes::default(), play, limits)?;
        Ok(Exhaustive { searched, play })
    }
}

impl Method for Exhaustive {
    fn name(&self) -> String {
        let positions = self.searched.positions();
        let plural = if positions == 1 { "" } else { "s" };
        format!("exhaustive search of {positions} position{plural}")
    }

    fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        _limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        let outcome = self.searched.outcome(sum, components);
        Ok(outcome.expect("every option of a searched position was searched"))
    }

    fn remoteness(&self, sum: &mut Sum, components: &[Component]) -> Option<u64> {
        self.searched.remoteness(sum, components)
    }

    fn explain(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        winning: &[SumMove],
        limits: &Limits,
    ) -> Result<Vec<Block>, SolveError> {
        let mut blocks = explain::own_reasons(sum, components, self.play);
        blocks.push(Block::text(format!(
            "No formula covers this position under {}, so every position that play can reach was examined ({} of \
             them), from those where the game is over backwards: a position is won if some move leads to a lost one, \
             lost if every move leads to a won one{}.",
            self.play.in_words(),
            self.searched.positions(),
            match self.searched.outcome(sum, components) {
                Some(Outcome::Draw) => ", and drawn if play can go on for ever without either",
                _ => "",
            }
        )));
        blocks.extend(self.options_table(sum, components, limits)?);
        if let Some(played) = winning.first() {
            blocks.push(explain::move_taken(sum, components, played));
        }
        Ok(blocks)
    }
}

impl Exhaustive {
    /// What each move leads to, and for a draw the cycle that holds it.
    fn options_table(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Vec<Block>, SolveError> {
        const MOST_ROWS: usize = 12;
        let moves = sum.moves(components, true, limits)?;
        let mut table = Table::new(
            "what each move leads to, for the player who must then move",
            ["move", "position", "outcome", "moves to the end"],
        );
        for played in moves.iter().take(MOST_ROWS) {
            let report = sum.report(components, played);
            let outcome = self.outcome(sum, &played.after, limits)?;
            let remoteness = self.remoteness(sum, &played.after);
            table.rows.push(vec![
                report.text,
                report.position,
                outcome.to_string(),
                remoteness.map_or("-".to_owned(), |plies| plies.to_string()),
            ]);
        }
        let mut blocks = vec![Block::Table(table)];
        if moves.len() > MOST_ROWS {
            let rest = moves.len() - MOST_ROWS;
            blocks.push(Block::text(format!("… and {rest} more.")));
        }
        if self.outcome(sum, components, limits)? == Outcome::Draw {
            blocks.push(self.holding_cycle(sum, components, limits)?);
        }
        Ok(blocks)
    }

    /// A line of drawing moves until a position comes back.
    fn holding_cycle(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Block, SolveError> {
        const LONGEST: usize = 40;
        let mut line = vec![components.to_vec()];
        let mut keys = vec![sum.key(components)];
        while line.len() < LONGEST {
            let here = line.last().expect("never empty").clone();
            let mut next = None;
            for option in sum.options(&here, limits)? {
                if self.outcome(sum, &option, limits)? == Outcome::Draw {
                    next = Some(option);
                    break;
                }
            }
            let Some(next) = next else {
                return Ok(self.decided_draw(sum, &line));
            };
            let key = sum.key(&next);
            let again = keys.iter().position(|met| *met == key);
            line.push(next);
            keys.push(key);
            if again.is_some() {
                break;
            }
        }
        let shown: Vec<String> = line.iter().map(|position| sum.show(position)).collect();
        Ok(Block::text(format!(
            "The cycle that holds the draw: {}.",
            shown.join(" → ")
        )))
    }

    /// A draw that the rules declare where `line` ends, so that no cycle is needed.
    fn decided_draw(&self, sum: &Sum, line: &[Vec<Component>]) -> Block {
        let end = line.last().expect("a line has a start");
        Block::text(match line.len() {
            1 => "The rules of the game declare this position a draw.".to_owned(),
            _ => format!(
                "Moves that keep the draw lead to {}, which the rules of the game declare a draw.",
                sum.show(end)
            ),
        })
    }
}
