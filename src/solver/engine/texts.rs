//! Programs as text, for people and for other solvers, and the errors of a level's own program.

use crate::engine::plan;
use crate::values::limits::GenerateSettings;
use foolproof_asp::{AspError, Program, check_definitions};
use foolproof_game::{Game, GameError, Scope};
use foolproof_level::Level;

/// The reason why a level makes no program that may run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The game cannot read the level.
    #[error(transparent)]
    Level(#[from] GameError),
    /// The program is invalid, or may not run.
    #[error(transparent)]
    Program(#[from] AspError),
}

/// Instructions for listing each solution of a level once with clingo.
const HOW_TO_RUN: &str = "% To list each solution once: clingo --project 0 FILE\n% Without \
                          --project some solutions are listed several times, once for each of \
                          their answer sets.\n";

/// Returns the answer set program of a level as it is: clingo run on it prints the level's solutions.
pub fn program_text(game: &dyn Game, level: &Level) -> Result<String, TextError> {
    let program = plan::fixed_program(game, level)?;
    Ok(format!("{HOW_TO_RUN}{}", shown(&program)?))
}

/// Returns the text of a program, if it may run at all: users print it to run it elsewhere.
fn shown(program: &Program) -> Result<String, TextError> {
    program.check().map_err(AspError::Program)?;
    check_definitions(program)?;
    Ok(program.joined())
}

/// Returns the tagged program from which levels are generated: its puzzles are the levels that the open sites
/// and the stock allow.
pub fn design_text(
    game: &dyn Game,
    level: &Level,
    settings: &GenerateSettings,
) -> Result<String, TextError> {
    shown(&plan::generation_program(game, level, settings)?)
}

/// Checks a level's marks and concept without solving. Returns the reason if it makes no program.
pub fn check_input(game: &dyn Game, level: &Level) -> Result<(), TextError> {
    game.facts(level, Scope::Fixed)?;
    Ok(plan::fixed_program(game, level)?.check().map_err(AspError::Program)?)
}
