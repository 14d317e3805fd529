//! A program's text as clingo parses it: its statements as trees, with their places.
//!
//! Clingo opens an `#include` while it parses, so a text must be checked for forbidden words before it comes
//! here.

use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::sync::PoisonError;

use clingo_sys as c;

use super::{Failure, Log, ONE_THREAD, c_string, checked, kept_from_unwinding, log_message};

/// Kind of a node, as far as it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    Rule,
    /// An atom, with its name and number of arguments.
    Atom,
    Literal,
    Conditional,
    /// `{ … }`: a choice if in a head.
    Choice,
    HeadAggregate,
    BodyAggregate,
    Disjunction,
    Theory,
    Minimize,
    External,
    Edge,
    /// `#const`.
    Definition,
    /// `#defined`.
    Defined,
    /// `#program base`, which starts every parsed text.
    Base,
    Other,
}

/// Part of its parent to which a node belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodePart {
    Head,
    Body,
    Element,
    Condition,
    Inner,
}

/// A node of a statement. Terms are left out, except for an atom's name.
#[derive(Clone, Debug)]
pub(crate) struct SyntaxNode {
    pub kind: NodeKind,
    /// Position in the text, from 1; 0 if clingo gives none.
    pub line: usize,
    pub column: usize,
    pub name: String,
    pub arity: usize,
    /// For an atom: the name of its first argument, if it has one.
    pub about: String,
    /// True if it begins with `not`, once or twice.
    pub negated: bool,
    pub children: Vec<(NodePart, SyntaxNode)>,
}

type Attribute = c::clingo_ast_attribute_e;

const PARTS: [(Attribute, NodePart); 7] = [
    (c::clingo_ast_attribute_e_clingo_ast_attribute_head, NodePart::Head),
    (c::clingo_ast_attribute_e_clingo_ast_attribute_body, NodePart::Body),
    (c::clingo_ast_attribute_e_clingo_ast_attribute_elements, NodePart::Element),
    (c::clingo_ast_attribute_e_clingo_ast_attribute_condition, NodePart::Condition),
    (c::clingo_ast_attribute_e_clingo_ast_attribute_literal, NodePart::Inner),
    (c::clingo_ast_attribute_e_clingo_ast_attribute_atom, NodePart::Inner),
    (c::clingo_ast_attribute_e_clingo_ast_attribute_atoms, NodePart::Inner),
];

/// Parses a text. Returns its statements, or the messages of clingo's logger.
pub(crate) fn parse(text: &str) -> Result<Vec<SyntaxNode>, Vec<String>> {
    let (nodes, said, done) = parse_all(text);
    done.map(|()| nodes).map_err(|failure| {
        let errors: Vec<String> =
            said.into_iter().filter(|(error, _)| *error).map(|(_, text)| text).collect();
        if errors.is_empty() { vec![failure.text] } else { errors }
    })
}

/// The statements up to the end of a text or an error, the logger's messages (true for an error), and the result.
pub(crate) type Parsed = (Vec<SyntaxNode>, Vec<(bool, String)>, Result<(), Failure>);

pub(crate) fn parse_all(text: &str) -> Parsed {
    let _one_thread = ONE_THREAD.lock();
    let text = match c_string(text) {
        Ok(text) => text,
        Err(failure) => return (Vec::new(), Vec::new(), Err(failure)),
    };
    let (mut nodes, log): (Vec<SyntaxNode>, Box<Log>) = (Vec::new(), Box::default());
    // SAFETY: the string, the nodes and the log live through the call; the control is null, which
    // keeps clingo from reading ground programs.
    let done = checked(unsafe {
        c::clingo_ast_parse_string(
            text.as_ptr(),
            Some(take_statement),
            ptr::from_mut(&mut nodes).cast(),
            ptr::null_mut(),
            Some(log_message),
            ptr::from_ref::<Log>(&log).cast_mut().cast(),
            200,
        )
    });
    let said = log.into_inner().unwrap_or_else(PoisonError::into_inner);
    (nodes, said, done)
}

unsafe extern "C" fn take_statement(ast: *mut c::clingo_ast_t, data: *mut c_void) -> bool {
    if ast.is_null() || data.is_null() {
        return false;
    }
    // SAFETY: `data` points to the list that `parse` gave, and nobody else holds it during a call.
    let nodes = unsafe { &mut *data.cast::<Vec<SyntaxNode>>() };
    // SAFETY: the tree lives through this call.
    kept_from_unwinding(|| nodes.push(unsafe { node(ast) }))
}

/// SAFETY: `ast` is a living tree.
unsafe fn node(ast: *mut c::clingo_ast_t) -> SyntaxNode {
    let kind = unsafe { kind_of(ast) };
    let (line, column) = unsafe { place(ast) };
    let mut found = SyntaxNode {
        kind,
        line,
        column,
        name: String::new(),
        arity: 0,
        about: String::new(),
        negated: false,
        children: Vec::new(),
    };
    if kind == NodeKind::Atom {
        unsafe { name_atom(ast, &mut found) };
        return found;
    }
    let sign = c::clingo_ast_attribute_e_clingo_ast_attribute_sign;
    found.negated = unsafe { number(ast, sign) } > 0;
    for (attribute, part) in PARTS {
        for child in unsafe { children(ast, attribute) } {
            // SAFETY: the reference was counted up for us and is given back here.
            unsafe {
                found.children.push((part, node(child)));
                c::clingo_ast_release(child);
            }
        }
    }
    found
}

/// SAFETY: `ast` is a living tree.
unsafe fn kind_of(ast: *mut c::clingo_ast_t) -> NodeKind {
    let mut raw = 0;
    // SAFETY: as the caller says; the out parameter is local.
    if !unsafe { c::clingo_ast_get_type(ast, &mut raw) } {
        return NodeKind::Other;
    }
    match raw as c::clingo_ast_type_e {
        c::clingo_ast_type_e_clingo_ast_type_rule => NodeKind::Rule,
        c::clingo_ast_type_e_clingo_ast_type_symbolic_atom => NodeKind::Atom,
        c::clingo_ast_type_e_clingo_ast_type_literal => NodeKind::Literal,
        c::clingo_ast_type_e_clingo_ast_type_conditional_literal => NodeKind::Conditional,
        c::clingo_ast_type_e_clingo_ast_type_aggregate => NodeKind::Choice,
        c::clingo_ast_type_e_clingo_ast_type_head_aggregate => NodeKind::HeadAggregate,
        c::clingo_ast_type_e_clingo_ast_type_body_aggregate => NodeKind::BodyAggregate,
        c::clingo_ast_type_e_clingo_ast_type_disjunction => NodeKind::Disjunction,
        c::clingo_ast_type_e_clingo_ast_type_theory_atom => NodeKind::Theory,
        c::clingo_ast_type_e_clingo_ast_type_minimize => NodeKind::Minimize,
        c::clingo_ast_type_e_clingo_ast_type_external => NodeKind::External,
        c::clingo_ast_type_e_clingo_ast_type_edge => NodeKind::Edge,
        c::clingo_ast_type_e_clingo_ast_type_definition => NodeKind::Definition,
        c::clingo_ast_type_e_clingo_ast_type_defined => NodeKind::Defined,
        c::clingo_ast_type_e_clingo_ast_type_program => NodeKind::Base,
        _ => NodeKind::Other,
    }
}

/// SAFETY: `ast` is a living tree.
unsafe fn attribute_type(ast: *mut c::clingo_ast_t, attribute: Attribute) -> Option<u32> {
    let (mut has, mut kind) = (false, 0);
    let attribute = attribute as c::clingo_ast_attribute_t;
    // SAFETY: as the caller says; out parameters are local.
    unsafe {
        (c::clingo_ast_has_attribute(ast, attribute, &mut has)
            && has
            && c::clingo_ast_attribute_type(ast, attribute, &mut kind))
        .then_some(kind as u32)
    }
}

/// SAFETY: `ast` is a living tree.
unsafe fn number(ast: *mut c::clingo_ast_t, attribute: Attribute) -> i32 {
    let number = c::clingo_ast_attribute_type_e_clingo_ast_attribute_type_number;
    let mut value = 0;
    // SAFETY: as the caller says; the attribute is there and is a number.
    unsafe {
        if attribute_type(ast, attribute) == Some(number) {
            c::clingo_ast_attribute_get_number(
                ast,
                attribute as c::clingo_ast_attribute_t,
                &mut value,
            );
        }
    }
    value
}

/// SAFETY: `ast` is a living tree.
unsafe fn place(ast: *mut c::clingo_ast_t) -> (usize, usize) {
    let attribute = c::clingo_ast_attribute_e_clingo_ast_attribute_location;
    let mut place = c::clingo_location {
        begin_file: ptr::null(),
        end_file: ptr::null(),
        begin_line: 0,
        end_line: 0,
        begin_column: 0,
        end_column: 0,
    };
    // SAFETY: as the caller says; the out parameter is local, and of it only numbers are read.
    unsafe {
        if attribute_type(ast, attribute).is_some() {
            c::clingo_ast_attribute_get_location(
                ast,
                attribute as c::clingo_ast_attribute_t,
                &mut place,
            );
        }
    }
    (place.begin_line, place.begin_column)
}

/// Returns the trees of an attribute; each is counted up and has to be released.
///
/// SAFETY: `ast` is a living tree.
unsafe fn children(ast: *mut c::clingo_ast_t, attribute: Attribute) -> Vec<*mut c::clingo_ast_t> {
    let one = c::clingo_ast_attribute_type_e_clingo_ast_attribute_type_ast;
    let optional = c::clingo_ast_attribute_type_e_clingo_ast_attribute_type_optional_ast;
    let array = c::clingo_ast_attribute_type_e_clingo_ast_attribute_type_ast_array;
    let mut found = Vec::new();
    // SAFETY: as the caller says; each call fits the attribute's type, out parameters are local.
    unsafe {
        let kind = attribute_type(ast, attribute);
        let attribute = attribute as c::clingo_ast_attribute_t;
        let mut child = ptr::null_mut();
        if kind == Some(one) {
            if c::clingo_ast_attribute_get_ast(ast, attribute, &mut child) {
                found.push(child);
            }
        } else if kind == Some(optional) {
            if c::clingo_ast_attribute_get_optional_ast(ast, attribute, &mut child) {
                found.push(child);
            }
        } else if kind == Some(array) {
            let mut size = 0;
            c::clingo_ast_attribute_size_ast_array(ast, attribute, &mut size);
            for at in 0..size {
                if c::clingo_ast_attribute_get_ast_at(ast, attribute, at, &mut child) {
                    found.push(child);
                }
            }
        }
    }
    found.retain(|child| !child.is_null());
    found
}

/// Writes an atom's name with its sign, its number of arguments, and the name of the first one.
///
/// SAFETY: `ast` is a living tree of an atom.
unsafe fn name_atom(ast: *mut c::clingo_ast_t, node: &mut SyntaxNode) {
    let symbol = c::clingo_ast_attribute_e_clingo_ast_attribute_symbol;
    let argument = c::clingo_ast_attribute_e_clingo_ast_attribute_argument;
    let arguments = c::clingo_ast_attribute_e_clingo_ast_attribute_arguments;
    // SAFETY: as the caller says. Every visited tree was counted up and is released after the next step.
    unsafe {
        let mut steps = children(ast, symbol);
        let mut sign = "";
        while let Some(term) = steps.first().copied() {
            // A sign before the atom, or the first of several atoms in one, such as p(1;2).
            let inner = children(term, argument);
            let rest = children(term, arguments);
            if let Some(name) = name_of(term) {
                node.name = format!("{sign}{name}");
                node.arity = rest.len();
                node.about = rest.first().and_then(|first| name_of(*first)).unwrap_or_default();
                release(steps);
                steps = Vec::new();
                release(inner);
                release(rest);
            } else {
                release(steps);
                if inner.is_empty() {
                    steps = rest;
                } else {
                    sign = "-";
                    steps = inner;
                    release(rest);
                }
            }
        }
    }
}

/// SAFETY: each is a tree that was counted up for us; none is used afterwards.
unsafe fn release(trees: Vec<*mut c::clingo_ast_t>) {
    for tree in trees {
        // SAFETY: as the caller says.
        unsafe { c::clingo_ast_release(tree) };
    }
}

/// Returns the name of a function.
///
/// SAFETY: `term` is a living tree.
unsafe fn name_of(term: *mut c::clingo_ast_t) -> Option<String> {
    let name = c::clingo_ast_attribute_e_clingo_ast_attribute_name;
    let function = c::clingo_ast_type_e_clingo_ast_type_function;
    let (mut kind, mut text): (_, *const c_char) = (0, ptr::null());
    // SAFETY: as the caller says; a function has a name, and strings are interned for the life of
    // the process.
    unsafe {
        let named = c::clingo_ast_get_type(term, &mut kind)
            && kind as c::clingo_ast_type_e == function
            && c::clingo_ast_attribute_get_string(
                term,
                name as c::clingo_ast_attribute_t,
                &mut text,
            )
            && !text.is_null();
        named.then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
    }
}
