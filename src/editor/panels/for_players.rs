//! Settings of the pack for its players: the order in which levels open, hints, and the introduction.
//!
//! Every change is an undoable edit.

use egui::{ComboBox, DragValue, Grid, Ui};

use super::form::{FormMemory, PackField};
use crate::kit::theme;
use crate::text;
use foolproof_level::{History, Pack, Unlock, bounds};

/// Width of the list of orders, in points: the number of levels ahead needs room beside it.
const UNLOCK_WIDTH: f32 = 112.0;
/// Maximum of the number field for levels ahead; a file may say more.
const MAX_AHEAD: u16 = 999;

impl FormMemory {
    /// Shows the pack's settings for its players.
    pub(crate) fn for_players(&mut self, ui: &mut Ui, history: &mut History) {
        let play = history.pack().play.clone();
        theme::section(ui, text::FOR_PLAYERS).on_hover_text(text::FOR_PLAYERS_TIP);
        Grid::new("form for players").num_columns(2).show(ui, |ui| {
            self.unlock(ui, history, play.unlock);
            ui.label("");
            let mut hints = play.hints;
            let tick = ui.checkbox(&mut hints, text::PLAYERS_HINTS);
            if tick.on_hover_text(text::PLAYERS_HINTS_TIP).changed() {
                history.edit(text::change_of(text::PLAYERS_HINTS), |pack| pack.play.hints = hints);
            }
            ui.end_row();
            let (name, hint) = (text::PLAYERS_ABOUT, text::PLAYERS_ABOUT_HINT);
            let about = PackField::new(name, hint, &play.about, 3).at_most(bounds::LONGEST_ABOUT);
            self.field(ui, history, about, &|pack, value| pack.play.about = value);
            let (name, hint) = (text::PLAYERS_LANGUAGE, text::PLAYERS_LANGUAGE_HINT);
            let tag = PackField::new(name, hint, &play.language, 1);
            let tag = tag.at_most(bounds::LONGEST_LANGUAGE);
            self.field(ui, history, tag, &|pack, value| pack.play.language = value);
        });
    }

    fn unlock(&mut self, ui: &mut Ui, history: &mut History, unlock: Unlock) {
        let label = ui.label(text::UNLOCK);
        let mut chosen = unlock;
        ui.horizontal(|ui| {
            let kinds = [Unlock::All, Unlock::InOrder, ahead_of(unlock)];
            let combo = ComboBox::from_id_salt("unlock").selected_text(said(unlock));
            let combo = combo.width(UNLOCK_WIDTH).truncate();
            let shown = combo.show_ui(ui, |ui| {
                for kind in kinds {
                    ui.selectable_value(&mut chosen, kind, said(kind));
                }
            });
            shown.response.labelled_by(label.id);
            if let Unlock::Ahead(most) = &mut chosen {
                let limit = (*most).max(MAX_AHEAD);
                let number = ui.add(DragValue::new(most).range(0..=limit));
                number.labelled_by(label.id).on_hover_text(text::UNLOCK_AHEAD_TIP);
            }
        });
        if chosen != unlock {
            let change = |pack: &mut Pack| pack.play.unlock = chosen;
            self.join(ui.ctx(), history, text::change_of(text::UNLOCK), change);
        }
        ui.end_row();
    }
}

/// Returns the pack's number of levels ahead, or else the default.
fn ahead_of(unlock: Unlock) -> Unlock {
    match unlock {
        Unlock::Ahead(_) => unlock,
        Unlock::All | Unlock::InOrder => Unlock::default(),
    }
}

fn said(unlock: Unlock) -> &'static str {
    match unlock {
        Unlock::All => text::UNLOCK_ALL,
        Unlock::InOrder => text::UNLOCK_IN_ORDER,
        Unlock::Ahead(_) => text::UNLOCK_AHEAD,
    }
}
