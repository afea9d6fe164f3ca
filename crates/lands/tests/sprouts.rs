//! Sprouts, computed in different ways: the search on lands, plane maps, published values.

mod plane;

use std::collections::HashMap;

use grundy_core::{LimitReached, Limits};
use grundy_games::SproutsLands;
use grundy_lands::{LandList, LandRules, Progress, Search, Settings};
use plane::PlaneMap;

fn with_search<T>(
    settings: Settings,
    limits: Limits,
    ask: impl FnOnce(&mut Search<'_, SproutsLands>) -> T,
) -> T {
    let silent = |_: &Progress| {};
    ask(&mut Search::new(&SproutsLands, settings, limits, silent))
}

fn spots(count: usize) -> LandList {
    SproutsLands.parse(&count.to_string()).expect("a number")
}

/// Values under normal play and outcomes under misère play of all maps that can be reached, by definition.
#[derive(Default)]
struct Maps {
    known: HashMap<String, (u32, bool)>,
    texts: Vec<(String, u32, bool)>,
}

impl Maps {
    /// The nimber, and whether the player to move loses under misère play.
    fn solve(&mut self, map: &PlaneMap) -> (u32, bool) {
        let code = map.code();
        if let Some(&known) = self.known.get(&code) {
            return known;
        }
        let options: Vec<(u32, bool)> = map.options().iter().map(|o| self.solve(o)).collect();
        let nimber = (0..).find(|n| options.iter().all(|(value, _)| value != n));
        let nimber = nimber.expect("options are finite");
        let is_lost = !options.is_empty() && options.iter().all(|(_, is_lost)| !is_lost);
        self.known.insert(code, (nimber, is_lost));
        self.texts.push((map.text(), nimber, is_lost));
        (nimber, is_lost)
    }
}

/// Misère play by plain search: positions are sums of lands.
#[derive(Default)]
struct Misere {
    known: HashMap<Vec<Vec<u8>>, bool>,
}

impl Misere {
    fn is_lost(&mut self, lands: &LandList) -> bool {
        let mut position: Vec<Vec<u8>> = lands.iter().map(<[u8]>::to_vec).collect();
        position.sort_unstable();
        self.is_lost_position(position)
    }

    fn is_lost_position(&mut self, position: Vec<Vec<u8>>) -> bool {
        if let Some(&known) = self.known.get(&position) {
            return known;
        }
        let mut options = Vec::new();
        for (at, land) in position.iter().enumerate() {
            if at > 0 && position[at - 1] == *land {
                continue;
            }
            SproutsLands.visit_options(land, &mut Default::default(), &mut |lands| {
                let mut option = position.clone();
                option.remove(at);
                option.extend(lands.iter().map(<[u8]>::to_vec));
                option.sort_unstable();
                options.push(option);
                true
            });
        }
        options.sort_unstable();
        options.dedup();
        let is_over = options.is_empty();
        let is_lost = !is_over
            && !options
                .into_iter()
                .any(|option| self.is_lost_position(option));
        self.known.insert(position, is_lost);
        is_lost
    }
}

/// Every map from so many spots on, against the search and against misère play on lands; how many there are.
fn compare_with_maps(count: usize) -> usize {
    let mut maps = Maps::default();
    maps.solve(&PlaneMap::spots(count));
    let mut misere = Misere::default();
    with_search(Settings::default(), Limits::default(), |search| {
        for (text, nimber, is_lost) in &maps.texts {
            let lands = SproutsLands
                .parse(text)
                .unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(search.nimber(&lands), Ok(*nimber), "{text}");
            assert_eq!(misere.is_lost(&lands), *is_lost, "{text}, misère");
        }
    });
    maps.texts.len()
}

#[test]
fn lands_and_plane_maps_agree_on_every_position_of_three_spots() {
    assert!(compare_with_maps(1) > 1);
    assert!(compare_with_maps(2) > 10);
    println!("{} maps", compare_with_maps(3));
}

#[test]
#[ignore = "takes minutes"]
fn lands_and_plane_maps_agree_on_every_position_of_four_spots() {
    println!("{} maps", compare_with_maps(4));
}

/// Lemoine and Viennot, Computer analysis of Sprouts with nimbers (2010), table of nimbers.
#[test]
fn nimbers_are_the_published_ones() {
    let published = [0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1];
    with_search(Settings::default(), Limits::default(), |search| {
        for (count, nimber) in (1..).zip(published) {
            assert_eq!(search.nimber(&spots(count)), Ok(nimber), "{count} spots");
        }
    });
}

/// The conjecture of Applegate, Jacobson and Sleator (1991), which holds as far as anybody has computed.
#[test]
fn outcomes_are_as_conjectured() {
    with_search(Settings::default(), Limits::default(), |search| {
        for count in 1..=13 {
            let expected = [0, 1, 2].contains(&(count % 6));
            assert_eq!(search.is_lost(&spots(count), 0), Ok(expected), "{count}");
        }
    });
}

/// As in Lemoine and Viennot, Analysis of misère Sprouts (2011): lost where n leaves 1, 2 or 3 when divided by 6, but for 1 spot, which
/// is won, and 4, which are lost.
#[test]
fn misere_outcomes_of_few_spots() {
    let mut misere = Misere::default();
    let lost = (1..=5).filter(|&count| misere.is_lost(&spots(count)));
    assert_eq!(lost.collect::<Vec<usize>>(), [2, 3, 4]);
}

#[test]
fn small_tables_give_the_same_answers() {
    let limits = Limits {
        bytes: 1 << 20,
        ..Limits::default()
    };
    let settings = Settings { exact_lives: 4 };
    with_search(settings, limits, |search| {
        for count in 1..=9 {
            let expected = [0, 1, 2].contains(&(count % 6));
            assert_eq!(search.is_lost(&spots(count), 0), Ok(expected), "{count}");
        }
        assert!(
            search.progress().collections > 0,
            "the tables were never full"
        );
    });
}

#[test]
fn limits_stop_the_search() {
    let few = Limits {
        positions: 5_000,
        ..Limits::default()
    };
    let stopped = with_search(Settings::default(), few, |search| {
        search.is_lost(&spots(14), 0)
    });
    assert_eq!(stopped, Err(LimitReached::Positions { limit: 5_000 }));
    let small = Limits {
        bytes: 20_000,
        ..Limits::default()
    };
    let stopped = with_search(Settings::default(), small, |search| {
        search.is_lost(&spots(12), 0)
    });
    assert_eq!(stopped, Err(LimitReached::Bytes { limit: 20_000 }));
    let cancelled = Limits::default();
    cancelled
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let stopped = with_search(Settings::default(), cancelled, |search| {
        search.is_lost(&spots(20), 0)
    });
    assert_eq!(stopped, Err(LimitReached::Interrupted));
}
