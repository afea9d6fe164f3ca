//! The lands that were found, with all that is known of each.
//!
//! Keys stand one after the other in one list of bytes; the index holds numbers of lands, and a land is found
//! only if its whole key is equal.

/// The number of a land in the table.
pub(crate) type LandId = u32;

/// Proof numbers of a couple: how much is left to prove that the player to move wins (`win`), or loses (`lose`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    pub(crate) win: u32,
    pub(crate) lose: u32,
}

/// More than any effort: proved impossible.
pub(crate) const NEVER: u32 = u32::MAX / 4;

impl Effort {
    pub(crate) const WON: Effort = Effort {
        win: 0,
        lose: NEVER,
    };
    pub(crate) const LOST: Effort = Effort {
        win: NEVER,
        lose: 0,
    };
    const UNKNOWN: Effort = Effort {
        win: u32::MAX,
        lose: u32::MAX,
    };

    pub(crate) fn is_decided(self) -> bool {
        self.win == 0 || self.lose == 0
    }

    /// The lesser of both efforts.
    pub(crate) fn least(self) -> u32 {
        self.win.min(self.lose)
    }
}

/// Nimbers below this are excluded in the record of a land, others as couples that are won.
const EXCLUDABLE: u32 = 64;

/// Heaps whose couples stand in the record of the land; others stand in a map of their own.
const NEAR: usize = 2;

/// What is known of a land.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    key_start: u64,
    /// Nimbers that the land is known not to have.
    pub(crate) excluded: u64,
    efforts: [Effort; NEAR],
    key_length: u16,
    lives: u16,
    /// The nimber plus 1; 0 while it is not known.
    nimber: u16,
    /// Where the options stand that are still open, plus 1; 0 if they are not listed.
    pub(crate) options: u32,
}

impl Record {
    pub(crate) fn nimber(&self) -> Option<u32> {
        self.nimber.checked_sub(1).map(u32::from)
    }

    pub(crate) fn lives(&self) -> u32 {
        self.lives.into()
    }

    /// True if the search has been there, or something was proved.
    pub(crate) fn is_worked_on(&self) -> bool {
        self.nimber > 0 || self.excluded != 0 || self.efforts != [Effort::UNKNOWN; NEAR]
    }
}

/// All lands.
#[derive(Default)]
pub(crate) struct Table {
    keys: Vec<u8>,
    pub(crate) records: Vec<Record>,
    /// Numbers of lands plus 1, placed by the hash of the key; 0 is free.
    index: Vec<u32>,
    far: std::collections::HashMap<(LandId, u32), Effort>,
    /// Lands whose nimber is known.
    pub(crate) exact: u64,
}

impl Table {
    /// The number of a land, which is added if it is new.
    pub(crate) fn intern(&mut self, key: &[u8], lives: u32) -> LandId {
        if (self.records.len() + 1) * 8 > self.index.len() * 5 {
            self.grow_index();
        }
        let mask = self.index.len() - 1;
        let mut slot = hash(key) as usize & mask;
        loop {
            match self.index[slot] {
                0 => break,
                found if self.key(found - 1) == key => return found - 1,
                _ => slot = (slot + 1) & mask,
            }
        }
        let id = self.records.len() as LandId;
        self.index[slot] = id + 1;
        self.records.push(Record {
            key_start: self.keys.len() as u64,
            excluded: 0,
            efforts: [Effort::UNKNOWN; NEAR],
            key_length: key.len() as u16,
            lives: lives.min(u16::MAX.into()) as u16,
            nimber: 0,
            options: 0,
        });
        self.keys.extend_from_slice(key);
        id
    }

    fn grow_index(&mut self) {
        let size = (self.index.len() * 2).max(1 << 10);
        self.index.clear();
        self.index.resize(size, 0);
        for id in 0..self.records.len() as LandId {
            let mut slot = hash(self.key(id)) as usize & (size - 1);
            while self.index[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.index[slot] = id + 1;
        }
    }

    /// The bytes of a land.
    pub(crate) fn key(&self, id: LandId) -> &[u8] {
        let record = &self.records[id as usize];
        let start = record.key_start as usize;
        &self.keys[start..start + usize::from(record.key_length)]
    }

    pub(crate) fn record(&self, id: LandId) -> &Record {
        &self.records[id as usize]
    }

    pub(crate) fn record_mut(&mut self, id: LandId) -> &mut Record {
        &mut self.records[id as usize]
    }

    /// Notes the nimber of a land.
    pub(crate) fn settle(&mut self, id: LandId, nimber: u32) {
        let record = &mut self.records[id as usize];
        debug_assert!(record.nimber().is_none_or(|known| known == nimber));
        debug_assert!(nimber >= EXCLUDABLE || record.excluded >> nimber & 1 == 0);
        self.exact += u64::from(record.nimber == 0);
        record.nimber = nimber as u16 + 1;
        record.options = 0;
    }

    /// Notes that a land does not have a nimber.
    pub(crate) fn exclude(&mut self, id: LandId, nimber: u32) {
        if nimber < EXCLUDABLE {
            self.records[id as usize].excluded |= 1 << nimber;
        } else {
            self.note(id, nimber, Effort::WON);
        }
    }

    /// The least nimber that a land may have.
    pub(crate) fn least_possible(&self, id: LandId) -> u32 {
        let mut least = (!self.records[id as usize].excluded).trailing_zeros();
        while least >= EXCLUDABLE && self.far.get(&(id, least)) == Some(&Effort::WON) {
            least += 1;
        }
        least
    }

    /// What is left to prove of a couple.
    pub(crate) fn effort(&self, id: LandId, heap: u32) -> Effort {
        let record = &self.records[id as usize];
        if let Some(nimber) = record.nimber() {
            return if nimber == heap {
                Effort::LOST
            } else {
                Effort::WON
            };
        }
        if heap < EXCLUDABLE && record.excluded >> heap & 1 == 1 {
            return Effort::WON;
        }
        let noted = match record.efforts.get(heap as usize) {
            Some(effort) => *effort,
            None => *self.far.get(&(id, heap)).unwrap_or(&Effort::UNKNOWN),
        };
        if noted == Effort::UNKNOWN {
            return Effort {
                win: 1,
                lose: 1 + record.lives() / 2,
            };
        }
        noted
    }

    /// Notes what is left to prove of a couple.
    pub(crate) fn note(&mut self, id: LandId, heap: u32, effort: Effort) {
        match self.records[id as usize].efforts.get_mut(heap as usize) {
            Some(noted) => *noted = effort,
            None => drop(self.far.insert((id, heap), effort)),
        }
    }

    /// The bytes that the table takes.
    pub(crate) fn bytes(&self) -> u64 {
        let records = self.records.capacity() * size_of::<Record>();
        let far = self.far.capacity() * (size_of::<((LandId, u32), Effort)>() + 1);
        (self.keys.capacity() + records + self.index.len() * 4 + far) as u64
    }

    /// The bytes that it may take soon.
    pub(crate) fn bytes_soon(&self) -> u64 {
        let index = self.index.len() as u64 * 8;
        let far = self.far.capacity() * 3 * size_of::<((LandId, u32), Effort)>();
        bytes_soon(&self.keys) + bytes_soon(&self.records) + index + far as u64
    }

    /// A table with only the lands that `keep` chooses; numbers change, and no options are listed.
    pub(crate) fn retain(&self, keep: impl Fn(&Record) -> bool) -> Table {
        let mut kept = Table::default();
        for (id, record) in (0..).zip(&self.records) {
            if !keep(record) {
                continue;
            }
            let new = kept.intern(self.key(id), record.lives());
            let place = kept.record_mut(new);
            place.excluded = record.excluded;
            place.efforts = record.efforts;
            place.nimber = record.nimber;
            kept.exact += u64::from(record.nimber > 0);
            for heap in NEAR as u32..=4 {
                if let Some(&effort) = self.far.get(&(id, heap)) {
                    kept.far.insert((new, heap), effort);
                }
            }
        }
        kept
    }
}

/// The bytes of a list: with its double beside it if it is about to grow.
pub(crate) fn bytes_soon<T>(list: &Vec<T>) -> u64 {
    let is_full = list.len() + list.len() / 8 >= list.capacity();
    let times = if is_full { 3 } else { 1 };
    (list.capacity() * size_of::<T>() * times) as u64
}

/// A hash of a key, eight bytes at a time.
fn hash(key: &[u8]) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = key.len() as u64;
    let mut chunks = key.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("chunks of eight"));
        hash = (hash.rotate_left(29) ^ word).wrapping_mul(MULTIPLIER);
    }
    let mut rest = 0;
    for &byte in chunks.remainder() {
        rest = rest << 8 | u64::from(byte);
    }
    hash = (hash.rotate_left(29) ^ rest).wrapping_mul(MULTIPLIER);
    hash ^ hash >> 32
}
