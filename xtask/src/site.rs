//! `cargo xtask site`: the playground without a server, and the guide beside it, as a folder of files.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::{copy, list, succeeded};
use crate::{book, cargo, root, run};

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

/// Compiles the engine and gives its path; says what is missing if it cannot. One that is built already is named by
/// `GRUNDY_WASM`.
fn engine() -> Option<PathBuf> {
    if let Some(built) = std::env::var_os("GRUNDY_WASM") {
        return Some(built.into());
    }
    let mut command = Command::new("cargo");
    command.args([
        "build",
        "-p",
        "grundy-wasm",
        "--profile",
        "page",
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
        .join("page/grundy-wasm.wasm");
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
    let http = r#"<meta name="engine" content="http" />"#;
    succeeded(page.contains(http), ())?;
    let page = page.replace(
        http,
        &format!(
            "<meta name=\"engine\" content=\"worker\" />\n    \
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />"
        ),
    );
    fs::write(site.join("index.html"), page)?;
    fs::copy(engine, site.join("grundy.wasm"))?;
    // The guide shows what the command line prints. A test of it builds it as all tests do: nothing is built twice.
    let is_built = cargo(&[
        "test",
        "-q",
        "--workspace",
        "--profile",
        "checked",
        "--no-run",
        "--test",
        "documents",
    ]);
    succeeded(is_built, ())?;
    book::build(site)?;
    fs::write(site.join("schema.json"), book::grundy(&["schema"])?)?;
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
