//! What the server itself keeps for its clients: requests that wait for a worker, and answers that are being read.
//!
//! Workers are bounded by their limits; this is the rest. Clients that send large requests, or read large answers
//! slowly, could otherwise fill the memory by the number of their connections. What is small is always taken: the
//! number of connections bounds it.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::failure::Failure;

/// Up to this size, nothing is counted.
const SMALL_BYTES: usize = 16 << 10;
/// What is counted at a time.
const UNIT_BYTES: usize = 1 << 10;

/// Room for what is kept.
#[derive(Clone)]
pub(crate) struct Room(Arc<Semaphore>);

/// A part of the room; it is free again when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct Taken(Option<OwnedSemaphorePermit>);

impl Room {
    /// Room for so many bytes.
    pub fn new(bytes: usize) -> Room {
        let units = (bytes / UNIT_BYTES).min(Semaphore::MAX_PERMITS);
        Room(Arc::new(Semaphore::new(units)))
    }

    /// Takes room for one thing of so many bytes.
    ///
    /// # Errors
    ///
    /// When there is none: then the client may come back.
    pub fn take(&self, bytes: usize) -> Result<Taken, Failure> {
        let mut taken = Taken::default();
        self.enlarge(&mut taken, bytes)?;
        Ok(taken)
    }

    /// Makes `taken` room for so many bytes, if it is not yet.
    ///
    /// # Errors
    ///
    /// As [`Room::take`].
    pub fn enlarge(&self, taken: &mut Taken, bytes: usize) -> Result<(), Failure> {
        if bytes <= SMALL_BYTES {
            return Ok(());
        }
        let present = taken
            .0
            .as_ref()
            .map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = bytes.div_ceil(UNIT_BYTES).saturating_sub(present);
        let missing = u32::try_from(missing).map_err(|_| Failure::busy())?;
        let more = Arc::clone(&self.0).try_acquire_many_owned(missing);
        let more = more.map_err(|_| Failure::busy())?;
        match &mut taken.0 {
            Some(permit) => permit.merge(more),
            None => taken.0 = Some(more),
        }
        Ok(())
    }
}

/// The text of an answer, with the room that it takes until it is sent.
#[derive(Debug)]
pub(crate) struct Answer {
    text: String,
    _taken: Taken,
}

impl Answer {
    pub fn new(text: String, taken: Taken) -> Answer {
        Answer {
            text,
            _taken: taken,
        }
    }
}

impl AsRef<[u8]> for Answer {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        (headers, Body::from(Bytes::from_owner(self))).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_taken_once_and_free_again_when_its_holder_is_gone() {
        let room = Room::new(4 * SMALL_BYTES);
        let mut first = room.take(SMALL_BYTES + 1).unwrap();
        for bytes in [SMALL_BYTES, 2 * SMALL_BYTES, 3 * SMALL_BYTES] {
            room.enlarge(&mut first, bytes).unwrap();
        }
        assert!(room.enlarge(&mut first, 5 * SMALL_BYTES).is_err());
        assert!(room.take(2 * SMALL_BYTES).is_err());
        // What is small is always taken.
        assert!(room.take(SMALL_BYTES).is_ok());
        drop(first);
        let answer = Answer::new("{}".to_owned(), room.take(4 * SMALL_BYTES).unwrap());
        let response = answer.into_response();
        assert!(room.take(2 * SMALL_BYTES).is_err());
        drop(response);
        assert!(room.take(4 * SMALL_BYTES).is_ok());
    }
}
