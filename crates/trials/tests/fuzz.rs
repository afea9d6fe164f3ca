//! The fuzz targets on stable: the corpus, and seeded mutations of it.
//!
//! `GRUNDY_FUZZ_SEED` and `GRUNDY_FUZZ_ROUNDS` choose other ones.

use std::fs;
use std::path::Path;

use grundy_trials::Random;
use grundy_trials::bodies::TARGETS;

/// Mutations of each target that CI runs.
const ROUNDS: u64 = 200;

fn number(variable: &str, usual: u64) -> u64 {
    let set = std::env::var(variable).ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(name);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// A few bytes changed, left out, doubled or taken from another input.
fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut data = random.pick(seeds).clone();
    for _ in 0..=random.below(4) {
        if data.is_empty() {
            data.push(random.number() as u8);
        }
        let at = random.index(data.len());
        match random.below(7) {
            0 => data[at] = random.number() as u8,
            1 => data[at] = *random.pick(b"0123456789,:+/.-\n\"[]{}() "),
            2 => {
                data.remove(at);
            }
            3 => data.insert(at, *random.pick(b"0123456789,:+/.-\n\"[]{}() ")),
            4 => data.truncate(at),
            5 => {
                let end = (at + 1 + random.index(8)).min(data.len());
                let piece = data[at..end].to_vec();
                let to = random.index(data.len());
                data.splice(to..to, piece);
            }
            _ => {
                let other = random.pick(seeds);
                let from = random.index(other.len() + 1);
                data.extend_from_slice(&other[from..(from + 16).min(other.len())]);
            }
        }
    }
    data
}

#[test]
fn every_target_survives_its_corpus_and_mutations_of_it() {
    let seed = number("GRUNDY_FUZZ_SEED", 1);
    let rounds = number("GRUNDY_FUZZ_ROUNDS", ROUNDS);
    println!("seed {seed}, {rounds} rounds");
    for target in TARGETS {
        let seeds = corpus(target.name);
        assert!(!seeds.is_empty(), "{}: no corpus", target.name);
        for (at, data) in seeds.iter().enumerate() {
            run(target.body, data, &format!("{} {at}", target.name));
        }
        let mut random = Random::new(seed);
        for round in 0..rounds {
            let data = mutated(&seeds, &mut random);
            run(
                target.body,
                &data,
                &format!("{} round {round}", target.name),
            );
        }
    }
}

/// Runs a body; a panic names the input.
fn run(body: fn(&[u8]), data: &[u8], name: &str) {
    let result = std::panic::catch_unwind(|| body(data));
    assert!(
        result.is_ok(),
        "{name}: {:?}",
        String::from_utf8_lossy(data)
    );
}
