//! Limits are kept, and what was found before one was reached is still right.

use std::sync::atomic::Ordering;
use std::time::Duration;

use grundy_core::{LimitReached, Limits, Removal, RemovalGame};
use grundy_search::RemovalSearch;

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

/// J. Lemoine and S. Viennot, Nimbers are inevitable (2010); M. Schneider, Das Spiel Juvavum (2009).
#[test]
fn boards_of_cram_have_the_published_nimbers() {
    let known = [
        (3, [1, 1, 0, 1, 1, 4, 1, 3, 1, 2, 0].as_slice(), 1),
        (4, [0, 2, 0, 3, 0, 1].as_slice(), 4),
        (5, [0, 2].as_slice(), 5),
    ];
    for (rows, nimbers, first) in known {
        for (columns, &nimber) in (first..).zip(nimbers) {
            let (game, all) = cram(rows, columns);
            let mut search = RemovalSearch::new(&game, &Limits::default()).unwrap();
            let found = search.nimber(&all, &Limits::default());
            assert_eq!(found, Ok(nimber), "{rows}x{columns}");
        }
    }
}

#[test]
fn a_search_with_hardly_any_memory_is_right_or_gives_up() {
    let (game, all) = cram(4, 5);
    for kilobytes in [0, 64, 100, 200, 400, 1000] {
        let limits = Limits {
            bytes: kilobytes << 10,
            ..Limits::default()
        };
        let mut search = RemovalSearch::new(&game, &limits).unwrap();
        match search.nimber(&all, &limits) {
            Ok(nimber) => assert_eq!(nimber, 2, "{kilobytes} KB"),
            Err(reached) => assert!(matches!(reached, LimitReached::Bytes { .. })),
        }
    }
}

#[test]
fn a_search_goes_on_where_a_limit_ended_it() {
    let (game, all) = cram(5, 6);
    let limits = Limits {
        positions: 3_000,
        ..Limits::default()
    };
    let mut search = RemovalSearch::new(&game, &limits).unwrap();
    let mut attempts = 0;
    let nimber = loop {
        attempts += 1;
        match search.nimber(&all, &limits) {
            Ok(nimber) => break nimber,
            Err(reached) => assert_eq!(reached, LimitReached::Positions { limit: 3_000 }),
        }
        assert!(attempts < 1_000, "what was found is remembered");
    };
    assert_eq!(nimber, 2);
    assert!(attempts > 1);
}

#[test]
fn time_and_interruption_end_a_search() {
    let (game, all) = cram(8, 8);
    let in_no_time = Limits::default().within(Duration::ZERO);
    let mut search = RemovalSearch::new(&game, &in_no_time).unwrap();
    let without_a_corner = &all[1..];
    let ended = search.nimber(without_a_corner, &in_no_time);
    assert!(matches!(ended, Err(LimitReached::Time { .. })));
    let interrupted = Limits::default();
    interrupted.cancel.store(true, Ordering::Relaxed);
    let ended = search.nimber(without_a_corner, &interrupted);
    assert_eq!(ended, Err(LimitReached::Interrupted));
}

#[test]
fn boards_with_two_even_sides_are_lost_by_symmetry_whatever_their_size() {
    for side in [6u32, 10, 16, 30] {
        let (game, all) = cram(side, side);
        let mut search = RemovalSearch::new(&game, &Limits::default()).unwrap();
        assert_eq!(search.nimber(&all, &Limits::default()), Ok(0), "{side}");
    }
}
