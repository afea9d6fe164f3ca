//! The rulesets that grundy ships.
