//! Functions of whole numbers that occur as nim-values or as sets of lost positions.

/// The number of prime factors of `n`, counted as often as they divide it; `None` for 0.
pub(crate) fn prime_factors(n: u64) -> Option<u64> {
    factors(n).map(|factors| factors.len() as u64)
}

/// The number of different prime factors of `n`; `None` for 0.
pub(crate) fn distinct_prime_factors(n: u64) -> Option<u64> {
    let mut factors = factors(n)?;
    factors.dedup();
    Some(factors.len() as u64)
}

/// The place of the least prime factor of `n` among the primes (2 is the first); `None` below 2.
pub(crate) fn least_prime_index(n: u64) -> Option<u64> {
    let least = *factors(n)?.first()?;
    Some((2..=least).filter(|&p| is_prime(p)).count() as u64)
}

/// True for 2, 3, 5, 7, …
pub(crate) fn is_prime(n: u64) -> bool {
    n >= 2 && (2..=n.isqrt()).all(|d| !n.is_multiple_of(d))
}

/// The prime factors in order; `None` for 0.
fn factors(mut n: u64) -> Option<Vec<u64>> {
    if n == 0 {
        return None;
    }
    let mut found = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= n {
        while n.is_multiple_of(divisor) {
            found.push(divisor);
            n /= divisor;
        }
        divisor += 1;
    }
    if n > 1 {
        found.push(n);
    }
    Some(found)
}

/// True for 0, 1, 2, 3, 5, 8, …
pub(crate) fn is_fibonacci(n: u64) -> bool {
    let (mut a, mut b) = (0u64, 1u64);
    while a < n {
        (a, b) = (b, a.saturating_add(b));
    }
    a == n
}

/// True for the numbers floor(k phi), k from 1 on: 1, 3, 4, 6, 8, …
pub(crate) fn is_lower_wythoff(n: u64) -> bool {
    // floor(k phi) = n for some k exactly if the fractional part of n / phi is above 1 - 1 / phi; in
    // whole numbers: k = ceil(n / phi) is the only candidate.
    let floor_of_phi_times = |k: u64| {
        let square = 5 * u128::from(k) * u128::from(k);
        ((u128::from(k) + square.isqrt()) / 2) as u64
    };
    let near = (n as f64 * 0.618_033_988_749_895) as u64;
    n > 0 && (near.max(1)..=near + 2).any(|k| floor_of_phi_times(k) == n)
}

/// Complementary Beatty sequences with difference t·k (Wythoff 1907, Fraenkel 1982), in whole numbers.
pub(crate) fn is_beatty_pair(a: u64, b: u64, t: u64) -> bool {
    let (small, large) = (a.min(b), a.max(b));
    let difference = large - small;
    if !difference.is_multiple_of(t) {
        return false;
    }
    let k = difference / t;
    // floor(k (2 - t + sqrt(t² + 4)) / 2): the floor of a half of an integer plus a root.
    let root = (u128::from(k).pow(2) * u128::from(t * t + 4)).isqrt() as i128;
    let twice = i128::from(k) * (2 - i128::from(t)) + root;
    twice.div_euclid(2) == i128::from(small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_counted() {
        let of =
            |f: fn(u64) -> Option<u64>| (1..=12).map(|n| f(n).unwrap_or(99)).collect::<Vec<_>>();
        assert_eq!(of(prime_factors), [0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]);
        assert_eq!(
            of(distinct_prime_factors),
            [0, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 2]
        );
        assert_eq!(of(least_prime_index), [99, 1, 2, 1, 3, 1, 4, 1, 2, 1, 5, 1]);
        assert_eq!(prime_factors(0), None);
    }

    #[test]
    fn lower_wythoff_numbers_are_those_of_the_definition() {
        let phi = (1.0 + 5f64.sqrt()) / 2.0;
        let listed: Vec<u64> = (1..2000).map(|k| (f64::from(k) * phi) as u64).collect();
        for n in 0..3000 {
            assert_eq!(is_lower_wythoff(n), listed.contains(&n), "{n}");
        }
    }

    #[test]
    fn beatty_pairs_begin_as_wythoff_wrote() {
        for (a, b) in [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15)] {
            assert!(is_beatty_pair(a, b, 1), "{a},{b}");
        }
        assert!(!is_beatty_pair(2, 3, 1));
        for (a, b) in [(1, 3), (2, 6), (4, 10), (5, 13)] {
            assert!(is_beatty_pair(a, b, 2), "{a},{b}");
        }
    }
}
