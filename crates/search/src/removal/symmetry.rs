//! Which permutations of cells leave a game as it is: checked, never assumed.

use std::collections::BTreeSet;

use grundy_core::{Removal, RemovalGame};

use crate::bits::Bits;

/// Where cells go in words of bits, and what is symmetric then.
pub struct Layout {
    pub bit_of: Vec<u16>,
    /// Given if the game looks the same everywhere on a rectangle.
    pub board: Option<BoardLayout>,
    /// Permutations of bits, if there is no such board.
    pub symmetries: Vec<Vec<u16>>,
}

/// A rectangle on which the game looks the same everywhere.
pub struct BoardLayout {
    pub rows: usize,
    pub columns: usize,
    pub has_mirrors: bool,
    pub can_turn: bool,
}

/// The most images of a component that are compared.
const MOST_SYMMETRIES: usize = 64;

/// The layout of a game in `bits` bits, which are enough for its cells.
pub fn layout(game: &RemovalGame, bits: usize) -> Layout {
    if let Some(layout) = board_layout(game, bits) {
        return layout;
    }
    let count = game.cells.len() as u16;
    let mut given = game.symmetries.clone();
    given.extend(
        game.places
            .iter()
            .flat_map(|places| board_symmetries(places)),
    );
    given.retain(|map| is_permutation(map) && is_symmetry(game, map));
    let given: Vec<Vec<u16>> = given
        .iter()
        .map(|map| map.iter().map(|&cell| cell as u16).collect())
        .collect();
    Layout {
        bit_of: (0..count).collect(),
        board: None,
        symmetries: closure(given, count),
    }
}

fn is_permutation(map: &[u32]) -> bool {
    let targets: BTreeSet<u32> = map.iter().copied().collect();
    targets.len() == map.len() && targets.iter().all(|&cell| (cell as usize) < map.len())
}

fn is_symmetry(game: &RemovalGame, map: &[u32]) -> bool {
    let everywhere = |_: u32| true;
    let image = |cell: u32| Some(map[cell as usize]);
    moves_within(game, everywhere, Some) == moves_within(game, everywhere, image)
}

/// The moves inside a part of the board, without what they remove outside, each cell as `rename` calls it.
fn moves_within(
    game: &RemovalGame,
    is_inside: impl Fn(u32) -> bool,
    rename: impl Fn(u32) -> Option<u32>,
) -> BTreeSet<Removal> {
    let renamed = |cells: &[u32]| -> Vec<u32> {
        let inside = cells.iter().copied().filter(|&cell| is_inside(cell));
        let mut names: Vec<u32> = inside.filter_map(&rename).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let moves = game.moves.iter();
    let inside = moves.filter(|played| played.needs.iter().all(|&cell| is_inside(cell)));
    inside
        .map(|played| Removal {
            needs: renamed(&played.needs),
            removes: renamed(&played.removes),
        })
        .collect()
}

/// All products of `given`, without the one that changes nothing; as many as are compared at most.
fn closure(given: Vec<Vec<u16>>, count: u16) -> Vec<Vec<u16>> {
    let nothing: Vec<u16> = (0..count).collect();
    let mut all = vec![nothing.clone()];
    let mut seen: BTreeSet<Vec<u16>> = BTreeSet::from([nothing]);
    let mut next = 0;
    while next < all.len() && all.len() < MOST_SYMMETRIES {
        for map in &given {
            let product: Vec<u16> = all[next].iter().map(|&cell| map[cell as usize]).collect();
            if all.len() < MOST_SYMMETRIES && seen.insert(product.clone()) {
                all.push(product);
            }
        }
        next += 1;
    }
    all.swap_remove(0);
    all
}

/// Turns and mirrors of the rectangle that holds all places, where they map places to places.
fn board_symmetries(places: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let rows = places.iter().map(|place| place.0).max().unwrap_or(0);
    let columns = places.iter().map(|place| place.1).max().unwrap_or(0);
    let index = index_of(places);
    let maps: [&dyn Fn((u32, u32)) -> (u32, u32); 3] = [
        &|(row, column)| (rows - row, column),
        &|(row, column)| (row, columns - column),
        &|(row, column)| (column, row),
    ];
    let permutation = |map: &dyn Fn((u32, u32)) -> (u32, u32)| {
        places
            .iter()
            .map(|&place| index.get(&map(place)).copied())
            .collect()
    };
    maps.into_iter().filter_map(permutation).collect()
}

fn index_of(places: &[(u32, u32)]) -> std::collections::BTreeMap<(u32, u32), u32> {
    places.iter().copied().zip(0..).collect()
}

/// The layout of a game on a full rectangle that looks the same everywhere: where a piece and its shifted image both
/// lie on the board, the moves inside them correspond.
///
/// It is enough to check shifts by one row and by one column: a piece can be brought from any place to any other by
/// such shifts without leaving a rectangle.
fn board_layout(game: &RemovalGame, bits: usize) -> Option<Layout> {
    let places = game.places.as_ref()?;
    let rows = places.iter().map(|place| place.0).max()? + 1;
    let columns = places.iter().map(|place| place.1).max()? + 1;
    let index = index_of(places);
    let area = u64::from(rows) * u64::from(columns);
    if area != places.len() as u64 || index.len() != places.len() || area > bits as u64 {
        return None;
    }
    let at = |row: u32, column: u32| index.get(&(row, column)).copied();
    let place = |cell: u32| places[cell as usize];
    let corresponds = |inside: &dyn Fn((u32, u32)) -> bool,
                       image: &dyn Fn((u32, u32)) -> (u32, u32)| {
        let images: BTreeSet<(u32, u32)> = places
            .iter()
            .copied()
            .filter(|&p| inside(p))
            .map(image)
            .collect();
        let here = moves_within(
            game,
            |cell| inside(place(cell)),
            |cell| {
                let (row, column) = image(place(cell));
                at(row, column)
            },
        );
        here == moves_within(game, |cell| images.contains(&place(cell)), Some)
    };
    let shifts = corresponds(&|(_, c)| c + 1 < columns, &|(r, c)| (r, c + 1))
        && corresponds(&|(r, _)| r + 1 < rows, &|(r, c)| (r + 1, c));
    if !shifts {
        return None;
    }
    let has_mirrors = corresponds(&|_| true, &|(r, c)| (rows - 1 - r, c))
        && corresponds(&|_| true, &|(r, c)| (r, columns - 1 - c));
    let side = rows.min(columns);
    let can_turn = corresponds(&|(r, c)| r < side && c < side, &|(r, c)| (c, r));
    // Rows are the shorter side.
    let (rows, columns, is_turned) = if rows <= columns {
        (rows, columns, false)
    } else {
        (columns, rows, true)
    };
    let bit = |&(row, column): &(u32, u32)| {
        let (row, column) = if is_turned {
            (column, row)
        } else {
            (row, column)
        };
        (row * columns + column) as u16
    };
    Some(Layout {
        bit_of: places.iter().map(bit).collect(),
        board: Some(BoardLayout {
            rows: rows as usize,
            columns: columns as usize,
            has_mirrors,
            can_turn,
        }),
        symmetries: Vec::new(),
    })
}

/// Images of sets under permutations of cells, eight cells at a time.
pub struct Images<const W: usize> {
    /// For each permutation and each eight cells, the images of their subsets.
    tables: Vec<Vec<[Bits<W>; 256]>>,
}

impl<const W: usize> Images<W> {
    /// Ready for these permutations.
    pub fn new(permutations: &[Vec<u16>]) -> Images<W> {
        let table = |map: &Vec<u16>| {
            let groups = map.chunks(8);
            let subsets = groups.map(|group| {
                let mut images = [Bits::EMPTY; 256];
                for (subset, image) in images.iter_mut().enumerate() {
                    let cells = group.iter().enumerate();
                    let chosen = cells.filter(|(bit, _)| subset >> bit & 1 == 1);
                    *image = chosen.map(|(_, &cell)| usize::from(cell)).collect();
                }
                images
            });
            subsets.collect()
        };
        // Tables of many words would not fit in a cache.
        let most = if W <= 4 { MOST_SYMMETRIES } else { 7 };
        Images {
            tables: permutations.iter().take(most).map(table).collect(),
        }
    }

    /// The least image of a set.
    #[inline]
    pub fn canonical(&self, cells: Bits<W>) -> Bits<W> {
        let images = self.tables.iter().map(|table| image(table, cells));
        images.fold(cells, Bits::min)
    }
}

#[inline]
fn image<const W: usize>(table: &[[Bits<W>; 256]], cells: Bits<W>) -> Bits<W> {
    let mut image = Bits::EMPTY;
    for (group, images) in table.iter().enumerate() {
        let subset = cells.0[group / 8] >> (group % 8 * 8) & 0xff;
        image = image.or(images[subset as usize]);
    }
    image
}
