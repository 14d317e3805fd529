//! Levels with a task: those that are not solved before the player makes a move.
//!
//! A concept that every play with a mark practises selects them: the play without any mark is then a
//! shortcut.

use crate::engine::ask::Ask;
use crate::engine::solves;
use crate::values::answer::{FoundLevel, Truth, WhyNoBetter};
use crate::values::status::Why;
use foolproof_game::{Game, Verdict};
use foolproof_level::{Concept, Level, Play};

/// Returns whether the level is not solved before the player makes a move.
pub(crate) fn has_task(game: &dyn Game, level: &Level) -> bool {
    !solves(game, level, &Play::default())
}

/// Returns the substitute concept for levels without one: the player does something.
pub(crate) fn task() -> Concept {
    Concept::Asp("wanted :- play(_,_).".to_owned())
}

/// Returns whether every solution has a task, if the level has the substitute concept: only the play without
/// a mark has none.
pub(crate) fn without_a_move(ask: &Ask<'_>, level: &Level) -> Option<Truth<(), Play>> {
    if level.concept != task() {
        return None;
    }
    let (idle, patience) = (Play::default(), ask.patience());
    match ask.game.judge_until(level, &idle, &|| patience.is_over()) {
        Verdict::Solved => Some(Truth::Fails(idle)),
        Verdict::Undecided { .. } => None,
        Verdict::Unsolved { .. } | Verdict::Illegal { .. } => Some(Truth::Holds(())),
    }
}

/// Turns what was found with the substitute concept into a result for the asked level.
pub(crate) fn without_task(asked: &Level, found: FoundLevel) -> Result<FoundLevel, Why> {
    Ok(match found {
        FoundLevel::Level(mut made) => {
            made.level.concept.clone_from(&asked.concept);
            made.shortcut_free = Truth::Unknown(Why::moot("the level asks for no concept"));
            FoundLevel::Level(made)
        }
        FoundLevel::None(searched) | FoundLevel::SecondBest(_, WhyNoBetter::None(searched)) => {
            FoundLevel::None(searched)
        }
        FoundLevel::SecondBest(_, WhyNoBetter::Unknown(why)) => return Err(why),
    })
}
