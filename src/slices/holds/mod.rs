//! Locks and open cells over the board.

use crate::registry::Slices;
use egui::Key;

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::session::command::{always, shift};
use foolproof_editor::session::feature::Switch;
use foolproof_editor::session::kinds::{BoardOverlay, Over, OverlayLayer};
use foolproof_editor::session::settings::Initially;
use foolproof_overlay::HOLDS;

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Holds>().overlay());
}

const SWITCHES: &[Switch] = &[Switch {
    overlay: HOLDS.overlay,
    name: HOLDS.name,
    tip: "Padlocks and open cells.",
    search: "overlay lock open painted",
    icon: Icon::LOCK,
    keys: &[shift(Key::Num6)],
    initially: Initially::On,
    arises: always,
}];

/// Locks and open cells.
#[derive(Default)]
pub(crate) struct Holds;

foolproof_editor::feature!(Holds, SWITCHES);

impl BoardOverlay for Holds {
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Ground
    }

    fn draw(&self, over: &mut Over<'_>) {
        over.draw_shared(&HOLDS);
    }
}
