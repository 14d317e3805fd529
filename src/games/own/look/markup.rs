//! Checks on the markup of an SVG file, before anything is made of it.
//!
//! Files may come from strangers: nothing in them may name another file, run, or grow when it is unfolded.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Document, Error, Node, ParsingOptions};

use super::inks::shown;

/// The reason for refusing markup, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MarkupRefusal {
    pub line: Option<u32>,
    pub why: String,
}

impl MarkupRefusal {
    pub(super) fn new(line: Option<u32>, why: impl Into<String>) -> Self {
        Self { line, why: why.into() }
    }
}

/// Maximum number of elements, counting those that `<use>` repeats, and maximum depth of nesting.
pub(super) const MAX_NODES: usize = 2_000;
const DEEPEST: usize = 40;
/// Maximum size of the rules in `<style>`, in bytes.
const MAX_RULES: usize = 8 * 1024;

/// Parses a text that contains only shapes.
pub(super) fn read(text: &str) -> Result<Document<'_>, MarkupRefusal> {
    if let Some(at) = text.find("<!ENTITY") {
        let line = text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
        return Err(MarkupRefusal::new(
            u32::try_from(line).ok(),
            "entities are not unfolded; write out what they stand for",
        ));
    }
    if depth(text) > DEEPEST {
        return Err(too_deep(None));
    }
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: u32::try_from(4 * MAX_NODES).unwrap_or(0),
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        Error::NodesLimitReached => too_many(None),
        error => {
            let line = error.pos().row;
            MarkupRefusal::new((line > 0).then_some(line), format!("this is no SVG: {error}"))
        }
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        let name = shown(root.tag_name().name());
        return Err(MarkupRefusal::new(
            Some(1),
            format!("this is no SVG: it begins with <{name}>"),
        ));
    }
    for node in document.descendants().filter(Node::is_element) {
        element(&node)?;
    }
    unfolded(&document)?;
    Ok(document)
}

fn too_many(line: Option<u32>) -> MarkupRefusal {
    let why = format!("it has more than {MAX_NODES} elements, with those that <use> repeats");
    MarkupRefusal::new(line, format!("{why}; simplify it"))
}

fn too_deep(line: Option<u32>) -> MarkupRefusal {
    MarkupRefusal::new(
        line,
        format!("elements lie in each other more than {DEEPEST} deep, or in a circle"),
    )
}

/// Returns an upper bound for the nesting of elements, by their tags alone. The XML parser is recursive, so it
/// must not see deep nesting. Comments can only increase the bound.
fn depth(text: &str) -> usize {
    let (mut open, mut deepest) = (0usize, 0usize);
    let mut rest = text;
    while let Some((_, tag)) = rest.split_once('<') {
        rest = tag;
        match tag.bytes().next() {
            Some(b'/') => open = open.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) => {
                open += 1;
                deepest = deepest.max(open);
                let mut quote = None;
                let end = tag.bytes().position(|byte| {
                    match (quote, byte) {
                        (None, b'"' | b'\'') => quote = Some(byte),
                        (Some(with), _) if with == byte => quote = None,
                        _ => {}
                    }
                    quote.is_none() && byte == b'>'
                });
                let inside = end.and_then(|end| tag.get(..end)).unwrap_or(tag);
                if inside.ends_with('/') {
                    open -= 1;
                }
                rest = tag.get(inside.len()..).unwrap_or_default();
            }
        }
    }
    deepest
}

/// Returns the line of a node's beginning.
pub(super) fn line_of(node: &Node<'_, '_>) -> Option<u32> {
    Some(node.document().text_pos_at(node.range().start).row)
}

fn element(node: &Node<'_, '_>) -> Result<(), MarkupRefusal> {
    let name = node.tag_name().name();
    let fail = |why: String| Err(MarkupRefusal::new(line_of(node), why));
    match name {
        "script" => return fail("a script is not run; take it out".to_owned()),
        "image" | "feImage" => {
            return fail(
                "an image inside of a drawing is not shown; draw it with shapes".to_owned(),
            );
        }
        "foreignObject" => return fail("<foreignObject> is not a drawing; take it out".to_owned()),
        "text" | "tspan" | "textPath" => {
            let hint = "make paths of it, or write it as `text` in game.toml";
            return fail(format!("text is not drawn from a file; {hint}"));
        }
        "animate" | "animateTransform" | "animateMotion" | "set" => {
            return fail(format!("<{name}> moves; drawings stand still"));
        }
        "filter" | "mask" | "clipPath" | "pattern" | "marker" => {
            return fail(format!("<{name}> is not drawn; shapes in whole colours are"));
        }
        "style" => {
            let rules: String = node.children().filter_map(|child| child.text()).collect();
            if rules.len() > MAX_RULES {
                return fail(format!("<style> has more than {} KiB", MAX_RULES / 1024));
            }
            if rules.contains('@') {
                return fail("<style> may hold no rules with @, such as @import".to_owned());
            }
            foreign_url(&rules).map_or(Ok(()), fail)?;
        }
        _ => {}
    }
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        if name.len() > 2 && name.starts_with("on") {
            return fail(format!("`{}` would run a script; take it out", shown(name)));
        }
        if name == "href" && !value.trim_start().starts_with('#') {
            let value = shown(value);
            return fail(format!("\"{value}\" is outside of this file; nothing else is read"));
        }
        foreign_url(value).map_or(Ok(()), fail)?;
    }
    Ok(())
}

/// Returns the reason for refusing a `url(…)`: it names no part of the file itself.
fn foreign_url(value: &str) -> Option<String> {
    let inner = value.match_indices("url(").filter_map(|(at, _)| value.get(at + 4..));
    let is_foreign = |inner: &&str| !inner.trim_start_matches(['"', '\'', ' ']).starts_with('#');
    let inner = shown(inner.into_iter().find(is_foreign)?);
    Some(format!("url({inner} is outside of this file; nothing else is read"))
}

/// Checks that the elements are few enough, and not too deep, when every `<use>` is unfolded.
fn unfolded(document: &Document<'_>) -> Result<(), MarkupRefusal> {
    let named = document.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
    let mut by_id: HashMap<&str, Node<'_, '_>> = HashMap::new();
    // If several share a name, the first counts, as in usvg.
    for (id, node) in named {
        by_id.entry(id).or_insert(node);
    }
    let mut left = MAX_NODES;
    let mut open = vec![(document.root_element(), 0usize)];
    while let Some((node, depth)) = open.pop() {
        let Some(fewer) = left.checked_sub(1) else { return Err(too_many(None)) };
        left = fewer;
        if depth > DEEPEST {
            return Err(too_deep(line_of(&node)));
        }
        let children = node.children().filter(Node::is_element);
        open.extend(children.map(|child| (child, depth + 1)));
        if node.tag_name().name() == "use" {
            let hrefs = node.attributes().filter(|attribute| attribute.name() == "href");
            let names = hrefs.filter_map(|href| href.value().trim().strip_prefix('#'));
            let targets = names.filter_map(|name| by_id.get(name));
            open.extend(targets.map(|target| (*target, depth + 1)));
        }
    }
    Ok(())
}
