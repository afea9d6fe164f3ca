//! The position language: from what a person wrote to checked positions. The only gate.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use grundy_core::{HeapRules, Limits, SpecError, SpecErrorKind, component_spans};
use grundy_games::{find, unknown_game};
use grundy_graph::GraphRules;
use grundy_positions::{Game, game};
use grundy_rules::{RuleLimits, StarFile, star_path};
use grundy_solve::{Component, Sum};

use crate::Error;

pub use grundy_rules::is_star;

/// The longest text that is read as a position.
pub const LONGEST_TEXT_BYTES: usize = 1 << 20;
/// The most components of a sum.
const MOST_COMPONENTS: usize = 1000;

/// Whether positions may name files (rules, graphs).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// They may.
    Allow,
    /// They may not: the text comes from somebody who must not read this machine's files.
    #[default]
    Deny,
    /// They may name these texts, and nothing on this machine.
    Given(Arc<BTreeMap<String, String>>),
}

impl Files {
    /// The text given under this name; why not, if there is none or files are to be refused.
    fn given(&self, name: &str) -> Result<Option<&str>, &'static str> {
        match self {
            Files::Allow => Ok(None),
            Files::Deny => Err("files are not allowed here"),
            Files::Given(texts) => {
                let text = texts.get(name).map(|text| Some(text.as_str()));
                text.ok_or("no text was given under this name")
            }
        }
    }
}

/// A heap game by name.
pub struct NamedRules {
    /// The name with its parameters, as grundy writes it.
    pub name: String,
    /// What a move may do to a heap.
    pub rules: HeapRules,
    /// The game itself.
    pub game: Box<dyn Game>,
}

/// Reads positions; several texts are a sum, and so are texts with `+`.
///
/// # Examples
///
/// ```
/// # use grundy::spec::{Files, parse_sum};
/// let sum = parse_sum(&["kayles:5,5 + nim:6".to_owned()], Files::Deny, &Default::default()).unwrap();
/// assert_eq!(sum.show(&sum.components), "kayles:5,5 + nim:6");
/// ```
///
/// # Errors
///
/// [`Error::Spec`] with the place, [`Error::Rules`] for a rules file that is wrong; it obeys these limits.
pub fn parse_sum(texts: &[String], files: Files, limits: &Limits) -> Result<Sum, Error> {
    let text = texts.join(" + ");
    let access = Access { files, limits };
    parse_text(&text, &access).map_err(|error| in_text(error, &text))
}

/// The ruleset with this name, code or path.
///
/// # Errors
///
/// [`Error::Spec`] if there is none, or its parameters are wrong; [`Error::Rules`] for a rules file that is wrong.
pub fn open_ruleset(ruleset: &str, files: Files, limits: &Limits) -> Result<Box<dyn Game>, Error> {
    let trimmed = ruleset.trim_end_matches(':');
    let access = Access { files, limits };
    open(trimmed, &access).map_err(|error| in_text(error, ruleset))
}

/// The rules in a `.star` file; `ruleset` may name the player to move behind a `/`.
///
/// # Errors
///
/// [`Error::Spec`] if the file cannot be read, [`Error::Rules`] if it is no rules.
pub fn star_rules(ruleset: &str, files: Files, limits: &Limits) -> Result<StarFile, Error> {
    let access = Access { files, limits };
    open_star(ruleset, &access).map_err(|error| in_text(error, ruleset))
}

/// Whether files may be read, and what rules in them may use up.
struct Access<'l> {
    files: Files,
    limits: &'l Limits,
}

/// The heap game with this name or code.
///
/// # Errors
///
/// [`Error::Spec`] if there is none, or it is not played with heaps one at a time.
pub fn heap_rules(ruleset: &str) -> Result<NamedRules, Error> {
    if is_star(ruleset) {
        let error = SpecError::illegal(
            "rules in a file are a program, and this needs a heap game that has a name or a code",
            "write the rules as a code such as `0.77`, or as `subtract/1,3,4`",
            0..ruleset.len(),
        );
        return Err(in_text(error, ruleset));
    }
    let mut game = open_ruleset(ruleset, Files::Deny, &Limits::default())?;
    let Some(rules) = game.heap_rules().cloned() else {
        let error = SpecError::illegal(
            "this game is not played with heaps one at a time",
            "use a heap game such as `kayles`, or a code such as `0.77`",
            0..ruleset.len(),
        );
        return Err(in_text(error, ruleset));
    };
    if !positions_are_heaps(&mut *game) {
        let error = SpecError::illegal(
            &format!(
                "the positions of this game are not heaps: they are only worth heaps of {rules}"
            ),
            &format!("ask about `{rules}`, or about positions one by one with `grundy solve`"),
            0..ruleset.len(),
        );
        return Err(in_text(error, ruleset));
    }
    let empty = game.with_heaps(&[]).expect("its positions are heaps");
    let shown = game.show(empty);
    let name = shown.split(':').next().unwrap_or(&shown).to_owned();
    Ok(NamedRules { name, rules, game })
}

/// True if the position `n` of a game is one heap of `n` of its rules.
pub fn positions_are_heaps(game: &mut dyn Game) -> bool {
    const SAMPLE: u64 = 5;
    let Some(id) = game.with_heaps(&[SAMPLE]) else {
        return false;
    };
    let shown = game.show(id);
    shown
        .rsplit_once(':')
        .is_some_and(|(_, position)| position == SAMPLE.to_string())
}

/// The error in its text; a rules file that is wrong has shown its own place.
fn in_text(error: SpecError, text: &str) -> Error {
    match error.kind {
        SpecErrorKind::Rules(error) => Error::Rules(*error),
        _ => Error::Spec {
            text: text.to_owned(),
            error,
        },
    }
}

/// Games by name, each opened once: positions that are read one after the other share them.
pub struct OpenGames {
    files: Files,
    sum: Sum,
    names: Vec<String>,
}

impl OpenGames {
    /// No game yet; texts may name these files.
    pub fn new(files: Files) -> OpenGames {
        OpenGames {
            files,
            sum: Sum {
                games: Vec::new(),
                components: Vec::new(),
            },
            names: Vec::new(),
        }
    }

    /// Adds a game that texts may name from now on, in lower case.
    pub fn add(&mut self, name: &str, game: Box<dyn Game>) {
        self.sum.games.push(game);
        self.names.push(name.to_owned());
    }

    /// The sum that `text` describes.
    ///
    /// # Errors
    ///
    /// As [`parse_sum`].
    pub fn into_sum(mut self, text: &str, limits: &Limits) -> Result<Sum, Error> {
        let components = self.read(text, limits)?.1;
        Ok(Sum {
            games: self.sum.games,
            components,
        })
    }

    /// The components that `text` describes, and the sum that holds their games.
    ///
    /// # Errors
    ///
    /// As [`parse_sum`].
    pub fn read(
        &mut self,
        text: &str,
        limits: &Limits,
    ) -> Result<(&mut Sum, Vec<Component>), Error> {
        let files = self.files.clone();
        let access = Access { files, limits };
        let components = read_components(text, &mut self.sum, &mut self.names, &access)
            .map_err(|error| in_text(error, text))?;
        Ok((&mut self.sum, components))
    }
}

fn parse_text(text: &str, access: &Access<'_>) -> Result<Sum, SpecError> {
    let mut sum = Sum {
        games: Vec::new(),
        components: Vec::new(),
    };
    sum.components = read_components(text, &mut sum, &mut Vec::new(), access)?;
    Ok(sum)
}

fn read_components(
    text: &str,
    sum: &mut Sum,
    names: &mut Vec<String>,
    access: &Access<'_>,
) -> Result<Vec<Component>, SpecError> {
    if text.len() > LONGEST_TEXT_BYTES {
        let why = format!("the text is longer than {LONGEST_TEXT_BYTES} bytes");
        return Err(SpecError::illegal(&why, "use a shorter position", 0..1));
    }
    if text.trim().is_empty() {
        return Err(SpecError::missing("a position", "nim:3,4,5", 0..text.len()));
    }
    let mut components = Vec::new();
    let spans = component_spans(text);
    let is_own = is_star(text.split(':').next().unwrap_or_default().trim());
    if is_own && spans.iter().any(|span| span.is_empty()) {
        return Err(unquoted_plus(text));
    }
    for span in spans {
        if components.len() == MOST_COMPONENTS {
            let why = format!("more than {MOST_COMPONENTS} components");
            let cure = "put heaps into one component";
            return Err(SpecError::illegal(&why, cure, span));
        }
        let component = parse_component(&text[span.clone()], sum, names, access)
            .map_err(|error| error.shifted(span.start))?;
        components.push(component);
    }
    Ok(components)
}

fn parse_component(
    text: &str,
    sum: &mut Sum,
    names: &mut Vec<String>,
    access: &Access<'_>,
) -> Result<Component, SpecError> {
    if text.is_empty() {
        let example = "nim:3,4,5 + kayles:6";
        return Err(SpecError::missing("a component", example, 0..0));
    }
    // A nimber is a Nim heap.
    if let Some(size) = text.strip_prefix('*') {
        let is_number = size.trim().starts_with(|c: char| c.is_ascii_digit());
        if !is_number {
            let end = text.len()..text.len();
            return Err(SpecError::missing("the size of a Nim heap", "*3", end));
        }
        return read_position(sum, names, "nim".to_owned(), text, 1, || {
            open("nim", access)
        });
    }
    if let Some(place) = graph_place(text) {
        return parse_graph(text, place, sum, names, access);
    }
    let colon = text.find(':');
    let trimmed = text[..colon.unwrap_or(text.len())].trim_end();
    // A rules file may have a default position.
    let default = is_star(trimmed).then_some(text.len());
    let Some(at) = colon.map(|colon| colon + 1).or(default) else {
        // Opening it says what is wrong with the name, if anything is.
        open(trimmed, access)?;
        let example = find(trimmed.split('/').next().unwrap_or_default())
            .map_or("0.77:5,4", |game| game.example);
        let span = text.len()..text.len();
        return Err(SpecError::missing("`:` and a position", example, span));
    };
    // The names of games do not depend on case; those of files do.
    let name = if is_star(trimmed) {
        trimmed.to_owned()
    } else {
        trimmed.to_ascii_lowercase()
    };
    read_position(sum, names, name, text, at, || open(trimmed, access))
}

/// Somebody wrote `flip.star:++-+`, where each `+` begins another component.
fn unquoted_plus(text: &str) -> SpecError {
    let (file, position) = text.split_once(':').unwrap_or((text, ""));
    let quoted = format!("'{file}:\"{}\"'", position.trim());
    let cure =
        format!("put quotes around a string that contains `+`, and others for the shell: {quoted}");
    let span = file.len()..text.len();
    SpecError::illegal("`+` stands between the components of a sum", &cure, span)
}

/// The position behind `at` in a component whose game is called `name`; the game is opened when it is named first.
fn read_position(
    sum: &mut Sum,
    names: &mut Vec<String>,
    name: String,
    text: &str,
    at: usize,
    open: impl FnOnce() -> Result<Box<dyn Game>, SpecError>,
) -> Result<Component, SpecError> {
    let game = match names.iter().position(|known| *known == name) {
        Some(game) => game,
        None => {
            sum.games.push(open()?);
            names.push(name);
            sum.games.len() - 1
        }
    };
    let id = sum.games[game].parse(&text[at..]);
    let id = id.map_err(|error| error.shifted(at))?;
    Ok(Component { game, id })
}

/// Where the file is named in a position on a graph: `graph:FILE@V`.
fn graph_place(text: &str) -> Option<usize> {
    const PREFIX: &str = "graph:";
    let head = text.get(..PREFIX.len())?;
    head.eq_ignore_ascii_case(PREFIX).then_some(PREFIX.len())
}

fn parse_graph(
    text: &str,
    at: usize,
    sum: &mut Sum,
    names: &mut Vec<String>,
    access: &Access<'_>,
) -> Result<Component, SpecError> {
    let Some((path, _)) = GraphRules::split(&text[at..]) else {
        let end = text.len()..text.len();
        let example = "graph:moves.txt@3";
        return Err(SpecError::missing("`@` and a vertex", example, end));
    };
    let name = text[..at + path.len()].to_owned();
    let open = || open_graph(path, access).map(game);
    read_position(sum, names, name, text, at, || {
        open().map_err(|error| error.shifted(at))
    })
}

fn open_graph(path: &str, access: &Access<'_>) -> Result<GraphRules, SpecError> {
    match access.files.given(path.trim()) {
        Err(why) => Err(unusable(path, why, path.len())),
        Ok(None) => GraphRules::load_within(path, access.limits),
        Ok(Some(text)) => {
            let file = crate::graphs::read_text(text, None, false, access.limits);
            let file = file.map_err(|error| unusable(path, &error.to_string(), path.len()))?;
            GraphRules::new_within(path.trim(), file, access.limits)
        }
    }
}

fn open(ruleset: &str, access: &Access<'_>) -> Result<Box<dyn Game>, SpecError> {
    let span = 0..ruleset.len();
    if ruleset.trim().is_empty() {
        return Err(SpecError::missing("the name of a game", "nim:3,4,5", span));
    }
    if is_star(ruleset) {
        let rules = open_star(ruleset, access)?;
        if matches!(&rules, StarFile::Moves(rules) if rules.has_scores()) {
            let cure = "ask `grundy solve` about one position of it";
            return Err(SpecError::illegal(
                "points decide this game, not the last move",
                cure,
                span,
            ));
        }
        return Ok(rules.game());
    }
    match grundy_games::open(ruleset)? {
        Some(game) => Ok(game),
        None if access.files == Files::Allow && Path::new(ruleset).is_file() => {
            let why = "not a stored sequence, nor a rules file, whose name would end in `.star`";
            Err(unusable(ruleset, why, ruleset.len()))
        }
        None => Err(unknown_game(ruleset)),
    }
}

/// That the file called `path` cannot be used; it is named in the first `length` bytes of the text.
fn unusable(path: &str, why: &str, length: usize) -> SpecError {
    let (path, why) = (path.to_owned(), why.to_owned());
    SpecError::new(SpecErrorKind::File { path, why }, 0..length)
}

fn open_star(ruleset: &str, access: &Access<'_>) -> Result<StarFile, SpecError> {
    let (path, player) = star_path(ruleset).unwrap_or((ruleset, None));
    let unreadable = |why: &str| unusable(path, why, ruleset.len());
    let source = match access.files.given(path) {
        Err(why) => return Err(unreadable(why)),
        Ok(Some(text)) => text.to_owned(),
        Ok(None) => {
            grundy_rules::read_rules(path).map_err(|error| unreadable(&error.to_string()))?
        }
    };
    let rules = StarFile::load(path, &source, &RuleLimits::within(access.limits));
    let rules = rules
        .map_err(|error| SpecError::new(SpecErrorKind::Rules(Box::new(error)), 0..ruleset.len()))?;
    match player {
        None => Ok(rules),
        Some(player) => rules
            .with_player(player)
            .map_err(|error| error.shifted(path.len() + 1)),
    }
}
