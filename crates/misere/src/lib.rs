//! Misère play beyond Nim.
