//! `grundy values --compare`: computed values against those of a b-file.

use std::path::Path;
use std::process::ExitCode;

use grundy::spec::Files;
use grundy::{Error, sequences};

use super::{Args, limits};
use crate::common::Common;
use crate::failure::Failure;
use crate::{input, output};

/// Says whether the file agrees, or where it differs first.
pub fn run(args: &Args, file: &Path, common: &Common) -> Result<ExitCode, Failure> {
    let limits = limits(common);
    let name = file.to_string_lossy();
    let entries = read(file, &input::read_text(&name, &limits)?)?;
    let wanted = entries
        .into_iter()
        .filter(|&(n, _)| n >= args.from && args.last.is_none_or(|last| n <= last));
    let mut sequence = sequences::open(&args.ruleset, args.from, Files::Allow, &limits)?;
    let (mut values, mut first, mut compared) = (Vec::new(), args.from, 0u64);
    for (n, claimed) in wanted {
        while n - first >= values.len() as u64 {
            first += values.len() as u64;
            values.clear();
            let most = usize::try_from(n - first)
                .unwrap_or(usize::MAX)
                .clamp(1, 1 << 16);
            sequence
                .read(most, &mut values, &limits)
                .map_err(Error::from)?;
        }
        let value = values[(n - first) as usize];
        if u128::from(value) != claimed {
            return Err(Failure::Grundy(Error::Refuted {
                message: format!(
                    "heap {n} is the first that differs: {} says {claimed}, the value of {} is {value} ({compared} agree before it)",
                    file.display(),
                    sequence.name
                ),
            }));
        }
        compared += 1;
    }
    if compared == 0 {
        let message = format!(
            "{}: no value from --from to --to to compare with",
            file.display()
        );
        return Err(Failure::usage(message));
    }
    let name = &sequence.name;
    let count = grundy::render::plural(compared, "value");
    output::print_text(&format!("{} agrees with {name}: {count}\n", file.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The entries of a b-file in ascending order.
fn read(file: &Path, text: &str) -> Result<Vec<(u64, u128)>, Failure> {
    let mut entries = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line
            .split([' ', '\t', ','])
            .filter(|w| !w.is_empty())
            .collect();
        match words[..] {
            [] => {}
            [n, value] if n.parse::<u64>().is_ok() && value.parse::<u128>().is_ok() => {
                entries.push((n.parse().unwrap_or(0), value.parse().unwrap_or(0)));
            }
            _ => {
                return Err(Failure::Grundy(Error::Input {
                    file: file.display().to_string(),
                    line: Some(number as u64 + 1),
                    message: "a line of a b-file is `n value`".to_owned(),
                }));
            }
        }
    }
    entries.sort_unstable();
    Ok(entries)
}
