//! Certificates: what was proved, by which theorem, on which values; and the check of one.

use grundy_core::{HeapRules, LimitReached, Limits};

use super::window_check::check_window;
use crate::{Hash, Period, Stream, Theorem};

/// What a certificate claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The recurrence and its theorem.
    pub period: Period,
    /// The hash of the values of heaps 1 to `period.checked_to`.
    pub hash: Hash,
    /// What the window theorem was shown, if it is the theorem.
    pub window: Option<WindowProof>,
}

/// What the window theorem was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowProof {
    /// The heap at which the verified stretch begins; it is as long as the period.
    pub start: u64,
    /// The length of the windows before its two ends.
    pub length: u64,
    /// The sparse-space mask.
    pub mask: u32,
    /// True if rarity also depends on the parity of the heap.
    pub position_parity: bool,
    /// The last rare position.
    pub last_rare: u64,
    /// The largest position used as a witness.
    pub largest_witness: u64,
}

/// Why a certificate does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refuted {
    /// The values have another hash.
    Hash {
        /// What they have.
        found: Hash,
    },
    /// The values break the recurrence, or it is not the least, or the theorem asks for more.
    Theorem,
}

impl Refuted {
    /// The refutation of `certificate` in words.
    pub fn in_words(&self, certificate: &Certificate) -> String {
        match self {
            Refuted::Hash { found } => {
                let claimed = certificate.hash;
                format!("the values have the hash {found}, not {claimed}")
            }
            Refuted::Theorem => format!(
                "the values do not show what the certificate claims by `{}`",
                certificate.period.theorem.word()
            ),
        }
    }
}

impl Certificate {
    /// The certificate of a period found in these values.
    ///
    /// # Panics
    ///
    /// If `values` are fewer than the theorem was shown.
    pub fn new(period: Period, values: &[u32]) -> Certificate {
        let hash = values[1..=period.checked_to as usize].iter().collect();
        Certificate {
            period,
            hash,
            window: None,
        }
    }

    /// Computes the values anew and shows the theorem from them alone.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] before there was an answer.
    pub fn check(
        &self,
        rules: &HeapRules,
        limits: &Limits,
    ) -> Result<Result<(), Refuted>, LimitReached> {
        if let Some(window) = &self.window {
            return check_window(rules, &self.period, window, self.hash, limits);
        }
        let count = self.period.checked_to.saturating_add(1);
        limits.check_bytes(count.saturating_mul(4))?;
        let mut values: Vec<u64> = Vec::new();
        let mut table: Vec<u32> = Vec::new();
        let mut stream = Stream::new(rules.clone(), 0).without_shortcut();
        while (table.len() as u64) < count {
            let most = usize::try_from(count - table.len() as u64).unwrap_or(usize::MAX);
            values.clear();
            stream.read(most.min(1 << 16), &mut values, limits)?;
            table.extend(values.iter().map(|&v| u32::try_from(v).unwrap_or(u32::MAX)));
        }
        let found: Hash = table.iter().skip(1).collect();
        if found != self.hash {
            return Ok(Err(Refuted::Hash { found }));
        }
        let holds = self.period.is_proved_by(rules, &table);
        Ok(if holds { Ok(()) } else { Err(Refuted::Theorem) })
    }
}

impl Theorem {
    /// The theorem with this word, if there is one.
    pub fn from_word(word: &str) -> Option<Theorem> {
        Theorem::ALL
            .into_iter()
            .find(|theorem| theorem.word() == word)
    }
}
