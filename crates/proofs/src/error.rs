//! Why a proof was not accepted, as data.

use std::fmt;

use grundy_core::LimitReached;

/// Why a proof was not accepted. [`ProofError::Limit`] alone says that it was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// The file is not a proof of a search.
    NotAProof,
    /// The contents do not have the checksum in the last line.
    Checksum,
    /// A line is not what should stand there.
    Unreadable {
        /// The line, from 1.
        line: u64,
    },
    /// The game has more cells than a proof can speak of, or is not well formed.
    NotForThisGame,
    /// An entry is wrong.
    Entry {
        /// Its line, from 1.
        line: u64,
        /// What is wrong.
        fault: Fault,
    },
    /// The entries do not lead to what is claimed of a component of the sum.
    Claim {
        /// The line of the claim, from 1.
        line: u64,
    },
    /// What is claimed of the components does not decide the sum, or decides it otherwise.
    Outcome,
    /// A limit was reached before there was an answer.
    Limit(LimitReached),
}

/// What is wrong with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// It is not written as an entry.
    Unreadable,
    /// It names a cell that the game does not have.
    NoSuchCell,
    /// Its cells are not one component without cells that do not matter.
    NotOneComponent,
    /// There is another entry for the same component.
    Repeated,
    /// The move that is named is not legal there.
    NoSuchMove,
    /// The move that is named leaves a position that is not shown to be worth that much.
    WrongMove,
    /// An option is worth as much as is claimed of the component.
    SameValue {
        /// The number of the move to it.
        by: u32,
    },
    /// Nothing shows that an option is not worth as much as is claimed of the component.
    OpenOption {
        /// The number of the move to it.
        by: u32,
    },
    /// No option is shown to have a smaller value.
    NoOption {
        /// The value.
        nimber: u32,
    },
}

impl From<LimitReached> for ProofError {
    fn from(reached: LimitReached) -> ProofError {
        ProofError::Limit(reached)
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::NotAProof => f.write_str("this is not a proof of a search"),
            ProofError::Checksum => {
                f.write_str("the checksum is wrong: the file is damaged or was changed")
            }
            ProofError::Unreadable { line } => {
                write!(f, "line {line} is not what a proof has there")
            }
            ProofError::NotForThisGame => f.write_str("the game has too many cells for a proof"),
            ProofError::Entry { line, fault } => {
                write!(f, "the entry in line {line} fails: {fault}")
            }
            ProofError::Claim { line } => {
                write!(
                    f,
                    "the claim in line {line} does not follow from the entries"
                )
            }
            ProofError::Outcome => {
                f.write_str("what is claimed of the components does not give the outcome")
            }
            ProofError::Limit(reached) => write!(f, "not checked: {reached}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable => f.write_str("it is not written as an entry"),
            Fault::NoSuchCell => f.write_str("it names a cell that the game does not have"),
            Fault::NotOneComponent => f.write_str("its cells are not one component"),
            Fault::Repeated => f.write_str("there is another entry for this component"),
            Fault::NoSuchMove => f.write_str("the move that is named is not legal"),
            Fault::WrongMove => {
                f.write_str("the move that is named does not lead to a position of that value")
            }
            Fault::SameValue { by } => write!(f, "move {by} leads to a position of the same value"),
            Fault::OpenOption { by } => {
                write!(f, "nothing shows that move {by} leads to another value")
            }
            Fault::NoOption { nimber } => {
                write!(f, "no move is shown to lead to a position worth {nimber}")
            }
        }
    }
}

impl std::error::Error for ProofError {}
