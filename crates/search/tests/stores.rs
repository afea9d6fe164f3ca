//! Stores: what was found before is known, also after an interruption; other files are refused; threads agree.

use std::path::PathBuf;

use grundy_core::{LimitReached, Limits, Removal, RemovalGame};
use grundy_search::{RemovalSearch, StoreError, StoreFault};

fn cram(rows: u32, columns: u32) -> (RemovalGame, Vec<u32>) {
    let cells = 0..rows * columns;
    let dominoes = cells.clone().flat_map(|cell| {
        let across = (cell % columns + 1 < columns).then_some([cell, cell + 1]);
        let upright = (cell + columns < rows * columns).then_some([cell, cell + columns]);
        [across, upright].into_iter().flatten()
    });
    let moves = dominoes.map(|domino| Removal {
        needs: domino.to_vec(),
        removes: domino.to_vec(),
    });
    let mut game = RemovalGame::new(cells.len(), moves.collect());
    let places = cells.clone().map(|cell| (cell / columns, cell % columns));
    game.places = Some(places.collect());
    (game, cells.collect())
}

fn one_thread() -> Limits {
    Limits {
        threads: 1,
        ..Limits::default()
    }
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-search-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn an_interrupted_search_goes_on_in_another_process() {
    let (game, all) = cram(5, 6);
    let path = file("interrupted");
    let few = Limits {
        positions: 5_000,
        ..one_thread()
    };
    let mut attempts = 0;
    loop {
        // Each time a search that knows only what the file holds.
        let mut search = RemovalSearch::new(&game, &few).unwrap();
        search.keep_in(&path).unwrap();
        attempts += 1;
        match search.nimber(&all, &few) {
            Ok(nimber) => {
                assert_eq!(nimber, 2);
                search.save().unwrap();
                break;
            }
            Err(reached) => assert_eq!(reached, LimitReached::Positions { limit: 5_000 }),
        }
        assert!(attempts < 200, "what was found is kept");
    }
    assert!(attempts > 1);
    let mut again = RemovalSearch::new(&game, &one_thread()).unwrap();
    again.keep_in(&path).unwrap();
    assert_eq!(
        (again.known(&all), again.figures().expansions),
        (Some(2), 0)
    );
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_is_not_the_store_of_this_search_is_refused_and_left_alone() {
    let (game, all) = cram(3, 5);
    let path = file("refused");
    let mut search = RemovalSearch::new(&game, &one_thread()).unwrap();
    search.keep_in(&path).unwrap();
    search.nimber(&all, &one_thread()).unwrap();
    search.save().unwrap();
    let honest = std::fs::read(&path).unwrap();
    let refuse = |game: &RemovalGame, bytes: &[u8]| -> Option<StoreFault> {
        std::fs::write(&path, bytes).unwrap();
        let mut search = RemovalSearch::new(game, &one_thread()).unwrap();
        let found = search.keep_in(&path);
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        match found {
            Ok(()) => None,
            Err(StoreError::Refused { fault, .. }) => Some(fault),
            Err(error) => panic!("{error:?}"),
        }
    };
    assert_eq!(refuse(&game, &honest), None);
    assert_eq!(refuse(&cram(3, 6).0, &honest), Some(StoreFault::OtherGame));
    assert_eq!(refuse(&cram(5, 3).0, &honest), Some(StoreFault::OtherGame));
    assert_eq!(refuse(&game, b""), Some(StoreFault::NotAStore));
    assert_eq!(refuse(&game, b"another file"), Some(StoreFault::NotAStore));
    for at in (0..honest.len()).step_by(37) {
        let mut damaged = honest.clone();
        damaged[at] ^= 0x10;
        assert!(refuse(&game, &damaged).is_some(), "byte {at}");
        assert!(refuse(&game, &honest[..at]).is_some(), "cut off at {at}");
    }
    std::fs::remove_file(path).unwrap();
}

/// 5x8 is long enough for helpers; the published value (Lemoine and Viennot 2010) is 1.
#[test]
fn several_threads_find_the_published_value() {
    let (game, all) = cram(5, 8);
    let limits = Limits {
        threads: 3,
        ..Limits::default()
    };
    let mut search = RemovalSearch::new(&game, &limits).unwrap();
    assert_eq!(search.nimber(&all, &limits), Ok(1));
}
