//! Misère sums of heaps through the misère quotient (Plambeck 2005; Plambeck and Siegel 2008).
//!
//! Every heap has an element in a finite commutative monoid; the position is lost exactly when the
//! product of its heaps' elements lies in the set P. One quotient covers all heaps of the sum, also
//! when they belong to different games.

use grundy_core::{Block, Form, HeapRules, Limits, Outcome, Play, Table};
use grundy_misere::{
    Quotient, QuotientElement, QuotientError, QuotientSearchRequest, Stopped, Union, Work,
    quotient_of_with_work, search_with_work,
};

use crate::SolveError;
use crate::explain;
use crate::heap_moves::{heaps_of, moves_in_heaps};
use crate::method::Method;
use crate::sum::{Component, Sum, SumMove};

/// Heaps up to this size are taken in one by one; larger ones need the quotient of the whole game.
const LARGEST_WITHOUT_PERIOD: u64 = 400;
/// The largest Nim heap that a quotient of several games takes in.
const LARGEST_NIM_HEAP: u128 = 64;

/// The misère quotient of the heaps of a sum.
pub struct MisereQuotient {
    quotient: Quotient,
    /// For each game of the sum: the quotient's number of each heap size, or `None` if it is the size.
    numbers: Vec<Option<Vec<usize>>>,
}

/// The rules of the heaps of one game of a sum, and the largest heap.
struct Kind {
    game: usize,
    rules: HeapRules,
    largest: u64,
}

impl MisereQuotient {
    /// The method, if every component is heaps and their quotient can be found with a fixed amount of work.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when the caller's own limits are reached.
    pub fn for_sum(
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Option<MisereQuotient>, SolveError> {
        let Some(kinds) = kinds(sum, components, limits) else {
            return Ok(None);
        };
        let found = match &kinds[..] {
            [kind] => of_one(kind, limits),
            _ => of_several(&kinds, sum.games.len(), limits),
        };
        if found.is_none() {
            limits.check_time()?;
        }
        Ok(found)
    }

    fn element(&self, game: usize, heap: u64) -> Option<QuotientElement> {
        match self.numbers.get(game).and_then(Option::as_ref) {
            None => self.quotient.phi(heap),
            Some(numbers) => {
                let number = numbers.get(usize::try_from(heap).ok()?)?;
                self.quotient.phi(*number as u64)
            }
        }
    }

    /// The product of the elements of these heaps.
    fn image(&self, game: usize, heaps: impl IntoIterator<Item = u64>) -> QuotientElement {
        heaps
            .into_iter()
            .fold(QuotientElement::IDENTITY, |product, heap| {
                let element = self.element(game, heap);
                let element = element.expect("the quotient takes in every heap of the sum");
                self.quotient.product(product, element)
            })
    }

    fn sum_image(&self, sum: &mut Sum, components: &[Component]) -> QuotientElement {
        components
            .iter()
            .fold(QuotientElement::IDENTITY, |product, &component| {
                let heaps = component_heaps(sum, component).expect("options of heaps are heaps");
                let image = self.image(component.game, heaps);
                self.quotient.product(product, image)
            })
    }
}

impl Method for MisereQuotient {
    fn name(&self) -> String {
        let order = self.quotient.order();
        match self.quotient.period() {
            Some(_) => format!("misère quotient of order {order}, with a proved period"),
            None => format!("misère quotient of order {order}"),
        }
    }

    fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        _limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        let image = self.sum_image(sum, components);
        Ok(if self.quotient.is_p(image) {
            Outcome::Lose
        } else {
            Outcome::Win
        })
    }

    fn winning_by_formula(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        most: usize,
        limits: &Limits,
    ) -> Result<Option<(Vec<SumMove>, bool)>, SolveError> {
        let (mut found, mut complete) = (Vec::new(), true);
        for (index, &component) in components.iter().enumerate() {
            let Some(heaps) = heaps_of(sum, component) else {
                return Ok(None);
            };
            let mut others = components.to_vec();
            others.remove(index);
            let rest = self.sum_image(sum, &others);
            let game = component.game;
            let mut without: Vec<(u64, QuotientElement)> = Vec::new();
            for (at, &heap) in heaps.iter().enumerate() {
                let kept = heaps.iter().enumerate().filter(|(other, _)| *other != at);
                let image = self.image(game, kept.map(|(_, &heap)| heap));
                without.push((heap, self.quotient.product(rest, image)));
            }
            let room = most - found.len();
            let (more, all) = moves_in_heaps(
                sum,
                components,
                index,
                room,
                limits,
                &mut |_, heap, left| {
                    let (_, rest) = without
                        .iter()
                        .find(|(size, _)| *size == heap)
                        .expect("moves are made in these heaps");
                    let image = self.image(game, left.iter().copied());
                    Ok(self.quotient.is_p(self.quotient.product(*rest, image)))
                },
            )?;
            complete &= all;
            found.extend(more);
        }
        Ok(Some((found, complete)))
    }

    fn explain(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        winning: &[SumMove],
        _limits: &Limits,
    ) -> Result<Vec<Block>, SolveError> {
        let mut blocks = explain::own_reasons(sum, components, Play::Misere);
        blocks.push(Block::text(format!(
            "Misère play cannot be read off nim-values. Instead each heap stands for an element of the misère \
             quotient, a commutative monoid of {} elements; sums are products, and the lost positions are those whose \
             product lies in P = {{{}}}.",
            self.quotient.order(),
            self.words(&self.quotient.p_portion()),
        )));
        let mut table = Table::new("the heaps in the quotient", ["heap", "element"]);
        for &component in components {
            let shown = sum.show_one(component);
            let name = shown.split(':').next().unwrap_or_default().to_owned();
            let heaps = component_heaps(sum, component).expect("chosen for heaps");
            for heap in heaps {
                let image = self.image(component.game, [heap]);
                let row = vec![format!("{name} {heap}"), self.quotient.word(image)];
                table.rows.push(row);
            }
        }
        let image = self.sum_image(sum, components);
        let (is, verdict) = if self.quotient.is_p(image) {
            ("lies", "lost")
        } else {
            ("does not lie", "won")
        };
        table
            .footer
            .push(vec!["product".to_owned(), self.quotient.word(image)]);
        blocks.push(Block::Table(table));
        blocks.push(Block::text(format!(
            "The product {} {is} in P, so the position is {verdict}.",
            self.quotient.word(image)
        )));
        if let Some(played) = winning.first() {
            blocks.push(explain::move_taken(sum, components, played));
        }
        Ok(blocks)
    }
}

impl MisereQuotient {
    fn words(&self, elements: &[QuotientElement]) -> String {
        const MOST: usize = 24;
        let words = elements.iter().take(MOST);
        let mut words: Vec<String> = words.map(|&element| self.quotient.word(element)).collect();
        if elements.len() > MOST {
            words.push("…".to_owned());
        }
        words.join(", ")
    }
}

/// The heaps of a component; Nim in disguise counts as Nim heaps, which it is under misère play, too.
fn component_heaps(sum: &mut Sum, component: Component) -> Option<Vec<u64>> {
    match sum.games[component.game].form(component.id) {
        Form::Nim(heaps) if heaps.iter().all(|&heap| heap <= LARGEST_NIM_HEAP) => {
            Some(heaps.iter().map(|&heap| heap as u64).collect())
        }
        Form::Heaps(_) => heaps_of(sum, component),
        _ => None,
    }
}

/// The largest heap of a component, and of its options where these can be larger.
fn largest_heap(sum: &mut Sum, component: Component, limits: &Limits) -> Option<u64> {
    let mut largest = component_heaps(sum, component)?.into_iter().max();
    let game = sum.games[component.game].as_mut();
    if matches!(game.form(component.id), Form::Nim(_)) {
        for id in game.options(component.id, limits).ok()? {
            let option = Component { id, ..component };
            largest = largest.max(component_heaps(sum, option)?.into_iter().max());
        }
    }
    Some(largest.unwrap_or(0))
}

fn kinds(sum: &mut Sum, components: &[Component], limits: &Limits) -> Option<Vec<Kind>> {
    let mut kinds: Vec<Kind> = Vec::new();
    for &component in components {
        let largest = largest_heap(sum, component, limits)?;
        let game = &sum.games[component.game];
        let rules = match game.form(component.id) {
            Form::Nim(_) => HeapRules::with_tail(&[0], &[3]),
            _ => game.heap_rules()?.clone(),
        };
        match kinds.iter_mut().find(|kind| kind.game == component.game) {
            Some(kind) => kind.largest = kind.largest.max(largest),
            None => kinds.push(Kind {
                game: component.game,
                rules,
                largest,
            }),
        }
    }
    Some(kinds)
}

fn of_one(kind: &Kind, limits: &Limits) -> Option<MisereQuotient> {
    let up_to = (kind.largest <= LARGEST_WITHOUT_PERIOD).then_some(kind.largest);
    let request = QuotientSearchRequest {
        up_to,
        ..QuotientSearchRequest::default()
    };
    let work = Work::ONE_POSITION;
    let found = search_with_work(&kind.rules, request, work, limits, &mut |_| ());
    let quotient = reaching(found, kind.largest)?;
    Some(MisereQuotient {
        quotient,
        numbers: Vec::new(),
    })
}

fn of_several(kinds: &[Kind], games: usize, limits: &Limits) -> Option<MisereQuotient> {
    if kinds
        .iter()
        .any(|kind| kind.largest > LARGEST_WITHOUT_PERIOD)
    {
        return None;
    }
    let families: Vec<(&HeapRules, u64)> = kinds
        .iter()
        .map(|kind| (&kind.rules, kind.largest))
        .collect();
    let union = Union::new(&families);
    let work = Work::ONE_POSITION;
    let quotient =
        quotient_of_with_work(&union, QuotientSearchRequest::default(), work, limits).ok()?;
    let mut numbers: Vec<Option<Vec<usize>>> = vec![None; games];
    for (at, kind) in kinds.iter().enumerate() {
        let sizes = (0..=kind.largest).map(|size| union.number(at, size));
        numbers[kind.game] = Some(sizes.collect::<Option<_>>()?);
    }
    Some(MisereQuotient { quotient, numbers })
}

/// The quotient, or the part of it that was found, if that is enough.
fn reaching(found: Result<Quotient, QuotientError>, largest: u64) -> Option<Quotient> {
    let quotient = match found {
        Ok(quotient) => quotient,
        Err(QuotientError {
            stopped: Stopped::Limit(grundy_core::LimitReached::Interrupted),
            ..
        }) => return None,
        Err(error) => *error.partial,
    };
    quotient.phi(largest).map(|_| quotient)
}
