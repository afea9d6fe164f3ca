//! Explanations that a lecturer would put on a slide.

use grundy_core::{Block, Form, Limits, Nimber, Play, Table, Value, binary};

use crate::SolveError;
use crate::method::Found;
use crate::sum::{Component, Sum};
use crate::values::Evaluator;

/// Rows that a table shows at most.
const MOST_ROWS: usize = 24;

/// What the games of the components say themselves.
pub fn own_reasons(sum: &Sum, components: &[Component], play: Play) -> Vec<Block> {
    let mut blocks = Vec::new();
    for component in components {
        let reasons = sum.games[component.game].reasons(component.id, play);
        if components.len() > 1 && !reasons.is_empty() {
            blocks.push(Block::text(format!("In {}:", sum.show_one(*component))));
        }
        blocks.extend(reasons);
    }
    blocks
}

/// A table of values in binary with their xor, the deciding row marked.
pub fn xor_table(caption: &str, rows: Vec<(String, u128)>) -> Block {
    let total = rows.iter().fold(0, |sum, (_, value)| sum ^ value);
    let widest = rows.iter().map(|(_, value)| *value).max().unwrap_or(0);
    let mut table = Table::new(caption, ["", "value", "binary"]);
    let top = top_bit(total);
    table.marked_row = rows
        .iter()
        .take(MOST_ROWS)
        .position(|(_, value)| total != 0 && value & top != 0);
    for (name, value) in rows.iter().take(MOST_ROWS) {
        table.rows.push(vec![
            name.clone(),
            value.to_string(),
            binary(*value, widest),
        ]);
    }
    if rows.len() > MOST_ROWS {
        let more = format!("… {} more", rows.len() - MOST_ROWS);
        table.rows.push(vec![more, String::new(), String::new()]);
    }
    table.footer.push(vec![
        "xor".to_owned(),
        total.to_string(),
        binary(total, widest),
    ]);
    if total != 0 {
        let arrow = format!(
            "{:>1$}",
            "^",
            binary(total, widest).len() - top.trailing_zeros() as usize
        );
        table
            .footer
            .push(vec!["deciding bit".to_owned(), top.to_string(), arrow]);
    }
    Block::Table(table)
}

/// The move that was found, as a sentence.
pub fn move_taken(sum: &Sum, from: &[Component], index: usize, after: &[Component]) -> Block {
    let report = sum.report(from, index, after);
    Block::text(format!(
        "So {}: the opponent is left with {}, which is lost.",
        report.text, report.position
    ))
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
    winning: Option<&Found>,
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
    match total {
        Value::Finite(total) => {
            let rows = value_rows(evaluator, sum, components, &values, limits)?;
            blocks.extend(mex_of_one(evaluator, sum, components, limits)?);
            if rows.len() > 1 {
                blocks.push(xor_table("the values and their xor", rows.clone()));
            }
            blocks.push(match total {
                Nimber(0) => why_lost(&rows),
                _ => how_the_move_was_found(&rows, total),
            });
        }
        Value::Infinite(_) => blocks.push(loopy_reason(sum, components, &values, &total)),
        Value::Loony => blocks.push(Block::text(
            "The player to move can win at once; whatever else is on the table no longer matters.",
        )),
    }
    if let Some((index, after)) = winning {
        blocks.push(move_taken(sum, components, *index, after));
    }
    Ok(blocks)
}

/// What is xored: the heaps of each component, or the component as a whole.
fn value_rows(
    evaluator: &mut Evaluator,
    sum: &Sum,
    components: &[Component],
    values: &[Value],
    limits: &Limits,
) -> Result<Vec<(String, u128)>, SolveError> {
    let mut rows = Vec::new();
    for (component, value) in components.iter().zip(values) {
        let game = &sum.games[component.game];
        let text = sum.show_one(*component);
        let name = text.split(':').next().unwrap_or_default().to_owned();
        match game.form(component.id) {
            Form::Heaps(heaps) if !heaps.is_empty() => {
                for heap in heaps {
                    let value = evaluator.heap_value(sum, component.game, heap, limits)?;
                    rows.push((format!("{name} {heap}"), value.0));
                }
            }
            Form::Nim(heaps) if !heaps.is_empty() => {
                rows.extend(heaps.iter().map(|&heap| (format!("{name} {heap}"), heap)));
            }
            _ => rows.push((text, value.finite().unwrap_or_default().0)),
        }
    }
    Ok(rows)
}

/// For one component found by search, or one heap: the options, their values, and the mex.
fn mex_of_one(
    evaluator: &mut Evaluator,
    sum: &mut Sum,
    components: &[Component],
    limits: &Limits,
) -> Result<Option<Block>, SolveError> {
    const MOST_OPTIONS: u128 = 40;
    let &[component] = components else {
        return Ok(None);
    };
    let game = sum.games[component.game].as_mut();
    let is_single = match game.form(component.id) {
        Form::Heaps(heaps) => heaps.len() <= 1 && game.with_heaps(&heaps).is_some(),
        Form::Nim(_) | Form::Loony => false,
        _ => true,
    };
    let count = game.option_count(component.id);
    if !is_single || !game.is_impartial() || count.is_some_and(|count| count > MOST_OPTIONS) {
        return Ok(None);
    }
    let options = game.options(component.id, limits)?;
    if options.len() as u128 > MOST_OPTIONS {
        return Ok(None);
    }
    let mut by_value: std::collections::BTreeMap<Nimber, Vec<String>> = Default::default();
    for id in options {
        let option = Component { id, ..component };
        let value = evaluator
            .value(sum, option, limits)?
            .and_then(|value| value.finite());
        let Some(value) = value else {
            return Ok(None);
        };
        by_value
            .entry(value)
            .or_default()
            .push(sum.show_one(option));
    }
    let mut table = Table::new("the options by value", ["value", "options"]);
    let mex = Nimber::mex(by_value.keys().copied());
    for (value, options) in by_value {
        table.rows.push(vec![value.to_string(), options.join("  ")]);
    }
    let missing = "← the least that is missing: the mex, the value".to_owned();
    table.footer.push(vec![mex.to_string(), missing]);
    Ok(Some(Block::Table(table)))
}

fn why_lost(rows: &[(String, u128)]) -> Block {
    Block::text(match rows.len() {
        0 | 1 => "The value is 0: every move leads to a position whose value is not 0, and from there the opponent \
                  can move back to 0; the one who is always left with 0 is the one who cannot move in the end."
            .to_owned(),
        _ => "The xor is 0, so the position is lost. A move changes the value of exactly one part, so the xor \
              after it is not 0, and the opponent can make it 0 again; the one who is always left with 0 is the one who \
              cannot move in the end."
            .to_owned(),
    })
}

fn how_the_move_was_found(rows: &[(String, u128)], total: Nimber) -> Block {
    let top = top_bit(total.0);
    let deciding = rows.iter().find(|(_, value)| value & top != 0);
    let (name, value) = deciding.expect("the top bit of an xor is in one of its parts");
    if rows.len() == 1 {
        return Block::text(format!(
            "The value is {value}, not 0, so the position is won: some move leads to a position of value 0."
        ));
    }
    Block::text(format!(
        "The xor is {total}, not 0, so the position is won. Its top bit is {top}. A part that has this bit is {name} \
         (value {value}); it must become {value} xor {total} = {}, which is smaller, so some move does it; then the xor \
         is 0.",
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
        (1, grundy_core::Outcome::Win) => {
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

fn top_bit(value: u128) -> u128 {
    match value {
        0 => 0,
        _ => 1 << (u128::BITS - 1 - value.leading_zeros()),
    }
}
