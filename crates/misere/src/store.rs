//! A quotient as bytes, to go on from another day.
//!
//! Text, one thing a line, with a checksum at the end. Whoever reads it back should run
//! [`crate::check`] before trusting it: a checksum knows nothing of games.

use std::fmt;
use std::fmt::Write;

use grundy_core::Limits;

use crate::bits;
use crate::bounds::Bounds;
use crate::monoid::{Monoid, Number};
use crate::period::Period;
use crate::quotient::Quotient;

const FIRST_LINE: &str = "grundy quotient 1";

/// What is wrong with a stored quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// It does not begin as a stored quotient does.
    Foreign,
    /// It is cut short, or changed.
    Damaged,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StoreError::Foreign => "this is not a stored quotient; use another file",
            StoreError::Damaged => "the stored quotient is damaged; remove it to start again",
        })
    }
}

impl std::error::Error for StoreError {}

impl Quotient {
    /// The quotient with the name of its ruleset, as text.
    pub fn to_store(&self, ruleset: &str) -> String {
        let mut text = format!("{FIRST_LINE}\nruleset {ruleset}\n");
        let mut line = |name: &str, numbers: &mut dyn Iterator<Item = u64>| {
            text.push_str(name);
            for number in numbers {
                write!(text, " {number}").expect("strings take everything");
            }
            text.push('\n');
        };
        line("order", &mut [self.order() as u64].into_iter());
        line("lost", &mut bits::members(&self.losing).map(|at| at as u64));
        let period = self.period.map(|p| [p.preperiod, p.period]);
        line("period", &mut period.into_iter().flatten());
        line("heaps", &mut self.elements.iter().map(|&e| u64::from(e)));
        for generator in self.monoid.generators() {
            let products = self.monoid.products(generator.element).iter();
            let numbers = [generator.heap as u64].into_iter();
            line("act", &mut numbers.chain(products.map(|&e| u64::from(e))));
        }
        let sum = checksum(&text);
        text.push_str(&format!("checksum {sum:016x}\n"));
        text
    }

    /// The ruleset and the quotient that [`Quotient::to_store`] wrote.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if it did not.
    pub fn from_store(text: &str) -> Result<(String, Quotient), StoreError> {
        if !text.starts_with(FIRST_LINE) {
            return Err(StoreError::Foreign);
        }
        read(text).ok_or(StoreError::Damaged)
    }
}

fn read(text: &str) -> Option<(String, Quotient)> {
    let body = text.strip_suffix('\n')?;
    let (body, last) = body.rsplit_once('\n')?;
    let body = &text[..body.len() + 1];
    if last != format!("checksum {:016x}", checksum(body)) {
        return None;
    }
    let mut lines = body.lines().skip(1);
    let ruleset = lines.next()?.strip_prefix("ruleset ")?.to_owned();
    let order = numbers(lines.next()?, "order")?.first().copied()? as usize;
    let lost = numbers(lines.next()?, "lost")?;
    let period = match numbers(lines.next()?, "period")?[..] {
        [] => None,
        [preperiod, period] if period > 0 => Some(Period { preperiod, period }),
        _ => return None,
    };
    let heaps = numbers(lines.next()?, "heaps")?;
    let acts: Vec<Vec<u64>> = lines
        .map(|line| numbers(line, "act"))
        .collect::<Option<_>>()?;
    let is_whole =
        |act: &Vec<u64>| act.len() == order + 1 && act[1..].iter().all(|&e| e < order as u64);
    if heaps.first() != Some(&0)
        || !acts.iter().all(is_whole)
        || !heaps.iter().chain(&lost).all(|&e| e < order as u64)
    {
        return None;
    }
    let monoid = rebuild(&acts, order)?;
    let mut losing = bits::empty(order);
    lost.iter()
        .for_each(|&at| bits::insert(&mut losing, at as usize));
    let quotient = Quotient {
        monoid,
        losing,
        elements: heaps.iter().map(|&e| e as Number).collect(),
        period,
    };
    Some((ruleset, quotient))
}

/// The monoid of the generators' actions, if it is numbered as it was.
fn rebuild(acts: &[Vec<u64>], order: usize) -> Option<Monoid> {
    let largest = acts.last().map_or(0, |act| act[0] as usize);
    let act = |&element: &u64, heap: usize| {
        let found = acts.iter().find(|act| act[0] == heap as u64);
        found.map_or(0, |act| act[1 + element as usize])
    };
    let limits = Limits::default();
    let built = Monoid::generate(0, largest, act, &Bounds::new(&limits, order)).ok()?;
    let is_same = built.states.iter().zip(0..).all(|(&state, at)| state == at);
    (is_same && built.monoid.order() == order).then_some(built.monoid)
}

/// The numbers of a line that begins with `name`.
fn numbers(line: &str, name: &str) -> Option<Vec<u64>> {
    let rest = line.strip_prefix(name)?;
    rest.split_ascii_whitespace()
        .map(|word| word.parse().ok())
        .collect()
}

/// FNV-1a, 64 bits.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, quotient, search};
    use grundy_core::HeapRules;

    #[test]
    fn a_search_resumed_from_a_store_finds_what_one_search_finds() {
        let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
        let limits = Limits::default();
        let part = quotient(&rules, Some(20), &limits).unwrap();
        let (name, known) = Quotient::from_store(&part.to_store("kayles")).unwrap();
        assert_eq!(name, "kayles");
        let request = Request {
            resume: Some(known),
            ..Request::default()
        };
        let resumed = search(&rules, request, &limits, &mut |_| ()).unwrap();
        let whole = quotient(&rules, None, &limits).unwrap();
        assert_eq!(resumed.to_store("kayles"), whole.to_store("kayles"));
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
        let text = quotient(&rules, Some(9), &Limits::default())
            .unwrap()
            .to_store("kayles");
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
            let changed = String::from_utf8(bytes).unwrap();
            assert!(Quotient::from_store(&changed).is_err(), "{at}");
            assert!(Quotient::from_store(&text[..at]).is_err(), "{at}");
        }
    }
}
