//! Sprouts with 1 to N spots (or those named), each with the table of the ones before: `sprouts 20`, `sprouts 20 25 26`.

use std::io::Write;

use grundy_core::Limits;
use grundy_games::SproutsLands;
use grundy_lands::{Search, Settings};

fn main() {
    let spots: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|n| n.parse().ok())
        .collect();
    let spots = match spots[..] {
        [] => (1..=12).collect(),
        [most] => (1..=most).collect(),
        _ => spots,
    };
    let mut settings = Settings::default();
    if let Some(lives) = std::env::var("EXACT").ok().and_then(|n| n.parse().ok()) {
        settings.exact_lives = lives;
    }
    let values = std::env::var("VALUES").is_ok();
    let mut limits = Limits {
        positions: u64::MAX,
        ..Limits::default()
    };
    if let Some(gigabytes) = std::env::var("GIGABYTES")
        .ok()
        .and_then(|n| n.parse::<u64>().ok())
    {
        limits.bytes = gigabytes << 30;
    }
    let rules = SproutsLands;
    let silent = |_: &_| {};
    let mut search = Search::new(&rules, settings, limits, silent);
    println!("spots outcome     visits expansions    options      lands      exact     MB  CPU s");
    for n in spots {
        let before = search.progress();
        let start = cpu_seconds();
        let lands = rules.parse(&n.to_string()).expect("a number");
        let outcome = if values {
            search.nimber(&lands).map(|nimber| nimber.to_string())
        } else {
            let is_lost = search.is_lost(&lands, 0);
            is_lost.map(|is_lost| (if is_lost { "lose" } else { "win" }).to_owned())
        };
        let outcome = outcome.unwrap_or_else(|limit| limit.to_string());
        let now = search.progress();
        println!(
            "{n:5} {outcome:7} {:10} {:10} {:10} {:10} {:10} {:6} {:6.2}",
            now.visits - before.visits,
            now.expansions - before.expansions,
            now.options - before.options,
            now.lands,
            now.exact,
            now.bytes >> 20,
            cpu_seconds() - start
        );
        let _ = std::io::stdout().flush();
    }
    println!("in all {:.2} CPU s", cpu_seconds());
}

/// The CPU time of this process, as the system counts it.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks = |at: usize| {
        fields
            .get(at)
            .and_then(|t| t.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    (ticks(11) + ticks(12)) / 100.0
}
