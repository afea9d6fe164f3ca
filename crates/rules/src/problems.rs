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

/// The built-in problem with this name.
pub fn find_problem(name: &str) -> Option<&'static Problem> {
    PROBLEMS
        .iter()
        .find(|problem| problem.name.eq_ignore_ascii_case(name))
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
    fn every_problem_says_what_it_is() {
        for problem in PROBLEMS {
            assert!(problem.source.starts_with("\"\"\""), "{}", problem.name);
            assert!(problem.summary().len() > 10, "{}", problem.name);
        }
    }
}
