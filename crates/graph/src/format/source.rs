//! Where a graph's bytes come from, in pieces that threads read on their own.
//!
//! Pieces are read into small buffers, not mapped: the text of a big graph passes through the
//! memory and never fills it, and a file that shrinks meanwhile is an error, not a crash.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use grundy_core::{LimitReached, Limits};

use super::LoadError;
use crate::budget::Budget;

/// Bytes that are read from a pipe at a time.
const INPUT_PIECE: usize = 1 << 16;
/// How long input is waited for before the limits are looked at again.
const PATIENCE: Duration = Duration::from_millis(20);
/// Bytes of text that a thread takes at a time.
pub(crate) const PIECE: u64 = 1 << 20;
/// Bytes of the buffer that a piece is read into.
pub(crate) const BUFFER: usize = PIECE as usize + LONGEST_LINE + 1 + PADDING;
/// The longest line, in bytes.
pub(crate) const LONGEST_LINE: usize = 1 << 16;
/// Line feeds behind the bytes of every piece, so that words of bytes can be read at its end.
pub(crate) const PADDING: usize = 32;

/// The bytes of a graph.
#[derive(Debug)]
pub enum GraphSource {
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

impl GraphSource {
    /// Opens a file; what is not a regular file is read to its end within generous limits.
    ///
    /// # Errors
    ///
    /// As the operating system reports; a directory is not a graph.
    pub fn open(path: &std::path::Path) -> io::Result<GraphSource> {
        GraphSource::from_file(File::open(path)?)
    }

    /// A file that is open already; a pipe is read to its end within the default limits.
    ///
    /// # Errors
    ///
    /// As the operating system reports.
    pub fn from_file(file: File) -> io::Result<GraphSource> {
        GraphSource::from_file_within(file, &Limits::default()).map_err(|error| match error {
            LoadError::Io(error) => error,
            other => io::Error::new(io::ErrorKind::OutOfMemory, other),
        })
    }

    /// Opens a file; what is not a regular file (a pipe, a device) is read to its end.
    ///
    /// # Errors
    ///
    /// [`LoadError`]: the operating system refuses, or a pipe has more than `limits` allow.
    pub fn open_within(path: &std::path::Path, limits: &Limits) -> Result<GraphSource, LoadError> {
        GraphSource::from_file_within(File::open(path)?, limits)
    }

    /// As [`GraphSource::open_within`] for a file that is open already.
    ///
    /// # Errors
    ///
    /// As [`GraphSource::open_within`].
    pub fn from_file_within(file: File, limits: &Limits) -> Result<GraphSource, LoadError> {
        let metadata = file.metadata()?;
        if metadata.is_file() {
            let length = metadata.len();
            return Ok(GraphSource::File { file, length });
        }
        GraphSource::from_reader(file, limits)
    }

    /// All bytes of a reader, which may be slow or endless (standard input).
    ///
    /// It is read in a thread of its own, so that a deadline or a cancellation ends a wait for input;
    /// the thread ends with the read that it is in.
    ///
    /// # Errors
    ///
    /// [`LoadError`]: the reader fails, or a limit is reached.
    pub fn from_reader(
        reader: impl io::Read + Send + 'static,
        limits: &Limits,
    ) -> Result<GraphSource, LoadError> {
        let mut bytes = Vec::new();
        let mut budget = Budget::new(limits, 2 * INPUT_PIECE as u64)?;
        let (sender, pieces) = mpsc::sync_channel(1);
        std::thread::Builder::new().spawn(move || send_pieces(reader, &sender))?;
        loop {
            limits.check_time()?;
            match pieces.recv_timeout(PATIENCE) {
                Ok(piece) => append(&mut bytes, &piece?, &mut budget)?,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(GraphSource::Bytes(bytes)),
            }
        }
    }

    /// The bytes that the source holds in memory.
    pub fn memory_bytes(&self) -> u64 {
        match self {
            GraphSource::File { .. } => 0,
            GraphSource::Bytes(bytes) => bytes.len() as u64,
        }
    }

    /// The number of bytes.
    pub fn len(&self) -> u64 {
        match self {
            GraphSource::File { length, .. } => *length,
            GraphSource::Bytes(bytes) => bytes.len() as u64,
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buffer` from `offset` on; fewer bytes than fit only at the end.
    pub(crate) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            GraphSource::Bytes(bytes) => {
                let rest = bytes.get(offset as usize..).unwrap_or_default();
                let count = rest.len().min(buffer.len());
                buffer[..count].copy_from_slice(&rest[..count]);
                Ok(count)
            }
            GraphSource::File { file, .. } => read_at(file, buffer, offset),
        }
    }

    /// All bytes, without a copy of those that are in memory already; decompressed if need be.
    pub(crate) fn contents(&self, limits: &Limits) -> Result<Cow<'_, [u8]>, LoadError> {
        match (super::compressed::decompress(self, limits)?, self) {
            (Some(GraphSource::Bytes(bytes)), _) => Ok(Cow::Owned(bytes)),
            (_, GraphSource::Bytes(bytes)) => Ok(Cow::Borrowed(bytes)),
            _ => self.read_all(limits).map(Cow::Owned),
        }
    }

    /// All bytes, as they are in the file.
    ///
    /// # Errors
    ///
    /// [`LoadError`] if they cannot be read, or are more than `limits` allow.
    pub fn read_all(&self, limits: &Limits) -> Result<Vec<u8>, LoadError> {
        limits.check_bytes(self.memory_bytes().saturating_add(self.len()))?;
        limits.check_time()?;
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

    /// Gives the bytes of a range to `take`, some at a time; fewer if the source is shorter.
    ///
    /// # Errors
    ///
    /// As the operating system reports.
    pub fn read_range(
        &self,
        bytes: std::ops::Range<u64>,
        mut take: impl FnMut(&[u8]),
    ) -> io::Result<()> {
        let mut buffer = vec![0; PIECE as usize];
        let mut at = bytes.start;
        while at < bytes.end {
            let wanted = PIECE.min(bytes.end - at) as usize;
            let count = self.read_at(&mut buffer[..wanted], at)?;
            if count == 0 {
                break;
            }
            take(&buffer[..count]);
            at += count as u64;
        }
        Ok(())
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

/// Sends what a reader gives, piece by piece, until it ends, fails or nobody receives.
fn send_pieces(mut reader: impl io::Read, sender: &mpsc::SyncSender<io::Result<Vec<u8>>>) {
    let mut piece = vec![0; INPUT_PIECE];
    loop {
        let sent = match reader.read(&mut piece) {
            Ok(0) => return,
            Ok(count) => sender.send(Ok(piece[..count].to_vec())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                // Whether or not the error is received, there is nothing more to read.
                let _ = sender.send(Err(error));
                return;
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Appends bytes to a vector whose memory the budget counts.
pub(crate) fn append(
    bytes: &mut Vec<u8>,
    more: &[u8],
    budget: &mut Budget,
) -> Result<(), LimitReached> {
    if bytes.capacity() - bytes.len() < more.len() {
        let room = more.len().max(bytes.capacity() / 2);
        let growth = room - (bytes.capacity() - bytes.len());
        budget.take(growth as u64)?;
        bytes.reserve_exact(room);
    }
    budget.work(more.len() as u64)?;
    bytes.extend_from_slice(more);
    Ok(())
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

/// Where files have no reads at a place, there are no threads either that could move it meanwhile.
#[cfg(not(any(unix, windows)))]
fn read_some_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    use io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.read(buffer)
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
    source: &GraphSource,
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
        let mut buffer = vec![0; BUFFER];
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
pub(crate) fn whole_lines<'b, K>(
    source: &GraphSource,
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
        let source = GraphSource::Bytes(text.to_vec());
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
        let source = GraphSource::Bytes(text);
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
