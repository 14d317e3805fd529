//! Preconditions of questions: for some games only the solver knows the rules, for others it knows none, and
//! a designer's own rules may be unreadable.

use crate::engine::ask::Ask;
use crate::values::status::Why;
use crate::worker::remote::CallError;
use foolproof_asp::{AspError, Located};
use foolproof_game::{Game, Verdict};
use foolproof_level::Play;

/// Reason why a question for the solver has no answer for a game of moves.
const NO_ENCODING: &str =
    "this question is not answered of games of moves, whose positions are searched one by one";
/// Reason why it has none for another game without an encoding.
const NO_SOLVER_RULES: &str =
    "this game has no rules for the solver, and its own search cannot answer this question";
/// Reason why levels cannot be made for a game whose only rules are its encoding.
const NO_JUDGE: &str =
    "only the solver knows this game's rules, so a new level could not be checked";

/// Checks that the solver can be asked about the game at all.
pub(crate) fn may_be_solved(ask: &Ask<'_>) -> Result<(), CallError> {
    match ask.game.assets().encoding {
        Some(_) => Ok(()),
        None if ask.left().is_zero() => Err(CallError::Time),
        None => {
            let limit = ask.game.search().and_then(|search| search.limit(ask.level));
            Err(CallError::NotEncoded(limit.unwrap_or_else(|| unanswered(ask.game))))
        }
    }
}

/// Returns the reason why a game without an encoding does not answer.
pub(crate) fn unanswered(game: &dyn Game) -> String {
    let why = if game.moves().is_some() { NO_ENCODING } else { NO_SOLVER_RULES };
    why.to_owned()
}

/// Checks that levels of the game can be made: each is judged before anybody sees it.
pub(crate) fn may_be_made(ask: &Ask<'_>) -> Result<(), Why> {
    match ask.game.rules() {
        Some(_) => Ok(()),
        None => Err(Why::Undecided(NO_JUDGE.to_owned())),
    }
}

/// Returns the reason why the rules of a designer's own game cannot be read for a level. If so, finding
/// nothing with them proves nothing.
pub(crate) fn unreadable(ask: &Ask<'_>) -> Option<Why> {
    ask.game.text()?;
    match ask.game.judge(ask.level, &Play::default()) {
        Verdict::Undecided { why, .. } => Some(Why::BadInput(why)),
        _ => None,
    }
}

/// Checks that the rules of a designer's own game can be read for a level. The judge's reader explains better
/// than the solver what is wrong, and does not wait for rules that unfold without end.
pub(crate) fn rules_are_read(ask: &Ask<'_>) -> Result<(), CallError> {
    if ask.left().is_zero() {
        return Err(CallError::Time);
    }
    match unreadable(ask) {
        Some(Why::BadInput(why)) => {
            Err(CallError::Program(AspError::Program(vec![Located::nowhere(why)])))
        }
        _ => Ok(()),
    }
}
