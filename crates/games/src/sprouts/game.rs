//! The rules of Sprouts: positions are sums of lands in canonical form.

use std::collections::HashMap;

use grundy_core::{Notation, Picture, Rules, SpecError, Theory};
use grundy_positions::{Game, game};

use super::canonical::Choice;
use super::code;
use super::draw::{Corner, Ends, Line, draw};
use super::lands::Workshop;
use super::lines::Lines;
use super::map::{Map, ONE, Token};
use super::search::LandSearch;
use super::text;
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "sprouts",
    aliases: &[],
    summary: "join two spots by a line and put a new spot on it",
    rules: "There are spots on a sheet of paper. A move draws a line from a spot to another or to itself, and puts a new \
            spot on the line. The line may not cross or touch a line or a third spot, and no spot may have more than \
            three ends of lines.",
    notation: "the number of spots: 5; or boundaries ended by . and regions ended by }, with 0 for an isolated spot, 1 and 2 \
               for a vertex with two lives and one, a letter for one that occurs twice: 0.AB.}AB.}",
    parameters: None,
    example: "sprouts:2",
    trials: &[
        "sprouts:0",
        "sprouts:1",
        "sprouts:3",
        "sprouts:0.AB.}AB.}",
        "sprouts:0.1a1a.}",
        "sprouts:22.AB.}0.AB.}",
        "sprouts:222A.}2B2A.}22.B.}",
    ],
    theory: "A position is the sum of its lands, the parts that share no spot with lives left. With n spots the player to \
             move is believed to lose if n leaves 0, 1 or 2 when divided by 6; nothing of this is assumed here.",
    source: "M. Gardner, Mathematical Games, Scientific American 217 (July 1967); the notation: D. Applegate, G. Jacobson and D. \
             Sleator, Computer Analysis of Sprouts (1991), and J. Lemoine and S. Viennot, Computer analysis of Sprouts with \
             nimbers (2010)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Sprouts))
}

struct Sprouts;

/// How many choices among vertices that look alike are tried to find the least form.
const TRIES: usize = 1_000;

/// The lands of a position in order, each in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lands(Vec<Box<[u8]>>);

impl Lands {
    /// The lands of a map that was just read or drawn.
    fn of(map: Map) -> Lands {
        let lands = Workshop::lands_of(map, Choice::Each(TRIES));
        let mut lands: Vec<Box<[u8]>> = lands.iter().map(Box::from).collect();
        lands.sort_unstable();
        Lands(lands)
    }

    /// The regions of all lands.
    pub(super) fn map(&self) -> Map {
        let mut map = Map::default();
        for land in &self.0 {
            code::read(land, &mut map);
        }
        map
    }

    fn parts(&self) -> Option<Vec<Lands>> {
        let alone = |land: &[u8]| Lands(vec![land.into()]);
        (self.0.len() > 1).then(|| self.0.iter().map(|land| alone(land)).collect())
    }
}

impl Rules for Sprouts {
    type Position = Lands;
    type Move = Line;

    fn moves(&self, lands: &Lands) -> impl Iterator<Item = Line> {
        let mut all = Vec::new();
        Lines::default().visit(&lands.map(), &mut |line| {
            all.push(*line);
            true
        });
        all.into_iter()
    }

    fn play(&self, lands: &Lands, line: &Line) -> Lands {
        let mut drawn = Map::default();
        draw(&lands.map(), line, &mut drawn);
        Lands::of(drawn)
    }

    fn theory(&self) -> Theory<Sprouts> {
        Theory {
            parts: Some(|_, lands| lands.parts()),
            search: Some(|_| Box::new(LandSearch::new())),
            ..Theory::default()
        }
    }
}

impl Notation for Sprouts {
    fn prefix(&self, _lands: &Lands) -> String {
        "sprouts".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Lands, SpecError> {
        text::parse(text).map(Lands::of)
    }

    fn show(&self, lands: &Lands) -> String {
        text::show(&lands.map())
    }

    fn describe(&self, lands: &Lands, line: &Line) -> String {
        let map = lands.map();
        let after = self.show(&self.play(lands, line));
        format!("{}, leaving {after}", Sentence::new(&map).of(line))
    }

    /// The vertices with lives left, joined in the order of the boundaries.
    fn picture(&self, lands: &Lands) -> Picture {
        network(&lands.map())
    }
}

/// Words for the lines of a map.
struct Sentence<'a> {
    map: &'a Map,
    /// What each boundary is called.
    boundaries: Vec<String>,
}

impl Sentence<'_> {
    fn new(map: &Map) -> Sentence<'_> {
        let mut names = HashMap::new();
        let all = 0..map.boundary_ends.len();
        Sentence {
            map,
            boundaries: all
                .map(|b| text::show_boundary(map, b, &mut names))
                .collect(),
        }
    }

    fn of(&self, line: &Line) -> String {
        match line.ends {
            Ends::Spots => "join two isolated spots".to_owned(),
            Ends::SpotTo(corner) => format!("join an isolated spot to {}", self.vertex(corner)),
            Ends::Boundaries(first, second) => {
                format!("join {} to {}", self.vertex(first), self.vertex(second))
            }
            Ends::Loop => format!("join an isolated spot to itself, {}", self.sides(line)),
            Ends::Cut { boundary, from, to } => {
                let [first, second] = [from, to].map(|place| Corner { boundary, place });
                let second = if from == to {
                    "itself".to_owned()
                } else {
                    self.place(second)
                };
                format!(
                    "join {} to {second}, {}",
                    self.vertex(first),
                    self.sides(line)
                )
            }
        }
    }

    /// `vertex 2 (a) of 1a1a`.
    fn vertex(&self, corner: Corner) -> String {
        let boundary = &self.boundaries[usize::from(corner.boundary)];
        format!("{} of {boundary}", self.place(corner))
    }

    fn place(&self, corner: Corner) -> String {
        let boundary = &self.boundaries[usize::from(corner.boundary)];
        // A name may go on with apostrophes.
        let names = boundary.char_indices().filter(|(_, c)| *c != '\'');
        let starts: Vec<usize> = names.map(|(at, _)| at).collect();
        let place = usize::from(corner.place);
        let end = starts.get(place + 1).copied().unwrap_or(boundary.len());
        format!("vertex {} ({})", place + 1, &boundary[starts[place]..end])
    }

    /// What lies on the first side of a line that cuts its region.
    fn sides(&self, line: &Line) -> String {
        let mut inside = Vec::new();
        if line.inside.spots > 0 {
            inside.push(notation::counted(line.inside.spots.into(), "isolated spot"));
        }
        let boundaries = self.map.boundaries_of(line.region.into());
        for (bit, boundary) in boundaries.enumerate() {
            if line.inside.boundaries >> bit & 1 == 1 {
                inside.push(self.boundaries[boundary].clone());
            }
        }
        if inside.is_empty() {
            "with nothing else on one side".to_owned()
        } else {
            format!("with {} on one side", inside.join(" and "))
        }
    }
}

fn network(map: &Map) -> Picture {
    let mut names: Vec<String> = Vec::new();
    let mut edges = Vec::new();
    let mut letters: HashMap<Token, u32> = HashMap::new();
    for region in 0..map.regions.len() {
        names.extend((0..map.regions[region].spots).map(|_| "0".to_owned()));
        for boundary in map.boundaries_of(region) {
            let tokens = map.boundary(boundary);
            let vertices: Vec<u32> = tokens
                .iter()
                .map(|&token| {
                    let mut new = |name: &str| {
                        names.push(name.to_owned());
                        names.len() as u32 - 1
                    };
                    match token {
                        ONE => new("1"),
                        super::map::TWO => new("2"),
                        _ => *letters.entry(token).or_insert_with(|| new("2")),
                    }
                })
                .collect();
            let next = vertices.iter().cycle().skip(1);
            for (&from, &to) in vertices.iter().zip(next) {
                let edge = (from.min(to), from.max(to));
                if from != to && !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
        }
    }
    Picture::Network { edges, names }
}
