//! The course of a solution: for each step the number of its sentences, of the marks that follow, and of the
//! steps of its size that were available at that moment.

use egui::{Pos2, Rect, RichText, ScrollArea, Sense, Ui, Vec2};

use super::words;
use crate::solving::question::{FoundSteps, StepsEnd, ToldStep};
use foolproof_editor::kit::chart::{self, Axis, Columns};
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_picture::Ink;

/// Heights in points: of the bars with their numbers, of a number, and of the course of marks beneath them.
const BARS: f32 = 70.0;
const NUMBER: f32 = 17.0;
const COURSE: f32 = 40.0;
/// Space between the bars and the course, in points.
const APART: f32 = 6.0;
/// Minimum and maximum width of a bar's place, in points.
const PLACE: (f32, f32) = (9.0, 26.0);
const RIM: f32 = 6.0;

/// Shows the course; `bring` scrolls the current step into view. Returns the index of the clicked step.
pub(super) fn show(ui: &mut Ui, found: &FoundSteps, at: usize, bring: bool) -> Option<usize> {
    legend(ui);
    let places = found.steps.len() + 1;
    // The number of steps on a screen is small, so the cast loses nothing.
    let place = ((ui.available_width() - 2.0 * RIM) / places as f32).clamp(PLACE.0, PLACE.1);
    let size = Vec2::new(place * places as f32 + 2.0 * RIM, BARS + APART + COURSE);
    let area = ScrollArea::horizontal().id_salt("course of steps").auto_shrink([false, true]);
    let shown = area.show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().rect_filled(rect, theme::ROUND, Theme::of(ui).role(Role::Panel));
        let columns = Columns { left: rect.left() + RIM, width: place, count: places };
        let asked = bars(ui, found, at, rect, &columns);
        end(ui, found, rect, &columns);
        course(ui, found, rect, &columns);
        if bring {
            ui.scroll_to_rect(columns.place(at, rect.y_range()), None);
        }
        asked
    });
    shown.inner
}

/// Shows the meaning of bars and line, each in its colour.
fn legend(ui: &mut Ui) {
    let theme = Theme::of(ui);
    let all = [
        (words::SENTENCES, theme.ink(Ink::Forced)),
        (words::MARKS, theme.role(Role::Weak)),
        (words::TO_BE_FOUND, theme.ink(Ink::Possible)),
    ];
    ui.horizontal_wrapped(|ui| {
        for (name, colour) in all {
            let (sign, _) = ui.allocate_exact_size(Vec2::splat(8.0), Sense::hover());
            ui.painter().rect_filled(sign, 2.0, colour);
            theme::section(ui, name);
            ui.add_space(theme::TIGHT);
        }
    });
}

/// Draws a bar for the number of sentences of each step. Returns the index of the clicked step.
fn bars(ui: &Ui, found: &FoundSteps, at: usize, rect: Rect, columns: &Columns) -> Option<usize> {
    let ground = rect.top() + BARS;
    let sentences = found.steps.iter().map(|step| step.sentences.len() as f64);
    let up = Axis::from_zero(sentences, ground, rect.top() + NUMBER);
    let mut asked = None;
    for (number, step) in found.steps.iter().enumerate() {
        let room = columns.place(number, rect.y_range());
        let bar = columns.bar(number, step.sentences.len() as f64, &up, 1.5);
        let name = bar_name(number, step);
        let response = chart::column(ui, ("step", number), room, at == number, &name);
        let ink = if at == number { Ink::Selection } else { Ink::Forced };
        ui.painter().rect_filled(bar, 1.5, Theme::of(ui).ink(ink));
        if step.sentences.len() > 1 {
            let weak = Theme::of(ui).role(Role::Weak);
            chart::label_above(ui, bar, &step.sentences.len().to_string(), weak);
        }
        asked = asked.or(response.clicked().then_some(number));
    }
    let last = found.steps.len();
    let room = columns.place(last, rect.y_range());
    let end = chart::column(ui, "end of steps", room, at == last, words::END);
    ui.painter().hline(columns.left..=columns.right(), ground, chart::axis_pen(ui));
    asked.or(end.clicked().then_some(last))
}

fn bar_name(number: usize, step: &ToldStep) -> String {
    words::bar(number + 1, step.sentences.len(), step.marks.len(), step.available)
}

/// Draws an icon for the end of the steps.
fn end(ui: &Ui, found: &FoundSteps, rect: Rect, columns: &Columns) {
    let middle = Pos2::new(columns.middle(found.steps.len()), rect.top() + BARS - 10.0);
    let (sign, ink) = match &found.end {
        StepsEnd::Solved => (Icon::CHECK, Ink::Good),
        StepsEnd::NoSolution { .. } => (Icon::CROSS, Ink::Conflict),
        StepsEnd::Differ { .. } | StepsEnd::More { .. } => (Icon::STOP, Ink::Bad),
    };
    let sign_rect = Rect::from_center_size(middle, Vec2::splat(12.0));
    sign.paint(ui.painter(), sign_rect, Theme::of(ui).ink(ink));
}

/// Draws marks as bars and available steps as a line, each from 0 to its own maximum.
fn course(ui: &Ui, found: &FoundSteps, rect: Rect, columns: &Columns) {
    let theme = Theme::of(ui);
    let (top, ground) = (rect.bottom() - COURSE, rect.bottom() - 4.0);
    let marks = found.steps.iter().map(|step| step.marks.len() as f64);
    let up = Axis::from_zero(marks, ground, top);
    for (number, step) in found.steps.iter().enumerate() {
        let bar = columns.bar(number, step.marks.len() as f64, &up, 2.5);
        ui.painter().rect_filled(bar, 1.0, theme.faded(Role::Weak, 0.45));
    }
    let available = found.steps.iter().map(|step| step.available as f64);
    let up = Axis::from_zero(available, ground, top);
    let points = found
        .steps
        .iter()
        .enumerate()
        .map(|(number, step)| Pos2::new(columns.middle(number), up.at(step.available as f64)));
    chart::stairs(ui.painter(), &points.collect::<Vec<_>>(), theme.ink(Ink::Possible));
    if let Some(narrow) = found.narrowest() {
        let number = found.steps.get(narrow).map_or(0, |step| step.available);
        let at = Pos2::new(columns.middle(narrow), up.at(number as f64));
        let (bad, ground) = (theme.ink(Ink::Bad), theme.role(Role::Panel));
        chart::Marker::Ring.draw(ui.painter(), at, 4.5, bad, ground);
    }
    ui.painter().hline(columns.left..=columns.right(), ground, chart::axis_pen(ui));
}

/// Shows words that link to a step.
pub(super) fn link(ui: &mut Ui, words: String, to: usize, asked: &mut Option<usize>) {
    if ui.link(RichText::new(words)).on_hover_text(words::GO_THERE).clicked() {
        *asked = Some(to);
    }
}
