//! The options of Moore's Nim as multisets: counted, listed, and those with a given sum.
//!
//! An option replaces a multiset `S` of heaps by a multiset `N` of as many numbers. Cancelling what
//! they share, `S` and `N` have no number in common, and then the option determines both. `N` is
//! possible exactly if, for each t, it has no more numbers that are at least t than `S` has.

/// Heap sizes in descending order, each with how many there are.
pub(crate) fn grouped(heaps: &[u64]) -> Vec<(u64, usize)> {
    let mut sizes = heaps.to_vec();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let mut groups: Vec<(u64, usize)> = Vec::new();
    for size in sizes {
        match groups.last_mut() {
            Some((last, count)) if *last == size => *count += 1,
            _ => groups.push((size, 1)),
        }
    }
    groups
}

/// The number of distinct options when up to `most` heaps may be reduced, if it fits.
pub(crate) fn count(heaps: &[u64], most: usize) -> Option<u128> {
    let groups = grouped(heaps);
    let most = most.min(heaps.len());
    // ways[s][n]: how often s heaps are gone and n numbers have come, from the largest size down.
    let mut ways = vec![vec![0u128; most + 1]; most + 1];
    ways[0][0] = 1;
    for (index, &(size, copies)) in groups.iter().enumerate() {
        let below = groups.get(index + 1).map(|&(next, _)| next);
        let gap = size - below.map_or(0, |next| next + 1);
        // Every way can be completed (with empty heaps): if one number does not fit, the total does not either.
        ways = at_size(&ways, copies).and_then(|ways| in_gap(&ways, gap))?;
    }
    (1..=most).try_fold(0u128, |sum, s| sum.checked_add(ways[s][s]))
}

/// At a heap size: some of its `copies` go, or numbers of that size come, but not both.
fn at_size(ways: &[Vec<u128>], copies: usize) -> Option<Vec<Vec<u128>>> {
    let most = ways.len() - 1;
    let mut next = vec![vec![0u128; most + 1]; most + 1];
    for s in 0..=most {
        for n in 0..=s {
            if ways[s][n] == 0 {
                continue;
            }
            for more in 0..=copies.min(most - s) {
                next[s + more][n] = next[s + more][n].checked_add(ways[s][n])?;
            }
            for come in &mut next[s][n + 1..=s] {
                *come = come.checked_add(ways[s][n])?;
            }
        }
    }
    Some(next)
}

/// Between two heap sizes: any multiset of the `gap` numbers there may come.
fn in_gap(ways: &[Vec<u128>], gap: u64) -> Option<Vec<Vec<u128>>> {
    let most = ways.len() - 1;
    let mut next = ways.to_vec();
    for s in 0..=most {
        for n in 0..s {
            if ways[s][n] == 0 || gap == 0 {
                continue;
            }
            // Multisets of x out of `gap` numbers: C(gap+x-1, x), one factor at a time.
            let mut multisets = 1u128;
            for x in 1..=s - n {
                let factor = u128::from(gap) + x as u128 - 1;
                multisets = multisets.checked_mul(factor)? / x as u128;
                let more = multisets.checked_mul(ways[s][n])?;
                next[s][n + x] = next[s][n + x].checked_add(more)?;
            }
        }
    }
    Some(next)
}

/// Visits every option once, as the heaps that go and the numbers that come, both in descending order.
pub(crate) fn for_each(heaps: &[u64], most: usize, visit: &mut impl FnMut(&[u64], &[u64])) {
    choose_gone(&grouped(heaps), most, &mut Vec::new(), visit);
}

/// Chooses which heaps go, group by group, and then what comes.
fn choose_gone(
    groups: &[(u64, usize)],
    most: usize,
    gone: &mut Vec<u64>,
    visit: &mut impl FnMut(&[u64], &[u64]),
) {
    let Some((&(size, copies), rest)) = groups.split_first() else {
        if !gone.is_empty() {
            choose_come(gone, &mut Vec::new(), visit);
        }
        return;
    };
    for more in 0..=copies.min(most - gone.len()) {
        let before = gone.len();
        gone.extend(std::iter::repeat_n(size, more));
        choose_gone(rest, most, gone, visit);
        gone.truncate(before);
    }
}

/// Chooses what comes for `gone`, both in descending order, with no number in common.
fn choose_come(gone: &[u64], come: &mut Vec<u64>, visit: &mut impl FnMut(&[u64], &[u64])) {
    if come.len() == gone.len() {
        return visit(gone, come);
    }
    let largest = come.last().map_or(u64::MAX, |last| *last);
    let largest = largest.min(gone[come.len()] - 1);
    for size in (0..=largest).rev().filter(|size| !gone.contains(size)) {
        come.push(size);
        choose_come(gone, come, visit);
        come.pop();
    }
}

/// Visits the multisets with this sum that `bounds` dominate, in descending order, until `visit`
/// answers false; `bounds` are in descending order, too.
pub(crate) fn with_sum(
    bounds: &[u64],
    sum: u128,
    found: &mut Vec<u64>,
    visit: &mut impl FnMut(&[u64]) -> bool,
) -> bool {
    let Some((&bound, rest)) = bounds.split_first() else {
        return visit(found);
    };
    let largest = found.last().map_or(bound, |last| bound.min(*last));
    let largest = u128::from(largest).min(sum) as u64;
    for size in (0..=largest).rev() {
        let left = sum - u128::from(size);
        // Later numbers are at most `size`: once they cannot hold the rest, smaller ones cannot.
        let holds: u128 = rest.iter().map(|&b| u128::from(b.min(size))).sum();
        if left > holds {
            break;
        }
        found.push(size);
        let goes_on = with_sum(rest, left, found, visit);
        found.pop();
        if !goes_on {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Options by the letter of the rule: choose heaps by their places.
    fn by_the_rule(heaps: &[u64], most: usize) -> BTreeSet<Vec<u64>> {
        let mut found = BTreeSet::from([(0, Vec::new())]);
        for &heap in heaps {
            found = found
                .into_iter()
                .flat_map(|(changed, left)| {
                    (0..=heap).map(move |size| {
                        let mut left: Vec<u64> = left.clone();
                        left.push(size);
                        (changed + usize::from(size != heap), left)
                    })
                })
                .filter(|(changed, _)| *changed <= most)
                .collect();
        }
        let changed = found.into_iter().filter(|(changed, _)| *changed > 0);
        changed
            .map(|(_, mut left)| {
                left.sort_unstable_by(|a, b| b.cmp(a));
                left
            })
            .collect()
    }

    #[test]
    fn options_are_counted_and_listed_once_each() {
        for heaps in [
            &[1][..],
            &[3, 3],
            &[1, 2, 3],
            &[2, 2, 2, 2],
            &[4, 1, 3, 1],
            &[5, 5, 2, 1, 1],
            &[7, 6, 4],
        ] {
            for most in 1..=heaps.len() + 1 {
                let expected = by_the_rule(heaps, most);
                let mut listed = Vec::new();
                for_each(heaps, most, &mut |gone, come| {
                    let mut option = heaps.to_vec();
                    for (size, left) in gone.iter().zip(come) {
                        let place = option.iter().position(|heap| heap == size).unwrap();
                        option.remove(place);
                        option.push(*left);
                    }
                    option.sort_unstable_by(|a, b| b.cmp(a));
                    listed.push(option);
                });
                assert_eq!(
                    count(heaps, most),
                    Some(expected.len() as u128),
                    "{heaps:?} {most}"
                );
                assert_eq!(listed.len(), expected.len(), "{heaps:?} {most}");
                assert_eq!(BTreeSet::from_iter(listed), expected);
            }
        }
    }

    #[test]
    fn counts_that_do_not_fit_are_not_given() {
        let heaps = [u64::MAX, u64::MAX - 1, u64::MAX - 7];
        assert_eq!(count(&heaps, 3), None);
        assert_eq!(count(&heaps[..1], 1), Some(u128::from(u64::MAX)));
    }

    #[test]
    fn multisets_with_a_sum_are_found_once_each() {
        let mut found = Vec::new();
        with_sum(&[4, 3, 1], 4, &mut Vec::new(), &mut |heaps| {
            found.push(heaps.to_vec());
            true
        });
        assert_eq!(found, [[4, 0, 0], [3, 1, 0], [2, 2, 0], [2, 1, 1]]);
    }
}
