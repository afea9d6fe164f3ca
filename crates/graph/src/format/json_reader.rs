//! The JSON of a graph as written, read within limits.
//!
//! A few bytes of text can ask for many of memory, so every list is counted while it grows. A limit or
//! a fault found by this reader ends it through an error of serde, behind which it is kept.

use std::cell::RefCell;
use std::fmt;

use grundy_core::LimitReached;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::{FormatErrorKind, LoadError};
use crate::budget::Budget;
use crate::graph_file::name_bytes;

/// All that a file may state.
#[derive(Default)]
pub(super) struct Written {
    pub(super) vertices: Option<u64>,
    pub(super) pairs: Vec<(u64, u64)>,
    pub(super) owners: Option<WrittenOwners>,
    pub(super) results: Vec<(u64, String)>,
    pub(super) is_directed: Option<bool>,
    pub(super) has_nodes: bool,
    pub(super) nodes: Vec<Node>,
    pub(super) links: Vec<(String, String)>,
}

/// An owner for each vertex, as a place among the names.
pub(super) struct WrittenOwners {
    pub(super) of: Vec<u8>,
    pub(super) names: Vec<String>,
}

/// A vertex of node-link data.
pub(super) struct Node {
    pub(super) id: String,
    pub(super) owner: Option<String>,
    pub(super) result: Option<String>,
}

/// Reads a whole text.
pub(super) fn read(text: &[u8], budget: &mut Budget) -> Result<Written, LoadError> {
    let shared = Shared {
        budget: RefCell::new(budget),
        fault: RefCell::new(None),
    };
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let read = TopSeed(&shared).deserialize(&mut deserializer);
    let read = read.and_then(|written| deserializer.end().map(|()| written));
    read.map_err(|error| {
        let line = (error.line() as u64).max(1);
        let column = (error.column() as u64).max(1);
        match shared.fault.take() {
            Some(Fault::Limit(reached)) => reached.into(),
            Some(Fault::Format(kind)) => kind.at_columns(line, column..column + 1).into(),
            None => {
                let text = error.to_string();
                let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
                let kind = FormatErrorKind::Json { message };
                kind.at_columns(line, column..column + 1).into()
            }
        }
    })
}

/// What ended the reading, other than JSON that is not well formed.
enum Fault {
    Limit(LimitReached),
    Format(FormatErrorKind),
}

/// What all readers share.
struct Shared<'b, 'l> {
    budget: RefCell<&'b mut Budget<'l>>,
    fault: RefCell<Option<Fault>>,
}

impl Shared<'_, '_> {
    fn push<T, E: serde::de::Error>(
        &self,
        list: &mut Vec<T>,
        item: T,
        bytes: u64,
    ) -> Result<(), E> {
        let mut budget = self.budget.borrow_mut();
        let counted = budget.take(bytes);
        let pushed = counted.and_then(|()| budget.push(list, item));
        pushed.map_err(|reached| self.stop(Fault::Limit(reached)))
    }

    fn stop<E: serde::de::Error>(&self, fault: Fault) -> E {
        *self.fault.borrow_mut() = Some(fault);
        E::custom("stopped")
    }
}

const KEYS: &[&str] = &[
    "vertices",
    "edges",
    "owner",
    "result",
    "directed",
    "multigraph",
    "graph",
    "nodes",
    "links",
];

struct TopSeed<'s, 'b, 'l>(&'s Shared<'b, 'l>);

impl<'de> DeserializeSeed<'de> for TopSeed<'_, '_, '_> {
    type Value = Written;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Written, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for TopSeed<'_, '_, '_> {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with `edges`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Written, A::Error> {
        let mut written = Written::default();
        let mut seen: Vec<String> = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            if !KEYS.contains(&key.as_str()) {
                return Err(A::Error::unknown_field(&key, KEYS));
            }
            if seen.contains(&key) {
                return Err(A::Error::custom(format!("duplicate field `{key}`")));
            }
            match key.as_str() {
                "vertices" => written.vertices = map.next_value()?,
                "edges" | "links" => map.next_value_seed(EdgesSeed(self.0, &mut written))?,
                "owner" => written.owners = map.next_value_seed(OwnersSeed(self.0))?,
                "result" => map.next_value_seed(ResultsSeed(self.0, &mut written.results))?,
                "directed" => written.is_directed = Some(map.next_value()?),
                "nodes" => {
                    written.has_nodes = true;
                    map.next_value_seed(NodesSeed(self.0, &mut written.nodes))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            seen.push(key);
        }
        let has_edges = seen.iter().any(|key| key == "edges" || key == "links");
        if !has_edges {
            return Err(A::Error::missing_field("edges"));
        }
        Ok(written)
    }
}

/// Reads a list, element by element, each with the same reader.
macro_rules! list_seed {
    ($name:ident, $target:ty, $element:ident, $expecting:literal) => {
        struct $name<'s, 'b, 'l>(&'s Shared<'b, 'l>, &'s mut $target);

        impl<'de> DeserializeSeed<'de> for $name<'_, '_, '_> {
            type Value = ();
            fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.deserialize_seq(self)
            }
        }

        impl<'de> Visitor<'de> for $name<'_, '_, '_> {
            type Value = ();
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str($expecting)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
                while list.next_element_seed($element(self.0, self.1))?.is_some() {}
                Ok(())
            }
        }
    };
}

list_seed!(EdgesSeed, Written, EdgeSeed, "a list of edges");
list_seed!(NodesSeed, Vec<Node>, NodeSeed, "a list of nodes");

/// An edge: two numbers, or an object with `source` and `target`.
struct EdgeSeed<'s, 'b, 'l>(&'s Shared<'b, 'l>, &'s mut Written);

impl<'de> DeserializeSeed<'de> for EdgeSeed<'_, '_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for EdgeSeed<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an edge, a list of two vertices")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let missing = |found| A::Error::invalid_length(found, &"two vertices");
        let from: u64 = list.next_element()?.ok_or_else(|| missing(0))?;
        let to: u64 = list.next_element()?.ok_or_else(|| missing(1))?;
        if list.next_element::<IgnoredAny>()?.is_some() {
            return Err(missing(3));
        }
        self.0.push(&mut self.1.pairs, (from, to), 0)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut source, mut target) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "source" => source = Some(map.next_value::<Id>()?.0),
                "target" => target = Some(map.next_value::<Id>()?.0),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let source = source.ok_or_else(|| A::Error::missing_field("source"))?;
        let target = target.ok_or_else(|| A::Error::missing_field("target"))?;
        let bytes = name_bytes(source.len()) + name_bytes(target.len());
        self.1.has_nodes = true;
        self.0.push(&mut self.1.links, (source, target), bytes)
    }
}

/// A node: an object with `id`, perhaps `owner` and `result`, and whatever else.
struct NodeSeed<'s, 'b, 'l>(&'s Shared<'b, 'l>, &'s mut Vec<Node>);

impl<'de> DeserializeSeed<'de> for NodeSeed<'_, '_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for NodeSeed<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a node, an object with an `id`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut id, mut owner, mut result) = (None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "id" => id = Some(map.next_value::<Id>()?.0),
                "owner" => owner = Some(map.next_value::<Id>()?.0),
                "result" => result = Some(map.next_value::<Id>()?.0),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let id = id.ok_or_else(|| A::Error::missing_field("id"))?;
        let texts = [Some(&id), owner.as_ref(), result.as_ref()];
        let bytes = texts
            .into_iter()
            .flatten()
            .map(|text| name_bytes(text.len()));
        let bytes = bytes.sum();
        let node = Node { id, owner, result };
        self.0.push(self.1, node, bytes)
    }
}

/// A name or a number, as text. networkx tells the two apart, files seldom mix them.
struct Id(String);

impl<'de> serde::Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = Id;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a name or a number")
    }
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
        Ok(Id(text.to_owned()))
    }
    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Id, E> {
        Ok(Id(number.to_string()))
    }
    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Id, E> {
        Ok(Id(number.to_string()))
    }
    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Id, E> {
        Ok(Id(number.to_string()))
    }
}

/// A list of owners, by number or name, of at most two; `null` for none.
struct OwnersSeed<'s, 'b, 'l>(&'s Shared<'b, 'l>);

impl<'de> DeserializeSeed<'de> for OwnersSeed<'_, '_, '_> {
    type Value = Option<WrittenOwners>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OwnersSeed<'_, '_, '_> {
    type Value = Option<WrittenOwners>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list with an owner for each vertex")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let (mut of, mut names) = (Vec::new(), Vec::<String>::new());
        while let Some(Id(name)) = list.next_element()? {
            let at = names.iter().position(|known| *known == name);
            let at = at.unwrap_or(names.len());
            if at == 2 {
                return Err(self
                    .0
                    .stop(Fault::Format(FormatErrorKind::ThirdPlayer { name })));
            }
            if at == names.len() {
                names.push(name);
            }
            self.0.push(&mut of, at as u8, 0)?;
        }
        // Players called 0 and 1 are these numbers, whichever comes first.
        if !names.is_empty() && names.iter().all(|name| name == "0" || name == "1") {
            if names[0] == "1" {
                of.iter_mut().for_each(|owner| *owner = 1 - *owner);
            }
            names = vec!["0".to_owned(), "1".to_owned()];
        }
        Ok(Some(WrittenOwners { of, names }))
    }
}

/// The map `result`, in order, with repeated keys refused.
struct ResultsSeed<'s, 'b, 'l>(&'s Shared<'b, 'l>, &'s mut Vec<(u64, String)>);

impl<'de> DeserializeSeed<'de> for ResultsSeed<'_, '_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ResultsSeed<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object such as {\"3\": \"lose\"}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        // Bytes of a place in the set, which may be half empty.
        const PLACE: u64 = 40;
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some((key, Id(word))) = map.next_entry::<String, Id>()? {
            let message = || A::Error::custom(format!("`{key}` is not a vertex; use its number"));
            let vertex: u64 = key.parse().map_err(|_| message())?;
            if !seen.insert(vertex) {
                let twice = format!("the result of vertex {vertex} is given twice");
                return Err(A::Error::custom(twice));
            }
            let bytes = name_bytes(word.len()) + PLACE;
            self.0.push(self.1, (vertex, word), bytes)?;
        }
        Ok(())
    }
}
