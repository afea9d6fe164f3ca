//! Periods as a person reads them.

use grundy_report::PeriodReport;

use crate::paint::Paint;
use crate::tables::fact;

/// Columns of the names of facts.
const NAMES: usize = 13;

/// What was found, and the proof.
pub fn text(report: &PeriodReport, paint: Paint) -> String {
    match (report.period, report.preperiod, report.saltus) {
        (Some(period), Some(preperiod), Some(saltus)) => {
            proved(report, period, preperiod, saltus, paint)
        }
        _ => not_found(report, paint),
    }
}

fn proved(report: &PeriodReport, period: u64, preperiod: u64, saltus: u64, paint: Paint) -> String {
    let kind = if saltus == 0 {
        "periodic"
    } else {
        "arithmetic periodic"
    };
    let exception = match report.last_exception {
        Some(heap) => format!("heap {heap} is the last exception"),
        None => "without exception".to_owned(),
    };
    let mut text = format!(
        "{} is {kind}: g(n + {period}) = g(n){} for all n >= {preperiod}\n",
        report.ruleset,
        rises(saltus),
    );
    let mut add = |name: &str, words: &str| text += &fact(name, NAMES, words, paint);
    add("period", &period.to_string());
    add("preperiod", &format!("{preperiod} ({exception})"));
    add("saltus", &saltus.to_string());
    add(
        "proof",
        report.theorem_in_words.as_deref().unwrap_or("none"),
    );
    let hash = report.hash.as_deref().unwrap_or("unknown");
    add(
        "values used",
        &format!("heaps 0 to {}, hash {hash}", report.checked_to),
    );
    if report.checked_again {
        add("certificate", "checked: all of it holds");
    }
    text
}

fn not_found(report: &PeriodReport, paint: Paint) -> String {
    let mut text = format!(
        "{}: no period is proved by the values up to heap {}\n",
        report.ruleset, report.checked_to
    );
    if let Some(observed) = report.observed {
        let rule = format!(
            "from heap {} on, g(n + {}) = g(n){}",
            observed.preperiod,
            observed.period,
            rises(observed.saltus)
        );
        text += &fact("observed, not proved", 20, &rule, paint);
    }
    text
}

fn rises(saltus: u64) -> String {
    match saltus {
        0 => String::new(),
        saltus => format!(" + {saltus}"),
    }
}
