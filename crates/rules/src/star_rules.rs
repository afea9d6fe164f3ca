//! A rules file as a game.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use grundy_core::{Element, Ending, Outcome, Picture, RulesError, SpecError, Touch};
use grundy_positions::{Game, Interned, ListedOptions, PositionRef, Source, list_one};
use rustc_hash::FxHashMap;

use crate::convert;
use crate::limits::RuleLimits;
use crate::listing::is_collection;
use crate::literal;
use crate::position::{Number, StarPosition};
use crate::program::{Function, Program};
use crate::runaway::Runaway;

/// A game whose rules are a Starlark file.
#[derive(Clone)]
pub struct StarRules {
    pub(crate) inner: Arc<Inner>,
    /// Who is to move in positions that are read from text.
    pub(crate) player: u8,
}

pub(crate) struct Inner {
    pub(crate) program: Arc<Program>,
    pub(crate) moves: Function,
    pub(crate) parse: Option<Function>,
    pub(crate) show: Option<Function>,
    result: Option<Function>,
    pub(crate) draw: Option<Function>,
    pub(crate) score: Option<Function>,
    pub(crate) start: Option<StarPosition>,
    pub(crate) has_two_players: bool,
    /// `moves` has taken an integer: numbers that are written mean numbers.
    pub(crate) knows_numbers: AtomicBool,
    /// Notices positions that become negative or grow without end.
    pub(crate) runaway: Runaway,
    /// The file's `show` has failed and is not asked again.
    pub(crate) show_failed: AtomicBool,
    /// Options of the atoms of sums, which would be asked for again with every sum they are in.
    options_in_sums: Mutex<FxHashMap<StarPosition, Arc<[StarPosition]>>>,
    /// What is touched in the position that was asked for last.
    last_touches: Mutex<Option<(StarPosition, FxHashMap<StarPosition, Touch>)>>,
    /// The last result that was asked for: `ending` and `options` both need it.
    last_ending: Mutex<Option<(StarPosition, Option<Ending>)>>,
}

impl StarRules {
    /// The game that `source`, the contents of `file`, defines.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy_core::Limits;
    /// use grundy_rules::{RuleLimits, StarRules};
    /// let source = "def moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n";
    /// let rules = StarRules::load("take.star", source, &RuleLimits::default()).unwrap();
    /// let mut game = rules.game();
    /// let five = game.parse("5").unwrap();
    /// let options = game.options(five, &Limits::default()).unwrap();
    /// assert_eq!(options.iter().map(|&id| game.show(id)).collect::<Vec<_>>(), ["take.star:4", "take.star:3"]);
    /// ```
    ///
    /// # Errors
    ///
    /// [`RulesError`] with line, caret and cure if the file is no rules.
    pub fn load(file: &str, source: &str, limits: &RuleLimits) -> Result<StarRules, RulesError> {
        let program = Program::load(file, source.to_owned(), limits)?;
        StarRules::from_program(Arc::new(program))
    }

    pub(crate) fn from_program(program: Arc<Program>) -> Result<StarRules, RulesError> {
        let Some(moves) = program.function("moves")? else {
            let message = "there is no function `moves`; write def moves(position): and return the options as a list";
            return Err(program.origin(None).at_function("", message.to_owned()));
        };
        if moves.parameters == 0 || moves.parameters > 2 {
            let message = "`moves` takes the position, or the position and the player: def moves(position, player)";
            return Err(program
                .origin(None)
                .at_function("moves", message.to_owned()));
        }
        let start = match program.get("start") {
            None => None,
            Some(value) => Some(convert::position(value.value(), 0).map_err(|error| {
                let message = format!("`start` is not a position: {error}");
                program.origin(None).at_line("start", message)
            })?),
        };
        let score = program.function("score")?;
        if score.as_ref().is_some_and(|score| score.parameters != 2)
            || score.is_some() && moves.parameters != 1
        {
            let message = "`score` takes the position and the position after the move, and `moves` takes only the position: def score(position, move)";
            return Err(program
                .origin(None)
                .at_function("score", message.to_owned()));
        }
        let negative = program.get("negative");
        let is_meant = negative.is_some_and(|value| value.value().unpack_bool() == Some(true));
        let runaway = Runaway::new(is_meant);
        let inner = Inner {
            runaway,
            knows_numbers: AtomicBool::new(false),
            parse: program.function("parse")?,
            show: program.function("show")?,
            result: program.function("result")?,
            draw: program.function("draw")?,
            score,
            has_two_players: moves.parameters == 2,
            start,
            moves,
            program,
            show_failed: AtomicBool::new(false),
            options_in_sums: Mutex::default(),
            last_ending: Mutex::default(),
            last_touches: Mutex::default(),
        };
        Ok(StarRules {
            inner: Arc::new(inner),
            player: 0,
        })
    }

    /// The same game, where positions read from text have `player` to move.
    ///
    /// # Errors
    ///
    /// [`SpecError`] if the players' moves are the same, or there is no such player.
    pub fn with_player(mut self, player: &str) -> Result<StarRules, SpecError> {
        let span = 0..player.len();
        if !self.inner.has_two_players {
            let cure = "leave it out, or write def moves(position, player)";
            let why = "in this game both players have the same moves: there is no player to name";
            return Err(SpecError::illegal(why, cure, span));
        }
        self.player = match player.trim() {
            "0" => 0,
            "1" => 1,
            other => {
                return Err(SpecError::unexpected(
                    other,
                    "the player to move, 0 or 1",
                    span,
                ));
            }
        };
        Ok(self)
    }

    /// The game, ready to be solved.
    pub fn game(self) -> Box<dyn Game> {
        Box::new(Interned::new(self))
    }

    /// The default position.
    pub fn start(&self) -> Option<&StarPosition> {
        self.inner.start.as_ref()
    }

    /// Draws the default position, if there is one and the file has a `draw`.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if `draw` fails or returns no board.
    pub fn check_drawing(&self) -> Result<(), RulesError> {
        self.start()
            .map_or(Ok(()), |start| self.drawn(start).map(|_| ()))
    }

    /// True if the players' moves differ.
    pub fn has_two_players(&self) -> bool {
        self.inner.has_two_players
    }

    /// True if positions can be decided before nobody can move.
    pub fn has_results(&self) -> bool {
        self.inner.result.is_some()
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.inner.program
    }

    /// The positions of size `n` that the file's `positions(n)` lists, if it has such a function.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if it fails.
    pub fn positions_of_size(&self, n: u64) -> Result<Option<Vec<StarPosition>>, RulesError> {
        let program = &self.inner.program;
        let Some(positions) = program.function("positions")? else {
            return Ok(None);
        };
        let listed = program.call(
            &positions,
            |heap| vec![heap.alloc(n)],
            None,
            |returned, heap| {
                if !is_collection(returned) {
                    let shown = convert::shown(returned);
                    return Err(
                        format!("`{shown}` was returned; return a list of positions").into(),
                    );
                }
                let mut list = Vec::new();
                for value in returned.iterate(heap).map_err(|error| error.to_string())? {
                    let position = convert::position(value, self.player);
                    list.push(position.map_err(|error| error.to_string())?);
                }
                Ok(list)
            },
        )?;
        Ok(Some(listed))
    }

    /// The options of a position; they may repeat.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the rules fail.
    pub fn options(&self, position: &StarPosition) -> Result<Vec<StarPosition>, RulesError> {
        let mut options = Vec::new();
        self.visit_moves(position, true, &mut |played| {
            options.push(self.play(position, &played));
            true
        })?;
        Ok(options)
    }

    /// As [`StarRules::options_of`], remembered: an atom comes in many sums.
    fn options_in_sum(&self, atom: StarPosition) -> Result<Arc<[StarPosition]>, RulesError> {
        let known = |map: &FxHashMap<StarPosition, Arc<[StarPosition]>>| map.get(&atom).cloned();
        let poisoned = "no thread panics while it holds the options";
        if let Some(options) = known(&self.inner.options_in_sums.lock().expect(poisoned)) {
            return Ok(options);
        }
        let options: Arc<[StarPosition]> = self.options_of(&atom)?.into();
        let mut map = self.inner.options_in_sums.lock().expect(poisoned);
        map.insert(atom, options.clone());
        Ok(options)
    }

    /// What the file's `result` says, of the first atom for which it says something.
    fn decided(&self, position: &StarPosition) -> Result<Option<Ending>, RulesError> {
        let Some(result) = &self.inner.result else {
            return Ok(None);
        };
        let poisoned = "no thread panics while it holds the last result";
        if let Some((known, ending)) = &*self.inner.last_ending.lock().expect(poisoned)
            && known == position
        {
            return Ok(*ending);
        }
        let mut ending = None;
        for atom in position.atom_bytes() {
            let atom = StarPosition::from_parts(position.player(), &[atom]);
            ending = self.result_of(result, &atom)?;
            if ending.is_some() {
                break;
            }
        }
        *self.inner.last_ending.lock().expect(poisoned) = Some((position.clone(), ending));
        Ok(ending)
    }

    fn result_of(
        &self,
        result: &Function,
        atom: &StarPosition,
    ) -> Result<Option<Ending>, RulesError> {
        self.inner.program.call(
            result,
            |heap| {
                let mut arguments = vec![convert::to_value(atom, heap)];
                if result.parameters > 1 {
                    arguments.push(heap.alloc(i32::from(atom.player())));
                }
                arguments
            },
            Some(atom),
            |value, _| match (value.is_none(), value.unpack_str()) {
                (true, _) => Ok(None),
                (_, Some("win")) => Ok(Some(Ending::Decided(Outcome::Win))),
                (_, Some("lose")) => Ok(Some(Ending::Decided(Outcome::Lose))),
                (_, Some("draw")) => Ok(Some(Ending::Decided(Outcome::Draw))),
                _ => Err(format!(
                    "`{}` is not a result; return \"win\", \"lose\" or \"draw\" for the player to move, or None",
                    convert::shown(value)
                )
                .into()),
            },
        )
    }
}

/// A move in one atom of a position.
#[derive(Clone, Debug)]
pub struct StarMove {
    /// Which atom; a position that is not a sum has one.
    atom: usize,
    /// What becomes of it, with the other player to move.
    option: StarPosition,
}

impl Source for StarRules {
    type Position = StarPosition;
    type Move = StarMove;

    fn visit_moves(
        &self,
        position: &StarPosition,
        distinct: bool,
        visit: &mut dyn FnMut(StarMove) -> bool,
    ) -> Result<(), RulesError> {
        if self.decided(position)?.is_some() {
            return Ok(());
        }
        let atoms = position.atom_bytes();
        if atoms.len() == 1 {
            let options = self.options_of(position)?.into_iter();
            let _ = options
                .map(|option| StarMove { atom: 0, option })
                .all(visit);
            return Ok(());
        }
        for (index, atom) in atoms.iter().enumerate() {
            if distinct && atoms[..index].contains(atom) {
                continue;
            }
            let whole = StarPosition::from_parts(position.player(), &[atom]);
            for option in self.options_in_sum(whole)?.iter() {
                let option = option.clone();
                if !visit(StarMove {
                    atom: index,
                    option,
                }) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn play(&self, position: &StarPosition, played: &StarMove) -> StarPosition {
        let atoms = position.atom_bytes();
        if atoms.len() == 1 {
            return played.option.clone();
        }
        let mut after = atoms[..played.atom].to_vec();
        after.extend(played.option.atom_bytes());
        after.extend_from_slice(&atoms[played.atom + 1..]);
        StarPosition::from_parts(played.option.player(), &after)
    }

    fn prefix(&self, position: &StarPosition) -> String {
        match position.player() {
            0 => self.inner.program.file.to_string(),
            player => format!("{}/{player}", self.inner.program.file),
        }
    }

    fn parse(&self, text: &str) -> Result<StarPosition, SpecError> {
        self.parse_text(text)
    }

    fn show(&self, position: &StarPosition) -> String {
        self.show_text(position)
    }

    fn describe(&self, position: &StarPosition, played: &StarMove) -> String {
        let before = position.atoms();
        let from = literal::show_atom(&before[played.atom]);
        let left = played.option.atoms();
        match left.as_slice() {
            [] => format!("move from {from} to nothing"),
            [one] if *one == before[played.atom] => format!("stay at {from}"),
            [one] => format!("move from {from} to {}", literal::show_atom(one)),
            [first @ .., last] => {
                let first: Vec<String> = first.iter().map(literal::show_atom).collect();
                let last = literal::show_atom(last);
                format!("split {from} into {} and {last}", first.join(", "))
            }
        }
    }

    fn touch(&self, position: &StarPosition, played: &StarMove) -> Touch {
        let option = self.play(position, played);
        let listed = || Touch::of(Element::option(&self.show_text(&option)));
        if self.inner.draw.is_none() {
            return listed();
        }
        let poisoned = "no thread panics while it holds the touches";
        let mut last = self.inner.last_touches.lock().expect(poisoned);
        let is_known = matches!(&*last, Some((known, _)) if known == position);
        if !is_known {
            *last = Some((position.clone(), self.touches(position)));
        }
        let touch = last.as_ref().and_then(|(_, touches)| touches.get(&option));
        touch.cloned().unwrap_or_else(listed)
    }

    fn picture(&self, position: &StarPosition) -> Picture {
        self.picture_and_caption(position).0
    }

    fn caption(&self, position: &StarPosition) -> Option<String> {
        self.picture_and_caption(position).1
    }

    fn canonical(&self, position: &StarPosition) -> StarPosition {
        position.sorted()
    }

    fn parts(&self, position: &StarPosition) -> Option<Vec<StarPosition>> {
        // A result ends the whole game, so parts that have one are not independent.
        if self.inner.has_two_players || self.inner.result.is_some() || position.is_one_atom() {
            return None;
        }
        let atoms = position.atom_bytes();
        let parts = atoms.iter();
        Some(
            parts
                .map(|atom| StarPosition::from_parts(0, &[atom]))
                .collect(),
        )
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn list(
        &self,
        positions: &[PositionRef<'_, StarPosition>],
        apart: bool,
        ahead: Option<&dyn Fn(u64) -> bool>,
        found: &mut ListedOptions<StarPosition>,
    ) -> Result<(), RulesError> {
        let has_results = self.inner.result.is_some();
        match positions.first() {
            None => Ok(()),
            Some(PositionRef::Number(first)) if has_results => {
                list_one(self, &StarPosition::numbered(*first), apart, found)
            }
            Some(PositionRef::Position(first)) if has_results || !first.is_one_atom() => {
                list_one(self, first, apart, found)
            }
            Some(_) => {
                let apart = apart && !self.inner.has_two_players;
                self.list_atoms(positions, apart, ahead, found)
            }
        }
    }

    fn number(&self, position: &StarPosition) -> Option<u64> {
        position.number()
    }

    fn numbered(&self, number: u64) -> StarPosition {
        StarPosition::numbered(number)
    }

    fn rank(&self, position: &StarPosition) -> u64 {
        rank(position.total())
    }

    fn rank_of_number(&self, number: u64) -> u64 {
        rank(Number::read(number).1.total())
    }

    fn has_endings(&self) -> bool {
        self.inner.result.is_some()
    }

    fn bytes_beyond(&self, position: &StarPosition) -> usize {
        position.heap_bytes()
    }

    fn pass(&self, position: &StarPosition) -> StarPosition {
        if self.inner.has_two_players {
            position.with_player(1 - position.player())
        } else {
            position.clone()
        }
    }

    fn is_impartial(&self) -> bool {
        !self.inner.has_two_players
    }

    fn ending(&self, position: &StarPosition) -> Option<Ending> {
        // An error comes again from `options`, which can report it.
        self.decided(position).ok().flatten()
    }
}

/// Play mostly makes numbers less.
fn rank(total: i64) -> u64 {
    total.wrapping_sub(i64::MIN) as u64
}
