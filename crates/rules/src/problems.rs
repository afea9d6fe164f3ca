//! The judge problems that are built in: `.star` files like anybody's, kept in `judge/`.

/// A built-in judge problem.
pub struct Problem {
    /// Its name on the command line.
    pub name: &'static str,
    /// The program.
    pub source: &'static str,
}

impl Problem {
    /// The first line of the program's own description.
    pub fn summary(&self) -> &'static str {
        let text = self.source.trim_start().trim_start_matches("\"\"\"");
        text.lines()
            .next()
            .unwrap_or_default()
            .trim_end_matches("\"\"\"")
    }
}

macro_rules! problems {
    ($($name:literal,)*) => {
        /// Every built-in problem, by name.
        pub static PROBLEMS: &[Problem] = &[$(Problem {
            name: $name,
            source: include_str!(concat!("../judge/", $name, ".star")),
        },)*];
    };
}

problems! {
    "codeforces-786a",
    "cses-1099",
    "cses-1729",
    "cses-1730",
    "cses-2207",
    "graph",
    "hackerrank-bowling-pins",
    "hackerrank-poker-nim",
    "hdu-3032",
    "lightoj-1186",
    "lightoj-1192",
    "lightoj-1199",
    "lightoj-1229",
    "lightoj-1247",
    "lightoj-1253",
    "lightoj-1315",
    "luogu-p1290",
    "luogu-p2594",
    "luogu-p6560",
    "luogu-p7977",
    "poj-2311",
    "poj-2425",
    "poj-2960",
    "poj-2975",
    "spoj-mmmgame",
}

/// The built-in problem with this name; case, spaces and hyphens do not matter (`lightoj1199`), and the number is enough
/// where it is the only one (`1199`).
pub fn find_problem(name: &str) -> Option<&'static Problem> {
    let wanted = letters_and_digits(name);
    let known = |problem: &&Problem| letters_and_digits(problem.name) == wanted;
    if let Some(problem) = PROBLEMS.iter().find(known) {
        return Some(problem);
    }
    let has_number = |problem: &&Problem| {
        let number = problem.name.rsplit('-').next().unwrap_or_default();
        number.starts_with(|c: char| c.is_ascii_digit()) && number == wanted
    };
    let mut found = PROBLEMS.iter().filter(has_number);
    match (found.next(), found.next()) {
        (Some(problem), None) => Some(problem),
        _ => None,
    }
}

/// What to say behind a problem that is not built in: the names that begin or end like it; nothing if there are none.
pub fn nearest_problems(name: &str) -> String {
    const LEAST: usize = 3;
    let wanted = letters_and_digits(name);
    let alike = |problem: &&Problem| {
        let known = letters_and_digits(problem.name);
        let digits = wanted.trim_start_matches(|c: char| c.is_alphabetic());
        let ends_alike = digits.len() >= LEAST && known.ends_with(digits);
        wanted.len() >= LEAST && known.starts_with(&wanted) || ends_alike
    };
    let near: Vec<String> = PROBLEMS
        .iter()
        .filter(alike)
        .take(LEAST)
        .map(|problem| format!("`{}`", problem.name))
        .collect();
    match near.is_empty() {
        true => String::new(),
        false => format!(" (did you mean {}?)", near.join(" or ")),
    }
}

fn letters_and_digits(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_in_the_folder_is_registered() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("judge");
        let files = std::fs::read_dir(folder).unwrap().count();
        assert_eq!(files, PROBLEMS.len());
        assert!(PROBLEMS.is_sorted_by_key(|problem| problem.name));
    }

    #[test]
    fn problems_are_found_as_people_name_them() {
        for name in ["lightoj-1199", "LightOJ 1199", "lightoj1199", "1199"] {
            assert_eq!(
                find_problem(name).map(|problem| problem.name),
                Some("lightoj-1199")
            );
        }
        assert!(find_problem("").is_none());
        assert!(find_problem("lightoj").is_none());
    }

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        assert!(nearest_problems("lightoj-119").contains("lightoj-1199"));
        assert!(nearest_problems("uva-1199").contains("lightoj-1199"));
        assert_eq!(nearest_problems("zzz"), "");
        assert_eq!(nearest_problems(""), "");
    }

    #[test]
    fn every_problem_says_what_it_is() {
        for problem in PROBLEMS {
            assert!(problem.source.starts_with("\"\"\""), "{}", problem.name);
            assert!(problem.summary().len() > 10, "{}", problem.name);
        }
    }
}
