//! Every step of writing a file fails in turn; the file is as it was, and nothing is left beside it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use grundy_files::{
    Disk, LockError, RealDisk, create_locked, open_locked, write_atomically, write_atomically_on,
};
use tempfile::{NamedTempFile, TempDir};

/// A disk on which one step fails; a write that fails has written a part.
struct FaultyDisk {
    left: AtomicUsize,
}

impl FaultyDisk {
    fn failing_after(steps: usize) -> FaultyDisk {
        let left = AtomicUsize::new(steps);
        FaultyDisk { left }
    }

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
            file.write_all(&bytes[..bytes.len() / 2])?;
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
    let path = folder.path().join("file");
    (folder, path)
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let (folder, path) = folder();
    let new: Vec<u8> = (0..200_000u32).map(|n| n as u8).collect();
    for existing in [None, Some(b"as it was")] {
        for steps in 0.. {
            let _ = fs::remove_file(&path);
            if let Some(bytes) = existing {
                fs::write(&path, bytes).unwrap();
            }
            let disk = FaultyDisk::failing_after(steps);
            let result = write_atomically_on(&disk, &path, |output| {
                new.chunks(1000).try_for_each(|part| output.write_all(part))
            });
            let found = fs::read(&path).ok();
            let is_new = found.as_deref() == Some(&new[..]);
            let is_old = found.as_deref() == existing.map(|bytes| &bytes[..]);
            assert!(is_new || is_old, "failing after {steps} steps");
            assert!(is_new || result.is_err(), "failing after {steps} steps");
            let expected: &[&str] = if found.is_some() { &["file"] } else { &[] };
            assert_eq!(names(&folder), expected);
            if result.is_ok() {
                assert!(steps >= 4, "write, sync, rename and sync can fail");
                break;
            }
        }
    }
}

#[test]
fn a_new_file_appears_whole_and_locked_or_not_at_all() {
    let (folder, path) = folder();
    for steps in 0.. {
        let disk = FaultyDisk::failing_after(steps);
        let result = create_locked(&disk, &path, b"contents");
        match &result {
            Ok(_) => {
                assert!(matches!(open_locked(&path), Err(LockError::Busy)));
                break;
            }
            Err(error) => assert!(matches!(error, LockError::Io(_))),
        }
        match fs::read(&path) {
            Ok(found) => assert_eq!(found, b"contents"),
            Err(_) => assert!(names(&folder).is_empty()),
        }
        let _ = fs::remove_file(&path);
    }
    // It is not replaced, and can be opened again.
    let error = create_locked(&RealDisk, &path, b"other");
    assert!(matches!(error, Err(LockError::Io(e)) if e.kind() == ErrorKind::AlreadyExists));
    assert_eq!(fs::read(&path).unwrap(), b"contents");
    assert!(open_locked(&path).is_ok());
    assert_eq!(names(&folder), ["file"]);
}

#[test]
fn of_many_that_make_one_file_exactly_one_has_it() {
    for _ in 0..50 {
        let (folder, path) = folder();
        let barrier = std::sync::Barrier::new(8);
        let made = std::thread::scope(|scope| {
            let make = || {
                barrier.wait();
                let file = create_locked(&RealDisk, &path, b"contents");
                barrier.wait();
                file.is_ok()
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
            let made = threads.into_iter().map(|thread| thread.join().unwrap());
            made.filter(|made| *made).count()
        });
        assert_eq!(made, 1);
        assert_eq!(names(&folder), ["file"]);
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, path) = folder();
    let link = folder.path().join("link");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    write_atomically(&link, |output| output.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    write_atomically(Path::new("/dev/null"), |output| output.write_all(b"new")).unwrap();
}
