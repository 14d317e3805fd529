//! Rules that the script of a page runs as the program compiled them.

use foolproof_level::Level;
use serde_json::Value;

/// A game whose compiled rules another program can run.
pub trait CompiledRules: Send + Sync {
    /// All that a script needs of the game.
    fn compiled(&self) -> Value;

    /// Everything that it needs about a level, given with its index in the pack, from 0.
    ///
    /// # Errors
    /// Why the level cannot be played.
    fn compiled_level(&self, level: &Level, place: usize) -> Result<Value, String>;
}
