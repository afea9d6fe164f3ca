//! A quotient as one JSON object.

use serde_json::{Value, json};

use grundy_misere::{Genus, Temper};

use super::{GeneraAnswer, QuotientAnswer};

/// Heaps whose images are listed at most.
const MOST_HEAPS: u64 = 100_000;

impl QuotientAnswer {
    /// Everything, as one object; the multiplication table only if asked for.
    pub fn json(&self, with_table: bool) -> Value {
        let quotient = &self.quotient;
        let word = |element| quotient.word(element);
        let period = quotient.period().filter(|_| self.stopped.is_none());
        let mut object = json!({
            "schema": 1,
            "ruleset": self.name,
            "play": "misere",
            "heaps": self.heaps().map_or(json!("all"), Value::from),
            "order": quotient.order(),
            "p_portion_size": quotient.p_portion().len(),
            "p_portion": quotient.p_portion().into_iter().map(word).collect::<Vec<_>>(),
            "generators": self.generators(),
            "relations": self.relations(),
            "phi": self.phi(),
            "period": period.map(|p| p.period),
            "preperiod": period.map(|p| p.preperiod),
            "tame": quotient.is_tame(),
            "verified": self.checked.is_some(),
            "verification": self.verification(),
            "stopped": self.stopped.map(|stopped| stopped.to_string()),
        });
        add_genera(&mut object, &self.genera);
        if let Some(games) = &self.games {
            object["games"] = json!(games);
        }
        if with_table {
            let row = |left| -> Vec<String> {
                let products = quotient
                    .elements()
                    .map(|right| quotient.product(left, right));
                products.map(word).collect()
            };
            object["elements"] = quotient.elements().map(word).collect();
            object["table"] = quotient.elements().map(row).collect();
        }
        object
    }

    fn generators(&self) -> Value {
        let generator = |g: &grundy_misere::Generator| json!({"name": self.quotient.word(g.element), "heap": g.heap});
        self.quotient.generators().iter().map(generator).collect()
    }

    fn relations(&self) -> Value {
        let relation = |r: &grundy_misere::Relation| format!("{}={}", r.left, r.right);
        self.quotient.relations().iter().map(relation).collect()
    }

    fn phi(&self) -> Value {
        let last = match self.heaps() {
            Some(to) if to <= MOST_HEAPS => to,
            _ => self.quotient.largest_heap(),
        };
        let image = |heap| self.quotient.phi(heap).map(|e| self.quotient.word(e));
        (0..=last).map_while(image).collect()
    }

    fn verification(&self) -> Value {
        match &self.checked {
            None => Value::Null,
            Some(checked) => json!({
                "heaps": checked.heaps,
                "sums": "all",
                "searched_total": checked.searched_total,
                "searched_sums": checked.searched,
            }),
        }
    }
}

impl GeneraAnswer {
    /// Everything, as one object.
    pub fn json(&self) -> Value {
        let mut object = json!({
            "schema": 1,
            "ruleset": self.name,
            "play": "misere",
            "stopped": self.stopped.map(|stopped| stopped.to_string()),
        });
        add_genera(&mut object, &self.genera);
        object
    }
}

fn add_genera(object: &mut Value, genera: &[(Genus, Temper)]) {
    let symbols = genera.iter().map(|(genus, _)| genus.to_string());
    object["genus"] = symbols.collect();
    object["tempers"] = genera.iter().map(|(_, temper)| temper.word()).collect();
    let misere = genera.iter().map(|(genus, _)| genus.misere_value(0));
    object["misere_nim_values"] = misere.collect();
}
