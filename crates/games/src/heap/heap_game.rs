//! Games played with heaps, one at a time, by the rules of a taking-and-breaking game.

use grundy_core::{
    Block, Element, Form, HeapPositions, HeapRules, HeapTheory, Nimber, Notation, Outcome, Picture,
    Play, Rules, SpecError, TALLEST_HEAP, Table, Theory, Touch,
};

use super::heaps::{self, HeapMove, each, first_of_each, show_heaps, sorted, without_empty};
use crate::notation;

/// A game whose positions are heaps and whose moves change one heap by [`HeapRules`].
pub(crate) struct HeapGame {
    /// What stands before the colon.
    pub prefix: String,
    /// What a move may do to a heap.
    pub rules: HeapRules,
    /// A formula for the value of one heap.
    pub heap_value: Box<dyn Fn(u64) -> Option<Nimber> + Send + Sync>,
    /// The formula in words, for explanations.
    pub formula: Option<String>,
    /// Every heap of n is a Nim heap of n modulo this, under misère play too.
    pub nim_modulus: Option<u64>,
    /// Reads a position: the list of heaps, or a picture.
    pub parse: fn(&str) -> Result<Vec<u64>, SpecError>,
    /// A move as a sentence.
    pub sentence: fn(&[u64], &HeapMove) -> String,
    /// How to draw heaps.
    pub picture: fn(Vec<u64>) -> Picture,
    /// What a person touches, where heaps are drawn in a way of the game's own.
    pub touch: Option<fn(usize, u64, &[u64]) -> Touch>,
}

impl HeapGame {
    /// A game played with heaps of stones, without a formula.
    pub fn new(prefix: &str, rules: HeapRules) -> HeapGame {
        HeapGame {
            prefix: prefix.to_owned(),
            rules,
            heap_value: Box::new(|_| None),
            formula: None,
            nim_modulus: None,
            parse: |text| notation::numbers(text, notation::ANY),
            sentence: |heaps, played| played.take_or_split(heaps),
            picture: Picture::Heaps,
            touch: None,
        }
    }

    /// Misère Nim, where heaps are Nim heaps in disguise.
    fn misere_outcome(&self, heaps: &Vec<u64>) -> Option<Outcome> {
        let modulus = self.nim_modulus?;
        let sizes = heaps.iter().map(|heap| heap % modulus);
        let (largest, xor) = sizes.fold((0, 0), |(largest, xor), size| {
            (size.max(largest), xor ^ size)
        });
        // Bouton's rule, and its exception where no heap holds more than one.
        let is_lost = if largest > 1 { xor == 0 } else { xor == 1 };
        Some(if is_lost { Outcome::Lose } else { Outcome::Win })
    }

    fn reasons(&self, heaps: &Vec<u64>, play: Play) -> Vec<Block> {
        if let (Play::Misere, Some(modulus)) = (play, self.nim_modulus) {
            return misere_reasons(heaps, modulus);
        }
        match (&self.formula, play) {
            (Some(formula), Play::Normal) if !heaps.is_empty() => {
                vec![Block::text(formula.clone())]
            }
            _ => Vec::new(),
        }
    }

    fn moves_in(&self, heaps: Vec<(usize, u64)>) -> impl Iterator<Item = HeapMove> {
        let options = |(index, heap)| {
            let options = self.rules.options(heap);
            options.map(move |left| HeapMove { index, left })
        };
        heaps.into_iter().flat_map(options)
    }
}

/// Why a sum of Nim heaps in disguise is won or lost when the player who makes the last move loses.
fn misere_reasons(heaps: &[u64], modulus: u64) -> Vec<Block> {
    const MOST_ROWS: usize = 24;
    let name = format!("n mod {modulus}");
    let mut table = Table::new("the heaps", ["heap", name.as_str()]);
    for heap in heaps.iter().take(MOST_ROWS) {
        let size = heap % modulus;
        table.rows.push(vec![heap.to_string(), size.to_string()]);
    }
    let xor = heaps.iter().fold(0, |xor, heap| xor ^ (heap % modulus));
    table.footer.push(vec!["xor".to_owned(), xor.to_string()]);
    vec![
        Block::text(format!(
            "A heap of n is a Nim heap of n mod {modulus}, under misère play too: taking k is answered by taking \
             {modulus} - k. Misère Nim is lost when the xor is 0, except that where no heap counts more than 1 it is \
             lost when the number of ones is odd."
        )),
        Block::Table(table),
    ]
}

impl Rules for HeapGame {
    type Position = Vec<u64>;
    type Move = HeapMove;

    fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = HeapMove> {
        self.moves_in(each(heaps))
    }

    fn distinct_moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = HeapMove> {
        self.moves_in(first_of_each(heaps))
    }

    fn play(&self, heaps: &Vec<u64>, played: &HeapMove) -> Vec<u64> {
        played.play(heaps)
    }

    fn canonical(&self, heaps: &Vec<u64>) -> Vec<u64> {
        sorted(heaps)
    }

    fn theory(&self) -> Theory<HeapGame> {
        Theory {
            form: Some(|_, heaps| Form::Heaps(heaps.clone())),
            heaps: Some(HeapTheory {
                rules: |game| &game.rules,
                value: Some(|game, heap| (game.heap_value)(heap)),
                positions: Some(HeapPositions {
                    position: |_, heaps| without_empty(heaps.to_vec()),
                    replace: |_, _, index, left| HeapMove::leaving(index, left),
                }),
            }),
            misere_outcome: Some(HeapGame::misere_outcome),
            reasons: Some(HeapGame::reasons),
            option_count: Some(|game, heaps| {
                let mut heaps = heaps::first_of_each(heaps).into_iter();
                heaps.try_fold(0u128, |sum, (_, heap)| {
                    sum.checked_add(game.rules.option_count(heap)?)
                })
            }),
            ..Theory::default()
        }
    }
}

impl Notation for HeapGame {
    fn prefix(&self, _heaps: &Vec<u64>) -> String {
        self.prefix.clone()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        (self.parse)(text).map(without_empty)
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        show_heaps(heaps)
    }

    fn describe(&self, heaps: &Vec<u64>, played: &HeapMove) -> String {
        (self.sentence)(heaps, played)
    }

    fn picture(&self, heaps: &Vec<u64>) -> Picture {
        (self.picture)(heaps.clone())
    }

    fn touch(&self, heaps: &Vec<u64>, played: &HeapMove) -> Touch {
        let (index, heap, left) = (played.index, heaps[played.index], played.left());
        match (self.touch, (self.picture)(Vec::new())) {
            (Some(touch), _) => touch(index, heap, left),
            (None, Picture::Pins(_)) => Touch::split("row", "pin", index, heap, left),
            (None, _) if self.rules.most_heaps() > 1 => {
                Touch::split("heap", "stone", index, heap, left)
            }
            (None, _) => played.lower(heaps),
        }
    }

    fn touched(&self, heaps: &Vec<u64>, touch: &[Element]) -> Option<HeapMove> {
        let (_, place) = touch.first()?.parts()?;
        let index = usize::try_from(*place.first()?).ok()?;
        let heap = *heaps.get(index)?;
        if heap <= TALLEST_HEAP {
            let options = self
                .rules
                .options(heap)
                .map(|left| HeapMove { index, left });
            let mut moves = options.filter(|played| self.touch(heaps, played).touch == touch);
            return moves.next();
        }
        let typed = touch[1..].iter().map(Element::parts);
        let typed: Vec<(&str, Vec<u64>)> = typed.collect::<Option<_>>()?;
        let [("take", taken), parts @ ..] = &typed[..] else {
            return None;
        };
        let taken = *taken.first()?;
        let others: Vec<u64> = parts
            .iter()
            .map(|(kind, part)| part.first().copied().filter(|_| *kind == "leave"))
            .collect::<Option<_>>()?;
        let gone = others
            .iter()
            .try_fold(taken, |sum, part| sum.checked_add(*part))?;
        let first = heap.checked_sub(gone)?;
        let left: Vec<u64> = [first]
            .into_iter()
            .chain(others)
            .filter(|part| *part > 0)
            .collect();
        let allows = left.len() <= 3 && self.rules.digit(taken) >> left.len() & 1 == 1;
        let is_equal = self.rules.is_unequal() && left.windows(2).any(|pair| pair[0] == pair[1]);
        let played = (allows && !is_equal && left.len() + 1 >= typed.len())
            .then(|| HeapMove::leaving(index, &left))?;
        (self.touch(heaps, &played).touch == touch).then_some(played)
    }
}
