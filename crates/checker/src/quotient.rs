//! The check of a certificate of a misère quotient.
//!
//! A certificate names a game of heaps, a finite commutative monoid, the image of each heap from 0 to N, and the lost
//! elements. It claims that the monoid is the misère quotient of all sums of heaps up to N. It holds if
//!
//! 1. the actions of the generators make a commutative monoid (Lemma C, file `monoid`), each generator being the
//!    image of a heap; so every element is the image of a sum;
//! 2. an image tells the outcome (Theorem 7, file `outcomes`);
//! 3. any two elements are told apart by a product.
//!
//! For then two sums have the same image just if they have the same outcome beside every sum, which is how the
//! quotient is defined. In addition, small sums are searched by brute force.
//!
//! **Theorem 8 (period).** *Let image(n + p) = image(n) for n0 <= n <= N - p. Let h, K, L, c and q be as in the file
//! `splits` (q = p if no digits repeat, and else the least multiple of p and c), s = max(n0, 1), and M = h
//! s + (h - 1) q + K without repeating digits, h s + h q + L with them, and 2 s + 2 q + K with unequal splits. If
//! N >= M + q - 1, then the monoid, with images continued by image(n + p) = image(n) for all n >= n0, is the quotient
//! of all heaps.*
//!
//! Proof. With g replaced by the image and xor by the product, the proofs of Theorems 1 to 3 show, for all n >= M,
//! that n + q has the same option images as n. (The image of every heap is periodic by definition here, so no
//! induction is needed. In Theorem 2, the options (b + p, b) and (b + p, b - p) both have the square of the image of
//! b.) So every heap beyond N has the image and the option images of the heap q below, and in the end of a heap up to
//! N. The conditions of Theorem 7 ask for nothing else of a heap, so they hold for all heaps. ∎
//!
//! Preperiod and period must be the least ones.

use serde::Deserialize;

use crate::certificate::read_json;
use crate::heap_games::HeapGame;
use crate::limits::{CheckLimits, Meter};
use crate::misere_search::compare_small_sums;
use crate::monoid::Monoid;
use crate::outcomes::check_outcomes;
use crate::period::{least_common_multiple, prime_divisors};
use crate::rules::{Rules, Tail};
use crate::{CheckError, QuotientFault, Refutation, Unsupported};

const FORMAT: &str = "grundy misere quotient";

/// A quotient certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuotientCheck {
    /// The name of the game as the certificate writes it.
    pub ruleset: String,
    /// Whether the checker could read that name; the rules in the certificate are then those of the name. Otherwise
    /// the check is only about the rules in the certificate.
    pub is_ruleset_known: bool,
    /// The largest heap that was looked at.
    pub heaps: u64,
    /// The number of elements.
    pub order: usize,
    /// Preperiod and period of the images, if they are claimed; the quotient is then that of all heaps.
    pub period: Option<(u64, u64)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Certificate {
    format: String,
    version: u32,
    ruleset: String,
    game: Game,
    heaps: u64,
    order: u64,
    generators: Vec<Generator>,
    lost: Vec<u16>,
    images: Vec<u16>,
    #[serde(deserialize_with = "present")]
    period: Option<Period>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Game {
    TakingAndBreaking {
        digits: Vec<(u64, u8)>,
        #[serde(deserialize_with = "present")]
        tail: Option<RepeatingDigits>,
        unequal: bool,
    },
    Listed {
        options: Vec<Vec<Vec<u64>>>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RepeatingDigits {
    first: u64,
    cycle: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Generator {
    #[serde(rename = "name")]
    _name: String,
    heap: u64,
    action: Vec<u16>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Period {
    preperiod: u64,
    period: u64,
}

/// `null` or a value, but not nothing.
fn present<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// Checks a certificate of a misère quotient, given as the text of its JSON object.
///
/// # Examples
///
/// ```
/// use grundy_checker::{CheckLimits, check_quotient};
/// let certificate = r#"{"format":"grundy misere quotient","version":1,"ruleset":"kayles",
///     "game":{"kind":"taking_and_breaking","digits":[[1,7],[2,7]],"tail":null,"unequal":false},
///     "heaps":2,"order":6,"generators":[{"name":"a","heap":1,"action":[1,0,3,2,5,4]},
///     {"name":"b","heap":2,"action":[2,3,4,5,2,3]}],"lost":[1,4],"images":[0,1,2],"period":null}"#;
/// let limits = CheckLimits::default();
/// assert_eq!(check_quotient(certificate, limits).unwrap().order, 6);
/// assert!(check_quotient(&certificate.replace("[1,4]", "[1,5]"), limits).is_err());
/// ```
///
/// # Errors
///
/// See [`CheckError`].
pub fn check_quotient(certificate: &str, limits: CheckLimits) -> Result<QuotientCheck, CheckError> {
    let certificate: Certificate = read_json(certificate)?;
    let mut meter = Meter::new(limits);
    certificate.check_form()?;
    let (game, is_ruleset_known) = certificate.read_game()?;
    let order = certificate.order as usize;
    let actions: Vec<&[u16]> = certificate
        .generators
        .iter()
        .map(|g| &g.action[..])
        .collect();
    let monoid = Monoid::new(order, &actions, &mut meter)?;
    certificate.check_generators()?;
    let mut lost = vec![false; order];
    certificate
        .lost
        .iter()
        .for_each(|&element| lost[usize::from(element)] = true);
    let images = &certificate.images;
    let option_images = game.option_images(&monoid, images, &mut meter)?;
    check_outcomes(&monoid, &lost, images, &option_images, &mut meter)?;
    compare_small_sums(&game, &monoid, &lost, images, &mut meter)?;
    if let Some(elements) = Monoid::find_equivalent(&lost, &actions, &mut meter)? {
        return Err(QuotientFault::NotReduced { elements }.into());
    }
    if let Some(period) = certificate.period {
        check_period_of_images(&game, period, images, &mut meter)?;
    }
    Ok(QuotientCheck {
        ruleset: certificate.ruleset,
        is_ruleset_known,
        heaps: certificate.heaps,
        order,
        period: certificate
            .period
            .map(|found| (found.preperiod, found.period)),
    })
}

impl Certificate {
    /// Checks that all numbers are in their ranges.
    fn check_form(&self) -> Result<(), CheckError> {
        let order = self.order;
        let in_range =
            |elements: &[u16]| elements.iter().all(|&element| u64::from(element) < order);
        let is_action = |g: &Generator| g.action.len() as u64 == order && in_range(&g.action);
        let wrong = [
            ("format", self.format != FORMAT),
            ("version", self.version != 1),
            ("order", order == 0 || order > 1 << 16),
            ("generators", !self.generators.iter().all(is_action)),
            (
                "lost",
                !in_range(&self.lost) || !self.lost.is_sorted_by(|a, b| a < b),
            ),
            (
                "images",
                !in_range(&self.images) || self.images.len() as u64 != self.heaps.saturating_add(1),
            ),
            ("period", self.period.is_some_and(|found| found.period == 0)),
        ];
        match wrong.into_iter().find(|&(_, is_wrong)| is_wrong) {
            Some((field, _)) => Err(CheckError::Inconsistent { field }),
            None => Ok(()),
        }
    }

    fn check_generators(&self) -> Result<(), CheckError> {
        if self.images[0] != 0 {
            return Err(QuotientFault::Image { heap: 0 }.into());
        }
        for generator in &self.generators {
            let image = usize::try_from(generator.heap)
                .ok()
                .and_then(|heap| self.images.get(heap));
            if image != Some(&generator.action[0]) {
                return Err(QuotientFault::Image {
                    heap: generator.heap,
                }
                .into());
            }
        }
        Ok(())
    }

    /// The rules, and whether they are known to be those of the name.
    fn read_game(&self) -> Result<(HeapGame, bool), CheckError> {
        let wrong = CheckError::Inconsistent { field: "game" };
        match &self.game {
            Game::Listed { options } => {
                let is_smaller =
                    |heap: usize, left: &Vec<u64>| left.iter().all(|&part| part < heap as u64);
                let mut heaps = (1..).zip(options);
                let fits =
                    heaps.all(|(heap, of_heap)| of_heap.iter().all(|left| is_smaller(heap, left)));
                if !fits || options.len() as u64 != self.heaps || self.period.is_some() {
                    return Err(wrong);
                }
                Ok((HeapGame::Listed(options.clone()), false))
            }
            Game::TakingAndBreaking {
                digits,
                tail,
                unequal,
            } => {
                let tail = tail.as_ref().map(|tail| Tail {
                    first: tail.first,
                    cycle: tail.cycle.clone(),
                });
                let rules = Rules {
                    listed: digits.clone(),
                    tail,
                    unequal: *unequal,
                };
                if !rules.is_well_formed() {
                    return Err(wrong);
                }
                if rules.unequal && (rules.most_heaps() > 2 || rules.tail.is_some()) {
                    return Err(CheckError::NotSupported {
                        what: Unsupported::TheoremForRules,
                    });
                }
                match Rules::parse(&self.ruleset) {
                    Ok(named) if named != rules => Err(wrong),
                    named => Ok((HeapGame::Code(rules), named.is_ok())),
                }
            }
        }
    }
}

/// Checks the suppositions of Theorem 8, and that nothing less holds.
fn check_period_of_images(
    game: &HeapGame,
    found: Period,
    images: &[u16],
    meter: &mut Meter,
) -> Result<(), CheckError> {
    let HeapGame::Code(rules) = game else {
        return Err(CheckError::NotSupported {
            what: Unsupported::TheoremForRules,
        });
    };
    let needed = heaps_needed(rules, found);
    if needed.is_none_or(|needed| needed > images.len() as u64) {
        return Err(Refutation::TooFewValues { needed }.into());
    }
    meter.spend(images.len() as u64)?;
    let first_failure = |preperiod: u64, period: u64| {
        let lower = &images[preperiod as usize..];
        let pairs = lower.iter().zip(&lower[period as usize..]);
        (preperiod..)
            .zip(pairs)
            .find(|(_, (a, b))| a != b)
            .map(|(heap, _)| heap)
    };
    let Period { preperiod, period } = found;
    if let Some(heap) = first_failure(preperiod, period) {
        return Err(QuotientFault::Period { heap }.into());
    }
    if preperiod > 0 && first_failure(preperiod - 1, period).is_none() {
        return Err(Refutation::PreperiodNotLeast.into());
    }
    // The image of any heap from the preperiod on.
    let image = |heap: u64| images[(preperiod + (heap - preperiod) % period) as usize];
    for prime in prime_divisors(period, meter)? {
        meter.spend(period)?;
        let shorter = period / prime;
        if (preperiod..preperiod + period).all(|heap| image(heap) == image(heap + shorter)) {
            let (period, saltus) = (shorter, 0);
            return Err(Refutation::PeriodNotLeast { period, saltus }.into());
        }
    }
    Ok(())
}

/// How many heaps, with heap 0, Theorem 8 needs: M + q.
fn heaps_needed(rules: &Rules, found: Period) -> Option<u64> {
    let parts = rules.most_heaps().max(1);
    let cycle = rules
        .tail
        .as_ref()
        .map_or(1, |tail| tail.cycle.len() as u64);
    let q = least_common_multiple(found.period, cycle)?;
    let (listed, times) = match &rules.tail {
        Some(tail) => (tail.first, parts),
        None if rules.unequal => (rules.largest_listed(), parts),
        None => (rules.largest_listed(), parts - 1),
    };
    let first = parts.checked_mul(found.preperiod.max(1))?;
    first
        .checked_add((times + 1).checked_mul(q)?)?
        .checked_add(listed)
}
