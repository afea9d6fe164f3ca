//! Removal games by declaration: a file that lists cells and removals in place of `moves`.
//!
//! `cells(size)` and `removals(size)` are called once for each size. From then on the game is data
//! ([`grundy_core::RemovalGame`]), and no Starlark is run while it is solved.

mod declaration;
mod sets;
mod text;

use std::sync::{Arc, Mutex};

use grundy_core::{Element, Picture, RemovalPosition, RulesError, SpecError, SpecErrorKind, Touch};
use grundy_positions::{Game, Interned, Source};
use rustc_hash::FxHashMap;

use crate::convert;
use crate::position::StarPosition;
use crate::program::{Function, Program};
use declaration::Declaration;

/// A removal game whose cells and removals a Starlark file declares.
#[derive(Clone)]
pub struct StarRemovals {
    inner: Arc<Inner>,
}

struct Inner {
    program: Arc<Program>,
    cells: Function,
    removals: Function,
    symmetries: Option<Function>,
    parse: Option<Function>,
    start: Option<StarPosition>,
    sizes: Mutex<Sizes>,
}

/// The sizes that were asked for.
#[derive(Default)]
struct Sizes {
    declarations: Vec<Arc<Declaration>>,
    by_size: FxHashMap<StarPosition, u32>,
    /// The same name for the same cell in all sizes.
    names: FxHashMap<StarPosition, u64>,
}

/// Some cells of the board of one size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remaining {
    /// Which of the sizes that were asked for.
    size: u32,
    /// The cells that remain, as bits.
    cells: Box<[u64]>,
}

impl StarRemovals {
    /// The game that a file declares; `None` if it declares none.
    pub(crate) fn from_program(program: &Arc<Program>) -> Result<Option<StarRemovals>, RulesError> {
        let cells = program.get("cells").is_some();
        let removals = program.get("removals").is_some();
        let needed = match (cells, removals) {
            (false, false) => return Ok(None),
            (true, true) => None,
            (true, false) => Some(
                "there is no function `removals`; write def removals(size): and return a list of pairs (needs, removes)",
            ),
            (false, true) => Some(
                "there is no function `cells`; write def cells(size): and return the list of cells",
            ),
        };
        if let Some(message) = needed {
            return Err(program.origin(None).at_function("", message.to_owned()));
        }
        let function = |name: &'static str| -> Result<Function, RulesError> {
            let function = program.function(name)?;
            let function = function.expect("the name has a value, or it is an error");
            one_parameter(program, &function)?;
            Ok(function)
        };
        let symmetries = program.function("symmetries")?;
        if let Some(symmetries) = &symmetries {
            one_parameter(program, symmetries)?;
        }
        let start = program.get("start").map(|value| {
            convert::position(value.value(), 0).map_err(|error| {
                let message = format!("`start` is not a size: {error}");
                program.origin(None).at_line("start", message)
            })
        });
        Ok(Some(StarRemovals {
            inner: Arc::new(Inner {
                cells: function("cells")?,
                removals: function("removals")?,
                symmetries,
                parse: program.function("parse")?,
                start: start.transpose()?,
                program: program.clone(),
                sizes: Mutex::default(),
            }),
        }))
    }

    /// The game, ready to be solved.
    pub fn game(self) -> Box<dyn Game> {
        Box::new(Interned::new(self))
    }

    /// The default position as text.
    pub fn start(&self) -> Option<String> {
        self.inner.start.as_ref().map(text::show_size)
    }

    /// The board of a size, which is declared when it is asked for first.
    fn declared(&self, size: &StarPosition) -> Result<(u32, Arc<Declaration>), RulesError> {
        const POISONED: &str = "no thread panics while it holds the sizes";
        let inner = &self.inner;
        let mut sizes = inner.sizes.lock().expect(POISONED);
        if let Some(&at) = sizes.by_size.get(size) {
            return Ok((at, sizes.declarations[at as usize].clone()));
        }
        let declaration = Declaration::read(inner, size, &mut sizes.names)?;
        let declaration = Arc::new(declaration);
        let at = sizes.declarations.len() as u32;
        sizes.declarations.push(declaration.clone());
        sizes.by_size.insert(size.clone(), at);
        Ok((at, declaration))
    }

    fn declaration(&self, position: &Remaining) -> Arc<Declaration> {
        let sizes = self.inner.sizes.lock();
        let sizes = sizes.expect("no thread panics while it holds the sizes");
        sizes.declarations[position.size as usize].clone()
    }
}

fn one_parameter(program: &Program, function: &Function) -> Result<(), RulesError> {
    if function.parameters == 1 {
        return Ok(());
    }
    let name = function.name;
    let message = format!("`{name}` takes the size of the board: def {name}(size)");
    Err(program.origin(None).at_function(name, message))
}

impl Source for StarRemovals {
    type Position = Remaining;
    /// Which of the removals.
    type Move = u32;

    fn visit_moves(
        &self,
        position: &Remaining,
        _distinct: bool,
        visit: &mut dyn FnMut(u32) -> bool,
    ) -> Result<(), RulesError> {
        let board = self.declaration(position);
        let _ = board.legal(&position.cells).all(visit);
        Ok(())
    }

    fn play(&self, position: &Remaining, &played: &u32) -> Remaining {
        let board = self.declaration(position);
        Remaining {
            size: position.size,
            cells: sets::without(&position.cells, &board.sets[played as usize].removes),
        }
    }

    fn prefix(&self, _position: &Remaining) -> String {
        self.inner.program.file.to_string()
    }

    fn parse(&self, text: &str) -> Result<Remaining, SpecError> {
        self.parse_text(text)
    }

    fn show(&self, position: &Remaining) -> String {
        text::show(&self.declaration(position), &position.cells)
    }

    fn describe(&self, position: &Remaining, &played: &u32) -> String {
        let board = self.declaration(position);
        let played = &board.sets[played as usize];
        let gone = sets::both(&position.cells, &played.removes);
        let others = sets::without(&gone, &played.needs);
        let taken = sets::both(&gone, &played.needs);
        let taken = text::in_words(&board, &taken);
        match sets::count(&others) {
            0 => format!("take {taken}"),
            1 => format!(
                "take {taken}; {} goes with it",
                text::in_words(&board, &others)
            ),
            _ => format!(
                "take {taken}; {} go with it",
                text::in_words(&board, &others)
            ),
        }
    }

    fn touch(&self, position: &Remaining, &played: &u32) -> Touch {
        let board = self.declaration(position);
        let played = &board.sets[played as usize];
        let gone = sets::both(&position.cells, &played.removes);
        // What goes tells moves apart; what is needed does, too, unless moves share it.
        let touch = if board.needs_differ {
            &played.needs
        } else {
            &gone
        };
        let elements = |cells: &[u64]| -> Vec<Element> {
            let cells = sets::iter(cells);
            cells
                .map(|cell| board.element(cell, &position.cells))
                .collect()
        };
        Touch::new(elements(touch), elements(&gone))
    }

    fn picture(&self, position: &Remaining) -> Picture {
        self.declaration(position).picture(&position.cells)
    }

    fn has_endings(&self) -> bool {
        false
    }

    fn removal(&self, position: &Remaining) -> Option<RemovalPosition> {
        let board = self.declaration(position);
        Some(RemovalPosition {
            game: board.game.clone(),
            remaining: sets::iter(&position.cells)
                .map(|cell| cell as u32)
                .collect(),
        })
    }

    fn bytes_beyond(&self, position: &Remaining) -> usize {
        size_of_val(&*position.cells)
    }

    fn rank(&self, position: &Remaining) -> u64 {
        sets::count(&position.cells) as u64
    }
}

/// An error in rules that were reading the text at `span`.
fn failed(error: RulesError, span: std::ops::Range<usize>) -> SpecError {
    SpecError::new(SpecErrorKind::Rules(Box::new(error)), span)
}
