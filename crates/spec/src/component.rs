//! A component of a sum: the name of its game, and its position.

use grundy_core::{SpecError, component_spans};
use grundy_games::find;
use grundy_graph::GraphRules;
use grundy_positions::{Game, game};
use grundy_rules::is_star;
use grundy_solve::{Component, Sum};

use crate::open::{open, open_graph};
use crate::{Access, LONGEST_TEXT_BYTES};

/// The most components of a sum.
const MOST_COMPONENTS: usize = 1000;

/// The components that `text` describes; games that are not yet among the `names` of the sum's are added.
pub(crate) fn read_components(
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
