//! What a search found, kept in a file, so that a search of hours survives a kill and goes on.
//!
//! The file holds the nimber table: a title, what identifies the game, the entries, and a checksum of all that. It is
//! written beside the old one and takes its place all at once. Proof numbers are not kept: they are only advice.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use grundy_core::{LimitReached, RemovalGame};
use grundy_files::Checksum;

use crate::tables::{Key, Tables};

const TITLE: &[u8; 24] = b"grundy search store 1\n\0\0";

/// Why a store could not be used; it is as it was.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// It could not be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is not what this search would have written.
    Refused {
        /// The file.
        path: PathBuf,
        /// Why.
        fault: StoreFault,
    },
    /// What it holds takes more than is allowed.
    Limit(LimitReached),
}

/// What is wrong with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreFault {
    /// It is not the store of a search.
    NotAStore,
    /// It is damaged.
    Damaged,
    /// It belongs to another game.
    OtherGame,
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StoreFault::NotAStore => "this is not the store of a search",
            StoreFault::Damaged => "this store is damaged: its checksum is wrong",
            StoreFault::OtherGame => "this is the store of another game, or of another size",
        })
    }
}

/// The file of one search.
pub(crate) struct Store {
    path: PathBuf,
    game: [u8; 24],
    pace: Mutex<Pace>,
}

/// When it was written last.
struct Pace {
    written: Instant,
    took: Duration,
    /// An error of the last attempt, until somebody asks.
    failed: Option<StoreError>,
}

/// The least time between two writings; they take a twentieth of the time at most.
const PAUSE: Duration = Duration::from_secs(2);

impl Store {
    /// The store at `path`, whose contents are put into `tables` if the file is there.
    pub(crate) fn open<K: Key>(
        path: &Path,
        game: &RemovalGame,
        tables: &Tables<K>,
    ) -> Result<Store, StoreError> {
        let store = Store {
            path: path.to_owned(),
            game: identity::<K>(game),
            pace: Mutex::new(Pace {
                written: Instant::now(),
                took: Duration::ZERO,
                failed: None,
            }),
        };
        match std::fs::read(path) {
            Ok(bytes) => store.read(&bytes, tables)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => store.write(tables)?,
            Err(error) => return Err(store.io(error)),
        }
        Ok(store)
    }

    /// Writes the store if that is due.
    pub(crate) fn write_if_due<K: Key>(&self, tables: &Tables<K>) {
        let Ok(mut pace) = self.pace.try_lock() else {
            return;
        };
        if pace.written.elapsed() < PAUSE.max(20 * pace.took) {
            return;
        }
        let start = Instant::now();
        pace.failed = self.write(tables).err();
        pace.took = start.elapsed();
        pace.written = Instant::now();
    }

    /// Writes the store because the search ends here.
    pub(crate) fn write_at_last<K: Key>(&self, tables: &Tables<K>) {
        let failed = self.write(tables).err();
        if let Ok(mut pace) = self.pace.lock() {
            pace.failed = failed;
        }
    }

    /// Writes the store.
    pub(crate) fn write<K: Key>(&self, tables: &Tables<K>) -> Result<(), StoreError> {
        let written = grundy_files::write_atomically(&self.path, |file| {
            let mut file = Summed {
                file,
                sum: Checksum::default(),
            };
            file.write_all(TITLE)?;
            file.write_all(&self.game)?;
            let mut result = Ok(());
            tables.visit_known(&mut |key, word, beyond| {
                if result.is_ok() {
                    result = write_entry(&mut file, key, word, beyond);
                }
            });
            result?;
            let sum = file.sum.value();
            file.file.write_all(&sum.to_le_bytes())
        });
        written.map_err(|error| self.io(error))
    }

    /// The error of the last writing, once.
    pub(crate) fn take_error(&self) -> Option<StoreError> {
        self.pace.lock().ok()?.failed.take()
    }

    fn read<K: Key>(&self, bytes: &[u8], tables: &Tables<K>) -> Result<(), StoreError> {
        let refused = |fault| StoreError::Refused {
            path: self.path.clone(),
            fault,
        };
        let rest = bytes
            .strip_prefix(TITLE)
            .ok_or(refused(StoreFault::NotAStore))?;
        let (_, sum) = bytes
            .split_last_chunk::<4>()
            .ok_or(refused(StoreFault::Damaged))?;
        let expected = grundy_files::checksum(&bytes[..bytes.len() - 4]);
        if rest.len() < self.game.len() + 4 || u32::from_le_bytes(*sum) != expected {
            return Err(refused(StoreFault::Damaged));
        }
        let (game, rest) = rest.split_at(self.game.len());
        if game != self.game {
            return Err(refused(StoreFault::OtherGame));
        }
        let (words, tail) = rest[..rest.len() - 4].as_chunks::<8>();
        let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
        while let Some(word) = words.next() {
            let entry = read_entry(&mut words).ok_or(refused(StoreFault::Damaged))?;
            let (key, beyond): (K, Vec<u64>) = entry;
            let restored = tables.restore(&key, word, &beyond);
            restored.map_err(StoreError::Limit)?;
        }
        if tail.is_empty() {
            Ok(())
        } else {
            Err(refused(StoreFault::Damaged))
        }
    }

    fn io(&self, source: io::Error) -> StoreError {
        StoreError::Io {
            path: self.path.clone(),
            source,
        }
    }
}

/// Writes bytes and adds them up.
struct Summed<'f> {
    file: &'f mut dyn Write,
    sum: Checksum,
}

impl Summed<'_> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.file.write_all(bytes)
    }
}

/// What is known, the key, the number of words beyond, and these.
fn write_entry<K: Key>(
    file: &mut Summed<'_>,
    key: &K,
    word: u64,
    beyond: &[u64],
) -> io::Result<()> {
    let words = (0..K::WORDS).map(|at| key.word(at));
    let all = [word].into_iter().chain(words).chain([beyond.len() as u64]);
    for word in all.chain(beyond.iter().copied()) {
        file.write_all(&word.to_le_bytes())?;
    }
    Ok(())
}

fn read_entry<K: Key>(words: &mut impl Iterator<Item = u64>) -> Option<(K, Vec<u64>)> {
    let key: Vec<u64> = words.take(K::WORDS).collect();
    let count = words.next().filter(|_| key.len() == K::WORDS)?;
    let beyond: Vec<u64> = words.take(usize::try_from(count).ok()?).collect();
    let is_whole = beyond.len() as u64 == count;
    is_whole.then(|| (K::from_words(|at| key[at]), beyond))
}

/// What identifies a game: two hashes of its description, and the length of keys.
fn identity<K: Key>(game: &RemovalGame) -> [u8; 24] {
    let mut numbers = vec![game.cells.len() as u64];
    for played in &game.moves {
        for list in [&played.needs, &played.removes] {
            numbers.push(list.len() as u64);
            numbers.extend(list.iter().map(|&cell| u64::from(cell)));
        }
    }
    for (row, column) in game.places.iter().flatten() {
        numbers.extend([u64::from(*row), u64::from(*column)]);
    }
    let hash = |multiplier: u64| {
        let step = |hash: u64, number: &u64| {
            let mixed = (hash ^ number).wrapping_mul(multiplier);
            mixed ^ mixed >> 29
        };
        numbers.iter().fold(0x2545_f491_4f6c_dd1d, step)
    };
    let mut identity = [0; 24];
    let words = [
        hash(0x9e37_79b9_7f4a_7c15),
        hash(0xd6e8_feb8_6659_fd93),
        K::WORDS as u64,
    ];
    for (bytes, word) in identity.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    identity
}
