//! The names by which a program says what the designer decides and what is wanted, and programs
//! that lack them or use what cannot be copied. Knows programs and ground rules.

use super::error::AspError;
use super::ground::Record;
use super::program::Program;

/// `__level_design(A)`: the designer decides A.
pub const TAG: &str = "__level_design";
/// What every solution is to practise.
pub const CONCEPT: &str = "__concept";
/// What only the intended solution is to be, where a program has it: as a constraint it would
/// hide shortcuts.
pub const REFERENCE: &str = "__reference";

/// An error about the whole program, at its first line.
fn about(program: &Program, text: String) -> AspError {
    AspError::Program(vec![program.locate(1, 1, &text)])
}

pub fn name_what_is_missing(program: &Program) -> Result<(), AspError> {
    let says = |word: &str| program.mentions(word);
    let missing: Vec<&str> = [
        (TAG, "__level_design(A) for what the designer decides"),
        (CONCEPT, "__concept for what every solution is to practise"),
    ]
    .into_iter()
    .filter(|(word, _)| !says(word))
    .map(|(_, what)| what)
    .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(about(program, format!("the program has no {}", missing.join(", and no "))))
}

pub fn name_what_is_refused(program: &Program, ground: &Record) -> Result<(), AspError> {
    let disjunctive = ground.rules().any(|rule| !rule.choice && rule.heads.len() > 1);
    let mut refused = ground.refused().to_vec();
    if disjunctive {
        refused.push("disjunction in a head");
    }
    match refused.as_slice() {
        [] => Ok(()),
        what => Err(about(program, format!("not supported here: {}", what.join(", ")))),
    }
}
