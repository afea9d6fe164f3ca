//! Games as a person reads about them.

use grundy_report::{GameEntry, GamesReport};

use crate::paint::Paint;
use crate::tables::fact;

/// Columns of the names of facts.
const NAMES: usize = 11;

/// A line for each game.
pub fn list(report: &GamesReport, paint: Paint) -> String {
    let games = &report.games;
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
    games
        .iter()
        .map(|game| {
            let name = format!("{:<width$}", game.name);
            format!("{}  {}\n", paint.bold(&name), game.summary)
        })
        .collect()
}

/// Everything about one game.
pub fn about(game: &GameEntry, paint: Paint) -> String {
    let mut text = format!("{}: {}\n\n", paint.bold(&game.name), game.summary);
    let mut add = |name: &str, words: &str| text += &fact(name, NAMES, words, paint);
    add("rules", &game.rules);
    add("positions", &game.notation);
    if let Some(parameters) = &game.parameters {
        add("parameters", &format!("after a `/`: {parameters}"));
    }
    if !game.aliases.is_empty() {
        add("also called", &game.aliases.join(", "));
    }
    add(
        "example",
        &format!("grundy solve {}", quoted(&game.example)),
    );
    if let Some(values) = &game.first_values {
        add("values", values);
    }
    add("theory", &game.theory);
    add("source", &game.source);
    text
}

/// `text` as a shell takes it.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ":,./@_+=-".contains(c);
    if text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
