//! Tested conjectures as a person reads them.

use grundy_report::{CheckReport, ClaimReport};

use crate::paint::Paint;
use crate::plural;
use crate::tables::{fact, wrap};

/// Columns of the names of facts.
const NAMES: usize = 14;

/// Whether each claim holds, and the counterexample if not.
pub fn text(report: &CheckReport, paint: Paint) -> String {
    let claims = report.claims.iter();
    claims.map(|claim| of_claim(claim, report, paint)).collect()
}

fn of_claim(claim: &ClaimReport, report: &CheckReport, paint: Paint) -> String {
    let (domain, play) = (&report.domain, report.play.in_words());
    let Some(wrong) = &claim.counterexample else {
        let positions = plural(claim.positions, "position");
        let tested =
            format!("tested on {positions} ({domain}; {play}); beyond them it is not proved");
        return format!("holds: {} = {}\n", claim.claim, claim.text) + &wrap(&tested, paint.width);
    };
    let mut text = format!("refuted: {} = {}\n", claim.claim, claim.text);
    let mut add = |name: &str, words: &str| text += &fact(name, NAMES, words, paint);
    add("counterexample", &wrong.position);
    add("claimed", &wrong.claimed);
    add("truth", &format!("{} ({play})", wrong.truth));
    add("why", &wrong.reason);
    if let Some(offending) = &wrong.offending_move {
        add("move", &format!("{} → {}", offending.text, offending.to));
    }
    let before = plural(claim.positions.saturating_sub(1), "position");
    let smallest =
        format!("it is the smallest: the claim is right for the {before} before it ({domain})");
    text + &wrap(&smallest, paint.width)
}
