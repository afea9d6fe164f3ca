//! What the search asks of a game: components, and what the moves in one of them leave.

use crate::tables::Key;

/// A game whose positions fall apart into independent components.
///
/// The search knows a component by its canonical key only: two components with the same key are the same
/// position, in full, never just the same hash.
pub trait Components: Sync {
    /// A component.
    type Key: Key;
    /// Why options cannot be listed.
    type Error: Send;

    /// Appends options of a component, each as the components that it falls apart into: in several rounds, from 0
    /// on, until it answers that there are no more. Options that are likely to be known come first, since
    /// the search often needs no others.
    ///
    /// Components without moves may be omitted. Options may repeat.
    ///
    /// # Errors
    ///
    /// Where rules are a program that can fail.
    fn options(
        &self,
        component: &Self::Key,
        round: u32,
        options: &mut Options<Self::Key>,
    ) -> Result<bool, Self::Error>;

    /// About how many moves a component has, without listing them: a wrong guess costs time, nothing else.
    fn size(&self, component: &Self::Key) -> u32;

    /// The nimber of a component, where it needs no search.
    fn known(&self, _component: &Self::Key) -> Option<u32> {
        None
    }

    /// True if no line of play can repeat a position. Where it is false, the search ends with an error at the
    /// first cycle, and does not use theorems that need finite play.
    fn is_acyclic(&self) -> bool {
        true
    }
}

/// The options of one component.
#[derive(Clone, Debug)]
pub struct Options<K> {
    parts: Vec<K>,
    ends: Vec<u32>,
}

impl<K> Default for Options<K> {
    fn default() -> Options<K> {
        Options {
            parts: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl<K> Options<K> {
    /// Adds a component to the option that is being written.
    #[inline]
    pub fn push(&mut self, part: K) {
        self.parts.push(part);
    }

    /// The option is complete; the next one begins.
    #[inline]
    pub fn end_option(&mut self) {
        self.ends.push(self.parts.len() as u32);
    }

    /// Forgets all options.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    /// The number of options.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no option.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The components of all options.
    #[inline]
    pub fn parts(&self) -> &[K] {
        &self.parts
    }

    /// Each option, as its components.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &[K]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let option = &self.parts[start as usize..end as usize];
            start = end;
            option
        })
    }
}
