//! The steps of the retrograde analysis in words.

use grundy_core::Outcome;

use crate::Labels;
use crate::steps::{Event, Reason};

impl Event {
    /// The edge that is looked at, from the vertex that something is found out about to a decided one.
    pub fn edge(&self) -> Option<(u32, u32)> {
        match *self {
            Event::Counted { vertex, to, .. } => Some((vertex, to)),
            Event::Decided { vertex, reason, .. } => match reason {
                Reason::WinningMove { to } | Reason::AllMovesLose { to } => Some((vertex, to)),
                Reason::NoMoves | Reason::Result | Reason::NeverDecided => None,
            },
            Event::Start | Event::Taken { .. } => None,
        }
    }

    /// The step in words; nothing for a step that finds nothing out.
    pub fn in_words(&self, labels: &Labels) -> Option<String> {
        match *self {
            Event::Start | Event::Taken { .. } => None,
            Event::Decided {
                vertex,
                outcome,
                reason,
                ..
            } => Some(decided(&labels.show(vertex), outcome, reason, labels)),
            Event::Counted { vertex, to, left } => {
                let (from, to) = (labels.show(vertex), labels.show(to));
                let moves = if left == 1 { "move" } else { "moves" };
                Some(format!(
                    "{to} is won, so {from} has {left} {moves} left to hope for"
                ))
            }
        }
    }
}

fn decided(name: &str, outcome: Outcome, reason: Reason, labels: &Labels) -> String {
    match reason {
        Reason::Result => format!("at {name} the game is over by its rules: {outcome}"),
        Reason::NoMoves => {
            let why = match outcome {
                Outcome::Lose => "who must move there loses",
                _ => "who must move there wins",
            };
            format!("{name} has no moves: {why}")
        }
        Reason::WinningMove { to } => {
            let to = labels.show(to);
            format!("{name} has a move to {to}, which is lost: {name} is won")
        }
        Reason::AllMovesLose { to } => {
            let to = labels.show(to);
            format!("{to} is won, and it was the last hope of {name}: {name} is lost")
        }
        Reason::NeverDecided => {
            format!("nothing reaches {name} any more: play there can go on for ever, a draw")
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::{Limits, Play};

    use crate::GraphSource;
    use crate::format::load;
    use crate::steps::steps;

    #[test]
    fn a_small_graph_is_told_in_the_order_of_the_analysis() {
        let text = "9 12\n0 1\n2 1\n6 2\n6 3\n3 4\n4 5\n0 4\n0 6\n7 0\n8 4\n7 8\n8 7\n";
        let source = GraphSource::Bytes(text.as_bytes().to_vec());
        let limits = Limits::default();
        let file = load(&source, None, false, &limits).unwrap();
        let narration = steps(&file, Play::Normal, &limits).unwrap();
        let events = narration.steps.iter().map(|step| &step.event);
        let words: Vec<String> = events.filter_map(|e| e.in_words(&file.labels)).collect();
        assert_eq!(words[0], "1 has no moves: who must move there loses");
        assert_eq!(words[2], "0 has a move to 1, which is lost: 0 is won");
        let last = words.last().unwrap();
        assert!(last.starts_with("nothing reaches 8 any more"), "{last}");
    }
}
