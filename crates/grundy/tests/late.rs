//! What could not be read in time is not called wrong.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::core::{Deadline, Limits};
use grundy::spec::{Files, parse_sum};
use grundy::{Error, ErrorClass, Question, boards};

/// Limits whose time is over.
fn late() -> Limits {
    let allowed = Duration::from_millis(20);
    let at = Instant::now()
        .checked_sub(allowed)
        .expect("the clock has run for a while");
    Limits {
        deadline: Some(Deadline { at, allowed }),
        ..Limits::default()
    }
}

fn given(name: &str, text: &str) -> Files {
    Files::Given(Arc::new(BTreeMap::from([(
        name.to_owned(),
        text.to_owned(),
    )])))
}

#[test]
fn graphs_and_rules_that_come_too_late_reach_a_limit() {
    let take = "def moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n";
    let asked = [
        ("graph:g@b", given("g", "digraph { a -> b; b -> c }")),
        ("mine.star:9", given("mine.star", take)),
    ];
    for (position, files) in asked {
        let texts = [position.to_owned()];
        assert!(
            parse_sum(&texts, files.clone(), &Limits::default()).is_ok(),
            "{position}"
        );
        let read = parse_sum(&texts, files.clone(), &late());
        let error: Error = read.err().expect("there is no time").into();
        assert_eq!(error.class(), ErrorClass::Limit, "{position}: {error}");
        let mut question = Question::new(texts.clone());
        question.files = files;
        question.limits = late();
        let walked = boards::walk(&[position.to_owned(), position.to_owned()], &question);
        let error = walked.expect_err("there is no time");
        assert_eq!(error.class(), ErrorClass::Limit, "{position}: {error}");
    }
}
