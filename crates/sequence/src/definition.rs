//! The definition word for word, for tests, and games that are unlike each other.

use grundy_core::{HeapRules, Nimber};

/// g(0), …, g(count - 1) by listing every option.
pub(crate) fn definition(rules: &HeapRules, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..count as u64 {
        let mut options = Vec::new();
        rules.for_each_option(n, |_, heaps| {
            let value = heaps
                .iter()
                .fold(0, |sum, &heap| sum ^ values[heap as usize]);
            options.push(Nimber(value.into()));
            true
        });
        values.push(Nimber::mex(options).0 as u32);
    }
    values
}

/// Games with every kind of rule, many of them mixed.
pub(crate) fn odd_games() -> Vec<HeapRules> {
    vec![
        HeapRules::with_tail(&[0, 7, 7], &[]),
        HeapRules::with_tail(&[0, 0, 7], &[]),
        HeapRules::with_tail(&[4, 0, 0, 5], &[]),
        HeapRules::with_tail(&[0, 6], &[]),
        HeapRules::with_tail(&[4], &[3]),
        HeapRules::with_tail(&[0], &[3]),
        HeapRules::with_tail(&[0, 1, 2], &[0, 3, 1]),
        HeapRules::with_tail(&[0, 1], &[2, 4]),
        HeapRules::with_tail(&[4, 1, 6], &[0, 5, 2]),
        HeapRules::with_tail(&[0, 0xf], &[]),
        HeapRules::with_tail(&[8, 1, 0xa], &[]),
        HeapRules::with_tail(&[0, 3], &[0, 8]),
        HeapRules::with_tail(&[0xc, 0xf], &[0xf, 1, 4]),
        HeapRules::new([(0, 4)]).unequal(),
        HeapRules::new([(0, 0xc), (2, 7), (3, 9)]).unequal(),
        HeapRules::new([(1, 3), (2, 3), (3, 3), (9, 3)]),
        HeapRules::new([(2, 2), (5, 1), (7, 3)]),
        HeapRules::new([(3, 4), (20, 6), (33, 8)]),
        HeapRules::new([(5, 1)]),
        HeapRules::new([]),
    ]
}
