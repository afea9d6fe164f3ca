//! Who looks at a long search while it runs.

use std::fmt;
use std::sync::Arc;

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchProgress {
    /// Positions (couples) whose moves were looked at.
    pub expansions: u64,
    /// Components whose nimber is known.
    pub nimbers: u64,
    /// Components of which something is known.
    pub components: u64,
    /// Bytes that tables take.
    pub bytes: u64,
    /// Proof numbers of the question: work left to prove a win, and to prove a loss.
    pub proof: (u32, u32),
}

/// Is told now and then how far a search is; nobody, if nobody is named.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<dyn Fn(&SearchProgress) + Send + Sync>>);

impl Watch {
    /// Has `look` told.
    pub fn new(look: impl Fn(&SearchProgress) + Send + Sync + 'static) -> Watch {
        Watch(Some(Arc::new(look)))
    }

    /// True if somebody looks.
    pub fn is_watched(&self) -> bool {
        self.0.is_some()
    }

    /// Says how far a search is.
    pub fn tell(&self, progress: &SearchProgress) {
        if let Some(look) = &self.0 {
            look(progress);
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Watch({})", self.is_watched())
    }
}
