//! Equivalence of solutions.

use foolproof_level::{Level, Play};

/// A game in which two plays can count as one solution, or in which more than the play counts.
pub trait SolutionEquivalence: Send + Sync {
    /// Returns the canonical form of a play: the part that distinguishes it from other solutions.
    fn canonical(&self, level: &Level, play: &Play) -> Play {
        let _ = level;
        play.clone()
    }

    /// Returns the board after a play has solved a level. Two levels have the same solutions if these boards
    /// are equal.
    fn whole(&self, level: &Level, play: &Play) -> Play {
        self.canonical(level, play)
    }

    /// Updates a play after the designer has changed the level by hand, in games where a designer's mark
    /// replaces the player's on the same site, and gives it back.
    fn handed_over(&self, before: &Level, after: &Level, play: &Play) -> Play {
        let _ = (before, after);
        play.clone()
    }

    /// The name of a coarser equivalence of solutions, to follow "one solution", if the game has one;
    /// [`crate::abilities::search::Searched::loosely`] counts in it.
    fn looser_reading(&self) -> Option<&str> {
        None
    }
}
