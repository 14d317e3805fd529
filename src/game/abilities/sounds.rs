//! Sounds of a game's own, in games that have them.

use foolproof_level::{Level, Mark, Play};

use crate::side::Side;

/// A moment of play that may have a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayMoment {
    Undo,
    Restart,
    Win,
    Message,
}

/// Sounds that a game names by numbers, as PuzzleScript does. A game with such sounds has no others, except for
/// a win, which is never silent.
pub trait OwnSounds: Send + Sync {
    /// Numbers of the sounds of the next move: immediate ones, then those of each board that follows on its
    /// own.
    fn of_move(&self, level: &Level, play: &Play, made: &Mark) -> Vec<Vec<u64>>;

    /// Sounds if nothing moves towards a side.
    fn of_refusal(&self, level: &Level, play: &Play, towards: Side) -> Vec<u64>;

    fn of_moment(&self, moment: PlayMoment) -> Option<u64>;
}
