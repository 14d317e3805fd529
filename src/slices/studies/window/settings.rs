//! The settings of a study as a form, with presets.

use egui::{Button, DragValue, Grid, RichText, TextEdit, Ui};

use crate::studies::window::words;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::text;
use foolproof_game::{
    FormField, Setting, SettingChoice, SettingKind, SettingValue, SettingValues, Study,
};

/// Shows presets as a row of buttons that fill in the form.
pub(super) fn presets(ui: &mut Ui, study: &dyn Study, values: &mut SettingValues) {
    let presets = study.presets();
    if presets.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = theme::TIGHT;
        for (name, preset) in presets {
            let on = *values == preset;
            let button = Button::selectable(on, text::capital(&name));
            if ui.add(button).on_hover_text(words::PRESET_TIP).clicked() {
                *values = preset;
            }
        }
    });
    ui.add_space(theme::TIGHT);
}

/// Shows the fields of a form, with their values.
pub(super) fn show(ui: &mut Ui, settings: &[Setting], values: &mut SettingValues) {
    let fields = settings.iter().filter_map(|one| Some((one, one.field.as_ref()?)));
    let mut fields: Vec<(&Setting, &FormField)> = fields.collect();
    fields.sort_by_key(|(_, field)| field.place);
    numbers(ui, &fields, values);
    for (setting, _) in &fields {
        if let SettingKind::Weights { names, heaviest } = &setting.kind {
            weights(ui, names, *heaviest, setting.id, values);
        }
    }
    let weak = Theme::of(ui).role(Role::Weak);
    for (setting, field) in fields {
        let Some(value) = values.0.get_mut(setting.id) else { continue };
        match (&setting.kind, value, field.names) {
            (SettingKind::Several { choices, .. }, SettingValue::Names(names), [name, ..]) => {
                section(ui, name, field.tip);
                several(ui, choices, names);
            }
            (SettingKind::Names | SettingKind::Hosts, SettingValue::Text(names), [name, ..]) => {
                let label = ui.label(RichText::new(*name).color(weak)).on_hover_text(field.tip);
                ui.add(TextEdit::singleline(names).desired_width(230.0))
                    .on_hover_text(field.tip)
                    .labelled_by(label.id);
            }
            (SettingKind::Flag | SettingKind::Level, SettingValue::Flag(on), [name, words]) => {
                section(ui, name, field.tip);
                ui.checkbox(on, *words);
            }
            _ => {}
        }
    }
}

fn section(ui: &mut Ui, name: &str, tip: &str) {
    ui.add_space(theme::TIGHT);
    theme::section(ui, name).on_hover_text(tip);
}

/// Shows numbers with their names, two side by side.
fn numbers(ui: &mut Ui, fields: &[(&Setting, &FormField)], values: &mut SettingValues) {
    let mut column = StudyColumns::default();
    Grid::new("numbers").num_columns(4).spacing([theme::GAP, 4.0]).show(ui, |ui| {
        for (setting, field) in fields {
            let range = |at: usize| field.usual.get(at).copied().unwrap_or((0, u32::MAX));
            match (values.0.get_mut(setting.id), field.names) {
                (Some(SettingValue::Number(number)), [name]) => {
                    let (least, most) = range(0);
                    let drag = DragValue::new(number).range(u64::from(least)..=u64::from(most));
                    column.add(ui, name, field.tip, drag);
                }
                (Some(SettingValue::Pair(one, other)), [first, second]) => {
                    for (at, (name, side)) in
                        [(first, one), (second, other)].into_iter().enumerate()
                    {
                        let (least, most) = range(at);
                        let drag = DragValue::new(side).range(least..=most);
                        column.add(ui, name, field.tip, drag);
                    }
                }
                _ => {}
            }
        }
    });
}

fn weights(
    ui: &mut Ui,
    names: &[SettingChoice],
    heaviest: i32,
    id: &str,
    values: &mut SettingValues,
) {
    let Some(SettingValue::Weights(weights)) = values.0.get_mut(id) else { return };
    ui.add_space(theme::TIGHT);
    theme::section(ui, words::WEIGHTS).on_hover_text(words::WEIGHTS_TIP);
    let mut column = StudyColumns::default();
    Grid::new("weights").num_columns(4).spacing([theme::GAP, 4.0]).show(ui, |ui| {
        for SettingChoice { value, words, tip } in names {
            let weight = weights.entry((*value).to_owned()).or_default();
            column.add(ui, words, tip, DragValue::new(weight).range(-heaviest..=heaviest));
        }
    });
}

/// Layout of fields in two columns.
#[derive(Default)]
struct StudyColumns {
    added: usize,
}

impl StudyColumns {
    fn add(&mut self, ui: &mut Ui, name: &str, tip: &str, field: DragValue<'_>) {
        let weak = Theme::of(ui).role(Role::Weak);
        let label = ui.label(RichText::new(name).color(weak)).on_hover_text(tip);
        ui.add(field.speed(0.05)).on_hover_text(tip).labelled_by(label.id);
        self.added += 1;
        if self.added.is_multiple_of(2) {
            ui.end_row();
        }
    }
}

/// Shows names to tick, side by side if they are short.
fn several(ui: &mut Ui, choices: &[SettingChoice], names: &mut Vec<String>) {
    const SHORT: usize = 16;
    let mut tick = |ui: &mut Ui, choice: &SettingChoice| {
        let is = |name: &String| name == choice.value;
        let mut on = names.iter().any(is);
        let mut tick = ui.checkbox(&mut on, choice.words);
        if !choice.tip.is_empty() {
            tick = tick.on_hover_text(choice.tip);
        }
        if tick.changed() {
            names.retain(|name| !is(name));
            names.extend(on.then(|| choice.value.to_owned()));
            // In list order, regardless of the order of ticking.
            names.sort_by_key(|name| choices.iter().position(|choice| name == choice.value));
        }
    };
    if choices.len() > 2 && choices.iter().all(|choice| choice.words.len() <= SHORT) {
        ui.horizontal_wrapped(|ui| choices.iter().for_each(|choice| tick(ui, choice)));
        return;
    }
    choices.iter().for_each(|choice| tick(ui, choice));
}
