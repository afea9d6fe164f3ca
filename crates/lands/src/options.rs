//! Lists of the open options of lands: those whose value is not known yet.
//!
//! An option is the xor of the nimbers of its known lands, and its other lands. Most options have one other
//! land and a small xor: they take one word. Otherwise a word with the top bit set holds the xor and the
//! number of lands, which follow.

use crate::table::{LandId, bytes_soon};

const LONG: u32 = 1 << 31;
const VALUE_SHIFT: u32 = 28;
/// How far the xor is shifted in a long option, whose number of lands stands below.
const COUNT_BITS: u32 = 16;
const COUNT_MASK: u32 = (1 << COUNT_BITS) - 1;

/// Lists of options, one after the other.
#[derive(Default)]
pub(crate) struct OptionLists {
    words: Vec<u32>,
}

/// An option of which lands are not known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenOption<'a> {
    /// The xor of the nimbers of the other lands.
    pub(crate) value: u32,
    /// The lands that are not known: at least one.
    pub(crate) lands: &'a [LandId],
}

impl OptionLists {
    /// Adds a list of words that [`push_option`] wrote; answers its handle, which is never 0.
    pub(crate) fn add(&mut self, list: &[u32]) -> u32 {
        self.words.push(list.len() as u32);
        let handle = self.words.len() as u32;
        self.words.extend_from_slice(list);
        handle
    }

    /// Writes the list to `words`.
    pub(crate) fn copy(&self, handle: u32, words: &mut Vec<u32>) {
        let start = handle as usize;
        let length = self.words[start - 1] as usize;
        words.extend_from_slice(&self.words[start..start + length]);
    }

    /// Puts a list, which must not be longer, in the place of another.
    pub(crate) fn replace(&mut self, handle: u32, list: &[u32]) {
        let start = handle as usize;
        self.words[start - 1] = list.len() as u32;
        self.words[start..start + list.len()].copy_from_slice(list);
    }

    /// The bytes that all lists take.
    pub(crate) fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 4
    }

    /// The bytes that they may take soon.
    pub(crate) fn bytes_soon(&self) -> u64 {
        bytes_soon(&self.words)
    }
}

/// Appends an option.
pub(crate) fn push_option(value: u32, lands: &[LandId], words: &mut Vec<u32>) {
    match lands {
        [land] if value < 8 && *land < 1 << VALUE_SHIFT => {
            words.push(value << VALUE_SHIFT | land);
        }
        _ => {
            words.push(LONG | value << COUNT_BITS | lands.len() as u32 & COUNT_MASK);
            words.extend_from_slice(lands);
        }
    }
}

/// Reads the option at a place of a list; answers it with the place of the next. The land of a short option
/// is written to `single`.
pub(crate) fn read_option<'a>(
    words: &'a [u32],
    at: usize,
    single: &'a mut [LandId; 1],
) -> (OpenOption<'a>, usize) {
    let word = words[at];
    if word & LONG == 0 {
        *single = [word & ((1 << VALUE_SHIFT) - 1)];
        let option = OpenOption {
            value: word >> VALUE_SHIFT,
            lands: single,
        };
        return (option, at + 1);
    }
    let next = at + 1 + (word & COUNT_MASK) as usize;
    let option = OpenOption {
        value: (word & !LONG) >> COUNT_BITS,
        lands: &words[at + 1..next],
    };
    (option, next)
}
