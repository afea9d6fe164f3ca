//! A stretch of the sequence as one-byte codes.

use grundy_kernels::SKIP;

use super::past::Rares;

/// Codes of consecutive heaps, the last of which is the newest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Codes {
    first: u64,
    bytes: Vec<u8>,
    /// A mark for each code, [`SKIP`] at rare positions; empty while no rare can be met.
    skip: Vec<u8>,
}

impl Codes {
    /// Codes from heap `first` on, which must be even so that indices have the parity of heaps.
    pub fn new(first: u64, bytes: Vec<u8>) -> Codes {
        debug_assert!(first.is_multiple_of(2));
        Codes {
            first,
            bytes,
            skip: Vec::new(),
        }
    }

    /// The first heap.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The heap behind the last.
    pub fn end(&self) -> u64 {
        self.first + self.bytes.len() as u64
    }

    /// True if these are codes of the same heaps, marked or not as the others are.
    pub fn is_like(&self, other: &Codes) -> bool {
        let (here, there) = (self.first..self.end(), other.first..other.end());
        here == there && self.skip.is_empty() == other.skip.is_empty()
    }

    /// The codes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The codes, to be filled in, and the marks.
    pub fn parts_mut(&mut self) -> (&mut [u8], &[u8]) {
        (&mut self.bytes, &self.skip)
    }

    /// The marks; empty if there are none.
    pub fn skip(&self) -> &[u8] {
        &self.skip
    }

    /// The index of heap `at`.
    pub fn index(&self, at: u64) -> usize {
        (at - self.first) as usize
    }

    /// The code of heap `at`.
    pub fn get(&self, at: u64) -> u8 {
        self.bytes[self.index(at)]
    }

    /// The codes of heaps `from..to`.
    pub fn range(&self, from: u64, to: u64) -> &[u8] {
        &self.bytes[self.index(from)..self.index(to)]
    }

    /// Appends codes.
    pub fn extend(&mut self, codes: &[u8]) {
        self.bytes.extend_from_slice(codes);
        if !self.skip.is_empty() {
            self.skip.resize(self.bytes.len(), 0);
        }
    }

    /// Appends the code of a rare position.
    pub fn push_rare(&mut self, code: u8) {
        self.bytes.push(code);
        if !self.skip.is_empty() {
            self.skip.push(SKIP);
        }
    }

    /// Appends `count` codes that are still to be filled in.
    pub fn grow(&mut self, count: usize) {
        self.bytes.resize(self.bytes.len() + count, 0);
        if !self.skip.is_empty() {
            self.skip.resize(self.bytes.len(), 0);
        }
    }

    /// Drops heaps from `end` on.
    pub fn truncate(&mut self, end: u64) {
        let length = self.index(end);
        self.bytes.truncate(length);
        self.skip.truncate(length);
    }

    /// Drops heaps before `at`, or one more to keep `first` even.
    pub fn forget_before(&mut self, at: u64) {
        let at = at & !1;
        if at > self.first {
            let count = self.index(at);
            self.bytes.drain(..count);
            if !self.skip.is_empty() {
                self.skip.drain(..count);
            }
            self.first = at;
        }
    }

    /// Marks the rares, or drops the marks if `wanted` is false.
    pub fn mark_rares(&mut self, rares: &Rares, wanted: bool) {
        if !wanted {
            self.skip = Vec::new();
            return;
        }
        self.skip.clear();
        self.skip.resize(self.bytes.len(), 0);
        for rare in rares.between(self.first, self.end()) {
            self.skip[(rare.at - self.first) as usize] = SKIP;
        }
        if self.first == 0 && !self.skip.is_empty() {
            // Heap 0 is no part of a split and no single heap.
            self.skip[0] = SKIP;
        }
    }
}
