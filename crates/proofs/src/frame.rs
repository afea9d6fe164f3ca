//! Which components are the same: shifted, turned and mirrored on a board, or mapped by symmetries of the game.
//!
//! A map between two parts of the board is used only after it was checked that it maps the moves inside the one to
//! the moves inside the other (a move is inside a part if all that it needs is; what it removes elsewhere does not
//! matter). Then components that it maps to each other have the same moves, and so the same nimber.
//!
//! A component is worth 0 if half a turn maps it to itself and no legal move removes a cell that its own image needs:
//! the second player answers each move by its image, which is legal; after both, the component is symmetric again,
//! with no new moves.

use std::collections::BTreeSet;

use grundy_core::RemovalGame;

use crate::cells::Cells;

pub(crate) enum Frame<const W: usize> {
    /// Components may lie anywhere on a rectangle.
    Board(Board<W>),
    /// Maps of all cells; there may be none.
    Maps(Vec<Map<W>>),
}

pub(crate) struct Board<const W: usize> {
    columns: u32,
    column: Vec<Cells<W>>,
    /// Upside down and left to right, if both may be used, and half a turn.
    mirrors: Option<[Map<W>; 3]>,
    /// Rows and columns exchanged in the largest square at the corner, if that may be done.
    exchange: Option<Map<W>>,
    square: Cells<W>,
}

/// Where each cell goes.
pub(crate) struct Map<const W: usize> {
    images: Vec<u32>,
    /// The images of all subsets of each eight cells, where that is not too much.
    subsets: Vec<[Cells<W>; 256]>,
}

/// The most maps that are used.
const MOST_MAPS: usize = 64;

type Inside = BTreeSet<(Vec<u32>, Vec<u32>)>;

impl<const W: usize> Frame<W> {
    /// The numbers of the cells: row by row on a rectangle, else as described.
    pub(crate) fn numbers(game: &RemovalGame) -> Vec<u32> {
        match sides(game) {
            Some((_, columns)) => {
                let places = game.places.iter().flatten();
                places.map(|(row, column)| row * columns + column).collect()
            }
            None => (0..game.cells.len() as u32).collect(),
        }
    }

    pub(crate) fn new(game: &RemovalGame, number_of: &[u32]) -> Frame<W> {
        let moves = numbered(game, number_of);
        if let Some((rows, columns)) = sides(game)
            && let Some(board) = Board::new(&moves, rows, columns)
        {
            return Frame::Board(board);
        }
        Frame::Maps(maps(game, &moves, number_of))
    }

    /// The least of the images of a component; `None` if it is worth 0 by symmetry. `is_safe` says whether no
    /// legal move removes a cell that its own image needs.
    #[inline]
    pub(crate) fn normal(
        &self,
        component: Cells<W>,
        is_safe: impl Fn(Cells<W>, &dyn Fn(Cells<W>) -> Cells<W>) -> bool,
    ) -> Option<Cells<W>> {
        match self {
            Frame::Board(board) => board.normal(component, is_safe),
            Frame::Maps(maps) => {
                let images = maps.iter().map(|map| map.of(component));
                Some(images.fold(component, Cells::min))
            }
        }
    }
}

impl<const W: usize> Board<W> {
    fn new(moves: &Inside, rows: u32, columns: u32) -> Option<Board<W>> {
        let place = |number: u32| (number / columns, number % columns);
        let maps = |part: &dyn Fn((u32, u32)) -> bool, to: &dyn Fn((u32, u32)) -> (u32, u32)| {
            let inside: BTreeSet<u32> = (0..rows * columns).filter(|&n| part(place(n))).collect();
            let image = |number: u32| {
                let (row, column) = to(place(number));
                row * columns + column
            };
            let images: BTreeSet<u32> = inside.iter().copied().map(image).collect();
            mapped(moves, &inside, image) == mapped(moves, &images, |number| number)
        };
        let everywhere = |_: (u32, u32)| true;
        let shifts = maps(&|(_, c)| c + 1 < columns, &|(r, c)| (r, c + 1))
            && maps(&|(r, _)| r + 1 < rows, &|(r, c)| (r + 1, c));
        if !shifts {
            return None;
        }
        let has_mirrors = maps(&everywhere, &|(r, c)| (rows - 1 - r, c))
            && maps(&everywhere, &|(r, c)| (r, columns - 1 - c));
        let side = rows.min(columns);
        let is_in_square = |(r, c): (u32, u32)| r < side && c < side;
        let can_exchange = maps(&is_in_square, &|(r, c)| (c, r));
        let all = || (0..rows * columns).map(place);
        let map = |to: &dyn Fn((u32, u32)) -> (u32, u32)| {
            Map::new(all().map(to).map(|(r, c)| r * columns + c).collect())
        };
        let mirrors = || {
            [
                map(&|(r, c)| (rows - 1 - r, c)),
                map(&|(r, c)| (r, columns - 1 - c)),
                map(&|(r, c)| (rows - 1 - r, columns - 1 - c)),
            ]
        };
        let exchanged = |(r, c)| if is_in_square((r, c)) { (c, r) } else { (r, c) };
        Some(Board {
            columns,
            column: (0..columns)
                .map(|c| (0..rows).map(|r| r * columns + c).collect())
                .collect(),
            mirrors: has_mirrors.then(mirrors),
            exchange: can_exchange.then(|| map(&exchanged)),
            square: (0..rows * columns)
                .filter(|&n| is_in_square(place(n)))
                .collect(),
        })
    }

    /// The same component in the corner.
    #[inline]
    fn to_corner(&self, component: Cells<W>) -> Cells<W> {
        let row = component.first().unwrap_or(0) / self.columns;
        let column = self.column.iter().position(|cells| cells.meets(component));
        component.down(row * self.columns + column.unwrap_or(0) as u32)
    }

    #[inline]
    fn normal(
        &self,
        component: Cells<W>,
        is_safe: impl Fn(Cells<W>, &dyn Fn(Cells<W>) -> Cells<W>) -> bool,
    ) -> Option<Cells<W>> {
        let corner = self.to_corner(component);
        let mut least = corner;
        if let Some(mirrors) = &self.mirrors {
            let turned = self.to_corner(mirrors[2].of(corner));
            if turned == corner && is_safe(corner, &|cells| half_turn(corner, cells)) {
                return None;
            }
            least = self.least_mirrored(mirrors, corner, turned);
        }
        if let Some(exchange) = &self.exchange
            && corner.is_within(self.square)
        {
            let other = exchange.of(corner);
            least = least.min(other);
            if let Some(mirrors) = &self.mirrors {
                let turned = self.to_corner(mirrors[2].of(other));
                least = least.min(self.least_mirrored(mirrors, other, turned));
            }
        }
        Some(least)
    }

    #[inline]
    fn least_mirrored(
        &self,
        mirrors: &[Map<W>; 3],
        corner: Cells<W>,
        turned: Cells<W>,
    ) -> Cells<W> {
        let down = self.to_corner(mirrors[0].of(corner));
        let across = self.to_corner(mirrors[1].of(corner));
        corner.min(turned).min(down).min(across)
    }
}

/// The image of some cells under the half turn that maps `component` to itself.
fn half_turn<const W: usize>(component: Cells<W>, cells: Cells<W>) -> Cells<W> {
    let ends = component.first().zip(component.iter().last());
    let sum = ends.map_or(0, |(first, last)| first + last);
    cells.iter().map(|cell| sum - cell).collect()
}

impl<const W: usize> Map<W> {
    fn new(images: Vec<u32>) -> Map<W> {
        let subsets = |cells: &[u32]| {
            let mut all = [Cells::NONE; 256];
            for (subset, image) in all.iter_mut().enumerate() {
                let chosen = cells
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| subset >> bit & 1 == 1);
                *image = chosen.map(|(_, &cell)| cell).collect();
            }
            all
        };
        let subsets = match W {
            ..=2 => images.chunks(8).map(subsets).collect(),
            _ => Vec::new(),
        };
        Map { images, subsets }
    }

    #[inline]
    fn of(&self, cells: Cells<W>) -> Cells<W> {
        if W > 2 {
            return cells
                .iter()
                .map(|cell| self.images[cell as usize])
                .collect();
        }
        let subsets = self.subsets.iter().enumerate();
        subsets.fold(Cells::NONE, |all, (at, images)| {
            all.or(images[cells.byte(at)])
        })
    }
}

/// Rows and columns, if the cells fill a rectangle.
fn sides(game: &RemovalGame) -> Option<(u32, u32)> {
    let places = game.places.as_ref()?;
    let rows = places.iter().map(|place| place.0).max()?.checked_add(1)?;
    let columns = places.iter().map(|place| place.1).max()?.checked_add(1)?;
    let distinct: BTreeSet<&(u32, u32)> = places.iter().collect();
    let area = u64::from(rows) * u64::from(columns);
    (distinct.len() == places.len() && area == places.len() as u64).then_some((rows, columns))
}

fn numbered(game: &RemovalGame, number_of: &[u32]) -> Inside {
    let names = |cells: &[u32]| sorted(cells.iter().map(|&cell| number_of[cell as usize]));
    let moves = game.moves.iter();
    moves
        .map(|played| (names(&played.needs), names(&played.removes)))
        .collect()
}

fn sorted(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let numbers: BTreeSet<u32> = numbers.collect();
    numbers.into_iter().collect()
}

/// The moves inside a part, each cell as `image` calls it.
fn mapped(moves: &Inside, part: &BTreeSet<u32>, image: impl Fn(u32) -> u32) -> Inside {
    let inside = moves
        .iter()
        .filter(|(needs, _)| needs.iter().all(|cell| part.contains(cell)));
    let images = |cells: &[u32]| {
        let cells = cells.iter().copied().filter(|cell| part.contains(cell));
        sorted(cells.map(&image))
    };
    inside
        .map(|(needs, removes)| (images(needs), images(removes)))
        .collect()
}

/// Maps of all cells that map moves to moves: those that are declared, and the turns of the board; with their products.
fn maps<const W: usize>(game: &RemovalGame, moves: &Inside, number_of: &[u32]) -> Vec<Map<W>> {
    let count = number_of.len();
    let everything: BTreeSet<u32> = (0..count as u32).collect();
    let mut known = game.symmetries.clone();
    known.extend(turns(game));
    let is_map = |map: &Vec<u32>| {
        let distinct: BTreeSet<&u32> = map.iter().collect();
        map.len() == count
            && distinct.len() == count
            && map.iter().all(|cell| (*cell as usize) < count)
            && mapped(moves, &everything, |cell| map[cell as usize]) == *moves
    };
    let renamed = |map: Vec<u32>| -> Vec<u32> {
        let mut other = vec![0; count];
        for (cell, image) in map.iter().enumerate() {
            other[number_of[cell] as usize] = number_of[*image as usize];
        }
        other
    };
    known = known.into_iter().map(renamed).filter(is_map).collect();
    let same: Vec<u32> = (0..count as u32).collect();
    let mut all = vec![same.clone()];
    let mut seen = BTreeSet::from([same]);
    let mut next = 0;
    while next < all.len() && all.len() < MOST_MAPS {
        for map in &known {
            let product: Vec<u32> = all[next].iter().map(|&cell| map[cell as usize]).collect();
            if all.len() < MOST_MAPS && seen.insert(product.clone()) {
                all.push(product);
            }
        }
        next += 1;
    }
    all.into_iter().skip(1).map(Map::new).collect()
}

/// Mirrors and the exchange of rows and columns, where they map places to places.
fn turns(game: &RemovalGame) -> Vec<Vec<u32>> {
    let Some(places) = &game.places else {
        return Vec::new();
    };
    let rows = places.iter().map(|place| place.0).max().unwrap_or(0);
    let columns = places.iter().map(|place| place.1).max().unwrap_or(0);
    let ways: [&dyn Fn(&(u32, u32)) -> (u32, u32); 3] = [
        &|&(row, column)| (rows - row, column),
        &|&(row, column)| (row, columns - column),
        &|&(row, column)| (column, row),
    ];
    let find = |place: (u32, u32)| places.iter().position(|other| *other == place);
    let map = |way: &dyn Fn(&(u32, u32)) -> (u32, u32)| -> Option<Vec<u32>> {
        places
            .iter()
            .map(|place| Some(find(way(place))? as u32))
            .collect()
    };
    ways.into_iter().filter_map(map).collect()
}
