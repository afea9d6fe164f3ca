//! What users hand in, read within the limits.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

use grundy::Error;
use grundy::core::Limits;
use grundy::graph::format::is_compressed;
pub use grundy::graphs::decompressed;

/// Bytes between two looks at the limits.
const PIECE: usize = 1 << 16;

/// The text of a file, decompressed if need be; `-` is standard input. An input that never ends is ended by the limits.
pub fn read_text(path: &str, limits: &Limits) -> Result<String, Error> {
    let name = if path == "-" { "standard input" } else { path };
    let failed = |source| Error::Io {
        path: PathBuf::from(name),
        source,
    };
    let bytes = if path == "-" {
        read(io::stdin().lock(), limits)
    } else {
        read(File::open(path).map_err(failed)?, limits)
    };
    let bytes = bytes.map_err(|error| match error {
        ReadError::Limit(error) => error,
        ReadError::Io(source) => failed(source),
    })?;
    let bytes = decompressed(name, bytes, limits)?;
    String::from_utf8(bytes).map_err(|_| Error::Input {
        file: name.to_owned(),
        line: None,
        message: "the input is not text in UTF-8".to_owned(),
    })
}

/// A reader's lines, also where they are compressed; then they are read to their end first.
pub fn plain_lines(
    name: &str,
    input: Box<dyn Read>,
    buffer_bytes: usize,
    limits: &Limits,
) -> Result<BufReader<Box<dyn Read>>, Error> {
    let failed = |source| Error::Io {
        path: PathBuf::from(name),
        source,
    };
    let mut reader = BufReader::with_capacity(buffer_bytes, input);
    if !is_compressed(reader.fill_buf().map_err(failed)?) {
        return Ok(reader);
    }
    let bytes = read(reader, limits).map_err(|error| match error {
        ReadError::Limit(error) => error,
        ReadError::Io(source) => failed(source),
    })?;
    let bytes = decompressed(name, bytes, limits)?;
    Ok(BufReader::new(Box::new(io::Cursor::new(bytes))))
}

enum ReadError {
    Limit(Error),
    Io(io::Error),
}

fn read(mut input: impl Read, limits: &Limits) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    loop {
        // A text is read into a program's own tables: it may take a part of the memory only.
        let needed = 2 * (bytes.len() + PIECE) as u64;
        let checked = limits.check_time().and(limits.check_bytes(needed));
        checked.map_err(|reached| ReadError::Limit(reached.into()))?;
        let piece = input.by_ref().take(PIECE as u64).read_to_end(&mut bytes);
        if piece.map_err(ReadError::Io)? == 0 {
            return Ok(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_input_ends_at_the_memory_limit() {
        let limits = Limits {
            bytes: 1 << 20,
            ..Limits::default()
        };
        assert!(matches!(
            read(io::repeat(b'x'), &limits),
            Err(ReadError::Limit(_))
        ));
        let whole = read(&b"nim:3"[..], &limits);
        assert!(matches!(whole, Ok(bytes) if bytes == b"nim:3"));
    }
}
