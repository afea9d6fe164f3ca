//! Rules that users write.
