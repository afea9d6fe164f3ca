//! An independent checker of certificates about impartial games.
//!
//! A certificate is a JSON object in which a program claims something about a game, and says by which theorem. This
//! crate confirms or refutes the claim from the rules alone. It shares no code with the programs that find periods
//! and quotients: it has its own reader of rulesets, its own computation of values, and its own statement, proof and
//! check of every theorem. It is meant to be read; each file begins with the mathematics that it relies on.
//!
//! # What is checked
//!
//! [`check_period`]: g(n + period) = g(n) + saltus for **all** n >= preperiod, with the least period and the least
//! preperiod, and the hash of the values.
//!
//! | theorem in the certificate | for | file |
//! |---|---|---|
//! | `take-and-break`, `unequal-splits`, `take-and-break-with-tail` | several heaps, no saltus (Guy and Smith 1956, and variants) | `splits` |
//! | `state-returns` | at most one heap is left | `state` |
//! | `rising` | several heaps, and a saltus | `rising` |
//! | `window-returns` | splits in two, values that stream by | `window` |
//!
//! All of them rest on two lemmas in the file `period`. The values come from the definition (`values`), or from one
//! of two faster methods that are proved exact: `subtraction` (nothing but counting) and `sparse` (rare and common
//! values).
//!
//! [`check_quotient`]: a finite commutative monoid with a set of lost elements is the misère quotient of all sums of
//! heaps up to N, or of all heaps if a period is claimed (files `quotient`, `monoid`, `outcomes`; Plambeck and Siegel
//! 2008). Small sums are searched by brute force in addition (`misere_search`).
//!
//! # What is not checked
//!
//! - Rulesets other than codes `d0.d1d2…`, subtraction sets, and the names `nim`, `kayles`, `dawson`,
//!   `dawsons-kayles`, `guiles`, `officers`, `lasker` and `grundys-game`: [`CheckError::UnknownRuleset`]. A quotient
//!   certificate contains its rules, so that only the name remains unchecked; [`QuotientCheck::is_ruleset_known`]
//!   says so.
//! - What takes more steps or memory than [`CheckLimits`] allow: [`CheckError::LimitReached`].
//! - Fields for people (`method`, `theorem_in_words`, the names of generators).
//!
//! Neither of these is ever reported as valid. `Ok` means that the claim was proved; [`CheckError::Refuted`] that the
//! claim, or the proof that the certificate names, is wrong.

#![forbid(unsafe_code)]

mod certificate;
mod error;
mod heap_games;
mod limits;
mod misere_search;
mod monoid;
mod outcomes;
mod period;
mod quotient;
mod rising;
mod rules;
mod sparse;
mod splits;
mod state;
mod subtraction;
mod values;
mod window;

pub use error::{CheckError, Hypothesis, QuotientFault, Refutation, Unsupported};
pub use limits::{CheckLimits, ReachedLimit};
pub use period::{PeriodCheck, PeriodTheorem, check_period, hash_of_values};
pub use quotient::{QuotientCheck, check_quotient};
