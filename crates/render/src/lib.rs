//! Showing: text, JSON, SVG, DOT. Pure functions from data to strings.

pub mod json;
pub mod paint;
pub mod pursuit;
pub mod tables;
pub mod verdict;
