//! `cargo xtask site`: the playground without a server, and the guide beside it, as a folder of files.

use std::collections::hash_map::DefaultHasher;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo, root, run};

const TARGET: &str = "wasm32-wasip1";
/// Vectors that every browser has had since 2023.
const FEATURES: &str = "-Ctarget-feature=+simd128";
/// Room for recursion; what the browser allows beside it is its own affair.
const STACK: &str = "-Clink-arg=-zstack-size=16777216";
/// Everything comes from the site itself; nothing is sent elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";

/// Builds `target/site`.
pub fn build() -> bool {
    let Some(engine) = engine() else {
        return false;
    };
    let site = root().join("target/site");
    // What an earlier build left goes; there may be none.
    let _ = fs::remove_dir_all(&site);
    let is_built = assemble(&site, &engine)
        .inspect_err(|error| println!("the site cannot be written: {error}"))
        .is_ok();
    is_built && println_done(&site)
}

fn println_done(site: &Path) -> bool {
    println!("{}: serve it with any web server", site.display());
    true
}

/// Compiles the engine and gives its path; says what is missing if it cannot.
fn engine() -> Option<PathBuf> {
    let mut command = Command::new("cargo");
    command.args([
        "build",
        "-p",
        "grundy-wasm",
        "--profile",
        "site",
        "--target",
        TARGET,
    ]);
    let mut flags = vec![FEATURES.to_owned(), STACK.to_owned()];
    if !has_target() && !add_target() {
        flags.extend(of_debian(&mut command)?);
    }
    command.env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", flags.join(" "));
    let built = root()
        .join("target")
        .join(TARGET)
        .join("site/grundy-wasm.wasm");
    run(&mut command).then_some(())?;
    let small = root().join("target/grundy.wasm");
    Some(if shrink(&built, &small) { small } else { built })
}

/// True if the compiler has a library for the target.
fn has_target() -> bool {
    let told = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    told.is_ok_and(|told| Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_dir())
}

/// Adds it, where that can be done.
fn add_target() -> bool {
    let added = Command::new("rustup")
        .args(["target", "add", TARGET])
        .output();
    added.is_ok_and(|added| added.status.success()) && has_target()
}

/// Debian's compiler with its library in source; the flags that linking needs then.
fn of_debian(command: &mut Command) -> Option<Vec<String>> {
    const LIBC: &str = "/usr/lib/wasm32-wasi";
    let linker = (14..40).rev().map(|version| format!("wasm-ld-{version}"));
    let linker = linker
        .chain(["wasm-ld".to_owned()])
        .find(|name| is_there(name));
    let has = |path: &str| Path::new(path).exists();
    let (Some(linker), true) = (
        linker,
        has("/usr/lib/rustlib/src/rust/library/std") && has("/usr/bin/rustc") && has(LIBC),
    ) else {
        println!(
            "the engine needs a compiler for {TARGET}: `rustup target add {TARGET}`, or on Debian\n\
             `apt-get install rustc-web rust-web-src lld-22 wasi-libc`"
        );
        return None;
    };
    command
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .arg("-Zbuild-std=std,panic_abort");
    Some(vec![
        format!("-Clinker={linker}"),
        "-Clink-self-contained=no".to_owned(),
        format!("-Clink-arg={LIBC}/crt1-command.o"),
        // Threads, which this libc does not know: the page refuses them.
        "-Clink-arg=--allow-undefined".to_owned(),
        format!("-Lnative={LIBC}"),
    ])
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Makes the engine smaller, where `wasm-opt` is installed.
fn shrink(from: &Path, to: &Path) -> bool {
    if !is_there("wasm-opt") {
        println!(
            "wasm-opt is not installed (Debian's package is binaryen): the engine stays a tenth larger"
        );
        return false;
    }
    let features = [
        "simd",
        "bulk-memory",
        "nontrapping-float-to-int",
        "sign-ext",
        "mutable-globals",
    ];
    run(Command::new("wasm-opt")
        .arg("-Os")
        .args(features.map(|feature| format!("--enable-{feature}")))
        .args([from.as_os_str(), "-o".as_ref(), to.as_os_str()]))
}

fn assemble(site: &Path, engine: &Path) -> io::Result<()> {
    copy(&root().join("crates/web/dist"), site)?;
    let page = fs::read_to_string(site.join("index.html"))?;
    let page = page.replace(
        r#"<meta name="engine" content="http" />"#,
        &format!(
            "<meta name=\"engine\" content=\"worker\" />\n    \
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />"
        ),
    );
    fs::write(site.join("index.html"), page)?;
    fs::copy(engine, site.join("grundy.wasm"))?;
    copy(
        &root().join("examples/certificates"),
        &site.join("certificates"),
    )?;
    guide(&site.join("guide"))?;
    let schema = Command::new("cargo")
        .args([
            "run",
            "-q",
            "--profile",
            "checked",
            "-p",
            "grundy-cli",
            "--",
            "schema",
        ])
        .current_dir(root())
        .output()?;
    fs::write(
        site.join("schema.json"),
        succeeded(schema.status.success(), schema.stdout)?,
    )?;
    // The guide and the playground work offline; the library's documentation is large and does not.
    let worker = offline(site)?;
    fs::write(site.join("offline.js"), worker)?;
    let documented = cargo(&[
        "doc",
        "--workspace",
        "--no-deps",
        "--lib",
        "--profile",
        "checked",
    ]);
    succeeded(documented, ())?;
    copy(&root().join("target/doc"), &site.join("library"))
}

fn succeeded<T>(is_done: bool, value: T) -> io::Result<T> {
    is_done
        .then_some(value)
        .ok_or_else(|| io::Error::other("a step failed"))
}

/// The chapters by mdBook, which is installed below `target` if it is not there.
fn guide(to: &Path) -> io::Result<()> {
    let tools = root().join("target/tools");
    let own = tools.join("bin/mdbook");
    let program = if is_there("mdbook") {
        OsString::from("mdbook")
    } else {
        own.clone().into()
    };
    if !is_there("mdbook") && !own.exists() {
        let installed = run(Command::new("cargo")
            .args([
                "install",
                "mdbook",
                "--locked",
                "--no-default-features",
                "--features",
                "search",
                "--root",
            ])
            .arg(&tools)
            .arg("--target-dir")
            .arg(tools.join("build")));
        succeeded(installed, ())?;
    }
    let book = root().join("target/book");
    let _ = fs::remove_dir_all(&book);
    copy(&root().join("docs"), &book.join("src"))?;
    for chapter in fs::read_dir(book.join("src"))? {
        let path = chapter?.path();
        if path.extension().is_some_and(|ending| ending == "md") {
            fs::write(&path, with_links(&fs::read_to_string(&path)?))?;
        }
    }
    fs::write(
        book.join("book.toml"),
        "[book]\ntitle = \"grundy\"\n[output.html]\nno-section-label = true\n",
    )?;
    let built = run(Command::new(program)
        .arg("build")
        .arg(&book)
        .arg("--dest-dir")
        .arg(to));
    succeeded(built, ())
}

/// A chapter whose positions can be tried: after a block that solves some, links to the playground.
fn with_links(chapter: &str) -> String {
    let mut text = String::new();
    let mut positions: Vec<&str> = Vec::new();
    let mut is_console = false;
    for line in chapter.lines() {
        text.push_str(line);
        text.push('\n');
        if line.starts_with("```") {
            if is_console && !positions.is_empty() {
                let links = positions
                    .drain(..)
                    .map(link)
                    .collect::<Vec<_>>()
                    .join(" · ");
                let _ = writeln!(text, "\nTry it: {links}");
            }
            is_console = line == "```console";
        } else if is_console && let Some(position) = solved(line) {
            positions.push(position);
        }
    }
    text
}

/// The position that a command line solves, if that is all it does and no file is needed.
fn solved(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("$ grundy solve ")?.trim();
    let quoted = rest
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''));
    let position = quoted.unwrap_or(rest);
    let is_one = quoted.is_some() || !position.contains(' ');
    let is_plain =
        !position.contains(['\'', '|', '<', '>', '/', '$', '-']) && position.contains(':');
    let needs_file = position.contains('@') || position.contains(".star");
    (is_one && is_plain && !needs_file).then_some(position)
}

fn link(position: &str) -> String {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || b":,._".contains(&byte);
    let mut query = String::new();
    for byte in position.bytes() {
        match byte {
            b' ' => query.push('+'),
            byte if safe(byte) => query.push(char::from(byte)),
            byte => drop(write!(query, "%{byte:02X}")),
        }
    }
    format!("[`{position}`](../index.html#/play?p={query})")
}

/// The service worker: it keeps the files of the playground and the guide, and answers from them first.
fn offline(site: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    list(site, site, &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        fs::read(site.join(file))?.hash(&mut hasher);
    }
    let names: Vec<String> = files.iter().map(|file| format!("{file:?}")).collect();
    Ok(format!(
        "// Keeps the site for when there is no connection; a new build has a new name and replaces the old one.\n\
         const NAME = 'grundy-{:016x}';\n\
         const FILES = ['./', {}];\n{WORKER}",
        hasher.finish(),
        names.join(", ")
    ))
}

const WORKER: &str = "\
addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('grundy-') && name !== NAME;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});
addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const known = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(known.then((response) => response ?? fetch(event.request)));
});
";

/// The files below a folder, by their paths from `site` on.
fn list(site: &Path, folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
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

fn copy(from: &Path, to: &Path) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_the_guide_can_be_tried() {
        assert_eq!(solved("$ grundy solve nim:3,4,5"), Some("nim:3,4,5"));
        assert_eq!(
            solved("$ grundy solve 'nim:3 + kayles:6'"),
            Some("nim:3 + kayles:6")
        );
        assert_eq!(solved("$ grundy solve graph:file@1"), None);
        assert_eq!(solved("$ grundy solve nim:3 --misere"), None);
        assert_eq!(
            link("nim:3 + kayles:6"),
            "[`nim:3 + kayles:6`](../index.html#/play?p=nim:3+%2B+kayles:6)"
        );
        let chapter = "```console\n$ grundy solve nim:1\nwin\n```\ntext\n";
        assert!(with_links(chapter).contains("```\n\nTry it: [`nim:1`]"));
    }
}
