//! Poset games: take an element and all above it (Schuh 1952, Gale 1974).

use std::collections::{BTreeMap, BTreeSet};

use grundy_core::{
    Element, Notation, Picture, Removal, RemovalGame, RemovalPosition, Rules, SpecError, Theory,
    Touch,
};
use grundy_positions::{Game, game};

use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "poset",
    aliases: &["poset-game"],
    summary: "take an element of an ordered set, and all above it",
    rules: "There is a finite set of which some elements are above others. A move chooses an element; it is removed together \
            with all elements above it.",
    notation: "what is below what: a<b,b<c or a<b<c; an element without relations stands alone: a<b,d; - is the empty \
               set; a name is letters, digits and _, or a number",
    parameters: None,
    example: "poset:a<b,a<c,b<d,c<d,e",
    trials: &[
        "poset:-",
        "poset:a",
        "poset:a<b<c,d",
        "poset:a<c,a<d,b<c,b<d",
        "poset:a<b,b<c,a<c",
        "poset:1<2<3,1<4<5,4<6",
    ],
    theory: "With a least element the first player wins: if no other move wins, taking all does. A set that falls apart is the \
             sum of its components; Nim is a sum of chains, and Chomp is the product of two chains without its least element. \
             Who wins is hard to say in general (PSPACE-complete).",
    source: "F. Schuh, Spel van delers (1952); D. Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974); D. Grier, Deciding \
             the winner of an arbitrary finite poset game is PSPACE-complete, ICALP 2013",
    make,
};

/// The most elements of a set.
const MOST_ELEMENTS: usize = 512;
/// The longest name of an element.
const LONGEST_NAME: usize = 32;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(PosetGame))
}

struct PosetGame;

/// An ordered set.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Poset {
    elements: BTreeSet<String>,
    /// Each element with each that is next above it.
    covers: BTreeSet<(String, String)>,
}

impl Poset {
    /// The set with these relations; `None` if some element is below itself.
    fn new(elements: BTreeSet<String>, relations: &BTreeSet<(String, String)>) -> Option<Poset> {
        let names: Vec<&String> = elements.iter().collect();
        let index: BTreeMap<&String, usize> = names.iter().copied().zip(0..).collect();
        let count = names.len();
        let mut is_above = vec![vec![false; count]; count];
        for (below, above) in relations {
            is_above[index[below]][index[above]] = true;
        }
        for through in 0..count {
            let row = is_above[through].clone();
            for from in (0..count)
                .filter(|&from| is_above[from][through])
                .collect::<Vec<_>>()
            {
                is_above[from]
                    .iter_mut()
                    .zip(&row)
                    .for_each(|(all, more)| *all |= more);
            }
        }
        if (0..count).any(|element| is_above[element][element]) {
            return None;
        }
        let is_next = |(below, above): (usize, usize)| {
            let between = (0..count).any(|other| is_above[below][other] && is_above[other][above]);
            is_above[below][above] && !between
        };
        let pairs = relations
            .iter()
            .map(|(below, above)| (index[below], index[above]));
        let next = pairs.filter(|&pair| is_next(pair));
        let covers = next.map(|(below, above)| (names[below].clone(), names[above].clone()));
        Some(Poset {
            covers: covers.collect(),
            elements: elements.clone(),
        })
    }

    /// An element and all above it.
    fn from(&self, element: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&str> = self
            .elements
            .get(element)
            .map(String::as_str)
            .into_iter()
            .collect();
        while let Some(next) = open.pop() {
            if found.insert(next) {
                let from = (next.to_owned(), String::new());
                let covers = self.covers.range(from..);
                let covers = covers.take_while(|(below, _)| below == next);
                open.extend(covers.map(|(_, above)| above.as_str()));
            }
        }
        found
    }

    fn only(&self, keep: impl Fn(&str) -> bool) -> Poset {
        let covers = self.covers.iter();
        Poset {
            elements: self
                .elements
                .iter()
                .filter(|name| keep(name))
                .cloned()
                .collect(),
            covers: covers
                .filter(|(a, b)| keep(a) && keep(b))
                .cloned()
                .collect(),
        }
    }

    /// The connected components, unless there is just one.
    fn components(&self) -> Option<Vec<Poset>> {
        let mut beside: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (below, above) in &self.covers {
            beside.entry(below).or_default().push(above);
            beside.entry(above).or_default().push(below);
        }
        let mut left: BTreeSet<&str> = self.elements.iter().map(String::as_str).collect();
        let mut parts = Vec::new();
        while let Some(first) = left.pop_first() {
            let mut component = BTreeSet::from([first]);
            let mut open = vec![first];
            while let Some(next) = open.pop() {
                let others = beside.get(next).into_iter().flatten();
                let new: Vec<&str> = others.copied().filter(|other| left.remove(other)).collect();
                component.extend(&new);
                open.extend(new);
            }
            parts.push(self.only(|name| component.contains(name)));
        }
        (parts.len() != 1).then_some(parts)
    }

    fn index(&self, element: &str) -> u32 {
        let before = self
            .elements
            .iter()
            .take_while(|name| name.as_str() < element);
        before.count() as u32
    }

    fn element(&self, name: &str) -> Element {
        Element::at("vertex", [u64::from(self.index(name))])
    }

    fn as_removal(&self) -> RemovalPosition {
        let index: BTreeMap<&str, u32> =
            self.elements.iter().map(String::as_str).zip(0..).collect();
        let moves = self.elements.iter().map(|name| Removal {
            needs: vec![index[name.as_str()]],
            removes: self.from(name).iter().map(|other| index[other]).collect(),
        });
        let mut game = RemovalGame::new(self.elements.len(), moves.collect());
        game.cells = self.elements.iter().map(|name| number_of(name)).collect();
        game.whole()
    }
}

/// A number for a name, so that an element is called the same in all positions (FNV-1a). Names with the same number
/// would make a game that is not well formed, which is then solved without a search on bit sets.
fn number_of(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

impl Rules for PosetGame {
    type Position = Poset;
    /// The element that is chosen.
    type Move = String;

    fn moves(&self, poset: &Poset) -> impl Iterator<Item = String> {
        poset.elements.iter().cloned()
    }

    fn play(&self, poset: &Poset, chosen: &String) -> Poset {
        let gone = poset.from(chosen);
        poset.only(|name| !gone.contains(name))
    }

    fn theory(&self) -> Theory<PosetGame> {
        Theory {
            parts: Some(|_, poset| poset.components()),
            removal: Some(|_, poset| Some(poset.as_removal())),
            ..Theory::default()
        }
    }
}

impl Notation for PosetGame {
    fn prefix(&self, _poset: &Poset) -> String {
        "poset".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Poset, SpecError> {
        match text.trim() {
            "" => return Err(SpecError::missing("a position", "a<b,b<c", 0..text.len())),
            "-" => return Ok(Poset::default()),
            _ => {}
        }
        let (mut elements, mut relations) = (BTreeSet::new(), BTreeSet::new());
        for (chain, at) in notation::parts(text, ',')? {
            let mut below: Option<String> = None;
            for (name, inside) in notation::split(chain, '<') {
                let name = read_name(name, at + inside)?;
                elements.insert(name.clone());
                if let Some(below) = below.replace(name.clone()) {
                    relations.insert((below, name));
                }
                if elements.len() > MOST_ELEMENTS {
                    let why = format!("there are more than {MOST_ELEMENTS} elements");
                    return Err(SpecError::illegal(&why, "use fewer", 0..text.len()));
                }
            }
        }
        Poset::new(elements, &relations).ok_or_else(|| {
            SpecError::illegal(
                "an element is above itself",
                "leave out one of the relations that go round in a circle",
                0..text.len(),
            )
        })
    }

    fn show(&self, poset: &Poset) -> String {
        let related: BTreeSet<&String> = poset.covers.iter().flat_map(|(a, b)| [a, b]).collect();
        let covers = poset.covers.iter().map(|(a, b)| format!("{a}<{b}"));
        let alone = poset.elements.iter().filter(|name| !related.contains(name));
        let shown: Vec<String> = covers.chain(alone.cloned()).collect();
        if shown.is_empty() {
            "-".to_owned()
        } else {
            shown.join(",")
        }
    }

    fn describe(&self, poset: &Poset, chosen: &String) -> String {
        match poset.from(chosen).len() {
            1 => format!("take {chosen}"),
            gone => format!(
                "take {chosen} and {} above it",
                notation::counted(gone as u64 - 1, "element")
            ),
        }
    }

    fn picture(&self, poset: &Poset) -> Picture {
        let edges = poset.covers.iter();
        Picture::Network {
            edges: edges
                .map(|(a, b)| (poset.index(a), poset.index(b)))
                .collect(),
            names: poset.elements.iter().cloned().collect(),
        }
    }

    fn touch(&self, poset: &Poset, chosen: &String) -> Touch {
        let gone = poset.from(chosen);
        Touch::new(
            vec![poset.element(chosen)],
            gone.iter().map(|name| poset.element(name)).collect(),
        )
    }
}

fn read_name(name: &str, at: usize) -> Result<String, SpecError> {
    let span = at..at + name.len();
    if name.is_empty() {
        return Err(SpecError::missing("the name of an element", "a<b", span));
    }
    let is_fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if let Some((inside, found)) = name.char_indices().find(|(_, c)| !is_fine(*c)) {
        let place = at + inside;
        return Err(SpecError::unexpected(
            &found.to_string(),
            "a name of letters, digits and _, or `<` between two names",
            place..place + found.len_utf8(),
        ));
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) && name.parse::<u16>().is_err() {
        let expected = "a name that begins with a letter, or a number up to 65535";
        return Err(SpecError::unexpected(name, expected, span));
    }
    if name.chars().count() > LONGEST_NAME {
        let why = format!("the name is longer than {LONGEST_NAME} characters");
        return Err(SpecError::illegal(&why, "use a shorter one", span));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_from_other_relations_makes_no_difference() {
        let show = |text| PosetGame.show(&PosetGame.parse(text).unwrap());
        assert_eq!(show("a<b<c, a<c"), "a<b,b<c");
        assert_eq!(show("c<d,a , b"), "c<d,a,b");
        assert!(PosetGame.parse("a<b<a").is_err());
        assert!(PosetGame.parse("a<a").is_err());
    }
}
