//! Rules in the compiled form that the script of a page runs.

use foolproof_level::Level;
use serde_json::Value;

/// A game whose compiled rules another program can run.
pub trait CompiledRules: Send + Sync {
    /// Everything that a script needs to know of the game.
    fn compiled(&self) -> Value;

    /// Everything that a script needs to know of a level, given with its index in the pack, from 0.
    ///
    /// # Errors
    /// If the level cannot be played; the text says why.
    fn compiled_level(&self, level: &Level, place: usize) -> Result<Value, String>;
}
