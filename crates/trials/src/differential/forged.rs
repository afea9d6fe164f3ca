//! Forged certificates: honest ones with numbers changed. What a checker believes is true by the definition.

use grundy::periods;
use grundy::report::{PeriodReport, to_json};
use grundy_checker::{CheckLimits, check_period};
use serde_json::Value;

use super::Disagreement;
use super::heaps::{limits, random_code};
use super::plain_heaps::PlainRules;
use crate::Random;

/// Values that a believed claim is compared with.
const TO: u64 = 120;
/// Forgeries of one certificate.
const FORGERIES: usize = 8;

/// Forgeries of the certificate of a random code.
pub fn certificate(random: &mut Random) -> Result<u64, Disagreement> {
    let code = random_code(random, 16);
    let found = periods::find(&code, 2_000, None, &limits(), &mut |_| {});
    let Some(found) = found.ok().filter(|found| found.certificate.is_some()) else {
        return Ok(0);
    };
    let honest = to_json(&PeriodReport::new(&found));
    let honest: Value = serde_json::from_str(&honest).expect("a report is JSON");
    let truth = PlainRules::of_code(&code).values(TO);
    for _ in 0..FORGERIES {
        let forged = changed(honest.clone(), random);
        let text = forged.to_string();
        let few = CheckLimits {
            steps: 3_000_000,
            bytes: 8 << 20,
            ..CheckLimits::default()
        };
        let by_checker = check_period(&text, few).is_ok();
        let by_prover = periods::check("forged", &text, &limits()).is_ok();
        if (by_checker || by_prover)
            && let Some(wrong) = refutation(&forged, &truth)
        {
            return Err(Disagreement {
                question: text,
                difference: format!("believed (checker {by_checker}, prover {by_prover}): {wrong}"),
            });
        }
    }
    Ok(FORGERIES as u64)
}

/// The certificate with up to three of its numbers changed.
fn changed(mut certificate: Value, random: &mut Random) -> Value {
    for _ in 0..=random.below(3) {
        let field = *random.pick(&["preperiod", "period", "saltus", "checked_to"]);
        let now = certificate[field].as_u64().unwrap_or(0);
        let period = certificate["period"].as_u64().unwrap_or(1);
        let any = random.below(100);
        let number = *random.pick(&[
            now.saturating_add(1),
            now.saturating_sub(1),
            now.saturating_mul(2),
            now.saturating_add(period),
            now.saturating_sub(period),
            any,
            1 << 32,
            1 << 63,
            u64::MAX,
        ]);
        certificate[field] = number.into();
        if field == "preperiod" {
            // A careful forger.
            certificate["last_exception"] = number.checked_sub(1).into();
        }
    }
    certificate
}

/// What is wrong with a claim, as far as these values tell.
fn refutation(claim: &Value, truth: &[u32]) -> Option<String> {
    let number = |field: &str| claim[field].as_u64().map(u128::from);
    let (preperiod, period) = (number("preperiod")?, number("period")?);
    let saltus = number("saltus")?;
    let at = |heap: u128| {
        let heap = usize::try_from(heap).ok()?;
        truth.get(heap).map(|value| u128::from(*value))
    };
    let holds = |heap: u128, period: u128, saltus: u128| match (at(heap), at(heap + period)) {
        (Some(value), Some(later)) => value + saltus == later,
        _ => true,
    };
    let end = truth.len() as u128;
    let all_hold =
        |period: u128, saltus: u128| (preperiod..end).all(|heap| holds(heap, period, saltus));
    if !all_hold(period, saltus) {
        return Some("the values break the recurrence".to_owned());
    }
    if preperiod > 0 && preperiod - 1 + period < end && holds(preperiod - 1, period, saltus) {
        return Some("it begins earlier".to_owned());
    }
    // A whole period and what a shorter one adds to it must be in sight.
    let is_in_sight = preperiod + 2 * period < end;
    let mut shorter = (1..period.min(end))
        .filter(|part| period.is_multiple_of(*part) && (saltus * part).is_multiple_of(period));
    let found = shorter.find(|part| is_in_sight && all_hold(*part, saltus * part / period));
    found.map(|part| format!("{part} is a shorter period"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_kind_of_false_claim_is_refuted() {
        // 0 1 2 0 1 2 …: taking one or two.
        let truth = PlainRules::of_code("0.33").values(TO);
        let refuted = |preperiod: u64, period: u64, saltus: u64| {
            let claim = json!({"preperiod": preperiod, "period": period, "saltus": saltus});
            refutation(&claim, &truth)
        };
        assert_eq!(refuted(0, 3, 0), None);
        assert!(refuted(0, 4, 0).unwrap().contains("break"));
        assert!(refuted(0, 3, u64::MAX).unwrap().contains("break"));
        assert!(refuted(1, 3, 0).unwrap().contains("earlier"));
        assert!(refuted(0, 6, 0).unwrap().contains("shorter"));
    }
}
