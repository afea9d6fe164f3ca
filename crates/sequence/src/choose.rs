//! The choice of a method for given rules, and the change to another when one gives up.

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::bytes::{Reader, Writer};
use crate::{BadState, Engine, EngineError, EngineStats, Plain, Sparse, Taking};

const TAG: [u8; 4] = *b"mth1";

/// The method that fits some rules, producing values in full width.
pub(crate) struct Producer {
    rules: HeapRules,
    method: EngineChoice,
    narrow: Vec<u16>,
}

enum EngineChoice {
    Taking(Box<Taking>),
    Plain(Box<Plain>),
    Sparse(Box<Sparse>),
}

impl Producer {
    /// The best method for `rules`, from heap 0 on.
    pub fn new(rules: &HeapRules) -> Producer {
        let taking =
            || Taking::new(rules.clone()).map(|taking| EngineChoice::Taking(Box::new(taking)));
        let sparse = || Sparse::new(rules).map(|sparse| EngineChoice::Sparse(Box::new(sparse)));
        let plain = || EngineChoice::Plain(Box::new(Plain::new(rules.clone())));
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
            EngineChoice::Taking(taking) => taking.produce_wide(most, out, limits),
            EngineChoice::Plain(plain) => plain.produce_wide(most, out, limits),
            EngineChoice::Sparse(sparse) => {
                self.narrow.clear();
                let result = sparse.produce(most, &mut self.narrow, limits);
                out.extend(self.narrow.iter().map(|&value| u32::from(value)));
                result
            }
        };
        match (result, &self.method) {
            (Err(EngineError::TooWide), EngineChoice::Sparse(sparse)) => {
                let position = sparse.position();
                self.start_again_plainly(position, limits)
            }
            (result, _) => result.map_err(|error| reached(error, limits)),
        }
    }

    /// What is known of how it works.
    pub fn stats(&self) -> EngineStats {
        match &self.method {
            EngineChoice::Taking(taking) => taking.stats(),
            EngineChoice::Plain(plain) => plain.stats(),
            EngineChoice::Sparse(sparse) => sparse.stats(),
        }
    }

    /// The heap whose value comes next.
    pub fn position(&self) -> u64 {
        match &self.method {
            EngineChoice::Taking(taking) => taking.position(),
            EngineChoice::Plain(plain) => plain.position(),
            EngineChoice::Sparse(sparse) => sparse.position(),
        }
    }

    /// The state to go on from; short where the values so far are kept elsewhere.
    pub fn save(&self, values_are_kept: bool) -> Vec<u8> {
        let mut writer = Writer::new(TAG);
        let (kind, state) = match &self.method {
            EngineChoice::Taking(taking) => (Kind::Taking, taking.save()),
            EngineChoice::Plain(_) if values_are_kept => (Kind::PlainFromValues, Vec::new()),
            EngineChoice::Plain(plain) => (Kind::Plain, plain.save()),
            EngineChoice::Sparse(sparse) => (Kind::Sparse, sparse.save()),
        };
        writer.u64(kind as u64);
        writer.bytes(&state);
        writer.finish()
    }

    /// Takes back what [`Producer::save`] gave; `values` reads the values so far where they are kept.
    pub fn resume<E: From<BadState> + From<LimitReached>>(
        rules: &HeapRules,
        state: &[u8],
        values: impl FnOnce() -> Result<Vec<u32>, E>,
        limits: &Limits,
    ) -> Result<Producer, E> {
        let mut reader = Reader::new(state, TAG)?;
        let (kind, state) = (reader.u64()?, reader.bytes()?);
        reader.end()?;
        let kinds = [
            Kind::Taking,
            Kind::Plain,
            Kind::PlainFromValues,
            Kind::Sparse,
        ];
        let kind = kinds
            .into_iter()
            .find(|&known| known as u64 == kind)
            .ok_or(BadState)?;
        let method = match kind {
            Kind::Taking => EngineChoice::Taking(Box::new(Taking::resume(rules.clone(), state)?)),
            Kind::Plain => EngineChoice::Plain(Box::new(Plain::resume(rules.clone(), state)?)),
            Kind::PlainFromValues => {
                let plain = Plain::after(rules.clone(), &values()?, limits);
                EngineChoice::Plain(Box::new(plain.map_err(|error| reached(error, limits))?))
            }
            Kind::Sparse => EngineChoice::Sparse(Box::new(Sparse::resume(rules, state)?)),
        };
        Ok(Producer {
            rules: rules.clone(),
            method,
            narrow: Vec::new(),
        })
    }

    /// As [`Producer::resume`], for a state that holds the values so far where the method needs them.
    pub fn resume_whole(rules: &HeapRules, state: &[u8]) -> Result<Producer, BadState> {
        enum Failed {
            State,
            Limit,
        }
        impl From<BadState> for Failed {
            fn from(_: BadState) -> Failed {
                Failed::State
            }
        }
        impl From<LimitReached> for Failed {
            fn from(_: LimitReached) -> Failed {
                Failed::Limit
            }
        }
        let none = || Err(Failed::State);
        Producer::resume(rules, state, none, &Limits::default()).map_err(|_| BadState)
    }

    /// The sparse-space engine, if that is the method; a new producer of the same rules takes its place.
    pub fn take_sparse(&mut self) -> Option<Sparse> {
        if !matches!(self.method, EngineChoice::Sparse(_)) {
            return None;
        }
        match std::mem::replace(&mut self.method, Producer::new(&self.rules).method) {
            EngineChoice::Sparse(sparse) => Some(*sparse),
            _ => None,
        }
    }

    /// Goes on by the plain method, which must compute everything before `position` anew.
    fn start_again_plainly(&mut self, position: u64, limits: &Limits) -> Result<(), LimitReached> {
        let mut plain = Plain::new(self.rules.clone());
        let mut values = Vec::new();
        while plain.position() < position {
            values.clear();
            let most = usize::try_from(position - plain.position()).unwrap_or(usize::MAX);
            let result = plain.produce_wide(most.min(1 << 12), &mut values, limits);
            result.map_err(|error| reached(error, limits))?;
        }
        self.method = EngineChoice::Plain(Box::new(plain));
        Ok(())
    }
}

/// Which method a saved state belongs to.
#[derive(Clone, Copy)]
enum Kind {
    Taking = 1,
    Plain = 2,
    PlainFromValues = 3,
    Sparse = 4,
}

fn reached(error: EngineError, limits: &Limits) -> LimitReached {
    match error {
        EngineError::Limit(reached) => reached,
        // Values of more than 32 bits: tables of what was seen no longer fit anyway.
        EngineError::TooWide => LimitReached::Bytes {
            limit: limits.bytes,
        },
    }
}
