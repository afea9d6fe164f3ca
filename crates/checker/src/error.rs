//! Why a certificate was not accepted, as data.

use std::fmt;

use crate::ReachedLimit;

/// Why a certificate was not accepted.
///
/// Only [`CheckError::Refuted`] says that a claim is wrong; [`CheckError::NotSupported`] and
/// [`CheckError::LimitReached`] say that it was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckError {
    /// The text is not a JSON object with the fields of a certificate.
    Malformed {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the JSON reader says.
        message: String,
    },
    /// A field contradicts the others.
    Inconsistent {
        /// The name of the field.
        field: &'static str,
    },
    /// The ruleset is not one that the checker can read.
    UnknownRuleset {
        /// As the certificate writes it.
        ruleset: String,
    },
    /// The claim is of a kind that the checker does not check.
    NotSupported {
        /// The kind.
        what: Unsupported,
    },
    /// The claim, or its proof, is wrong.
    Refuted(Refutation),
    /// A limit was reached before there was an answer.
    LimitReached {
        /// The limit.
        limit: ReachedLimit,
    },
}

/// What the checker does not check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// A subtraction set with a million numbers or more.
    LargeSet,
    /// A theorem with a name that the checker does not know.
    PeriodTheorem,
    /// A theorem that is not for these rules, as far as the checker knows.
    TheoremForRules,
    /// Values of 2^32 or more.
    LargeValues,
}

/// What is wrong with a claim or with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refutation {
    /// The values have another hash.
    Hash {
        /// The hash of the computed values.
        found: u64,
    },
    /// The recurrence fails.
    Recurrence {
        /// The first heap n with g(n + period) != g(n) + saltus.
        heap: u64,
        /// g(n) + saltus.
        expected: u128,
        /// g(n + period).
        found: u64,
    },
    /// The recurrence already holds from the heap before.
    PreperiodNotLeast,
    /// A shorter recurrence holds.
    PeriodNotLeast {
        /// Its period.
        period: u64,
        /// Its saltus.
        saltus: u64,
    },
    /// The theorem needs more values than the certificate names.
    TooFewValues {
        /// How many values the theorem needs; `None` if the number does not fit in 64 bits.
        needed: Option<u64>,
    },
    /// A hypothesis of the theorem does not hold.
    Hypothesis {
        /// The hypothesis.
        which: Hypothesis,
        /// The heap at which it fails, where there is one.
        heap: Option<u64>,
    },
    /// The monoid of a quotient is not one, or not the quotient of these heaps.
    Quotient(QuotientFault),
}

/// What is wrong with a quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuotientFault {
    /// The actions of two generators do not commute.
    NotCommutative {
        /// The numbers of the generators.
        generators: (usize, usize),
        /// The element where they differ.
        element: usize,
    },
    /// The generators do not lead to this element.
    NotGenerated {
        /// The element.
        element: usize,
    },
    /// The image of this heap is not the one that its generator has, or heap 0 is not the identity.
    Image {
        /// The heap.
        heap: u64,
    },
    /// No product tells these elements apart.
    NotReduced {
        /// Two elements with the same outcomes in all contexts.
        elements: (usize, usize),
    },
    /// The identity is lost, though the player who cannot move wins.
    IdentityLost,
    /// This heap has no move, but its image is not the identity.
    HeapWithoutMoves {
        /// The heap.
        heap: u64,
    },
    /// Beside a sum with this image, the heap and one of its options are both lost.
    MoveBetweenLost {
        /// The heap.
        heap: u64,
        /// The image of the rest.
        element: usize,
    },
    /// A sum with this image, which is not lost, has no move to a lost one.
    NoMoveToLost {
        /// The image of the sum.
        element: usize,
    },
    /// A search of this sum gives another outcome.
    Outcome {
        /// The heaps of the sum.
        heaps: Vec<u64>,
    },
    /// The images do not have the claimed period.
    Period {
        /// The first heap whose image differs from that one period later.
        heap: u64,
    },
}

/// A hypothesis of one of the theorems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hypothesis {
    /// The saltus is 0.
    NoSaltus,
    /// The sets that repeating digits reach return, raised by the saltus.
    StateReturns,
    /// Some multiple of the saltus is a power of two.
    PowerOfTwo,
    /// No option has the claimed value, and all smaller values are options.
    Rising,
    /// The window is at least as long as the last rare heap or the largest witness, plus the largest take.
    WindowLength,
    /// The window is far from the first heaps.
    WindowStart,
    /// The period is even if rarity depends on the heap's parity, and then all splitting takes have one parity.
    Parity,
    /// No heap after the last rare one that the certificate names is rare.
    LastRare,
    /// Every smaller rare value has a witness that is small enough.
    Witness,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Malformed {
                line,
                column,
                message,
            } => {
                write!(f, "line {line}, column {column}: {message}")
            }
            CheckError::Inconsistent { field } => {
                write!(f, "`{field}` contradicts the rest of the certificate")
            }
            CheckError::UnknownRuleset { ruleset } => {
                write!(f, "`{ruleset}` is not a ruleset that the checker can read")
            }
            CheckError::NotSupported { what } => write!(f, "not checked: {what}"),
            CheckError::Refuted(refutation) => write!(f, "refuted: {refutation}"),
            CheckError::LimitReached { limit } => f.write_str(match limit {
                ReachedLimit::Steps => "not checked: it takes more steps than the limit",
                ReachedLimit::Bytes => "not checked: it takes more memory than the limit",
                ReachedLimit::Cancelled => "not checked: interrupted",
            }),
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsupported::LargeSet => "the subtraction set has too many numbers",
            Unsupported::PeriodTheorem => "the theorem is not known to the checker",
            Unsupported::TheoremForRules => "the theorem is not for rules of this kind",
            Unsupported::LargeValues => "the values are too large",
        })
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refutation::Hash { found } => write!(f, "the values have the hash {found:016x}"),
            Refutation::Recurrence {
                heap,
                expected,
                found,
            } => write!(
                f,
                "the heap one period after heap {heap} is worth {found}, not {expected}"
            ),
            Refutation::PreperiodNotLeast => {
                f.write_str("the recurrence already holds from the heap before the preperiod")
            }
            Refutation::PeriodNotLeast { period, saltus } => {
                write!(f, "period {period} with saltus {saltus} holds, too")
            }
            Refutation::TooFewValues {
                needed: Some(needed),
            } => {
                write!(f, "the theorem needs {needed} values")
            }
            Refutation::TooFewValues { needed: None } => {
                f.write_str("the theorem needs more than 2^64 values")
            }
            Refutation::Hypothesis { which, heap } => {
                write!(f, "a hypothesis of the theorem does not hold: {which}")?;
                heap.map_or(Ok(()), |heap| write!(f, " (heap {heap})"))
            }
            Refutation::Quotient(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for QuotientFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuotientFault::NotCommutative {
                generators: (a, b),
                element,
            } => write!(
                f,
                "generators {a} and {b} do not commute at element {element}"
            ),
            QuotientFault::NotGenerated { element } => {
                write!(f, "the generators do not lead to element {element}")
            }
            QuotientFault::Image { heap } => write!(f, "heap {heap} has another image"),
            QuotientFault::NotReduced { elements: (a, b) } => {
                write!(f, "no product tells elements {a} and {b} apart")
            }
            QuotientFault::IdentityLost => {
                f.write_str("the identity is lost, though the player who cannot move wins")
            }
            QuotientFault::HeapWithoutMoves { heap } => {
                write!(f, "heap {heap} has no moves and is not the identity")
            }
            QuotientFault::MoveBetweenLost { heap, element } => write!(
                f,
                "beside element {element}, heap {heap} and one of its options are both lost"
            ),
            QuotientFault::NoMoveToLost { element } => write!(
                f,
                "a sum with image {element} is not lost and has no move to a lost sum"
            ),
            QuotientFault::Outcome { heaps } => {
                write!(f, "a search finds another outcome of the sum {heaps:?}")
            }
            QuotientFault::Period { heap } => {
                write!(f, "heap {heap} and the heap one period later differ")
            }
        }
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hypothesis::NoSaltus => "the saltus is 0",
            Hypothesis::StateReturns => "the sets that repeating digits reach return",
            Hypothesis::PowerOfTwo => "a multiple of the saltus is a power of two",
            Hypothesis::Rising => "the options of every residue class give just the smaller values",
            Hypothesis::WindowLength => "the window covers all that a heap's value depends on",
            Hypothesis::WindowStart => "the stretch begins after the preperiod and four windows",
            Hypothesis::Parity => "the period and the takes fit the parity of the mask",
            Hypothesis::LastRare => "no later heap is rare",
            Hypothesis::Witness => "every smaller rare value has a small witness",
        })
    }
}

impl std::error::Error for CheckError {}

impl From<QuotientFault> for CheckError {
    fn from(fault: QuotientFault) -> CheckError {
        CheckError::Refuted(Refutation::Quotient(fault))
    }
}

impl From<Refutation> for CheckError {
    fn from(refutation: Refutation) -> CheckError {
        CheckError::Refuted(refutation)
    }
}
