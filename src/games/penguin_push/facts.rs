//! Names in the encoding, and marks of pushes as terms.
//!
//! The only file besides concepts that knows predicate names of `encodings/penguin_push.lp`.

use crate::ice::PENGUIN;
use crate::ice::{Ice, Push};
use crate::rules;
use foolproof_game::{AcceptError, GameError, MeaningError, Scope, Side};
use foolproof_level::{Level, Mark, Place, Site};

/// Facts that the encoding needs besides sites and marks: how many pushes there may be.
pub(crate) fn facts(level: &Level, scope: Scope<'_>) -> Result<String, GameError> {
    for (site, mark) in level.marks() {
        if mark.as_str() != PENGUIN || site.place != Place::Cell {
            let why = format!("`{mark}` is not a penguin on a cell");
            let why = match mark.as_str() {
                PENGUIN => AcceptError::Elsewhere(why),
                _ => MeaningError::Unknown(why).into(),
            };
            return Err(GameError::Mark { site, why });
        }
    }
    if Ice::of(level.board).is_none() {
        return Err(GameError::Board("a board has at most 8 columns and 8 rows".to_owned()));
    }
    let here = rules::penguins(level).len();
    let penguins = match scope {
        Scope::Fixed => here,
        Scope::Design(stock) => {
            let most = stock.iter().map(|item| item.most).max().unwrap_or(0);
            here.max(usize::try_from(most).unwrap_or(usize::MAX)).min(level.board.cells().count())
        }
    };
    Ok(format!("pushes({}).\n", penguins.saturating_sub(1)))
}

/// The mark of a push: `push(3,4,e)` for the penguin on R5C4, to the east.
pub(crate) fn mark(from: Site, side: Side) -> Option<Mark> {
    format!("push({},{},{})", from.col, from.row, side.letter()).parse().ok()
}

pub(crate) fn mark_of(ice: &Ice, push: Push) -> Option<Mark> {
    mark(ice.site(usize::from(push.cell)), push.side)
}

/// Reads a push: the cell of the penguin and the side.
pub(crate) fn read(mark: &Mark) -> Option<(Site, Side)> {
    let [col, row, side] = mark.args().try_into().ok()?;
    let side = match side.as_bytes() {
        [letter] => Side::from_letter(char::from(*letter))?,
        _ => return None,
    };
    (mark.functor() == "push")
        .then(|| Some((Site::cell(col.parse().ok()?, row.parse().ok()?), side)))?
}
