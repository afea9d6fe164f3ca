//! Quotients and genera as reports.

use grundy_core::LimitReached;
use grundy_misere::{CheckedQuotient, Genus, Relation, Stopped, Temper};

use crate::{
    GeneratorReport, GenusReport, HeapRange, PlayWord, QuotientReport, QuotientStructure,
    QuotientVerification, SchemaVersion, StructureClass,
};

/// Heaps whose images are listed at most.
const MOST_HEAPS: u64 = 100_000;

impl QuotientReport {
    /// Everything that is known about a quotient; the multiplication table only if asked for.
    pub fn new(found: &CheckedQuotient, with_table: bool) -> QuotientReport {
        let quotient = &found.quotient;
        let word = |element| quotient.word(element);
        let period = quotient.period().filter(|_| found.stopped.is_none());
        let relation = |relation: &Relation| format!("{}={}", relation.left, relation.right);
        let generators = quotient.generators();
        let (genus, tempers, misere_nim_values) = columns(&found.genera);
        QuotientReport {
            schema: SchemaVersion,
            ruleset: found.name.clone(),
            play: PlayWord::Misere,
            heaps: found.heaps().map_or(HeapRange::All, HeapRange::To),
            order: quotient.order(),
            p_portion_size: quotient.p_portion().len(),
            p_portion: quotient.p_portion().into_iter().map(word).collect(),
            generators: generators
                .iter()
                .map(|generator| GeneratorReport {
                    name: word(generator.element),
                    heap: generator.heap,
                })
                .collect(),
            relations: quotient.relations().iter().map(relation).collect(),
            idempotents: quotient.idempotents().into_iter().map(word).collect(),
            phi: phi(found),
            period: period.map(|period| period.period),
            preperiod: period.map(|period| period.preperiod),
            computed_to: quotient.largest_heap(),
            tame: quotient.is_tame(),
            verified: found.checked.is_some(),
            verification: found.checked.as_ref().map(|checked| QuotientVerification {
                heaps: checked.heaps,
                sums: "all".to_owned(),
                searched_total: checked.searched_total,
                searched_sums: checked.searched,
            }),
            stopped: found.stopped.map(stopped_message),
            genus,
            tempers,
            misere_nim_values,
            games: found.games.clone(),
            elements: with_table.then(|| quotient.elements().map(word).collect()),
            table: with_table.then(|| {
                let row = |left| {
                    let products = quotient.elements();
                    let products = products.map(|right| quotient.product(left, right));
                    products.map(word).collect()
                };
                quotient.elements().map(row).collect()
            }),
        }
    }
}

impl QuotientStructure {
    /// The structure of the monoid, to be drawn.
    pub fn new(found: &CheckedQuotient) -> QuotientStructure {
        let quotient = &found.quotient;
        let word = |&element: &_| {
            let word = quotient.word(element);
            if quotient.is_p(element) {
                format!("({word})")
            } else {
                word
            }
        };
        let classes = quotient.divisibility_classes();
        QuotientStructure {
            ruleset: found.name.clone(),
            order: quotient.order(),
            classes: classes
                .iter()
                .map(|class| StructureClass {
                    elements: class.elements.iter().map(word).collect(),
                    idempotent: class.idempotent.and_then(|idempotent| {
                        class
                            .elements
                            .iter()
                            .position(|&element| element == idempotent)
                    }),
                    below: class.below.clone(),
                })
                .collect(),
        }
    }
}

/// The elements of the first heaps.
fn phi(found: &CheckedQuotient) -> Vec<String> {
    let last = match found.heaps() {
        Some(to) if to <= MOST_HEAPS => to,
        _ => found.quotient.largest_heap(),
    };
    (0..=last).map_while(|heap| found.word_of(heap)).collect()
}

impl GenusReport {
    /// The genera of the heaps of a ruleset, and the limit that was reached before all were known.
    pub fn new(
        ruleset: &str,
        genera: &[(Genus, Temper)],
        reached: Option<&LimitReached>,
    ) -> GenusReport {
        let (genus, tempers, misere_nim_values) = columns(genera);
        GenusReport {
            schema: SchemaVersion,
            ruleset: ruleset.to_owned(),
            play: PlayWord::Misere,
            stopped: reached.map(ToString::to_string),
            genus,
            tempers,
            misere_nim_values,
        }
    }
}

/// What ended a search, in words that name no door.
pub fn stopped_message(stopped: Stopped) -> String {
    match stopped {
        Stopped::Limit(reached) => reached.to_string(),
        other => other.to_string(),
    }
}

/// Genera, tempers and misère nim-values, a list each.
fn columns(genera: &[(Genus, Temper)]) -> (Vec<String>, Vec<String>, Vec<u64>) {
    let genus = genera.iter().map(|(genus, _)| genus.to_string());
    let tempers = genera.iter().map(|(_, temper)| temper.word().to_owned());
    let values = genera
        .iter()
        .map(|(genus, _)| u64::from(genus.misere_value(0)));
    (genus.collect(), tempers.collect(), values.collect())
}
