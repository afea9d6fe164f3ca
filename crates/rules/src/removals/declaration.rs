//! What a file declares for one size: read, checked, and turned into data.

use std::sync::Arc;

use grundy_core::{Element, Limits, Picture, Removal, RemovalGame, RulesError};
use rustc_hash::{FxHashMap, FxHashSet};
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};

use super::{Inner, sets};
use crate::convert;
use crate::listing::is_collection;
use crate::literal;
use crate::position::{Atom, StarPosition};
use crate::program::{Complaint, Function};

/// The most cells of a board.
const MOST_CELLS: usize = 4_096;
/// The most cells that removals may name in all.
const MOST_NAMED: usize = 1 << 24;
/// The longest side of a board that is drawn as rows.
const LONGEST_SIDE: i64 = 64;
/// The most lines between cells that are drawn.
const MOST_LINES: usize = 400;

/// The board of one size.
pub(super) struct Declaration {
    pub size: StarPosition,
    /// The cells, each a position of one atom.
    pub cells: Vec<StarPosition>,
    pub index: FxHashMap<StarPosition, u32>,
    pub game: Arc<RemovalGame>,
    /// The removals as sets, in the order of `game`.
    pub sets: Vec<Sets>,
    /// No two removals need the same cells.
    pub needs_differ: bool,
    /// Rows and columns of the rectangle around all places.
    pub sides: Option<(u32, u32)>,
}

/// One removal.
pub(super) struct Sets {
    pub needs: Box<[u64]>,
    pub removes: Box<[u64]>,
}

impl Declaration {
    /// Asks the file for the board of a size.
    pub(super) fn read(
        file: &Inner,
        size: &StarPosition,
        names: &mut FxHashMap<StarPosition, u64>,
    ) -> Result<Declaration, RulesError> {
        let cells = ask(file, &file.cells, size, |value, heap| {
            read_cells(value, heap)
        })?;
        let index: FxHashMap<StarPosition, u32> = cells.iter().cloned().zip(0..).collect();
        let removals = ask(file, &file.removals, size, |value, heap| {
            read_removals(value, heap, &index, &file.program.limits.work)
        })?;
        let places = places(&cells);
        let mut game = RemovalGame::new(0, removals);
        for cell in &cells {
            let next = names.len() as u64;
            let name = *names.entry(cell.clone()).or_insert(next);
            game.cells.push(name);
        }
        let sides = places.as_ref().map(|places| {
            let most =
                |side: fn(&(u32, u32)) -> u32| places.iter().map(side).max().unwrap_or(0) + 1;
            (most(|place| place.0), most(|place| place.1))
        });
        game.places = places;
        if let Some(symmetries) = &file.symmetries {
            game.symmetries = ask(file, symmetries, size, |value, heap| {
                read_symmetries(value, heap, &index, &game, &cells)
            })?;
        }
        let sets = |played: &Removal| Sets {
            needs: sets::of(played.needs.iter().copied(), cells.len()),
            removes: sets::of(played.removes.iter().copied(), cells.len()),
        };
        let sets: Vec<Sets> = game.moves.iter().map(sets).collect();
        let needs: FxHashSet<&[u64]> = sets.iter().map(|sets| &*sets.needs).collect();
        Ok(Declaration {
            needs_differ: needs.len() == sets.len(),
            size: size.clone(),
            index,
            game: Arc::new(game),
            sets,
            sides,
            cells,
        })
    }

    /// The removals that are legal while these cells remain.
    pub(super) fn legal(&self, remaining: &[u64]) -> impl Iterator<Item = u32> {
        let numbered = (0..).zip(&self.sets);
        let legal = numbered.filter(|(_, sets)| sets::is_within(&sets.needs, remaining));
        legal.map(|(at, _)| at)
    }

    /// Rows of marks where cells have places: `.` for a cell that remains.
    pub(super) fn rows(&self, remaining: &[u64]) -> Option<Vec<String>> {
        let places = self.game.places.as_ref()?;
        let (rows, columns) = self.sides?;
        let mut marks = vec![vec!['#'; columns as usize]; rows as usize];
        for cell in sets::iter(remaining) {
            let (row, column) = places[cell];
            marks[row as usize][column as usize] = '.';
        }
        Some(marks.iter().map(|row| row.iter().collect()).collect())
    }

    pub(super) fn picture(&self, remaining: &[u64]) -> Picture {
        if let Some(rows) = self.rows(remaining) {
            return Picture::Board(rows);
        }
        let shown: Vec<usize> = sets::iter(remaining).collect();
        let vertex = |cell: u32| {
            shown
                .binary_search(&(cell as usize))
                .ok()
                .map(|at| at as u32)
        };
        let mut edges = FxHashSet::default();
        for at in self.legal(remaining) {
            let Removal { needs, removes } = &self.game.moves[at as usize];
            let from = vertex(needs[0]);
            for &other in needs.iter().chain(removes) {
                if let (Some(from), Some(to)) = (from, vertex(other))
                    && from != to
                {
                    edges.insert((from.min(to), from.max(to)));
                }
            }
        }
        let mut edges: Vec<(u32, u32)> = edges.into_iter().collect();
        edges.sort_unstable();
        if edges.len() > MOST_LINES {
            edges.clear();
        }
        let names = shown.iter().map(|&cell| literal::show(&self.cells[cell]));
        Picture::Network {
            edges,
            names: names.collect(),
        }
    }

    /// How a cell that remains is called in the picture.
    pub(super) fn element(&self, cell: usize, remaining: &[u64]) -> Element {
        match &self.game.places {
            Some(places) => {
                let (row, column) = places[cell];
                Element::at("cell", [row.into(), column.into()])
            }
            None => {
                let before = sets::iter(remaining).take_while(|&other| other < cell);
                Element::at("vertex", [before.count() as u64])
            }
        }
    }
}

fn ask<T>(
    file: &Inner,
    function: &Function,
    size: &StarPosition,
    read: impl for<'v> FnOnce(Value<'v>, Heap<'v>) -> Result<T, Complaint>,
) -> Result<T, RulesError> {
    file.program.call(
        function,
        |heap| vec![convert::to_value(size, heap)],
        Some(size),
        read,
    )
}

/// The members of a list, tuple, set or range.
fn members<'v>(
    value: Value<'v>,
    heap: Heap<'v>,
    wanted: &str,
) -> Result<impl Iterator<Item = Value<'v>>, Complaint> {
    if !is_collection(value) {
        let shown = convert::shown(value);
        return Err(format!("`{shown}` stands where {wanted} is needed").into());
    }
    let members = value.iterate(heap);
    Ok(members.map_err(|error| error.to_string())?)
}

fn cell(value: Value<'_>) -> Result<StarPosition, Complaint> {
    let mut bytes = vec![0];
    convert::write_one(value, &mut bytes).map_err(|error| error.complaint("a cell: "))?;
    Ok(StarPosition::from_bytes(&bytes))
}

fn read_cells<'v>(value: Value<'v>, heap: Heap<'v>) -> Result<Vec<StarPosition>, Complaint> {
    let mut cells = Vec::new();
    let mut seen = FxHashSet::default();
    for value in members(value, heap, "a list of cells")? {
        let cell = cell(value)?;
        if cells.len() == MOST_CELLS {
            return Err(Complaint {
                message: format!("more than {MOST_CELLS} cells; use a smaller board"),
                is_limit: true,
            });
        }
        if !seen.insert(cell.clone()) {
            let shown = literal::show(&cell);
            return Err(format!("the cell {shown} stands twice; list each cell once").into());
        }
        cells.push(cell);
    }
    Ok(cells)
}

fn read_removals<'v>(
    value: Value<'v>,
    heap: Heap<'v>,
    index: &FxHashMap<StarPosition, u32>,
    limits: &Limits,
) -> Result<Vec<Removal>, Complaint> {
    let mut removals = Vec::new();
    let mut named = 0;
    // A removal is kept as lists and as sets.
    let bytes_each =
        size_of::<Removal>() + size_of::<Sets>() + 2 * size_of_val(&*sets::of([], index.len()));
    for (number, pair) in members(value, heap, "a list of pairs (needs, removes)")?.enumerate() {
        let said = |message: String| Complaint::from(format!("removal {}: {message}", number + 1));
        let items = TupleRef::from_value(pair).map(TupleRef::content);
        let items = items.or_else(|| ListRef::from_value(pair).map(ListRef::content));
        let Some(&[needs, removes]) = items else {
            let shown = convert::shown(pair);
            return Err(said(format!(
                "`{shown}` is not a pair; write (needs, removes), two lists of cells"
            )));
        };
        let list = |value: Value<'v>| -> Result<Vec<u32>, Complaint> {
            let mut list = Vec::new();
            for value in members(value, heap, "a list of cells").map_err(|e| said(e.message))? {
                let cell = cell(value).map_err(|error| said(error.message))?;
                let Some(&at) = index.get(&cell) else {
                    let shown = literal::show(&cell);
                    return Err(said(format!("{shown} is not among the cells of this size")));
                };
                list.push(at);
            }
            list.sort_unstable();
            list.dedup();
            Ok(list)
        };
        let (needs, removes) = (list(needs)?, list(removes)?);
        if !needs.iter().any(|cell| removes.binary_search(cell).is_ok()) {
            let message = "it takes away no cell that it needs, so it could be made again for ever; put a cell into both lists";
            return Err(said(message.to_owned()));
        }
        named += needs.len() + removes.len();
        if named > MOST_NAMED {
            return Err(Complaint {
                message: format!("removals name more than {MOST_NAMED} cells; use a smaller board"),
                is_limit: true,
            });
        }
        removals.push(Removal { needs, removes });
        let bytes = removals.len() * bytes_each + named * size_of::<u32>();
        if limits.check_bytes(bytes as u64).is_err() {
            return Err(Complaint {
                message: "the removals take more memory than allowed; use a smaller board"
                    .to_owned(),
                is_limit: true,
            });
        }
    }
    removals.sort_unstable();
    removals.dedup();
    Ok(removals)
}

/// Permutations, each as the list of images in the order of the cells or as a dict; refused unless they map removals to
/// removals.
fn read_symmetries<'v>(
    value: Value<'v>,
    heap: Heap<'v>,
    index: &FxHashMap<StarPosition, u32>,
    game: &RemovalGame,
    cells: &[StarPosition],
) -> Result<Vec<Vec<u32>>, Complaint> {
    let all: FxHashSet<&Removal> = game.moves.iter().collect();
    let mut maps = Vec::new();
    for (number, value) in members(value, heap, "a list of permutations")?.enumerate() {
        let said =
            |message: &str| Complaint::from(format!("permutation {}: {message}", number + 1));
        let at = |value: Value<'v>| -> Result<u32, Complaint> {
            let cell = cell(value).map_err(|error| said(&error.message))?;
            let shown = || said(&format!("{} is not among the cells", literal::show(&cell)));
            index.get(&cell).copied().ok_or_else(shown)
        };
        let mut map: Vec<u32> = (0..cells.len() as u32).collect();
        if let Some(dict) = DictRef::from_value(value) {
            for (from, to) in dict.iter() {
                map[at(from)? as usize] = at(to)?;
            }
        } else {
            let images = members(value, heap, "a permutation: the image of each cell")?;
            map = images.map(at).collect::<Result<_, _>>()?;
        }
        let distinct: FxHashSet<u32> = map.iter().copied().collect();
        if map.len() != cells.len() || distinct.len() != cells.len() {
            return Err(said(
                "it is not a permutation: give each cell an image, and each image to one cell",
            ));
        }
        let image = |list: &[u32]| -> Vec<u32> {
            let mut images: Vec<u32> = list.iter().map(|&cell| map[cell as usize]).collect();
            images.sort_unstable();
            images
        };
        for played in &game.moves {
            let moved = Removal {
                needs: image(&played.needs),
                removes: image(&played.removes),
            };
            if !all.contains(&moved) {
                let needs = played
                    .needs
                    .iter()
                    .map(|&cell| literal::show(&cells[cell as usize]));
                let needs: Vec<String> = needs.collect();
                return Err(said(&format!(
                    "it is not a symmetry: the removal that needs {} has an image that is not a removal",
                    needs.join(", ")
                )));
            }
        }
        maps.push(map);
    }
    Ok(maps)
}

/// Rows and columns, where all cells are numbers or all are pairs of numbers.
fn places(cells: &[StarPosition]) -> Option<Vec<(u32, u32)>> {
    let place = |cell: &StarPosition| match cell.atoms().as_slice() {
        [Atom::Integer(column)] => Some((0, *column)),
        [Atom::Tuple(items)] => match items[..] {
            [Atom::Integer(row), Atom::Integer(column)] => Some((row, column)),
            _ => None,
        },
        _ => None,
    };
    let places: Vec<(i64, i64)> = cells.iter().map(place).collect::<Option<_>>()?;
    let (&(mut top, mut left), mut bottom, mut right) = (places.first()?, i64::MIN, i64::MIN);
    for &(row, column) in &places {
        (top, left) = (top.min(row), left.min(column));
        (bottom, right) = (bottom.max(row), right.max(column));
    }
    let is_small =
        bottom.checked_sub(top)? < LONGEST_SIDE && right.checked_sub(left)? < MOST_CELLS as i64;
    // A number and a pair may have the same place.
    let distinct: FxHashSet<&(i64, i64)> = places.iter().collect();
    let area = (bottom - top + 1) * (right - left + 1);
    (is_small && distinct.len() == places.len() && area <= MOST_CELLS as i64).then(|| {
        let places = places.iter();
        places
            .map(|(row, column)| ((row - top) as u32, (column - left) as u32))
            .collect()
    })
}
