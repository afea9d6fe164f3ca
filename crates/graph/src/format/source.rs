//! Where a graph's bytes come from, in pieces that threads read on their own.
//!
//! Pieces are read into small buffers, not mapped: the text of a big graph passes through the
//! memory and never fills it, and a file that shrinks meanwhile is an error, not a crash.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundy_core::Limits;

use super::LoadError;

/// Bytes of text that a thread takes at a time.
const PIECE: u64 = 1 << 20;
/// The longest line, in bytes.
pub(crate) const LONGEST_LINE: usize = 1 << 16;
/// Line feeds behind the bytes of every piece, so that words of bytes can be read at its end.
pub(crate) const PADDING: usize = 32;

/// The bytes of a graph.
#[derive(Debug)]
pub enum Source {
    /// A file, read where needed.
    File {
        /// The file.
        file: File,
        /// Its length when it was opened.
        length: u64,
    },
    /// Bytes in memory (standard input, tests).
    Bytes(Vec<u8>),
}

impl Source {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// As the operating system says; a directory or a device is no graph.
    pub fn open(path: &std::path::Path) -> io::Result<Source> {
        Source::from_file(File::open(path)?)
    }

    /// A file that is open already; a pipe is read to its end.
    ///
    /// # Errors
    ///
    /// As the operating system says.
    pub fn from_file(mut file: File) -> io::Result<Source> {
        let metadata = file.metadata()?;
        if metadata.is_file() {
            let length = metadata.len();
            return Ok(Source::File { file, length });
        }
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut file, &mut bytes)?;
        Ok(Source::Bytes(bytes))
    }

    /// The number of bytes.
    pub fn len(&self) -> u64 {
        match self {
            Source::File { length, .. } => *length,
            Source::Bytes(bytes) => bytes.len() as u64,
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buffer` from `offset` on; fewer bytes than fit only at the end.
    pub(crate) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            Source::Bytes(bytes) => {
                let rest = bytes.get(offset as usize..).unwrap_or_default();
                let count = rest.len().min(buffer.len());
                buffer[..count].copy_from_slice(&rest[..count]);
                Ok(count)
            }
            Source::File { file, .. } => read_at(file, buffer, offset),
        }
    }

    /// All bytes.
    ///
    /// # Errors
    ///
    /// [`LoadError`] if they cannot be read, or are more than `limits` allow.
    pub fn read_all(&self, limits: &Limits) -> Result<Vec<u8>, LoadError> {
        limits.check_bytes(self.len())?;
        let mut bytes = vec![0; self.len() as usize];
        let count = self.read_at(&mut bytes, 0)?;
        bytes.truncate(count);
        Ok(bytes)
    }

    /// The first bytes, at most `most` of them.
    pub(crate) fn head(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; most.min(usize::try_from(self.len()).unwrap_or(most))];
        let count = self.read_at(&mut bytes, 0)?;
        bytes.truncate(count);
        Ok(bytes)
    }

    /// The line (from 1) in which the byte at `offset` lies.
    pub(crate) fn line_of(&self, offset: u64) -> io::Result<u64> {
        let mut buffer = vec![0; PIECE as usize];
        let (mut at, mut line) = (0, 1);
        while at < offset {
            let wanted = PIECE.min(offset - at) as usize;
            let count = self.read_at(&mut buffer[..wanted], at)?;
            if count == 0 {
                break;
            }
            line += buffer[..count].iter().filter(|&&b| b == b'\n').count() as u64;
            at += count as u64;
        }
        Ok(line)
    }
}

/// Fills `buffer` from `offset` of a file on; fewer bytes than fit only at its end.
pub(crate) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match read_some_at(file, &mut buffer[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(unix)]
fn read_some_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_some_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

/// Whole lines of a source.
pub(crate) struct Piece<'a> {
    /// The lines, then at least [`PADDING`] line feeds that do not belong to them.
    pub bytes: &'a [u8],
    /// How many bytes the lines have; the last may lack its line feed at the end of the source.
    pub length: usize,
    /// Where in the source they begin.
    pub offset: u64,
}

/// A place in the source and what is wrong there.
pub(crate) struct Fault<K> {
    /// The offset in the source.
    pub offset: u64,
    /// What is wrong.
    pub kind: K,
}

/// Why a walk over the lines ended early.
pub(crate) enum WalkError<K> {
    /// The first fault in the source.
    Fault(Fault<K>),
    /// A line that no buffer holds, and where it begins.
    LongLine(u64),
    /// Anything else.
    Load(LoadError),
}

/// Lets threads work through all lines from `from` (the start of a line) on, each with a state of
/// its own. Of several faults the first in the source is reported.
pub(crate) fn walk<S: Send, K: Send>(
    source: &Source,
    from: u64,
    limits: &Limits,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &Piece) -> Result<(), Fault<K>> + Sync,
) -> Result<Vec<S>, WalkError<K>> {
    let length = source.len();
    let pieces = length.saturating_sub(from).div_ceil(PIECE);
    let threads = (limits.threads.max(1) as u64).min(pieces.max(1));
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let run = || -> Result<S, WalkError<K>> {
        let mut own = state();
        let mut buffer = vec![0; PIECE as usize + LONGEST_LINE + 1 + PADDING];
        while !stopped.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= pieces {
                break;
            }
            limits.check_time().map_err(|e| WalkError::Load(e.into()))?;
            let start = from + index * PIECE;
            let done = match whole_lines(source, from, start, &mut buffer) {
                Ok(Some(piece)) => work(&mut own, &piece).map_err(WalkError::Fault),
                Ok(None) => Ok(()),
                Err(error) => Err(error),
            };
            // Pieces are taken in order, so whoever is still at work is before this one.
            done.inspect_err(|_| stopped.store(true, Ordering::Relaxed))?;
        }
        Ok(own)
    };
    let results: Vec<Result<S, WalkError<K>>> = if threads == 1 {
        vec![run()]
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).collect()
        })
    };
    first_error(results)
}

/// All states, or of the errors the one that lies first in the source.
fn first_error<S, K>(results: Vec<Result<S, WalkError<K>>>) -> Result<Vec<S>, WalkError<K>> {
    let place = |error: &WalkError<K>| match error {
        WalkError::Load(_) => 0,
        WalkError::LongLine(offset) => *offset,
        WalkError::Fault(fault) => fault.offset,
    };
    let mut states = Vec::with_capacity(results.len());
    let mut first: Option<WalkError<K>> = None;
    for result in results {
        match result {
            Ok(state) => states.push(state),
            Err(error) if first.as_ref().is_none_or(|f| place(&error) < place(f)) => {
                first = Some(error);
            }
            Err(_) => {}
        }
    }
    first.map_or(Ok(states), Err)
}

/// The lines that begin in the piece at `start`; none if no line does.
fn whole_lines<'b, K>(
    source: &Source,
    from: u64,
    start: u64,
    buffer: &'b mut [u8],
) -> Result<Option<Piece<'b>>, WalkError<K>> {
    // One byte more before it tells whether a line begins right at the start.
    let before = u64::from(start > from);
    let room = buffer.len() - PADDING;
    let count = source
        .read_at(&mut buffer[..room], start - before)
        .map_err(|e| WalkError::Load(e.into()))?;
    let is_end = count < room || start - before + count as u64 >= source.len();
    let find = |bytes: &[u8]| bytes.iter().position(|&b| b == b'\n');
    let limit = (before + PIECE).min(count as u64) as usize;
    let first = match before {
        0 => 0,
        _ => match find(&buffer[..limit]) {
            Some(at) if at + 1 < limit => at + 1,
            Some(_) | None => return Ok(None),
        },
    };
    if first >= count {
        return Ok(None);
    }
    // The last line that begins here ends at the first line feed from the last byte of the piece on.
    let end = match find(&buffer[limit - 1..count]) {
        Some(at) => limit + at,
        None if is_end => count,
        None => {
            let lines = &buffer[first..limit];
            let last = lines
                .iter()
                .rposition(|&b| b == b'\n')
                .map_or(0, |at| at + 1);
            let offset = start - before + (first + last) as u64;
            return Err(WalkError::LongLine(offset));
        }
    };
    buffer[end..end + PADDING].fill(b'\n');
    Ok(Some(Piece {
        bytes: &buffer[first..end + PADDING],
        length: end - first,
        offset: start - before + first as u64,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8], from: u64, threads: usize) -> Vec<(u64, Vec<u8>)> {
        let source = Source::Bytes(text.to_vec());
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let work = |found: &mut Vec<(u64, Vec<u8>)>, piece: &Piece| {
            let mut at = 0;
            for line in piece.bytes[..piece.length].split_inclusive(|&b| b == b'\n') {
                found.push((piece.offset + at, line.to_vec()));
                at += line.len() as u64;
            }
            Ok::<(), Fault<()>>(())
        };
        let Ok(found) = walk(&source, from, &limits, Vec::new, work) else {
            panic!("no fault in these lines");
        };
        let mut found: Vec<_> = found.into_iter().flatten().collect();
        found.sort();
        found
    }

    #[test]
    fn every_line_is_seen_once_wherever_the_pieces_are_cut() {
        for length in [7usize, 1000, 40_000] {
            for shift in 0..3 {
                let mut text = vec![b'x'; shift];
                text.push(b'\n');
                while text.len() < 3 * PIECE as usize {
                    text.extend(std::iter::repeat_n(b'a', length - 1));
                    text.push(b'\n');
                }
                text.extend(b"last");
                let found = lines(&text, shift as u64 + 1, 2);
                let joined: Vec<u8> = found.iter().flat_map(|(_, line)| line.clone()).collect();
                assert!(joined == text[shift + 1..], "{length} {shift}");
            }
        }
    }

    #[test]
    fn a_line_that_no_buffer_holds_is_reported_where_it_begins() {
        let mut text = b"ab\n".to_vec();
        text.resize(2 * PIECE as usize, b'x');
        text.push(b'\n');
        let source = Source::Bytes(text);
        let result = walk(
            &source,
            0,
            &Limits::default(),
            || (),
            |_, _| Ok::<(), Fault<()>>(()),
        );
        assert!(matches!(result, Err(WalkError::LongLine(3))));
        assert_eq!(source.line_of(3).unwrap(), 2);
    }
}
