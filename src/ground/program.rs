//! A ground program: rules over numbered atoms, and the names of atoms.
//!
//! Rules and names are stored in flat arrays, since a program has hundreds of thousands of them and travels
//! between processes. Literals are atoms (from 1) with a sign.
//!
//! Unsupported statements are refused earlier: disjunctions, theories, externals, preferences.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use foolproof_kernel::arguments;

/// An atom by its number, from 1. In names, 0 stands for a fact without a number.
pub type AtomNumber = u32;

/// A rule of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedRule<'a> {
    pub choice: bool,
    /// Empty for a constraint. Several for a choice, or for a disjunction if the program was not checked yet.
    pub heads: &'a [AtomNumber],
    /// The sum of weights that the body needs; `None` if it needs all of its literals.
    pub bound: Option<i32>,
    pub body: &'a [i32],
    /// As long as the body if there is a bound; empty otherwise.
    pub weights: &'a [i32],
}

impl RecordedRule<'_> {
    /// True for a constraint: no answer may satisfy its body.
    pub(crate) fn is_constraint(&self) -> bool {
        self.heads.is_empty() && !self.choice
    }

    /// Returns whether the body holds, given the literals that hold.
    pub(crate) fn body_holds(&self, holds: impl Fn(i32) -> bool) -> bool {
        match self.bound {
            None => self.body.iter().all(|literal| holds(*literal)),
            Some(bound) => self.weight(holds) >= i64::from(bound),
        }
    }

    /// Sum of the weights of the literals that hold.
    pub(crate) fn weight(&self, holds: impl Fn(i32) -> bool) -> i64 {
        let weighed = self.body.iter().zip(self.weights);
        weighed.filter(|(literal, _)| holds(**literal)).map(|(_, weight)| i64::from(*weight)).sum()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct RuleSpan {
    choice: bool,
    bound: Option<i32>,
    heads_end: u32,
    body_end: u32,
    weights_end: u32,
}

/// Rules in order of arrival, and names of atoms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundProgram {
    spans: Vec<RuleSpan>,
    heads: Vec<AtomNumber>,
    body: Vec<i32>,
    weights: Vec<i32>,
    named: Vec<AtomNumber>,
    /// All names, concatenated.
    text: String,
    name_ends: Vec<u32>,
}

fn end(length: usize) -> u32 {
    // Four billion literals do not fit into the memory of a worker.
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl GroundProgram {
    /// Adds a rule that needs its whole body. Without heads and choice it is a constraint.
    pub fn push(&mut self, choice: bool, heads: &[AtomNumber], body: &[i32]) {
        self.heads.extend_from_slice(heads);
        self.body.extend_from_slice(body);
        self.close(choice, None);
    }

    /// Adds a rule that needs literals (first) of this total weight (second).
    pub fn push_weighted(
        &mut self,
        choice: bool,
        heads: &[AtomNumber],
        bound: i32,
        body: impl IntoIterator<Item = (i32, i32)>,
    ) {
        self.heads.extend_from_slice(heads);
        for (literal, weight) in body {
            self.body.push(literal);
            self.weights.push(weight);
        }
        self.close(choice, Some(bound));
    }

    /// Adds a rule of another program.
    pub fn push_rule(&mut self, rule: &RecordedRule<'_>) {
        self.heads.extend_from_slice(rule.heads);
        self.body.extend_from_slice(rule.body);
        self.weights.extend_from_slice(rule.weights);
        self.close(rule.choice, rule.bound);
    }

    fn close(&mut self, choice: bool, bound: Option<i32>) {
        self.spans.push(RuleSpan {
            choice,
            bound,
            heads_end: end(self.heads.len()),
            body_end: end(self.body.len()),
            weights_end: end(self.weights.len()),
        });
    }

    /// Names an atom; with atom 0, declares the term a fact.
    pub fn name(&mut self, atom: AtomNumber, term: &str) {
        self.named.push(atom);
        self.text.push_str(term);
        self.name_ends.push(end(self.text.len()));
    }

    /// Declares a term a fact that no rule mentions.
    pub fn fact(&mut self, term: &str) {
        self.name(0, term);
    }

    /// Removes the names of facts without a number.
    pub(super) fn drop_unnumbered(&mut self) {
        let mut kept = Self::default();
        self.names().filter(|(atom, _)| *atom != 0).for_each(|(atom, term)| kept.name(atom, term));
        (self.named, self.text, self.name_ends) = (kept.named, kept.text, kept.name_ends);
    }

    pub fn n_rules(&self) -> usize {
        self.spans.len()
    }

    /// Returns the rule with this number; beyond the last, a rule with no head and no body.
    pub fn rule(&self, at: usize) -> RecordedRule<'_> {
        let before = at.checked_sub(1).and_then(|at| self.spans.get(at)).copied();
        let before = before.unwrap_or_default();
        let span = self.spans.get(at).copied().unwrap_or(before);
        let cut = |from: u32, to: u32| from as usize..to as usize;
        let weights = self.weights.get(cut(before.weights_end, span.weights_end));
        RecordedRule {
            choice: span.choice,
            heads: self.heads.get(cut(before.heads_end, span.heads_end)).unwrap_or_default(),
            bound: span.bound,
            body: self.body.get(cut(before.body_end, span.body_end)).unwrap_or_default(),
            weights: weights.unwrap_or_default(),
        }
    }

    pub fn rules(&self) -> impl Iterator<Item = RecordedRule<'_>> + Clone {
        (0..self.n_rules()).map(|at| self.rule(at))
    }

    /// Named atoms in the order of naming; facts without a number have 0.
    pub fn names(&self) -> impl Iterator<Item = (AtomNumber, &str)> {
        let starts = std::iter::once(0).chain(self.name_ends.iter().copied());
        let spans = starts.zip(&self.name_ends);
        self.named.iter().zip(spans).map(|(atom, (from, to))| {
            (*atom, self.text.get(from as usize..*to as usize).unwrap_or_default())
        })
    }

    /// Named atoms with this predicate and this number of arguments, with the arguments.
    pub fn atoms_of<const N: usize>(
        &self,
        predicate: &str,
    ) -> impl Iterator<Item = (AtomNumber, [&str; N])> {
        self.names().filter_map(move |(atom, name)| {
            let arguments = match N {
                0 if name == predicate => Vec::new().try_into().ok(),
                _ => arguments(name, predicate),
            };
            Some((atom, arguments?))
        })
    }

    /// Returns the name of an atom. O(names): for messages.
    pub fn term(&self, atom: AtomNumber) -> Option<&str> {
        self.names().find(|(named, _)| *named == atom && atom != 0).map(|(_, term)| term)
    }

    /// Returns an index of names and atoms, to look up many.
    pub fn index(&self) -> Names<'_> {
        let mut names = Names::default();
        for (atom, term) in self.names() {
            names.atoms.insert(term, atom);
            if atom != 0 {
                names.terms.entry(atom).or_insert(term);
            }
        }
        names
    }

    /// Heads of choice rules, without repetitions, ascending.
    pub fn inputs(&self) -> Vec<AtomNumber> {
        let choices = self.rules().filter(|rule| rule.choice);
        let mut inputs: Vec<AtomNumber> = choices.flat_map(|rule| rule.heads).copied().collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// Returns the rules on which these atoms and the program's constraints depend, with their atoms' names.
    pub fn beneath(&self, atoms: impl IntoIterator<Item = AtomNumber>) -> Self {
        let n_atoms = self.last_atom() as usize + 1;
        let mut rules_of: Vec<Vec<u32>> = vec![Vec::new(); n_atoms];
        let mut open: Vec<AtomNumber> = atoms.into_iter().collect();
        for (at, rule) in (0u32..).zip(self.rules()) {
            rule.heads.iter().for_each(|head| rules_of[*head as usize].push(at));
            if rule.is_constraint() {
                open.extend(rule.body.iter().map(|literal| literal.unsigned_abs()));
            }
        }
        let mut needed = vec![false; n_atoms];
        while let Some(atom) = open.pop() {
            if !std::mem::replace(&mut needed[atom as usize], true) {
                let rules = rules_of[atom as usize].iter().map(|at| self.rule(*at as usize));
                open.extend(rules.flat_map(|rule| rule.body).map(|literal| literal.unsigned_abs()));
            }
        }
        let mut beneath = Self::default();
        for rule in self.rules() {
            let heads = rule.heads.iter().copied().filter(|head| needed[*head as usize]);
            let heads: Vec<AtomNumber> = heads.collect();
            if heads.is_empty() && !rule.is_constraint() {
                continue;
            }
            match rule.bound {
                None => beneath.push(rule.choice, &heads, rule.body),
                Some(bound) => {
                    let body = rule.body.iter().zip(rule.weights);
                    let body = body.map(|(literal, weight)| (*literal, *weight));
                    beneath.push_weighted(rule.choice, &heads, bound, body);
                }
            }
        }
        let names = self.names().filter(|(atom, _)| *atom == 0 || needed[*atom as usize]);
        names.for_each(|(atom, term)| beneath.name(atom, term));
        beneath
    }

    /// The largest number of an atom in rules and names.
    pub fn last_atom(&self) -> AtomNumber {
        let heads = self.heads.iter().chain(&self.named).copied().max().unwrap_or(0);
        let body = self.body.iter().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
        heads.max(body)
    }
}

/// Names of atoms, looked up both ways.
#[derive(Clone, Debug, Default)]
pub struct Names<'a> {
    atoms: FxHashMap<&'a str, AtomNumber>,
    terms: FxHashMap<AtomNumber, &'a str>,
}

impl<'a> Names<'a> {
    /// The atom of a term; 0 for a fact without a number.
    pub fn atom(&self, term: &str) -> Option<AtomNumber> {
        self.atoms.get(term).copied()
    }

    /// The name of an atom; the first one if it has several.
    pub fn term(&self, atom: AtomNumber) -> Option<&'a str> {
        self.terms.get(&atom).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_names_come_back() {
        let mut program = GroundProgram::default();
        program.push(true, &[1, 2], &[]);
        program.push_weighted(false, &[3], 2, [(1, 1), (-2, 2)]);
        program.push(false, &[], &[3, -1]);
        program.name(1, "now(a,b)");
        program.name(2, "won");
        program.fact("start(a,b)");
        assert_eq!(program.n_rules(), 3);
        let weighted = program.rule(1);
        assert_eq!(
            (weighted.bound, weighted.body, weighted.weights),
            (Some(2), &[1, -2][..], &[1, 2][..])
        );
        assert!(weighted.body_holds(|literal| literal == -2));
        assert!(!weighted.body_holds(|literal| literal == 1));
        assert_eq!((program.inputs(), program.last_atom()), (vec![1, 2], 3));
        assert_eq!(program.atoms_of("now").collect::<Vec<_>>(), [(1, ["a", "b"])]);
        assert_eq!(program.atoms_of("won").collect::<Vec<_>>(), [(2, [])]);
        assert_eq!(program.term(2), Some("won"));
        let names = program.index();
        assert_eq!((names.atom("start(a,b)"), names.term(1)), (Some(0), Some("now(a,b)")));
    }

    #[test]
    fn what_is_beneath_an_atom_are_its_rules_and_the_constraints() {
        let mut program = GroundProgram::default();
        program.push(true, &[1, 2, 3], &[]);
        program.push_weighted(false, &[4], 2, [(1, 1), (-2, 2)]);
        program.push(false, &[5], &[4, -3]);
        program.push(false, &[6], &[5]);
        (4..=6).for_each(|atom| program.name(atom, &format!("atom({atom})")));
        let beneath = program.beneath([4]);
        assert_eq!(beneath.n_rules(), 2);
        assert_eq!(beneath.rule(0).heads, [1, 2]);
        assert_eq!(beneath.rule(1), program.rule(1));
        assert_eq!(beneath.names().collect::<Vec<_>>(), [(4, "atom(4)")]);
        program.push(false, &[], &[6]);
        assert_eq!(program.beneath([4]), program);
    }
}
