//! Formulas in one number that values are compared with.

use crate::numbers::{distinct_prime_factors, least_prime_index, prime_factors};

/// A formula for n; where it answers `None` nothing is claimed.
pub(crate) struct Formula {
    /// The formula in words, with `{n}` for its variable.
    text: String,
    evaluate: Box<dyn Fn(u64) -> Option<u64>>,
    /// What is added to n before the formula is applied.
    shift: i64,
}

impl Formula {
    fn new(text: &str, evaluate: impl Fn(u64) -> Option<u64> + 'static) -> Formula {
        Formula {
            text: text.to_owned(),
            evaluate: Box::new(evaluate),
            shift: 0,
        }
    }

    fn shifted(self, shift: i64) -> Formula {
        Formula { shift, ..self }
    }

    /// The formula in words.
    pub fn text(&self) -> String {
        let variable = match self.shift {
            0 => "n".to_owned(),
            shift if shift < 0 => format!("n - {}", shift.unsigned_abs()),
            shift => format!("n + {shift}"),
        };
        self.text.replace("{n}", &variable)
    }

    /// Its value for `n`.
    pub fn at(&self, n: u64) -> Option<u64> {
        (self.evaluate)(n.checked_add_signed(self.shift)?)
    }
}

/// Formulas worth a try for values up to `most`, the simplest first.
pub(crate) fn formulas(most: u64, sizes: u64) -> Vec<Formula> {
    let mut list = vec![
        Formula::new("{n}", Some),
        Formula::new("n - 1", |n| Some(n.saturating_sub(1))),
        Formula::new("n + 1", |n| n.checked_add(1)),
        Formula::new("2n", |n| n.checked_mul(2)),
    ];
    list.extend(in_binary());
    list.extend(in_primes());
    for m in 2..=most.saturating_add(1).min(sizes / 2) {
        list.push(Formula::new(&format!("n mod {m}"), move |n| Some(n % m)));
    }
    for k in 2..=16u64 {
        list.push(Formula::new(&format!("n / {k}, rounded down"), move |n| {
            Some(n / k)
        }));
        list.push(Formula::new(&format!("n / {k}, rounded up"), move |n| {
            Some(n.div_ceil(k))
        }));
        list.push(Formula::new(&format!("n xor {k}"), move |n| Some(n ^ k)));
        for m in 2..=most.saturating_add(1).min(32) {
            let text = format!("(n mod {}) / {k}, rounded down", m * k);
            list.push(Formula::new(&text, move |n| Some(n % (m * k) / k)));
        }
    }
    for shift in [-1, 1] {
        let shapes = in_binary().into_iter().chain(in_primes());
        let shapes = shapes.filter(|formula| formula.text.contains("{n}"));
        list.extend(shapes.map(|formula| formula.shifted(shift)));
    }
    list
}

fn ones(n: u64) -> u64 {
    n.count_ones().into()
}

fn in_binary() -> Vec<Formula> {
    let zeros_at_end = |n: u64| {
        if n == 0 {
            0
        } else {
            u64::from(n.trailing_zeros())
        }
    };
    vec![
        Formula::new("the largest power of 2 that divides {n} (ruler)", |n| {
            Some(n & n.wrapping_neg())
        }),
        Formula::new(
            "the number of zeros at the end of {n} in binary",
            move |n| Some(zeros_at_end(n)),
        ),
        Formula::new(
            "1 + the number of zeros at the end of {n} in binary, 0 for {n} = 0",
            move |n| Some(if n == 0 { 0 } else { zeros_at_end(n) + 1 }),
        ),
        Formula::new("the number of ones in {n} in binary", |n| Some(ones(n))),
        Formula::new(
            "the parity of the number of ones in {n} in binary (1 for odious, 0 for evil numbers)",
            |n| Some(ones(n) % 2),
        ),
        Formula::new(
            "the number of ones at the end of {n} in binary (the place of its lowest zero bit)",
            |n| Some(n.trailing_ones().into()),
        ),
        Formula::new("the value of the lowest zero bit of {n}", |n| {
            n.checked_add(1).map(|next| !n & next)
        }),
        Formula::new("{n} without its highest one bit", |n| {
            Some(n.checked_ilog2().map_or(0, |top| n - (1 << top)))
        }),
        Formula::new("the highest power of 2 that is at most {n}", |n| {
            Some(n.checked_ilog2().map_or(0, |top| 1 << top))
        }),
        Formula::new("the number of binary digits of {n}", |n| {
            Some((u64::BITS - n.leading_zeros()).into())
        }),
        Formula::new("{n} xor ({n} >> 1)", |n| Some(n ^ (n >> 1))),
        Formula::new(
            "n, but n and n - 1 change places where 4 divides n",
            |n| match n % 4 {
                3 => n.checked_add(1),
                0 => Some(n.saturating_sub(1)),
                _ => Some(n),
            },
        ),
        Formula::new(
            "evil({n}), where evil(k) is 2k or 2k + 1, whichever has an even number of ones in binary",
            |n| n.checked_mul(2)?.checked_add(ones(n) % 2),
        ),
        Formula::new(
            "odious({n}), where odious(k) is 2k or 2k + 1, whichever has an odd number of ones in binary",
            |n| n.checked_mul(2)?.checked_add(1 - ones(n) % 2),
        ),
    ]
}

fn in_primes() -> Vec<Formula> {
    vec![
        Formula::new(
            "the number of prime factors of {n}, counted as often as they divide it",
            prime_factors,
        ),
        Formula::new(
            "the number of different prime factors of {n}",
            distinct_prime_factors,
        ),
        Formula::new(
            "the place of the least prime factor of {n} among the primes",
            least_prime_index,
        ),
    ]
}
