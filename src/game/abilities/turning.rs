//! What turns and reflections of a board do to a game's marks.

use std::collections::BTreeMap;

use crate::outside_clues::OutsideClues;
use crate::turn::{Turn, TurnError};
use foolproof_level::{Level, Mark, Site};

/// A game in which turning the board does more than move marks.
pub trait Turning: Send + Sync {
    /// The mark after a turn of the board.
    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        let _ = turn;
        mark.clone()
    }

    /// Whether clues outside the grid are read in the order of their line. If a turn reverses the reading
    /// direction of a line, its clues change places, and each is [`Turning::reversed`].
    fn orders_clues(&self) -> bool {
        false
    }

    /// The clue cells of a level whose settings say how many there are.
    fn margin(&self, level: &Level) -> Option<OutsideClues> {
        let _ = level;
        None
    }

    /// Lets the margin have as many rows on top as it had columns at the left, and the other way round.
    fn swap_margin(&self, level: &mut Level) {
        let _ = level;
    }

    /// Sites whose marks change places before a turn, each with the other: they stand where a line begins, and
    /// the turn makes that its end.
    fn swapped(&self, level: &Level, turn: Turn) -> BTreeMap<Site, Site> {
        let _ = (level, turn);
        BTreeMap::new()
    }

    /// A clue outside the grid, read in the other direction.
    fn reversed(&self, mark: &Mark) -> Mark {
        mark.clone()
    }

    /// Whether a level stays the same puzzle when it is turned as a whole; why not, if not.
    fn can_turn(&self, level: &Level, turn: Turn) -> Result<(), TurnError> {
        let _ = (level, turn);
        Ok(())
    }

    /// Whether a turned level is the same puzzle: rules that tell directions apart say no.
    fn is_blind_to_turns(&self) -> bool {
        true
    }

    /// The level with everything painted that the rules would otherwise read from its place on the board,
    /// so that it can be turned; an error if something else is there.
    fn spelled_out(&self, level: &Level) -> Result<Level, TurnError> {
        Ok(level.clone())
    }
}
