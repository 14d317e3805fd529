//! Which solutions are the same.

use crate::game::Game;
use foolproof_level::{Level, Play};

/// A game in which two plays can be one solution, or in which more than the play counts.
pub trait SolutionEquivalence: Send + Sync {
    /// The part of a play that tells it apart from another solution.
    fn essence(&self, level: &Level, play: &Play) -> Play {
        let _ = level;
        play.clone()
    }

    /// What is on the board once a level is solved by the play: two levels have the same solutions
    /// when these are the same.
    fn whole(&self, level: &Level, play: &Play) -> Play {
        self.essence(level, play)
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

impl dyn Game + '_ {
    pub fn essence(&self, level: &Level, play: &Play) -> Play {
        self.equivalence().map_or_else(|| play.clone(), |same| same.essence(level, play))
    }

    pub fn whole(&self, level: &Level, play: &Play) -> Play {
        self.equivalence().map_or_else(|| play.clone(), |same| same.whole(level, play))
    }

    /// Brings the intended solution along once a designer has changed marks, unless that edit said what
    /// it is to be: a clue takes the place of what the player was to fill in there.
    pub fn hand_over(&self, before: &Level, level: &mut Level) {
        let same = before.intended == level.intended;
        let Some(play) = level.intended.as_ref().filter(|_| same) else { return };
        let Some(equivalence) = self.equivalence() else { return };
        if before.spots().eq(level.spots()) {
            return;
        }
        let after = equivalence.handed_over(before, level, play);
        if after != *play {
            level.intended_locked.retain(|site| after.get(*site).is_some());
            level.intended = Some(after);
        }
    }

    pub fn looser_reading(&self) -> Option<&str> {
        self.equivalence()?.looser_reading()
    }
}
