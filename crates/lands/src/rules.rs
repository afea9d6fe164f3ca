//! What the search asks of a game.

/// A game whose positions are sums of lands.
///
/// Every option of a land must have fewer lives in all than the land, so that play ends.
pub trait LandRules {
    /// What the game uses again from one list of options to the next.
    type Scratch: Default;

    /// How large a land is: a bound on the moves that are left in it.
    fn lives(&self, land: &[u8]) -> u32;

    /// Visits the options of a land, each as the list of its lands, until `visit` answers false.
    ///
    /// An option may be visited more than once. Lands without moves are left out.
    fn visit_options(
        &self,
        land: &[u8],
        scratch: &mut Self::Scratch,
        visit: &mut dyn FnMut(&LandList) -> bool,
    );
}

/// A few lands, one after the other in memory that is used again.
#[derive(Clone, Debug, Default)]
pub struct LandList {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl LandList {
    /// Takes all lands out.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Adds a land, which `write` appends to the bytes it gets.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len() as u32);
    }

    /// Takes the land out that was added last.
    pub fn pop(&mut self) {
        self.ends.pop();
        self.bytes
            .truncate(self.ends.last().map_or(0, |&end| end as usize));
    }

    /// The number of lands.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no land.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The lands in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let land = &self.bytes[start..end as usize];
            start = end as usize;
            land
        })
    }
}
