//! A game of your own, solved in a sum with Kayles: a square number of stones is taken.

use grundy::{Error, Named, Position};

fn options(&heap: &u64) -> Vec<u64> {
    let squares = (1..).map(|k| k * k).take_while(|square| *square <= heap);
    squares.map(|square| heap - square).collect()
}

/// Prints the answer.
pub fn main() -> Result<(), Error> {
    let own = Position::of(Named::from_options("squares", options), 20);
    let mut sum = own + Position::parse("kayles:7")?;
    println!("{sum}: {}", sum.outcome()?);
    Ok(())
}
