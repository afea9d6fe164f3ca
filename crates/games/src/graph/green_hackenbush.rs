//! Green Hackenbush on trees: cut a branch, and what it carries falls.
//!
//! The colon principle: branches that meet at a point may be replaced by one stalk as long as the xor
//! of what they are worth, so a tree is worth the xor of 1 plus the worth of what each branch carries.

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Picture, Play, Rules, SpecError, Theory, Touch,
};
use grundy_positions::{Game, game};

use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "green-hackenbush",
    aliases: &["hackenbush", "hackenbush-trees"],
    summary: "cut a branch of a tree, and what it carries falls",
    rules: "Trees grow from the ground. A move cuts one branch; it falls, and with it everything that is no longer \
            joined to the ground.",
    notation: "each branch is a pair of parentheses around what grows at its end: (()()) is a fork on a stalk, () () two \
               stalks; - is bare ground",
    parameters: None,
    example: "green-hackenbush:(()())(())",
    trials: &[
        "green-hackenbush:-",
        "green-hackenbush:()",
        "green-hackenbush:((()))()",
        "green-hackenbush:(()()())",
        "green-hackenbush:((()())(()))(())",
    ],
    theory: "The colon principle: a tree is worth the xor, over its branches at the ground, of 1 plus the worth of what \
             the branch carries.",
    source: "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 7",
    make,
};

/// The most branches of one position; trees are walked by recursion.
const MOST_BRANCHES: usize = 1_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(GreenHackenbush))
}

struct GreenHackenbush;

/// What grows at a point: the end points of its branches, in order, so that trees that differ only in
/// the order of branches are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Point(Vec<Point>);

impl Rules for GreenHackenbush {
    type Position = Point;
    /// The branch that is cut, counted as [`Point::grow`] does.
    type Move = usize;

    fn moves(&self, ground: &Point) -> impl Iterator<Item = usize> {
        0..ground.branches()
    }

    fn play(&self, ground: &Point, &branch: &usize) -> Point {
        ground.without(branch)
    }

    fn theory(&self) -> Theory<GreenHackenbush> {
        Theory {
            form: Some(|_, ground| Form::Value(Nimber(ground.worth()))),
            reasons: Some(reasons),
            ..Theory::default()
        }
    }
}

impl Notation for GreenHackenbush {
    fn prefix(&self, _ground: &Point) -> String {
        "green-hackenbush".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Point, SpecError> {
        match text.trim() {
            "" => Err(SpecError::missing(
                "a position",
                "(()())(())",
                0..text.len(),
            )),
            "-" => Ok(Point::default()),
            _ => parse_trees(text),
        }
    }

    fn show(&self, ground: &Point) -> String {
        if ground.0.is_empty() {
            "-".to_owned()
        } else {
            ground.show()
        }
    }

    fn describe(&self, ground: &Point, branch: &usize) -> String {
        let after = self.play(ground, branch);
        let above = match ground.branches() - after.branches() - 1 {
            0 => "that carries nothing".to_owned(),
            1 => "and the one above it".to_owned(),
            more => format!("and the {more} above it"),
        };
        format!("cut a branch {above}, leaving {}", self.show(&after))
    }

    fn picture(&self, ground: &Point) -> Picture {
        let mut parents = Vec::new();
        ground.grow(0, &mut parents);
        Picture::Trees(parents)
    }

    fn touch(&self, ground: &Point, &branch: &usize) -> Touch {
        let fallen = ground.branches() - ground.without(branch).branches();
        let name = |branch: usize| Element::at("branch", [branch as u64]);
        // What a branch carries comes right after it.
        Touch::new(
            vec![name(branch)],
            (branch..branch + fallen).map(name).collect(),
        )
    }
}

fn reasons(_: &GreenHackenbush, ground: &Point, play: Play) -> Vec<Block> {
    if play == Play::Misere || ground.0.is_empty() {
        return Vec::new();
    }
    let worths: Vec<String> = ground
        .0
        .iter()
        .map(|end| (end.worth() + 1).to_string())
        .collect();
    vec![Block::text(format!(
        "By the colon principle a branch is worth 1 plus the xor of the branches at its end. The trees at the ground are \
         worth {}, so the value is {}.",
        worths.join(" xor "),
        ground.worth()
    ))]
}

impl Point {
    fn show(&self) -> String {
        let ends = self.0.iter().map(|end| format!("({})", end.show()));
        ends.collect()
    }

    fn branches(&self) -> usize {
        self.0.iter().map(|end| 1 + end.branches()).sum()
    }

    /// Appends where each branch above this point, which has number `at`, grows from.
    fn grow(&self, at: u32, parents: &mut Vec<u32>) {
        for end in &self.0 {
            parents.push(at);
            // At most [`MOST_BRANCHES`], so the number fits.
            end.grow(parents.len() as u32, parents);
        }
    }

    fn worth(&self) -> u128 {
        self.0.iter().fold(0, |sum, end| sum ^ (end.worth() + 1))
    }

    /// What is left when a branch is cut, counted from 0 in the order of [`Point::grow`].
    fn without(&self, branch: usize) -> Point {
        let mut ends = self.0.clone();
        let mut first = 0;
        for (index, end) in self.0.iter().enumerate() {
            let size = 1 + end.branches();
            if branch == first {
                ends.remove(index);
                break;
            }
            if branch < first + size {
                ends[index] = end.without(branch - first - 1);
                ends.sort_unstable();
                break;
            }
            first += size;
        }
        Point(ends)
    }
}

/// Parentheses that match; spaces are free.
fn parse_trees(text: &str) -> Result<Point, SpecError> {
    let mut open: Vec<(usize, Point)> = vec![(0, Point::default())];
    let mut branches = 0;
    for (at, mark) in text.char_indices() {
        match mark {
            '(' => {
                branches += 1;
                open.push((at, Point::default()));
            }
            ')' if open.len() > 1 => {
                let (_, mut end) = open.pop().expect("more than one");
                end.0.sort_unstable();
                open.last_mut().expect("the ground stays").1.0.push(end);
            }
            ' ' | ',' => {}
            other => {
                return Err(SpecError::unexpected(
                    &other.to_string(),
                    "parentheses that match: `(()())`",
                    at..at + other.len_utf8(),
                ));
            }
        }
        if branches > MOST_BRANCHES {
            let why = format!("there are more than {MOST_BRANCHES} branches");
            return Err(SpecError::illegal(&why, "use fewer", 0..text.len()));
        }
    }
    let (at, mut ground) = open.pop().expect("the ground stays");
    if !open.is_empty() {
        return Err(SpecError::illegal(
            "a parenthesis is not closed",
            "write `)` for each `(`",
            at..at + 1,
        ));
    }
    if ground.0.is_empty() {
        return Err(SpecError::missing("a tree", "(()())", 0..text.len()));
    }
    ground.0.sort_unstable();
    Ok(ground)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_must_match() {
        let place = |text| GreenHackenbush.parse(text).unwrap_err().span;
        assert_eq!(place("(()"), 0..1);
        assert_eq!(place("())"), 2..3);
        assert_eq!(place("(x)"), 1..2);
        assert_eq!(
            GreenHackenbush.parse("() (())"),
            GreenHackenbush.parse("(())()")
        );
    }

    #[test]
    fn the_picture_says_where_each_branch_grows() {
        let ground = GreenHackenbush.parse("(()())(())").unwrap();
        assert_eq!(
            GreenHackenbush.picture(&ground),
            Picture::Trees(vec![0, 1, 0, 3, 3])
        );
    }

    #[test]
    fn deep_trees_do_not_overflow_the_stack() {
        let deep = format!("{}{}", "(".repeat(1000), ")".repeat(1000));
        let ground = GreenHackenbush.parse(&deep).unwrap();
        assert_eq!(ground.worth(), 1000);
        assert_eq!(ground.without(500).branches(), 500);
        assert!(GreenHackenbush.parse(&"(".repeat(1001)).is_err());
    }
}
