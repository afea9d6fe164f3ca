//! Positions made up from the examples of the registry, without knowing any game.

use grundy::GAMES;

use crate::Random;

/// A text like those of the registry: perhaps not a position.
pub fn random_text(random: &mut Random) -> String {
    let game = &GAMES[random.index(GAMES.len())];
    let count = game.trials.len() + 1;
    let text = match random.index(count) {
        0 => game.example,
        trial => game.trials[trial - 1],
    };
    let mut text = text.to_owned();
    for _ in 0..random.below(4) {
        text = changed(&text, random);
    }
    text
}

/// The text with one thing after the colon changed.
fn changed(text: &str, random: &mut Random) -> String {
    let Some((ruleset, position)) = text.split_once(':') else {
        return text.to_owned();
    };
    // Parameters are changed rarely: most changes are wrong.
    if random.once_in(12) {
        return format!("{}:{position}", with_other_number(ruleset, random));
    }
    let position = match random.below(5) {
        0 | 1 => with_other_number(position, random),
        2 => with_items_changed(position, random),
        3 => with_other_letter(position, random),
        _ => format!("{position},{}", random.below(7)),
    };
    format!("{ruleset}:{position}")
}

/// One of the numbers replaced by a small one.
fn with_other_number(text: &str, random: &mut Random) -> String {
    let bytes = text.as_bytes();
    let is_start =
        |&at: &usize| bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_digit());
    let starts: Vec<usize> = (0..bytes.len()).filter(is_start).collect();
    if starts.is_empty() {
        return text.to_owned();
    }
    let start = *random.pick(&starts);
    let rest = &text[start..];
    let length = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let old: u64 = rest[..length].parse().unwrap_or(9);
    let new = random.below(old.min(12) + 4);
    format!("{}{new}{}", &text[..start], &rest[length..])
}

/// An item of a list left out or doubled.
fn with_items_changed(text: &str, random: &mut Random) -> String {
    let mut items: Vec<&str> = text.split(',').collect();
    let at = random.index(items.len());
    if random.once_in(2) && items.len() > 1 {
        items.remove(at);
    } else if items.len() < 6 {
        items.push(items[at]);
    }
    items.join(",")
}

/// A character replaced by another of the text, or left out, or doubled.
fn with_other_letter(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return text.to_owned();
    }
    let (at, from) = (random.index(letters.len()), random.index(letters.len()));
    match random.below(3) {
        0 => letters[at] = letters[from],
        1 => letters.insert(at, letters[from]),
        _ => {
            letters.remove(at);
        }
    }
    letters.into_iter().collect()
}
