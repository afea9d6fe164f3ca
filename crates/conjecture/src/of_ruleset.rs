//! Conjectures about a ruleset: which positions are meant, and what is claimed of them.
//!
//! A `.star` file says by `positions(n)` or by `start` which positions it has, and by `lose` and `value` what it
//! claims; games whose positions are numbers are tried with one number, then with two.

use grundy_core::{Limits, Play};
use grundy_positions::Source;
use grundy_rules::{About, Atom, Claim, RuleLimits, StarPosition, StarRules};
use rustc_hash::FxHashSet;

use crate::check::{CheckedConjectures, Conjecture, Property, check};
use crate::domain::{
    Domain, LayerKind, NumberLists, NumberNotation, PositionLayers, PositionText, default_to,
};
use crate::error::ConjectureError;
use crate::guess::{GuessOptions, GuessedPatterns, KnownSequence, guess};
use crate::positions::PositionTable;

/// What is to be tested.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    /// The ruleset.
    pub ruleset: String,
    /// How far: heaps, or the sizes of positions, up to this; `None` for a sensible size.
    pub to: Option<u64>,
    /// The claim, or `None` for those in the rules file.
    pub claim: Option<ClaimText>,
    /// Heaps per position.
    pub heaps: usize,
    /// The ending convention.
    pub play: Play,
    /// The limits.
    pub limits: Limits,
}

/// Where patterns are to be looked for.
#[derive(Clone, Debug)]
pub struct GuessRequest {
    /// The ruleset.
    pub ruleset: String,
    /// Positions from this size on.
    pub from: u64,
    /// Positions up to this size; `None` for a sensible size.
    pub to: Option<u64>,
    /// Numbers per position; `None` to find out.
    pub heaps: Option<usize>,
    /// The ending convention.
    pub play: Play,
    /// The limits.
    pub limits: Limits,
}

impl CheckRequest {
    /// All claims of `ruleset`, on single heaps under normal play, up to a sensible size, within the default limits.
    pub fn new(ruleset: &str) -> CheckRequest {
        CheckRequest {
            ruleset: ruleset.to_owned(),
            to: None,
            claim: None,
            heaps: 1,
            play: Play::Normal,
            limits: Limits::default(),
        }
    }
}

impl GuessRequest {
    /// Positions of `ruleset` of all sensible sizes under normal play, within the default limits.
    pub fn new(ruleset: &str) -> GuessRequest {
        GuessRequest {
            ruleset: ruleset.to_owned(),
            from: 0,
            to: None,
            heaps: None,
            play: Play::Normal,
            limits: Limits::default(),
        }
    }
}

/// A claim that somebody typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimText {
    /// The positions for which this is true are lost, and no others.
    Lose(String),
    /// Positions are worth this.
    Value(String),
}

/// Tests claims on all positions up to a size of the ruleset that `table` was opened with; `own` are its rules if they are
/// those of a file.
///
/// # Errors
///
/// [`ConjectureError`] if the claim or a limit stops the work.
pub fn check_ruleset(
    table: &mut PositionTable,
    own: Option<&StarRules>,
    request: &CheckRequest,
) -> Result<CheckedConjectures, ConjectureError> {
    let claims = claims(request, own)?;
    let domain = match own {
        Some(rules) => domain_of_rules(rules, request.heaps, &request.limits, Purpose::Check)?,
        None => None,
    };
    let domain = domain.unwrap_or_else(|| heaps(request.heaps));
    let is_plain = matches!(&domain, Domain::Numbers(lists) if is_plain(lists));
    let conjectures: Vec<Conjecture<'_>> = claims
        .iter()
        .map(|claim| conjecture(claim, own.filter(|_| !is_plain)))
        .collect();
    let to = request.to;
    let to = to.unwrap_or_else(|| default_to(&domain, request.play));
    check(table, domain, to, &conjectures)
}

/// Looks for patterns in the values, the lost positions and the remoteness of the ruleset that `table` was opened with;
/// `own` are its rules if they are those of a file, and `known` gives the sequences that values are compared with.
///
/// # Errors
///
/// [`ConjectureError`] if the positions belong to no known family, or a limit ends the work.
pub fn guess_ruleset(
    table: &mut PositionTable,
    own: Option<&StarRules>,
    request: &GuessRequest,
    known: &dyn Fn(u64) -> Vec<KnownSequence>,
) -> Result<GuessedPatterns, ConjectureError> {
    let given = match own {
        Some(rules) if request.heaps.is_none() && describes_positions(rules)? => {
            domain_of_rules(rules, 1, &request.limits, Purpose::Guess)?
        }
        Some(rules) if request.heaps.is_none() && reads_numbers_as_words(rules) => None,
        own => tried_numbers(table, request.heaps, own.is_some())?,
    };
    let Some(domain) = given else {
        return Err(ConjectureError::NoFamily {
            ruleset: request.ruleset.clone(),
            is_file: own.is_some(),
        });
    };
    let (from, to) = (request.from, request.to);
    let to = to.unwrap_or_else(|| default_to(&domain, request.play));
    guess(table, domain, &GuessOptions { from, to, known })
}

fn heaps(count: usize) -> Domain<'static> {
    Domain::Numbers(NumberLists {
        count,
        notation: NumberNotation::Heaps,
        either_player: false,
    })
}

/// True if claims see the numbers as heaps.
fn is_plain(lists: &NumberLists) -> bool {
    lists.notation == NumberNotation::Heaps && !lists.either_player
}

/// True if a rules file says what its positions look like.
fn describes_positions(rules: &StarRules) -> Result<bool, ConjectureError> {
    Ok(rules.start().is_some() || rules.positions_of_size(0)?.is_some())
}

/// True if the rules know no integers and `2` stands for a string there.
fn reads_numbers_as_words(rules: &StarRules) -> bool {
    let read = rules.parse("2");
    read.is_ok_and(|position| matches!(position.atoms()[..], [Atom::Text(_)]))
}

/// What the positions are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Any positions will do.
    Check,
    /// Positions of growing size are needed.
    Guess,
}

/// The positions that a rules file describes by `positions(n)` or by the shape of `start`; `heaps` heaps where
/// that is a number, `None` if they are of no known family.
fn domain_of_rules<'r>(
    rules: &'r StarRules,
    heaps: usize,
    limits: &'r Limits,
    purpose: Purpose,
) -> Result<Option<Domain<'r>>, ConjectureError> {
    if rules.positions_of_size(0)?.is_some() {
        return Ok(Some(Domain::Layers(listed(rules))));
    }
    let numbers = |count, notation| {
        Domain::Numbers(NumberLists {
            count,
            notation,
            either_player: rules.has_two_players() && purpose == Purpose::Check,
        })
    };
    let atoms = rules.start().map(StarPosition::atoms).unwrap_or_default();
    let is_number = |item: &Atom| matches!(item, Atom::Integer(_));
    Ok(match atoms.as_slice() {
        [] | [Atom::Integer(_)] if rules.has_two_players() => {
            Some(numbers(1, NumberNotation::Heaps))
        }
        [] | [Atom::Integer(_)] => Some(numbers(heaps, NumberNotation::Heaps)),
        [Atom::Tuple(items)] if !items.is_empty() && items.iter().all(is_number) => {
            Some(numbers(items.len(), NumberNotation::Tuple))
        }
        [Atom::List(items)] if !items.is_empty() && items.iter().all(is_number) => {
            Some(numbers(items.len(), NumberNotation::List))
        }
        _ if purpose == Purpose::Check => Some(Domain::Layers(reachable(rules, limits))),
        [Atom::Text(text)] => repeated(text).map(|mark| numbers(1, NumberNotation::Repeated(mark))),
        _ => None,
    })
}

/// The one character that makes up a string, if it is made of one.
fn repeated(text: &str) -> Option<char> {
    let first = text.chars().next()?;
    let is_plain = first != '"' && first != '\\' && !first.is_control();
    (is_plain && text.chars().all(|mark| mark == first)).then_some(first)
}

/// The positions that `positions(n)` lists, with either player to move where that makes a difference.
fn listed(rules: &StarRules) -> PositionLayers<'_> {
    let next = |n| {
        let positions = rules.positions_of_size(n)?.unwrap_or_default();
        let players = 1 + u8::from(rules.has_two_players());
        let texts = positions.iter().flat_map(|position| {
            (0..players).map(|player| PositionText {
                text: StarRules::literal(position),
                player,
            })
        });
        Ok(Some(texts.collect()))
    };
    PositionLayers {
        kind: LayerKind::Size,
        next: Box::new(next),
    }
}

/// What can be reached from the start, nearest first.
fn reachable<'r>(rules: &'r StarRules, limits: &'r Limits) -> PositionLayers<'r> {
    let start = rules.start().cloned().unwrap_or(StarPosition::new(0, &[]));
    let mut seen: FxHashSet<StarPosition> = [start.sorted()].into_iter().collect();
    let mut layer = vec![start];
    let next = move |_| {
        if layer.is_empty() {
            return Ok(None);
        }
        let texts = layer.iter().map(|position| PositionText {
            text: StarRules::literal(position),
            player: position.player(),
        });
        let texts = texts.collect();
        let mut following = Vec::new();
        for position in std::mem::take(&mut layer) {
            limits.check_positions(seen.len() as u64)?;
            let options = rules.options(&position)?;
            let new = options.into_iter();
            following.extend(new.filter(|option| seen.insert(option.sorted())));
        }
        layer = following;
        Ok(Some(texts))
    };
    PositionLayers {
        kind: LayerKind::MovesFromStart,
        next: Box::new(next),
    }
}

/// The lists of numbers that the ruleset understands: of `count` numbers, or of one, else of two.
fn tried_numbers(
    table: &mut PositionTable,
    count: Option<usize>,
    is_own: bool,
) -> Result<Option<Domain<'static>>, ConjectureError> {
    let counts = count.map_or(vec![1, 2], |count| vec![count]);
    let mut failed = None;
    for count in counts {
        let notations = match (count, is_own) {
            (1, _) | (_, false) => vec![NumberNotation::Heaps],
            _ => vec![NumberNotation::Tuple],
        };
        for notation in notations {
            let lists = NumberLists {
                count,
                notation,
                either_player: false,
            };
            match lists.is_understood(table, is_own) {
                Ok(true) => return Ok(Some(Domain::Numbers(lists))),
                Ok(false) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
    }
    failed.map_or(Ok(None), Err)
}

/// A claim that can be evaluated, and how it was written.
struct WrittenClaim {
    is_value: bool,
    text: String,
    claim: Claim,
}

/// The claims that were typed, or those of the file.
fn claims(
    request: &CheckRequest,
    own: Option<&StarRules>,
) -> Result<Vec<WrittenClaim>, ConjectureError> {
    let limits = RuleLimits::within(&request.limits);
    let ruleset = &request.ruleset;
    if let Some(claim) = &request.claim {
        let (is_value, text) = match claim {
            ClaimText::Lose(text) => (false, text),
            ClaimText::Value(text) => (true, text),
        };
        let claim = Claim::from_expression(word(is_value), text, &limits)?;
        let text = text.clone();
        return Ok(vec![WrittenClaim {
            is_value,
            text,
            claim,
        }]);
    }
    let Some(rules) = own else {
        return Err(ConjectureError::NothingClaimed);
    };
    let mut found = Vec::new();
    for is_value in [false, true] {
        if is_value && request.play == Play::Misere {
            continue;
        }
        if let Some(claim) = Claim::from_file(rules, word(is_value))? {
            let text = format!("{}(position) in {}", word(is_value), ruleset);
            found.push(WrittenClaim {
                is_value,
                text,
                claim,
            });
        }
    }
    if found.is_empty() {
        let ruleset = ruleset.to_owned();
        return Err(ConjectureError::FileClaimsNothing { ruleset });
    }
    Ok(found)
}

fn word(is_value: bool) -> &'static str {
    if is_value { "value" } else { "lose" }
}

/// The claim as a function of a position; `rules` read it where it is not just heaps.
fn conjecture<'c>(written: &'c WrittenClaim, rules: Option<&'c StarRules>) -> Conjecture<'c> {
    let claim = &written.claim;
    let position = |position: &PositionText, rules: &StarRules| {
        let read = rules.parse(&position.text);
        let read = read.expect("literals are always read back");
        read.with_player(position.player)
    };
    let property = if written.is_value {
        Property::Value(Box::new(move |candidate| match rules {
            Some(rules) => claim.value(&About::Position(&position(&candidate.position, rules))),
            None => claim.value(&About::Heaps(&candidate.numbers)),
        }))
    } else {
        Property::Lost(Box::new(move |candidate| match rules {
            Some(rules) => claim.holds(&About::Position(&position(&candidate.position, rules))),
            None => claim.holds(&About::Heaps(&candidate.numbers)),
        }))
    };
    Conjecture {
        text: written.text.clone(),
        property,
    }
}
