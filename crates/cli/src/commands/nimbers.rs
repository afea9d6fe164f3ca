//! `grundy mex`, `grundy xor`, `grundy nim-product`: the arithmetic of nimbers.

use std::process::ExitCode;

use grundy::core::{Nimber, binary};
use grundy::report::{NimberReport, SchemaVersion};

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Numbers to reckon with.
#[derive(clap::Args)]
pub struct NumberArgs {
    /// Numbers from 0 to 2^128-1, with spaces or commas between them
    #[arg(value_name = "NUMBER", value_delimiter = ',')]
    numbers: Vec<u128>,
}

/// Prints what `reckon` makes of the numbers, with the binary digits of all.
pub fn print(
    operation: &str,
    args: NumberArgs,
    reckon: impl FnOnce(&[Nimber]) -> Nimber,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let numbers: Vec<Nimber> = args.numbers.iter().copied().map(Nimber).collect();
    let result = reckon(&numbers).0;
    let report = NimberReport {
        schema: SchemaVersion,
        operation: operation.to_owned(),
        numbers: args.numbers,
        result,
    };
    output::print(common, &report, |report, _| {
        if operation == "mex" || common.quiet {
            return format!("{result}\n");
        }
        let widest = report.numbers.iter().copied().fold(result, u128::max);
        let rows = report.numbers.iter().chain([&result]);
        let width = widest.to_string().len();
        let line = |number: &u128| format!("{number:>width$}  {}\n", binary(*number, widest));
        let mut lines: Vec<String> = rows.map(line).collect();
        let last = lines.pop().unwrap_or_default();
        let rule = "─".repeat(last.trim_end().chars().count());
        if lines.is_empty() {
            return last;
        }
        format!("{}{rule}\n{last}", lines.concat())
    })?;
    Ok(ExitCode::SUCCESS)
}
