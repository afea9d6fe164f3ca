//! Periods without saltus where moves may leave several heaps.
//!
//! Let a move leave at most h >= 1 heaps, none empty, and let n0 >= 1.
//!
//! **Theorem 1 (`take-and-break`).** *Finitely many digits, K the largest take. If g(n + p) = g(n) for n0 <= n < h
//! n0 + (h - 1) p + K, then for all n >= n0.* (For h = 2: R. K. Guy and C. A. B. Smith, The G-values of various
//! games, 1956.)
//!
//! Proof. By induction, let n >= h n0 + (h - 1) p + K, and let the claim hold for all smaller n. An option of n + p
//! leaves heaps with n + p - k tokens in all, k <= K. The largest, a, has a >= (n + p - K) / h >= n0 + p. Replacing a
//! by a - p gives an option of n, of the same value since n0 <= a - p < n. Conversely, the largest heap a of an
//! option of n has a >= (n - K) / h >= n0 and a < n if k > 0 or several heaps are left, which is always so; replacing
//! a by a + p gives an option of n + p of the same value. No option leaves nothing, since n > K. So n and n + p have
//! the same option values. ∎
//!
//! **Theorem 2 (`unequal-splits`).** *If the two heaps of a split must differ, h = 2, and g(n + p) = g(n) for
//! n0 <= n < 2 n0 + 2 p + K, then for all n >= n0.*
//!
//! Proof. As before, with n >= 2 n0 + 2 p + K. Adding p to the larger heap keeps the heaps different. Conversely, let
//! (a, b), a > b, be an option of n + p. If a - p differs from b, then (a - p, b) is an option of n with the same
//! value. If a - p = b, the value is g(b + p) xor g(b) = 0, as b = (n - k) / 2 >= n0 + p. Then n has an option of
//! value 0, too, by the same take: (b + p, b - p), since g(b + p) = g(b) = g(b - p), b - p >= n0. ∎
//!
//! **Theorem 3 (`take-and-break-with-tail`).** *The digits repeat with a cycle of length c from take L on; q is a
//! multiple of c. If g(n + q) = g(n) for n0 <= n < h n0 + h q + L, then for all n >= n0.*
//!
//! Proof. Let F(m) be the set of the values of positions with m tokens in j heaps, for a j <= h. Let n >= h n0 + h
//! q + L and let the claim hold for all smaller n. As in Theorem 1, F(m) = F(m - q) for h (n0 + q) <= m <= n + q, as
//! long as all heaps involved are below n + q: the largest heap is at least n0 + q in positions of m tokens, and at
//! least n0 in those of m - q. Options of n + q by takes k < L are in F(n + q - k) = F(n - k). The takes k >= L lead
//! to F(m) with m <= n + q - L; whether they may depends on n + q - m modulo c, that is on n - m modulo c. For
//! m <= n - L, heap n reaches the same F(m), and so for m = 0, taking all. For n - L < m <= n + q - L,
//! F(m) = F(m - q), m - q <= n - L, and n reaches F(m - q) by the same take. Conversely, all that n reaches by takes
//! k >= L is among the F(m) with m <= n - L. ∎

use crate::limits::Meter;
use crate::period::{PeriodClaim, PeriodTheorem, Shown, least_common_multiple};
use crate::rules::Rules;
use crate::values::nim_values;
use crate::{CheckError, Hypothesis, Refutation, Unsupported};

/// Checks a claim by one of the three theorems; how many values were computed.
pub(crate) fn check(
    rules: &Rules,
    claim: PeriodClaim,
    shown: Shown,
    theorem: PeriodTheorem,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    let is_for_rules = match theorem {
        PeriodTheorem::TakeAndBreak => rules.tail.is_none() && !rules.unequal,
        PeriodTheorem::UnequalSplits => rules.tail.is_none() && rules.unequal,
        _ => rules.tail.is_some() && !rules.unequal,
    };
    if !is_for_rules {
        return Err(CheckError::NotSupported {
            what: Unsupported::TheoremForRules,
        });
    }
    if claim.saltus != 0 {
        let which = Hypothesis::NoSaltus;
        return Err(Refutation::Hypothesis { which, heap: None }.into());
    }
    shown.at_least(needed(rules, claim, theorem))?;
    let values = nim_values(rules, shown.count, meter)?;
    claim.check_table(&values, meter)?;
    shown.check_hash(&values)?;
    Ok(shown.count)
}

/// How many values the theorem and Lemma A need.
fn needed(rules: &Rules, claim: PeriodClaim, theorem: PeriodTheorem) -> Option<u64> {
    let heaps = rules.most_heaps().max(1);
    // The theorem compares heaps n below heaps * n0 + times * q + listed; the values of n + q are needed, too.
    let (cycle, listed, times) = match (theorem, &rules.tail) {
        (PeriodTheorem::TakeAndBreak, _) => (1, rules.largest_listed(), heaps - 1),
        (PeriodTheorem::UnequalSplits, _) => (1, rules.largest_listed(), heaps),
        (_, tail) => {
            let tail = tail.as_ref()?;
            (tail.cycle.len() as u64, tail.first, heaps)
        }
    };
    let q = least_common_multiple(claim.period, cycle)?;
    let first = heaps.checked_mul(claim.first_heap())?;
    let needed = first
        .checked_add((times + 1).checked_mul(q)?)?
        .checked_add(listed)?;
    Some(needed.max(claim.lemma_needs(q)?))
}
