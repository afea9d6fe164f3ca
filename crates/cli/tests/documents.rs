//! The README and every chapter of the guide: their console blocks are run and compared.
//!
//! A block fenced as `console` holds commands behind `$ ` and what they print. Lines of output may end
//! in `…` where the rest does not matter, and a line `…` alone stands for any number of lines.
//! Blocks fenced otherwise are not run. With `UPDATE_DOCUMENTS=1` the output of blocks without `…` is written anew.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn every_console_block_prints_what_it_says() {
    let mut failures = Vec::new();
    let mut commands = 0;
    let is_update = std::env::var_os("UPDATE_DOCUMENTS").is_some();
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // From the end, so that the places of earlier examples stay as they are.
        for example in examples(&text).into_iter().rev() {
            commands += 1;
            let printed = run(&example.command);
            let is_abridged = example.expected.iter().any(|line| line.ends_with('…'));
            if matches(&example.expected, &printed) {
                continue;
            }
            if is_update && !is_abridged {
                let output = printed
                    .trim_end()
                    .lines()
                    .map(|line| line.trim_end().to_owned());
                lines.splice(
                    example.line..example.line + example.expected.len(),
                    output.collect::<Vec<_>>(),
                );
            } else {
                failures.push(format!(
                    "{}:{}: $ {}\n--- it says\n{}\n--- it prints\n{printed}",
                    document.display(),
                    example.line,
                    example.command,
                    example.expected.join("\n"),
                ));
            }
        }
        if is_update {
            std::fs::write(&document, lines.join("\n") + "\n").unwrap();
        }
    }
    assert!(commands > 0, "no document has a console block");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// The table of games in the guide is the registry's: a game that is added appears in it.
#[test]
fn the_table_of_games_is_that_of_the_registry() {
    const BEGIN: &str = "<!-- the registry's table: written by the tests -->\n";
    let path = root().join("docs/games.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, _) = text.split_once(BEGIN).expect("the table has its place");
    let rows = grundy::GAMES.iter().map(|game| {
        let example = game.example.replace('|', "\\|");
        format!(
            "| `{}` | {} | `{example}` | {} |\n",
            game.name, game.summary, game.source
        )
    });
    let table: String = rows.collect();
    let heading = "| game | a move | example | source |\n|---|---|---|---|\n";
    let wanted = format!("{before}{BEGIN}\n{heading}{table}");
    if text != wanted {
        std::fs::write(&path, wanted).unwrap();
        panic!("the table in docs/games.md was out of date and has been written anew: commit it");
    }
}

struct Example {
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap().to_owned()
}

fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    for entry in std::fs::read_dir(root().join("docs")).unwrap().flatten() {
        if entry.path().extension().is_some_and(|end| end == "md") {
            found.push(entry.path());
        }
    }
    found.sort();
    found
}

fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        match line.trim_end() {
            "```console" => inside = true,
            "```" => inside = false,
            line if inside && line.starts_with("$ ") => found.push(Example {
                line: number + 1,
                command: line[2..].to_owned(),
                expected: Vec::new(),
            }),
            line if inside => {
                let example = found.last_mut().expect("output follows a command");
                example.expected.push(line.to_owned());
            }
            _ => {}
        }
    }
    found
}

/// What the command prints, errors included, run by a shell in the repository's root.
fn run(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(root())
        .env("PATH", format!("{}:{path}", folder.display()))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "80")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn matches(expected: &[String], printed: &str) -> bool {
    let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    let end = expected.iter().rposition(|line| !line.is_empty());
    lines_match(&expected[..end.map_or(0, |at| at + 1)], &printed)
}

fn lines_match(expected: &[String], printed: &[&str]) -> bool {
    match (expected, printed) {
        ([], _) => printed.is_empty(),
        ([line, rest @ ..], _) if line == "…" => {
            (0..=printed.len()).any(|skip| lines_match(rest, &printed[skip..]))
        }
        ([line, rest @ ..], [first, others @ ..]) => {
            let fits = match line.strip_suffix('…') {
                Some(beginning) => first.starts_with(beginning),
                None => line == first,
            };
            fits && lines_match(rest, others)
        }
        _ => false,
    }
}
