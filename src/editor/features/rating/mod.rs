//! The rating of the level, in the panel at the right.

mod table;
pub mod words;

use egui::Ui;

use crate::editor::session::feature::{Feature, PanelPlace};
use crate::editor::session::state::State;

pub use table::RatingTable;

impl Feature for RatingTable {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        if let Some((game, level)) = state.scene().filter(|_| place == PanelPlace::Foot) {
            self.show(ui, &*game, &level, &mut state.glances);
        }
    }
}
