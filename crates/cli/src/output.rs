//! Where answers go: standard output as JSON or text, or a file.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use grundy::Error;
use grundy::files::write_atomically;
use grundy::render::paint::{Paint, visible_with_colors};
use serde::Serialize;

use crate::common::Common;
use crate::failure::Failure;

/// Prints a report: as JSON if that was asked for, else as the text that `render` makes of it.
pub fn print<R: Serialize>(
    common: &Common,
    report: &R,
    render: impl FnOnce(&R, Paint) -> String,
) -> Result<(), Failure> {
    if common.json {
        print_json(report)
    } else {
        print_text(&render(report, common.paint()))
    }
}

/// Prints a report as one line of JSON.
pub fn print_json(report: &impl Serialize) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, report).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Prints a text as it is; on a terminal, control characters in it are made visible.
pub fn print_text(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        out.write_all(visible_with_colors(text).as_bytes())?;
        return Ok(out.flush()?);
    }
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a picture to a file, or to standard output for `-`; a file is replaced as a whole, or
/// left as it was.
pub fn write_picture(path: &Path, picture: &str, common: &Common) -> Result<(), Failure> {
    if is_standard_output(path) {
        return print_text(picture);
    }
    let written = write_atomically(path, |file| file.write_all(picture.as_bytes()));
    written.map_err(|source| Error::Io {
        path: path.to_owned(),
        source,
    })?;
    common.note(format_args!("wrote {}", path.display()));
    Ok(())
}

/// True for `-`.
pub fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses a picture and JSON on the same standard output, and names that promise something other than SVG.
pub fn check_one_output(picture: Option<&Path>, common: &Common) -> Result<(), Failure> {
    let ending = picture.and_then(|path| path.extension());
    let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    if let Some(ending @ ("png" | "jpg" | "jpeg" | "gif" | "pdf" | "webp")) = ending.as_deref() {
        return Err(Failure::usage(format!(
            "pictures are drawn as SVG, not as {}; name a file that ends in .svg, and convert it: rsvg-convert a.svg -o a.{ending}",
            ending.to_ascii_uppercase()
        )));
    }
    if common.json && picture.is_some_and(is_standard_output) {
        return Err(Failure::usage(
            "both the picture and the JSON would go to standard output; name a file for the picture",
        ));
    }
    Ok(())
}
