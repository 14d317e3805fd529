//! Lines drawn by the pointer: from a line's start, while the button is down or until the next click. A
//! press that draws nothing counts as a click on the site beneath.

use egui::{Response, Ui};

use crate::play::window::cycling::{self, CycleWay};
use crate::play::window::scene::PlayScene;
use crate::play::window::session::PlaySession;
use foolproof_level::Site;

/// Returns the site of the pen under the pointer.
fn reached(ui: &Ui, session: &PlaySession, scene: &PlayScene<'_>) -> Option<Site> {
    let at = scene.transform.to_board(ui.ctx().pointer_interact_pos()?);
    let drawing = scene.game.drawing();
    let reached = drawing.and_then(|drawing| drawing.reached(&session.level.board, at));
    reached.or_else(|| scene.layout.site_at(at))
}

/// Draws a line while the button is down, or from one click to the next; the keyboard's pen is at the cursor.
pub(super) fn pointer(
    ui: &Ui,
    session: &mut PlaySession,
    scene: &PlayScene<'_>,
    sites: &[(Site, Response)],
) {
    let game = scene.game;
    let (pressed, down) =
        ui.input(|input| (input.pointer.primary_pressed(), input.pointer.primary_down()));
    let drawing = session.pen.is_some() && session.cursor.is_none();
    match reached(ui, session, scene) {
        _ if pressed && session.pen_follows => session.pen_up(),
        Some(site) if pressed && scene.is_in_sight(ui) => {
            session.cursor = None;
            session.pen_down(game, site);
        }
        Some(site) if drawing && (down || session.pen_follows) => session.draw_after(game, site),
        _ if drawing && !down && !session.pen_follows => session.lift(game),
        _ => {}
    }
    for (site, response) in sites {
        // A click that has drawn something does nothing else.
        if response.clicked() && session.tapped && session.cycles(game) {
            session.pen_up();
            session.cycle(game, *site, CycleWay::Onward);
        } else if response.secondary_clicked() && !session.cycles(game) {
            session.take_at(game, *site);
        }
    }
    if session.cycles(game) {
        cycling::other_button(ui, session, scene);
    }
}
