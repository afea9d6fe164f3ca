//! The choice of a method for given rules, and the change to another when one gives up.

use std::borrow::Cow;

use grundy_core::{HeapRules, Limits};

use crate::{Engine, EngineError, EngineStats, Plain, Taking};

/// The method that fits some rules, producing values in full width.
pub(crate) enum Producer {
    Taking(Taking),
    Plain(Plain),
}

impl Producer {
    /// The best method for `rules`, from heap 0 on.
    pub fn new(rules: &HeapRules) -> Producer {
        match Taking::new(rules.clone()) {
            Some(taking) => Producer::Taking(taking),
            None => Producer::Plain(Plain::new(rules.clone())),
        }
    }

    /// Appends up to `most` values to `values`, which holds all earlier ones.
    pub fn extend(
        &mut self,
        most: usize,
        values: &mut Vec<u32>,
        limits: &Limits,
    ) -> Result<(), EngineError> {
        match self {
            Producer::Taking(taking) => taking.produce_wide(most, values, limits),
            Producer::Plain(plain) => plain.produce_wide(most, values, limits),
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
