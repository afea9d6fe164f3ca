//! Misère quotients and genera as a person reads them.

use std::fmt::Write;

use grundy_report::{GenusReport, HeapRange, QuotientCheckReport, QuotientReport};

use crate::paint::Paint;
use crate::plural;
use crate::tables::fact;

/// Lines of the table of heaps at most.
const MOST_LINES: usize = 300;
/// Columns of the names of facts.
const NAMES: usize = 12;

/// The quotient; with its multiplication table, if the report has it.
pub fn text(report: &QuotientReport, paint: Paint) -> String {
    let mut text = summary(report);
    text += &presentation(report, paint);
    text += &heap_table(report);
    text += &multiplication(report);
    text
}

/// A certificate that holds, in a line.
pub fn check_text(report: &QuotientCheckReport) -> String {
    let heaps = match (report.period, report.preperiod) {
        (Some(period), Some(preperiod)) => {
            format!("all heaps, period {period} from heap {preperiod} on")
        }
        _ => format!("heaps up to {}", report.heaps),
    };
    let rules = if report.ruleset_known {
        ""
    } else {
        " (by the rules in the certificate; the checker does not know the name)"
    };
    format!(
        "verified: {} has a misère quotient of order {}, {heaps}{rules}\n",
        report.ruleset, report.order
    )
}

fn summary(report: &QuotientReport) -> String {
    let heaps = match (report.heaps, &report.games) {
        (_, Some(_)) => "these games and all that follow from them".to_owned(),
        (HeapRange::All, None) => "all heaps".to_owned(),
        (HeapRange::To(heap), None) => format!("heaps up to {heap}"),
    };
    let kind = if report.tame { "tame" } else { "wild" };
    let mut text = format!(
        "misère quotient of {}: {heaps}\norder {}, {} lost for the player to move (P-portion), {kind}\n",
        report.ruleset, report.order, report.p_portion_size
    );
    if let (Some(period), Some(preperiod)) = (report.period, report.preperiod) {
        let _ = writeln!(
            text,
            "period {period} from heap {preperiod} on, proved by heaps 0 to {}",
            report.computed_to
        );
    }
    match &report.verification {
        Some(checked) => {
            let sums = plural(checked.searched_sums as u64, "small sum");
            text += &format!(
                "verified: all sums of heaps up to {} by the definition, {sums} by search\n",
                checked.heaps
            );
        }
        None => text += "not verified: a limit ended the check\n",
    }
    text
}

fn presentation(report: &QuotientReport, paint: Paint) -> String {
    let named = |heap: u64| match &report.games {
        Some(games) => usize::try_from(heap)
            .ok()
            .and_then(|at| games.get(at).cloned())
            .unwrap_or_default(),
        None => format!("heap {heap}"),
    };
    let generators: Vec<String> = report
        .generators
        .iter()
        .map(|generator| format!("{} = {}", generator.name, named(generator.heap)))
        .collect();
    let line = |name: &str, words: String| fact(name, NAMES, &words, paint);
    line("generators:", generators.join(", "))
        + &line("relations:", report.relations.join(" "))
        + &line("P-portion:", report.p_portion.join(" "))
        + &line("idempotents:", report.idempotents.join(" "))
}

fn heap_table(report: &QuotientReport) -> String {
    let shown = match (report.period, report.preperiod, report.heaps) {
        (Some(period), Some(preperiod), HeapRange::All) => preperiod + period - 1,
        (_, _, HeapRange::To(heap)) => heap,
        (_, _, HeapRange::All) => report.computed_to,
    };
    let most = usize::try_from(shown).unwrap_or(usize::MAX).min(MOST_LINES);
    let name = if report.games.is_some() {
        "game"
    } else {
        "heap"
    };
    let mut text = format!("\n{name:>6}  Φ            outcome  genus\n");
    for (heap, word) in report.phi.iter().enumerate().take(most + 1) {
        let name = match &report.games {
            Some(games) => games.get(heap).cloned().unwrap_or_default(),
            None => heap.to_string(),
        };
        let outcome = if report.p_portion.contains(word) {
            "lose"
        } else {
            "win"
        };
        let genus = match (report.genus.get(heap), report.tempers.get(heap)) {
            (Some(genus), Some(temper)) => format!("{genus} {temper}"),
            _ => String::new(),
        };
        let line = format!("{name:>6}  {word:<12} {outcome:<7}  {genus}");
        text += &format!("{}\n", line.trim_end());
    }
    if shown > MOST_LINES as u64 {
        text += &format!("     …  (to heap {shown} in the JSON)\n");
    }
    text
}

fn multiplication(report: &QuotientReport) -> String {
    let (Some(words), Some(table)) = (&report.elements, &report.table) else {
        return String::new();
    };
    let width = words.iter().map(String::len).max().unwrap_or(1);
    let row = |head: &str, cells: &[String]| {
        let cells: String = cells
            .iter()
            .map(|cell| format!(" {cell:>width$}"))
            .collect();
        format!("{head:>width$} |{cells}\n")
    };
    let mut text = format!("\n{}", row("", words));
    for (word, products) in words.iter().zip(table) {
        text += &row(word, products);
    }
    text
}

/// A line for each heap.
pub fn genus_csv(report: &GenusReport) -> String {
    let rows = report.genus.iter().zip(&report.tempers);
    let rows = rows.zip(&report.misere_nim_values).enumerate();
    let rows = rows.map(|(heap, ((genus, temper), value))| {
        format!("{heap},{},{temper},{value}\n", quoted(genus))
    });
    String::from("heap,genus,temper,misere_nim_value\n") + &rows.collect::<String>()
}

/// The element of each heap, and whether the heap alone is won or lost, as comma-separated values with a header.
pub fn csv(report: &QuotientReport) -> String {
    let rows = report.phi.iter().enumerate().map(|(heap, element)| {
        let is_lost = report.p_portion.contains(element);
        let outcome = if is_lost { "lose" } else { "win" };
        format!("{heap},{},{outcome}\n", quoted(element))
    });
    String::from("heap,element,outcome\n") + &rows.collect::<String>()
}

/// A field of comma-separated values, in quotes where it holds a comma.
fn quoted(field: &str) -> String {
    if field.contains(',') {
        format!("\"{field}\"")
    } else {
        field.to_owned()
    }
}

/// A line a heap, for people.
pub fn genus_text(report: &GenusReport) -> String {
    let mut text = String::from("  heap  genus             misère nim-value\n");
    let rows = report.genus.iter().zip(&report.tempers);
    for (heap, ((genus, temper), value)) in rows.zip(&report.misere_nim_values).enumerate() {
        let symbol = format!("{genus} {temper}");
        text += &format!("{heap:>6}  {symbol:<16}  {value}\n");
    }
    text
}
