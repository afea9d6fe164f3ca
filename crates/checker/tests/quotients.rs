//! Certificates of misère quotients: right ones hold, changed ones do not.

use grundy_checker::{CheckError, CheckLimits, QuotientFault, Refutation, check_quotient};
use serde_json::{Value, json};

/// Written by grundy's search for quotients, for named and random rulesets of all kinds.
const QUOTIENTS: &str = include_str!("data/quotients.jsonl");

fn check(certificate: &Value) -> Result<(), CheckError> {
    check_quotient(&certificate.to_string(), CheckLimits::default()).map(|_| ())
}

fn certificates() -> Vec<Value> {
    let lines = QUOTIENTS.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect()
}

fn of(ruleset: &str) -> Value {
    let mut all = certificates().into_iter();
    all.find(|certificate| certificate["ruleset"] == ruleset)
        .expect("it is there")
}

#[test]
fn quotients_that_were_found_hold() {
    for certificate in certificates() {
        assert_eq!(check(&certificate), Ok(()), "{}", certificate["ruleset"]);
    }
}

/// The paths of all numbers in a document.
fn numbers(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(path.to_owned()),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                numbers(item, &format!("{path}/{at}"), found);
            }
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                numbers(item, &format!("{path}/{key}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn no_number_can_be_changed() {
    let seed = 8u64;
    let mut state = seed;
    let mut tried = 0;
    for good in certificates() {
        let mut paths = Vec::new();
        numbers(&good, "", &mut paths);
        for path in &paths {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            // All numbers of small certificates, and a few of large ones.
            if paths.len() > 150 && (state >> 33) as usize % paths.len() > 60 {
                continue;
            }
            let number = good.pointer(path).and_then(Value::as_u64).unwrap();
            for other in [
                number.wrapping_sub(1),
                number + 1,
                number ^ 2,
                1 << 32,
                1 << 63,
                u64::MAX,
            ] {
                let mut changed = good.clone();
                *changed.pointer_mut(path).unwrap() = json!(other);
                // Another heap with the same image is as good a generator.
                let is_generator = path.starts_with("/generators") && path.ends_with("/heap");
                let image = |heap: u64| {
                    usize::try_from(heap)
                        .ok()
                        .and_then(|heap| good["images"].get(heap))
                };
                let is_same = is_generator && image(other) == image(number);
                assert_eq!(
                    check(&changed).is_ok(),
                    is_same,
                    "seed {seed}: {path} {number} -> {other} in {good}"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn no_field_can_be_left_out() {
    let good = of("kayles");
    for key in good.as_object().unwrap().keys() {
        let mut without = good.clone();
        without.as_object_mut().unwrap().remove(key);
        assert!(
            matches!(check(&without), Err(CheckError::Malformed { .. })),
            "{key}"
        );
    }
    let mut foreign = good.clone();
    foreign["ruleset"] = json!("dawson");
    assert_eq!(
        check(&foreign),
        Err(CheckError::Inconsistent { field: "game" })
    );
    let mut unnamed = good.clone();
    unnamed["ruleset"] = json!("my own game");
    let check = check_quotient(&unnamed.to_string(), CheckLimits::default()).unwrap();
    assert!(!check.is_ruleset_known);
}

#[test]
fn a_monoid_with_a_superfluous_factor_is_not_reduced() {
    // Each element three times; heap 1 also leads from each copy to the next. Outcomes stay right.
    let mut certificate = of("subtract/1,2");
    let order = certificate["order"].as_u64().unwrap();
    let images: Vec<u64> = serde_json::from_value(certificate["images"].clone()).unwrap();
    let turns = |heap: u64| u64::from(images[heap as usize] == images[1]);
    for generator in certificate["generators"].as_array_mut().unwrap() {
        let turn = turns(generator["heap"].as_u64().unwrap());
        let action: Vec<u64> = serde_json::from_value(generator["action"].clone()).unwrap();
        let tripled = (0..3 * order).map(|x| 3 * action[x as usize / 3] + (x + turn) % 3);
        generator["action"] = json!(tripled.collect::<Vec<u64>>());
    }
    let tripled = (0..images.len() as u64).map(|heap| 3 * images[heap as usize] + turns(heap));
    certificate["images"] = json!(tripled.collect::<Vec<u64>>());
    let lost: Vec<u64> = serde_json::from_value(certificate["lost"].clone()).unwrap();
    let copies = lost.iter().flat_map(|x| 3 * x..3 * x + 3);
    certificate["lost"] = json!(copies.collect::<Vec<u64>>());
    certificate["order"] = json!(3 * order);
    let result = check(&certificate);
    let expected = |error: &CheckError| {
        matches!(
            error,
            CheckError::Refuted(Refutation::Quotient(QuotientFault::NotReduced { .. }))
        )
    };
    assert!(result.as_ref().is_err_and(expected), "{result:?}");
}

/// The heaps 0 to `largest` of a game in which, as far as they go, only 2 can be taken.
fn take_two(images: &[u64], period: Value) -> Value {
    json!({
        "format": "grundy misere quotient", "version": 1, "ruleset": "subtract/18446744073709551614,2",
        "game": {
            "kind": "taking_and_breaking", "digits": [[2, 3], [18_446_744_073_709_551_614u64, 3]],
            "tail": null, "unequal": false,
        },
        "heaps": images.len() - 1, "order": 2,
        "generators": [{"name": "a", "heap": 2, "action": [1, 0]}],
        "lost": [1], "images": images, "period": period,
    })
}

#[test]
fn a_take_near_two_to_the_64_proves_no_period() {
    let right = [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0];
    assert_eq!(check(&take_two(&right, json!(null))), Ok(()));
    for (preperiod, period) in [(0, 4), (0, 1), (2, 1), (0, u64::MAX), (u64::MAX, 1)] {
        let period = json!({"preperiod": preperiod, "period": period});
        let result = check(&take_two(&right, period.clone()));
        let too_few = Refutation::TooFewValues { needed: None };
        match &result {
            Err(CheckError::Refuted(Refutation::TooFewValues { .. })) => {}
            other => panic!("{period}: {other:?}, not {too_few:?}"),
        }
    }
    let wrong = [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    let period = json!({"preperiod": 2, "period": 1});
    assert!(matches!(
        check(&take_two(&wrong, period)),
        Err(CheckError::Refuted(_))
    ));
    assert!(matches!(
        check(&take_two(&wrong, json!(null))),
        Err(CheckError::Refuted(_))
    ));
}

#[test]
fn listed_options_are_checked_as_rules_are() {
    // Nim heaps 1 and 2.
    let certificate = json!({
        "format": "grundy misere quotient", "version": 1, "ruleset": "heaps of a file",
        "game": {"kind": "listed", "options": [[[]], [[], [1]]]},
        "heaps": 2, "order": 6,
        "generators": [
            {"name": "a", "heap": 1, "action": [1, 0, 3, 2, 5, 4]},
            {"name": "b", "heap": 2, "action": [2, 3, 4, 5, 2, 3]},
        ],
        "lost": [1, 4], "images": [0, 1, 2], "period": null,
    });
    assert_eq!(check(&certificate), Ok(()));
    for options in [
        json!([[[]], [[], [2]]]),
        json!([[[]]]),
        json!([[[]], [[1]]]),
        json!([[], [[], [1]]]),
    ] {
        let mut changed = certificate.clone();
        changed["game"]["options"] = options;
        assert!(check(&changed).is_err(), "{changed}");
    }
}
