//! Files and folders of the site.

use std::fs;
use std::io;
use std::path::Path;

/// Copies a folder with all that is below it.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// The names of what a folder holds, in order.
pub fn names(folder: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let names = entries.iter().map(|entry| entry.file_name());
    let mut names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
    names.sort();
    Ok(names)
}

/// The files below a folder, by their paths from `site` on.
pub fn list(site: &Path, folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(site, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(site) {
            let name = name.to_string_lossy().replace('\\', "/");
            // Some servers do not show files whose names begin with a dot.
            if !name.starts_with('.') && !name.contains("/.") {
                files.push(name);
            }
        }
    }
    Ok(())
}

/// A value, if the step that made it succeeded.
pub fn succeeded<T>(is_done: bool, value: T) -> io::Result<T> {
    is_done
        .then_some(value)
        .ok_or_else(|| io::Error::other("a step failed"))
}
