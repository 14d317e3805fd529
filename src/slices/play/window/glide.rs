//! Animates pieces after a move: one after the other, the last one off the board; then pieces that move on
//! their own.

use egui::Ui;

use crate::play::window::moving::Gliding;
use crate::play::window::scene::PlayScene;
use crate::play::window::session::PlaySession;
use foolproof_editor::kit::painter::{self, Motion};
use foolproof_editor::kit::theme::Theme;
use foolproof_game::Glide;
use foolproof_picture::{Point, Rect};

/// Speed of pieces in cells per second, and the minimum time of a move in seconds.
pub(super) const SPEED: f64 = 14.0;
const MIN_SECONDS: f64 = 0.12;

impl Gliding {
    /// Returns the end of the last piece's way, in cells since the start of the move.
    fn far(&self) -> f32 {
        self.glides.iter().map(|glide| glide.ends).fold(0.0, f32::max)
    }

    /// Returns the time for which pieces are in motion, in seconds.
    pub(super) fn way(&self) -> f64 {
        (f64::from(self.far()) / SPEED).max(MIN_SECONDS)
    }

    /// Returns the time of the move including everything that follows on its own, in seconds.
    pub(super) fn whole(&self) -> f64 {
        self.way() + self.after.len() as f64 * self.each
    }
}

/// Draws the board with pieces in motion. Returns `false` if there are none.
pub(super) fn paint(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>) -> bool {
    let (Some(gliding), Some(now)) = (session.gliding(), scene.time) else {
        session.moving.gliding = None;
        return false;
    };
    let far = gliding.far();
    let whole = gliding.way();
    let since = now - *gliding.begun.get_or_insert(now);
    if since >= whole {
        return goes_on(ui, session, scene, since - whole);
    }
    // Between 0 and 1, so the cast loses nothing visible.
    let share = (since / whole).clamp(0.0, 1.0) as f32;
    let travelled = far * share * (1.5 - 0.5 * share);
    scene.paint(ui, &gliding.board);
    for glide in &gliding.glides {
        let Some(cell) = scene.layout.rect(glide.site) else { continue };
        let (at, gone) = place(glide, travelled);
        let shapes = scene.game.draw_mark(&glide.mark, moved(cell, at));
        let mut painter = ui.painter().clone();
        if glide.leaves {
            painter.multiply_opacity(1.0 - gone * gone);
        }
        painter::paint(&painter, scene.transform, &shapes, &Theme::of(ui), None);
    }
    Motion::Flowing.keep_going(ui.ctx());
    ui.ctx().request_repaint();
    true
}

/// Draws the board `since` seconds after the pieces arrived, while it changes on its own. Returns `false`
/// once it has come to rest.
fn goes_on(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>, since: f64) -> bool {
    let shown = session.moving.gliding.as_ref().and_then(|gliding| {
        // Not below 0, and a play has few boards, so the cast loses nothing.
        let at = (since / gliding.each.max(1.0 / 60.0)) as usize;
        gliding.after.get(at)
    });
    let Some(board) = shown else {
        session.moving.gliding = None;
        return false;
    };
    scene.paint(ui, board);
    Motion::Flowing.keep_going(ui.ctx());
    ui.ctx().request_repaint();
    true
}

/// Returns the position of a piece after `travelled` cells, and the part of its way behind it, from 0 to 1.
fn place(glide: &Glide, travelled: f32) -> (Point, f32) {
    let long = (glide.ends - glide.begins).max(0.001);
    let gone = ((travelled - glide.begins) / long).clamp(0.0, 1.0);
    let (from, to) = (glide.from, glide.to);
    (Point::new(from.x + (to.x - from.x) * gone, from.y + (to.y - from.y) * gone), gone)
}

/// Returns a cell's rectangle moved to another centre.
fn moved(cell: Rect, middle: Point) -> Rect {
    let (wide, high) = (cell.width() / 2.0, cell.height() / 2.0);
    Rect {
        min: Point::new(middle.x - wide, middle.y - high),
        max: Point::new(middle.x + wide, middle.y + high),
    }
}
