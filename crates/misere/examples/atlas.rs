//! Writes an atlas of the octal games with at most three digits to stdout.
//!
//! `cargo run --release --example atlas -- [steps per game] [every n-th game] [from game]`

use std::io::Write;
use std::time::Duration;

use grundy_core::Limits;
use grundy_misere::{AtlasRow, Work, octal_games};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = std::env::args().skip(1);
    let numbers: Vec<u64> = arguments
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    let number = |at: usize, default| numbers.get(at).copied().unwrap_or(default);
    let work = Work {
        steps: number(0, Work::ONE_POSITION.steps),
    };
    let (every, from) = (number(1, 1) as usize, number(2, 0) as usize);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", AtlasRow::HEADER)?;
    for (name, rules) in octal_games().iter().skip(from).step_by(every.max(1)) {
        let limits = Limits::default();
        let limits_of_check = Limits::default().within(Duration::from_secs(2));
        let row = AtlasRow::new(name, rules, work, &limits, &limits_of_check)?;
        writeln!(out, "{row}")?;
    }
    Ok(())
}
