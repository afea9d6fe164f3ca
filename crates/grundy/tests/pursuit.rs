//! Pursuits that are too large.

use grundy::Error;
use grundy::core::Limits;
use grundy::pursuit::{PursuitRules, read_map, solve};

#[test]
fn too_many_states_are_named() {
    let map = read_map("map", b"PPP.....\n........\n....TTTT").unwrap();
    let stopped = solve(&map, PursuitRules::default(), false, &Limits::default()).unwrap_err();
    let error = Error::from(stopped);
    // 24 cells: 2600 ways to place three policemen that are alike, 24^4 for the thieves, two turns.
    assert!(error.to_string().contains("1725235200 states"), "{error}");
}
