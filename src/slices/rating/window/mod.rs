//! The rating of the level, in the panel at the right: the measures of its game.

mod table;
pub(crate) mod words;

use egui::Ui;

use foolproof_editor::session::chrome::SideTab;
use foolproof_editor::session::kinds::{Listener, LiveFindings, PanelPlace, PanelSection, When};
use foolproof_editor::session::state::State;
use foolproof_game::Game;
use foolproof_level::Level;
use foolproof_solver::Question;

pub(crate) use table::RatingTable;

foolproof_editor::feature!(RatingTable);

impl LiveFindings for RatingTable {
    fn questions(&self, _: &State, game: &dyn Game, _: &Level) -> Vec<(When, Question)> {
        // Measures by a walk are computed only while they are shown, and in the background, so that edits need
        // not wait for them.
        let asks = game.rating().is_some_and(|rating| !rating.is_walked());
        asks.then(|| (When::Last, table::question())).into_iter().collect()
    }
}

impl PanelSection for RatingTable {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        if place == PanelPlace::Tab(SideTab::Rating) {
            self.show(ui, state);
        }
    }
}

impl Listener for RatingTable {
    fn forget(&mut self) {
        *self = Self::default();
    }
}
