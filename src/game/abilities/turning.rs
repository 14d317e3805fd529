//! What turns and reflections of a board do to a game's marks.

use crate::turn::{Turn, TurnError};
use foolproof_level::{Board, Level, Mark};

/// A game in which turning the board does more than move marks.
pub trait Turning: Send + Sync {
    /// The mark after a turn of the board.
    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        let _ = turn;
        mark.clone()
    }

    /// Whether clues outside the grid are read in the order of their line. If a turn reverses the reading
    /// direction of a line, its clue cells change places, and each clue is [`Turning::reversed`].
    fn orders_clues(&self) -> bool {
        false
    }

    /// A clue outside the grid, read in the other direction.
    fn reversed(&self, mark: &Mark) -> Mark {
        mark.clone()
    }

    /// Whether levels of this size can be turned as a whole; why not, if not.
    fn can_turn(&self, board: &Board, turn: Turn) -> Result<(), TurnError> {
        let _ = (board, turn);
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
