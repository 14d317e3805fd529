//! The settings of a study as a form. Knows studies and egui.

use egui::{DragValue, Grid, RichText, TextEdit, Ui};

use crate::editor::theme::{self, Role, Theme};
use crate::games::{Setting, Value};

pub(super) fn show(ui: &mut Ui, settings: &mut [Setting]) {
    let is_number = |setting: &&mut Setting| {
        matches!(setting.value, Value::Number { .. } | Value::Weight { .. })
    };
    let (numbers, others): (Vec<_>, Vec<_>) = settings.iter_mut().partition(is_number);
    let weak = Theme::of(ui).role(Role::Weak);
    Grid::new("numbers").num_columns(4).show(ui, |ui| {
        for (n, Setting { name, tip, value, .. }) in numbers.into_iter().enumerate() {
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
    for setting in others {
        let (name, tip) = (setting.name, setting.tip);
        match &mut setting.value {
            Value::Number { .. } | Value::Weight { .. } => {}
            Value::Several(all) => {
                ui.add_space(theme::TIGHT);
                ui.label(RichText::new(name).color(weak)).on_hover_text(tip);
                for (words, _, on) in all {
                    ui.checkbox(on, *words);
                }
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
