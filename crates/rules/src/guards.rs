//! What is changed in a rules file before it runs, so that no single step can take all memory.
//!
//! The interpreter counts steps and bytes, but only looks at them between steps. Three things could
//! ask for any amount of memory inside one: repeating a sequence, joining strings, and spreading a long
//! range out. So every `*` and `join` becomes a call that looks first, and every `range` that is not
//! just walked by a `for` becomes one that refuses to be too long. What grows more slowly (a sequence
//! added to itself again and again) is left to [`crate::overdue`].
//!
//! Methods of Python that the interpreter's types lack become calls of functions in the same way.

use std::collections::HashMap;

use starlark::syntax::ast::{
    Argument, AssignOp, AssignTarget, AstExpr, AstLiteral, AstStmt, BinOp, Clause, Expr, Stmt,
};
use starlark::syntax::{AstModule, Dialect};

use crate::format;

/// What `*` becomes.
pub(crate) const TIMES: &str = "_times";
/// What `join` becomes.
pub(crate) const JOIN: &str = "_join";
/// What `%` becomes behind a text that gives a width.
const PERCENT: &str = "_percent";
/// Methods that become functions with an underscore before their name.
const METHODS: [&str; 6] = ["sort", "zfill", "rjust", "ljust", "bit_length", "bit_count"];
/// What `split(` becomes: a tuple that begins with the mark, which is quicker than a call. As long as it was.
const SPLIT_HEAD: &str = "(_s_, ";
/// The mark's name.
pub(crate) const SPLIT_MARK: &str = "_s_";
/// What `range` is called where a `for` walks it; as long as `range`, so that columns stay.
pub(crate) const WALKED_RANGE: &str = "rang_";

/// The file, guarded and ready to be evaluated.
pub(crate) fn parse(file: &str, source: &str) -> starlark::Result<AstModule> {
    let dialect = Dialect {
        enable_load: false,
        enable_top_level_stmt: true,
        enable_keyword_only_arguments: true,
        enable_f_strings: true,
        ..Dialect::Standard
    };
    let plain = AstModule::parse(file, source.to_owned(), &dialect)?;
    let mut edits = Edits::default();
    edits.file(plain.statement(), source);
    let mut guarded = if edits.is_empty() {
        plain
    } else {
        AstModule::parse(file, edits.apply(source), &dialect)?
    };
    let replace = HashMap::from([("*".to_owned(), TIMES.to_owned())]);
    guarded.replace_binary_operators(&replace);
    Ok(guarded)
}

/// Changes to the text, by place.
#[derive(Default)]
struct Edits {
    list: Vec<(usize, usize, String)>,
    /// The file has a `range` of its own: then none is ours to rename.
    has_own_range: bool,
    /// The same for `split`.
    has_own_split: bool,
}

impl Edits {
    fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn apply(mut self, source: &str) -> String {
        if self.has_own_range {
            self.list.retain(|(_, _, new)| new != WALKED_RANGE);
        }
        if self.has_own_split {
            self.list.retain(|(_, _, new)| new != SPLIT_HEAD);
        }
        // Inner changes come first, so that an outer one can be seen to contain them.
        self.list.sort_by_key(|&(start, end, _)| (start, end));
        let mut text = String::with_capacity(source.len());
        let mut at = 0;
        for (start, end, new) in self.list {
            if start >= at {
                text.push_str(&source[at..start]);
                text.push_str(&new);
                at = end;
            }
        }
        text.push_str(&source[at..]);
        text
    }

    /// Everything in a file, once: the expressions of a statement include those of inner ones.
    fn file(&mut self, file: &AstStmt, source: &str) {
        file.visit_expr(|expression| self.expression(expression, source));
        self.statement(file, source);
    }

    fn statement(&mut self, statement: &AstStmt, source: &str) {
        match &statement.node {
            Stmt::For(each) => self.walked(&each.over),
            Stmt::AssignModify(target, AssignOp::Multiply, factor) => {
                self.multiplied(target, factor, statement, source);
            }
            Stmt::Def(def) => {
                let parameters = def.params.iter().filter_map(|p| p.node.ident());
                let names = parameters.map(|ident| ident.node.ident.as_str());
                self.bound(names.chain([def.name.node.ident.as_str()]));
            }
            Stmt::Assign(assign) => {
                if let AssignTarget::Identifier(name) = &assign.lhs.node {
                    self.bound([name.node.ident.as_str()]);
                }
            }
            _ => {}
        }
        statement.visit_stmt(|inner| self.statement(inner, source));
    }

    fn bound<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        for name in names {
            self.has_own_range |= name == "range";
            self.has_own_split |= name == "split";
        }
    }

    fn expression(&mut self, expression: &AstExpr, source: &str) {
        if let Expr::ListComprehension(_, first, rest) | Expr::DictComprehension(_, first, rest) =
            &expression.node
        {
            self.walked(&first.over);
            for clause in rest {
                if let Clause::For(clause) = clause {
                    self.walked(&clause.over);
                }
            }
        }
        if let Expr::Call(function, arguments) = &expression.node
            && let Expr::Dot(separator, method) = &function.node
            && method.node == "join"
            && arguments.args.len() == 1
        {
            let function = format!("{JOIN}(");
            self.called(
                place(separator.span),
                place(method.span).0,
                function,
                ", ",
                source,
            );
        }
        if let Expr::Call(function, arguments) = &expression.node
            && let Expr::Dot(receiver, method) = &function.node
            && METHODS.contains(&method.node.as_str())
        {
            let comma = if arguments.args.is_empty() { "" } else { ", " };
            let function = format!("_{}(", method.node);
            self.called(
                place(receiver.span),
                place(method.span).0,
                function,
                comma,
                source,
            );
        }
        if let Expr::Op(text, BinOp::Percent, arguments) = &expression.node
            && let Expr::Literal(AstLiteral::String(literal)) = &text.node
            && format::has_width(&literal.node)
        {
            let (start, end) = place(expression.span);
            let (first, last) = (place(text.span), place(arguments.span));
            if let Some(sign) = source[first.1..last.0].find('%') {
                let sign = first.1 + sign;
                self.list.push((start, start, format!("{PERCENT}(")));
                self.list.push((sign, sign + 1, ",".to_owned()));
                self.list.push((end, end, ")".to_owned()));
            }
        }
        if let Expr::Call(function, arguments) = &expression.node
            && let Expr::Identifier(name) = &function.node
            && name.node.ident == "split"
            && let mut arguments = arguments.args.iter()
            && arguments.all(|argument| matches!(argument.node, Argument::Positional(_)))
        {
            let (start, end) = place(function.span);
            if source[end..].starts_with('(') {
                self.list.push((start, end + 1, SPLIT_HEAD.to_owned()));
            }
        }
        expression.visit_expr(|inner| self.expression(inner, source));
    }

    /// `for x in range(…)`: walking it takes no memory, and every round is a step.
    fn walked(&mut self, over: &AstExpr) {
        if let Expr::Call(function, _) = &over.node
            && let Expr::Identifier(name) = &function.node
            && name.node.ident == "range"
        {
            let (start, end) = place(function.span);
            self.list.push((start, end, WALKED_RANGE.to_owned()));
        }
    }

    /// `s.join(list)` becomes `_join(s, list)`: the method whose name begins at `name` becomes a function
    /// of its receiver.
    fn called(
        &mut self,
        receiver: (usize, usize),
        name: usize,
        function: String,
        comma: &str,
        source: &str,
    ) {
        let (mut start, end) = receiver;
        let dot = source[end..name].rfind('.').map(|dot| end + dot);
        let open = source[name..].find('(').map(|open| name + open);
        let (Some(dot), Some(open)) = (dot, open) else {
            return;
        };
        // The span of a receiver in brackets leaves the brackets out.
        for _ in source[end..dot].matches(')') {
            start = source[..start].rfind('(').unwrap_or(start);
        }
        self.list.push((start, start, function));
        self.list.push((dot, open + 1, comma.to_owned()));
    }

    /// `x *= y` is `x = x * (y)`.
    fn multiplied(
        &mut self,
        target: &starlark::syntax::ast::AstAssignTarget,
        factor: &AstExpr,
        statement: &AstStmt,
        source: &str,
    ) {
        let (start, _) = place(statement.span);
        let (_, end) = place(factor.span);
        let (from, to) = place(target.span);
        let (first, last) = place(factor.span);
        let (target, factor) = (&source[from..to], &source[first..last]);
        let new = format!("{target} = {target} * ({factor})");
        self.list.push((start, end, new));
    }
}

fn place(span: starlark::codemap::Span) -> (usize, usize) {
    (span.begin().get() as usize, span.end().get() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(source: &str) -> String {
        let plain = AstModule::parse("t.star", source.to_owned(), &Dialect::Standard).unwrap();
        let mut edits = Edits::default();
        edits.file(plain.statement(), source);
        edits.apply(source)
    }

    #[test]
    fn a_range_that_is_walked_may_be_long() {
        let source = "def f(n):\n    for i in range(n):\n        x = list(range(i))\n";
        assert_eq!(
            edited(source),
            "def f(n):\n    for i in rang_(n):\n        x = list(range(i))\n"
        );
        assert_eq!(
            edited("x = [i for i in range(3) for j in range(i)]\n"),
            "x = [i for i in rang_(3) for j in rang_(i)]\n"
        );
    }

    #[test]
    fn a_split_becomes_a_tuple_with_a_mark() {
        assert_eq!(
            edited(
                "x = [split(a, 7 - a) for a in y] + [split(), split(*z), split(split(1), 2,)]\n"
            ),
            "x = [(_s_, a, 7 - a) for a in y] + [(_s_, ), split(*z), (_s_, (_s_, 1), 2,)]\n"
        );
        let own = "def split(a):\n    return split(a)\n";
        assert_eq!(edited(own), own);
    }

    #[test]
    fn a_range_of_the_file_stays_its_own() {
        let source = "def f(range):\n    return [i for i in range(3)]\n";
        assert_eq!(edited(source), source);
    }

    #[test]
    fn joining_looks_first() {
        assert_eq!(
            edited("x = \",\".join([\"\".join(y) for y in z])\n"),
            "x = _join(\",\", [_join(\"\", y) for y in z])\n"
        );
    }

    #[test]
    fn methods_of_python_become_functions() {
        assert_eq!(
            edited(
                "x = \",\".join(y).zfill(3)\nz.a.sort(key = f, reverse = True)\nb = n.bit_length()\n"
            ),
            "x = _zfill(_join(\",\", y), 3)\n_sort(z.a, key = f, reverse = True)\nb = _bit_length(n)\n"
        );
        assert_eq!(
            edited("x = \"%03d\" % (n % 5) + \"%d\" % n\n"),
            "x = _percent(\"%03d\" , (n % 5)) + \"%d\" % n\n"
        );
        assert_eq!(
            edited("x = (a ^ b).bit_length() + (\"a\" + b).zfill(3)\n"),
            "x = _bit_length((a ^ b)) + _zfill((\"a\" + b), 3)\n"
        );
        assert_eq!(
            edited("x = (\",\" + y).join(z)\n"),
            "x = _join((\",\" + y), z)\n"
        );
    }

    #[test]
    fn multiplying_in_place_is_multiplying() {
        assert_eq!(
            edited("def f(x):\n    x *= 2 + x\n    return x\n"),
            "def f(x):\n    x = x * (2 + x)\n    return x\n"
        );
    }
}
