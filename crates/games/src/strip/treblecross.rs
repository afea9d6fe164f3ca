//! Treblecross: put a cross; three in a row win at once.
//!
//! Without a threat, a cross within two cells of another loses at once, so only cells further off
//! count. A stretch of n such cells is a heap of n+2 in the octal game 0.007: the two imagined cells
//! at its ends stand for those that a cross at the border would spoil (Winning Ways, chapter 4).

use grundy_core::{
    Block, Element, Ending, Form, HeapRules, HeapTheory, Notation, Outcome, Picture, Play, Rules,
    SpecError, Table, Theory, Touch,
};
use grundy_positions::{Game, game};

use crate::heap::heaps::{each, first_of_each};
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "treblecross",
    aliases: &["three-crosses", "one-dimensional-tic-tac-toe"],
    summary: "put a cross on a strip; three in a row win at once",
    rules: "There is a strip of cells, or several. A move puts a cross into a free cell. Three crosses in a row end \
            the game: under normal play whoever made them wins, under misère play he loses.",
    notation: "the length of the strip: 7; or the strip: ..X..; several strips: 7,5 or ..X..|....",
    parameters: None,
    example: "treblecross:7",
    trials: &[
        "treblecross:0",
        "treblecross:1",
        "treblecross:2",
        "treblecross:3",
        "treblecross:X.",
        "treblecross:..X..",
        "treblecross:X..X..",
        "treblecross:XX..",
        "treblecross:.XXX.",
        "treblecross:XXXX|...",
        "treblecross:2,3",
        "treblecross:1|X.|....",
        "treblecross:4|XX",
    ],
    theory: "If some cell completes three, the player to move wins at once. Otherwise the cells with no cross within \
             two cells of them count: a stretch of n is a heap of n+2 in the octal game 0.007. No period is known.",
    source: "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 4",
    make,
};

/// The most cells that a position may have.
const MOST_CELLS: u64 = 1_000_000;

/// A heap of 0.007 with value 1.
const HEAP_OF_VALUE_1: u64 = 3;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Treblecross {
        rules: HeapRules::with_tail(&[0, 0, 0, 7], &[]),
    }))
}

struct Treblecross {
    rules: HeapRules,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Strip {
    length: u64,
    /// Cells with a cross, ascending, from 0.
    crosses: Vec<u64>,
}

/// A strip, and the cell that gets a cross.
type Cross = (usize, u64);

impl Rules for Treblecross {
    type Position = Vec<Strip>;
    type Move = Cross;

    fn moves(&self, strips: &Vec<Strip>) -> impl Iterator<Item = Cross> {
        self.crosses_on(strips, each(strips))
    }

    fn distinct_moves(&self, strips: &Vec<Strip>) -> impl Iterator<Item = Cross> {
        self.crosses_on(strips, first_of_each(strips))
    }

    fn play(&self, strips: &Vec<Strip>, &(index, cell): &Cross) -> Vec<Strip> {
        let mut option = strips.clone();
        option[index] = strips[index].with_cross(cell);
        option
    }

    fn canonical(&self, strips: &Vec<Strip>) -> Vec<Strip> {
        let mut strips = strips.clone();
        strips.sort_unstable();
        strips
    }

    fn ending(&self, strips: &Vec<Strip>) -> Option<Ending> {
        let has_three = strips.iter().any(Strip::has_three);
        has_three.then_some(Ending::NoMove)
    }

    fn theory(&self) -> Theory<Treblecross> {
        Theory {
            form: Some(|game, strips| {
                if game.ending(strips).is_some() {
                    return Form::Outcome(Outcome::Lose);
                }
                if strips.iter().any(Strip::has_threat) {
                    return Form::Loony;
                }
                Form::Heaps(strips.iter().flat_map(Strip::heaps).collect())
            }),
            heaps: Some(HeapTheory {
                rules: |game| &game.rules,
                value: None,
                positions: None,
            }),
            option_count: Some(|game, strips| {
                if game.ending(strips).is_some() {
                    return Some(0);
                }
                let free = |(_, strip): (usize, Strip)| {
                    u128::from(strip.length) - strip.crosses.len() as u128
                };
                Some(first_of_each(strips).into_iter().map(free).sum())
            }),
            reasons: Some(Treblecross::reasons),
            ..Theory::default()
        }
    }
}

impl Notation for Treblecross {
    fn prefix(&self, _strips: &Vec<Strip>) -> String {
        "treblecross".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<Strip>, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "..X..", 0..text.len()));
        }
        let mut strips = Vec::new();
        let mut cells = 0u64;
        let separated = text.replace('|', ",");
        for (_, at) in notation::parts(&separated, ',')? {
            let rest = &text[at..];
            let part = rest[..rest.find([',', '|']).unwrap_or(rest.len())].trim();
            let strip = parse_strip(part, at)?;
            cells = cells.saturating_add(strip.length);
            if cells > MOST_CELLS {
                return Err(SpecError::illegal(
                    &format!("there are more than {MOST_CELLS} cells"),
                    "use a shorter strip",
                    at..at + part.len(),
                ));
            }
            strips.push(strip);
        }
        strips.retain(|strip| strip.length > 0);
        Ok(strips)
    }

    fn show(&self, strips: &Vec<Strip>) -> String {
        let shown: Vec<String> = strips.iter().map(Strip::show).collect();
        if shown.is_empty() {
            "0".to_owned()
        } else {
            shown.join(",")
        }
    }

    fn describe(&self, strips: &Vec<Strip>, &(index, cell): &Cross) -> String {
        let strip = &strips[index];
        let end = if strip.with_cross(cell).has_three() {
            ", which makes three in a row"
        } else {
            ""
        };
        let place = match strips.len() {
            1 => format!("cell {} of {}", cell + 1, strip.length),
            _ => format!("the strip {}, cell {}", strip.show(), cell + 1),
        };
        format!("put a cross on {place}{end}")
    }

    fn picture(&self, strips: &Vec<Strip>) -> Picture {
        if strips.iter().all(|strip| strip.length <= LONGEST) {
            Picture::Strips(strips.iter().map(Strip::draw).collect())
        } else {
            Picture::Text
        }
    }

    fn touch(&self, strips: &Vec<Strip>, &(index, cell): &Cross) -> Touch {
        let is_drawn = strips.iter().all(|strip| strip.length <= LONGEST);
        let kind = if is_drawn { "cell" } else { "to" };
        Touch::of(Element::at(kind, [index as u64, cell]))
    }
}

/// The longest strip that is drawn.
const LONGEST: u64 = 500;

impl Treblecross {
    fn crosses_on<'a>(
        &self,
        strips: &'a [Strip],
        chosen: Vec<(usize, Strip)>,
    ) -> impl Iterator<Item = Cross> + use<'a> {
        let is_over = strips.iter().any(Strip::has_three);
        let chosen = if is_over { Vec::new() } else { chosen };
        chosen.into_iter().flat_map(move |(index, strip)| {
            let free = (0..strip.length).filter(move |cell| !strip.has_cross(*cell));
            free.map(move |cell| (index, cell))
        })
    }

    fn reasons(&self, strips: &Vec<Strip>, play: Play) -> Vec<Block> {
        if self.ending(strips).is_some() {
            return vec![Block::text(
                "There are three crosses in a row: the game is over.",
            )];
        }
        if play == Play::Misere {
            return vec![Block::text(
                "Under misère play three in a row lose, and stretches of cells are not worth what they are under \
                 normal play: the game is searched.",
            )];
        }
        let completing: Vec<u64> = strips.iter().flat_map(Strip::completing_cells).collect();
        if !completing.is_empty() {
            let cells: Vec<u64> = completing.iter().map(|cell| cell + 1).collect();
            return vec![Block::text(format!(
                "A cross on cell {} makes three in a row at once. Any other move leaves that to the opponent.",
                notation::in_words(&cells).replace(" and ", " or ")
            ))];
        }
        let mut table = Table::new(
            "stretches that count",
            ["strip", "stretch", "heap of 0.007"],
        );
        for strip in strips {
            for heap in strip.heaps() {
                let stretch = match strip.length {
                    1 | 2 => "one cell of a strip too short for three".to_owned(),
                    _ => notation::counted(heap - 2, "cell"),
                };
                table
                    .rows
                    .push(vec![strip.show(), stretch, heap.to_string()]);
            }
        }
        let mut blocks = vec![Block::text(
            "Nobody can make three at once. A cross within two cells of another would let the opponent do so; only \
             the other cells count. A stretch of n of them is a heap of n+2 in the game 0.007: take three, leave what \
             is on either side.",
        )];
        if !table.rows.is_empty() {
            blocks.push(Block::Table(table));
        }
        blocks
    }
}

impl Strip {
    fn has_cross(&self, cell: u64) -> bool {
        self.crosses.binary_search(&cell).is_ok()
    }

    fn with_cross(&self, cell: u64) -> Strip {
        let mut crosses = self.crosses.clone();
        let at = crosses.partition_point(|cross| *cross < cell);
        crosses.insert(at, cell);
        Strip {
            length: self.length,
            crosses,
        }
    }

    fn has_three(&self) -> bool {
        self.crosses
            .windows(3)
            .any(|three| three[2] - three[0] == 2)
    }

    /// True if one cross more can make three; the strip must not have three already.
    ///
    /// Two crosses with one cell between them have it free; two adjacent ones have a neighbour in any
    /// strip of at least three cells, and it is free.
    fn has_threat(&self) -> bool {
        self.length >= 3 && self.crosses.windows(2).any(|two| two[1] - two[0] <= 2)
    }

    /// The free cells that make three.
    fn completing_cells(&self) -> Vec<u64> {
        let near = self.crosses.iter().flat_map(|&cross| {
            let first = cross.saturating_sub(2);
            first..(cross + 3).min(self.length)
        });
        let mut cells: Vec<u64> = near
            .filter(|&cell| !self.has_cross(cell) && self.with_cross(cell).has_three())
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// What a strip without threats is worth, as heaps of 0.007.
    fn heaps(&self) -> Vec<u64> {
        if self.length < 3 {
            let free = self.length as usize - self.crosses.len();
            return vec![HEAP_OF_VALUE_1; free];
        }
        let mut heaps = Vec::new();
        let mut start = 0;
        for &cross in &self.crosses {
            heaps.push(cross.saturating_sub(2).saturating_sub(start));
            start = cross + 3;
        }
        heaps.push(self.length.saturating_sub(start));
        heaps.retain(|stretch| *stretch > 0);
        heaps.iter().map(|stretch| stretch + 2).collect()
    }

    fn draw(&self) -> String {
        let mark = |cell| if self.has_cross(cell) { 'X' } else { '.' };
        (0..self.length).map(mark).collect()
    }

    /// The length of an empty strip, the picture of any other.
    fn show(&self) -> String {
        if self.crosses.is_empty() {
            self.length.to_string()
        } else {
            self.draw()
        }
    }
}

/// A length, or a picture.
fn parse_strip(text: &str, at: usize) -> Result<Strip, SpecError> {
    if text.is_empty() {
        return Err(SpecError::missing("a strip", "..X..", at..at));
    }
    let is_number = text.starts_with(|c: char| c.is_ascii_digit())
        || text.len() > 1
            && text.starts_with('-')
            && text[1..].starts_with(|c: char| c.is_ascii_digit());
    if is_number {
        let length = notation::number(text, at, 0..u128::from(MOST_CELLS) + 1)?;
        let crosses = Vec::new();
        return Ok(Strip { length, crosses });
    }
    let mut strip = Strip {
        length: 0,
        crosses: Vec::new(),
    };
    for (index, mark) in text.char_indices() {
        match mark {
            '.' | '-' | '_' => {}
            'x' | 'X' => strip.crosses.push(strip.length),
            other => {
                return Err(SpecError::unexpected(
                    &other.to_string(),
                    "`.` for a free cell or `X` for a cross",
                    at + index..at + index + other.len_utf8(),
                ));
            }
        }
        strip.length += 1;
    }
    Ok(strip)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn treblecross() -> Treblecross {
        Treblecross {
            rules: HeapRules::with_tail(&[0, 0, 0, 7], &[]),
        }
    }

    #[test]
    fn the_short_word_for_a_threat_is_right_on_every_small_strip() {
        for length in 0..12u64 {
            for bits in 0..1u64 << length {
                let crosses = (0..length).filter(|cell| bits >> cell & 1 == 1).collect();
                let strip = Strip { length, crosses };
                if !strip.has_three() {
                    let completes = !strip.completing_cells().is_empty();
                    assert_eq!(strip.has_threat(), completes, "{}", strip.draw());
                }
            }
        }
    }

    #[test]
    fn a_million_cells_are_compact_and_more_are_refused() {
        let strips = treblecross().parse("1000000").unwrap();
        let form = treblecross().theory().form.unwrap();
        assert_eq!(form(&treblecross(), &strips), Form::Heaps(vec![1_000_002]));
        assert_eq!(treblecross().show(&strips), "1000000");
        assert!(treblecross().parse("1000001").is_err());
        assert!(treblecross().parse("1000000,1").is_err());
    }

    #[test]
    fn errors_point_at_the_cell() {
        let place = |text| treblecross().parse(text).unwrap_err().span;
        assert_eq!(place("..X|.?"), 5..6);
        assert_eq!(place("3, -1"), 3..5);
        assert_eq!(place("1e9"), 1..2);
        assert_eq!(place("..||"), 3..3);
    }
}
