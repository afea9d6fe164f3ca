//! Proofs.
#![allow(dead_code)]
mod cells;
