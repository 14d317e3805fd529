//! The atoms of a ground program, and their names.
//!
//! Literals are read once, right after grounding (see `session.rs`). Names are written only for requested
//! predicates: there are ten times as many others.

use std::collections::{HashMap, HashSet};

use super::atom::Atom;
use super::ffi::{ClingoControl, Failure, Literal, Symbol};
use super::reading::read_atom;

/// State of an atom after grounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtomStanding {
    /// A fact. Its literal may be missing, so that it cannot be assumed.
    Always,
    Open(Literal),
}

impl AtomStanding {
    /// Returns the assumption that gives the atom this truth.
    pub(super) fn assumed(standing: Option<Self>, truth: bool) -> Assumed {
        match (standing, truth) {
            (Some(Self::Open(literal)), true) => Assumed::Literal(literal),
            (Some(Self::Open(literal)), false) => Assumed::Literal(-literal),
            (Some(Self::Always), true) | (None, false) => Assumed::Holds,
            (Some(Self::Always), false) | (None, true) => Assumed::Cannot,
        }
    }
}

pub(super) enum Assumed {
    Literal(Literal),
    Holds,
    Cannot,
}

/// Atoms by predicate; those of requested predicates also by name.
#[derive(Default)]
pub(super) struct NamedAtoms {
    unread: HashMap<&'static str, Vec<(Symbol, AtomStanding)>>,
    standings: HashMap<Atom, AtomStanding>,
    names: HashMap<Symbol, Atom>,
}

impl NamedAtoms {
    /// Reads all atoms of a program that was just grounded, without names.
    pub(super) fn unread(control: &ClingoControl) -> Result<Self, Failure> {
        let mut all = Self::default();
        for (symbol, literal, fact) in control.atoms()? {
            let standing = match (literal, fact) {
                (_, true) => AtomStanding::Always,
                // Mentioned while grounding, but in no remaining rule.
                (0, false) => continue,
                (literal, false) => AtomStanding::Open(literal),
            };
            if let Some((name, _)) = symbol.signature() {
                all.unread.entry(name).or_default().push((symbol, standing));
            }
        }
        Ok(all)
    }

    /// Names the atoms of a predicate.
    pub(super) fn read(&mut self, name: &str) -> Result<(), Failure> {
        // An atom and its classical negation are kept together.
        let name = name.strip_prefix('-').unwrap_or(name);
        for (symbol, standing) in self.unread.remove(name).unwrap_or_default() {
            if let Some(atom) = read_atom(symbol)? {
                self.standings.insert(atom.clone(), standing);
                self.names.insert(symbol, atom);
            }
        }
        Ok(())
    }

    pub(super) fn read_all(&mut self) -> Result<(), Failure> {
        let unread: Vec<&str> = self.unread.keys().copied().collect();
        unread.into_iter().try_for_each(|name| self.read(name))
    }

    /// Returns the state of an atom, if its predicate was read.
    pub(super) fn standing(&self, atom: &Atom) -> Option<AtomStanding> {
        self.standings.get(atom).copied()
    }

    /// Returns the states of all atoms of predicates that were read.
    pub(super) fn standings(&self) -> impl Iterator<Item = (&Atom, AtomStanding)> {
        self.standings.iter().map(|(atom, standing)| (atom, *standing))
    }

    /// Returns the atoms of predicates that were read, by symbol.
    pub(super) fn names(&self) -> &HashMap<Symbol, Atom> {
        &self.names
    }

    /// Returns the literals of open atoms with such a name and one of these arities, among the unread ones;
    /// none of them is negated.
    pub(super) fn literals(
        &self,
        is_of: impl Fn(&str) -> bool,
        arity: &[usize],
    ) -> HashSet<Literal> {
        let of = self.unread.iter().filter(|(name, _)| is_of(name)).flat_map(|(_, atoms)| atoms);
        let has_arity =
            |symbol: Symbol| symbol.signature().is_some_and(|(_, n)| arity.contains(&n));
        let literal = |(symbol, standing): &(Symbol, AtomStanding)| match standing {
            AtomStanding::Open(literal) if symbol.is_positive() && has_arity(*symbol) => {
                Some(*literal)
            }
            _ => None,
        };
        of.filter_map(literal).collect()
    }

    /// Returns the unread atoms, with their names as texts.
    pub(super) fn texts(
        &self,
        mut is_wanted: impl FnMut(&str, AtomStanding) -> bool,
    ) -> Result<Vec<(String, AtomStanding)>, Failure> {
        let mut texts = Vec::new();
        for (name, atoms) in &self.unread {
            for (symbol, standing) in atoms {
                if is_wanted(name, *standing) {
                    texts.push((symbol.text()?, *standing));
                }
            }
        }
        texts.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        Ok(texts)
    }
}
