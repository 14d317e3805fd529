//! What clingo gives, as values: atoms, models and errors.

use std::collections::HashMap;

use super::answer::Model;
use super::atom::Atom;
use super::error::{AspError, Located};
use super::ffi::{Failure, RawModel, Symbol};

/// What clingo could not do, as an error.
pub(super) fn internal(failure: Failure) -> AspError {
    if failure.out_of_memory { AspError::OutOfMemory } else { AspError::Internal(failure.text) }
}

/// What is wrong with a program: all that clingo's log says of it.
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

/// An atom as a value; `None` for a number, a string or a tuple.
pub(super) fn read_atom(symbol: Symbol) -> Result<Option<Atom>, Failure> {
    let text = symbol.text()?;
    let Some((name, _)) = symbol.signature() else { return Ok(None) };
    // Classical negation is part of the name: `-p(1)` is another atom than `p(1)`.
    let name = if text.starts_with('-') { format!("-{name}") } else { name.to_owned() };
    let args = symbol.arguments().into_iter().map(Symbol::text).collect::<Result<_, _>>()?;
    Ok(Some(Atom { name, args }))
}

/// Whatever a program shows, as an atom; a number, say, as one without arguments.
pub(super) fn read_shown(symbol: Symbol) -> Result<Atom, AspError> {
    let read = || {
        Ok(match read_atom(symbol)? {
            Some(atom) => atom,
            None => Atom::constant(symbol.text()?),
        })
    };
    read().map_err(internal)
}

/// The atoms of a model whose names are shown, in order, with its costs.
pub(super) fn read_model(names: &HashMap<Symbol, Atom>, show: &[&str], raw: &RawModel) -> Model {
    let mut atoms: Vec<Atom> = raw
        .symbols
        .iter()
        .filter_map(|symbol| names.get(symbol))
        .filter(|atom| show.contains(&atom.name.as_str()))
        .cloned()
        .collect();
    atoms.sort();
    Model { atoms, costs: raw.costs.clone() }
}
