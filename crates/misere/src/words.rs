//! Elements as words in the generators, and the relations between them.

use crate::quotient::{Quotient, QuotientElement};

/// Two words for one element: the left one is least among those that are not least words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// A word such that every shorter part of it is a least word.
    pub left: String,
    /// The least word of the same element.
    pub right: String,
}

/// The name of a generator: `a` to `z`, then `A` to `Z`, then numbers in braces.
pub fn generator_name(at: usize) -> String {
    let letter = |first: u8, offset: usize| char::from(first + offset as u8).to_string();
    match at {
        0..26 => letter(b'a', at),
        26..52 => letter(b'A', at - 26),
        _ => format!("{{{at}}}"),
    }
}

impl Quotient {
    /// The least word of an element, `ab2c` for a·b·b·c; `1` for the identity.
    pub fn word(&self, element: QuotientElement) -> String {
        let mut word = self.monoid.word(element.0);
        word.reverse();
        spell(&word)
    }

    /// Relations that define the monoid: words that are not least, though all their parts are.
    ///
    /// Together with the generators they are a presentation: any word becomes its element's least
    /// word by replacing left sides by right sides (a reduced Gröbner basis of binomials).
    pub fn relations(&self) -> Vec<Relation> {
        let rests = self.monoid.rests();
        let is_least = |rest: u16, last: usize| {
            let element = self.monoid.generators()[last].element;
            let product = self.monoid.product(rest, element);
            product != 0 && self.monoid.parent(product) == (rest, last)
        };
        let mut relations = Vec::new();
        for element in self.elements() {
            let word = self.monoid.word(element.0);
            let first = word.first().copied().unwrap_or(0);
            for last in first..self.monoid.generators().len() {
                let parts_are_least = rests.of(element.index()).iter().all(|&(generator, rest)| {
                    usize::from(generator) == last || is_least(rest, last)
                });
                if is_least(element.0, last) || !parts_are_least {
                    continue;
                }
                let mut left = word.clone();
                left.reverse();
                left.push(last);
                let generator = QuotientElement(self.monoid.generators()[last].element);
                relations.push(Relation {
                    left: spell(&left),
                    right: self.word(self.product(element, generator)),
                });
            }
        }
        relations
    }
}

/// Generators in ascending order as a word with exponents.
fn spell(word: &[usize]) -> String {
    if word.is_empty() {
        return "1".to_owned();
    }
    word.chunk_by(|a, b| a == b)
        .map(|same| match same.len() {
            1 => generator_name(same[0]),
            count => format!("{}{count}", generator_name(same[0])),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use grundy_core::{HeapRules, Limits};

    #[test]
    fn kayles_has_the_published_presentation() {
        let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
        let quotient = crate::quotient(&kayles, None, &Limits::default()).unwrap();
        let mut relations: Vec<String> = quotient
            .relations()
            .iter()
            .map(|r| format!("{}={}", r.left, r.right))
            .collect();
        relations.sort();
        let mut published: Vec<&str> =
            "a2=1 b3=b bc2=b c3=c bd=bc cd=b2 d3=d be=bc ce=b2 e2=de bf=ab \
             cf=ab2c d2f=f f2=b2 b2g=g c2g=g dg=cg eg=cg fg=ag g2=b2"
                .split_whitespace()
                .collect();
        published.sort_unstable();
        assert_eq!(relations, published);
        let p: Vec<String> = quotient
            .p_portion()
            .into_iter()
            .map(|e| quotient.word(e))
            .collect();
        assert_eq!(p, ["a", "b2", "ac", "ac2", "d", "ad2", "e", "ade", "adf"]);
    }
}
