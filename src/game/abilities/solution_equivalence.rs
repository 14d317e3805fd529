//! Which solutions are the same.

use foolproof_level::{Level, Play};

/// A game in which two plays can count as one solution, or more than the play counts.
pub trait SolutionEquivalence: Send + Sync {
    /// The canonical form of a play: the part that tells it apart from another solution.
    fn canonical(&self, level: &Level, play: &Play) -> Play {
        let _ = level;
        play.clone()
    }

    /// The board once a play has solved a level: two levels have the same solutions when these are
    /// the same.
    fn whole(&self, level: &Level, play: &Play) -> Play {
        self.canonical(level, play)
    }

    /// A play once the designer has changed the level by hand, where a mark of hers takes the place of
    /// the player's on the same site, and gives it back.
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
