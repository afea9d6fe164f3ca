//! Files of one worker: a header in JSON, then lists of numbers in pieces, all with checksums, written whole
//! or not at all.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use grundy_files::write_atomically;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::fault::Fault;

/// The first bytes of every file; the last two are the version of the format.
const MAGIC: [u8; 8] = *b"grundyC\x01";
/// Numbers in a piece, each of which has a checksum.
const PIECE: usize = 1 << 18;
/// The longest header.
const MOST_HEADER: u32 = 1 << 20;

/// Writes a header and some lists.
pub(crate) fn write(path: &Path, header: &impl Serialize, lists: &[&[u32]]) -> Result<(), Fault> {
    let header = serde_json::to_vec(header).expect("a header is plain data");
    let write_all = |output: &mut dyn Write| {
        output.write_all(&MAGIC)?;
        write_piece(output, &header)?;
        for list in lists {
            output.write_all(&(list.len() as u64).to_le_bytes())?;
            let mut bytes = Vec::with_capacity(4 * PIECE.min(list.len()));
            for piece in list.chunks(PIECE) {
                bytes.clear();
                bytes.extend(piece.iter().flat_map(|number| number.to_le_bytes()));
                write_piece(output, &bytes)?;
            }
        }
        Ok(())
    };
    write_atomically(path, write_all).map_err(Fault::file(path))
}

fn write_piece(output: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    output.write_all(&(bytes.len() as u32).to_le_bytes())?;
    output.write_all(&grundy_files::checksum(bytes).to_le_bytes())?;
    output.write_all(bytes)
}

/// A file that is being read.
pub(crate) struct Reader<'a> {
    path: &'a Path,
    input: BufReader<File>,
    /// The bytes that are left: no list is longer.
    left: u64,
}

impl<'a> Reader<'a> {
    /// Opens a file and reads its header.
    pub(crate) fn open<H: DeserializeOwned>(path: &'a Path) -> Result<(Reader<'a>, H), Fault> {
        let file = File::open(path).map_err(Fault::file(path))?;
        let left = file.metadata().map_err(Fault::file(path))?.len();
        let mut reader = Reader {
            path,
            input: BufReader::new(file),
            left,
        };
        let mut magic = [0; 8];
        reader.fill(&mut magic)?;
        if magic != MAGIC {
            let other = "is not a file of `grundy cluster`, or of another version";
            return Err(Fault::foreign(path, other));
        }
        let header = reader.piece(MOST_HEADER)?;
        let header = serde_json::from_slice(&header).map_err(|_| reader.damaged())?;
        Ok((reader, header))
    }

    /// The next list; it must not have more than `most` numbers.
    pub(crate) fn list(&mut self, most: u64) -> Result<Vec<u32>, Fault> {
        let mut eight = [0; 8];
        self.fill(&mut eight)?;
        let count = u64::from_le_bytes(eight);
        if count > most || count > self.left / 4 {
            return Err(self.damaged());
        }
        let mut list = Vec::with_capacity(count as usize);
        while (list.len() as u64) < count {
            let wanted = PIECE.min(count as usize - list.len());
            let bytes = self.piece(4 * wanted as u32)?;
            if bytes.len() != 4 * wanted {
                return Err(self.damaged());
            }
            let four = |four: &[u8]| u32::from_le_bytes(four.try_into().expect("four bytes"));
            list.extend(bytes.chunks_exact(4).map(four));
        }
        Ok(list)
    }

    /// Checks that nothing follows.
    pub(crate) fn end(self) -> Result<(), Fault> {
        if self.left == 0 {
            Ok(())
        } else {
            Err(self.damaged())
        }
    }

    pub(crate) fn damaged(&self) -> Fault {
        let damaged = "is damaged; remove it to begin again, it was left as it is";
        Fault::foreign(self.path, damaged)
    }

    fn piece(&mut self, most: u32) -> Result<Vec<u8>, Fault> {
        let (mut length, mut sum) = ([0; 4], [0; 4]);
        self.fill(&mut length)?;
        self.fill(&mut sum)?;
        let length = u32::from_le_bytes(length);
        if length > most || u64::from(length) > self.left {
            return Err(self.damaged());
        }
        let mut bytes = vec![0; length as usize];
        self.fill(&mut bytes)?;
        if grundy_files::checksum(&bytes) != u32::from_le_bytes(sum) {
            return Err(self.damaged());
        }
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        if bytes.len() as u64 > self.left {
            return Err(self.damaged());
        }
        self.left -= bytes.len() as u64;
        self.input.read_exact(bytes).map_err(Fault::file(self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let folder = std::env::temp_dir().join(format!("grundy-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        let lists = [vec![1, 2, 3], vec![], (0..40).collect::<Vec<u32>>()];
        let slices: Vec<&[u32]> = lists.iter().map(Vec::as_slice).collect();
        write(&path, &"header", &slices).unwrap();
        let read = |path: &Path| -> Result<Vec<Vec<u32>>, Fault> {
            let (mut reader, header) = Reader::open::<String>(path)?;
            assert_eq!(header, "header");
            let lists = (0..3).map(|_| reader.list(500)).collect::<Result<_, _>>()?;
            reader.end()?;
            Ok(lists)
        };
        assert_eq!(read(&path).unwrap(), lists);
        let bytes = std::fs::read(&path).unwrap();
        let broken = folder.join("broken");
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            std::fs::write(&broken, &changed).unwrap();
            assert!(read(&broken).is_err(), "byte {at}");
            std::fs::write(&broken, &bytes[..at]).unwrap();
            assert!(read(&broken).is_err(), "cut at {at}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
