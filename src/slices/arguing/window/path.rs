//! The proof path of a level: a bar for the evidence of every step, and the steps to walk through on
//! the board.

use egui::{Key, Pos2, RichText, ScrollArea, Sense, TextStyle, Ui, Vec2};

use crate::arguing::window::words;
use crate::arguing::window::{Desk, ProofPath};
use foolproof_editor::kit::chart::{self, Axis, Columns};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::session::keyboard;
use foolproof_game::{Argument, Game};
use foolproof_picture::Ink;

/// Height of the chart and greatest width of a bar, in points.
const HIGH: f32 = 96.0;
const WIDEST: f32 = 14.0;

/// Shows the path, with the possible actions.
pub(crate) fn show(ui: &mut Ui, desk: &mut Desk, game: &dyn Game) {
    let Some(path) = desk.path().cloned() else {
        ui.horizontal(|ui| {
            if desk.finds_path() {
                ui.add(egui::Spinner::new().size(14.0));
                ui.label(words::FINDING_PATH);
                ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
            } else {
                ui.label(desk.trouble.as_deref().unwrap_or(words::NO_PATH));
            }
        });
        return;
    };
    ui.label(words::path(&path.steps, path.whole));
    if desk.finds_path() {
        ui.horizontal(|ui| {
            ui.add(egui::Spinner::new().size(12.0));
            if ui.button("Stop").clicked() {
                desk.stop_path();
            }
        });
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
    }
    ui.add_space(theme::TIGHT);
    if let Some(step) = chart(ui, &path) {
        desk.show_step(Some(step));
    }
    ui.add_space(theme::TIGHT);
    walk(ui, desk, &path);
    ui.add_space(theme::TIGHT);
    steps(ui, desk, game, &path);
}

pub(super) fn sizes(steps: &[Argument]) -> Vec<usize> {
    steps.iter().map(|step| step.evidence.len()).collect()
}

/// Shows buttons and handles keys that go from step to step.
fn walk(ui: &mut Ui, desk: &mut Desk, path: &ProofPath) {
    let last = path.steps.len().saturating_sub(1);
    let keys = keyboard::is_free(ui.ctx());
    let pressed = |key| keys && ui.input(|input| input.key_pressed(key));
    let (page_up, page_down) = (pressed(Key::Comma), pressed(Key::Period));
    ui.horizontal(|ui| {
        let back = ui.button(words::BACK).on_hover_text(",").clicked() || page_up;
        let on = ui.button(words::ON).on_hover_text(".").clicked() || page_down;
        if back {
            desk.show_step(path.at.map(|at| at.saturating_sub(1)));
        }
        if on && !path.steps.is_empty() {
            desk.show_step(Some(path.at.map_or(0, |at| (at + 1).min(last))));
        }
        if ui.button(words::HARDEST).on_hover_text(words::HARDEST_TIP).clicked() {
            let sizes = sizes(&path.steps);
            let most = sizes.iter().max();
            desk.show_step(sizes.iter().position(|size| Some(size) == most));
        }
        if ui
            .add_enabled(path.at.is_some(), egui::Button::new(words::LEAVE_STEP))
            .on_hover_text(words::LEAVE_STEP_TIP)
            .clicked()
        {
            desk.show_step(None);
        }
    });
}

fn steps(ui: &mut Ui, desk: &mut Desk, game: &dyn Game, path: &ProofPath) {
    let theme = Theme::of(ui);
    let line = ui.text_style_height(&TextStyle::Body) + theme::TIGHT;
    ScrollArea::vertical().max_height(220.0).auto_shrink([false, true]).show_rows(
        ui,
        line,
        path.steps.len(),
        |ui, shown| {
            for at in shown {
                let Some(step) = path.steps.get(at) else { continue };
                let sentence = words::step(at + 1, step);
                let on = path.at == Some(at);
                let colour = theme.role(Role::Text);
                let row = egui::Button::selectable(on, RichText::new(sentence).color(colour));
                let whole = words::step_in_full(step, game);
                if ui.add(row).on_hover_text(whole).clicked() {
                    desk.show_step(Some(at));
                }
            }
        },
    );
}

/// Draws a bar for every step, as high as its evidence is large. Returns the step that was clicked.
pub(super) fn chart(ui: &mut Ui, path: &ProofPath) -> Option<usize> {
    let theme = Theme::of(ui);
    let sizes = sizes(&path.steps);
    let most = sizes.iter().copied().max().unwrap_or(1).max(1);
    let size = Vec2::new(ui.available_width().max(120.0), HIGH);
    let (rect, response) = chart::room(ui, size, Sense::click(), || {
        let bars: Vec<String> = sizes.iter().map(usize::to_string).collect();
        format!("{}: {}", words::CHART, bars.join(", "))
    });
    // Bars are few, and so is evidence: the numbers are exact.
    let number = |n: usize| u16::try_from(n).map_or(0.0, f64::from);
    let ground = rect.bottom() - 2.0;
    let up = Axis::from_zero([number(most)], ground, ground - HIGH + 16.0);
    let area = rect.with_min_x(rect.left() + 20.0);
    let mut columns = Columns::across(area.x_range(), sizes.len());
    columns.width = columns.width.min(WIDEST);
    for mark in [most, most.div_ceil(2)] {
        let at = Pos2::new(area.left(), up.at(number(mark)));
        ui.painter().hline(area.x_range(), at.y, chart::axis_pen(ui));
        chart::tick(ui, at, mark);
    }
    let under = response.hover_pos().and_then(|at| columns.under(at.x));
    for (at, size) in sizes.iter().enumerate() {
        let colour = match (path.at == Some(at), under == Some(at), *size == most) {
            (true, ..) => theme.ink(Ink::Preview),
            (_, true, _) => theme.faded(Role::Accent, 0.6),
            (.., true) => theme.ink(Ink::Shortcut),
            _ => theme.role(Role::Accent),
        };
        ui.painter().rect_filled(columns.bar(at, number(*size), &up, 0.5), 1.0, colour);
    }
    ui.painter().hline(area.x_range(), ground, chart::axis_pen(ui));
    chart::clicked(response, under, |at| {
        let step = path.steps.get(at);
        step.map_or_else(String::new, |step| words::bar(at + 1, step))
    })
}
