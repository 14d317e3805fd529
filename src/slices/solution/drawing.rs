//! Editing the intended solution by hand: it is drawn in games of lines, and parts of it are held.
//!
//! Every generated and completed level has to keep its held part.

use crate::solution::Solution;
use crate::solution::words;
use foolproof_editor::board::tool::StrokeDeed;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::session::document::Document;
use foolproof_editor::session::state::State;
use foolproof_level::{Play, Site};

/// A pen that draws the intended solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pen {
    at: Site,
    /// The line has not begun yet.
    fresh: bool,
}

impl Solution {
    /// Handles a press of the tool: starts or continues a line, or holds or releases a part of the solution.
    pub(super) fn pressed(&mut self, state: &mut State, site: Site) {
        self.drawn = pen_for(&state.document, site);
        match self.drawn {
            Some(_) => state.begin_stroke(StrokeDeed::Own),
            None => hold_part(state, site),
        }
    }

    pub(super) fn dragged(&mut self, state: &mut State, to: Site) {
        self.drawn = self.drawn.map(|pen| draw(state, pen, to));
    }

    /// Handles Enter: sets the pen down or lifts it, or holds or releases a part of the solution.
    pub(super) fn acted(&mut self, state: &mut State, site: Site) {
        if self.pen.take().is_some() {
            return;
        }
        self.pen = pen_for(&state.document, site);
        if self.pen.is_none() {
            hold_part(state, site);
        }
    }

    /// Draws with the keyboard's pen towards a site. Returns `false` if the pen is up.
    pub(super) fn steered(&mut self, state: &mut State, to: Site) -> bool {
        let Some(pen) = self.pen else { return false };
        let pen = draw(state, pen, to);
        self.pen = Some(pen);
        state.board.cursor = Some(pen.at);
        true
    }
}

/// Returns the pen set down at a site; `None` if that is not possible there.
fn pen_for(document: &Document, site: Site) -> Option<Pen> {
    let (game, level) = document.scene()?;
    let intended = level.intended.clone().unwrap_or_default();
    let fresh = game.pens(&level, &Play::default()).contains(&site);
    let pen = Pen { at: site, fresh };
    (fresh || game.pens(&level, &intended).contains(&site)).then_some(pen)
}

/// Continues the intended solution. Returns the pen at its new position.
fn draw(state: &mut State, pen: Pen, to: Site) -> Pen {
    let Some((game, level)) = state.scene() else { return pen };
    let old = level.intended.clone().filter(|_| !pen.fresh).unwrap_or_default();
    let Some((play, at)) = game.pen(&level, &old, pen.at, to) else { return pen };
    state.edit("Draw the intended solution", |level| {
        level.intended_locked.retain(|site| play.get(*site).is_some());
        level.intended = Some(play).filter(|play| !play.is_empty());
    });
    Pen { at, fresh: false }
}

/// Holds the intended solution's mark on a site, or releases it.
fn hold_part(state: &mut State, site: Site) {
    let part = state.level().and_then(|level| level.intended.as_ref()?.get(site));
    if part.is_none() {
        return state.say(ToastTone::Note, words::NO_PART);
    }
    let held = state.level().is_some_and(|level| level.intended_locked.contains(&site));
    let name = if held { "Unlock a part of the solution" } else { "Lock a part of the solution" };
    state.edit(name, |level| {
        if !level.intended_locked.remove(&site) {
            level.intended_locked.insert(site);
        }
    });
}

/// Holds the whole intended solution, or releases all of it.
pub(super) fn hold_all(state: &mut State, hold: bool) {
    let name = if hold { "Lock the solution" } else { "Unlock the solution" };
    state.edit(name, |level| {
        let sites = level.intended.iter().flat_map(|play| play.iter().map(|(site, _)| site));
        level.intended_locked = sites.filter(|_| hold).collect();
    });
}
