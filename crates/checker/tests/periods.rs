//! Random games and changed certificates: what the checker says is what brute force says.

use grundy_checker::{CheckError, CheckLimits, Refutation, check_period, hash_of_values};
use serde_json::{Value, json};

const FAR: usize = 400;

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A game by its digits: those listed, then those that repeat.
struct Game {
    name: String,
    listed: Vec<u8>,
    cycle: Vec<u8>,
}

impl Game {
    fn new(listed: &[u8], cycle: &[u8]) -> Game {
        let text = |digits: &[u8]| -> String { digits.iter().map(|d| format!("{d:x}")).collect() };
        let tail = if cycle.is_empty() {
            String::new()
        } else {
            format!("({})", text(cycle))
        };
        Game {
            name: format!("{}.{}{tail}", text(&listed[..1]), text(&listed[1..])),
            listed: listed.to_vec(),
            cycle: cycle.to_vec(),
        }
    }

    fn random(random: &mut Random) -> Game {
        let top = [4, 4, 8, 8, 16][random.below(5)];
        let first = [0, 0, 0, 4, 8, 12][random.below(6)] & (top - 1);
        let mut digits =
            |count: usize| -> Vec<u8> { (0..count).map(|_| random.below(top) as u8).collect() };
        let (mut plain, cycle) = (digits(4), digits(3));
        plain.truncate(1 + random.below(4));
        let cycle = &cycle[..[0, 0, 0, 1, 2, 3][random.below(6)]];
        Game::new(&[&[first as u8], &plain[..]].concat(), cycle)
    }

    fn digit(&self, take: usize) -> u8 {
        match self.listed.get(take) {
            Some(&digit) => digit,
            None if self.cycle.is_empty() => 0,
            None => self.cycle[(take - self.listed.len()) % self.cycle.len()],
        }
    }

    fn most_heaps(&self) -> usize {
        let bits = self
            .listed
            .iter()
            .chain(&self.cycle)
            .fold(0, |all, digit| all | digit);
        (1..=3)
            .rev()
            .find(|heaps| bits >> heaps & 1 != 0)
            .unwrap_or(0)
    }

    /// The definition, with the distinct values of two and of three heaps listed by their total.
    fn values(&self, count: usize) -> Vec<u32> {
        let width = 4 * count.next_power_of_two();
        let list = |reached: Vec<bool>| -> Vec<usize> {
            (0..width).filter(|&value| reached[value]).collect()
        };
        let mut values: Vec<usize> = Vec::new();
        let mut left: [Vec<Vec<usize>>; 4] = Default::default();
        for heap in 0..count {
            let (mut pairs, mut triples) = (vec![false; width], vec![false; width]);
            for a in 1..heap {
                pairs[values[a] ^ values[heap - a]] = true;
                if self.most_heaps() == 3 {
                    let rest = &left[2][heap - a];
                    rest.iter()
                        .for_each(|pair| triples[pair ^ values[a]] = true);
                }
            }
            left[0].push(if heap == 0 { vec![0] } else { vec![] });
            left[2].push(list(pairs));
            left[3].push(list(triples));
            let mut reached = vec![false; width];
            for take in 0..=heap {
                for count in (0..4).filter(|count| self.digit(take) >> count & 1 != 0) {
                    if let Some(set) = left[count].get(heap - take) {
                        set.iter().for_each(|&value| reached[value] = true);
                    }
                }
            }
            let value = reached.iter().position(|is| !is).expect("wide enough");
            left[1].push(if heap == 0 { vec![] } else { vec![value] });
            values.push(value);
        }
        values.into_iter().map(|value| value as u32).collect()
    }
}

/// g(n + p) = g(n) + s from n0 on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PeriodClaim {
    n0: u64,
    p: u64,
    s: u64,
}

/// The least recurrence that these values obey from a heap in their first third on, with a period of at most a fifth.
fn least_recurrence(values: &[u32]) -> Option<PeriodClaim> {
    (1..values.len() / 5).find_map(|p| {
        let last = values.len() - 1;
        let s = i64::from(values[last]) - i64::from(values[last - p]);
        let holds = |n: usize| i64::from(values[n + p]) - i64::from(values[n]) == s;
        let n0 = (0..values.len() - p)
            .rev()
            .take_while(|&n| holds(n))
            .last()?;
        let claim = PeriodClaim {
            n0: n0 as u64,
            p: p as u64,
            s: u64::try_from(s).ok()?,
        };
        (n0 < values.len() / 3).then_some(claim)
    })
}

fn certificate(game: &Game, claim: PeriodClaim, values: &[u32], checked_to: u64) -> Value {
    let theorem = match (
        game.most_heaps(),
        claim.s,
        game.cycle.iter().any(|&digit| digit != 0),
    ) {
        (0 | 1, _, _) => "state-returns",
        (_, 0, false) => "take-and-break",
        (_, 0, true) => "take-and-break-with-tail",
        _ => "rising",
    };
    let shown = values.get(1..=checked_to as usize).unwrap_or(&[]);
    json!({
        "schema": 1, "ruleset": game.name, "periodic": true, "proved": true, "theorem": theorem,
        "preperiod": claim.n0, "period": claim.p, "saltus": claim.s, "last_exception": claim.n0.checked_sub(1),
        "checked_to": checked_to, "hash": format!("{:016x}", hash_of_values(shown.iter().copied())),
    })
}

fn limits() -> CheckLimits<'static> {
    CheckLimits {
        steps: 300_000_000,
        bytes: 1 << 26,
        ..CheckLimits::default()
    }
}

fn is_accepted(certificate: &Value) -> bool {
    check_period(&certificate.to_string(), limits()).is_ok()
}

const LARGE: [u64; 9] = [
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX - 2,
    u64::MAX - 1,
    u64::MAX,
];

#[test]
fn random_games_are_accepted_only_with_their_least_recurrence() {
    let seed = 15;
    let mut random = Random(seed);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..220 {
        let game = Game::random(&mut random);
        let far = game.values(FAR);
        let Some(truth) = least_recurrence(&far) else {
            continue;
        };
        let shown = (FAR / 2) as u64;
        let is_proved = is_accepted(&certificate(&game, truth, &far, shown));
        accepted += u32::from(is_proved);
        let PeriodClaim { n0, p, s } = truth;
        let mut others = vec![
            PeriodClaim {
                p: 2 * p,
                s: 2 * s,
                ..truth
            },
            PeriodClaim { p: 2 * p, ..truth },
            PeriodClaim {
                p: 3 * p,
                s: 3 * s,
                ..truth
            },
            PeriodClaim {
                s: 2 * s + 1,
                ..truth
            },
            PeriodClaim {
                n0: p,
                p: n0.max(1),
                s,
            },
        ];
        for (less, more) in [(1, 0), (0, 1)] {
            others.push(PeriodClaim {
                n0: (n0 + more).saturating_sub(less),
                ..truth
            });
            others.push(PeriodClaim {
                p: (p + more).saturating_sub(less),
                ..truth
            });
            others.push(PeriodClaim {
                s: (s + more).saturating_sub(less),
                ..truth
            });
            others.push(PeriodClaim {
                p: (p + more).saturating_sub(less),
                s: (s + more).saturating_sub(less),
                n0,
            });
        }
        for large in LARGE {
            others.extend([
                PeriodClaim { n0: large, ..truth },
                PeriodClaim { p: large, ..truth },
                PeriodClaim { s: large, ..truth },
            ]);
        }
        for other in others.into_iter().filter(|&other| other != truth) {
            let changed = certificate(&game, other, &far, shown);
            assert!(
                !is_accepted(&changed),
                "seed {seed}: {changed} (the least is {truth:?})"
            );
            refused += 1;
        }
    }
    assert!(
        accepted > 100 && refused > 3000,
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn too_few_values_prove_nothing_and_more_are_no_harm() {
    // Kayles: 2 n0 + 2 p + K = 2 * 71 + 2 * 12 + 2 values.
    let game = Game::new(&[0, 7, 7], &[]);
    let values = game.values(400);
    let truth = PeriodClaim {
        n0: 71,
        p: 12,
        s: 0,
    };
    for checked_to in 0..399 {
        let accepted = is_accepted(&certificate(&game, truth, &values, checked_to));
        assert_eq!(accepted, checked_to >= 167, "{checked_to}");
    }
    for checked_to in LARGE {
        assert!(!is_accepted(&certificate(
            &game, truth, &values, checked_to
        )));
    }
}

#[test]
fn recurrences_that_are_not_the_least_are_refused_and_the_least_are_accepted() {
    for (listed, reported, least) in [
        (&[0, 15, 15, 11, 13][..], (2, 2), (1, 1)),
        (&[8, 4, 7, 11, 13], (6, 4), (3, 2)),
        (&[8, 0, 5, 5, 3, 13], (6, 4), (3, 2)),
        (&[8, 0, 3, 6, 12, 15, 7], (6, 4), (3, 2)),
        (&[0, 12, 5, 11, 5, 2, 13], (6, 4), (3, 2)),
        (&[0, 12, 13, 4, 3, 9, 1], (6, 4), (3, 2)),
    ] {
        let game = Game::new(listed, &[]);
        let values = game.values(200);
        let truth = least_recurrence(&values).unwrap();
        assert_eq!((truth.p, truth.s), least, "{}", game.name);
        assert!(
            is_accepted(&certificate(&game, truth, &values, 80)),
            "{}",
            game.name
        );
        let (p, s) = reported;
        let doubled = certificate(&game, PeriodClaim { p, s, ..truth }, &values, 80);
        let result = check_period(&doubled.to_string(), limits());
        let (period, saltus) = least;
        let expected = Refutation::PeriodNotLeast { period, saltus };
        assert_eq!(result, Err(CheckError::Refuted(expected)), "{}", game.name);
    }
}

#[test]
fn every_field_is_needed_and_every_other_digit_is_refused() {
    let kayles = Game::new(&[0, 7, 7], &[]);
    let values = kayles.values(200);
    let good = certificate(
        &kayles,
        PeriodClaim {
            n0: 71,
            p: 12,
            s: 0,
        },
        &values,
        167,
    );
    assert!(is_accepted(&good));
    for key in good.as_object().unwrap().keys() {
        let mut without = good.clone();
        without.as_object_mut().unwrap().remove(key);
        assert!(!is_accepted(&without), "without {key}");
        for other in [
            json!(null),
            json!(true),
            json!(-1),
            json!(1.5),
            json!("x"),
            json!([]),
            json!({}),
            json!(0),
        ] {
            let mut changed = good.clone();
            let is_same = (key == "periodic" || key == "proved") && other == json!(true)
                || key == "saltus" && other == json!(0);
            changed[key] = other;
            assert_eq!(is_accepted(&changed), is_same, "{key}: {changed}");
        }
    }
    let text = good.to_string();
    for at in (0..text.len()).filter(|&at| text.as_bytes()[at].is_ascii_hexdigit()) {
        for digit in "0123456789abcdef".chars() {
            let changed = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
            let same = serde_json::from_str::<Value>(&changed).is_ok_and(|value| value == good);
            assert!(
                same || check_period(&changed, limits()).is_err(),
                "{changed}"
            );
        }
        let cut = check_period(&text[..at], limits());
        assert!(
            matches!(cut, Err(CheckError::Malformed { line: 1, .. })),
            "{cut:?}"
        );
    }
}

/// A certificate by the window theorem, from brute force alone: the mask makes all heaps of the period common.
fn window_certificate(
    game: &Game,
    values: &[u32],
    claim: PeriodClaim,
    mask: u32,
    witness: u64,
) -> Option<Value> {
    let is_rare = |n: &u64| (values[*n as usize] & mask).count_ones().is_multiple_of(2);
    let last_rare = (1..values.len() as u64).rev().find(is_rare).unwrap_or(0);
    let length = last_rare.max(witness) + game.listed.len() as u64 - 1;
    let start = (4 * length + 1).max(claim.n0 + length);
    let checked_to = start + claim.p - 1;
    if checked_to as usize >= values.len() {
        return None;
    }
    let mut certificate = certificate(game, claim, values, checked_to);
    certificate["theorem"] = json!("window-returns");
    certificate["window"] = json!({
        "start": start, "length": length, "mask": mask, "position_parity": false,
        "last_rare": last_rare, "largest_witness": witness,
    });
    Some(certificate)
}

#[test]
fn windows_are_accepted_just_if_their_numbers_are_right() {
    let kayles = Game::new(&[0, 7, 7], &[]);
    let values = kayles.values(2000);
    let truth = PeriodClaim {
        n0: 71,
        p: 12,
        s: 0,
    };
    let good = window_certificate(&kayles, &values, truth, 15, 80).unwrap();
    assert!(
        is_accepted(&good),
        "{:?}",
        check_period(&good.to_string(), limits())
    );
    // A longer stretch before, or a longer window that still fits, proves the same.
    let change = |key: &str, value: u64| {
        let mut changed = good.clone();
        changed["window"][key] = json!(value);
        changed
    };
    let number = |key: &str| good["window"][key].as_u64().unwrap();
    for key in ["start", "length", "mask", "last_rare", "largest_witness"] {
        for value in [number(key) - 1, number(key) + 1].into_iter().chain(LARGE) {
            // A mask with more high bits is the same mask, since the values have four bits.
            // The largest witness is a bound, and the witnesses of Kayles are far below it.
            let is_same = key == "mask" && value == u64::from(u32::MAX)
                || key == "largest_witness" && value < number(key);
            assert_eq!(is_accepted(&change(key, value)), is_same, "{key} {value}");
        }
    }
    assert!(!is_accepted(&change("largest_witness", 3)));
    let mut parity = good.clone();
    parity["window"]["position_parity"] = json!(true);
    assert!(!is_accepted(&parity));
    for other in [
        (70, 12, 0),
        (72, 12, 0),
        (71, 24, 0),
        (71, 6, 0),
        (71, 11, 0),
        (71, 13, 0),
        (71, 12, 1),
    ] {
        let (n0, p, s) = other;
        let changed =
            window_certificate(&kayles, &values, PeriodClaim { n0, p, s }, 15, 80).unwrap();
        assert!(!is_accepted(&changed), "{other:?}");
    }
    let mut wrong_hash = good.clone();
    wrong_hash["hash"] = json!("0000000000000000");
    assert!(matches!(
        check_period(&wrong_hash.to_string(), limits()),
        Err(CheckError::Refuted(Refutation::Hash { .. }))
    ));
}

#[test]
fn whatever_a_window_proves_of_a_random_octal_game_is_true() {
    let seed = 99;
    let mut random = Random(seed);
    let mut accepted = 0;
    for _ in 0..60 {
        let listed: Vec<u8> = std::iter::once(0)
            .chain((0..1 + random.below(3)).map(|_| random.below(8) as u8))
            .collect();
        let game = Game::new(&listed, &[]);
        if game.most_heaps() != 2 || listed.last() == Some(&0) {
            continue;
        }
        let values = game.values(900);
        let Some(truth) = least_recurrence(&values) else {
            continue;
        };
        for mask in 1..16 {
            for (p, s) in [(truth.p, 0), (truth.p + 1, 0), (2 * truth.p, 0)] {
                let claim = PeriodClaim { p, s, ..truth };
                if let Some(certificate) = window_certificate(&game, &values, claim, mask, 40) {
                    let is_ok = is_accepted(&certificate);
                    assert!(!is_ok || claim == truth, "seed {seed}: {certificate}");
                    accepted += u32::from(is_ok);
                }
            }
        }
    }
    assert!(accepted > 10, "{accepted}");
}

#[test]
fn limits_end_a_check_without_an_answer() {
    let kayles = Game::new(&[0, 7, 7], &[]);
    let values = kayles.values(200);
    let text = certificate(
        &kayles,
        PeriodClaim {
            n0: 71,
            p: 12,
            s: 0,
        },
        &values,
        167,
    )
    .to_string();
    for limits in [
        CheckLimits {
            steps: 1000,
            ..limits()
        },
        CheckLimits {
            bytes: 500,
            ..limits()
        },
        CheckLimits {
            cancel: &|| true,
            ..limits()
        },
    ] {
        assert!(matches!(
            check_period(&text, limits),
            Err(CheckError::LimitReached { .. })
        ));
    }
}
