//! Sprouts searched land by land.

use grundy_core::{LimitReached, Limits, OwnSearch};
use grundy_lands::{LandList, Search, Settings};

use super::game::Lands;
use super::lands::SproutsLands;

/// The search of one game, with all that it has proved.
pub(super) struct LandSearch(Search<'static, SproutsLands>);

static RULES: SproutsLands = SproutsLands;

impl LandSearch {
    /// A search that knows nothing yet.
    pub(super) fn new() -> LandSearch {
        let limits = Limits::default();
        LandSearch(Search::new(&RULES, Settings::default(), limits, |_| {}))
    }
}

/// The lands in the form that the search knows them by.
fn list(lands: &Lands) -> LandList {
    SproutsLands::lands_of(lands.map())
}

impl OwnSearch<Lands> for LandSearch {
    fn name(&self) -> &'static str {
        "search for the nimbers of lands"
    }

    fn reaches(&self, _lands: &Lands) -> bool {
        true
    }

    fn nimber(&mut self, lands: &Lands, limits: &Limits) -> Result<u32, LimitReached> {
        self.0.set_limits(limits);
        self.0.nimber(&list(lands))
    }

    fn is_lost(&mut self, lands: &Lands, heap: u32, limits: &Limits) -> Result<bool, LimitReached> {
        self.0.set_limits(limits);
        self.0.is_lost(&list(lands), heap)
    }
}
