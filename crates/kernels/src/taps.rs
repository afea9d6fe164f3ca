//! Taps: which earlier codes the options of a heap are made of.

use std::ops::Range;

/// A list of pairs (shift, xor): heap n has the option `codes[n - shift] ^ xor` for each.
///
/// Lists of thousands of taps are walked for every block: shifts take 32 bits so as not to crowd the cache, and they are
/// kept as what they lack of 2^32, since to add is one instruction less than to subtract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taps {
    backs: Vec<u32>,
    xors: Vec<u8>,
    least: usize,
    largest: usize,
}

impl Taps {
    /// The taps in this order.
    ///
    /// # Panics
    ///
    /// If a shift is 0 (no option of a heap is the heap itself), or beyond 32 bits.
    pub fn new(pairs: impl IntoIterator<Item = (usize, u8)>) -> Taps {
        let mut taps = Taps {
            backs: Vec::new(),
            xors: Vec::new(),
            least: usize::MAX,
            largest: 0,
        };
        taps.extend(pairs);
        taps
    }

    /// Adds taps behind the others.
    ///
    /// # Panics
    ///
    /// As [`Taps::new`].
    pub fn extend(&mut self, pairs: impl IntoIterator<Item = (usize, u8)>) {
        for (shift, xor) in pairs {
            assert!(shift > 0, "a heap is no option of itself");
            let shift32 = u32::try_from(shift).expect("a shift of 32 bits");
            self.backs.push(shift32.wrapping_neg());
            self.xors.push(xor);
            self.least = self.least.min(shift);
            self.largest = self.largest.max(shift);
        }
    }

    /// The number of taps.
    pub fn len(&self) -> usize {
        self.backs.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.backs.is_empty()
    }

    /// The least shift; `usize::MAX` if there are no taps.
    pub fn least(&self) -> usize {
        self.least
    }

    /// The largest shift; 0 if there are no taps.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// The pairs.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let shifts = self.backs.iter().map(|&back| back.wrapping_neg() as usize);
        shifts.zip(self.xors.iter().copied())
    }

    /// What the codes are xored with.
    pub fn xors(&self) -> &[u8] {
        &self.xors
    }

    /// Where `bytes[at - shift]` lies, and the xor, for each pair. To read there, one must know that it is within them.
    #[inline(always)]
    pub(crate) fn sources(
        &self,
        bytes: &[u8],
        at: usize,
    ) -> impl Iterator<Item = (*const u8, u8)> + '_ {
        self.some_sources(0..self.len(), bytes, at)
    }

    /// [`Taps::sources`] of these pairs only.
    #[inline(always)]
    pub(crate) fn some_sources(
        &self,
        pairs: Range<usize>,
        bytes: &[u8],
        at: usize,
    ) -> impl Iterator<Item = (*const u8, u8)> + '_ {
        let start = bytes.as_ptr().wrapping_add(at).wrapping_sub(1 << 32);
        let (backs, xors) = (&self.backs[pairs.clone()], &self.xors[pairs]);
        let sources = backs
            .iter()
            .map(move |&back| start.wrapping_add(back as usize));
        sources.zip(xors.iter().copied())
    }
}
