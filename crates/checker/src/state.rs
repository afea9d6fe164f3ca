//! Periods where moves leave at most one heap: the state that determines all later values returns.
//!
//! Let L be the first take of the repeating digits (or K + 1, where K is the largest take, if none repeat), and c the
//! length of their cycle. For a residue r modulo c, let C(r, n) be the set of the values that heaps of class r reach
//! by repeating digits on heaps up to n - L: the g(m), 1 <= m <= n - L, for which the digit of the class of takes
//! r - m allows one heap; and 0 if that of r itself allows taking all.
//!
//! **Theorem 4 (`state-returns`).** *Let n1 >= L, and let q be a multiple of c. Suppose that g(n + q) = g(n) + S for
//! n1 - L < n < n1, and that, for every class r, C(r, n1 + q) consists of all values below S and of those of C(r, n1)
//! raised by S. If no digits repeat, suppose S = 0. Then g(n + q) = g(n) + S for all n > n1 - L.*
//!
//! Proof. By induction on n, suppose all that for n in place of n1. The options of n are the g(n - k) with k < L,
//! where n - k >= 1, and C(r, n), where r is the class of n; taking all is possible by repeating digits only, as
//! n >= L. So the options of n + q are those of n raised by S, and all values below S if S > 0. Hence
//! g(n + q) = g(n) + S. The set C(r, n + 1) gains at most g(n + 1 - L), and C(r, n + q + 1) in the same case
//! g(n + q + 1 - L) = g(n + 1 - L) + S. So the supposition holds for n + 1. ∎
//!
//! The theorem holds for every later n1 if it holds for one, so it is enough to try the last one that the values allow.

use crate::limits::Meter;
use crate::period::{PeriodClaim, Shown, least_common_multiple};
use crate::rules::Rules;
use crate::values::{Definition, nim_values};
use crate::{CheckError, Hypothesis, Refutation, Unsupported};

/// Checks a claim by Theorem 4; how many values were computed.
pub(crate) fn check(
    rules: &Rules,
    claim: PeriodClaim,
    shown: Shown,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    if rules.most_heaps() > 1 {
        return Err(CheckError::NotSupported {
            what: Unsupported::TheoremForRules,
        });
    }
    let cycle = rules
        .tail
        .as_ref()
        .map_or(1, |tail| tail.cycle.len() as u64);
    let q = least_common_multiple(claim.period, cycle);
    shown.at_least(q.and_then(|q| needed(rules, claim, q)))?;
    let q = q.expect("the number of values needed is at least q");
    let does_not_return = Refutation::Hypothesis {
        which: Hypothesis::StateReturns,
        heap: None,
    };
    let values = if rules.tail.is_none() {
        if claim.saltus != 0 {
            let which = Hypothesis::NoSaltus;
            return Err(Refutation::Hypothesis { which, heap: None }.into());
        }
        nim_values(rules, shown.count, meter)?
    } else {
        let saltus = claim.saltus.checked_mul(q / claim.period);
        let saltus = saltus.filter(|&saltus| saltus <= shown.count);
        let (values, returns) = run(rules, shown.count, q, saltus, meter)?;
        if !returns {
            claim.check_table(&values, meter)?;
            return Err(does_not_return.into());
        }
        values
    };
    claim.check_table(&values, meter)?;
    shown.check_hash(&values)?;
    Ok(shown.count)
}

/// How many values Theorem 4, with n1 as early as possible, and Lemma A need.
fn needed(rules: &Rules, claim: PeriodClaim, q: u64) -> Option<u64> {
    // n1 = max(n0, 1) + L - 1.
    let window = rules.listed_end()? - 1;
    let needed = claim.first_heap().checked_add(window)?.checked_add(q)?;
    Some(needed.max(claim.lemma_needs(q)?))
}

/// The values, and whether the sets at the end are those `q` heaps before, raised by `saltus`.
fn run(
    rules: &Rules,
    count: u64,
    q: u64,
    saltus: Option<u64>,
    meter: &mut Meter,
) -> Result<(Vec<u32>, bool), CheckError> {
    meter.reserve(count, 4)?;
    let mut definition = Definition::new(rules, meter)?;
    while (definition.values.len() as u64) < count - q {
        definition.step(meter)?;
    }
    let before = definition.seen_next(meter)?.to_vec();
    while (definition.values.len() as u64) < count {
        definition.step(meter)?;
    }
    let after = definition.seen_next(meter)?;
    let returns = saltus.is_some_and(|saltus| {
        before.iter().zip(after).all(|(before, after)| {
            let raised = before.values().map(|value| value + saltus);
            (0..saltus).chain(raised).eq(after.values())
        })
    });
    Ok((definition.values, returns))
}
