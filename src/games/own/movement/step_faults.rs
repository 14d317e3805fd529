//! The reasons why rules make no game of moves, in words for their author, with the manifest's marks and words.

use crate::reading::form::GameForm;
use foolproof_ground::{StepFault, StrayMark};
use foolproof_level::{Mark, Site};

/// Returns the words for a move that puts a mark where it is never allowed.
pub(crate) fn stray_words(stray: &StrayMark, form: &GameForm) -> String {
    let StrayMark { site, mark, .. } = stray.clone();
    fault_of(StepFault::NextNowhere { site, mark }, form)
}

/// True if the only problem of a level is that it has nothing to act on. Other levels may have what it lacks.
pub(crate) fn is_for_lack_of_pieces(why: &str, form: &GameForm) -> bool {
    let lacks = |never| fault_of(StepFault::Missing(never), form) == why;
    ["now(S,M)", "next(S,M)", "do(A)", "legal"].into_iter().any(lacks)
}

/// Returns the reason why rules make no game of moves on a level, in words for their author.
pub(crate) fn fault_of(why: StepFault, form: &GameForm) -> String {
    let nowhere = |what: &str, site: &str, mark: &str| {
        let piece: Option<Mark> = mark.parse().ok();
        let moves =
            piece.as_ref().is_some_and(|mark| form.moving.iter().any(|of| of == mark.functor()));
        let known = piece.as_ref().is_some_and(|mark| form.kind_of(mark).is_some());
        let place = site.parse().map_or_else(|_| site.to_owned(), Site::name);
        match (moves, known) {
            (false, _) => format!(
                "`{what}({site},{mark})`: `{mark}` is not named in moving = [{}] of game.toml",
                form.moving.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
            ),
            (true, false) => format!("`{what}({site},{mark})`: there is no [[mark]] `{mark}`"),
            (true, true) => format!(
                "`{what}({site},{mark})` puts `{mark}` on {place}, which is off the board, or where \
                 may_hold does not let it be"
            ),
        }
    };
    match why {
        StepFault::Missing("now(S,M)") => format!(
            "nothing moves on this level: nowhere may a mark lie that moving = [{}] of game.toml names",
            form.moving.join(", ")
        ),
        StepFault::Missing("next(S,M)") => {
            "no move leaves anything on this level: next(S,M) never holds".to_owned()
        }
        StepFault::Missing("do(A)") => {
            "nothing can be tried on this level: action(A) never holds".to_owned()
        }
        StepFault::Missing(never) => format!("nothing is ever `{never}` on this level"),
        StepFault::NextNowhere { site, mark } => nowhere("next", &site, &mark),
        StepFault::StartNowhere { site, mark } => nowhere("start", &site, &mark),
        why => why.to_string(),
    }
}
