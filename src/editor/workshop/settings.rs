//! The settings of a study as a form, and the usual kinds to begin from. Knows studies and egui.

use egui::{Button, DragValue, Grid, RichText, TextEdit, Ui};

use crate::editor::text;
use crate::editor::theme::{self, Role, Theme};
use crate::games::{Setting, Study, Value};

/// Settings of usual kinds, as a row of buttons that fill in the form.
pub(super) fn presets(ui: &mut Ui, study: &dyn Study, settings: &mut Vec<Setting>) {
    let presets = study.presets();
    if presets.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = theme::TIGHT;
        for (name, preset) in presets {
            let on = *settings == preset;
            let button = Button::selectable(on, text::capital(&name));
            if ui.add(button).on_hover_text(text::PRESET_TIP).clicked() {
                *settings = preset;
            }
        }
    });
    ui.add_space(theme::TIGHT);
}

pub(super) fn show(ui: &mut Ui, settings: &mut [Setting]) {
    let weak = Theme::of(ui).role(Role::Weak);
    let is_weight = |setting: &Setting| matches!(setting.value, Value::Weight { .. });
    let has_weights = settings.iter().any(is_weight);
    let is_number = |setting: &Setting| matches!(setting.value, Value::Number { .. });
    numbers(ui, "numbers", settings.iter_mut().filter(|one| is_number(one)));
    if has_weights {
        ui.add_space(theme::TIGHT);
        theme::section(ui, text::WEIGHTS).on_hover_text(text::WEIGHTS_TIP);
        numbers(ui, "weights", settings.iter_mut().filter(|one| is_weight(one)));
    }
    for setting in settings {
        let (name, tip) = (setting.name, setting.tip);
        match &mut setting.value {
            Value::Number { .. } | Value::Weight { .. } => {}
            Value::Several(all) => {
                ui.add_space(theme::TIGHT);
                theme::section(ui, name).on_hover_text(tip);
                several(ui, all);
            }
            Value::Names(names) => {
                let label = ui.label(RichText::new(name).color(weak)).on_hover_text(tip);
                ui.add(TextEdit::singleline(names).desired_width(230.0))
                    .on_hover_text(tip)
                    .labelled_by(label.id);
            }
        }
    }
}

/// Numbers with their names, two beside each other.
fn numbers<'a>(ui: &mut Ui, id: &str, settings: impl Iterator<Item = &'a mut Setting>) {
    let weak = Theme::of(ui).role(Role::Weak);
    Grid::new(id).num_columns(4).spacing([theme::GAP, 4.0]).show(ui, |ui| {
        for (n, Setting { name, tip, value, .. }) in settings.enumerate() {
            let field = match value {
                Value::Number { value, least, most } => DragValue::new(value).range(*least..=*most),
                Value::Weight { value, least, most } => DragValue::new(value).range(*least..=*most),
                _ => continue,
            };
            let label = ui.label(RichText::new(*name).color(weak)).on_hover_text(*tip);
            ui.add(field.speed(0.05)).on_hover_text(*tip).labelled_by(label.id);
            if n % 2 == 1 {
                ui.end_row();
            }
        }
    });
}

/// Names to be ticked, beside each other where they are short.
fn several(ui: &mut Ui, all: &mut [(&'static str, &'static str, bool)]) {
    const SHORT: usize = 16;
    if all.len() > 2 && all.iter().all(|(words, ..)| words.len() <= SHORT) {
        ui.horizontal_wrapped(|ui| {
            for (words, _, on) in all {
                ui.checkbox(on, *words);
            }
        });
        return;
    }
    for (words, _, on) in all {
        ui.checkbox(on, *words);
    }
}
