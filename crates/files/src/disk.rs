//! The steps of writing a file, each of which can fail.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// What writes files; tests implement it to make one step fail.
pub trait Disk: Send + Sync {
    /// Writes all of `bytes` at the file's position.
    ///
    /// # Errors
    ///
    /// Any I/O error; part of the bytes may have been written.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// Waits until everything written to the file is on the disk.
    ///
    /// # Errors
    ///
    /// Any I/O error; then nothing is known about what is on the disk.
    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    /// Gives a temporary file its name, in place of a file that has it.
    ///
    /// # Errors
    ///
    /// Any I/O error; then the temporary file is removed.
    fn replace(&self, file: NamedTempFile, path: &Path) -> io::Result<File> {
        file.persist(path).map_err(|error| error.error)
    }

    /// Gives a temporary file its name, which no file may have.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`], or any other I/O error; then the temporary file is removed.
    fn publish(&self, file: NamedTempFile, path: &Path) -> io::Result<File> {
        file.persist_noclobber(path).map_err(|error| error.error)
    }
}

/// The disk itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {}

/// The folder of `path`.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes the name of a file as lasting as its contents, where the system can do that.
pub(crate) fn sync_folder(disk: &dyn Disk, path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        disk.sync(&File::open(folder(path))?)?;
    }
    Ok(())
}

/// A temporary file beside `path`, under a name that no other file has; it is removed unless it gets a name.
pub(crate) fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".grundy-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: what the user's mask allows.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder(path))
}
