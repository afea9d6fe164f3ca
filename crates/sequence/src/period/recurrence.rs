//! How a list of values may go on: the recurrences that its end obeys, shortest period first.
//!
//! The Z-function of the reversed list of differences gives, for every shift, how far back the list
//! agrees with itself shifted; all of it takes linear time. Differences find repetition
//! with and without a saltus at once.

use super::Claim;

/// The claims g(n + p) = g(n) + s that hold from some heap to the end of `values`, by ascending p, each
/// with the least such heap.
pub(super) fn candidates(values: &[u32]) -> impl Iterator<Item = Claim> {
    let last = values.len().saturating_sub(1);
    // Backwards, so that `matches[p]` counts from the end of the list.
    let step = |i: usize| i64::from(values[last - i]) - i64::from(values[last - i - 1]);
    let matches = z_function(last, step);
    (1..matches.len()).filter_map(move |p| {
        let saltus = i64::from(values[last]) - i64::from(values[last - p]);
        Some(Claim {
            preperiod: (last - p - matches[p] as usize) as u64,
            period: p as u64,
            saltus: u64::try_from(saltus).ok()?,
        })
    })
}

/// For each shift, the length of the longest common prefix of the list and the list without its
/// first `shift` elements.
fn z_function(length: usize, element: impl Fn(usize) -> i64) -> Vec<u32> {
    let mut matches = vec![0u32; length];
    let (mut left, mut right) = (0, 0);
    for shift in 1..length {
        let mut common = 0;
        if shift < right {
            common = (matches[shift - left] as usize).min(right - shift);
        }
        while shift + common < length && element(common) == element(shift + common) {
            common += 1;
        }
        if shift + common > right {
            (left, right) = (shift, shift + common);
        }
        matches[shift] = u32::try_from(common).expect("tables in memory are shorter than 2^32");
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_holds_and_its_preperiod_is_least() {
        let mut state = 7u32;
        for length in [0, 1, 2, 3, 10, 61] {
            let values: Vec<u32> = (0..length)
                .map(|n| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    if n < 9 {
                        state >> 30
                    } else {
                        [1, 4, 1, 5][n % 4] + n as u32 / 4
                    }
                })
                .collect();
            for claim in candidates(&values) {
                assert!(claim.holds_on(&values), "{claim:?}");
                assert!(
                    claim.preperiod == 0
                        || !Claim {
                            preperiod: claim.preperiod - 1,
                            ..claim
                        }
                        .holds_on(&values)
                );
            }
            if length == 61 {
                let best =
                    candidates(&values).min_by_key(|c| (c.preperiod + 2 * c.period, c.period));
                assert_eq!(best.map(|c| (c.period, c.saltus)), Some((4, 1)));
            }
        }
    }
}
