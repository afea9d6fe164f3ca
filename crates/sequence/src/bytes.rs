//! The bytes of saved states: little-endian numbers and counted lists, read back with every check.

use crate::BadState;

/// Writes a state.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// A state that begins with `tag`, which names the engine and the version of its format.
    pub fn new(tag: [u8; 4]) -> Writer {
        Writer {
            bytes: tag.to_vec(),
        }
    }

    /// Appends a number.
    pub fn u64(&mut self, number: u64) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    /// Appends a list of 32-bit numbers with its length.
    pub fn u32s(&mut self, list: &[u32]) {
        self.u64(list.len() as u64);
        self.bytes.reserve(4 * list.len());
        for number in list {
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// Appends a list of 64-bit numbers with its length.
    pub fn u64s(&mut self, list: &[u64]) {
        self.u64(list.len() as u64);
        for &number in list {
            self.u64(number);
        }
    }

    /// Appends bytes with their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.u64(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    /// What was written.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads a state.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads behind `tag`.
    pub fn new(bytes: &'a [u8], tag: [u8; 4]) -> Result<Reader<'a>, BadState> {
        let rest = bytes.strip_prefix(&tag[..]).ok_or(BadState)?;
        Ok(Reader { rest })
    }

    /// The next number.
    pub fn u64(&mut self) -> Result<u64, BadState> {
        let (number, rest) = self.rest.split_first_chunk().ok_or(BadState)?;
        self.rest = rest;
        Ok(u64::from_le_bytes(*number))
    }

    /// The next list of 32-bit numbers.
    pub fn u32s(&mut self) -> Result<Vec<u32>, BadState> {
        let (chunks, _) = self.list(4)?.as_chunks();
        Ok(chunks.iter().map(|c| u32::from_le_bytes(*c)).collect())
    }

    /// The next list of 64-bit numbers.
    pub fn u64s(&mut self) -> Result<Vec<u64>, BadState> {
        let (chunks, _) = self.list(8)?.as_chunks();
        Ok(chunks.iter().map(|c| u64::from_le_bytes(*c)).collect())
    }

    /// The next bytes that were written with their number.
    pub fn bytes(&mut self) -> Result<&'a [u8], BadState> {
        self.list(1)
    }

    /// Fails if anything is left.
    pub fn end(&self) -> Result<(), BadState> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(BadState)
        }
    }

    fn list(&mut self, width: usize) -> Result<&'a [u8], BadState> {
        let length = usize::try_from(self.u64()?).map_err(|_| BadState)?;
        let bytes = length.checked_mul(width).ok_or(BadState)?;
        let (list, rest) = self.rest.split_at_checked(bytes).ok_or(BadState)?;
        self.rest = rest;
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back_and_no_prefix_of_it() {
        let mut writer = Writer::new(*b"test");
        writer.u64(7);
        writer.u32s(&[1, u32::MAX]);
        writer.u64s(&[3]);
        let bytes = writer.finish();
        let read = |bytes: &[u8]| -> Result<_, BadState> {
            let mut reader = Reader::new(bytes, *b"test")?;
            let all = (reader.u64()?, reader.u32s()?, reader.u64s()?);
            reader.end()?;
            Ok(all)
        };
        assert_eq!(read(&bytes), Ok((7, vec![1, u32::MAX], vec![3])));
        for cut in 0..bytes.len() {
            assert_eq!(read(&bytes[..cut]), Err(BadState));
        }
    }
}
