//! The constraints of a generation: kinds that the designer picks, with a range for each.

use egui::{DragValue, Grid, Ui};

use crate::generating::window::form::GenerateForm;
use crate::generating::window::words;
use foolproof_editor::kit::theme;
use foolproof_editor::text;
use foolproof_game::{Game, KindCount, MakerKind};

/// Maximum number of constraints of a kind that can be asked for.
const MAX_OF_KIND: u32 = 99;
/// Default range for a newly picked kind.
const USUAL: (u32, u32) = (3, 6);

/// Shows a row for each picked kind, and the menu that picks one.
pub(super) fn show(ui: &mut Ui, game: &dyn Game, form: &mut GenerateForm) {
    let all = game.maker().map(|maker| maker.kinds()).unwrap_or_default();
    if all.is_empty() {
        return;
    }
    ui.add_space(theme::TIGHT);
    let picked = &mut form.settings.kinds;
    if !picked.is_empty() {
        Grid::new("kinds of constraints").num_columns(4).striped(true).show(ui, |ui| {
            picked.retain_mut(|count| row(ui, &all, count));
        });
    }
    ui.menu_button(words::ADD_KIND, |ui| {
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for kind in &all {
                let is_there = picked.iter().any(|count| count.kind == kind.id);
                if ui.add_enabled(!is_there, egui::Button::new(text::capital(kind.name))).clicked()
                {
                    let (least, most) = USUAL;
                    picked.push(KindCount { kind: kind.id.to_owned(), least, most });
                    ui.close();
                }
            }
        });
    })
    .response
    .on_hover_text(words::ADD_KIND_TIP);
}

/// Shows a kind's row. Returns whether the kind stays.
fn row(ui: &mut Ui, all: &[MakerKind], count: &mut KindCount) -> bool {
    let name = all.iter().find(|kind| kind.id == count.kind).map_or("", |kind| kind.name);
    ui.label(text::capital(name));
    ui.add(DragValue::new(&mut count.least).range(0..=count.most).prefix("from "));
    ui.add(DragValue::new(&mut count.most).range(1..=MAX_OF_KIND).prefix("to "));
    count.least = count.least.min(count.most);
    let stays = !ui.small_button("×").on_hover_text(words::drop_kind(name)).clicked();
    ui.end_row();
    stays
}
