//! Sets of states: a row of bits per police configuration, 256 bits to a block.

/// Bits in a block.
pub(super) const BLOCK_BITS: usize = 256;

/// A piece of a row, the unit of work.
pub(super) type Block = [u64; 4];

/// No bit.
pub(super) const EMPTY: Block = [0; 4];

/// `left` and `right`, bit by bit.
pub(super) fn and(left: Block, right: Block) -> Block {
    std::array::from_fn(|word| left[word] & right[word])
}

/// `left` without `right`, bit by bit.
pub(super) fn without(left: Block, right: Block) -> Block {
    std::array::from_fn(|word| left[word] & !right[word])
}

/// Adds the bits of `more` to `block`.
pub(super) fn add(block: &mut Block, more: Block) {
    for (bits, more) in block.iter_mut().zip(more) {
        *bits |= more;
    }
}

/// Whether no bit is set.
pub(super) fn is_empty(block: &Block) -> bool {
    block.iter().fold(0, |all, bits| all | bits) == 0
}

/// Calls `visit` with the number of each set bit.
pub(super) fn for_each_bit(words: &[u64], mut visit: impl FnMut(usize)) {
    for (at, &word) in words.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            visit(at * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// A table of rows, with empty blocks before and behind so that a shift may read past a row.
#[derive(Debug)]
pub(super) struct Table {
    blocks: Vec<Block>,
    row_blocks: usize,
    margin: usize,
}

impl Table {
    /// An empty table of `rows` rows of `row_blocks` blocks that can be read `longest_shift` bits
    /// before its beginning and past its end.
    pub(super) fn new(rows: usize, row_blocks: usize, longest_shift: usize) -> Table {
        let margin = margin(longest_shift);
        Table {
            blocks: vec![EMPTY; rows * row_blocks + 2 * margin],
            row_blocks,
            margin,
        }
    }

    /// Block `at` of row `row`.
    pub(super) fn block(&self, row: usize, at: usize) -> Block {
        self.blocks[self.margin + row * self.row_blocks + at]
    }

    /// Block `at` of row `row`, to change.
    pub(super) fn block_mut(&mut self, row: usize, at: usize) -> &mut Block {
        &mut self.blocks[self.margin + row * self.row_blocks + at]
    }

    /// Block `at` of row `row` after a shift of the row by `offset`: bit `i` of the answer is bit
    /// `i + offset`. Bits from beyond the row are anything.
    pub(super) fn shifted(&self, row: usize, at: usize, offset: isize) -> Block {
        let block = (self.margin + row * self.row_blocks + at) as isize;
        let bit = block * BLOCK_BITS as isize + offset;
        let (first, shift) = ((bit / 64) as usize, (bit % 64) as u32);
        let words: &[u64; 5] = self.blocks.as_flattened()[first..first + 5]
            .try_into()
            .expect("five words");
        // In two steps, since a shift by 64 is not defined.
        std::array::from_fn(|word| words[word] >> shift | (words[word + 1] << 1) << (63 - shift))
    }

    /// Whether bit `bit` of row `row` is set.
    pub(super) fn contains(&self, row: usize, bit: usize) -> bool {
        let block = self.block(row, bit / BLOCK_BITS);
        block[bit % BLOCK_BITS / 64] >> (bit % 64) & 1 == 1
    }

    /// Sets bit `bit` of row `row`.
    pub(super) fn insert(&mut self, row: usize, bit: usize) {
        let block = self.block_mut(row, bit / BLOCK_BITS);
        block[bit % BLOCK_BITS / 64] |= 1 << (bit % 64);
    }

    /// All rows in one piece.
    pub(super) fn rows_mut(&mut self) -> &mut [Block] {
        let end = self.blocks.len() - self.margin;
        &mut self.blocks[self.margin..end]
    }
}

/// Blocks that a table has before and behind its rows.
pub(super) fn margin(longest_shift: usize) -> usize {
    longest_shift / BLOCK_BITS + 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_moves_every_bit_by_the_offset() {
        let (rows, row_blocks) = (2, 3);
        let mut table = Table::new(rows, row_blocks, 700);
        let bits = [0, 1, 63, 64, 255, 256, 500, 767];
        for bit in bits {
            table.insert(1, bit);
        }
        for offset in [-700, -256, -65, -64, -63, -1, 0, 1, 63, 64, 65, 257, 700] {
            for at in 0..row_blocks {
                let block = table.shifted(1, at, offset);
                for bit in 0..BLOCK_BITS {
                    let source = (at * BLOCK_BITS + bit) as isize + offset;
                    let expected = bits.iter().any(|&bit| bit as isize == source);
                    let found = block[bit / 64] >> (bit % 64) & 1 == 1;
                    assert_eq!(found, expected, "offset {offset}, bit {bit} of block {at}");
                }
            }
        }
    }
}
