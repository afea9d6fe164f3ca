//! A quotient for people.

use std::fmt::Write;

use super::{GeneraAnswer, QuotientAnswer};

/// Lines of the table of heaps at most.
const MOST_LINES: u64 = 300;

impl QuotientAnswer {
    /// The quotient as text; the multiplication table only if asked for.
    pub fn text(&self, with_table: bool) -> String {
        let mut text = String::new();
        self.summary(&mut text).expect("strings take everything");
        self.presentation(&mut text)
            .expect("strings take everything");
        self.heap_table(&mut text).expect("strings take everything");
        if with_table {
            self.multiplication(&mut text)
                .expect("strings take everything");
        }
        text
    }

    fn summary(&self, out: &mut String) -> std::fmt::Result {
        let quotient = &self.quotient;
        let heaps = match (self.heaps(), &self.games) {
            (_, Some(_)) => "these games and all that follow from them".to_owned(),
            (None, None) => "all heaps".to_owned(),
            (Some(to), None) => format!("heaps up to {to}"),
        };
        let kind = if quotient.is_tame() { "tame" } else { "wild" };
        writeln!(out, "misère quotient of {}: {heaps}", self.name)?;
        writeln!(
            out,
            "order {}, {} lost for the player to move (P-portion), {kind}",
            quotient.order(),
            quotient.p_portion().len()
        )?;
        if let Some(period) = quotient.period() {
            writeln!(
                out,
                "period {} from heap {} on, proved by heaps 0 to {}",
                period.period,
                period.preperiod,
                quotient.largest_heap()
            )?;
        }
        match &self.checked {
            Some(checked) => writeln!(
                out,
                "verified: all sums of heaps up to {} by the definition, {} small sums by search",
                checked.heaps, checked.searched
            ),
            None => writeln!(out, "not verified: a limit ended the check"),
        }
    }

    fn presentation(&self, out: &mut String) -> std::fmt::Result {
        let quotient = &self.quotient;
        let named = |heap: u64| match &self.games {
            Some(games) => games[heap as usize].clone(),
            None => format!("heap {heap}"),
        };
        let generators: Vec<String> = quotient
            .generators()
            .iter()
            .map(|g| format!("{} = {}", quotient.word(g.element), named(g.heap)))
            .collect();
        let relations: Vec<String> = quotient
            .relations()
            .iter()
            .map(|r| format!("{}={}", r.left, r.right))
            .collect();
        let words = |elements: Vec<_>| -> String {
            let words: Vec<String> = elements.into_iter().map(|e| quotient.word(e)).collect();
            words.join(" ")
        };
        writeln!(out, "generators: {}", generators.join(", "))?;
        writeln!(out, "relations:  {}", relations.join(" "))?;
        writeln!(out, "P-portion:  {}", words(quotient.p_portion()))?;
        writeln!(out, "idempotents: {}", words(quotient.idempotents()))
    }

    fn heap_table(&self, out: &mut String) -> std::fmt::Result {
        let quotient = &self.quotient;
        let shown = match (quotient.period(), self.heaps()) {
            (Some(period), None) => period.preperiod + period.period - 1,
            (_, Some(to)) => to,
            (None, None) => quotient.largest_heap(),
        };
        let name = if self.games.is_some() { "game" } else { "heap" };
        writeln!(out, "\n{name:>6}  Φ            outcome  genus")?;
        for heap in 0..=shown.min(MOST_LINES) {
            let Some(element) = quotient.phi(heap) else {
                break;
            };
            let name = match &self.games {
                Some(games) => games[heap as usize].clone(),
                None => heap.to_string(),
            };
            let outcome = if quotient.is_p(element) {
                "lose"
            } else {
                "win"
            };
            let genus = match self.genera.get(heap as usize) {
                Some((genus, temper)) => format!("{genus} {}", temper.word()),
                None => String::new(),
            };
            let line = format!(
                "{name:>6}  {:<12} {outcome:<7}  {genus}",
                quotient.word(element)
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        if shown > MOST_LINES {
            writeln!(out, "     …  (to heap {shown}: use --json)")?;
        }
        Ok(())
    }

    fn multiplication(&self, out: &mut String) -> std::fmt::Result {
        let quotient = &self.quotient;
        let words: Vec<String> = quotient.elements().map(|e| quotient.word(e)).collect();
        let width = words.iter().map(String::len).max().unwrap_or(1);
        write!(out, "\n{:>width$} |", "")?;
        words
            .iter()
            .try_for_each(|word| write!(out, " {word:>width$}"))?;
        writeln!(out)?;
        for left in quotient.elements() {
            write!(out, "{:>width$} |", words[left.index()])?;
            for right in quotient.elements() {
                write!(
                    out,
                    " {:>width$}",
                    words[quotient.product(left, right).index()]
                )?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

impl GeneraAnswer {
    /// A line for each heap.
    pub fn text(&self) -> String {
        let mut text = String::from("  heap  genus             misère nim-value\n");
        for (heap, (genus, temper)) in self.genera.iter().enumerate() {
            let symbol = format!("{genus} {}", temper.word());
            let line = format!("{heap:>6}  {symbol:<16}  {}\n", genus.misere_value(0));
            text.push_str(&line);
        }
        text
    }
}
