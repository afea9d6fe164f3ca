//! Taps: which earlier codes the options of a heap are made of.

/// The mark of a source that counts as no option: ored into what it gives, it makes that larger than any candidate.
pub const SKIP: u8 = 0xff;

/// A list of pairs (shift, xor): heap n has the option `codes[n - shift] ^ xor` for each.
///
/// Shifts take 32 bits: lists of thousands of taps are walked for every block, and must not crowd the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taps {
    shifts: Vec<u32>,
    xors: Vec<u8>,
    /// Each xor four times: a word is sooner in all lanes of a vector than a byte.
    words: Vec<u32>,
    runs: Vec<Run>,
    least: usize,
    largest: usize,
}

/// Taps in a row with the same xor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What the xor of the run before is xored with to give that of this one; before the first it is 0.
    pub change: u8,
    /// How many taps they are.
    pub taps: usize,
}

impl Taps {
    /// The taps in this order.
    ///
    /// # Panics
    ///
    /// If a shift is 0 (no option of a heap is the heap itself), or beyond 32 bits.
    pub fn new(pairs: impl IntoIterator<Item = (usize, u8)>) -> Taps {
        let mut taps = Taps {
            shifts: Vec::new(),
            xors: Vec::new(),
            words: Vec::new(),
            runs: Vec::new(),
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
            let last = self.xors.last().map_or(0, |&last| last);
            match self.runs.last_mut().filter(|_| last == xor) {
                Some(run) => run.taps += 1,
                None => self.runs.push(Run {
                    change: last ^ xor,
                    taps: 1,
                }),
            }
            self.shifts
                .push(u32::try_from(shift).expect("a shift of 32 bits"));
            self.xors.push(xor);
            self.words.push(u32::from_ne_bytes([xor; 4]));
            self.least = self.least.min(shift);
            self.largest = self.largest.max(shift);
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

    /// Runs of taps with the same xor.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The shifts.
    pub fn shifts(&self) -> &[u32] {
        &self.shifts
    }

    /// What the codes are xored with.
    pub fn xors(&self) -> &[u8] {
        &self.xors
    }

    /// What the codes are xored with, each four times.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The pairs.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let shifts = self.shifts.iter().map(|&shift| shift as usize);
        shifts.zip(self.xors.iter().copied())
    }
}
