//! What a store holds: a sequence, or a search for a period and what it found.

use std::fmt;

use grundy_core::HeapRules;

use super::Store;
use crate::bytes::{Reader, Writer};
use crate::{BadState, Certificate, Hash, Period, PeriodSearch, Theorem, WindowProof};

/// The word before the name that tells a search from other computations that keep only their state.
const SEARCH: &str = "period of ";

/// What the state of a search that has found begins with.
const FOUND: [u8; 4] = *b"fnd1";

/// What a store holds, by the name of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Values, or the state to go on computing them.
    Sequence(String),
    /// A search for a period.
    Search(String),
}

impl Contents {
    /// What a store with this name holds.
    pub(super) fn named(name: &str) -> Contents {
        match name.strip_prefix(SEARCH) {
            Some(game) => Contents::Search(game.to_owned()),
            None => Contents::Sequence(name.to_owned()),
        }
    }

    /// The name of a store with these contents.
    pub(super) fn name(&self) -> String {
        match self {
            Contents::Sequence(game) => game.clone(),
            Contents::Search(game) => format!("{SEARCH}{game}"),
        }
    }

    /// True for a search.
    pub fn is_search(&self) -> bool {
        matches!(self, Contents::Search(_))
    }
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contents::Sequence(game) => write!(f, "a stored sequence of `{game}`"),
            Contents::Search(game) => write!(f, "a search for a period of `{game}`"),
        }
    }
}

impl Store {
    /// What it holds.
    pub fn holds(&self) -> Contents {
        Contents::named(self.name())
    }
}

/// The state of a search, with the certificate once there is one.
pub(super) fn save(search: &PeriodSearch, found: Option<&Certificate>) -> Vec<u8> {
    let Some(certificate) = found else {
        return search.save();
    };
    let mut writer = Writer::new(FOUND);
    writer.bytes(&search.save());
    let period = &certificate.period;
    writer.bytes(period.theorem.word().as_bytes());
    writer.u64s(&[
        period.preperiod,
        period.period,
        period.saltus,
        period.checked_to,
        certificate.hash.0,
    ]);
    let window = certificate.window.map(|window| {
        [
            window.start,
            window.length,
            window.mask.into(),
            window.position_parity.into(),
            window.last_rare,
            window.largest_witness,
        ]
    });
    writer.u64s(window.as_ref().map_or(&[], |window| &window[..]));
    writer.finish()
}

/// Takes back what [`save`] gave.
pub(super) fn resume(
    rules: &HeapRules,
    state: &[u8],
) -> Result<(PeriodSearch, Option<Certificate>), BadState> {
    if !state.starts_with(&FOUND) {
        return Ok((PeriodSearch::resume(rules, state)?, None));
    }
    let mut reader = Reader::new(state, FOUND)?;
    let search = PeriodSearch::resume(rules, reader.bytes()?)?;
    let word = std::str::from_utf8(reader.bytes()?).map_err(|_| BadState)?;
    let numbers: [u64; 5] = reader.u64s()?.try_into().map_err(|_| BadState)?;
    let window = reader.u64s()?;
    reader.end()?;
    let [preperiod, period, saltus, checked_to, hash] = numbers;
    let certificate = Certificate {
        period: Period {
            preperiod,
            period,
            saltus,
            theorem: Theorem::from_word(word).ok_or(BadState)?,
            checked_to,
        },
        hash: Hash(hash),
        window: read_window(&window)?,
    };
    Ok((search, Some(certificate)))
}

fn read_window(numbers: &[u64]) -> Result<Option<WindowProof>, BadState> {
    match *numbers {
        [] => Ok(None),
        [start, length, mask, parity, last_rare, largest_witness] => Ok(Some(WindowProof {
            start,
            length,
            mask: u32::try_from(mask).map_err(|_| BadState)?,
            position_parity: parity != 0,
            last_rare,
            largest_witness,
        })),
        _ => Err(BadState),
    }
}
