//! Which positions a claim is tested on, smallest first.

use grundy_core::{Id, Ruleset};
use grundy_rules::{Atom, Position, StarRules};
use grundy_solve::Component;
use rustc_hash::FxHashSet;

use crate::Error;
use crate::check::CheckRequest;
use crate::check::truth::Truth;

/// The positions that a claim is tested on.
pub(super) enum Domain {
    /// Lists of heap sizes up to the bound.
    Heaps { heaps: usize, to: u64 },
    /// Tuples or lists of that many integers up to the bound.
    Tuples {
        rules: StarRules,
        is_list: bool,
        length: usize,
        to: u64,
    },
    /// What the file's own `positions(n)` lists for n up to the bound.
    Listed { rules: StarRules, to: u64 },
    /// What can be reached from the file's `start` in that many moves.
    Reachable { rules: StarRules, to: u64 },
}

/// One position to be tested.
pub(super) struct Candidate {
    pub component: Component,
    /// Its heaps, where it is heaps.
    pub heaps: Vec<u64>,
    /// The position itself, where it is one of a rules file and not just heaps.
    pub position: Option<Position>,
}

impl Domain {
    /// By what the ruleset's positions are.
    pub(super) fn of(request: &CheckRequest, own: Option<&StarRules>) -> Result<Domain, Error> {
        let to = request.to;
        let heaps = Domain::Heaps {
            heaps: request.heaps,
            to,
        };
        let Some(rules) = own else { return Ok(heaps) };
        let rules = rules.clone();
        if rules.positions_of_size(0)?.is_some() {
            return Ok(Domain::Listed { rules, to });
        }
        let atoms = rules.start().map(Position::atoms).unwrap_or_default();
        Ok(match atoms.as_slice() {
            [] | [Atom::Integer(_)] if !rules.has_two_players() => heaps,
            [Atom::Tuple(items) | Atom::List(items)]
                if items.iter().all(|item| matches!(item, Atom::Integer(_))) =>
            {
                Domain::Tuples {
                    is_list: matches!(atoms[0], Atom::List(_)),
                    length: items.len(),
                    rules,
                    to,
                }
            }
            [] => Domain::Tuples {
                is_list: false,
                length: 0,
                rules,
                to,
            },
            _ => Domain::Reachable { rules, to },
        })
    }

    /// The domain for people.
    pub(super) fn in_words(&self) -> String {
        match self {
            Domain::Heaps { heaps: 1, to } => format!("n from 0 to {to}"),
            Domain::Heaps { heaps, to } => format!("{heaps} heaps from 0 to {to} each"),
            Domain::Tuples { length: 0, to, .. } => {
                format!("n from 0 to {to}, either player to move")
            }
            Domain::Tuples { length, to, .. } => {
                format!("{length} numbers from 0 to {to} each")
            }
            Domain::Listed { to, .. } => format!("positions(n) for n from 0 to {to}"),
            Domain::Reachable { to, .. } => format!("what {to} moves from the start can reach"),
        }
    }

    /// Visits candidates, smallest first, until `visit` answers false.
    pub(super) fn for_each(
        &self,
        request: &CheckRequest,
        truth: &mut Truth,
        mut visit: impl FnMut(Candidate, &mut Truth) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        match self {
            Domain::Heaps { heaps, to } => each_heaps(*heaps, *to, request, truth, &mut visit),
            Domain::Tuples {
                rules,
                is_list,
                length,
                to,
            } => each_list((*length).max(1), *to, |numbers| {
                let atoms = numbers.iter().map(|&n| Atom::Integer(n as i64));
                let atom = match (length, is_list) {
                    (0, _) => Atom::Integer(numbers[0] as i64),
                    (_, true) => Atom::List(atoms.collect()),
                    (_, false) => Atom::Tuple(atoms.collect()),
                };
                visit_players(rules, &Position::new(0, &[atom]), truth, &mut visit)
            }),
            Domain::Listed { rules, to } => {
                for n in 0..=*to {
                    for position in rules.positions_of_size(n)?.unwrap_or_default() {
                        if !visit_players(rules, &position, truth, &mut visit)? {
                            return Ok(());
                        }
                    }
                }
                Ok(())
            }
            Domain::Reachable { rules, to } => {
                each_reachable(rules, *to, request, truth, &mut visit)
            }
        }
    }
}

/// A position of a rules file, with each player to move where that makes a difference.
fn visit_players(
    rules: &StarRules,
    position: &Position,
    truth: &mut Truth,
    visit: &mut impl FnMut(Candidate, &mut Truth) -> Result<bool, Error>,
) -> Result<bool, Error> {
    let players = 1 + u8::from(rules.has_two_players());
    for player in 0..players {
        let position = position.with_player(player);
        let id = intern(&position, truth);
        let candidate = Candidate {
            component: Component { game: 0, id },
            heaps: Vec::new(),
            position: Some(position),
        };
        if !visit(candidate, truth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn intern(position: &Position, truth: &mut Truth) -> Id {
    let game = truth.game();
    let id = game.parse(&StarRules::literal(position));
    let id = id.expect("literals are always read back");
    match position.player() {
        0 => id,
        _ => game.pass(id),
    }
}

/// Lists of `length` numbers from 0 to `to`, by their sum, then in order.
fn each_list(
    length: usize,
    to: u64,
    mut visit: impl FnMut(&[u64]) -> Result<bool, Error>,
) -> Result<(), Error> {
    let mut numbers = vec![0; length];
    let most = to.saturating_mul(length as u64);
    for total in 0..=most {
        if !fill(&mut numbers, 0, total, to, &mut visit)? {
            break;
        }
    }
    Ok(())
}

/// Gives `numbers[at..]` every list of that sum.
fn fill(
    numbers: &mut [u64],
    at: usize,
    total: u64,
    to: u64,
    visit: &mut impl FnMut(&[u64]) -> Result<bool, Error>,
) -> Result<bool, Error> {
    let rest = (numbers.len() - at - 1) as u64;
    if rest == 0 {
        numbers[at] = total;
        return visit(numbers);
    }
    for number in total.saturating_sub(to.saturating_mul(rest))..=total.min(to) {
        numbers[at] = number;
        if !fill(numbers, at + 1, total - number, to, visit)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Positions that are lists of heaps, those that count as the same once; `4x6` where that is how they are written.
fn each_heaps(
    heaps: usize,
    to: u64,
    request: &CheckRequest,
    truth: &mut Truth,
    visit: &mut impl FnMut(Candidate, &mut Truth) -> Result<bool, Error>,
) -> Result<(), Error> {
    let mut seen: FxHashSet<Id> = FxHashSet::default();
    let mut refused = None;
    let mut any = false;
    each_list(heaps, to, |numbers| {
        let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let game = truth.game();
        let parsed = game
            .parse(&words.join(","))
            .or_else(|error| game.parse(&words.join("x")).map_err(|_| error));
        let id = match parsed {
            Ok(id) => id,
            Err(error) => {
                // A game may have no position 0.
                refused.get_or_insert((words.join(","), error));
                return Ok(true);
            }
        };
        any = true;
        if heaps > 1 {
            request.limits.check_positions(seen.len() as u64)?;
            if !seen.insert(truth.game().canonical(id)) {
                return Ok(true);
            }
        }
        let candidate = Candidate {
            component: Component { game: 0, id },
            heaps: numbers.to_vec(),
            position: None,
        };
        visit(candidate, truth)
    })?;
    match refused {
        Some((text, error)) if !any => Err(Error::Spec { text, error }),
        _ => Ok(()),
    }
}

/// What can be reached from the start, nearest first.
fn each_reachable(
    rules: &StarRules,
    moves: u64,
    request: &CheckRequest,
    truth: &mut Truth,
    visit: &mut impl FnMut(Candidate, &mut Truth) -> Result<bool, Error>,
) -> Result<(), Error> {
    let start = rules.start().cloned().unwrap_or(Position::new(0, &[]));
    let mut seen: FxHashSet<Position> = [start.sorted()].into_iter().collect();
    let mut layer = vec![start];
    let mut depth = 0;
    while !layer.is_empty() && depth <= moves {
        let mut next = Vec::new();
        for position in layer {
            request.limits.check_positions(seen.len() as u64)?;
            let candidate = Candidate {
                component: Component {
                    game: 0,
                    id: intern(&position, truth),
                },
                heaps: Vec::new(),
                position: Some(position.clone()),
            };
            if !visit(candidate, truth)? {
                return Ok(());
            }
            let mut options = Vec::new();
            rules.options(&position, &mut options)?;
            next.extend(
                options
                    .into_iter()
                    .filter(|option| seen.insert(option.sorted())),
            );
        }
        layer = next;
        depth += 1;
    }
    Ok(())
}
