//! Links from the guide to the playground: below a block of commands, those of them that a page can answer.

use std::fmt::Write;
use std::fs;

use crate::root;

/// Options that change how an answer is shown and not what is asked.
const FOR_TEXT: [&str; 9] = [
    "--brief",
    "-q",
    "--json",
    "--line",
    "--list",
    "--outcome",
    "--show",
    "--verify",
    "--remoteness",
];

/// A chapter with its links, which follow the blocks.
pub fn with_links(chapter: &str) -> String {
    let mut text = String::new();
    let mut links: Vec<String> = Vec::new();
    let mut is_console = false;
    for line in chapter.lines() {
        text.push_str(line);
        text.push('\n');
        if line.starts_with("```") {
            if is_console && !links.is_empty() {
                let _ = writeln!(text, "\nTry it: {}", links.join(" · "));
            }
            links.clear();
            is_console = line == "```console";
        } else if is_console
            && let Some(link) = line.strip_prefix("$ grundy ").and_then(link)
            && !links.contains(&link)
        {
            links.push(link);
        }
    }
    text
}

/// The link for a command, in Markdown.
fn link(command: &str) -> Option<String> {
    let words = words(command)?;
    let (command, arguments) = words.split_first()?;
    let (title, page, query) = match command.as_str() {
        "solve" => solve(arguments)?,
        "values" => values(arguments)?,
        "period" => of_one(arguments, "period of ", "sequence", "r")?,
        "graph" => of_file(arguments, "graph", "g")?,
        "pursuit" => of_file(arguments, "pursuit", "map")?,
        _ => return None,
    };
    let query: Vec<String> = query
        .iter()
        .map(|(name, value)| format!("{name}={}", escaped(value)))
        .collect();
    Some(format!(
        "[`{title}`](../index.html#/{page}?{})",
        query.join("&")
    ))
}

type Place = (String, &'static str, Vec<(&'static str, String)>);

fn solve(arguments: &[String]) -> Option<Place> {
    let mut query = Vec::new();
    let mut parts = Vec::new();
    for argument in arguments {
        match argument.as_str() {
            "--misere" => query.push(("misere", "1".to_owned())),
            "--explain" => query.push(("hints", "1".to_owned())),
            "+" => (),
            option if FOR_TEXT.contains(&option) => (),
            option if option.starts_with('-') => return None,
            part => parts.push(part.to_owned()),
        }
    }
    let title = parts.join(" + ");
    if let [part] = &mut parts[..]
        && let Some((path, position)) = part.split_once(".star")
    {
        query.push(("rules", file(&format!("{path}.star"))?));
        *part = format!("mine.star{position}");
    }
    let position = parts.join(" + ");
    let is_known = !position.contains('@')
        && position.matches(".star").count() == position.matches("mine.star").count()
        && (position.contains(':') || position.contains(".star"));
    query.insert(0, ("p", position));
    is_known.then_some((title, "play", query))
}

fn values(arguments: &[String]) -> Option<Place> {
    let at = arguments
        .iter()
        .position(|argument| argument == "--to")
        .filter(|at| at + 1 < arguments.len())?;
    let mut rest = arguments.to_vec();
    let to = rest.drain(at..at + 2).nth(1)?;
    let (title, page, mut query) = of_one(&rest, "values of ", "sequence", "r")?;
    query.push(("to", to));
    Some((title, page, query))
}

/// A command about one ruleset.
fn of_one(
    arguments: &[String],
    title: &str,
    page: &'static str,
    key: &'static str,
) -> Option<Place> {
    let ruleset = only(arguments)?;
    let is_plain = !ruleset.contains(".star") && ruleset != "-";
    is_plain.then(|| {
        (
            format!("{title}{ruleset}"),
            page,
            vec![(key, ruleset.to_owned())],
        )
    })
}

/// A command about the contents of one file.
fn of_file(arguments: &[String], page: &'static str, key: &'static str) -> Option<Place> {
    let path = only(arguments)?;
    // The page's own notation has no JSON.
    let contents = file(path).filter(|text| !text.starts_with('{'))?;
    let name = path.rsplit('/').next()?;
    Some((format!("{page} {name}"), page, vec![(key, contents)]))
}

/// The only argument that is no option; nothing if an option changes what is asked.
fn only(arguments: &[String]) -> Option<&str> {
    let is_for_text = |word: &str| FOR_TEXT.contains(&word);
    let mut rest = arguments.iter().filter(|word| !is_for_text(word));
    let only = rest.next().filter(|word| !word.starts_with('-'))?;
    rest.next().is_none().then_some(only)
}

/// The contents of a file of the repository.
fn file(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

/// The words of a command as the shell reads them, up to a pipe; nothing for what is beyond quotes.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for sign in command.chars() {
        let word = words.last_mut().expect("there is always one");
        match sign {
            _ if quote == Some(sign) => quote = None,
            _ if quote.is_some() => word.push(sign),
            '\'' | '"' => quote = Some(sign),
            '|' => break,
            '<' | '>' | '$' | '\\' | ';' => return None,
            ' ' => words.push(String::new()),
            sign => word.push(sign),
        }
    }
    words.retain(|word| !word.is_empty());
    Some(words)
}

/// A text as part of an address.
fn escaped(text: &str) -> String {
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b":,._/-".contains(&byte);
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => escaped.push('+'),
            byte if is_safe(byte) => escaped.push(char::from(byte)),
            byte => drop(write!(escaped, "%{byte:02X}")),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_a_page_can_answer_become_links() {
        let address = |command| {
            let link = link(command)?;
            let start = link.find("#/")?;
            Some(link[start..].trim_end_matches(')').to_owned())
        };
        for (command, expected) in [
            ("solve nim:3,4,5", "#/play?p=nim:3,4,5"),
            (
                "solve 'nim:3 + kayles:6' --brief",
                "#/play?p=nim:3+%2B+kayles:6",
            ),
            ("solve nim:3 + kayles:6", "#/play?p=nim:3+%2B+kayles:6"),
            (
                "solve nim:1,1 --misere --explain | head",
                "#/play?p=nim:1,1&misere=1&hints=1",
            ),
            ("values kayles --to 12 --list", "#/sequence?r=kayles&to=12"),
            ("period 0.77 -q", "#/sequence?r=0.77"),
        ] {
            assert_eq!(address(command).as_deref(), Some(expected), "{command}");
        }
        let map = address("pursuit examples/pursuit/corner.txt --show").expect("a link");
        assert!(map.starts_with("#/pursuit?map="), "{map}");
        let own = address("solve examples/rules/squares.star:34").expect("a link");
        assert!(own.starts_with("#/play?p=mine.star:34&rules="), "{own}");
    }

    #[test]
    fn commands_that_need_more_than_a_page_become_none() {
        for command in [
            "solve graph:file@1",
            "solve nim:3 --proof file",
            "solve missing.star:3",
            "solve - < file",
            "period --check -",
            "games kayles",
            "pursuit examples/pursuit/block.txt --police-moves rook",
        ] {
            assert_eq!(link(command), None, "{command}");
        }
    }

    #[test]
    fn links_follow_their_block() {
        let chapter = "```console\n$ grundy solve nim:1\nwin\n```\ntext\n";
        assert!(with_links(chapter).contains("```\n\nTry it: [`nim:1`]"));
    }
}
