//! Files that are replaced as a whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::disk::{sync_folder, temporary};
use crate::{Disk, RealDisk};

/// Writes the file at `path` so that it holds either all that `write` writes, or what it held before.
///
/// A link is followed. What is not a regular file (a terminal, a pipe, a device) is written directly.
///
/// # Errors
///
/// Any I/O error; then the file is as it was, and nothing is left beside it.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write_atomically_on(&RealDisk, path, write)
}

/// As [`write_atomically`], on a disk that the caller chooses.
///
/// # Errors
///
/// As [`write_atomically`].
pub fn write_atomically_on(
    disk: &dyn Disk,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let existing = fs::metadata(path).ok();
    if existing.as_ref().is_some_and(|found| !found.is_file()) {
        let mut file = File::options().write(true).open(path)?;
        return write_to(disk, &mut file, write);
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut file = temporary(&path)?;
    write_to(disk, file.as_file_mut(), write)?;
    if let Some(existing) = existing {
        file.as_file().set_permissions(existing.permissions())?;
    }
    disk.sync(file.as_file())?;
    disk.replace(file, &path)?;
    sync_folder(disk, &path)
}

fn write_to(
    disk: &dyn Disk,
    file: &mut File,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(1 << 16, OnDisk { disk, file });
    write(&mut output)?;
    output.flush()
}

/// A file whose bytes are written by a disk.
struct OnDisk<'a> {
    disk: &'a dyn Disk,
    file: &'a mut File,
}

impl Write for OnDisk<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.write(self.file, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
