//! Nim-sequences of taking-and-breaking games.
