//! Checks certificates of periods or quotients, one to a line of the standard input, and says what was found of each.

use std::io::{self, BufRead};

use grundy_checker::{CheckLimits, check_period, check_quotient};

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let limits = CheckLimits::default();
        let result = if line.contains("\"generators\"") {
            check_quotient(&line, limits).map(|check| format!("{check:?}"))
        } else {
            check_period(&line, limits).map(|check| format!("{check:?}"))
        };
        match result {
            Ok(check) => println!("holds: {check}"),
            Err(error) => println!("{error}: {:.150}", line),
        }
    }
    Ok(())
}
