//! Files compressed by gzip or zstd, read as if they were not.

use std::io::{self, Read};

use grundy_core::Limits;

use super::source::append;
use super::{FormatErrorKind, GraphSource, LoadError};
use crate::budget::Budget;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Bytes that are decompressed between two looks at the limits.
const PIECE: usize = 1 << 16;
/// The largest window that a decompressor is given, and what it needs besides.
const MOST_WINDOW: u64 = 32 << 20;

/// What a compressed source holds; nothing if it is not compressed.
///
/// # Errors
///
/// [`LoadError`]: damaged, or larger than `limits` allow when decompressed.
pub(crate) fn decompress(
    source: &GraphSource,
    limits: &Limits,
) -> Result<Option<GraphSource>, LoadError> {
    let head = source.head(ZSTD.len())?;
    let input = io::BufReader::with_capacity(PIECE, SourceReader { source, at: 0 });
    if head.starts_with(&GZIP) {
        let decoder = flate2::bufread::MultiGzDecoder::new(input);
        return read_to_end(decoder, source, 1 << 20, limits).map(Some);
    }
    if head.starts_with(&ZSTD) {
        return read_to_end(Frames::new(input), source, MOST_WINDOW, limits).map(Some);
    }
    Ok(None)
}

/// The bytes of a file that may be compressed by gzip or zstd, as if it were not.
///
/// # Errors
///
/// [`LoadError`]: damaged, or larger than `limits` allow when decompressed.
pub fn decompressed(bytes: Vec<u8>, limits: &Limits) -> Result<Vec<u8>, LoadError> {
    let source = GraphSource::Bytes(bytes);
    match (decompress(&source, limits)?, source) {
        (Some(GraphSource::Bytes(bytes)), _) | (None, GraphSource::Bytes(bytes)) => Ok(bytes),
        (_, file) => file.read_all(limits),
    }
}

/// True if bytes that begin like this are compressed.
pub fn is_compressed(head: &[u8]) -> bool {
    head.starts_with(&GZIP) || head.starts_with(&ZSTD)
}

/// Everything that `decoder` gives, which itself needs so many bytes.
fn read_to_end(
    mut decoder: impl Read,
    source: &GraphSource,
    decoder_bytes: u64,
    limits: &Limits,
) -> Result<GraphSource, LoadError> {
    let mut bytes = Vec::new();
    let held = source.memory_bytes() + decoder_bytes.min(limits.bytes / 4);
    let mut budget = Budget::new(limits, held)?;
    let mut piece = vec![0; PIECE];
    loop {
        limits.check_time()?;
        match decoder.read(&mut piece) {
            Ok(0) => return Ok(GraphSource::Bytes(bytes)),
            Ok(count) => append(&mut bytes, &piece[..count], &mut budget)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let message = error.to_string();
                return Err(FormatErrorKind::Compressed { message }.nowhere().into());
            }
        }
    }
}

/// A source as a reader.
struct SourceReader<'a> {
    source: &'a GraphSource,
    at: u64,
}

impl Read for SourceReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read_at(buffer, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// The frames of a file by zstd, one after the other.
struct Frames<R: io::BufRead> {
    state: State<R>,
}

enum State<R: io::BufRead> {
    /// Between two frames.
    Between(R),
    /// In a frame.
    Inside(Box<ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>),
    /// At the end, or after an error.
    Done,
}

impl<R: io::BufRead> Frames<R> {
    fn new(input: R) -> Frames<R> {
        Frames {
            state: State::Between(input),
        }
    }
}

impl<R: io::BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(&mut self.state, State::Done) {
                State::Done => return Ok(0),
                State::Between(mut input) => {
                    if input.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    check_window(input.fill_buf()?)?;
                    let decoder = ruzstd::decoding::StreamingDecoder::new(input);
                    let decoder = decoder.map_err(|error| io::Error::other(error.to_string()))?;
                    self.state = State::Inside(Box::new(decoder));
                }
                State::Inside(mut decoder) => {
                    let count = decoder.read(buffer)?;
                    if count > 0 {
                        self.state = State::Inside(decoder);
                        return Ok(count);
                    }
                    self.state = State::Between(decoder.into_inner());
                }
            }
        }
    }
}

/// Fails if a frame asks for a window larger than [`MOST_WINDOW`] (RFC 8878, 3.1.1.1).
fn check_window(header: &[u8]) -> io::Result<()> {
    let (Some(&descriptor), true) = (header.get(4), header.starts_with(&ZSTD)) else {
        return Ok(());
    };
    let is_single_segment = descriptor & 0x20 != 0;
    let window = if is_single_segment {
        let dictionary_bytes = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let size_bytes = [1, 2, 4, 8][usize::from(descriptor >> 6)];
        let start = 5 + dictionary_bytes;
        let size = header.get(start..start + size_bytes).unwrap_or_default();
        size.iter()
            .rev()
            .fold(0, |all, &byte| all << 8 | u64::from(byte))
    } else {
        let byte = header.get(5).copied().unwrap_or(0);
        let base = 1u64 << (10 + (byte >> 3));
        base + base / 8 * u64::from(byte & 7)
    };
    if window > MOST_WINDOW {
        let (found, most) = (window >> 20, MOST_WINDOW >> 20);
        let message = format!("a window of {found} MB is larger than {most} MB; compress it anew");
        return Err(io::Error::other(message));
    }
    Ok(())
}
