//! The choice of a method for given rules, and the change to another when one gives up.

use std::borrow::Cow;

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::{Engine, EngineError, EngineStats, Plain, Taking};

/// The method that fits some rules, producing values in full width.
pub(crate) enum Producer {
    Taking(Taking),
    Plain(Box<Plain>),
}

impl Producer {
    /// The best method for `rules`, from heap 0 on.
    pub fn new(rules: &HeapRules) -> Producer {
        match Taking::new(rules.clone()) {
            Some(taking) => Producer::Taking(taking),
            None => Producer::Plain(Box::new(Plain::new(rules.clone()))),
        }
    }

    /// Appends at least one and at most `most` values to `out`.
    pub fn extend(
        &mut self,
        most: usize,
        out: &mut Vec<u32>,
        limits: &Limits,
    ) -> Result<(), LimitReached> {
        let result = match self {
            Producer::Taking(taking) => taking.produce_wide(most, out, limits),
            Producer::Plain(plain) => plain.produce_wide(most, out, limits),
        };
        match result {
            Err(EngineError::Limit(reached)) => Err(reached),
            // Values of more than 32 bits: tables of what was seen no longer fit anyway.
            Err(EngineError::TooWide) => Err(LimitReached::Bytes {
                limit: limits.bytes,
            }),
            Ok(()) => Ok(()),
        }
    }

    /// What is known of how it works.
    pub fn stats(&self) -> EngineStats {
        match self {
            Producer::Taking(taking) => taking.stats(),
            Producer::Plain(plain) => plain.stats(),
        }
    }

    /// The name of the method.
    pub fn method(&self) -> Cow<'static, str> {
        self.stats().method
    }
}
