//! Positions in a program, using clingo's own parser for statements.

use super::components::Dependencies;
use super::error::{AspError, Located};
use super::ffi::tree::{NodeKind, NodePart, SyntaxNode, parse};
use super::program::Program;

/// A predicate: its name, with `-` for classical negation, and its number of arguments.
pub(crate) type Signature = (String, usize);

/// A program's statements.
pub(crate) struct Statements {
    nodes: Vec<SyntaxNode>,
}

/// A place in the joined text of a program: line and column, from 1.
pub(crate) type TextPlace = (usize, usize);

impl Statements {
    /// Parses a program; the error holds its syntax errors.
    pub(crate) fn of(program: &Program) -> Result<Self, AspError> {
        program.check().map_err(AspError::Program)?;
        let mut nodes = Vec::new();
        for (at, part) in program.parts().enumerate() {
            nodes.extend(parse(&part).map_err(|said| {
                let located = |text: &String| program.read_message_of(at, text);
                AspError::Program(said.iter().map(located).collect::<Vec<Located>>())
            })?);
        }
        Ok(Self { nodes })
    }

    pub(super) fn nodes(&self) -> &[SyntaxNode] {
        &self.nodes
    }

    /// Returns the places of all nodes that satisfy `is_such`.
    pub(crate) fn places(&self, is_such: &dyn Fn(&SyntaxNode) -> bool) -> Vec<TextPlace> {
        let mut found = Vec::new();
        for node in &self.nodes {
            walk(node, &mut |node| {
                if is_such(node) {
                    found.push((node.line, node.column));
                }
            });
        }
        found
    }

    /// True if some rule has the predicate in its head.
    pub(crate) fn derives(&self, name: &str, arity: usize) -> bool {
        let signature = (name.to_owned(), arity);
        self.nodes.iter().any(|node| heads(node).contains(&signature))
    }

    /// The first rule that chooses a predicate.
    pub(crate) fn choice_of(&self, signature: &Signature) -> Option<TextPlace> {
        let rule = self.nodes.iter().find(|node| {
            part(node, NodePart::Head).any(is_choice) && heads(node).contains(signature)
        });
        rule.map(|rule| (rule.line, rule.column))
    }

    /// Returns the first rule that derives a predicate of one argument with this name from several literals, or
    /// from one if there is no such rule.
    pub(crate) fn rule_about(&self, predicate: &str, name: &str) -> Option<TextPlace> {
        let rules = self.nodes.iter().filter(|node| {
            part(node, NodePart::Head)
                .flat_map(|head| part(head, NodePart::Inner))
                .any(|atom| atom.name == predicate && (atom.about == name || atom.about.is_empty()))
        });
        let rule = rules.min_by_key(|rule| part(rule, NodePart::Body).count() < 2);
        rule.map(|rule| (rule.line, rule.column))
    }

    /// Returns the aggregates and conditions that depend on themselves: one of their predicates needs the head
    /// of their own rule.
    pub(crate) fn recursive_aggregates(&self) -> Vec<TextPlace> {
        let mut depends = Dependencies::new();
        let rules: Vec<&SyntaxNode> =
            self.nodes.iter().filter(|node| node.kind == NodeKind::Rule).collect();
        for rule in &rules {
            let needed: Vec<Signature> = part(rule, NodePart::Body)
                .chain(part(rule, NodePart::Head).flat_map(conditions))
                .flat_map(atoms)
                .collect();
            for head in heads(rule) {
                needed.iter().for_each(|needed| depends.add(head.clone(), needed.clone()));
            }
        }
        let components = depends.components();
        let component = |signature: &Signature| components.get(signature).copied();
        let mut found = Vec::new();
        for rule in rules {
            let of_heads: Vec<u32> = heads(rule).iter().filter_map(component).collect();
            for literal in part(rule, NodePart::Body) {
                walk(literal, &mut |node| {
                    let grouped = matches!(
                        node.kind,
                        NodeKind::BodyAggregate | NodeKind::Choice | NodeKind::Conditional
                    );
                    let recursive = || {
                        let mut inner = atoms(node).into_iter();
                        inner.any(|atom| component(&atom).is_some_and(|c| of_heads.contains(&c)))
                    };
                    // An aggregate reports its own elements.
                    let place = (node.line, node.column);
                    let told =
                        || found.iter().any(|old: &TextPlace| old.0 == place.0 && *old <= place);
                    if grouped && recursive() && !told() {
                        found.push(place);
                    }
                });
            }
        }
        found
    }
}

/// True for a disjunction in the program's text: several atoms, or one under a condition.
pub(crate) fn is_disjunction(node: &SyntaxNode) -> bool {
    node.kind == NodeKind::Disjunction
}

fn is_choice(node: &SyntaxNode) -> bool {
    matches!(node.kind, NodeKind::Choice | NodeKind::HeadAggregate)
}

pub(super) fn part(node: &SyntaxNode, wanted: NodePart) -> impl Iterator<Item = &SyntaxNode> {
    node.children.iter().filter(move |(part, _)| *part == wanted).map(|(_, child)| child)
}

fn walk(node: &SyntaxNode, visit: &mut dyn FnMut(&SyntaxNode)) {
    visit(node);
    for (_, child) in &node.children {
        walk(child, visit);
    }
}

/// All predicates below a node.
pub(super) fn atoms(node: &SyntaxNode) -> Vec<Signature> {
    let mut found = Vec::new();
    walk(node, &mut |node| {
        if node.kind == NodeKind::Atom {
            found.push((node.name.clone(), node.arity));
        }
    });
    found
}

fn conditions(head: &SyntaxNode) -> Vec<&SyntaxNode> {
    let mut found = Vec::new();
    for (part, child) in &head.children {
        if *part == NodePart::Condition && child.kind == NodeKind::Literal {
            found.push(child);
        } else {
            found.extend(conditions(child));
        }
    }
    found
}

/// The predicates that a rule derives or chooses.
fn heads(rule: &SyntaxNode) -> Vec<Signature> {
    fn collect(node: &SyntaxNode, found: &mut Vec<Signature>) {
        if node.kind == NodeKind::Atom {
            found.push((node.name.clone(), node.arity));
        }
        for (part, child) in &node.children {
            // A condition is a list of literals; in an aggregate of a head, the atom with its own condition.
            if *part != NodePart::Condition || child.kind == NodeKind::Conditional {
                collect(child, found);
            }
        }
    }
    let mut found = Vec::new();
    for head in part(rule, NodePart::Head) {
        collect(head, &mut found);
    }
    found
}
