//! What every method of solving offers.

use std::path::Path;

use grundy_core::{Block, Limits, Outcome, Value};
use grundy_proofs::ProofFile;
use grundy_search::StoreError;

use crate::SolveError;
use crate::sum::{Component, Sum, SumMove};

/// A way of telling who wins a sum, and all that can be reached from it.
pub trait Method {
    /// What it is called, in a few words.
    fn name(&self) -> String;

    /// True if the outcome of the sum it was made for needed no search.
    fn is_theory(&self) -> bool {
        false
    }

    /// The outcome of the sum it was made for, or of any option of it.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Outcome, SolveError>;

    /// The value of one component, where the method has one.
    ///
    /// # Errors
    ///
    /// As [`Method::outcome`].
    fn value(
        &mut self,
        _sum: &mut Sum,
        _component: Component,
        _limits: &Limits,
    ) -> Result<Option<Value>, SolveError> {
        Ok(None)
    }

    /// Remoteness, where the method knows it.
    fn remoteness(&self, _sum: &mut Sum, _components: &[Component]) -> Option<u64> {
        None
    }

    /// At most `most` winning moves without listing all options, and whether that is all of them;
    /// `None` if the method has to list options.
    ///
    /// # Errors
    ///
    /// As [`Method::outcome`].
    fn winning_by_formula(
        &mut self,
        _sum: &mut Sum,
        _components: &[Component],
        _most: usize,
        _limits: &Limits,
    ) -> Result<Option<(Vec<SumMove>, bool)>, SolveError> {
        Ok(None)
    }

    /// Keeps what is searched in a file; false if nothing is searched that a file could keep.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    fn keep_in(
        &mut self,
        _sum: &mut Sum,
        _components: &[Component],
        _file: &Path,
        _limits: &Limits,
    ) -> Result<bool, StoreError> {
        Ok(false)
    }

    /// Writes that file.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    fn save(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// What is claimed of each component, with what shows it: of the values, or of the outcome alone. `None` if the
    /// method has no values.
    ///
    /// # Errors
    ///
    /// As [`Method::outcome`].
    fn proof(
        &mut self,
        _sum: &mut Sum,
        _components: &[Component],
        _outcome_only: bool,
        _limits: &Limits,
    ) -> Result<Option<ProofFile>, SolveError> {
        Ok(None)
    }

    /// Why the outcome is what it is, and one of the winning moves.
    ///
    /// # Errors
    ///
    /// As [`Method::outcome`].
    fn explain(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        winning: &[SumMove],
        limits: &Limits,
    ) -> Result<Vec<Block>, SolveError>;
}
