//! Showing: reports as text, SVG and DOT. Pure functions from data to strings.

pub mod board_svg;
pub mod check;
pub mod error;
pub mod games;
pub mod graph;
mod graph_coordinates;
mod graph_crossings;
mod graph_curves;
pub mod graph_dot;
mod graph_force;
mod graph_layered;
mod graph_layout;
pub mod graph_places;
pub mod graph_steps;
pub mod graph_svg;

mod heat_map;
mod numbers;
pub mod paint;
pub mod period;
pub mod plot;
pub mod proof;
pub mod pursuit;
pub mod quotient;
pub mod quotient_drawing;
pub mod solve;
pub mod survey;
pub mod tables;
pub mod values;
mod xml;

pub use grundy_report::graph_drawing;
pub use heat_map::{heat_map, heat_maps};
pub use numbers::plural;
