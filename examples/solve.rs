//! Who wins a position, what it is worth, and every winning move.

use grundy::{Error, Position};

/// Prints the answer.
pub fn main() -> Result<(), Error> {
    let verdict = Position::parse("nim:3,4,5 + kayles:6")?.solve()?;
    println!("{}", verdict.outcome);
    for winning in &verdict.winning_moves {
        println!("{} -> {}", winning.text, winning.position);
    }
    Ok(())
}
