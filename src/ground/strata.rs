//! The order in which a program is evaluated once its choices are made, or the reason why there is none.
//!
//! Atoms are settled component by component. Within a component rules may depend on each other positively; an
//! atom that depends on its own negation, or on a count of itself, is an error that names it.

use thiserror::Error;

use super::components::{GroundComponents, Lists, components};
use super::program::{AtomNumber, GroundProgram, RecordedRule};

/// Reason why a program cannot be evaluated. Unnamed atoms were made by the grounder.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unevaluable {
    #[error("`{atom}` depends on its own absence{}", by_way_of(.through))]
    OwnAbsence { atom: String, through: Vec<String> },
    #[error("`{atom}` depends on a count of itself{}", by_way_of(.through))]
    OwnCount { atom: String, through: Vec<String> },
    #[error("one rule derives `{0}` or `{1}`, and nothing says which")]
    Disjunction(String, String),
    #[error("`{0}` counts something with a weight below 0")]
    NegativeWeight(String),
}

fn by_way_of(atoms: &[String]) -> String {
    let Some((last, others)) = atoms.split_last() else { return String::new() };
    let quoted: Vec<String> = others.iter().map(|atom| format!("`{atom}`")).collect();
    match quoted.is_empty() {
        true => format!(", through `{last}`"),
        false => format!(", through {} and `{last}`", quoted.join(", ")),
    }
}

/// Name of an atom in messages.
pub(crate) fn called(program: &GroundProgram, atom: AtomNumber) -> String {
    program.term(atom).map_or_else(|| format!("atom {atom}"), str::to_owned)
}

/// Rules by their heads, and components of atoms in the order of evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Strata {
    /// For every atom, the non-choice rules that derive it.
    pub rules: Lists<u32>,
    pub components: GroundComponents,
}

impl Strata {
    pub(crate) fn of(program: &GroundProgram) -> Result<Self, Unevaluable> {
        check_form(program)?;
        let rules = by_head(program, |rule| !rule.choice);
        let components = depend(program, |rule| !rule.choice, |_| true);
        check_order(program, &components)?;
        Ok(Self { rules, components })
    }

    /// True if the atoms of a component depend on each other, or one on itself.
    pub(crate) fn is_knot(&self, program: &GroundProgram, component: usize) -> bool {
        is_knot(program, &self.rules, self.components.nodes(component))
    }
}

/// True if several atoms form one component, or if one has a rule that needs itself.
pub(crate) fn is_knot(program: &GroundProgram, rules: &Lists<u32>, atoms: &[AtomNumber]) -> bool {
    let [atom] = atoms else { return true };
    let feeds = |literal: &i32| *literal > 0 && literal.unsigned_abs() == *atom;
    rules.get(*atom).iter().any(|rule| program.rule(*rule as usize).body.iter().any(feeds))
}

/// For every atom, the rules of a kind that have it as a head.
pub(crate) fn by_head(
    program: &GroundProgram,
    kind: impl Fn(&RecordedRule<'_>) -> bool,
) -> Lists<u32> {
    let n_atoms = program.last_atom() as usize + 1;
    let mut pairs = Vec::new();
    for (at, rule) in program.rules().enumerate().filter(|(_, rule)| kind(rule)) {
        pairs.extend(rule.heads.iter().map(|head| (*head, at as u32)));
    }
    Lists::of(n_atoms, pairs.into_iter())
}

/// Components of atoms, where the heads of some rules (`kind`) depend on some of their literals (`counts`).
pub(crate) fn depend(
    program: &GroundProgram,
    kind: impl Fn(&RecordedRule<'_>) -> bool,
    counts: impl Fn(i32) -> bool,
) -> GroundComponents {
    let n_atoms = program.last_atom() as usize + 1;
    let mut pairs = Vec::new();
    for rule in program.rules().filter(|rule| kind(rule)) {
        for head in rule.heads {
            let body = rule.body.iter().filter(|literal| counts(**literal));
            pairs.extend(body.map(|literal| (*head, literal.unsigned_abs())));
        }
    }
    components(n_atoms, &Lists::of(n_atoms, pairs.into_iter()))
}

fn check_form(program: &GroundProgram) -> Result<(), Unevaluable> {
    for rule in program.rules() {
        if let (false, [one, other, ..]) = (rule.choice, rule.heads) {
            let (one, other) = (called(program, *one), called(program, *other));
            return Err(Unevaluable::Disjunction(one, other));
        }
        if rule.weights.iter().any(|weight| *weight < 0) {
            let head = rule.heads.first().map(|head| called(program, *head));
            return Err(Unevaluable::NegativeWeight(head.unwrap_or_else(|| "a constraint".into())));
        }
    }
    Ok(())
}

/// Checks that no component has negation or a count inside.
fn check_order(program: &GroundProgram, components: &GroundComponents) -> Result<(), Unevaluable> {
    for rule in program.rules().filter(|rule| !rule.choice) {
        let [head] = rule.heads else { continue };
        let inside = |literal: &i32| components.of(literal.unsigned_abs()) == components.of(*head);
        let absent = rule.body.iter().any(|literal| *literal < 0 && inside(literal));
        let counted = rule.bound.is_some() && rule.body.iter().any(inside);
        if !absent && !counted {
            continue;
        }
        let members = components.nodes(components.of(*head) as usize);
        let (atom, through) = name_cycle(program, *head, members);
        return Err(match absent {
            true => Unevaluable::OwnAbsence { atom, through },
            false => Unevaluable::OwnCount { atom, through },
        });
    }
    Ok(())
}

/// Names a cycle: by its head if that has a name, and a few other atoms of the component.
fn name_cycle(
    program: &GroundProgram,
    head: AtomNumber,
    members: &[AtomNumber],
) -> (String, Vec<String>) {
    const SHOWN: usize = 4;
    let names = program.index();
    let mut named: Vec<&str> = members.iter().filter_map(|atom| names.term(*atom)).collect();
    named.sort_unstable();
    let atom = names.term(head).or_else(|| named.first().copied());
    let Some(atom) = atom else { return (called(program, head), Vec::new()) };
    let others = named.iter().filter(|other| **other != atom).take(SHOWN);
    (atom.to_owned(), others.map(|other| (*other).to_owned()).collect())
}
