//! The nim-sequence of Kayles as an iterator.

use grundy::{Error, nim_sequence};

/// Prints the answer.
pub fn main() -> Result<(), Error> {
    let kayles = nim_sequence("kayles")?;
    let largest = kayles.take(1_000_000).max();
    println!("the largest of a million values is {largest:?}");
    Ok(())
}
