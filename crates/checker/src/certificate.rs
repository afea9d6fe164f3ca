//! Period certificates as they are written: one JSON object.

use serde::{Deserialize, Deserializer, de};

use crate::{CheckError, PeriodTheorem};

/// A certificate of a period: g(n + period) = g(n) + saltus for every n >= preperiod.
///
/// Unknown fields are ignored; they say nothing that is checked.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PeriodCertificate {
    schema: u64,
    pub ruleset: String,
    periodic: bool,
    proved: bool,
    #[serde(deserialize_with = "number")]
    pub preperiod: u64,
    #[serde(deserialize_with = "number")]
    pub period: u64,
    #[serde(deserialize_with = "number")]
    pub saltus: u64,
    #[serde(deserialize_with = "number_or_null")]
    last_exception: Option<u64>,
    /// The largest heap whose value is in the hash.
    #[serde(deserialize_with = "number")]
    pub checked_to: u64,
    theorem: String,
    /// In hexadecimal; see [`crate::hash_of_values`].
    hash: String,
    #[serde(default)]
    pub window: Option<Window>,
}

/// What the window theorem was shown.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Window {
    /// The heap at which the stretch begins; it is as long as the period.
    #[serde(deserialize_with = "number")]
    pub start: u64,
    #[serde(deserialize_with = "number")]
    pub length: u64,
    pub mask: u32,
    pub position_parity: bool,
    #[serde(deserialize_with = "number")]
    pub last_rare: u64,
    #[serde(deserialize_with = "number")]
    pub largest_witness: u64,
}

impl PeriodCertificate {
    /// Reads a certificate whose fields do not contradict each other.
    pub(crate) fn read(text: &str) -> Result<(PeriodCertificate, PeriodTheorem, u64), CheckError> {
        let read: PeriodCertificate = read_json(text)?;
        let wrong = |field| Err(CheckError::Inconsistent { field });
        if read.schema != 1 {
            return wrong("schema");
        }
        if !read.periodic || !read.proved {
            return wrong(if read.periodic { "proved" } else { "periodic" });
        }
        if read.last_exception != read.preperiod.checked_sub(1) {
            return wrong("last_exception");
        }
        if read.period == 0 {
            return wrong("period");
        }
        let theorem = PeriodTheorem::from_word(&read.theorem)?;
        if (theorem == PeriodTheorem::Window) != read.window.is_some() {
            return wrong("window");
        }
        let is_hash = read.hash.len() == 16 && read.hash.bytes().all(|b| b.is_ascii_hexdigit());
        match u64::from_str_radix(&read.hash, 16) {
            Ok(hash) if is_hash => Ok((read, theorem, hash)),
            _ => wrong("hash"),
        }
    }
}

/// Reads one JSON object of this form.
pub(crate) fn read_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, CheckError> {
    serde_json::from_str(text).map_err(|error| CheckError::Malformed {
        line: error.line(),
        column: error.column(),
        message: error.to_string(),
    })
}

/// A number that may be written as a string of decimal digits, as numbers beyond 2^53 are for readers of JSON that
/// have only doubles.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Plain(u64),
    Text(String),
}

impl Number {
    fn value<E: de::Error>(self) -> Result<u64, E> {
        match self {
            Number::Plain(number) => Ok(number),
            Number::Text(text) if text.bytes().all(|b| b.is_ascii_digit()) => text
                .parse()
                .map_err(|_| E::custom("the number does not fit in 64 bits")),
            Number::Text(_) => Err(E::custom("expected a whole number")),
        }
    }
}

fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Number::deserialize(deserializer)?.value()
}

fn number_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Option::<Number>::deserialize(deserializer)?
        .map(Number::value)
        .transpose()
}
