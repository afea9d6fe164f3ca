//! The games of quotient certificates: rules of taking and breaking, or listed options.

use crate::CheckError;
use crate::limits::Meter;
use crate::monoid::Monoid;
use crate::rules::Rules;
use crate::values::Marks;

/// What one move may do to a heap.
pub(crate) enum HeapGame {
    /// By digits.
    Code(Rules),
    /// Entry h - 1 lists the options of heap h.
    Listed(Vec<Vec<Vec<u64>>>),
}

impl HeapGame {
    /// All options of a heap, each as the heaps that are left, by the definition. For small heaps.
    pub(crate) fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        let rules = match self {
            HeapGame::Listed(options) => return options[heap as usize - 1].clone(),
            HeapGame::Code(rules) => rules,
        };
        let mut options = Vec::new();
        for take in 0..=heap {
            let (digit, rest) = (rules.digit(take), heap - take);
            if digit & 1 != 0 && rest == 0 {
                options.push(vec![]);
            }
            if digit & 2 != 0 && rest > 0 {
                options.push(vec![rest]);
            }
            for a in 1..=rest / 2 {
                if digit & 4 != 0 && !(rules.unequal && a == rest - a) {
                    options.push(vec![a, rest - a]);
                }
                for b in a..rest - a {
                    if digit & 8 != 0 && rest - a - b >= b {
                        options.push(vec![a, b, rest - a - b]);
                    }
                }
            }
        }
        options
    }

    /// For each heap from 0 on, the set of the images of its options, ascending.
    pub(crate) fn option_images(
        &self,
        monoid: &Monoid,
        images: &[u16],
        meter: &mut Meter,
    ) -> Result<Vec<Vec<u16>>, CheckError> {
        match self {
            HeapGame::Code(rules) => of_code(rules, monoid, images, meter),
            HeapGame::Listed(options) => {
                let mut sets = vec![Vec::new()];
                for of_heap in options {
                    meter.spend(
                        1 + of_heap
                            .iter()
                            .map(|left| left.len() as u64 + 1)
                            .sum::<u64>(),
                    )?;
                    let image = |left: &Vec<u64>| {
                        let heaps = left.iter().map(|&heap| usize::from(images[heap as usize]));
                        heaps.fold(0, |product, heap| monoid.product(product, heap)) as u16
                    };
                    let mut set: Vec<u16> = of_heap.iter().map(image).collect();
                    set.sort_unstable();
                    set.dedup();
                    meter.reserve(set.len() as u64 + 12, 2)?;
                    sets.push(set);
                }
                Ok(sets)
            }
        }
    }
}

/// As for nim-values (see the file `values`), with products in place of xors.
fn of_code(
    rules: &Rules,
    monoid: &Monoid,
    images: &[u16],
    meter: &mut Meter,
) -> Result<Vec<Vec<u16>>, CheckError> {
    let most_heaps = rules.most_heaps();
    let image = |heap: usize| usize::from(images[heap]);
    let mut marks = Marks::default();
    // By the number of heaps left, and by the number of tokens: the images.
    let mut left: [Vec<Vec<u16>>; 4] = Default::default();
    let mut sets: Vec<Vec<u16>> = Vec::new();
    for heap in 0..images.len() {
        left[0].push(if heap == 0 { vec![0] } else { vec![] });
        left[1].push(if heap > 0 { vec![images[heap]] } else { vec![] });
        if most_heaps >= 2 {
            meter.spend(heap as u64)?;
            let parts = (1..=heap / 2).filter(|&a| !(rules.unequal && a == heap - a));
            let pairs = parts.map(|a| monoid.product(image(a), image(heap - a)));
            left[2].push(distinct(pairs, &mut marks));
        }
        if most_heaps == 3 {
            let sizes = (1..=heap / 3).map(|a| left[2][heap - a].len() as u64);
            meter.spend(sizes.sum())?;
            let triples = (1..=heap / 3).flat_map(|a| {
                let pairs = left[2][heap - a].iter();
                pairs.map(move |&pair| monoid.product(image(a), usize::from(pair)))
            });
            let triples = distinct(triples, &mut marks);
            left[3].push(triples);
        }
        let options = rules.takes_to(heap as u64).flat_map(|(take, digit)| {
            let rest = heap - take as usize;
            let sets = left
                .iter()
                .enumerate()
                .filter(move |(count, _)| digit >> count & 1 != 0);
            sets.filter_map(move |(_, sets)| sets.get(rest)).flatten()
        });
        meter.spend(rules.takes_to(heap as u64).count() as u64)?;
        let set = distinct(options.map(|&image| usize::from(image)), &mut marks);
        let kept = left
            .iter()
            .filter_map(|sets| sets.last())
            .map(Vec::len)
            .sum::<usize>();
        meter.reserve((kept + set.len()) as u64 + 60, 2)?;
        sets.push(set);
    }
    Ok(sets)
}

/// The distinct elements, ascending.
fn distinct(elements: impl Iterator<Item = usize>, marks: &mut Marks) -> Vec<u16> {
    marks.clear();
    let mut set: Vec<u16> = elements
        .filter(|&element| marks.insert(element as u32))
        .map(|element| element as u16)
        .collect();
    set.sort_unstable();
    set
}
