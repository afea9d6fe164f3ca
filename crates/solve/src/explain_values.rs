//! Sprague-Grundy sums explained: the values, their xor, and how a winning move is found.

use std::collections::BTreeMap;

use grundy_core::{Block, Form, Limits, Nimber, Outcome, Play, Table, Value};

use crate::SolveError;
use crate::explain::{move_taken, own_reasons, top_bit, xor_table};
use crate::sum::{Component, Sum, SumMove};
use crate::values::Evaluator;

/// Options that a table lists at most.
const MOST_OPTIONS: u128 = 40;

/// A row of the xor table: a heap of a component, or a component as a whole.
struct Row {
    name: String,
    value: u128,
    component: usize,
    heap: Option<u128>,
}

/// The explanation of a sum by the values of its components.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub fn by_values(
    evaluator: &mut Evaluator,
    sum: &mut Sum,
    components: &[Component],
    winning: &[SumMove],
    limits: &Limits,
) -> Result<Vec<Block>, SolveError> {
    let mut blocks = own_reasons(sum, components, Play::Normal);
    let mut values = Vec::new();
    for &component in components {
        let value = evaluator.value(sum, component, limits)?;
        values.push(value.expect("chosen because every component has a value"));
    }
    let zero = Value::Finite(Nimber(0));
    let total = values.iter().fold(zero, |total, value| total.plus(value));
    let mut taken = winning.first();
    match total {
        Value::Finite(total) => {
            let rows = rows(evaluator, sum, components, &values, limits)?;
            if let [row] = &rows[..] {
                blocks.extend(options_by_value(
                    evaluator, sum, components, row, None, limits,
                )?);
                blocks.push(alone(row));
            } else {
                let shown = rows.iter().map(|row| (row.name.clone(), row.value));
                blocks.push(xor_table("the values and their xor", shown.collect()));
                let top = top_bit(total.0);
                let deciding = rows.iter().find(|row| row.value & top != 0);
                match deciding.filter(|_| total != Nimber(0)) {
                    None => blocks.push(Block::text(WHY_LOST)),
                    Some(row) => {
                        blocks.push(how_the_move_was_found(row, total));
                        let target = Some(Nimber(row.value) ^ total);
                        let table =
                            options_by_value(evaluator, sum, components, row, target, limits)?;
                        blocks.extend(table);
                        let there = winning
                            .iter()
                            .find(|found| changes(sum, components, row, found));
                        taken = there.or(taken);
                    }
                }
            }
        }
        Value::Infinite(_) => blocks.push(loopy_reason(sum, components, &values, &total)),
        Value::Loony => blocks.push(Block::text(
            "The player to move can win at once; whatever else is on the table no longer matters.",
        )),
    }
    if let Some(played) = taken {
        blocks.push(move_taken(sum, components, played));
    }
    Ok(blocks)
}

/// What is xored: the heaps of each component, or the component as a whole.
fn rows(
    evaluator: &mut Evaluator,
    sum: &Sum,
    components: &[Component],
    values: &[Value],
    limits: &Limits,
) -> Result<Vec<Row>, SolveError> {
    let mut rows = Vec::new();
    for (index, (component, value)) in components.iter().zip(values).enumerate() {
        let text = sum.show_one(*component);
        let name = text.split(':').next().unwrap_or_default().to_owned();
        let mut heap_row = |heap: u128, value: u128| {
            rows.push(Row {
                name: format!("{name} {heap}"),
                value,
                component: index,
                heap: Some(heap),
            });
        };
        match sum.games[component.game].form(component.id) {
            Form::Heaps(heaps) if !heaps.is_empty() => {
                for heap in heaps {
                    let value = evaluator.heap_value(sum, component.game, heap, limits)?;
                    heap_row(u128::from(heap), value.0);
                }
            }
            Form::Nim(heaps) if !heaps.is_empty() => {
                heaps.iter().for_each(|&heap| heap_row(heap, heap));
            }
            _ => rows.push(Row {
                name: text,
                value: value.finite().unwrap_or_default().0,
                component: index,
                heap: None,
            }),
        }
    }
    Ok(rows)
}

/// True if a move is made in what this row stands for.
fn changes(sum: &Sum, components: &[Component], row: &Row, played: &SumMove) -> bool {
    let heaps = |components: &[Component]| -> Option<Vec<u128>> {
        let component = components.get(row.component)?;
        match sum.games[component.game].form(component.id) {
            Form::Heaps(heaps) => Some(heaps.into_iter().map(u128::from).collect()),
            Form::Nim(heaps) => Some(heaps),
            _ => None,
        }
    };
    let count = |heaps: &[u128], heap| heaps.iter().filter(|&&other| other == heap).count();
    played.component == row.component
        && row.heap.is_none_or(|heap| {
            let pair = heaps(components).zip(heaps(&played.after));
            pair.is_some_and(|(before, after)| count(&after, heap) < count(&before, heap))
        })
}

/// The options of what a row stands for, by value: the mex, and the options of the value that is
/// wanted. Nothing where they are too many, or a heap is not a position by itself.
fn options_by_value(
    evaluator: &mut Evaluator,
    sum: &mut Sum,
    components: &[Component],
    row: &Row,
    wanted: Option<Nimber>,
    limits: &Limits,
) -> Result<Option<Block>, SolveError> {
    let mut component = components[row.component];
    let game = sum.games[component.game].as_mut();
    component.id = match (game.form(component.id), row.heap) {
        (Form::Heaps(_), Some(heap)) => {
            let heap = u64::try_from(heap).expect("heaps of heap games are this wide");
            match game.with_heaps(&[heap]) {
                Some(id) => id,
                None => return Ok(None),
            }
        }
        (Form::Nim(_) | Form::Loony, _) => return Ok(None),
        _ => component.id,
    };
    let count = game.option_count(component.id);
    if !game.is_impartial()
        || count.is_some_and(|count| count.is_none_or(|count| count > MOST_OPTIONS))
    {
        return Ok(None);
    }
    let options = game.options(component.id, limits)?;
    if options.len() as u128 > MOST_OPTIONS {
        return Ok(None);
    }
    let mut by_value: BTreeMap<Nimber, Vec<String>> = BTreeMap::new();
    for id in options {
        let option = Component { id, ..component };
        let value = evaluator.value(sum, option, limits)?;
        let Some(value) = value.and_then(|value| value.finite()) else {
            return Ok(None);
        };
        let shown = sum.show_one(option);
        by_value.entry(value).or_default().push(shown);
    }
    let caption = match wanted {
        None => "the options by value".to_owned(),
        Some(wanted) => format!("the options of {} by value; {wanted} is wanted", row.name),
    };
    let mut table = Table::new(&caption, ["value", "options"]);
    let mex = Nimber::mex(by_value.keys().copied());
    table.marked_row = wanted.and_then(|wanted| by_value.keys().position(|&value| value == wanted));
    for (value, options) in by_value {
        table.rows.push(vec![value.to_string(), options.join("  ")]);
    }
    let missing = "← the least that is missing: the mex, the value".to_owned();
    table.footer.push(vec![mex.to_string(), missing]);
    Ok(Some(Block::Table(table)))
}

const WHY_LOST: &str = "The xor is 0, so the position is lost. A move changes the value of exactly one part, so the \
     xor after it is not 0, and the opponent can make it 0 again; the one who is always left with 0 is the one who \
     cannot move in the end.";

/// The reason where nothing is xored.
fn alone(row: &Row) -> Block {
    Block::text(match row.value {
        0 => "The value is 0: every move leads to a position whose value is not 0, and from there the opponent \
              can move back to 0; the one who is always left with 0 is the one who cannot move in the end."
            .to_owned(),
        value => format!(
            "The value is {value}, not 0, so the position is won: some move leads to a position of value 0."
        ),
    })
}

fn how_the_move_was_found(row: &Row, total: Nimber) -> Block {
    let Row { name, value, .. } = row;
    Block::text(format!(
        "The xor is {total}, not 0, so the position is won. Its top bit is {}. A part that has this bit is {name} \
         (value {value}); it must become {value} xor {total} = {}, which is smaller, so some move does it; then the xor \
         is 0.",
        top_bit(total.0),
        value ^ total.0
    ))
}

fn loopy_reason(sum: &Sum, components: &[Component], values: &[Value], total: &Value) -> Block {
    let parts: Vec<String> = components
        .iter()
        .zip(values)
        .map(|(component, value)| format!("{} is worth {value}", sum.show_one(*component)))
        .collect();
    let infinite = values
        .iter()
        .filter(|value| value.finite().is_none())
        .count();
    let rule = match (infinite, total.outcome()) {
        (1, Outcome::Win) => {
            "Exactly one part is infinite, and among its options is one whose value equals the xor of all the other \
             parts: moving there makes the sum 0, so the position is won."
        }
        (1, _) => {
            "Exactly one part is infinite, and none of its options has the xor of all the other parts as its value: \
             neither player can force the end, so the position is a draw."
        }
        _ => {
            "Two parts are infinite: nobody can bring both to a stop at the right moment, so the position is a draw."
        }
    };
    Block::text(format!(
        "Play can go on for ever here. {}. (inf(K): infinite, with the numbers K among the values of its options.) {rule}",
        parts.join("; ")
    ))
}
