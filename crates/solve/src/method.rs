//! What every method of solving offers.

use grundy_core::{Block, Limits, Outcome, Value};

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
