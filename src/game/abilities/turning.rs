//! Effect of turns and reflections of a board on a game's marks.

use std::collections::BTreeMap;

use crate::outside_clues::OutsideClues;
use crate::turn::{Turn, TurnError};
use foolproof_level::{Level, Mark, Site};

/// A game in which turning the board does more than move marks.
pub trait Turning: Send + Sync {
    /// Returns the mark after a turn of the board.
    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        let _ = turn;
        mark.clone()
    }

    /// True if clues outside the grid are read in the order of their line. If a turn reverses the reading
    /// direction of a line, its clues change places, and each is [`Turning::reversed`].
    fn orders_clues(&self) -> bool {
        false
    }

    /// Clue cells of a level whose settings define their number.
    fn margin(&self, level: &Level) -> Option<OutsideClues> {
        let _ = level;
        None
    }

    /// Exchanges the number of clue rows on top and of clue columns at the left.
    fn swap_margin(&self, level: &mut Level) {
        let _ = level;
    }

    /// Sites whose marks change places before a turn: they stand at the start of a line, and the turn makes
    /// that its end.
    fn swapped(&self, level: &Level, turn: Turn) -> BTreeMap<Site, Site> {
        let _ = (level, turn);
        BTreeMap::new()
    }

    /// Returns a clue outside the grid as read in the other direction.
    fn reversed(&self, mark: &Mark) -> Mark {
        mark.clone()
    }

    /// Checks that a level stays the same puzzle when it is turned as a whole, or says why not.
    fn can_turn(&self, level: &Level, turn: Turn) -> Result<(), TurnError> {
        let _ = (level, turn);
        Ok(())
    }

    /// True if a turned level is always the same puzzle; false if rules distinguish directions.
    fn is_blind_to_turns(&self) -> bool {
        true
    }

    /// Returns the level with everything painted that the rules would otherwise read from its place on the
    /// board, so that it can be turned; an error if something else is there.
    fn spelled_out(&self, level: &Level) -> Result<Level, TurnError> {
        Ok(level.clone())
    }
}
