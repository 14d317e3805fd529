//! The board of a level in play on the screen.

use egui::{Rect, Ui};

use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::Theme;
use foolproof_game::Game;
use foolproof_level::Site;
use foolproof_picture::{Layout, Shape};

/// A game's board, and its position on the screen.
pub(super) struct PlayScene<'a> {
    pub game: &'a dyn Game,
    pub layout: Layout,
    pub transform: Transform,
    /// The window's clock in seconds, if things move.
    pub time: Option<f64>,
}

impl PlayScene<'_> {
    /// Returns the rectangle of a site on the screen.
    pub(super) fn rect(&self, site: Site) -> Option<Rect> {
        self.layout.rect(site).map(|rect| self.transform.rect_to_screen(rect))
    }

    pub(super) fn under_pointer(&self, ui: &Ui) -> Option<Site> {
        let pointer = ui.ctx().pointer_interact_pos()?;
        self.layout.site_at(self.transform.to_board(pointer))
    }

    /// True if nothing covers the board under the pointer.
    pub(super) fn is_in_sight(&self, ui: &Ui) -> bool {
        let at = ui.ctx().pointer_interact_pos();
        at.and_then(|at| ui.ctx().layer_id_at(at)).is_none_or(|layer| layer == ui.layer_id())
    }

    /// Draws static shapes.
    pub(super) fn paint(&self, ui: &Ui, shapes: &[Shape]) {
        painter::paint(ui.painter(), self.transform, shapes, &Theme::of(ui), None);
    }
}
