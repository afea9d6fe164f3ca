//! Rules that somebody is writing.

use grundy_conjecture::ConjectureError;
use grundy_conjecture::own_rules::look_at;
use grundy_core::Limits;

const TAKE: &str = "def moves(n):\n    return [n - k for k in [1, 2] if k <= n]\nstart = 10\n";

#[test]
fn rules_without_claims_are_only_read() {
    let own = look_at(TAKE, 50, &Limits::default()).unwrap();
    assert_eq!(own.start.as_deref(), Some("10"));
    assert!(own.claims.is_none() && !own.has_two_players);
}

#[test]
fn claims_are_tested() {
    let right = format!("{TAKE}def lose(n):\n    return n % 3 == 0\n");
    assert!(
        look_at(&right, 50, &Limits::default())
            .unwrap()
            .claims
            .unwrap()
            .all_hold()
    );
    let wrong = format!("{TAKE}def lose(n):\n    return n % 4 == 0\n");
    assert!(
        !look_at(&wrong, 50, &Limits::default())
            .unwrap()
            .claims
            .unwrap()
            .all_hold()
    );
}

#[test]
fn a_mistake_in_moves_is_found_at_its_line() {
    let source = "def moves(n):\n    return n + 'x'\nstart = 3\n";
    match look_at(source, 50, &Limits::default()) {
        Err(ConjectureError::Rules(error)) => assert_eq!(error.line, Some(2), "{error}"),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it cannot run"),
    }
}
