//! The rules of a heap game in words, from what it may take and leave.

use grundy_core::HeapRules;

/// What a move may do to a heap, digit by digit.
pub fn rules_in_words(rules: &HeapRules) -> String {
    const MOST: usize = 12;
    let mut takes: Vec<(u64, u8)> = rules
        .digits_to(64)
        .filter(|(_, digit)| *digit != 0)
        .collect();
    let is_cut = takes.len() > MOST || rules.tail().is_some();
    takes.truncate(MOST);
    let amounts: Vec<String> = takes.iter().map(|(taken, _)| taken.to_string()).collect();
    let is_plain = takes.iter().all(|(taken, digit)| *taken > 0 && *digit == 3);
    if is_plain && rules.tail().is_none() && !is_cut && !takes.is_empty() {
        return format!(
            "There are heaps of stones. A move takes {} from one heap.",
            among(&amounts)
        );
    }
    let mut lines: Vec<String> = takes
        .iter()
        .map(|&(taken, digit)| line(taken, digit))
        .collect();
    if lines.is_empty() {
        lines.push("there are no moves".to_owned());
    }
    let more = if is_cut {
        "; and so on by the code"
    } else {
        ""
    };
    format!(
        "There are heaps of stones. In one heap a move does one of these: {}{more}.",
        lines.join("; ")
    )
}

/// `1, 2 or 5 stones`.
fn among(amounts: &[String]) -> String {
    let listed = match amounts {
        [.., last] if amounts.len() > 1 => {
            format!("{} or {last}", amounts[..amounts.len() - 1].join(", "))
        }
        _ => amounts.concat(),
    };
    let word = if listed == "1" { "stone" } else { "stones" };
    format!("{listed} {word}")
}

fn line(taken: u64, digit: u8) -> String {
    const LEFT: [&str; 4] = ["nothing", "one heap", "two heaps", "three heaps"];
    let left: Vec<&str> = (0..4)
        .filter(|bit| digit >> bit & 1 == 1)
        .map(|bit| LEFT[bit])
        .collect();
    let left = match &left[..] {
        [.., last] if left.len() > 1 => format!("{} or {last}", left[..left.len() - 1].join(", ")),
        other => other.concat(),
    };
    match taken {
        0 => format!("take none and leave {left}"),
        _ => format!("take {taken} and leave {left}"),
    }
}
