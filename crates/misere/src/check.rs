//! Checking a quotient against the definition, by a method of its own.
//!
//! Nothing here is shared with the solver. A quotient is right when the image of a sum is lost
//! exactly if the sum is: when it has a move and no move to a lost one. Three things are checked for
//! *all* sums of the heaps: the table is a commutative monoid; no move leads from a lost image to a
//! lost image; every sum with a move whose image is not lost has a move to a lost one. For the last,
//! sums that lack such a move are built up heap by heap, from what the rest of the sum may be. Small
//! sums are then searched to the end, too.

use std::collections::{HashMap, HashSet};
use std::fmt;

use grundy_core::{LimitReached, Limits};

use crate::heaps::Heaps;
use crate::outcomes::Outcomes;
use crate::quotient::{Quotient, QuotientElement};

/// How far a quotient was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// All sums of heaps up to this one were checked by the definition.
    pub heaps: u64,
    /// All sums whose heaps' numbers add up to this were searched to the end as well.
    pub searched_total: usize,
    /// How many sums that is.
    pub searched: usize,
}

/// What a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuotientCheckError {
    /// A limit ended the check.
    Limit(LimitReached),
    /// The table is not that of a commutative monoid with identity 0.
    NotAMonoid,
    /// Two elements cannot be told apart.
    NotReduced {
        /// One.
        left: QuotientElement,
        /// The other.
        right: QuotientElement,
    },
    /// A move in this heap leads from a lost image to a lost image.
    LostToLost {
        /// The heap.
        heap: u64,
    },
    /// This heap has no moves, and its image is not the identity.
    NoMove {
        /// The heap.
        heap: u64,
    },
    /// The identity is lost, but the player who cannot move wins.
    LostIdentity,
    /// Some sum with this heap has an image that is not lost, and no move to a lost one.
    NoAnswer {
        /// The heap.
        heap: u64,
    },
    /// Search finds another outcome for a sum whose heaps add up to this.
    Searched {
        /// The total.
        total: usize,
    },
}

impl From<LimitReached> for QuotientCheckError {
    fn from(reached: LimitReached) -> QuotientCheckError {
        QuotientCheckError::Limit(reached)
    }
}

impl fmt::Display for QuotientCheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuotientCheckError::Limit(reached) => reached.fmt(f),
            QuotientCheckError::NotAMonoid => {
                f.write_str("the table is not that of a commutative monoid")
            }
            QuotientCheckError::NotReduced { left, right } => write!(
                f,
                "elements {} and {} cannot be told apart",
                left.index(),
                right.index()
            ),
            QuotientCheckError::LostToLost { heap } => {
                write!(
                    f,
                    "a move in heap {heap} leads from a lost sum to a lost sum"
                )
            }
            QuotientCheckError::NoMove { heap } => {
                write!(f, "heap {heap} has no moves, but its image is not 1")
            }
            QuotientCheckError::LostIdentity => f.write_str("the identity is lost"),
            QuotientCheckError::NoAnswer { heap } => {
                write!(f, "a sum with heap {heap} has no move to a lost sum")
            }
            QuotientCheckError::Searched { total } => {
                write!(f, "search disagrees on a sum of {total}")
            }
        }
    }
}

impl std::error::Error for QuotientCheckError {}

/// The largest total that is searched to the end.
const SEARCHED_TOTAL: usize = 18;

/// Checks `quotient` for all sums of its heaps.
///
/// # Errors
///
/// [`QuotientCheckError`] with the first thing that is wrong, or the limit that ended the check.
pub fn check(
    heaps: &dyn Heaps,
    quotient: &Quotient,
    limits: &Limits,
) -> Result<Checked, QuotientCheckError> {
    let order = quotient.order() as u64;
    // The marks of pairs, and a list of pairs that may have as many entries of four bytes.
    limits.check_bytes(order.saturating_mul(order).saturating_mul(5))?;
    check_monoid(quotient, limits)?;
    if quotient.is_p(QuotientElement::IDENTITY) {
        return Err(QuotientCheckError::LostIdentity);
    }
    let lost = lost_beside(quotient, limits)?;
    let wants = Wants::of_heaps(heaps, quotient, &lost, limits)?;
    check_answers(quotient, &wants, limits)?;
    let (searched_total, searched) = check_small_sums(heaps, quotient, limits)?;
    Ok(Checked {
        heaps: quotient.largest_heap(),
        searched_total,
        searched,
    })
}

/// The table is determined by the generators, their actions commute, and all is generated.
fn check_monoid(quotient: &Quotient, limits: &Limits) -> Result<(), QuotientCheckError> {
    let generators = quotient.generators();
    let times = |left, right| quotient.product(left, right);
    let mut is_right = quotient
        .elements()
        .all(|x| times(x, QuotientElement::IDENTITY) == x);
    for g in &generators {
        for h in &generators {
            limits.check_time()?;
            let commute =
                |x| times(times(x, g.element), h.element) == times(times(x, h.element), g.element);
            is_right &= quotient.elements().all(commute);
        }
    }
    for y in quotient.elements().skip(1) {
        limits.check_time()?;
        // y is a product of generators, the last of which is g; then x·y = (x·rest)·g.
        let (rest, last) = quotient.monoid.parent(y.0);
        let (rest, g) = (QuotientElement(rest), generators[last].element);
        is_right &= rest < y && times(rest, g) == y;
        is_right &= quotient
            .elements()
            .all(|x| times(x, y) == times(times(x, rest), g));
    }
    if is_right {
        Ok(())
    } else {
        Err(QuotientCheckError::NotAMonoid)
    }
}

/// For every element, the company in which it is lost, 64 elements a word; no two rows are equal.
fn lost_beside(quotient: &Quotient, limits: &Limits) -> Result<Vec<Vec<u64>>, QuotientCheckError> {
    let all: Vec<QuotientElement> = quotient.elements().collect();
    let mut seen: HashMap<Vec<u64>, QuotientElement> = HashMap::new();
    let mut rows = Vec::with_capacity(all.len());
    for &left in &all {
        limits.check_time()?;
        let word = |chunk: &[QuotientElement]| {
            let is_lost = |&right: &QuotientElement| quotient.is_p(quotient.product(left, right));
            let bit = |(at, right): (usize, &QuotientElement)| u64::from(is_lost(right)) << at;
            chunk.iter().enumerate().map(bit).sum()
        };
        let row: Vec<u64> = all.chunks(64).map(word).collect();
        if let Some(right) = seen.insert(row.clone(), left) {
            return Err(QuotientCheckError::NotReduced { left, right });
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Where heaps with one image want an answer from the rest of the sum.
struct Wants {
    image: QuotientElement,
    heap: u64,
    /// The rests beside which the sum is not lost and some such heap has no move to a lost sum.
    beside: Vec<bool>,
}

impl Wants {
    /// The wants of all heaps with moves, after checking that no move leads from lost to lost.
    fn of_heaps(
        heaps: &dyn Heaps,
        quotient: &Quotient,
        lost: &[Vec<u64>],
        limits: &Limits,
    ) -> Result<Vec<Wants>, QuotientCheckError> {
        let mut wants: Vec<Wants> = Vec::new();
        let mut seen: HashSet<(QuotientElement, Vec<QuotientElement>)> = HashSet::new();
        for heap in 1..=quotient.largest_heap() {
            limits.check_time()?;
            let image = quotient.phi(heap).expect("within the quotient");
            let options = images_of_options(heaps, quotient, heap, limits)?;
            if options.is_empty() && image != QuotientElement::IDENTITY {
                return Err(QuotientCheckError::NoMove { heap });
            }
            if options.is_empty() || !seen.insert((image, options.clone())) {
                continue;
            }
            let beside = Wants::beside(quotient, lost, image, &options)
                .ok_or(QuotientCheckError::LostToLost { heap })?;
            match wants.iter_mut().find(|want| want.image == image) {
                Some(want) => want.unite(&beside),
                None => wants.push(Wants {
                    image,
                    heap,
                    beside,
                }),
            }
        }
        Ok(wants)
    }

    /// Where one heap wants an answer; `None` if a move leads from lost to lost.
    fn beside(
        quotient: &Quotient,
        lost: &[Vec<u64>],
        image: QuotientElement,
        options: &[QuotientElement],
    ) -> Option<Vec<bool>> {
        let mut to_lost = vec![0u64; lost[0].len()];
        for option in options {
            let row = &lost[option.index()];
            to_lost
                .iter_mut()
                .zip(row)
                .for_each(|(have, more)| *have |= more);
        }
        let lost_here = &lost[image.index()];
        if to_lost.iter().zip(lost_here).any(|(a, b)| a & b != 0) {
            return None;
        }
        let bit = |row: &[u64], at: usize| row[at / 64] >> (at % 64) & 1 == 1;
        let wants = |at: usize| !bit(&to_lost, at) && !bit(lost_here, at);
        Some((0..quotient.order()).map(wants).collect())
    }

    fn unite(&mut self, beside: &[bool]) {
        for (have, more) in self.beside.iter_mut().zip(beside) {
            *have |= more;
        }
    }
}

fn images_of_options(
    heaps: &dyn Heaps,
    quotient: &Quotient,
    heap: u64,
    limits: &Limits,
) -> Result<Vec<QuotientElement>, LimitReached> {
    let mut seen = vec![false; quotient.order()];
    let (mut count, mut in_time) = (0u64, Ok(()));
    heaps.for_each_option(heap as usize, &mut |left| {
        let image = left
            .iter()
            .fold(QuotientElement::IDENTITY, |product, &part| {
                let part = quotient
                    .phi(part as u64)
                    .expect("smaller heaps are within the quotient");
                quotient.product(product, part)
            });
        seen[image.index()] = true;
        count += 1;
        if count.is_multiple_of(1 << 12) {
            in_time = limits.check_time();
        }
        in_time.is_ok()
    });
    in_time?;
    Ok(quotient.elements().filter(|e| seen[e.index()]).collect())
}

/// No sum that is not empty consists of heaps that all want an answer from the rest.
///
/// The pair `(x, z)` is marked when some sum with image `z` is such that each of its heaps wants an
/// answer, with `x` beside the sum. The empty sum is one beside every `x`; a sum gets one heap more
/// when that heap wants an answer, and `x` gets it less.
fn check_answers(
    quotient: &Quotient,
    wants: &[Wants],
    limits: &Limits,
) -> Result<(), QuotientCheckError> {
    let order = quotient.order();
    let mut marked = vec![false; order * order];
    let mut open: Vec<(QuotientElement, QuotientElement)> = Vec::new();
    let sources: Vec<Vec<Vec<QuotientElement>>> = wants
        .iter()
        .map(|want| sources(quotient, want.image))
        .collect();
    for x in quotient.elements() {
        open.push((x, QuotientElement::IDENTITY));
    }
    let mut steps = 0usize;
    while let Some((x, z)) = open.pop() {
        for (want, sources) in wants.iter().zip(&sources) {
            let longer = quotient.product(z, want.image);
            for &beside in &sources[x.index()] {
                steps += 1;
                let rest = quotient.product(beside, z);
                let mark = &mut marked[beside.index() * order + longer.index()];
                if *mark || !want.beside[rest.index()] {
                    continue;
                }
                if beside == QuotientElement::IDENTITY {
                    return Err(QuotientCheckError::NoAnswer { heap: want.heap });
                }
                *mark = true;
                open.push((beside, longer));
            }
        }
        if steps > 1 << 20 {
            steps = 0;
            limits.check_time()?;
        }
    }
    Ok(())
}

/// For every element, those whose product with `by` it is.
fn sources(quotient: &Quotient, by: QuotientElement) -> Vec<Vec<QuotientElement>> {
    let mut sources = vec![Vec::new(); quotient.order()];
    for x in quotient.elements() {
        sources[quotient.product(x, by).index()].push(x);
    }
    sources
}

/// Compares all small sums with search: the largest total, and how many sums there were.
fn check_small_sums(
    heaps: &dyn Heaps,
    quotient: &Quotient,
    limits: &Limits,
) -> Result<(usize, usize), QuotientCheckError> {
    let mut outcomes = Outcomes::new(heaps);
    let largest = usize::try_from(quotient.largest_heap()).unwrap_or(usize::MAX);
    let mut count = 0;
    for total in 0..=SEARCHED_TOTAL {
        let mut sums = Vec::new();
        partitions(total, largest.min(total), &mut Vec::new(), &mut sums);
        limits.check_time()?;
        for sum in &sums {
            let heaps: Vec<u64> = sum.iter().map(|&heap| heap as u64).collect();
            let image = quotient.image(&heaps).expect("within the quotient");
            if outcomes.is_lost(sum, limits)? != quotient.is_p(image) {
                return Err(QuotientCheckError::Searched { total });
            }
        }
        count += sums.len();
    }
    Ok((SEARCHED_TOTAL, count))
}

/// All ways to write `total` as a sum of numbers up to `largest`, in descending order.
fn partitions(total: usize, largest: usize, begun: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    if total == 0 {
        all.push(begun.clone());
        return;
    }
    for part in 1..=largest.min(total) {
        begun.push(part);
        partitions(total - part, part, begun, all);
        begun.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::HeapRules;

    fn kayles() -> (HeapRules, Quotient) {
        let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
        let quotient = crate::quotient(&rules, Some(40), &Limits::default()).unwrap();
        (rules, quotient)
    }

    #[test]
    fn a_right_quotient_passes() {
        let (rules, quotient) = kayles();
        let checked = check(&rules, &quotient, &Limits::default()).unwrap();
        assert_eq!(checked.heaps, 40);
        assert!(checked.searched > 1000);
    }

    #[test]
    fn a_wrong_image_is_found() {
        let (rules, quotient) = kayles();
        for heap in 1..=40 {
            let mut wrong = quotient.clone();
            wrong.elements[heap] = (wrong.elements[heap] + 1) % 40;
            assert!(check(&rules, &wrong, &Limits::default()).is_err(), "{heap}");
        }
    }

    #[test]
    fn a_wrong_p_portion_is_found() {
        let (rules, quotient) = kayles();
        for element in 0..40 {
            let mut wrong = quotient.clone();
            wrong.losing[0] ^= 1 << element;
            assert!(
                check(&rules, &wrong, &Limits::default()).is_err(),
                "{element}"
            );
        }
    }
}
