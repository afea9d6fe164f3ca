//! What to play, where nothing was said: the list of games, and a line that chooses.

use std::io::{self, BufRead, Write};

use grundy::{GAMES, GameInfo, find_game};

use crate::common::Common;
use crate::failure::Failure;

/// The position that the person chose; `None` to leave.
pub fn choose(common: &Common) -> Result<Option<String>, Failure> {
    let mut out = io::stderr();
    if !common.quiet {
        write!(out, "{}", list())?;
    }
    loop {
        write!(out, "a number, a game or a position (q quits): ")?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        match line.trim() {
            "" => {}
            "q" | "quit" | "exit" => return Ok(None),
            text => match understood(text) {
                Some(position) => return Ok(Some(position)),
                None => writeln!(
                    out,
                    "there is no game `{}`; take a number of the list",
                    grundy::render::paint::visible(text)
                )?,
            },
        }
    }
}

/// The games, numbered, each with its example.
fn list() -> String {
    let widest = GAMES.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let line = |(at, game): (usize, &&GameInfo)| {
        format!("{:>3}  {:<widest$}  {}\n", at + 1, game.name, game.summary)
    };
    GAMES.iter().enumerate().map(line).collect()
}

/// The position that a person means: of the list, of the game with this name, or as it is written.
fn understood(text: &str) -> Option<String> {
    if let Ok(number) = text.parse::<usize>() {
        let game = GAMES.get(number.checked_sub(1)?)?;
        return Some(game.example.to_owned());
    }
    if text.contains([':', '*']) || grundy::rules::is_star(text) {
        return Some(text.to_owned());
    }
    find_game(text).map(|game| game.example.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_names_and_positions_are_understood() {
        assert_eq!(understood("1").as_deref(), Some(GAMES[0].example));
        assert_eq!(understood("0"), None);
        assert_eq!(understood("999"), None);
        assert_eq!(understood("nim:1,2").as_deref(), Some("nim:1,2"));
        let kayles = find_game("kayles").unwrap();
        assert_eq!(understood("Kayles").as_deref(), Some(kayles.example));
        assert_eq!(understood("xyzzy"), None);
        assert!(list().contains("knock down one pin"));
    }
}
