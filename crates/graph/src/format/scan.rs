//! Lines of two numbers, read eight bytes at a time.
//!
//! A line in the usual form (digits, one space, digits, line feed) takes a handful of operations on
//! words; every other line goes to a slow reader that also says what is wrong.

use super::FormatErrorKind;
use super::source::{Fault, Piece};

/// What is wrong with a line of a list of edges.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LineFault {
    /// Not two numbers.
    Format(FormatErrorKind),
    /// An edge that the caller refused, or whose vertices are above all bounds.
    Edge(u64, u64),
}

/// A line of text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Nothing, or a comment.
    Blank,
    /// Two numbers.
    Pair(u64, u64),
}

/// Edges that are handed over together, at most. Reading lines is work for the processor, counting
/// and placing edges for the memory: apart, each goes at its own pace.
const BATCH: usize = 512;

/// Edges that have been read, and the places of their lines in the piece.
struct Batch {
    edges: [(u32, u32); BATCH],
    places: [u32; BATCH],
    count: usize,
}

impl Batch {
    /// Adds an edge; true if there is no room for another one.
    #[inline(always)]
    fn push(&mut self, place: usize, edge: (u32, u32)) -> bool {
        self.edges[self.count] = edge;
        self.places[self.count] = place as u32;
        self.count += 1;
        self.count == BATCH
    }
}

/// Hands all edges to `take`, some at a time, with the places of their lines in the piece; `take`
/// says how many of them it took, and refuses the next one if these are not all. Vertices are given
/// from `base` on, and handed over from 0 on; what is below wraps to a number above all bounds.
#[inline]
pub(crate) fn scan_pairs(
    piece: &Piece,
    base: u32,
    mut take: impl FnMut(&[(u32, u32)], &[u32]) -> usize,
) -> Result<(), Fault<LineFault>> {
    let fault = |place: usize, kind| Fault {
        offset: piece.offset + place as u64,
        kind,
    };
    let mut hand_over = |batch: &mut Batch| {
        let count = std::mem::take(&mut batch.count);
        let taken = take(&batch.edges[..count], &batch.places[..count]);
        if taken == count {
            return Ok(());
        }
        let (a, b) = batch.edges[taken];
        let written = |v: u32| u64::from(v.wrapping_add(base));
        let kind = LineFault::Edge(written(a), written(b));
        Err(fault(batch.places[taken] as usize, kind))
    };
    let mut batch = Batch {
        edges: [(0, 0); BATCH],
        places: [0; BATCH],
        count: 0,
    };
    let (bytes, mut at) = (piece.bytes, 0);
    while at < piece.length {
        let start = at;
        let edge = match usual_line(bytes, at) {
            Some((a, b, next)) => {
                at = next;
                (a, b)
            }
            None => {
                let length = bytes[at..].iter().position(|&b| b == b'\n');
                let end = at + length.unwrap_or(bytes.len() - at);
                let kind = match read_line(&bytes[at..end]) {
                    Ok(Line::Blank) => None,
                    Ok(Line::Pair(a, b)) => match (u32::try_from(a), u32::try_from(b)) {
                        (Ok(a), Ok(b)) => Some(Ok((a, b))),
                        _ => Some(Err(LineFault::Edge(a, b))),
                    },
                    Err(kind) => Some(Err(LineFault::Format(kind))),
                };
                at = end + 1;
                match kind {
                    None => continue,
                    Some(Ok(edge)) => edge,
                    Some(Err(kind)) => {
                        // An edge before it may be refused, which is then the first fault.
                        hand_over(&mut batch)?;
                        return Err(fault(start, kind));
                    }
                }
            }
        };
        let edge = (edge.0.wrapping_sub(base), edge.1.wrapping_sub(base));
        if batch.push(start, edge) {
            hand_over(&mut batch)?;
        }
    }
    hand_over(&mut batch)
}

/// A line of the usual form at `at`, and where the next one begins.
#[inline(always)]
fn usual_line(bytes: &[u8], at: usize) -> Option<(u32, u32, usize)> {
    let (a, at) = short_number(bytes, at)?;
    if bytes[at] != b' ' {
        return None;
    }
    let (b, at) = short_number(bytes, at + 1)?;
    match bytes[at] {
        b'\n' => Some((a, b, at + 1)),
        b'\r' if bytes[at + 1] == b'\n' => Some((a, b, at + 2)),
        _ => None,
    }
}

/// A number of one to seven digits at `at`, and where it ends.
#[inline(always)]
fn short_number(bytes: &[u8], at: usize) -> Option<(u32, usize)> {
    let word = u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?);
    let digits = word ^ 0x3030_3030_3030_3030;
    // The high bit of each byte that is no digit: above 9, or above 127 to begin with.
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let length = others.trailing_zeros() >> 3;
    if length == 0 || length == 8 {
        return None;
    }
    // Pairs of digits, then fours, then eights; leading places hold zeros.
    let aligned = digits << (64 - 8 * length);
    let twos = (aligned.wrapping_mul(10).wrapping_add(aligned >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (twos.wrapping_mul(100).wrapping_add(twos >> 16)) & 0x0000_ffff_0000_ffff;
    let all = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff;
    Some((all as u32, at + length as usize))
}

/// Any line of a list of edges, without its line feed.
pub(crate) fn read_line(line: &[u8]) -> Result<Line, FormatErrorKind> {
    const EXPECTED: &str = "two vertices, `a b`, and nothing else in the line";
    let text = line.trim_ascii();
    if text.is_empty() || is_comment(text) {
        return Ok(Line::Blank);
    }
    let mut words = text
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let mut number = || match words.next() {
        Some(word) => read_number(word),
        None => Err(FormatErrorKind::unexpected(text, EXPECTED)),
    };
    let (a, b) = (number()?, number()?);
    match words.next() {
        Some(rest) => Err(FormatErrorKind::unexpected(rest, EXPECTED)),
        None => Ok(Line::Pair(a, b)),
    }
}

/// True for a line that begins as comments in lists of edges do.
pub(crate) fn is_comment(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'#' | b'%'))
}

/// A number; one that no 64 bits hold is the largest that they do.
pub(crate) fn read_number(word: &[u8]) -> Result<u64, FormatErrorKind> {
    let is_number = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    if !is_number {
        let expected = "a vertex, a number from 0 on";
        return Err(FormatErrorKind::unexpected(word, expected));
    }
    let push = |number: u64, digit: &u8| {
        number
            .saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    };
    Ok(word.iter().fold(0, push))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::source::PADDING;

    fn scan(text: &str) -> Result<Vec<(u32, u32)>, (u64, LineFault)> {
        let mut bytes = text.as_bytes().to_vec();
        bytes.extend([b'\n'; PADDING]);
        let piece = Piece {
            bytes: &bytes,
            length: text.len(),
            offset: 0,
        };
        let mut edges = Vec::new();
        let take = |batch: &[(u32, u32)], places: &[u32]| {
            assert_eq!(batch.len(), places.len());
            let taken = batch.iter().position(|&(a, _)| a == 13);
            edges.extend_from_slice(&batch[..taken.unwrap_or(batch.len())]);
            taken.unwrap_or(batch.len())
        };
        match scan_pairs(&piece, 0, take) {
            Ok(()) => Ok(edges),
            Err(fault) => Err((fault.offset, fault.kind)),
        }
    }

    #[test]
    fn numbers_of_every_length_are_read() {
        let numbers = [
            0,
            7,
            10,
            99,
            100,
            12345,
            999_999,
            1_234_567,
            9_999_999,
            10_000_000,
            123_456_789,
            u32::MAX,
        ];
        for a in numbers {
            for b in numbers {
                assert_eq!(scan(&format!("{a} {b}")), Ok(vec![(a, b)]));
                let three = scan(&format!("{a} {b}\n{b} {a}\r\n {a}\t{b} \r\n"));
                assert_eq!(three, Ok(vec![(a, b), (b, a), (a, b)]));
            }
        }
    }

    #[test]
    fn blank_lines_and_comments_are_no_edges() {
        assert_eq!(
            scan("\n# three\n1 2\n\n  \r\n% four\n3 4\n\n"),
            Ok(vec![(1, 2), (3, 4)])
        );
        assert_eq!(scan(""), Ok(vec![]));
    }

    #[test]
    fn long_texts_are_handed_over_in_order() {
        for lines in [BATCH - 1, BATCH, BATCH + 1, 5 * BATCH + 3] {
            let lines = lines as u32;
            let text: String = (100..100 + lines)
                .map(|n| format!("{n} {}\n", n * 7))
                .collect();
            let edges: Vec<(u32, u32)> = (100..100 + lines).map(|n| (n, n * 7)).collect();
            assert_eq!(scan(&text), Ok(edges));
            // Of two faults the first is reported, whichever is noticed first.
            let length = text.len() as u64;
            let kind = LineFault::Edge(13, 4);
            assert_eq!(scan(&format!("{text}13 4\n1 2\nx\n")), Err((length, kind)));
            assert_eq!(scan(&format!("{text}x\n13 4\n")).unwrap_err().0, length);
        }
    }

    #[test]
    fn faults_are_reported_at_their_line() {
        let at = |text: &str| scan(text).unwrap_err().0;
        assert_eq!(at("1 2\n3\n"), 4);
        assert_eq!(at("1 2\n3 4 5\n"), 4);
        assert_eq!(at("1 2\n3 x\n"), 4);
        assert_eq!(at("1 -2"), 0);
        assert_eq!(at("1 2\n\u{fc} 3"), 4);
        assert_eq!(scan("13 1"), Err((0, LineFault::Edge(13, 1))));
        let huge = scan("1 99999999999999999999999");
        assert_eq!(huge, Err((0, LineFault::Edge(1, u64::MAX))));
    }
}
