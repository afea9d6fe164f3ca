//! The guide as pages: the chapters of `docs` by mdBook, with links to the playground, and what else belongs to the site.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::{copy, names, succeeded};
use crate::try_it::with_links;
use crate::{root, run, target};

/// Writes the guide into `guide`, and the programs and certificates that it speaks of beside it in `site`.
pub fn build(site: &Path) -> io::Result<()> {
    let book = root().join("target/book");
    // What an earlier build left goes; there may be none.
    let _ = fs::remove_dir_all(&book);
    let chapters = book.join("src");
    copy(&root().join("docs"), &chapters)?;
    for name in names(&chapters)?
        .iter()
        .filter(|name| name.ends_with(".md"))
    {
        let path = chapters.join(name);
        fs::write(&path, with_links(&fs::read_to_string(&path)?))?;
    }
    fs::write(
        chapters.join("judge-problems.md"),
        judge_problems(&site.join("judge"))?,
    )?;
    fs::write(
        chapters.join("certificates.md"),
        certificates(&site.join("certificates"))?,
    )?;
    let summary = fs::read_to_string(chapters.join("SUMMARY.md"))?;
    fs::write(
        chapters.join("SUMMARY.md"),
        format!(
            "{summary}- [Judge problems](judge-problems.md)\n- [Certificates, schema, library](certificates.md)\n"
        ),
    )?;
    fs::write(
        book.join("book.toml"),
        "[book]\ntitle = \"grundy\"\n[output.html]\nno-section-label = true\n",
    )?;
    let built = run(Command::new(program()?)
        .arg("build")
        .arg(&book)
        .arg("--dest-dir")
        .arg(site.join("guide")));
    succeeded(built, ())
}

/// What the command line prints for these arguments.
pub fn grundy(arguments: &[&str]) -> io::Result<String> {
    let built = target().join("checked/grundy");
    let program = std::env::var_os("GRUNDY").map_or(built, PathBuf::from);
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    succeeded(output.status.success(), text)
}

/// mdBook, which is installed below `target` if it is not there.
fn program() -> io::Result<OsString> {
    if Command::new("mdbook").arg("--version").output().is_ok() {
        return Ok("mdbook".into());
    }
    let tools = root().join("target/tools");
    let own: PathBuf = tools.join("bin/mdbook");
    if !own.exists() {
        println!("installing mdBook in {}", tools.display());
        let installed = run(Command::new("cargo")
            .args(["install", "mdbook", "--locked", "--no-default-features"])
            // The guide is small; a quick build of the tool is worth more than a quick tool.
            .arg("--debug")
            .args(["--features", "search", "--root"])
            .arg(&tools)
            .arg("--target-dir")
            .arg(tools.join("build")));
        succeeded(installed, ())?;
    }
    Ok(own.into())
}

/// A page with the programs of the judge problems and their samples, which are written into the folder `to`.
fn judge_problems(to: &Path) -> io::Result<String> {
    fs::create_dir_all(to)?;
    let samples = root().join("crates/rules/tests/judge");
    let mut page =
        "# Judge problems\n\nEach program is what `grundy judge NAME < input` runs.\n".to_owned();
    for line in grundy(&["judge", "--list"])?.lines() {
        let Some((name, sentence)) = line.split_once(' ') else {
            continue;
        };
        let program = grundy(&["judge", "--show", name])?;
        fs::write(to.join(format!("{name}.star")), &program)?;
        let _ = writeln!(page, "\n## {name}\n\n{}\n", sentence.trim());
        let _ = write!(page, "[Program](../judge/{name}.star)");
        for part in ["in", "out"] {
            let sample = samples.join(name).join(part);
            if sample.exists() {
                let title = if part == "in" { "sample" } else { "its answer" };
                fs::copy(&sample, to.join(format!("{name}.{part}")))?;
                let _ = write!(page, " · [{title}](../judge/{name}.{part})");
            }
        }
        let _ = writeln!(page, "\n\n```python\n{}\n```", program.trim_end());
    }
    Ok(page)
}

/// A page about the certificates, which are written into the folder `to`.
fn certificates(to: &Path) -> io::Result<String> {
    copy(&root().join("examples/certificates"), to)?;
    let mut page = "# Certificates\n\nProofs that a nim-sequence repeats for ever, as `grundy period RULESET --json` writes them. \
                    `grundy period --check FILE` computes the values anew and checks what the theorem asks for.\n\n"
        .to_owned();
    for name in names(to)? {
        let game = name.trim_end_matches(".json");
        let _ = writeln!(page, "- [{game}](../certificates/{name})");
    }
    page.push_str(
        "\n# For programs\n\n- [The JSON Schema of every answer](../schema.json)\n\
         - [The library, item by item](../library/grundy/index.html)\n",
    );
    Ok(page)
}
