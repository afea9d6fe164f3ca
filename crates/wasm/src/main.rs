//! A question on the standard input, its answer on the standard output; the status says whether it is one.

use std::io::{Read, Write};
use std::process::ExitCode;

fn main() -> std::io::Result<ExitCode> {
    let mut question = String::new();
    std::io::stdin().read_to_string(&mut question)?;
    let (text, code) = match grundy_wasm::answer(&question, &grundy_wasm::limits()) {
        Ok(answer) => (answer, ExitCode::SUCCESS),
        Err(refusal) => (refusal, ExitCode::FAILURE),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(code)
}
