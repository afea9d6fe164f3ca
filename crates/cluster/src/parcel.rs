//! What one worker sends to another: a block of numbers with a word on what they mean.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// Numbers for one worker. The meaning of `tag` is the protocol's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parcel {
    /// The worker that it is for.
    pub to: u32,
    /// What the numbers are.
    pub tag: u32,
    /// The numbers.
    pub numbers: Vec<u32>,
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        1
    }
}

/// Numbers that are turned into bytes at a time.
const CHUNK: usize = 1024;

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Parcel {
        let word = |at: usize| {
            let four = bytes[at..at + 4].try_into().expect("four bytes");
            u32::from_le_bytes(four)
        };
        let count = word(8) as usize;
        let four = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let numbers = bytes[12..12 + 4 * count].chunks_exact(4);
        Parcel {
            to: word(0),
            tag: word(4),
            numbers: numbers.map(four).collect(),
        }
    }

    fn length_in_bytes(&self) -> usize {
        (12 + 4 * self.numbers.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        const ROOM: &str = "timely gives as much room as it was told is needed";
        for word in [self.to, self.tag, self.numbers.len() as u32] {
            writer.write_all(&word.to_le_bytes()).expect(ROOM);
        }
        let mut buffer = [0; 4 * CHUNK];
        for numbers in self.numbers.chunks(CHUNK) {
            for (bytes, number) in buffer.chunks_exact_mut(4).zip(numbers) {
                bytes.copy_from_slice(&number.to_le_bytes());
            }
            writer.write_all(&buffer[..4 * numbers.len()]).expect(ROOM);
        }
        let written = 12 + 4 * self.numbers.len();
        let padding = self.length_in_bytes() - written;
        writer.write_all(&[0; 8][..padding]).expect(ROOM);
    }
}

/// Gives each parcel to the worker that it is for, whole.
pub(crate) struct Address;

impl Distributor<Parcel> for Address {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = parcel.to as usize;
        Message::push_at(parcel, time.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _time: &T, _pushers: &mut [P]) {}
}

/// Bytes as numbers: their count, then four in each.
pub(crate) fn numbers_of(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks(4).map(|some| {
        let mut four = [0; 4];
        four[..some.len()].copy_from_slice(some);
        u32::from_le_bytes(four)
    });
    std::iter::once(bytes.len() as u32).chain(words).collect()
}

/// The bytes that [`numbers_of`] made numbers of.
pub(crate) fn bytes_of(numbers: &[u32]) -> Vec<u8> {
    let Some((&count, words)) = numbers.split_first() else {
        return Vec::new();
    };
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.truncate(count as usize);
    bytes
}

#[cfg(test)]
mod tests {
    use timely::bytes::arc::BytesMut;

    use super::*;

    #[test]
    fn a_parcel_survives_the_wire() {
        for count in [0, 1, 2, 3, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK] {
            let parcel = Parcel {
                to: 3,
                tag: 7,
                numbers: (0..count as u32)
                    .map(|n| n.wrapping_mul(2_654_435_761))
                    .collect(),
            };
            let mut bytes = Vec::new();
            parcel.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), parcel.length_in_bytes());
            let wire = BytesMut::from(bytes).freeze();
            assert_eq!(<Parcel as ContainerBytes>::from_bytes(wire), parcel);
        }
    }

    #[test]
    fn bytes_survive_as_numbers() {
        for count in 0..20 {
            let bytes: Vec<u8> = (0..count).collect();
            assert_eq!(bytes_of(&numbers_of(&bytes)), bytes);
        }
    }
}
