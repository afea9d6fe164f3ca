//! Sprouts for a search that works on lands: options of a land without allocation for each.

use grundy_core::SpecError;
use grundy_lands::{LandList, LandRules};

use super::canonical::{Canoniser, Choice};
use super::code;
use super::draw::draw;
use super::lines::Lines;
use super::map::Map;
use super::reduce::Reducer;
use super::text;

/// The rules of Sprouts on lands.
#[derive(Clone, Copy, Debug, Default)]
pub struct SproutsLands;

/// What is used again from one land to the next.
#[derive(Default)]
pub struct Scratch {
    map: Map,
    lines: Lines,
    workshop: Workshop,
}

/// What turns a map into the canonical lands that it is the sum of.
#[derive(Default)]
pub(super) struct Workshop {
    drawn: Map,
    reducer: Reducer,
    canoniser: Canoniser,
    lands: LandList,
}

impl SproutsLands {
    /// The lands of a position in the usual notation, or of so many spots: `7`.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] that points into the text.
    pub fn parse(&self, text: &str) -> Result<LandList, SpecError> {
        Ok(SproutsLands::lands_of(text::parse(text)?))
    }

    /// The lands of a map.
    pub(super) fn lands_of(map: Map) -> LandList {
        Workshop::lands_of(map, Choice::First)
    }
}

impl LandRules for SproutsLands {
    type Scratch = Scratch;

    fn lives(&self, land: &[u8]) -> u32 {
        code::lives::of(land)
    }

    fn visit_options(
        &self,
        land: &[u8],
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(&LandList) -> bool,
    ) {
        let Scratch {
            map,
            lines,
            workshop,
        } = scratch;
        map.clear();
        code::read(land, map);
        lines.visit(map, &mut |line| {
            draw(map, line, &mut workshop.drawn);
            workshop.make_lands(Choice::First);
            visit(&workshop.lands)
        });
    }
}

impl Workshop {
    /// The lands of a map that was just read or drawn.
    pub(super) fn lands_of(map: Map, choice: Choice) -> LandList {
        let mut workshop = Workshop {
            drawn: map,
            ..Workshop::default()
        };
        workshop.make_lands(choice);
        workshop.lands
    }

    /// Reduces what was drawn and writes its lands.
    fn make_lands(&mut self, choice: Choice) {
        let Workshop {
            drawn,
            reducer,
            canoniser,
            lands,
        } = self;
        reducer.reduce(drawn);
        lands.clear();
        let leaders = reducer.lands(drawn);
        for first in 0..leaders.len() as u16 {
            if leaders[usize::from(first)] != first {
                continue;
            }
            let regions = (first..).zip(&leaders[usize::from(first)..]);
            let regions = regions.filter(|(_, leader)| **leader == first);
            let regions = regions.map(|(region, _)| region);
            lands.push_with(|bytes| canoniser.write(drawn, regions, choice, bytes));
        }
    }
}
