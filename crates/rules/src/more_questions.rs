//! More of what a judge program may ask: winning moves one by one, pursuits on maps, periods of lists.

use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::list::AllocList;
use starlark::values::structs::AllocStruct;
use starlark::values::{Heap, Value};

use crate::convert;
use crate::oracle::{OracleError, Subject, ask, to_value};

/// One winning move; several may lead to positions that count as the same.
#[derive(Clone, Debug)]
pub struct WinningMove {
    /// The position after it.
    pub position: Subject,
    /// The component of a sum that it is made in.
    pub component: usize,
    /// The move as a sentence, in grundy's own games.
    pub text: Option<String>,
    /// What a person touches to make it, in grundy's own games.
    pub touch: Vec<String>,
}

/// A winning move as a program sees it: `position`, `component`, `heap`, `text`, `touch`.
pub(crate) fn to_struct<'v>(winning: &WinningMove, heap: Heap<'v>) -> Value<'v> {
    let text = match &winning.text {
        Some(text) => heap.alloc(text.as_str()),
        None => Value::new_none(),
    };
    let first_touched = match winning
        .touch
        .first()
        .and_then(|element| heap_index(element))
    {
        Some(index) => heap.alloc(index),
        None => Value::new_none(),
    };
    heap.alloc(AllocStruct([
        ("position", to_value(&winning.position, heap)),
        ("component", heap.alloc(winning.component as i64)),
        ("heap", first_touched),
        ("text", text),
        (
            "touch",
            heap.alloc(AllocList(winning.touch.iter().map(String::as_str))),
        ),
    ]))
}

/// The heap, counted from 0, that an element such as `stone:0/2` belongs to.
fn heap_index(element: &str) -> Option<i64> {
    let (kind, place) = element.split_once(':')?;
    let is_of_a_heap = matches!(kind, "heap" | "stone" | "pin");
    let index = place.split('/').next()?;
    is_of_a_heap.then(|| index.parse().ok())?
}

/// The least preperiod and period of a list of which at least two periods are there.
fn period_of(values: &[String]) -> Option<(usize, usize)> {
    // What repeats at the end, read backwards: z[p] is how long the reversed list agrees with itself moved by p.
    let reversed: Vec<&String> = values.iter().rev().collect();
    let count = reversed.len();
    let mut z = vec![0; count];
    let (mut left, mut right) = (0, 0);
    for p in 1..count {
        if p < right {
            z[p] = z[p - left].min(right - p);
        }
        while p + z[p] < count && reversed[z[p]] == reversed[p + z[p]] {
            z[p] += 1;
        }
        if p + z[p] > right {
            (left, right) = (p, p + z[p]);
        }
    }
    let found = (1..count).find(|&p| z[p] >= p.max(2))?;
    Some((count - found - z[found], found))
}

#[starlark_module]
pub(crate) fn questions(builder: &mut GlobalsBuilder) {
    /// Who wins on a map of a policeman and a thief, and in how many plies.
    fn pursuit<'v>(
        #[starlark(require = pos)] map: &str,
        #[starlark(require = named, default = false)] stay: bool,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let (winner, plies) = ask(|present| present.oracle.pursuit(map, stay))?;
        let plies = match plies {
            Some(plies) => heap.alloc(num_bigint::BigInt::from(plies)),
            None => Value::new_none(),
        };
        Ok(heap.alloc(AllocStruct([
            ("winner", heap.alloc(winner)),
            ("plies", plies),
        ])))
    }

    /// `(preperiod, period)` that a list shows, or None. Seen, not proved.
    fn period<'v>(
        #[starlark(require = pos)] values: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if values.unpack_str().is_some() {
            let message = "period() takes a list of values: period(nim_values(\"kayles\", 500))";
            return Err(starlark::Error::new_native(OracleError {
                message: message.to_owned(),
                is_limit: false,
            }));
        }
        let shown: Vec<String> = values.iterate(heap)?.map(convert::shown).collect();
        Ok(match period_of(&shown) {
            Some((preperiod, period)) => heap.alloc((preperiod as i64, period as i64)),
            None => Value::new_none(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &[u32]) -> Option<(usize, usize)> {
        let values: Vec<String> = values.iter().map(u32::to_string).collect();
        period_of(&values)
    }

    #[test]
    fn the_least_period_and_preperiod_of_a_list_are_found() {
        assert_eq!(found(&[0, 1, 2, 0, 1, 2, 0]), Some((0, 3)));
        assert_eq!(found(&[9, 8, 1, 2, 1, 2, 1, 2]), Some((2, 2)));
        assert_eq!(found(&[5, 5, 5]), Some((0, 1)));
        assert_eq!(found(&[0, 1, 2, 3, 4]), None);
        assert_eq!(found(&[]), None);
    }

    #[test]
    fn heaps_are_read_from_what_is_touched() {
        assert_eq!(heap_index("stone:2/0"), Some(2));
        assert_eq!(heap_index("cell:1/1"), None);
        assert_eq!(heap_index("reserve"), None);
    }
}
