//! Certificates of periods: the JSON of a proved period, read back.

use std::fmt;

use grundy_sequence::{Certificate, Hash, Period, Theorem, WindowProof};
use serde_json::{Value, json};

use crate::{PeriodReport, SCHEMA};

/// Why a text is not a certificate.
#[derive(Debug)]
#[non_exhaustive]
pub enum CertificateReadError {
    /// It is not JSON.
    Json(serde_json::Error),
    /// A key is missing, or what it holds cannot be.
    Key(&'static str),
}

impl fmt::Display for CertificateReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateReadError::Json(error) => write!(f, "not a JSON object: {error}"),
            CertificateReadError::Key(key) => write!(
                f,
                "not a certificate: `{key}` is missing or wrong; the JSON of a proved period is one"
            ),
        }
    }
}

impl std::error::Error for CertificateReadError {}

impl PeriodReport {
    /// The ruleset and the claim of a certificate, the JSON of a report of a proved period.
    ///
    /// # Errors
    ///
    /// [`CertificateReadError`] if it is no certificate.
    pub fn read_certificate(text: &str) -> Result<(String, Certificate), CertificateReadError> {
        let object: Value = serde_json::from_str(text).map_err(CertificateReadError::Json)?;
        read(&object).map_err(CertificateReadError::Key)
    }
}

/// The ruleset and the claim of a certificate, or the key that is wrong.
fn read(object: &Value) -> Result<(String, Certificate), &'static str> {
    let number = |key: &'static str| object[key].as_u64().ok_or(key);
    let text = |key: &'static str| object[key].as_str().ok_or(key);
    let period = Period {
        preperiod: number("preperiod")?,
        period: number("period")?,
        saltus: number("saltus")?,
        theorem: Theorem::from_word(text("theorem")?).ok_or("theorem")?,
        checked_to: number("checked_to")?,
    };
    // What follows from the rest must agree with it.
    if object["last_exception"] != json!(period.last_exception()) {
        return Err("last_exception");
    }
    for key in ["periodic", "proved"] {
        if object[key] != json!(true) {
            return Err(key);
        }
    }
    if object["schema"] != json!(SCHEMA) {
        return Err("schema");
    }
    let hash = u64::from_str_radix(text("hash")?, 16).map_err(|_| "hash")?;
    if (period.theorem == Theorem::Window) == object["window"].is_null() {
        return Err("window");
    }
    let certificate = Certificate {
        period,
        hash: Hash(hash),
        window: read_window(&object["window"])?,
    };
    Ok((text("ruleset")?.to_owned(), certificate))
}

fn read_window(object: &Value) -> Result<Option<WindowProof>, &'static str> {
    if object.is_null() {
        return Ok(None);
    }
    let number = |key: &'static str| object[key].as_u64().ok_or(key);
    Ok(Some(WindowProof {
        start: number("start")?,
        length: number("length")?,
        mask: u32::try_from(number("mask")?).map_err(|_| "mask")?,
        position_parity: object["position_parity"]
            .as_bool()
            .ok_or("position_parity")?,
        last_rare: number("last_rare")?,
        largest_witness: number("largest_witness")?,
    }))
}
