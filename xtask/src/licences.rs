//! Licences of all dependencies against the list in `deny.toml`, without cargo-deny.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Prints what is not allowed; true if everything is.
pub fn check(root: &Path) -> bool {
    let Some(allowed) = allowed(root) else {
        println!("deny.toml: no list of licences");
        return false;
    };
    let listed = Command::new("cargo")
        .args([
            "tree",
            "--workspace",
            "--prefix",
            "none",
            "--edges",
            "normal,build",
        ])
        .args(["--format", "{p}|{l}"])
        .current_dir(root)
        .output();
    let Ok(listed) = listed else {
        println!("cannot start cargo tree");
        return false;
    };
    let text = String::from_utf8_lossy(&listed.stdout);
    let lines: BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let mut is_fine = listed.status.success() && !lines.is_empty();
    for line in lines {
        let (package, licence) = line.rsplit_once('|').unwrap_or((line, ""));
        // `(*)` marks a package whose dependencies were listed before.
        let licence = licence.trim_end_matches(" (*)");
        if !is_allowed(licence, &allowed) {
            println!("{package}: the licence `{licence}` is not in deny.toml");
            is_fine = false;
        }
    }
    is_fine
}

/// The licences of the `allow` list of `deny.toml`.
fn allowed(root: &Path) -> Option<BTreeSet<String>> {
    let text = std::fs::read_to_string(root.join("deny.toml")).ok()?;
    let list = text.split_once("[licenses]")?.1.split_once("allow = [")?.1;
    let list = list.split_once(']')?.0;
    Some(
        list.split('"')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect(),
    )
}

/// True if every part of the expression leaves a choice that is allowed.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let plain = expression.replace(['(', ')'], "");
    plain.split(" AND ").all(|part| {
        part.split(" OR ")
            .flat_map(|choice| choice.split('/'))
            .any(|choice| allowed.contains(choice.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_needs_a_choice_that_is_allowed() {
        let allowed = BTreeSet::from(["MIT".to_owned(), "Unicode-3.0".to_owned()]);
        for fine in [
            "MIT",
            "MIT OR GPL-3.0",
            "MIT/Apache-2.0",
            "(MIT OR X) AND Unicode-3.0",
        ] {
            assert!(is_allowed(fine, &allowed), "{fine}");
        }
        for wrong in ["", "GPL-3.0", "MIT AND GPL-3.0"] {
            assert!(!is_allowed(wrong, &allowed), "{wrong}");
        }
    }
}
