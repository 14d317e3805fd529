//! Predicates for the designer's decisions and the concept, and errors for programs that lack them or use
//! statements that cannot be copied.

use super::error::{AspError, Located};
use super::ffi::tree::NodeKind;
use super::ground::Record;
use super::program::Program;
use super::statements::{Statements, TextPlace, is_disjunction};

/// `__level_design(A)`: the designer decides A.
pub(crate) const TAG: &str = "__level_design";
/// Concept that every solution has to practise.
pub(crate) const CONCEPT: &str = "__concept";
/// Condition on the intended solution alone, if a program has one: as a constraint it would hide shortcuts.
pub(crate) const REFERENCE: &str = "__reference";

/// Creates an error about the whole program, which belongs to no line.
fn about(program: &Program, text: &str) -> AspError {
    let names: Vec<&str> = program.sources.iter().map(|source| source.name.as_str()).collect();
    AspError::Program(vec![Located::nowhere(format!("{}: {text}", names.join(", ")))])
}

/// Refuses programs that do not derive the required predicates. An unreadable program is reported first.
pub(crate) fn name_what_is_missing(program: &Program) -> Result<(), AspError> {
    let statements = Statements::of(program)?;
    let missing: Vec<&str> = [
        (TAG, 1, "__level_design(A) for what the designer decides"),
        (CONCEPT, 0, "__concept for what every solution is to practise"),
    ]
    .into_iter()
    .filter(|(word, arity, _)| !statements.derives(word, *arity))
    .map(|(.., what)| what)
    .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(about(program, &format!("the program has no {}", missing.join(", and no ")))),
    }
}

/// Refuses statements that no rule can express, by name and place.
pub(crate) fn name_what_is_refused(program: &Program, ground: &Record) -> Result<(), AspError> {
    if ground.refused().is_empty() {
        return Ok(());
    }
    let statements = Statements::of(program)?;
    let mut messages = Vec::new();
    for what in ground.refused() {
        let kind = match *what {
            "#external" => NodeKind::External,
            "#edge" => NodeKind::Edge,
            "a theory atom" => NodeKind::Theory,
            _ => NodeKind::Minimize,
        };
        let places = statements.places(&|node| node.kind == kind);
        messages.extend(refused(program, what, &places));
    }
    Err(AspError::Program(messages))
}

/// Refuses disjunctions without equivalent ordinary rules, with the form in which they were written.
pub(crate) fn name_what_is_circular(program: &Program) -> AspError {
    let statements = match Statements::of(program) {
        Ok(statements) => statements,
        Err(error) => return error,
    };
    let written = statements.places(&is_disjunction);
    let aggregates = statements.recursive_aggregates();
    let mut messages = Vec::new();
    if !written.is_empty() {
        messages.extend(refused(
            program,
            "a disjunction in a head that depends on itself",
            &written,
        ));
    }
    if written.is_empty() || !aggregates.is_empty() {
        let what = "an aggregate or condition that depends on itself and is not monotone";
        messages.extend(refused(program, what, &aggregates));
    }
    AspError::Circular(messages)
}

fn refused(program: &Program, what: &str, places: &[TextPlace]) -> Vec<Located> {
    let text = format!("not supported here: {what}");
    if places.is_empty() {
        return match about(program, &text) {
            AspError::Program(messages) => messages,
            _ => Vec::new(),
        };
    }
    places.iter().map(|(line, column)| program.locate(*line, *column, &text)).collect()
}
