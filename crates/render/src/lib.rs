//! Showing: text, JSON, SVG, DOT. Pure functions from data to strings.

mod heat_map;
pub mod json;
pub mod paint;
pub mod tables;
pub mod verdict;

pub use heat_map::heat_map;
