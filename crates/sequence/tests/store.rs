//! Store files: resumed, read at random, and refused when damaged or about something else.

use std::path::{Path, PathBuf};

use grundy_core::{HeapRules, LimitReached, Limits};
use grundy_sequence::store::{
    Contents, Keep, RunError, Store, StoreError, StoredRun, StoredSearch,
};
use grundy_sequence::{Certificate, Hash, Values};

/// A path of its own for each test.
fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-store-{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn games() -> [HeapRules; 4] {
    [
        HeapRules::with_tail(&[0, 6], &[]),
        HeapRules::with_tail(&[0, 8], &[]),
        HeapRules::with_tail(&[4], &[3]),
        HeapRules::new([(2, 3), (5, 3), (6, 3)]),
    ]
}

fn advance(path: &Path, rules: &HeapRules, keep: Keep, to: u64) -> Result<Hash, RunError> {
    let limits = Limits::default();
    let mut run = StoredRun::open(path, "a game", rules, Some(keep), &limits)?;
    run.advance(to, &limits, |_| {})?;
    Ok(run.store().committed().hash)
}

#[test]
fn a_run_in_several_parts_is_the_run_in_one() {
    for (at, rules) in games().iter().enumerate() {
        let mut values = Values::new(rules.clone());
        values.fill(3001, &Limits::default()).unwrap();
        let whole: Hash = values.values()[1..].iter().collect();
        for keep in [Keep::Values, Keep::State] {
            let path = path(&format!("parts-{at}-{}", keep.word()));
            for to in [0, 1, 700, 700, 2999] {
                advance(&path, rules, keep, to).unwrap();
            }
            assert_eq!(advance(&path, rules, keep, 3000).unwrap(), whole, "{rules}");
            let mut store = Store::open_to_read(&path).unwrap();
            if keep == Keep::Values {
                let (first, block) = store.block(store.block_of(2500).unwrap()).unwrap();
                assert_eq!(block[(2500 - first) as usize], values.values()[2500]);
            }
            std::fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn a_limit_keeps_what_was_computed() {
    let [officers, ..] = games();
    let path = path("limit");
    let limits = Limits::default();
    let mut run = StoredRun::open(&path, "officers", &officers, None, &limits).unwrap();
    run.advance(1000, &limits, |_| {}).unwrap();
    limits
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let stopped = run.advance(1_000_000_000, &limits, |_| {});
    assert!(matches!(
        stopped,
        Err(RunError::Limit(LimitReached::Interrupted))
    ));
    assert!(run.store().committed().count > 1000);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn one_changed_byte_anywhere_is_noticed_and_nothing_is_written() {
    let rules = &games()[3];
    let path = path("damage");
    for to in [100, 200] {
        advance(&path, rules, Keep::Values, to).unwrap();
    }
    let sound = std::fs::read(&path).unwrap();
    let interesting = (0..200)
        .chain(1020..1100)
        .chain(2040..2130)
        .chain((200..sound.len()).step_by(61));
    for at in interesting.chain(4090..sound.len()) {
        let mut damaged = sound.clone();
        damaged[at] ^= 0x10;
        std::fs::write(&path, &damaged).unwrap();
        let result = advance(&path, rules, Keep::Values, 300);
        assert!(
            matches!(result, Err(RunError::Store(_) | RunError::OtherGame { .. })),
            "byte {at}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), damaged, "byte {at}");
    }
    for length in [1, 15, 16, 100, 4095, 4096, sound.len() - 1] {
        std::fs::write(&path, &sound[..length]).unwrap();
        let result = advance(&path, rules, Keep::Values, 300);
        assert!(matches!(result, Err(RunError::Store(_))), "cut to {length}");
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_was_written_after_the_last_commit_is_not_part_of_the_store() {
    let rules = &games()[3];
    let path = path("tail");
    let hash = advance(&path, rules, Keep::Values, 100).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend_from_slice(&[7; 5000]);
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(advance(&path, rules, Keep::Values, 100).unwrap(), hash);
    advance(&path, rules, Keep::Values, 5000).unwrap();
    let mut store = Store::open(&path).unwrap();
    let values: Vec<u32> = (0..store.block_count())
        .flat_map(|b| store.block(b).unwrap().1)
        .collect();
    let mut table = Values::new(rules.clone());
    table.fill(5001, &Limits::default()).unwrap();
    assert_eq!(values, table.values());
    std::fs::remove_file(path).unwrap();
}

#[test]
fn foreign_files_and_other_games_are_refused() {
    let [officers, other, ..] = games();
    let path = path("foreign");
    std::fs::write(&path, "dear diary, nothing happened today").unwrap();
    let result = advance(&path, &officers, Keep::Values, 10);
    assert!(matches!(result, Err(RunError::Store(StoreError::Foreign))));
    std::fs::remove_file(&path).unwrap();
    advance(&path, &officers, Keep::Values, 10).unwrap();
    let result = advance(&path, &other, Keep::Values, 20);
    assert!(matches!(result, Err(RunError::OtherGame { .. })));
    let result = advance(&path, &officers, Keep::State, 20);
    assert!(matches!(result, Err(RunError::OtherKeep { .. })));
    let open = Store::open(&path).unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Busy)));
    drop(open);
    std::fs::remove_file(path).unwrap();
}

fn search(path: &Path, rules: &HeapRules, to: u64) -> Result<Option<Certificate>, RunError> {
    let run = StoredSearch::open(path, "a game", rules)?;
    run.expect("the rules allow a search")
        .advance(to, &Limits::default(), |_| {})
}

#[test]
fn a_search_and_a_sequence_do_not_take_over_each_others_files() {
    let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
    let [officers, ..] = games();
    // One search has found, the other has not.
    for (rules, to, is_found) in [(&kayles, 10_000_000, true), (&officers, 1000, false)] {
        let path = path("search");
        let found = search(&path, rules, to).unwrap();
        assert_eq!(found.is_some(), is_found);
        let bytes = std::fs::read(&path).unwrap();
        for keep in [Keep::Values, Keep::State] {
            let name = Contents::Search("a game".to_owned());
            match advance(&path, rules, keep, 2_000_000) {
                Err(RunError::OtherWork { found }) => assert_eq!(found, name),
                other => panic!("{other:?}"),
            }
        }
        let other = search(&path, &HeapRules::with_tail(&[0, 1, 6], &[]), 10);
        assert!(matches!(other, Err(RunError::OtherGame { .. })));
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        std::fs::remove_file(path).unwrap();
    }
    for keep in [Keep::Values, Keep::State] {
        let path = path("sequence");
        advance(&path, &kayles, keep, 100).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        match search(&path, &kayles, 1_000_000) {
            Err(RunError::OtherWork { found }) => assert!(!found.is_search()),
            other => panic!("{other:?}"),
        }
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_search_that_has_found_answers_from_its_file() {
    let rules = HeapRules::with_tail(&[0, 1, 2, 7], &[]);
    let path = path("found");
    let found = search(&path, &rules, 10_000_000).unwrap();
    assert!(found.is_some());
    let bytes = std::fs::read(&path).unwrap();
    let mut run = StoredSearch::open(&path, "a game", &rules)
        .unwrap()
        .expect("the rules allow a search");
    // Whoever may not compute anything can still read.
    let limits = Limits::default();
    limits
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(run.advance(u64::MAX, &limits, |_| {}).unwrap(), found);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    drop(run);
    std::fs::remove_file(path).unwrap();
}
