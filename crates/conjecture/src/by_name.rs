//! Conjectures by the name of a ruleset: testing claims, looking for patterns.

use grundy_core::{Limits, Play};
use grundy_games::GAMES;
use grundy_positions::Game;
use grundy_rules::StarRules;

use grundy_spec::{Files, is_star, open_ruleset, star_rules};

use crate::check::check as check_domain;
use crate::of_ruleset::{check_ruleset, guess_ruleset};
use crate::{
    CheckRequest, CheckedConjectures, Conjecture, ConjectureError, Domain, GuessRequest,
    GuessedPatterns, KnownSequence, NumberLists, NumberNotation, PositionTable, default_to,
};

/// Tests a claim on all positions up to a size.
///
/// # Examples
///
/// ```
/// # use grundy_conjecture::{CheckRequest, ClaimText, check};
/// let claim = ClaimText::Lose("n % 3 == 0".to_owned());
/// let request = CheckRequest { claim: Some(claim), ..CheckRequest::new("subtract/1,2") };
/// assert!(check(&request, Default::default()).unwrap().all_hold());
/// ```
///
/// # Errors
///
/// [`ConjectureError`] if the ruleset, the claim or a limit stops the work.
pub fn check(request: &CheckRequest, files: Files) -> Result<CheckedConjectures, ConjectureError> {
    let (ruleset, limits) = (&request.ruleset, &request.limits);
    let own = own_rules(ruleset, &files, limits)?;
    let mut table = open_table(ruleset, &files, request.play, limits)?;
    check_ruleset(&mut table, own.as_ref(), request)
}

/// Looks for patterns in the values, the lost positions and the remoteness of a ruleset.
///
/// # Examples
///
/// ```
/// # use grundy_conjecture::{GuessRequest, guess};
/// let request = GuessRequest { to: Some(100), ..GuessRequest::new("subtract/1,2") };
/// let guessed = guess(&request, Default::default()).unwrap();
/// assert!(guessed.patterns.iter().any(|pattern| pattern.text == "value = n mod 3"));
/// ```
///
/// # Errors
///
/// [`ConjectureError`] if the ruleset is wrong, its positions belong to no known family, or a limit ends the work.
pub fn guess(request: &GuessRequest, files: Files) -> Result<GuessedPatterns, ConjectureError> {
    let (ruleset, limits) = (&request.ruleset, &request.limits);
    let own = own_rules(ruleset, &files, limits)?;
    let mut table = open_table(ruleset, &files, request.play, limits)?;
    let known = |to: u64| known_sequences(ruleset, to, limits);
    guess_ruleset(&mut table, own.as_ref(), request, &known)
}

/// The positions of a game that is not in the registry, to be looked at by [`check_claim`] and [`guess_in`].
pub fn table_of(game: Box<dyn Game>, play: Play, limits: Limits) -> PositionTable {
    PositionTable::new(game, play, limits)
}

/// The positions of a ruleset, to be looked at by [`check_claim`].
///
/// # Errors
///
/// [`ConjectureError`] if there is no such ruleset.
pub fn table(
    ruleset: &str,
    files: &Files,
    play: Play,
    limits: &Limits,
) -> Result<PositionTable, ConjectureError> {
    open_table(ruleset, files, play, limits)
}

/// Tests a claim that is a function of `count` numbers on all positions up to a size.
///
/// # Errors
///
/// [`ConjectureError`] if the claim fails or a limit stops the work.
pub fn check_claim(
    table: &mut PositionTable,
    count: usize,
    notation: NumberNotation,
    to: Option<u64>,
    claim: Conjecture<'_>,
) -> Result<CheckedConjectures, ConjectureError> {
    let domain = Domain::Numbers(NumberLists {
        count,
        notation,
        either_player: false,
    });
    let to = to.unwrap_or_else(|| default_to(&domain, table.play()));
    check_domain(table, domain, to, &[claim])
}

/// As [`guess`], in the positions of a table whose game is called `request.ruleset`.
///
/// # Errors
///
/// As [`guess`].
pub fn guess_in(
    table: &mut PositionTable,
    request: &GuessRequest,
) -> Result<GuessedPatterns, ConjectureError> {
    let known = |to: u64| known_sequences(&request.ruleset, to, &request.limits);
    guess_ruleset(table, None, request, &known)
}

fn own_rules(
    ruleset: &str,
    files: &Files,
    limits: &Limits,
) -> Result<Option<StarRules>, ConjectureError> {
    if !is_star(ruleset) {
        return Ok(None);
    }
    Ok(star_rules(ruleset, files.clone(), limits)?.moves())
}

fn open_table(
    ruleset: &str,
    files: &Files,
    play: Play,
    limits: &Limits,
) -> Result<PositionTable, ConjectureError> {
    let game = open_ruleset(ruleset, files.clone(), limits)?;
    Ok(PositionTable::new(game, play, limits.clone()))
}

/// The sequences of all other games whose positions are numbers, up to `to`.
fn known_sequences(ruleset: &str, to: u64, limits: &Limits) -> Vec<KnownSequence> {
    let names = GAMES
        .iter()
        .filter_map(|game| game.example.split(':').next());
    let known = names.filter(|&name| name != ruleset).filter_map(|name| {
        let game = open_ruleset(name, Files::Deny, limits).ok()?;
        KnownSequence::new(name, game, to, limits)
    });
    known.collect()
}
