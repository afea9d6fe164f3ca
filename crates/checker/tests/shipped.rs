//! The certificates that are shipped hold.

use std::fs;
use std::path::Path;

use grundy_checker::{CheckError, CheckLimits, check_period};

/// A certificate of the folder `examples/certificates` of the workspace.
fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/certificates");
    fs::read_to_string(folder.join(name)).expect("the file is there")
}

fn limits() -> CheckLimits<'static> {
    CheckLimits {
        steps: u64::MAX,
        ..CheckLimits::default()
    }
}

#[test]
fn the_shipped_certificates_hold() {
    for (name, period) in [("0.16.json", 149_459), ("lasker.json", 4)] {
        assert_eq!(
            check_period(&read(name), limits()).expect(name).period,
            period
        );
    }
}

#[test]
#[ignore = "computes 200 million values"]
fn the_certificate_of_0_104_holds() {
    assert_eq!(
        check_period(&read("0.104.json"), limits()).unwrap().period,
        11_770_282
    );
}

#[test]
#[ignore = "computes 200 million values"]
fn the_certificate_of_0_454_holds() {
    assert_eq!(
        check_period(&read("0.454.json"), limits()).unwrap().period,
        60_620_715
    );
}

#[test]
fn a_certificate_that_takes_too_long_is_not_called_valid() {
    let few = CheckLimits {
        steps: 10_000_000,
        ..limits()
    };
    let result = check_period(&read("0.106.json"), few);
    assert!(
        matches!(result, Err(CheckError::LimitReached { .. })),
        "{result:?}"
    );
}

#[test]
fn certificates_that_the_prover_wrote_hold() {
    // Written by `grundy period RULESET --json`, for named and random rulesets of all kinds.
    for line in include_str!("data/periods.jsonl").lines() {
        check_period(line, limits()).expect(line);
    }
}
