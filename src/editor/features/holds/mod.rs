//! Locks and open cells over the board.

use egui::Key;

use crate::kit::icon::Icon;
use crate::session::command::{always, shift};
use crate::session::feature::{Feature, Switch};
use crate::session::kinds::{BoardOverlay, Over, OverlayLayer};
use crate::session::settings::Initially;
use foolproof_overlay::HOLDS;

const SWITCHES: &[Switch] = &[Switch {
    overlay: HOLDS.overlay,
    name: HOLDS.name,
    shows: HOLDS.name,
    tip: "Padlocks and open cells.",
    icon: Icon::LOCK,
    keys: &[shift(Key::Num6)],
    initially: Initially::On,
    arises: always,
}];

/// Locks and open cells.
#[derive(Default)]
pub(crate) struct Holds;

impl Feature for Holds {
    const SWITCHES: &'static [Switch] = SWITCHES;
}

impl BoardOverlay for Holds {
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Ground
    }

    fn draw(&self, over: &mut Over<'_>) {
        over.draw_shared(&HOLDS);
    }
}
