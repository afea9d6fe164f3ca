//! The methods.
