//! Every write, sync and rename of a store fails in turn, and the last block that was written is torn: what was
//! committed is there, the run can be resumed, and of several processes one has the store.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use grundy_core::{HeapRules, Limits};
use grundy_files::{Disk, RealDisk};
use grundy_sequence::store::{Keep, RunError, Store, StoreError, StoredRun, StoredSearch};
use grundy_sequence::{Hash, Values};
use tempfile::{NamedTempFile, TempDir};

/// What a disk writes as a whole or not at all.
const SECTOR: u64 = 512;

/// What a write that fails has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tear {
    /// Nothing was written.
    Nothing,
    /// The sectors before the last one were written.
    LastSector,
    /// Zeros were written, as after a power failure on some file systems.
    Zeros,
}

/// A disk on which everything fails after some steps.
struct FaultyDisk {
    left: AtomicUsize,
    tear: Tear,
}

impl FaultyDisk {
    fn step(&self) -> io::Result<()> {
        if self.left.load(Ordering::Relaxed) == 0 {
            return Err(io::Error::from(ErrorKind::StorageFull));
        }
        self.left.fetch_sub(1, Ordering::Relaxed);
        Ok(())
    }
}

impl Disk for FaultyDisk {
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.step() {
            let start = file.stream_position()?;
            let end = (start + bytes.len() as u64) / SECTOR * SECTOR;
            let whole = end.saturating_sub(start) as usize;
            match self.tear {
                Tear::Nothing => {}
                Tear::LastSector => file.write_all(&bytes[..whole])?,
                Tear::Zeros => file.write_all(&vec![0; whole])?,
            }
            return Err(error);
        }
        file.write_all(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.step()?;
        RealDisk.sync(file)
    }

    fn replace(&self, file: NamedTempFile, path: &Path) -> io::Result<File> {
        self.step()?;
        RealDisk.replace(file, path)
    }

    fn publish(&self, file: NamedTempFile, path: &Path) -> io::Result<File> {
        self.step()?;
        RealDisk.publish(file, path)
    }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    (folder, path)
}

fn file_count(folder: &TempDir) -> usize {
    fs::read_dir(folder.path()).unwrap().count()
}

/// Runs in several parts, each of which is committed.
fn run(disk: Arc<dyn Disk>, path: &Path, rules: &HeapRules, keep: Keep) -> Result<Hash, RunError> {
    let limits = Limits::default();
    let mut run = StoredRun::open_on(disk, path, "a game", rules, Some(keep), &limits)?;
    for to in [500, 900, 2000, 4000] {
        run.advance(to, &limits, |_| {})?;
    }
    Ok(run.store().committed().hash)
}

#[test]
fn a_store_survives_the_failure_of_every_step() {
    let games = [
        HeapRules::with_tail(&[0, 6], &[]),
        HeapRules::new([(2, 3), (5, 3), (6, 3)]),
    ];
    for rules in games {
        let mut values = Values::new(rules.clone());
        values.fill(4001, &Limits::default()).unwrap();
        let hash_to = |count: u64| values.values()[..count as usize].iter().skip(1).collect();
        let whole: Hash = hash_to(4001);
        for (keep, tear) in [Keep::Values, Keep::State].into_iter().flat_map(|keep| {
            [Tear::Nothing, Tear::LastSector, Tear::Zeros].map(|tear| (keep, tear))
        }) {
            for steps in 0.. {
                let (folder, path) = folder();
                let left = AtomicUsize::new(steps);
                let result = run(Arc::new(FaultyDisk { left, tear }), &path, &rules, keep);
                let case = format!("{rules}: {keep:?}, {tear:?} after {steps} steps");
                assert_eq!(file_count(&folder), usize::from(path.exists()), "{case}");
                if path.exists() {
                    let store = Store::open(&path).expect(&case);
                    let committed = *store.committed();
                    let expected: Hash = hash_to(committed.count);
                    assert_eq!(committed.hash, expected, "{case}");
                }
                let resumed = run(Arc::new(RealDisk), &path, &rules, keep);
                assert_eq!(resumed.expect(&case), whole, "{case}");
                if result.is_ok() {
                    assert!(steps >= 20, "only {steps} steps can fail");
                    break;
                }
            }
        }
    }
}

#[test]
fn a_search_survives_the_failure_of_every_step() {
    let rules = HeapRules::with_tail(&[0, 1, 2, 7], &[]);
    let limits = Limits::default();
    let search = |disk: Arc<dyn Disk>, path: &Path, to: u64| -> Result<_, RunError> {
        let run = StoredSearch::open_on(disk, path, "a game", &rules)?;
        run.expect("the rules allow it")
            .advance(to, &limits, |_| {})
    };
    for steps in 0.. {
        let (_folder, path) = folder();
        let (left, tear) = (AtomicUsize::new(steps), Tear::LastSector);
        let disk: Arc<dyn Disk> = Arc::new(FaultyDisk { left, tear });
        let result =
            search(disk.clone(), &path, 20_000).and_then(|_| search(disk, &path, u64::MAX));
        let found = search(Arc::new(RealDisk), &path, u64::MAX)
            .unwrap()
            .unwrap();
        let period = &found.period;
        assert_eq!((period.preperiod, period.period), (46_578, 4));
        if result.is_ok() {
            break;
        }
    }
}

#[test]
fn of_many_that_make_one_store_exactly_one_has_it() {
    let rules = HeapRules::with_tail(&[0, 6], &[]);
    for round in 0..40 {
        let (folder, path) = folder();
        let own = folder.path().join("store.new");
        fs::write(&own, "of the user").unwrap();
        let barrier = Barrier::new(4);
        let results: Vec<_> = std::thread::scope(|scope| {
            let open = || {
                barrier.wait();
                let run = StoredRun::open(&path, "0.6", &rules, None, &Limits::default());
                let result = run.and_then(|mut run| {
                    run.advance(2000, &Limits::default(), |_| {})?;
                    Ok(run)
                });
                barrier.wait();
                result.map(|run| run.store().committed().count)
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
            let join = threads.into_iter().map(|thread| thread.join().unwrap());
            join.collect()
        });
        let (winners, rest): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
        assert_eq!(winners.len(), 1, "round {round}");
        assert!(
            rest.iter()
                .all(|result| matches!(result, Err(RunError::Store(StoreError::Busy)))),
            "round {round}: {rest:?}"
        );
        assert_eq!(Store::open(&path).unwrap().committed().count, 2001);
        assert_eq!(fs::read(&own).unwrap(), b"of the user");
        assert_eq!(file_count(&folder), 2);
    }
}
