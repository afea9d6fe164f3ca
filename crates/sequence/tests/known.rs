//! Published results, recomputed: periods with their proofs, hashes of sequences.

use grundy_core::{HeapRules, Limits};
use grundy_sequence::{Certificate, Hash, Period, SparseSearch, Values};

/// Periods that begin later than this are searched for while the values stream by.
const LONGEST_TABLE: u64 = 5_000_000;

fn rows(table: &str) -> Vec<Vec<&str>> {
    table
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect()
}

/// The rules of a code such as `0.137`, or of Grundy's game.
fn rules(name: &str) -> HeapRules {
    if name == "grundys-game" {
        return HeapRules::new([(0, 4)]).unequal();
    }
    let digits = name.chars().filter_map(|c| c.to_digit(16));
    let digits: Vec<u8> = digits.map(|digit| digit as u8).collect();
    HeapRules::with_tail(&digits, &[])
}

fn in_table(rules: &HeapRules) -> Period {
    let mut values = Values::new(rules.clone());
    let limits = Limits::default();
    values
        .extend(2 * LONGEST_TABLE, &limits)
        .expect("no limit is that low");
    values.period().expect("it is known to be periodic").clone()
}

fn in_stream(rules: &HeapRules) -> Certificate {
    let mut search = SparseSearch::new(rules).expect("an octal game");
    loop {
        if let Some(found) = search
            .advance(&Limits::default())
            .expect("no limit is that low")
        {
            return found;
        }
    }
}

#[test]
fn every_published_period_is_found_and_proved() {
    let table = rows(include_str!("known/periods.tsv"));
    assert_eq!(table.len(), 52);
    for row in table {
        let number = |at: usize| row[at].parse::<u64>().expect("a number");
        let rules = rules(row[0]);
        let found = match number(1) {
            0..LONGEST_TABLE => in_table(&rules),
            _ => in_stream(&rules).period,
        };
        let found = (found.preperiod, found.period, found.saltus);
        assert_eq!(found, (number(1), number(2), 0), "{}", row[0]);
    }
}

#[test]
fn sequences_have_the_hashes_that_others_computed() {
    for row in rows(include_str!("known/hashes.tsv")) {
        let number = |at: usize| row[at].parse::<u64>().expect("a number");
        let mut values = Values::new(rules(row[0]));
        values
            .fill(100_001, &Limits::default())
            .expect("no limit is that low");
        let table = values.values();
        let hash: Hash = table[1..number(1) as usize].iter().collect();
        assert_eq!(hash.to_string(), row[2], "{}", row[0]);
        let at = |heap: usize| u64::from(table[heap]);
        assert_eq!(
            (at(10_000), at(100_000)),
            (number(3), number(4)),
            "{}",
            row[0]
        );
    }
}
