//! Locks and open cells over the board.

use egui::Key;

use crate::editor::kit::icon::Icon;
use crate::editor::session::command::{always, shift};
use crate::editor::session::feature::{Feature, Over, Overlay, OverlayLayer, Switch};
use crate::editor::session::settings::Initially;

const SWITCHES: &[Switch] = &[Switch {
    overlay: Overlay::HOLDS,
    name: "Locks and open cells",
    shows: "Locks and open cells",
    tip: "Padlocks and open cells.",
    icon: Icon::LOCK,
    keys: &[shift(Key::Num6)],
    initially: Initially::On,
    arises: always,
}];

/// Locks and open cells.
#[derive(Default)]
pub struct Holds;

impl Feature for Holds {
    fn switches(&self) -> &'static [Switch] {
        SWITCHES
    }

    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Ground
    }

    fn draw(&self, over: &mut Over<'_>) {
        over.draw_shared(Overlay::HOLDS);
    }
}
