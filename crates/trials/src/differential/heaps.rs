//! Heap games: quotients, periods, and large numbers against small twins.

use std::collections::HashMap;

use grundy::spec::heap_rules;
use grundy::{Question, periods};
use grundy_core::{Limits, Outcome, Play};
use grundy_misere::{CertifiedGame, QuotientCertificate};

use super::plain_heaps::PlainRules;
use super::{Disagreement, shrink};
use crate::Random;

fn limits() -> Limits {
    Limits {
        positions: 100_000,
        bytes: 64 << 20,
        threads: 1,
        ..Limits::default()
    }
    .within(std::time::Duration::from_millis(500))
}

fn random_code(random: &mut Random, largest: u64) -> String {
    let digits = 1 + random.below(4);
    let before = *random.pick(&["0", "0", "0", "4"]);
    let after: String = (0..digits)
        .map(|_| char::from_digit(random.below(largest) as u32, 16).expect("a digit"))
        .collect();
    format!("{before}.{after}")
}

/// The code with a digit less, or with a smaller digit.
fn smaller_codes(code: &String) -> Vec<String> {
    let mut found = Vec::new();
    let point = code.find('.').expect("a code has a point");
    for at in point + 1..code.len() {
        if code.len() > point + 2 && at == code.len() - 1 {
            found.push(code[..at].to_owned());
        }
        if !code[at..].starts_with('0') {
            found.push(format!("{}0{}", &code[..at], &code[at + 1..]));
        }
    }
    found
}

/// The period of a random code: values by the definition, and the independent checker.
pub fn period(random: &mut Random) -> Result<u64, Disagreement> {
    let code = random_code(random, 16);
    compare_period(&code).map_err(|difference| {
        let (code, difference) = shrink(code, difference, smaller_codes, |c| compare_period(c));
        Disagreement {
            question: format!("period {code}"),
            difference,
        }
    })
}

fn compare_period(code: &str) -> Result<u64, String> {
    const TO: u64 = 120;
    let found = match periods::find(code, 2_000, None, &limits(), &mut |_| {}) {
        Ok(found) => found,
        Err(grundy::Error::Limit { .. }) => return Ok(0),
        // This is also how a certificate that the checker refutes is told.
        Err(error) => return Err(error.to_string()),
    };
    let Some(certificate) = found.certificate else {
        return Ok(0);
    };
    let claim = certificate.period;
    let truth = PlainRules::of_code(code).values(TO);
    let (start, period) = (claim.preperiod as usize, claim.period as usize);
    for at in start..truth.len().saturating_sub(period) {
        if u64::from(truth[at + period]) != u64::from(truth[at]) + claim.saltus {
            return Err(format!(
                "period {period} from {start} on with saltus {}, but heaps {at} and {} are worth {} and {}",
                claim.saltus,
                at + period,
                truth[at],
                truth[at + period]
            ));
        }
    }
    Ok(truth.len() as u64)
}

/// The quotient of a random code: sums by search, and the independent checker.
pub fn quotient_trial(code: &str) -> Result<u64, String> {
    const TO: u64 = 7;
    let named = heap_rules(code).map_err(|error| error.to_string())?;
    let Ok(found) = grundy_misere::quotient(&named.rules, Some(TO), &limits()) else {
        return Ok(0);
    };
    let plain = PlainRules::of_code(code);
    let mut known = HashMap::new();
    let mut compared = 0;
    for a in 0..=TO {
        for b in a..=TO {
            for c in b..=TO.min(5) {
                let heaps = [a, b, c];
                let is_lost = plain.is_lost_misere(&heaps, &mut known);
                if found.outcome(&heaps).map(|o| o == Outcome::Lose) != Some(is_lost) {
                    return Err(format!("{heaps:?}: lost is {is_lost} by the definition"));
                }
                compared += 1;
            }
        }
    }
    let game = CertifiedGame::from(&named.rules);
    let certificate = QuotientCertificate::new(&named.name, game, &found).to_json();
    let checked =
        grundy_checker::check_quotient(&certificate, grundy_checker::CheckLimits::default());
    checked.map_err(|error| format!("the checker says: {error}"))?;
    Ok(compared)
}

/// See [`quotient_trial`].
pub fn quotient(random: &mut Random) -> Result<u64, Disagreement> {
    let code = random_code(random, 8);
    quotient_trial(&code).map_err(|difference| {
        let (code, difference) = shrink(code, difference, smaller_codes, |c| quotient_trial(c));
        Disagreement {
            question: format!("quotient {code} --to 7"),
            difference,
        }
    })
}

/// Numbers near the ends of the types.
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

/// A subtraction set with one enormous number against its twin without it: below that number they are the same game.
pub fn large_twin(random: &mut Random) -> Result<u64, Disagreement> {
    let count = 1 + random.below(3);
    let mut takes: Vec<u64> = (0..count).map(|_| 1 + random.below(9)).collect();
    takes.sort_unstable();
    takes.dedup();
    let large = *random.pick(&LARGE);
    let heaps: Vec<u64> = (0..1 + random.below(2)).map(|_| random.below(30)).collect();
    let play = *random.pick(&[Play::Normal, Play::Misere]);
    let plain = PlainRules::of_subtraction(&takes);
    let truth = match play {
        Play::Misere => plain.is_lost_misere(&heaps, &mut HashMap::new()),
        Play::Normal => {
            let values = plain.values(30);
            heaps.iter().fold(0, |sum, &h| sum ^ values[h as usize]) == 0
        }
    };
    let list = |numbers: &[u64]| -> String {
        let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
        texts.join(",")
    };
    let question = format!("subtract/{},{large}:{}", list(&takes), list(&heaps));
    let asked = Question {
        play,
        limits: limits(),
        ..Question::new([&question])
    };
    let differs = |difference: String| Disagreement {
        question: format!("{play:?} {question}"),
        difference,
    };
    match grundy::solve(&asked) {
        Ok(verdict) if (verdict.outcome == Outcome::Lose) == truth => Ok(1),
        Ok(verdict) => Err(differs(format!(
            "{:?} by {}, lost is {truth} by the definition",
            verdict.outcome, verdict.method
        ))),
        Err(grundy::Error::Limit { .. }) => Ok(0),
        Err(error) => Err(differs(error.to_string())),
    }
}
