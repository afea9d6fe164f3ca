//! A part of a list of edges, by its bytes: what one of several processes reads of one file.

use std::ops::Range;

use grundy_core::Limits;

use super::pairs::first_pair;
use super::pairs_error::{explain, long_line};
use super::scan::scan_pairs;
use super::source::{BUFFER, PIECE, Piece, WalkError, whole_lines};
use super::{Format, GraphSource, LoadError};
use crate::MOST_VERTICES;

/// What the beginning of a list of edges says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListHead {
    /// The numbers of vertices and edges, if there is a header.
    pub stated: Option<(u64, u64)>,
    /// Where the first line with an edge may begin.
    pub start: u64,
    /// The number of the first vertex, 0 or 1.
    pub base: u32,
}

impl ListHead {
    /// Reads the beginning of a list; `format` must say whether there is a header, since that cannot be
    /// told without reading all of it.
    ///
    /// # Errors
    ///
    /// [`LoadError`].
    ///
    /// # Panics
    ///
    /// If `format` is neither [`Format::Counted`] nor [`Format::Edges`].
    pub fn read(
        source: &GraphSource,
        format: Format,
        one_based: bool,
        limits: &Limits,
    ) -> Result<ListHead, LoadError> {
        assert!(
            matches!(format, Format::Counted | Format::Edges),
            "slices are of lists of edges"
        );
        let first = first_pair(source, limits)?;
        let base = u32::from(one_based);
        Ok(if format == Format::Counted {
            ListHead {
                stated: Some((first.a, first.b)),
                start: first.next,
                base,
            }
        } else {
            ListHead {
                stated: None,
                start: first.offset,
                base,
            }
        })
    }

    /// Gives all edges in lines that begin within `bytes` of the source to `take`, some at a time, with
    /// vertices counted from 0. Slices that cover the source without overlap give each edge once.
    ///
    /// # Errors
    ///
    /// [`LoadError`] with the line of the first edge that is wrong, or as `take` fails.
    pub fn read_slice(
        &self,
        source: &GraphSource,
        bytes: Range<u64>,
        limits: &Limits,
        mut take: impl FnMut(&[(u32, u32)]) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        let most = u64::from(MOST_VERTICES);
        let bound = self.stated.map_or(most, |(vertices, _)| vertices.min(most)) as u32;
        let mut buffer = vec![0; BUFFER];
        let mut start = bytes.start.max(self.start);
        while start < bytes.end.min(source.len()) {
            limits.check_time()?;
            let piece = whole_lines::<()>(source, self.start, start, &mut buffer);
            start += PIECE;
            let piece = match piece {
                Ok(Some(piece)) => piece,
                Ok(None) => continue,
                Err(WalkError::LongLine(offset)) => return Err(long_line(source, offset)?),
                Err(WalkError::Load(error)) => return Err(error),
                Err(WalkError::Fault(_)) => unreachable!("no line was read yet"),
            };
            let Some(piece) = until(piece, bytes.end) else {
                return Ok(());
            };
            let mut failed = Ok(());
            let scanned = scan_pairs(&piece, self.base, |edges, _| {
                let is_inside = |&(from, to): &(u32, u32)| from.max(to) < bound;
                let inside = edges.iter().take_while(|&edge| is_inside(edge)).count();
                if failed.is_ok() {
                    failed = take(&edges[..inside]);
                }
                inside
            });
            failed?;
            if let Err(fault) = scanned {
                let stated = self.stated.map(|(vertices, _)| vertices);
                return Err(explain(source, &fault, self.base, stated, limits.bytes)?);
            }
        }
        Ok(())
    }
}

/// The lines of a piece that begin before `end`; nothing if none does.
fn until(mut piece: Piece<'_>, end: u64) -> Option<Piece<'_>> {
    if piece.offset >= end {
        return None;
    }
    let inside = (end - piece.offset) as usize;
    if piece.length > inside {
        let rest = &piece.bytes[inside - 1..piece.length];
        let line_feed = rest.iter().position(|&b| b == b'\n');
        piece.length = line_feed.map_or(piece.length, |at| inside + at);
    }
    Some(piece)
}
