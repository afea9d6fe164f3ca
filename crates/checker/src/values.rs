//! Nim-values by the definition, for any rules.
//!
//! Let S_j(m) be the set of values of the positions with j heaps, none empty, and m tokens in all: S_0(0) = {0},
//! S_1(m) = {g(m)}, S_2(m) = {g(a) xor g(m - a)}, and S_3(m) is the union of g(a) xor S_2(m - a) for 1 <= a <= m / 3,
//! since one of three heaps is at most a third of them all. The options of heap n are the values in S_j(n - k) for
//! all k <= n and all j that the digit of k allows, and g(n) is the least number that is not among them.
//!
//! Repeating digits see S_j(m) from heap m + first on. Which digit applies depends only on the residues of heap and
//! m, so one set for each residue class of heaps is kept, which only grows.

use crate::limits::Meter;
use crate::rules::Rules;
use crate::sparse::Sparse;
use crate::subtraction::Subtraction;
use crate::{CheckError, Unsupported};

/// Values that are computed by the definition before another method takes over.
const BY_DEFINITION: u64 = 1 << 12;

/// The values of heaps 0 to `count - 1`.
///
/// Two other methods are used where they are exact and faster: [`Subtraction`] and [`Sparse`]; each is described and
/// proved in its file.
pub(crate) fn nim_values(
    rules: &Rules,
    count: u64,
    meter: &mut Meter,
) -> Result<Vec<u32>, CheckError> {
    meter.reserve(count, 4)?;
    if rules.most_heaps() <= 1 && rules.tail.is_none() {
        return Subtraction::new(rules).values(count, meter);
    }
    let has_fast_method = rules.most_heaps() == 2 && rules.tail.is_none();
    let first = if has_fast_method {
        count.min(BY_DEFINITION)
    } else {
        count
    };
    let mut definition = Definition::new(rules, meter)?;
    while (definition.values.len() as u64) < first {
        definition.step(meter)?;
    }
    if first == count {
        return Ok(definition.values);
    }
    let mut sparse = Sparse::with_any_mask(rules, definition.values, meter)?;
    while sparse.position() < count {
        sparse.step(meter)?;
    }
    Ok(sparse.into_values())
}

/// A set of small numbers that can be emptied at once.
#[derive(Clone, Default)]
pub(crate) struct Marks {
    stamps: Vec<u32>,
    current: u32,
}

impl Marks {
    pub(crate) fn clear(&mut self) {
        self.current = self.current.wrapping_add(1);
        if self.current == 0 {
            self.stamps.fill(0);
            self.current = 1;
        }
    }

    /// Adds a value; true if it is new.
    pub(crate) fn insert(&mut self, value: u32) -> bool {
        let at = value as usize;
        if at >= self.stamps.len() {
            self.stamps
                .resize((at + 1).next_power_of_two(), self.current.wrapping_sub(1));
        }
        let is_new = self.stamps[at] != self.current;
        self.stamps[at] = self.current;
        is_new
    }

    pub(crate) fn contains(&self, value: u32) -> bool {
        self.stamps.get(value as usize) == Some(&self.current)
    }
}

/// What heaps of one residue class reach by repeating digits.
#[derive(Clone, Default)]
pub(crate) struct Class {
    /// By value: true if it is reached.
    reached: Vec<bool>,
    /// All smaller values are reached.
    least: u32,
}

impl Class {
    fn insert(&mut self, value: u32, meter: &mut Meter) -> Result<(), CheckError> {
        let at = value as usize;
        if at >= self.reached.len() {
            let length = (at + 1).next_power_of_two();
            meter.reserve((length - self.reached.len()) as u64, 1)?;
            self.reached.resize(length, false);
        }
        self.reached[at] = true;
        while self.contains(self.least) {
            self.least += 1;
        }
        Ok(())
    }

    fn contains(&self, value: u32) -> bool {
        self.reached.get(value as usize) == Some(&true)
    }

    /// The values, ascending.
    pub(crate) fn values(&self) -> impl Iterator<Item = u64> + '_ {
        (0..)
            .zip(&self.reached)
            .filter(|(_, is)| **is)
            .map(|(value, _)| value)
    }
}

/// The definition, one heap after another.
pub(crate) struct Definition<'a> {
    rules: &'a Rules,
    /// g(0), g(1), …
    pub(crate) values: Vec<u32>,
    /// By residue of the heap modulo the number of repeating digits.
    classes: Vec<Class>,
    /// S_2(m), where moves leave two heaps or three.
    pairs: Vec<Vec<u32>>,
    /// S_3(m), where moves leave three heaps.
    triples: Vec<Vec<u32>>,
    marks: Marks,
}

impl<'a> Definition<'a> {
    pub(crate) fn new(rules: &'a Rules, meter: &mut Meter) -> Result<Definition<'a>, CheckError> {
        let classes = rules.tail.as_ref().map_or(0, |tail| tail.cycle.len());
        meter.reserve(classes as u64, size_of::<Class>() as u64)?;
        Ok(Definition {
            rules,
            values: Vec::new(),
            classes: vec![Class::default(); classes],
            pairs: Vec::new(),
            triples: Vec::new(),
            marks: Marks::default(),
        })
    }

    /// Computes the value of the next heap.
    pub(crate) fn step(&mut self, meter: &mut Meter) -> Result<(), CheckError> {
        let heap = self.values.len() as u64;
        if heap >= 1 << 30 {
            return Err(CheckError::NotSupported {
                what: Unsupported::LargeValues,
            });
        }
        self.list_splits(heap, meter)?;
        self.extend_classes(heap, meter)?;
        let mut options = std::mem::take(&mut self.marks);
        options.clear();
        for &(take, digit) in self
            .rules
            .listed
            .iter()
            .take_while(|&&(take, _)| take <= heap)
        {
            let sets = self.left(heap - take, digit);
            meter.spend(1 + sets.iter().map(|set| set.len() as u64).sum::<u64>())?;
            for &value in sets.into_iter().flatten() {
                options.insert(value);
            }
        }
        let class = self.classes.get(heap as usize % self.classes.len().max(1));
        let mut value = class.map_or(0, |class| class.least);
        while options.contains(value) || class.is_some_and(|class| class.contains(value)) {
            value += 1;
        }
        meter.spend(u64::from(value) + 1)?;
        self.marks = options;
        self.values.push(value);
        Ok(())
    }

    /// What repeating digits show to the next heap, by residue class.
    pub(crate) fn seen_next(&mut self, meter: &mut Meter) -> Result<&[Class], CheckError> {
        self.extend_classes(self.values.len() as u64, meter)?;
        let sizes = self.classes.iter().map(|class| class.reached.len() as u64);
        meter.reserve(sizes.sum(), 1)?;
        Ok(&self.classes)
    }

    /// The values of the positions with `rest` tokens that `digit` allows.
    fn left(&self, rest: u64, digit: u8) -> [&[u32]; 4] {
        let at = rest as usize;
        let allowed = |bit: u8, set| if digit & bit != 0 { set } else { &[][..] };
        [
            allowed(1, if rest == 0 { &[0][..] } else { &[] }),
            allowed(2, self.values.get(at.max(1)..=at).unwrap_or(&[])),
            allowed(4, self.pairs.get(at).map_or(&[][..], |set| set)),
            allowed(8, self.triples.get(at).map_or(&[][..], |set| set)),
        ]
    }

    /// Lists S_2 and S_3 of `rest` tokens, as far as these rules need them.
    fn list_splits(&mut self, rest: u64, meter: &mut Meter) -> Result<(), CheckError> {
        let rest = rest as usize;
        let most_heaps = self.rules.most_heaps();
        if most_heaps >= 2 {
            meter.spend(rest as u64 / 2)?;
            self.marks.clear();
            let mut pairs = Vec::new();
            for small in 1..=rest / 2 {
                let large = rest - small;
                let value = self.values[small] ^ self.values[large];
                if !(self.rules.unequal && small == large) && self.marks.insert(value) {
                    pairs.push(value);
                }
            }
            meter.reserve(pairs.len() as u64 + 6, 4)?;
            self.pairs.push(pairs);
        }
        if most_heaps == 3 {
            self.marks.clear();
            let mut triples = Vec::new();
            for small in 1..=rest / 3 {
                let pairs = &self.pairs[rest - small];
                meter.spend(pairs.len() as u64)?;
                let values = pairs.iter().map(|pair| pair ^ self.values[small]);
                triples.extend(values.filter(|&value| self.marks.insert(value)));
            }
            meter.reserve(triples.len() as u64 + 6, 4)?;
            self.triples.push(triples);
        }
        Ok(())
    }

    /// Adds to each class what repeating digits show from this heap on.
    fn extend_classes(&mut self, heap: u64, meter: &mut Meter) -> Result<(), CheckError> {
        let Some(tail) = &self.rules.tail else {
            return Ok(());
        };
        let Some(rest) = heap.checked_sub(tail.first) else {
            return Ok(());
        };
        let length = tail.cycle.len() as u64;
        let mut classes = std::mem::take(&mut self.classes);
        meter.spend(length)?;
        for (at, &digit) in tail.cycle.iter().enumerate() {
            let class = &mut classes[((rest + tail.first + at as u64) % length) as usize];
            for &value in self.left(rest, digit).into_iter().flatten() {
                meter.spend(1)?;
                class.insert(value, meter)?;
            }
        }
        self.classes = classes;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CheckLimits;
    use crate::heap_games::HeapGame;
    use crate::sparse::Mask;

    /// A linear congruential generator.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }
    }

    /// The least number that is not the xor of what an option leaves, with all options listed.
    fn by_listing(rules: &Rules, count: u64) -> Vec<u32> {
        let game = HeapGame::Code(rules.clone());
        let mut values = vec![0u32];
        for heap in 1..count {
            let value = |left: Vec<u64>| {
                left.iter()
                    .fold(0, |sum, &part| sum ^ values[part as usize])
            };
            let options: Vec<u32> = game.options(heap).into_iter().map(value).collect();
            values.push(
                (0..)
                    .find(|value| !options.contains(value))
                    .expect("options are finitely many"),
            );
        }
        values
    }

    fn random_code(random: &mut Random, digits: u64, tail: bool) -> String {
        let first = ["0", "0", "4", if digits > 8 { "c" } else { "0" }][random.below(4) as usize];
        let mut list = |least: u64| -> String {
            let length = least + random.below(4);
            (0..length)
                .map(|_| format!("{:x}", random.below(digits)))
                .collect()
        };
        let (plain, cycle) = (list(u64::from(!tail)), list(1));
        if tail {
            format!("{first}.{plain}({cycle})")
        } else {
            format!("{first}.{plain}")
        }
    }

    #[test]
    fn every_method_agrees_with_the_listed_options() {
        let seed = 20_261_118;
        let mut random = Random(seed);
        let mut names: Vec<String> = vec![
            "grundys-game".into(),
            "lasker".into(),
            "subtract/1..4,9,30..32".into(),
        ];
        for (digits, tail) in [
            (4, false),
            (8, false),
            (16, false),
            (4, true),
            (8, true),
            (16, true),
        ] {
            names.extend((0..25).map(|_| random_code(&mut random, digits, tail)));
        }
        for name in names {
            let rules = Rules::parse(&name).expect(&name);
            let mut meter = Meter::new(CheckLimits::default());
            let values = nim_values(&rules, 60, &mut meter).unwrap();
            assert_eq!(values, by_listing(&rules, 60), "{name}, seed {seed}");
        }
    }

    #[test]
    fn the_sparse_method_is_exact_for_every_mask() {
        let seed = 4;
        let mut random = Random(seed);
        for round in 0..60 {
            let name = if round == 0 {
                "grundys-game".into()
            } else {
                random_code(&mut random, 8, false)
            };
            let rules = Rules::parse(&name).unwrap();
            if rules.most_heaps() != 2 {
                continue;
            }
            let mut meter = Meter::new(CheckLimits::default());
            let mut definition = Definition::new(&rules, &mut meter).unwrap();
            while definition.values.len() < 500 {
                definition.step(&mut meter).unwrap();
            }
            let mask = Mask {
                bits: 1 + random.below(31) as u32,
                parity: random.below(2) == 0,
            };
            if let Some(mut sparse) = Sparse::with_mask(&rules, mask, 1000) {
                let values: Vec<u32> = (0..500)
                    .map(|_| sparse.step(&mut meter).unwrap().value)
                    .collect();
                assert_eq!(
                    values, definition.values,
                    "{name} with {mask:?}, seed {seed}"
                );
            }
            let first = definition.values[..20].to_vec();
            let mut sparse = Sparse::with_any_mask(&rules, first, &mut meter).unwrap();
            while sparse.position() < 500 {
                sparse.step(&mut meter).unwrap();
            }
            assert_eq!(
                sparse.into_values(),
                definition.values,
                "{name}, seed {seed}"
            );
        }
    }
}
