//! A quotient as a certificate: a JSON document from which anybody can check it by the definition.
//!
//! # Format
//!
//! One JSON object. All numbers are JSON integers from 0 to 2^64 - 1, unknown keys are refused.
//!
//! ```json
//! {
//!   "format": "grundy misere quotient",
//!   "version": 1,
//!   "ruleset": "kayles",
//!   "game": {"kind": "taking_and_breaking", "digits": [[1, 7], [2, 7]], "tail": null, "unequal": false},
//!   "heaps": 2,
//!   "order": 6,
//!   "generators": [
//!     {"name": "a", "heap": 1, "action": [1, 0, 3, 2, 5, 4]},
//!     {"name": "b", "heap": 2, "action": [2, 3, 4, 5, 2, 3]}
//!   ],
//!   "lost": [1, 4],
//!   "images": [0, 1, 2],
//!   "period": null
//! }
//! ```
//!
//! | key | meaning |
//! |---|---|
//! | `ruleset` | the name of the game, for people; it proves nothing |
//! | `game` | the rules, in one of the two forms below |
//! | `heaps` | `N`: the certificate is about all sums of heaps `1..=N` |
//! | `order` | the number of elements; elements are `0..order`, and 0 is the identity |
//! | `generators` | the heaps that generate the monoid; `action[x]` is the product of `x` and the heap's image |
//! | `lost` | the P-portion, ascending: the elements whose positions the player to move loses |
//! | `images` | `N + 1` elements: the image of heap 0 (which is 0), heap 1, …, heap `N` |
//! | `period` | `null`, or `{"preperiod": n0, "period": p}`: the image of `n + p` is that of `n` for all `n >= n0` |
//!
//! The forms of `game`:
//!
//! - `{"kind": "taking_and_breaking", "digits": [[k, d], …], "tail": null | {"first": f, "cycle": [d, …]},
//!   "unequal": bool}`. A move takes `k` from a heap of `n >= k`, leaving `n - k`. It may leave no heap
//!   if `n = k` and bit 1 of `d` is set; one heap if `n > k` and bit 2 is set; two heaps, each at least 1,
//!   if bit 4 is set (two different ones only, if `unequal`); three heaps, each at least 1, if bit 8 is
//!   set. `digits` lists the `k` with `d != 0` in ascending order; with a `tail`, `k >= f` has the digit
//!   `cycle[(k - f) mod length]`, and all listed `k` are below `f`. For `k = 0` only the bits 4 and 8 may be set.
//! - `{"kind": "listed", "options": [[[heap, …], …], …]}`: entry `h - 1` lists the options of heap `h`, each
//!   the heaps that are left, all smaller than `h`. There are exactly `N` entries, and `period` is `null`.
//!
//! # What a checker verifies
//!
//! 1. *A commutative monoid.* Every action maps `0..order` into itself, any two actions commute, and
//!    every element is reached from 0 by actions. That is enough: `x·y` is what the actions of a word for
//!    `y` make of `x`. It does not depend on the word, because if `v` and `w` both take 0 to `y`, then with
//!    `x = u(0)` we have `v(u(0)) = u(v(0)) = u(w(0)) = w(u(0))`.
//! 2. *Images.* `images[0] = 0`, `images[g.heap] = g.action[0]` for each generator `g`.
//! 3. *Reduced.* For any two elements there is a third whose product with exactly one of them is lost.
//! 4. *Outcomes.* For every sum of heaps `1..=N`: the sum has a lost image exactly if it has a move and
//!    no move to a sum with a lost image. By induction the lost images are then the lost positions.
//!    - A heap without moves has the image 0, and 0 is not lost (the player who cannot move wins).
//!    - For every heap `h` with moves, each option's image `o` and each element `z`: `images[h]·z` and
//!      `o·z` are not both lost.
//!    - No sum of heaps with moves, except the empty sum, has an image that is not lost while all its
//!      moves lead to images that are not lost. (One way to check all sums at once: mark a pair
//!      `(x, z)` if some sum with image `z` has, beside any sum with image `x`, no move of its own to a
//!      lost position, though the whole is not lost. Pairs `(x, 0)` are marked by the empty sum; adding a heap
//!      `h` to a sum at `z` marks `(x, images[h]·z)` if `(images[h]·x, z)` is marked and `h` itself has
//!      no answer beside `x·z`. The certificate is right if no pair `(0, z)` is marked by a sum that is not empty.)
//! 5. *Period* (only for `taking_and_breaking`). `images[n + p] = images[n]` for all `n >= n0` with
//!    `n + p <= N`, and `N >= parts·(s + q) + r + u` without overflow, where `parts` is the most heaps that a
//!    move leaves (at least 1), `s = max(n0, 1)`; without a tail `q = p` and `r` is the largest `k`; with a tail
//!    `q = lcm(p, length of the cycle)` and `r = f + q`; `u = q` if `unequal`, else 0.
//!    Then the options of `n > N` have the images of the options of `n - p`, for every option has a part that can grow or
//!    shrink by `q` within the periodic range (Plambeck and Siegel 2008, after Guy and Smith 1956).

use std::fmt;

use grundy_core::{HeapRules, LimitReached, Limits};
use serde::{Deserialize, Serialize};

use crate::heaps::Heaps;
use crate::meter::Clock;
use crate::period::QuotientPeriod;
use crate::quotient::{Quotient, QuotientElement};
use crate::words::generator_name;

const FORMAT: &str = "grundy misere quotient";
const VERSION: u32 = 1;

/// A quotient with the rules of its game; the module's file documents the JSON format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotientCertificate {
    /// Always `grundy misere quotient`.
    pub format: String,
    /// Always 1.
    pub version: u32,
    /// The name of the game, for people.
    pub ruleset: String,
    /// The rules.
    pub game: CertifiedGame,
    /// The largest heap; all sums of heaps up to it are covered.
    pub heaps: u64,
    /// The number of elements.
    pub order: u64,
    /// The generators in the order of their heaps.
    pub generators: Vec<CertifiedGenerator>,
    /// The elements that are lost for the player to move, ascending.
    pub lost: Vec<u16>,
    /// The image of each heap from 0 on.
    pub images: Vec<u16>,
    /// The period of the images, if it is proved.
    pub period: Option<QuotientPeriod>,
}

/// The rules of the heaps that a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum CertifiedGame {
    /// A taking-and-breaking game.
    TakingAndBreaking {
        /// `(k, digit)` for each `k` whose digit is not 0, ascending.
        digits: Vec<(u64, u8)>,
        /// The digits that repeat forever.
        tail: Option<CertifiedTail>,
        /// Whether the two heaps of a split must differ.
        unequal: bool,
    },
    /// Heaps 1, 2, … with their options listed.
    Listed {
        /// The options of each heap, each the heaps that are left.
        options: Vec<Vec<Vec<u64>>>,
    },
}

/// Digits that repeat forever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedTail {
    /// The number taken that has the first digit of the cycle.
    pub first: u64,
    /// The digits.
    pub cycle: Vec<u8>,
}

/// A heap that generates a part of the monoid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedGenerator {
    /// Its name in words, for people.
    pub name: String,
    /// The heap.
    pub heap: u64,
    /// The product of each element with the heap's image.
    pub action: Vec<u16>,
}

/// Why a text is not a certificate.
#[derive(Debug)]
#[non_exhaustive]
pub enum CertificateError {
    /// It is not JSON of the documented form.
    Json(serde_json::Error),
    /// It is a document of another kind or version.
    Foreign {
        /// The format that it names.
        format: String,
        /// The version that it names.
        version: u32,
    },
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::Json(error) => write!(f, "not a quotient certificate: {error}"),
            CertificateError::Foreign { format, version } => write!(
                f,
                "expected `{FORMAT}` version {VERSION}, found `{format}` version {version}"
            ),
        }
    }
}

impl std::error::Error for CertificateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CertificateError::Json(error) => Some(error),
            CertificateError::Foreign { .. } => None,
        }
    }
}

impl QuotientCertificate {
    /// The certificate of a quotient of the heaps of `game`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_core::{HeapRules, Limits};
    /// # use grundy_misere::{CertifiedGame, QuotientCertificate, quotient};
    /// let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
    /// let found = quotient(&kayles, Some(2), &Limits::default()).unwrap();
    /// let certificate = QuotientCertificate::new("kayles", CertifiedGame::from(&kayles), &found);
    /// assert_eq!((certificate.order, certificate.lost.len()), (6, 2));
    /// assert_eq!(QuotientCertificate::from_json(&certificate.to_json()).unwrap(), certificate);
    /// ```
    pub fn new(ruleset: &str, game: CertifiedGame, quotient: &Quotient) -> QuotientCertificate {
        let generator = |(at, g): (usize, crate::Generator)| {
            let action = quotient.elements().map(|x| quotient.product(x, g.element));
            CertifiedGenerator {
                name: generator_name(at),
                heap: g.heap,
                action: action.map(|product| product.0).collect(),
            }
        };
        let generators = quotient.generators().into_iter().enumerate();
        let lost = quotient.p_portion();
        QuotientCertificate {
            format: FORMAT.to_owned(),
            version: VERSION,
            ruleset: ruleset.to_owned(),
            game,
            heaps: quotient.largest_heap(),
            order: quotient.order() as u64,
            generators: generators.map(generator).collect(),
            lost: lost
                .into_iter()
                .map(|QuotientElement(number)| number)
                .collect(),
            images: quotient.elements.clone(),
            period: quotient.period(),
        }
    }

    /// The certificate as JSON, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers, strings and lists can be written")
    }

    /// Reads a certificate. This does not check that it is right.
    ///
    /// # Errors
    ///
    /// [`CertificateError`] if the text is something else.
    pub fn from_json(text: &str) -> Result<QuotientCertificate, CertificateError> {
        let found: QuotientCertificate =
            serde_json::from_str(text).map_err(CertificateError::Json)?;
        if found.format != FORMAT || found.version != VERSION {
            return Err(CertificateError::Foreign {
                format: found.format,
                version: found.version,
            });
        }
        Ok(found)
    }
}

impl From<&HeapRules> for CertifiedGame {
    fn from(rules: &HeapRules) -> CertifiedGame {
        let tail = rules.tail().map(|(first, cycle)| CertifiedTail {
            first,
            cycle: cycle.to_vec(),
        });
        let last = match &tail {
            Some(tail) => tail.first.saturating_sub(1),
            None => rules.last_take().unwrap_or(0),
        };
        CertifiedGame::TakingAndBreaking {
            digits: rules.digits_to(last).collect(),
            tail,
            unequal: rules.is_unequal(),
        }
    }
}

impl CertifiedGame {
    /// Heaps `1..=largest` of any family, with all their options.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if there are too many options to list.
    pub fn listed(
        heaps: &dyn Heaps,
        largest: usize,
        limits: &Limits,
    ) -> Result<CertifiedGame, LimitReached> {
        let clock = Clock::new(limits);
        let (mut options, mut bytes) = (Vec::new(), 0u64);
        for heap in 1..=largest {
            let mut of_heap: Vec<Vec<u64>> = Vec::new();
            bytes += 3 * size_of_val(&of_heap) as u64;
            clock.tick(1)?;
            limits.check_bytes(bytes)?;
            let mut checked = Ok(());
            heaps.for_each_option(heap, &mut |left| {
                bytes += 64 + 8 * left.len() as u64;
                checked = clock.tick(1).and_then(|()| limits.check_bytes(bytes));
                if checked.is_ok() {
                    of_heap.push(left.iter().map(|&part| part as u64).collect());
                }
                checked.is_ok()
            });
            checked?;
            options.push(of_heap);
        }
        Ok(CertifiedGame::Listed { options })
    }
}
