//! What could not be read in time is not called illegal.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::core::{Deadline, Limits};
use grundy::spec::Files;
use grundy::{ErrorClass, Question, boards};

#[test]
fn a_walk_through_given_files_that_comes_too_late_reaches_a_limit() {
    let take = "def moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n";
    let given = BTreeMap::from([("mine.star".to_owned(), take.to_owned())]);
    // The first position needs no file, so only the second one comes too late.
    let positions = ["nim:3".to_owned(), "mine.star:2".to_owned()];
    let mut question = Question::new(["nim:3"]);
    question.files = Files::Given(Arc::new(given));
    assert!(boards::walk(&positions, &question).is_ok_and(|moves| moves.is_empty()));
    let allowed = Duration::from_millis(20);
    let at = Instant::now()
        .checked_sub(allowed)
        .expect("the clock has run for a while");
    question.limits = Limits {
        deadline: Some(Deadline { at, allowed }),
        ..Limits::default()
    };
    let error = boards::walk(&positions, &question).expect_err("there is no time");
    assert_eq!(error.class(), ErrorClass::Limit, "{error}");
}
