//! Pictures as the page draws them.

use grundy::core::Picture;
use serde_json::{Value, json};

use super::position::big;

/// The picture as an object with a `kind`.
pub(super) fn object(picture: &Picture) -> Value {
    match picture {
        Picture::Heaps(heaps) => json!({"kind": "heaps", "heaps": numbers(heaps)}),
        Picture::Pins(rows) => json!({"kind": "pins", "rows": numbers(rows)}),
        Picture::Strips(strips) => json!({"kind": "strips", "strips": strips}),
        Picture::Stairs(steps) => json!({"kind": "stairs", "steps": numbers(steps)}),
        Picture::Coins { squares, coins } => {
            json!({"kind": "coins", "squares": big(*squares), "coins": numbers(coins)})
        }
        Picture::Bars(bars) => {
            let bars: Vec<[Value; 2]> = bars.iter().map(|&(w, h)| [big(w), big(h)]).collect();
            json!({"kind": "bars", "bars": bars})
        }
        Picture::Board(rows) => json!({"kind": "board", "rows": rows}),
        Picture::Matrix(rows) => {
            let rows: Vec<Value> = rows.iter().map(|row| numbers(row)).collect();
            json!({"kind": "matrix", "rows": rows})
        }
        Picture::Pawns {
            rows,
            white,
            black,
            white_to_move,
        } => json!({
            "kind": "pawns", "rows": big(*rows), "white": numbers(white), "black": numbers(black),
            "white_to_move": white_to_move,
        }),
        Picture::Graph {
            edges,
            names,
            vertex,
        } => json!({"kind": "graph", "edges": edges, "names": names, "vertex": vertex}),
        Picture::Network { edges, names } => {
            json!({"kind": "network", "edges": edges, "names": names})
        }
        Picture::Trees(parents) => json!({"kind": "trees", "parents": parents}),
        Picture::Faces(heads) => json!({"kind": "faces", "heads": heads}),
        _ => json!({"kind": "text"}),
    }
}

/// The picture after a move: what does not change is left out.
pub(super) fn of_option(picture: &Picture) -> Value {
    match picture {
        Picture::Graph { vertex, .. } => {
            json!({"kind": "graph", "edges": [], "names": [], "vertex": vertex})
        }
        Picture::Network { names, .. } => json!({"kind": "network", "edges": [], "names": names}),
        other => object(other),
    }
}

fn numbers(list: &[u64]) -> Value {
    list.iter().map(|&number| big(number)).collect()
}
