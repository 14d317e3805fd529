//! The intended solution by hand: drawn as a line where the game has one, and held in part.
//!
//! What is held of it, every generated and completed level has to keep. Knows the state, and games
//! as a trait. Must never know egui's input.

use super::state::State;
use super::text;
use super::toasts::Tone;
use super::tools::Deed;
use crate::level::{Play, Site};

impl State {
    /// What a press of the solution tool does: a line begins or goes on where one can, or a part of
    /// the solution is held or let go.
    pub fn press_solution(&mut self, site: Site) {
        match self.fresh_pen(site) {
            Some(fresh) => self.begin_stroke(Deed::Draw { pen: site, fresh }),
            None => self.hold_part(site),
        }
    }

    /// Whether a pen that is set down here begins a new line; `None` where it cannot be set down.
    fn fresh_pen(&self, site: Site) -> Option<bool> {
        let (game, level) = self.scene()?;
        let intended = level.intended.clone().unwrap_or_default();
        let fresh = game.pens(&level, &Play::default()).contains(&site);
        (fresh || game.pens(&level, &intended).contains(&site)).then_some(fresh)
    }

    /// Draws the intended solution on; gives the pen's new place, and whether the line is still to
    /// begin.
    pub fn draw_solution(&mut self, (at, fresh): (Site, bool), to: Site) -> (Site, bool) {
        let Some((game, level)) = self.scene() else { return (at, fresh) };
        let old = level.intended.clone().filter(|_| !fresh).unwrap_or_default();
        let Some((play, pen)) = game.pen(&level, &old, (at, to)) else { return (at, fresh) };
        self.edit("Draw the intended solution", |level| {
            level.intended_locked.retain(|site| play.get(*site).is_some());
            level.intended = Some(play).filter(|play| !play.is_empty());
        });
        (pen, false)
    }

    /// What Enter does with the solution tool: sets the pen down or lifts it, holds or lets go.
    pub fn act_on_solution(&mut self, site: Site) {
        if self.pen.take().is_some() {
            return;
        }
        match self.fresh_pen(site) {
            Some(fresh) => self.pen = Some((site, fresh)),
            None => self.hold_part(site),
        }
    }

    /// Draws with the keyboard's pen towards a site; false when the pen is up.
    pub fn draw_by_key(&mut self, to: Site) -> bool {
        let Some(pen) = self.pen else { return false };
        let (pen, fresh) = self.draw_solution(pen, to);
        self.pen = Some((pen, fresh));
        self.cursor = Some(pen);
        true
    }

    /// Holds the intended solution's mark on a site, or lets it go.
    pub fn hold_part(&mut self, site: Site) {
        let part = self.level().and_then(|level| level.intended.as_ref()?.get(site));
        if part.is_none() {
            return self.say(Tone::Note, text::NO_PART);
        }
        let held = self.level().is_some_and(|level| level.intended_locked.contains(&site));
        let name =
            if held { "Let a part of the solution go" } else { "Hold a part of the solution" };
        self.edit(name, |level| {
            if !level.intended_locked.remove(&site) {
                level.intended_locked.insert(site);
            }
        });
    }

    /// Holds the whole intended solution, or lets all of it go.
    pub fn hold_solution(&mut self, hold: bool) {
        let name = if hold { "Hold the solution" } else { "Let the solution go" };
        self.edit(name, |level| {
            let sites = level.intended.iter().flat_map(|play| play.iter().map(|(site, _)| site));
            level.intended_locked = sites.filter(|_| hold).collect();
        });
    }
}
