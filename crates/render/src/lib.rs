//! Showing: text, JSON, SVG, DOT. Pure functions from data to strings.

mod graph_coordinates;
mod graph_crossings;
mod graph_curves;
pub mod graph_dot;
pub mod graph_drawing;
mod graph_force;
mod graph_layered;
mod graph_layout;
pub mod graph_steps;
pub mod graph_svg;
mod heat_map;
pub mod json;
pub mod paint;
pub mod plot;
pub mod pursuit;
pub mod tables;
pub mod verdict;

pub use heat_map::heat_map;
