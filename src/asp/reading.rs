//! Converts clingo's output to values: atoms, models and errors.

use std::collections::{BTreeSet, HashMap};

use super::answer::Model;
use super::atom::Atom;
use super::error::{AspError, Located};
use super::ffi::{Failure, Literal, RawModel, Symbol};

/// Converts a failure of clingo to an error.
pub(super) fn internal(failure: Failure) -> AspError {
    if failure.out_of_memory { AspError::OutOfMemory } else { AspError::Internal(failure.text) }
}

/// Builds the error of a program from all messages of clingo's log.
pub(super) fn program_error(
    log: &[(bool, String)],
    located: impl Fn(&str) -> Located,
    failure: Failure,
) -> AspError {
    if failure.out_of_memory {
        return AspError::OutOfMemory;
    }
    let errors = log.iter().filter(|(error, _)| *error);
    let errors: Vec<Located> = errors.map(|(_, text)| located(text)).collect();
    if errors.is_empty() { internal(failure) } else { AspError::Program(errors) }
}

/// Converts an atom; `None` for a number, a string or a tuple.
pub(super) fn read_atom(symbol: Symbol) -> Result<Option<Atom>, Failure> {
    let text = symbol.text()?;
    let Some((name, _)) = symbol.signature() else { return Ok(None) };
    // Classical negation is part of the name: `-p(1)` is another atom than `p(1)`.
    let name = if text.starts_with('-') { format!("-{name}") } else { name.to_owned() };
    let args = symbol.arguments().into_iter().map(Symbol::text).collect::<Result<_, _>>()?;
    Ok(Some(Atom { name, args }))
}

/// Converts any shown term to an atom; a number, for example, becomes one without arguments.
pub(super) fn read_shown(symbol: Symbol) -> Result<Atom, AspError> {
    let read = || {
        Ok(match read_atom(symbol)? {
            Some(atom) => atom,
            None => Atom::constant(symbol.text()?),
        })
    };
    read().map_err(internal)
}

/// Returns the atoms of this name that a model, or a set of consequences, lists.
pub(super) fn atoms_named(
    names: &HashMap<Symbol, Atom>,
    of: &str,
    raw: &RawModel,
) -> BTreeSet<Atom> {
    let all = raw.symbols.iter().filter_map(|symbol| names.get(symbol));
    all.filter(|atom| atom.name == of).cloned().collect()
}

/// The atoms of the shown names, with their literals: querying only these is much faster than listing
/// everything that is true.
pub(super) struct ShownAtoms {
    show: Vec<String>,
    /// In order; true for facts, which have no literal.
    atoms: Vec<(Atom, bool)>,
    pub literals: Vec<Literal>,
}

impl ShownAtoms {
    /// Selects the atoms of the names in `show`; a fact has no literal.
    pub(crate) fn new<'a>(
        show: &[&str],
        all: impl Iterator<Item = (&'a Atom, Option<Literal>)>,
    ) -> Self {
        let is_shown = |(atom, _): &(&Atom, _)| show.contains(&atom.name.as_str());
        let mut shown: Vec<(&Atom, Option<Literal>)> = all.filter(is_shown).collect();
        shown.sort();
        Self {
            show: show.iter().map(|name| (*name).to_owned()).collect(),
            literals: shown.iter().filter_map(|(_, literal)| *literal).collect(),
            atoms: shown
                .into_iter()
                .map(|(atom, literal)| (atom.clone(), literal.is_none()))
                .collect(),
        }
    }

    pub(crate) fn are_of(&self, show: &[&str]) -> bool {
        self.show == show
    }

    /// Reads a model with those of the atoms that are true, in order.
    pub(crate) fn read(&self, raw: &RawModel) -> Model {
        let mut truths = raw.truths.iter();
        let holds = |(atom, fact): &(Atom, bool)| {
            let holds = *fact || truths.next() == Some(&true);
            holds.then(|| atom.clone())
        };
        Model { atoms: self.atoms.iter().filter_map(holds).collect(), costs: raw.costs.clone() }
    }
}
