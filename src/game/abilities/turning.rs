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

    /// Whether clues beside the board are read in the order of their line. Where a turn has a line read the
    /// other way round, its clue cells then change places, and each clue is [`Turning::reversed`].
    fn orders_clues(&self) -> bool {
        false
    }

    /// A clue beside the board that is read the other way round.
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

    /// The level with that painted which the rules would read from its place on the board, so that it
    /// can be turned; why not, where something else lies there.
    fn spelled_out(&self, level: &Level) -> Result<Level, TurnError> {
        Ok(level.clone())
    }
}
