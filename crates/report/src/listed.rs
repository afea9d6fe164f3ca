//! Parts of a report that are computed while they are written, so that they are never held whole.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// A list whose elements are made one by one while the report is written.
///
/// In JSON and in its schema it is an ordinary list of `T`.
pub struct Listed<'a, T>(Box<dyn Fn() -> Box<dyn Iterator<Item = T> + 'a> + 'a>);

impl<'a, T> Listed<'a, T> {
    /// The list that `elements` makes.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy_report::{Listed, to_json};
    /// assert_eq!(to_json(&Listed::new(|| 0..3)), "[0,1,2]");
    /// ```
    pub fn new<I>(elements: impl Fn() -> I + 'a) -> Listed<'a, T>
    where
        I: Iterator<Item = T> + 'a,
    {
        Listed(Box::new(move || Box::new(elements())))
    }

    /// The elements, made anew.
    pub fn iter(&self) -> Box<dyn Iterator<Item = T> + 'a> {
        (self.0)()
    }
}

impl<'a, T: Clone + 'a> From<Vec<T>> for Listed<'a, T> {
    fn from(list: Vec<T>) -> Listed<'a, T> {
        let list = std::rc::Rc::new(list);
        Listed::new(move || {
            let list = std::rc::Rc::clone(&list);
            (0..list.len()).map(move |at| list[at].clone())
        })
    }
}

impl<T: Serialize> Serialize for Listed<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<T: JsonSchema> JsonSchema for Listed<'_, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }
}

/// A part of a report that is known only once the parts before it are written.
pub struct Late<'a, T>(Box<dyn Fn() -> T + 'a>);

impl<'a, T> Late<'a, T> {
    /// What `find` gives when its turn comes.
    pub fn new(find: impl Fn() -> T + 'a) -> Late<'a, T> {
        Late(Box::new(find))
    }

    /// The part, found now.
    pub fn get(&self) -> T {
        (self.0)()
    }
}

impl<'a, T: Clone + 'a> From<T> for Late<'a, T> {
    fn from(known: T) -> Late<'a, T> {
        Late::new(move || known.clone())
    }
}

impl<T: Serialize> Serialize for Late<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Late<'_, T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
