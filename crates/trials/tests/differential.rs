//! A few thousand comparisons with plain definitions, always the same ones; `cargo xtask differential` makes new ones.

use grundy_trials::Random;
use grundy_trials::differential::{TRIALS, run_one};

#[test]
fn answers_agree_with_plain_definitions() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        for _ in 0..40 {
            if let Err(found) = run_one(&mut random) {
                panic!("seed {seed}: {found}");
            }
        }
    }
}

#[test]
fn every_kind_of_trial_compares_something() {
    for trial in TRIALS {
        let mut random = Random::new(7);
        let compared: u64 = (0..60)
            .map(|_| (trial.run)(&mut random).unwrap_or_else(|found| panic!("{found}")))
            .sum();
        assert!(compared > 0, "{}", trial.name);
    }
}
