//! `boards cram 5 6 [THREADS]`: the value of a board, and what it took: for those who tune the search.

use std::time::Instant;

use grundy_core::{Limits, Removal, RemovalGame};
use grundy_search::RemovalSearch;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments[at].parse::<i32>().expect("a number");
    let (rows, columns) = (number(1), number(2));
    let attacks = |a: (i32, i32), b: (i32, i32)| {
        let (r, c) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        match arguments[0].as_str() {
            "queens" => r == 0 || c == 0 || r == c,
            _ => r + c <= 1,
        }
    };
    let cells: Vec<(i32, i32)> = (0..rows * columns)
        .map(|n| (n / columns, n % columns))
        .collect();
    let index = |cell: (i32, i32)| (cell.0 * columns + cell.1) as u32;
    let around = |a: (i32, i32)| cells.iter().copied().filter(move |&b| attacks(a, b));
    let mut moves = Vec::new();
    for &cell in &cells {
        if arguments[0] == "cram" {
            for other in around(cell).filter(|&other| other > cell) {
                let ends = vec![index(cell), index(other)];
                moves.push(Removal {
                    needs: ends.clone(),
                    removes: ends,
                });
            }
        } else {
            let removes = around(cell).map(index).collect();
            moves.push(Removal {
                needs: vec![index(cell)],
                removes,
            });
        }
    }
    let mut game = RemovalGame::new(cells.len(), moves);
    game.places = Some(cells.iter().map(|&(r, c)| (r as u32, c as u32)).collect());
    let limits = Limits {
        threads: arguments.get(3).map_or(1, |n| n.parse().expect("a number")),
        positions: u64::MAX,
        ..Limits::default()
    };
    let start = Instant::now();
    let mut search = RemovalSearch::new(&game, &limits).expect("a small board");
    let all: Vec<u32> = (0..cells.len() as u32).collect();
    let nimber = search.nimber(&all, &limits);
    println!("{nimber:?} {:.2?} {:?}", start.elapsed(), search.figures());
}
