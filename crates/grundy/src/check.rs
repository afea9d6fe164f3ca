//! Conjectures against computed truth.
//!
//! That exactly the positions of a set are lost means two things (the set is the *kernel* of the
//! game): no move leads from one of them to another, and from every other position some move leads
//! to one of them. A counterexample breaks one half or the other.

mod domain;
mod truth;

use grundy_core::{Limits, Outcome, Play};
use grundy_rules::{About, Claim, RuleLimits, StarRules};

use crate::Error;
use crate::spec::{Files, is_star, star_rules};
use domain::{Candidate, Domain};
use truth::{Truth, Worth};

/// What is to be tested.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    /// The ruleset.
    pub ruleset: String,
    /// How far: heaps, or the sizes of positions, up to this.
    pub to: u64,
    /// The claim, or `None` for those in the rules file.
    pub claim: Option<ClaimText>,
    /// Heaps per position.
    pub heaps: usize,
    /// The ending convention.
    pub play: Play,
    /// The limits.
    pub limits: Limits,
    /// Whether the ruleset may be a file.
    pub files: Files,
}

/// A claim that somebody typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimText {
    /// The positions for which this is true are lost, and no others.
    Lose(String),
    /// Positions are worth this.
    Value(String),
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// One entry for each claim.
    pub claims: Vec<CheckedClaim>,
    /// The positions that were tested, in words.
    pub domain: String,
}

/// One claim, tested.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    /// `lose` or `value`.
    pub kind: &'static str,
    /// The claim, as it was written.
    pub text: String,
    /// Positions on which it was tested.
    pub positions: u64,
    /// The smallest position for which it is wrong.
    pub counterexample: Option<Counterexample>,
}

/// A position for which a claim is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The position.
    pub position: String,
    /// What is claimed of it.
    pub claimed: String,
    /// What is true of it.
    pub truth: String,
    /// Which half of the kernel property fails, or where the value goes wrong.
    pub reason: String,
    /// The move that shows it, as a sentence and the position it leads to.
    pub offending_move: Option<(String, String)>,
}

impl Checked {
    /// True if every claim holds.
    pub fn holds(&self) -> bool {
        self.claims
            .iter()
            .all(|claim| claim.counterexample.is_none())
    }
}

/// Tests a claim on all positions up to a size.
///
/// # Examples
///
/// ```
/// # use grundy::check::{CheckRequest, ClaimText, check};
/// # use grundy::core::Play;
/// let request = CheckRequest {
///     ruleset: "subtract/1,2".to_owned(),
///     to: 1000,
///     claim: Some(ClaimText::Lose("n % 3 == 0".to_owned())),
///     heaps: 1,
///     play: Play::Normal,
///     limits: Default::default(),
///     files: Default::default(),
/// };
/// assert!(check(&request).unwrap().holds());
/// ```
///
/// # Errors
///
/// [`Error`] if the ruleset, the claim or a limit stops the work.
pub fn check(request: &CheckRequest) -> Result<Checked, Error> {
    let own = match is_star(&request.ruleset) {
        true => Some(star_rules(
            &request.ruleset,
            request.files.clone(),
            &request.limits,
        )?),
        false => None,
    };
    let claims = claims(request, own.as_ref())?;
    let domain = Domain::of(request, own.as_ref())?;
    let mut tested = Vec::new();
    for (kind, text, claim) in claims {
        let mut truth = Truth::new(request)?;
        let run = Run {
            request,
            claim: &claim,
            kind,
        };
        let (positions, counterexample) = run.over(&domain, &mut truth)?;
        tested.push(CheckedClaim {
            kind: kind.word(),
            text,
            positions,
            counterexample,
        });
    }
    Ok(Checked {
        claims: tested,
        domain: domain.in_words(),
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lose,
    Value,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Lose => "lose",
            Kind::Value => "value",
        }
    }
}

/// The claims that were typed, or those of the file.
fn claims(
    request: &CheckRequest,
    own: Option<&StarRules>,
) -> Result<Vec<(Kind, String, Claim)>, Error> {
    let limits = RuleLimits::within(&request.limits);
    if let Some(claim) = &request.claim {
        let (kind, text) = match claim {
            ClaimText::Lose(text) => (Kind::Lose, text),
            ClaimText::Value(text) => (Kind::Value, text),
        };
        let option = format!("--{}", kind.word());
        let claim = Claim::from_expression(&option, text, &limits)?;
        return Ok(vec![(kind, text.clone(), claim)]);
    }
    let Some(rules) = own else {
        let message = "what is claimed? add --lose EXPR or --value EXPR".to_owned();
        return Err(Error::Usage { message });
    };
    let mut found = Vec::new();
    for kind in [Kind::Lose, Kind::Value] {
        if kind == Kind::Value && request.play == Play::Misere {
            continue;
        }
        if let Some(claim) = Claim::from_file(rules, kind.word())? {
            let text = format!("{}(position) in {}", kind.word(), request.ruleset);
            found.push((kind, text, claim));
        }
    }
    if found.is_empty() {
        let message = format!(
            "{} claims nothing; define lose(position) or value(position), or add --lose EXPR or --value EXPR",
            request.ruleset
        );
        return Err(Error::Usage { message });
    }
    Ok(found)
}

/// One claim being tested.
struct Run<'r> {
    request: &'r CheckRequest,
    claim: &'r Claim,
    kind: Kind,
}

impl Run<'_> {
    fn over(
        &self,
        domain: &Domain,
        truth: &mut Truth,
    ) -> Result<(u64, Option<Counterexample>), Error> {
        let mut tested = 0;
        let mut wrong = None;
        domain.for_each(self.request, truth, |candidate, truth| {
            self.request.limits.check_time()?;
            tested += 1;
            wrong = self.test(&candidate, truth)?;
            Ok(wrong.is_none())
        })?;
        Ok((tested, wrong))
    }

    fn test(
        &self,
        candidate: &Candidate,
        truth: &mut Truth,
    ) -> Result<Option<Counterexample>, Error> {
        let about = candidate.about();
        match self.kind {
            Kind::Lose => {
                let claimed = self.claim.holds(&about)?;
                let outcome = truth.outcome(candidate.component)?;
                if claimed == (outcome == Outcome::Lose) {
                    return Ok(None);
                }
                self.broken_kernel(candidate, claimed, outcome, truth)
                    .map(Some)
            }
            Kind::Value => {
                let claimed = self.claim.value(&about)?;
                let worth = truth.worth(candidate.component)?;
                if worth.is(claimed) {
                    return Ok(None);
                }
                self.broken_value(candidate, claimed, &worth, truth)
                    .map(Some)
            }
        }
    }

    fn broken_kernel(
        &self,
        candidate: &Candidate,
        claimed: bool,
        outcome: Outcome,
        truth: &mut Truth,
    ) -> Result<Counterexample, Error> {
        let options = truth.options(candidate.component)?;
        let (reason, shown) = if claimed {
            let mut lost = None;
            for &option in &options {
                if truth.outcome(option)? == Outcome::Lose {
                    lost = Some(option);
                    break;
                }
            }
            let reason = match (lost, outcome) {
                (Some(_), _) => {
                    "no move may lead from one lost position to another, but this one does"
                }
                (None, Outcome::Draw) => "play from here can go on for ever: it is a draw",
                (None, _) => "the game is over here, and won",
            };
            (reason, lost)
        } else {
            let reason = match options.is_empty() {
                true => "there is no move at all, so no move to a lost position",
                false => {
                    "from a position that is not lost some move must lead to a lost one, but every move leads to one that is not lost, such as this"
                }
            };
            (reason, options.first().copied())
        };
        let claimed = match claimed {
            true => "lose",
            false => "not lose",
        };
        Ok(Counterexample {
            position: truth.show(candidate.component),
            claimed: claimed.to_owned(),
            truth: outcome.to_string(),
            reason: reason.to_owned(),
            offending_move: shown.map(|to| truth.describe(candidate.component, to)),
        })
    }

    fn broken_value(
        &self,
        candidate: &Candidate,
        claimed: u128,
        worth: &Worth,
        truth: &mut Truth,
    ) -> Result<Counterexample, Error> {
        let mut same = None;
        for option in truth.options(candidate.component)? {
            if truth.worth(option)?.is(claimed) {
                same = Some(option);
                break;
            }
        }
        let reason = match (same, worth) {
            (Some(_), _) => {
                format!("no option may be worth the same, but this move leads to {claimed}")
            }
            (None, Worth::Value(value)) => match value.finite() {
                Some(value) => format!(
                    "no option is worth {value}, the least value that is missing among them"
                ),
                None => "play from here can go on for ever: the value is infinite".to_owned(),
            },
            (None, Worth::Nothing) => {
                "a position of this kind has no value, only an outcome".to_owned()
            }
        };
        Ok(Counterexample {
            position: truth.show(candidate.component),
            claimed: claimed.to_string(),
            truth: worth.to_string(),
            reason,
            offending_move: same.map(|to| truth.describe(candidate.component, to)),
        })
    }
}

impl Candidate {
    fn about(&self) -> About<'_> {
        match self {
            Candidate {
                position: Some(position),
                ..
            } => About::Position(position),
            Candidate { heaps, .. } => About::Heaps(heaps),
        }
    }
}
