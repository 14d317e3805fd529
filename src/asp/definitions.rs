//! Rules of a user that may define a name and change nothing else.
//!
//! They may only derive names that no other source of the program has, by stratified rules: no name depends on
//! its own negation. Then every answer set of the other sources is extended in exactly one way. Source:
//! Lifschitz & Turner, "Splitting a logic program" (1994), and Apt, Blair & Walker on stratified programs
//! (1988). Names are compared regardless of arity, which refuses slightly more than necessary.

use std::collections::{BTreeMap, BTreeSet};

use super::components::Dependencies;
use super::error::{AspError, Located};
use super::ffi::tree::{NodeKind, NodePart, SyntaxNode};
use super::program::{Definitions, Program};
use super::statements::{Statements, atoms, part};

/// Refuses definitions that would do more than define.
pub fn check(program: &Program) -> Result<(), AspError> {
    if program.sources.iter().all(|source| source.defines.is_none()) {
        return Ok(());
    }
    let statements = Statements::of(program)?;
    let mut of_others = BTreeSet::new();
    let mut definitions: BTreeMap<usize, Vec<&SyntaxNode>> = BTreeMap::new();
    for node in statements.nodes() {
        let at = program.source_at(node.line);
        match at.and_then(|at| program.sources.get(at)).and_then(|own| own.defines.as_ref()) {
            None => of_others.extend(atoms(node).into_iter().map(|(name, _)| name)),
            Some(_) => definitions.entry(at.unwrap_or_default()).or_default().push(node),
        }
    }
    let refused = |node: &SyntaxNode, why: &str| {
        AspError::Program(vec![program.locate(node.line, node.column, why)])
    };
    for (at, source) in program.sources.iter().enumerate() {
        let Some(allowed) = &source.defines else { continue };
        let wanted = &allowed.wanted;
        let nodes = definitions.remove(&at).unwrap_or_default();
        let own: BTreeSet<&str> =
            nodes.iter().filter_map(|node| Some(head(node)?.name.as_str())).collect();
        let names = DefinitionNames { allowed, others: &of_others, own: &own };
        if let Some((node, why)) = nodes.iter().find_map(|node| Some((node, slip(node, &names)?))) {
            return Err(refused(node, &why));
        }
        if let Some((node, name)) = depends_on_its_absence(&nodes) {
            let why =
                format!("`{name}` depends on its own negation, or on an aggregate over itself");
            return Err(refused(node, &why));
        }
        let derives = |node: &&SyntaxNode| {
            head(node).is_some_and(|atom| atom.name == *wanted && atom.arity == 0)
        };
        if !nodes.iter().any(derives) {
            let why = format!("no rule derives `{wanted}`");
            let source = source.name.clone();
            let told = Located { source, line: 1, column: 1, text: why, excerpt: String::new() };
            return Err(AspError::Program(vec![told]));
        }
    }
    Ok(())
}

/// Returns the atom of a rule whose head is a single atom.
fn head(rule: &SyntaxNode) -> Option<&SyntaxNode> {
    if rule.kind != NodeKind::Rule {
        return None;
    }
    let literal = part(rule, NodePart::Head).next()?;
    let is_plain = literal.kind == NodeKind::Literal && !literal.negated;
    let atom = part(literal, NodePart::Inner).next().filter(|_| is_plain)?;
    (atom.kind == NodeKind::Atom).then_some(atom)
}

/// Names that matter to the check of definitions.
struct DefinitionNames<'a> {
    allowed: &'a Definitions,
    others: &'a BTreeSet<String>,
    own: &'a BTreeSet<&'a str>,
}

impl DefinitionNames<'_> {
    /// True if a definition would change the meaning of another rule.
    fn is_taken(&self, name: &str) -> bool {
        let taken = || self.allowed.taken.iter().chain(&self.allowed.asks);
        name != self.allowed.wanted
            && (self.others.contains(name) || taken().any(|other| other == name))
    }

    fn may_be_asked(&self, name: &str) -> bool {
        self.own.contains(name) || self.allowed.asks.iter().any(|asked| asked == name)
    }
}

/// Reason why a statement is not a definition.
fn slip(node: &SyntaxNode, names: &DefinitionNames<'_>) -> Option<String> {
    match node.kind {
        NodeKind::Definition | NodeKind::Defined | NodeKind::Base => return None,
        NodeKind::Rule => {}
        _ => return Some("only rules, #const and #defined are allowed here".to_owned()),
    }
    let own = |(name, _): &(String, usize)| name.trim_start_matches('-').starts_with("__");
    if let Some((name, _)) = atoms(node).into_iter().find(own) {
        return Some(format!("`{name}`: names that begin with __ belong to the program"));
    }
    let Some(atom) = head(node) else {
        let what = match part(node, NodePart::Head).next().map(|head| head.kind) {
            Some(NodeKind::Choice | NodeKind::HeadAggregate) => "a choice would add solutions",
            Some(NodeKind::Disjunction) => "a disjunction would add solutions",
            _ => "a constraint would take solutions away",
        };
        return Some(format!("{what}; a head must be a single atom"));
    };
    if atom.name.starts_with('-') {
        let name = &atom.name;
        return Some(format!("`{name}`: together with its opposite it would take solutions away"));
    }
    if names.is_taken(&atom.name) {
        return Some(format!("`{}` is defined elsewhere; choose another name", atom.name));
    }
    let bodies = part(node, NodePart::Body).flat_map(atoms);
    let name = bodies.map(|(name, _)| name).find(|name| !names.may_be_asked(name))?;
    let asks = names.allowed.asks.join(", ");
    Some(format!("`{name}` cannot be used here, only {asks} and names that these rules define"))
}

/// Finds a rule whose head depends, through other rules, on something that the rule negates or counts.
fn depends_on_its_absence<'a>(rules: &[&'a SyntaxNode]) -> Option<(&'a SyntaxNode, String)> {
    let (mut depends, mut strict) = (Dependencies::new(), Vec::new());
    for rule in rules {
        let Some(atom) = head(rule) else { continue };
        for literal in part(rule, NodePart::Body) {
            let grows = is_positive(literal);
            for (name, _) in atoms(literal) {
                if !grows {
                    strict.push((*rule, atom.name.clone(), name.clone()));
                }
                depends.add(atom.name.clone(), name);
            }
        }
    }
    let components = depends.components();
    let found = strict.into_iter().find(|(_, to, from)| components.get(to) == components.get(from));
    found.map(|(rule, name, _)| (rule, name))
}

/// True for a positive literal with a plain atom.
fn is_positive(literal: &SyntaxNode) -> bool {
    literal.kind == NodeKind::Literal
        && !literal.negated
        && part(literal, NodePart::Inner).all(|inner| inner.kind == NodeKind::Atom)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::Duration;

    use super::*;
    use crate::{Session, SessionOptions, Shot, Stop};

    const BASE: &str = "{ play(1..3) }. used(X) :- play(X). :- play(1), play(2), not ok. ok.";
    const FORMULA: &str = "__c :- wanted. #defined wanted/0.";

    fn read(own: &str) -> Result<Session, AspError> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let allowed = Definitions {
            wanted: "wanted".to_owned(),
            asks: words(&["play", "used"]),
            taken: words(&["open"]),
        };
        let program = Program::default()
            .with("base", BASE)
            .with("formula", FORMULA)
            .with_definitions("own", own, allowed);
        Session::ground(&program, &SessionOptions::default())
    }

    #[test]
    fn what_only_defines_is_read() {
        for own in [
            "wanted.",
            "wanted :- used(1), not used(2).",
            "a(X) :- play(X). b(X,Y) :- a(X), a(Y). wanted :- #count { X : a(X) } > 1.",
            "r(X) :- play(X). r(X+1) :- r(X), X < 3. wanted :- r(3), not r(4). #defined lost/0.",
            "#const k = 2. wanted :- used(k).",
            "wanted :- play(X) : X = 1..2.",
            "p(1;2,3). wanted :- p(1), p(2,3).",
        ] {
            if let Err(error) = read(own) {
                panic!("{own}: {error}");
            }
        }
    }

    #[test]
    fn what_does_more_is_refused_where_it_stands() {
        for (own, why) in [
            ("wanted.\n:- not used(2).", "a constraint"),
            ("wanted. #false :- used(1).", "a constraint"),
            ("wanted. 1 = 2 :- used(1).", "a constraint"),
            ("wanted. not used(1) :- used(2).", "a constraint"),
            ("wanted. __c.", "begin with __"),
            ("wanted :- not __c.", "begin with __"),
            ("wanted. used(X) :- X = 1..3.", "`used` is defined elsewhere"),
            ("wanted. used(X,1) :- X = 1..3.", "`used` is defined elsewhere"),
            ("wanted. ok(1;2,3).", "`ok` is defined elsewhere"),
            ("wanted. open(1).", "`open` is defined elsewhere"),
            ("wanted :- ok.", "`ok` cannot be used here, only play, used and"),
            ("#defined lost/0. wanted :- not lost.", "`lost` cannot be used"),
            ("wanted :- #sum { 1 : ok } = 1.", "`ok` cannot be used"),
            ("wanted :- used(X) : ok.", "`ok` cannot be used"),
            ("wanted :- X = 3000000000, X < 0.", "numbers only go to 2147483647"),
            ("wanted :- X = 0xffffffff, X < 0.", "numbers only go to 2147483647"),
            ("wanted. play(3).", "`play` is defined elsewhere"),
            ("wanted. x :- not x, not used(1).", "`x` depends on its own negation"),
            ("wanted. x :- not y. y :- not x.", "depends on its own negation"),
            ("wanted. x :- not not x.", "depends on its own negation"),
            ("wanted. x :- #count { 1 : x } < 1, used(1).", "depends on its own negation"),
            ("wanted. x :- y : z. z :- x. y :- used(1).", "depends on its own negation"),
            ("wanted. -a. a :- not used(1).", "its opposite"),
            ("wanted. 1 { a } 0 :- not used(1).", "a choice"),
            ("wanted. { a }.", "a choice"),
            ("wanted. #sum { 1 : a } = 1 :- used(1).", "a choice"),
            ("wanted. a ; b.", "a disjunction"),
            ("wanted. a : used(1).", "a disjunction"),
            ("wanted. #edge(1,2). #edge(2,1) : not used(1).", "only rules, #const"),
            ("wanted. #heuristic used(1). [1,true]", "only rules, #const"),
            ("wanted. #show used/1.", "only rules, #const"),
            ("wanted. #show t : used(1).", "only rules, #const"),
            ("wanted. #project used/1.", "only rules, #const"),
            ("wanted. #minimize { 1 : used(1) }.", "only rules, #const"),
            ("wanted. :~ used(1). [1]", "only rules, #const"),
            ("", "no rule derives `wanted`"),
            ("wanted(1).", "no rule derives `wanted`"),
            ("a :- wanted.", "`wanted` cannot be used here"),
        ] {
            let error = read(own).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(why) && error.contains("own, line "), "{own}: {error}");
        }
    }

    /// Random definitions that pass the check keep each play exactly once.
    #[test]
    fn what_is_read_leaves_the_answer_sets_as_they_are() {
        let mut rng = fastrand::Rng::with_seed(8);
        let atoms = ["a", "b", "wanted", "used(1)", "used(2)", "play(3)", "used(X)", "c(X)"];
        let (mut read_in, mut differ) = (0, 0);
        for _ in 0..2000 {
            let mut own = "wanted :- used(1). ".to_owned();
            for _ in 0..rng.usize(1..4) {
                let mut one = |signs: &[&str]| {
                    let sign = signs[rng.usize(..signs.len())];
                    format!("{sign}{}", atoms[rng.usize(..atoms.len())])
                };
                let (head, first, second) = (one(&[""]), one(&["", "not "]), one(&["", "not "]));
                own.push_str(&format!("{head} :- {first}, {second}, X = 1..2. "));
            }
            let Ok(mut session) = read(&own) else { continue };
            read_in += 1;
            let plays = plays(&mut session);
            assert_eq!(plays.len(), 8, "{own}: {plays:?}");
            differ += usize::from(own.contains("not "));
        }
        assert!(read_in > 100 && differ > 50, "{read_in} were read, {differ} of them negate");
    }

    fn plays(session: &mut Session) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        let shot = Shot::new(Duration::from_secs(20), &Stop::default());
        let outcome = session.models(&[], 0, &["play"], &shot, &mut |model| {
            found.push(model.atoms.iter().map(ToString::to_string).collect());
            ControlFlow::Continue(())
        });
        assert!(outcome.expect("solved").exhausted);
        found
    }
}
