//! A survey of codes as a person reads it.

use grundy_report::SurveyReport;

use crate::paint::Paint;
use crate::tables::wrap;

/// A row for each code, then the totals. Codes that repeat the sequence of another one name it.
pub fn text(report: &SurveyReport, paint: Paint) -> String {
    let has_copies = report.rows.iter().any(|row| row.code != row.same_as);
    let same_as = |word: &str| {
        if has_copies {
            format!("{word:<9}")
        } else {
            // A column without entries is omitted.
            String::new()
        }
    };
    let mut text = format!("code   {}largest  preperiod  period\n", same_as("same as"));
    for row in &report.rows {
        let same = if row.code == row.same_as {
            ""
        } else {
            &row.same_as
        };
        text += &format!("{:<7}{}{:>7}", row.code, same_as(same), row.largest);
        if let (Some(preperiod), Some(period)) = (row.preperiod, row.period) {
            text += &format!("{preperiod:>11}{period:>8}");
        }
        text.push('\n');
    }
    let totals = format!(
        "{} codes 0.ddd and 4.ddd to heap {}: {} sequences up to a shift, {} of them proved periodic (besides 0.0, which has no moves)",
        report.codes, report.to, report.sequences, report.periodic
    );
    text + "\n" + &wrap(&totals, paint.width)
}

/// A line for each code, with a header; what is not known is left empty.
pub fn csv(report: &SurveyReport) -> String {
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let rows = report.rows.iter().map(|row| {
        let (preperiod, period) = (number(row.preperiod), number(row.period));
        let (code, same_as, largest) = (&row.code, &row.same_as, row.largest);
        format!("{code},{same_as},{largest},{preperiod},{period}\n")
    });
    String::from("code,same_as,largest,preperiod,period\n") + &rows.collect::<String>()
}
