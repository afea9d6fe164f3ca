//! Functions that every file finds beside the built-in ones, written in Starlark: `reader(text)`.

use std::sync::LazyLock;

use starlark::environment::{FrozenModule, LibraryExtension, Module};
use starlark::eval::Evaluator;
use starlark::syntax::{AstModule, Dialect};

use crate::builtins;

const SOURCE: &str = include_str!("prelude.star");

/// The functions of the prelude, read once.
pub(crate) static PRELUDE: LazyLock<FrozenModule> = LazyLock::new(|| {
    let read = || -> starlark::Result<FrozenModule> {
        let dialect = Dialect::Standard;
        let ast = AstModule::parse("prelude.star", SOURCE.to_owned(), &dialect)?;
        let structs = builtins::globals_with(&[LibraryExtension::StructType]);
        Module::with_temp_heap(|module| {
            {
                let mut evaluator = Evaluator::new(&module);
                evaluator.eval_module(ast, &structs.build())?;
            }
            Ok(module.freeze()?)
        })
    };
    read().expect("the prelude is part of this crate and tested")
});
