//! Misère quotients and genera.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::{PlayWord, SchemaVersion};

/// A misère quotient with what is known about it. Elements are written as words in the generators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QuotientReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset, or the games.
    pub ruleset: String,
    /// The ending convention: misère.
    pub play: PlayWord,
    /// The largest heap that the answer is about, or `"all"`.
    pub heaps: HeapRange,
    /// The number of elements.
    pub order: usize,
    /// The number of elements that are lost for the player to move.
    pub p_portion_size: usize,
    /// The elements that are lost for the player to move.
    pub p_portion: Vec<String>,
    /// The generators.
    pub generators: Vec<GeneratorReport>,
    /// The relations, as `left=right`.
    pub relations: Vec<String>,
    /// The elements that are their own squares.
    pub idempotents: Vec<String>,
    /// The elements of heaps 0, 1, 2, …
    pub phi: Vec<String>,
    /// The period of the elements of heaps, if one is proved.
    pub period: Option<u64>,
    /// The first heap from which the period holds.
    pub preperiod: Option<u64>,
    /// The largest heap that was computed.
    pub computed_to: u64,
    /// True if the quotient is tame.
    pub tame: bool,
    /// True if the quotient was checked.
    pub verified: bool,
    /// How far it was checked.
    pub verification: Option<QuotientVerification>,
    /// The limit that ended the search before it was done.
    pub stopped: Option<String>,
    /// The genera of the first heaps.
    pub genus: Vec<String>,
    /// The tempers of the first heaps.
    pub tempers: Vec<String>,
    /// The misère nim-values of the first heaps.
    pub misere_nim_values: Vec<u64>,
    /// The games behind the numbers in `phi` and `generators`, where they are not heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// Every element, if the multiplication table was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<String>>,
    /// The products of the elements, row by row, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<Vec<String>>>,
}

/// The largest heap of an answer, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapRange {
    /// Heaps up to this one.
    To(u64),
    /// All heaps.
    All,
}

/// A generator of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GeneratorReport {
    /// Its letter.
    pub name: String,
    /// The heap that it is the element of.
    pub heap: u64,
}

/// How far a quotient was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QuotientVerification {
    /// All sums of heaps up to this one were checked by the definition.
    pub heaps: u64,
    /// Which sums: `all`.
    pub sums: String,
    /// All sums whose heaps add up to this were searched to the end as well.
    pub searched_total: usize,
    /// How many sums that is.
    pub searched_sums: usize,
}

/// The structure of a quotient: its classes of mutual divisibility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QuotientStructure {
    /// The ruleset, or the games.
    pub ruleset: String,
    /// The number of elements.
    pub order: usize,
    /// The classes.
    pub classes: Vec<StructureClass>,
}

/// A class of elements that divide each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StructureClass {
    /// The elements; those in parentheses are lost for the player to move.
    pub elements: Vec<String>,
    /// The index in `elements` of the idempotent, if the class is a group.
    pub idempotent: Option<usize>,
    /// The classes just below.
    pub below: Vec<usize>,
}

/// The genera of the first heaps of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GenusReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset.
    pub ruleset: String,
    /// The ending convention: misère.
    pub play: PlayWord,
    /// The limit that ended the search before it was done.
    pub stopped: Option<String>,
    /// The genera of heaps 0, 1, 2, …
    pub genus: Vec<String>,
    /// Their tempers.
    pub tempers: Vec<String>,
    /// Their misère nim-values.
    pub misere_nim_values: Vec<u64>,
}

/// The elements of heaps in a misère quotient, as `values` lists them under misère play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ElementsReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset.
    pub ruleset: String,
    /// The ending convention: misère.
    pub play: PlayWord,
    /// The heap of the first element.
    pub from: u64,
    /// The elements of heaps `from`, `from + 1`, …
    pub values: Vec<String>,
}

impl Serialize for HeapRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            HeapRange::To(heap) => serializer.serialize_u64(*heap),
            HeapRange::All => serializer.serialize_str("all"),
        }
    }
}

impl JsonSchema for HeapRange {
    fn schema_name() -> Cow<'static, str> {
        "HeapRange".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = generator.subschema_for::<u64>();
        json_schema!({
            "description": "The largest heap, or all of them.",
            "anyOf": [number, {"const": "all"}],
        })
    }
}

/// A certificate of a quotient that was checked and holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QuotientCheckReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// True: a certificate that does not hold is an error.
    pub verified: bool,
    /// The name of the game as the certificate writes it.
    pub ruleset: String,
    /// Whether the checker knows that name; else the check is only about the rules in the certificate.
    pub ruleset_known: bool,
    /// The largest heap that was looked at.
    pub heaps: u64,
    /// The number of elements.
    pub order: u64,
    /// The period of the elements of heaps, if one is claimed: then the quotient is that of all heaps.
    pub period: Option<u64>,
    /// The first heap from which the period holds.
    pub preperiod: Option<u64>,
}
