//! The choice of a method for given rules, and the change to another when one gives up.

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::{Engine, EngineError, EngineStats, Plain, Sparse, Taking};

/// The method that fits some rules, producing values in full width.
pub(crate) struct Producer {
    rules: HeapRules,
    method: Method,
    narrow: Vec<u16>,
}

enum Method {
    Taking(Box<Taking>),
    Plain(Box<Plain>),
    Sparse(Box<Sparse>),
}

impl Producer {
    /// The best method for `rules`, from heap 0 on.
    pub fn new(rules: &HeapRules) -> Producer {
        let taking = || Taking::new(rules.clone()).map(|taking| Method::Taking(Box::new(taking)));
        let sparse = || Sparse::new(rules).map(|sparse| Method::Sparse(Box::new(sparse)));
        let plain = || Method::Plain(Box::new(Plain::new(rules.clone())));
        Producer {
            rules: rules.clone(),
            method: taking().or_else(sparse).unwrap_or_else(plain),
            narrow: Vec::new(),
        }
    }

    /// Appends at least one and at most `most` values to `out`.
    pub fn extend(
        &mut self,
        most: usize,
        out: &mut Vec<u32>,
        limits: &Limits,
    ) -> Result<(), LimitReached> {
        let result = match &mut self.method {
            Method::Taking(taking) => taking.produce_wide(most, out, limits),
            Method::Plain(plain) => plain.produce_wide(most, out, limits),
            Method::Sparse(sparse) => {
                self.narrow.clear();
                let result = sparse.produce(most, &mut self.narrow, limits);
                out.extend(self.narrow.iter().map(|&value| u32::from(value)));
                result
            }
        };
        match (result, &self.method) {
            (Ok(()), _) => Ok(()),
            (Err(EngineError::Limit(reached)), _) => Err(reached),
            (Err(EngineError::TooWide), Method::Sparse(sparse)) => {
                let position = sparse.position();
                self.start_again_plainly(position, limits)
            }
            // Values of more than 32 bits: tables of what was seen no longer fit anyway.
            (Err(EngineError::TooWide), _) => Err(LimitReached::Bytes {
                limit: limits.bytes,
            }),
        }
    }

    /// What is known of how it works.
    pub fn stats(&self) -> EngineStats {
        match &self.method {
            Method::Taking(taking) => taking.stats(),
            Method::Plain(plain) => plain.stats(),
            Method::Sparse(sparse) => sparse.stats(),
        }
    }

    /// Goes on by the plain method, which must compute everything before `position` anew.
    fn start_again_plainly(&mut self, position: u64, limits: &Limits) -> Result<(), LimitReached> {
        let mut plain = Plain::new(self.rules.clone());
        let mut values = Vec::new();
        while plain.position() < position {
            values.clear();
            let most = usize::try_from(position - plain.position()).unwrap_or(usize::MAX);
            match plain.produce_wide(most.min(1 << 12), &mut values, limits) {
                Ok(()) => {}
                Err(EngineError::Limit(reached)) => return Err(reached),
                Err(EngineError::TooWide) => {
                    return Err(LimitReached::Bytes {
                        limit: limits.bytes,
                    });
                }
            }
        }
        self.method = Method::Plain(Box::new(plain));
        Ok(())
    }
}
