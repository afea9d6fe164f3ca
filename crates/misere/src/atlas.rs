//! An atlas of quotients: what is known of each game of a list, as one row of a CSV table.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::check::{QuotientCheckError, check};
use crate::heaps::Heaps;
use crate::meter::Work;
use crate::search::{QuotientSearchRequest, Stopped, search_with_work};

/// What is known of the quotient of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtlasRow {
    /// The name of the game.
    pub name: String,
    /// The largest heap whose image was computed.
    pub largest_heap: u64,
    /// The order of the quotient of the heaps up to the largest.
    pub order: usize,
    /// The number of its lost elements.
    pub p_portion: usize,
    /// The period and preperiod of the images, if they are proved; then the quotient is that of all heaps.
    pub period: Option<(u64, u64)>,
    /// Whether the quotient is that of sums of Nim heaps.
    pub is_tame: bool,
    /// Whether the quotient was checked by the definition for all sums of heaps up to the largest.
    pub is_checked: bool,
    /// The steps of work that the construction took.
    pub steps: u64,
    /// What ended the construction before a period was proved.
    pub stopped: Option<Stopped>,
    /// The multiples of the next heap that are known to be pairwise distinguishable; where there are
    /// hundreds, the quotient is probably infinite.
    pub distinct_multiples: Option<usize>,
}

impl AtlasRow {
    /// The columns of [`AtlasRow`]'s text form.
    pub const HEADER: &'static str = "game,heaps,order,p_portion,period,preperiod,kind,checked_to,steps,stopped_by,distinct_multiples";

    /// Constructs and checks the quotient of a game, as far as the budget goes.
    ///
    /// The check has its own limits, because it is not counted as work of the construction.
    ///
    /// # Errors
    ///
    /// [`QuotientCheckError`] if the quotient found is wrong, which would be a fault of this crate.
    pub fn new(
        name: &str,
        rules: &HeapRules,
        work: Work,
        limits: &Limits,
        limits_of_check: &Limits,
    ) -> Result<AtlasRow, QuotientCheckError> {
        let mut steps = 0;
        let watch = &mut |progress: crate::QuotientProgress<'_>| steps = progress.steps;
        let found = search_with_work(rules, QuotientSearchRequest::default(), work, limits, watch);
        let (quotient, stopped, distinct_multiples) = match found {
            Ok(quotient) => (quotient, None, None),
            Err(error) => (
                *error.partial,
                Some(error.stopped),
                Some(error.distinct_multiples),
            ),
        };
        let is_checked = match check(rules, &quotient, limits_of_check) {
            Ok(_) => true,
            Err(QuotientCheckError::Limit(_)) => false,
            Err(wrong) => return Err(wrong),
        };
        Ok(AtlasRow {
            name: name.to_owned(),
            largest_heap: quotient.largest_heap(),
            order: quotient.order(),
            p_portion: quotient.p_portion().len(),
            period: quotient.period().map(|p| (p.period, p.preperiod)),
            is_tame: quotient.is_tame(),
            is_checked,
            steps,
            stopped,
            distinct_multiples,
        })
    }
}

impl fmt::Display for AtlasRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let optional = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
        let heaps = match self.period {
            Some(_) => "all".to_owned(),
            None => self.largest_heap.to_string(),
        };
        write!(
            f,
            "{},{heaps},{},{},{},{},{},{},{},{},{}",
            quoted(&self.name),
            self.order,
            self.p_portion,
            optional(self.period.map(|period| period.0)),
            optional(self.period.map(|period| period.1)),
            if self.is_tame { "tame" } else { "wild" },
            optional(self.is_checked.then_some(self.largest_heap)),
            self.steps,
            self.stopped.map_or("", word),
            optional(self.distinct_multiples.map(|count| count as u64)),
        )
    }
}

/// Writes rows as CSV with a header.
///
/// # Errors
///
/// An error of the writer.
pub fn write_atlas(rows: &[AtlasRow], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", AtlasRow::HEADER)?;
    rows.iter().try_for_each(|row| writeln!(out, "{row}"))
}

/// A name as a cell of CSV.
fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

/// One word for what ended a construction.
fn word(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Limit(LimitReached::Bytes { .. }) => "memory",
        Stopped::Limit(LimitReached::Time { .. }) => "time",
        Stopped::Limit(LimitReached::Interrupted) => "interrupted",
        Stopped::Limit(_) => "limit",
        Stopped::Order { .. } => "order",
        Stopped::Work { .. } => "work",
        Stopped::NotAQuotient => "input",
    }
}

/// The octal games `0.d1d2d3` and `4.d1d2`, games that differ only in heaps without moves once.
///
/// Two codes are taken for the same game if the first eleven heaps with moves have the
/// same options, heaps without moves left out. The shortest code stands for the game. The game without
/// moves is omitted.
pub fn octal_games() -> Vec<(String, HeapRules)> {
    let digits = |count: u32| (0..8u32.pow(count)).map(move |n| (n >> 6, n >> 3 & 7, n & 7));
    let three = digits(3).map(|(a, b, c)| [0, a, b, c]);
    let two = digits(2).map(|(_, a, b)| [4, a, b, 0]);
    let mut games: BTreeMap<Vec<Vec<Vec<usize>>>, String> = BTreeMap::new();
    for code in three.chain(two) {
        let code = code.map(|digit| digit as u8);
        let name = show(code);
        let kept = games
            .entry(signature(&rules_of(&name)))
            .or_insert_with(|| name.clone());
        if (name.len(), &name) < (kept.len(), kept) {
            *kept = name;
        }
    }
    games.remove(&Vec::new());
    let mut names: Vec<String> = games.into_values().collect();
    names.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let with_rules = |name: String| (name.clone(), rules_of(&name));
    names.into_iter().map(with_rules).collect()
}

/// Heaps with moves that are compared to find equal games.
const HEAPS_COMPARED: usize = 11;
/// Where a game with few heaps that have moves ends.
const LARGEST_COMPARED: usize = 60;

/// A code without the zeros at its end.
fn show([zero, digits @ ..]: [u8; 4]) -> String {
    let text: String = digits.iter().map(u8::to_string).collect();
    let text = text.trim_end_matches('0');
    let digits = if text.is_empty() { "0" } else { text };
    format!("{zero}.{digits}")
}

fn rules_of(code: &str) -> HeapRules {
    let digits = code.bytes().filter(u8::is_ascii_digit);
    let digits: Vec<u8> = digits.map(|digit| digit - b'0').collect();
    HeapRules::with_tail(&digits, &[])
}

/// The options of the first heaps with moves, in which heaps are named by their own options.
fn signature(rules: &HeapRules) -> Vec<Vec<Vec<usize>>> {
    let mut kinds: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut names: Vec<Option<usize>> = vec![None];
    let mut signature = Vec::new();
    for heap in 1..=LARGEST_COMPARED {
        let mut options: Vec<Vec<usize>> = Vec::new();
        Heaps::for_each_option(rules, heap, &mut |left| {
            let mut option: Vec<usize> = left.iter().filter_map(|&part| names[part]).collect();
            option.sort_unstable();
            options.push(option);
            true
        });
        options.sort_unstable();
        options.dedup();
        let name = (!options.is_empty()).then(|| {
            let known = kinds.iter().position(|kind| *kind == options);
            known.unwrap_or_else(|| {
                kinds.push(options.clone());
                kinds.len() - 1
            })
        });
        names.push(name);
        if name.is_some() {
            signature.push(options);
        }
        if signature.len() == HEAPS_COMPARED {
            break;
        }
    }
    signature
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_differ_in_heaps_without_moves_are_listed_once() {
        let games = octal_games();
        assert_eq!(games.len(), 302);
        let has = |code: &str| games.iter().any(|(name, _)| name == code);
        // 0.07 and 0.137 are 0.4 with heaps of other sizes, and 0.77 is 4.4.
        assert!(has("0.4") && !has("0.07") && !has("0.137"));
        assert!(has("4.4") != has("0.77"));
        for (name, rules) in &games {
            assert_eq!(rules.code().as_ref(), Some(name));
        }
    }

    #[test]
    fn rows_say_what_is_known_and_what_stopped_the_rest() {
        let limits = Limits::default();
        let row = |code: &str, steps| {
            AtlasRow::new(code, &rules_of(code), Work { steps }, &limits, &limits).unwrap()
        };
        let rows = [
            row("0.77", u64::MAX),
            row("0.3", u64::MAX),
            row("0.07", 1_000_000),
        ];
        let mut table = Vec::new();
        write_atlas(&rows, &mut table).unwrap();
        let table = String::from_utf8(table).unwrap();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[0], AtlasRow::HEADER);
        assert!(
            lines[1].starts_with("0.77,all,40,9,12,71,wild,"),
            "{}",
            lines[1]
        );
        assert!(
            lines[2].starts_with("0.3,all,2,1,2,0,tame,"),
            "{}",
            lines[2]
        );
        assert!(
            lines[3].starts_with("0.07,") && lines[3].contains(",work,"),
            "{}",
            lines[3]
        );
        assert!(rows.iter().all(|row| row.is_checked));
        // In 0.76 more and more multiples of heap 12 are different.
        let endless = row("0.76", 20_000_000);
        assert_eq!((endless.largest_heap, endless.order), (11, 34));
        assert!(endless.distinct_multiples > Some(20));
    }

    #[test]
    fn names_with_commas_stay_one_cell() {
        assert_eq!(quoted("subtract/1,2"), "\"subtract/1,2\"");
        assert_eq!(quoted("0.77"), "0.77");
    }
}
