//! Taps: which earlier codes the options of a heap are made of.

/// A list of pairs (shift, xor): heap n has the option `codes[n - shift] ^ xor` for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taps {
    shifts: Vec<usize>,
    xors: Vec<u8>,
    least: usize,
    largest: usize,
}

impl Taps {
    /// The taps in this order.
    ///
    /// # Panics
    ///
    /// If a shift is 0: no option of a heap is the heap itself.
    pub fn new(pairs: impl IntoIterator<Item = (usize, u8)>) -> Taps {
        let (shifts, xors): (Vec<usize>, Vec<u8>) = pairs.into_iter().unzip();
        let least = shifts.iter().copied().min().unwrap_or(usize::MAX);
        assert!(least > 0, "a heap is no option of itself");
        let largest = shifts.iter().copied().max().unwrap_or(0);
        Taps {
            shifts,
            xors,
            least,
            largest,
        }
    }

    /// The number of taps.
    pub fn len(&self) -> usize {
        self.shifts.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.shifts.is_empty()
    }

    /// The least shift; `usize::MAX` if there are no taps.
    pub fn least(&self) -> usize {
        self.least
    }

    /// The largest shift; 0 if there are no taps.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// The shifts.
    pub fn shifts(&self) -> &[usize] {
        &self.shifts
    }

    /// What the codes are xored with.
    pub fn xors(&self) -> &[u8] {
        &self.xors
    }

    /// The pairs.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.shifts.iter().copied().zip(self.xors.iter().copied())
    }
}
