//! Random removal games: the search against the definition of a nimber.

use std::collections::HashMap;

use grundy_core::{Limits, Removal, RemovalGame};
use grundy_search::RemovalSearch;

/// A small generator of random numbers, so that every failure can be repeated by its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % u64::from(bound)) as u32
    }

    fn cells(&mut self, count: u32, of: u32) -> Vec<u32> {
        let mut cells: Vec<u32> = (0..count).map(|_| self.below(of)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// Nimbers by the definition, one position at a time.
struct Plain<'g> {
    game: &'g RemovalGame,
    known: HashMap<u32, u32>,
}

impl Plain<'_> {
    fn nimber(&mut self, cells: u32) -> u32 {
        if let Some(&known) = self.known.get(&cells) {
            return known;
        }
        let set = |list: &[u32]| list.iter().fold(0u32, |set, cell| set | 1 << cell);
        let moves = self.game.moves.iter();
        let legal = moves.filter(|played| set(&played.needs) & !cells == 0);
        let options: Vec<u32> = legal.map(|played| cells & !set(&played.removes)).collect();
        let values: Vec<u32> = options
            .into_iter()
            .map(|option| self.nimber(option))
            .collect();
        let mex = (0..)
            .find(|n| !values.contains(n))
            .expect("values are finitely many");
        self.known.insert(cells, mex);
        mex
    }
}

fn agree(game: &RemovalGame, seed: u64) {
    let limits = Limits {
        threads: 1,
        ..Limits::default()
    };
    let mut plain = Plain {
        game,
        known: HashMap::new(),
    };
    let mut search = RemovalSearch::new(game, &limits).expect("few cells");
    let mut random = Random(seed | 1);
    let count = game.cells.len() as u32;
    let whole = (1u32 << count) - 1;
    for trial in 0..6 {
        let cells = if trial == 0 {
            whole
        } else {
            whole & (random.below(whole) | random.below(whole))
        };
        let remaining: Vec<u32> = (0..count).filter(|cell| cells >> cell & 1 == 1).collect();
        let expected = plain.nimber(cells);
        let heap = random.below(4);
        assert_eq!(
            search.is_lost(&remaining, heap, &limits),
            Ok(expected == heap),
            "seed {seed}"
        );
        assert_eq!(
            search.nimber(&remaining, &limits),
            Ok(expected),
            "seed {seed}"
        );
    }
}

#[test]
fn games_of_any_moves_have_the_nimbers_of_the_definition() {
    for seed in 1..400 {
        let mut random = Random(seed * 0x9e37_79b9);
        let count = 3 + random.below(8);
        let moves = (0..1 + random.below(14)).map(|_| {
            let size = 1 + random.below(3);
            let needs = random.cells(size, count);
            let more = random.below(3);
            let mut removes = random.cells(more, count);
            removes.push(needs[0]);
            Removal { needs, removes }
        });
        agree(&RemovalGame::new(count as usize, moves.collect()), seed);
    }
}

#[test]
fn games_on_graphs_have_the_nimbers_of_the_definition() {
    for seed in 1..400 {
        let mut random = Random(seed * 0x51_7cc1);
        let count = 3 + random.below(9);
        let density = 1 + random.below(6);
        let mut joined = vec![vec![false; count as usize]; count as usize];
        let pairs = (0..count as usize).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (a, b) in pairs {
            let is_edge = random.below(8) < density;
            joined[a][b] = is_edge;
            joined[b][a] = is_edge;
        }
        let around = |a: u32| {
            (0..count)
                .filter(|&b| joined[a as usize][b as usize])
                .collect::<Vec<_>>()
        };
        let vertices = (0..count).map(|a| {
            let removes = [vec![a], around(a)].concat();
            Removal {
                needs: vec![a],
                removes,
            }
        });
        agree(&RemovalGame::new(count as usize, vertices.collect()), seed);
        let edges = (0..count).flat_map(|a| {
            around(a)
                .into_iter()
                .filter(move |&b| b > a)
                .map(move |b| vec![a, b])
        });
        let edges = edges.map(|ends| Removal {
            needs: ends.clone(),
            removes: ends,
        });
        agree(&RemovalGame::new(count as usize, edges.collect()), seed);
    }
}

/// Every place where one of `shapes` fits on a board; `removes` gives further offsets that go with it.
fn board(rows: u32, columns: u32, shapes: &[(&[(i32, i32)], &[(i32, i32)])]) -> RemovalGame {
    let cell = |row: i32, column: i32| {
        let is_inside = (0..rows as i32).contains(&row) && (0..columns as i32).contains(&column);
        is_inside.then_some((row * columns as i32 + column) as u32)
    };
    let mut moves = Vec::new();
    for row in 0..rows as i32 {
        for column in 0..columns as i32 {
            for (needs, more) in shapes {
                let at = |offset: &(i32, i32)| cell(row + offset.0, column + offset.1);
                let Some(needs) = needs.iter().map(at).collect::<Option<Vec<u32>>>() else {
                    continue;
                };
                let removes = needs
                    .iter()
                    .copied()
                    .chain(more.iter().filter_map(at))
                    .collect();
                moves.push(Removal { needs, removes });
            }
        }
    }
    let mut game = RemovalGame::new((rows * columns) as usize, moves);
    game.places = Some(
        (0..rows * columns)
            .map(|cell| (cell / columns, cell % columns))
            .collect(),
    );
    game
}

#[test]
fn games_on_boards_have_the_nimbers_of_the_definition() {
    let across: (&[(i32, i32)], &[(i32, i32)]) = (&[(0, 0), (0, 1)], &[]);
    let upright: (&[(i32, i32)], &[(i32, i32)]) = (&[(0, 0), (1, 0)], &[]);
    let around: (&[(i32, i32)], &[(i32, i32)]) = (&[(0, 0)], &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
    let king: (&[(i32, i32)], &[(i32, i32)]) = (
        &[(0, 0)],
        &[
            (0, 1),
            (1, 0),
            (0, -1),
            (-1, 0),
            (1, 1),
            (-1, -1),
            (1, -1),
            (-1, 1),
        ],
    );
    let corner: (&[(i32, i32)], &[(i32, i32)]) = (&[(0, 0), (0, 1), (1, 0)], &[]);
    let one_way: (&[(i32, i32)], &[(i32, i32)]) = (&[(0, 0), (0, 1)], &[(1, 0)]);
    let games = [
        vec![across, upright],
        vec![around],
        vec![king],
        vec![corner],
        vec![corner, across],
        vec![one_way],
        vec![one_way, upright],
        vec![across],
    ];
    for (number, shapes) in games.iter().enumerate() {
        for (rows, columns) in [(1, 9), (2, 5), (3, 3), (3, 4), (4, 3), (5, 2), (2, 7)] {
            let seed = (number * 100) as u64 + u64::from(rows * 10 + columns);
            agree(&board(rows, columns, shapes), seed);
        }
    }
}

#[test]
fn sets_of_many_words_have_the_same_nimbers() {
    let small = board(3, 5, &[(&[(0, 0), (0, 1)], &[]), (&[(1, 0), (0, 0)], &[])]);
    let limits = Limits {
        threads: 1,
        ..Limits::default()
    };
    let expected = RemovalSearch::new(&small, &limits)
        .unwrap()
        .nimber(&(0..15).collect::<Vec<_>>(), &limits);
    for columns in [20u32, 40, 60, 90, 200, 330] {
        let wide = board(
            3,
            columns,
            &[(&[(0, 0), (0, 1)], &[]), (&[(1, 0), (0, 0)], &[])],
        );
        let mut search = RemovalSearch::new(&wide, &limits).unwrap();
        // The same piece at the right end of a board of up to 990 cells.
        let first = columns - 5;
        let piece: Vec<u32> = (0..3)
            .flat_map(|row| (first..columns).map(move |c| row * columns + c))
            .collect();
        assert_eq!(search.nimber(&piece, &limits), expected, "{columns}");
    }
}
