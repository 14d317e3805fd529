//! The course of a solution: a bar for the size of each step. For steps by sentences also the marks that follow,
//! and the steps of its size that were available at that moment; for steps by named rules, the letters of these.

use egui::{Align2, Color32, Pos2, Rect, RichText, ScrollArea, Sense, Ui, Vec2};

use super::icons;
use super::view::Shown;
use super::words;
use crate::solving::question::{FoundSteps, StepsBy, StepsEnd};
use foolproof_editor::kit::chart::{self, Axis, Columns};
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_picture::Ink;

/// Heights in points: of the bars with their numbers, of a number, a letter, a sign of leaks, and of the course of
/// marks beneath them.
const BARS: f32 = 70.0;
const NUMBER: f32 = 17.0;
const LETTER: f32 = 16.0;
const SIGN: f32 = 14.0;
const COURSE: f32 = 40.0;
/// Space between the bars and the course, in points.
const APART: f32 = 6.0;
/// Minimum and maximum width of a bar's place, in points; with letters, and without.
const LETTERED: (f32, f32) = (15.0, 34.0);
const PLAIN: (f32, f32) = (9.0, 26.0);
const RIM: f32 = 6.0;

/// A bar: its height, what it says, and its rule and leaks if there are any.
pub(super) struct Bar {
    pub size: usize,
    pub name: String,
    pub rule: Option<usize>,
    pub leaks: usize,
}

/// Shows the course; `bring` scrolls the current step into view. Returns the index of the clicked step.
pub(super) fn show(ui: &mut Ui, shown: &Shown<'_>, at: usize, bring: bool) -> Option<usize> {
    legend(ui, shown);
    let mut all: Vec<Bar> = shown.bars().collect();
    let last = all.len();
    let leaks = shown.leaks_before(last);
    all.push(Bar { size: 0, name: words::END.to_owned(), rule: None, leaks });
    let by_rules = shown.by == StepsBy::Rules;
    let beneath = if by_rules { APART + COURSE } else { 0.0 };
    scrolled(ui, &all, beneath, |ui, rect, columns| {
        let asked = bars(ui, &all, Some(at), rect.with_max_y(rect.max.y - beneath), columns);
        end(ui, shown.found, rect.with_max_y(rect.max.y - beneath), columns);
        if by_rules {
            course(ui, shown.found, rect, columns);
        }
        if bring {
            ui.scroll_to_rect(columns.place(at, rect.y_range()), None);
        }
        asked
    })
}

/// Shows bars alone.
pub(super) fn plain(ui: &mut Ui, all: &[Bar]) {
    scrolled(ui, all, 0.0, |ui, rect, columns| _ = bars(ui, all, None, rect, columns));
}

/// Makes room for bars, with more room beneath them.
fn scrolled<R>(
    ui: &mut Ui,
    all: &[Bar],
    beneath: f32,
    draw: impl FnOnce(&Ui, Rect, &Columns) -> R,
) -> R {
    let lettered = all.iter().any(|bar| bar.rule.is_some());
    let (least, most) = if lettered { LETTERED } else { PLAIN };
    let letters = if lettered { LETTER + SIGN } else { 0.0 };
    let places = all.len().max(1);
    // The number of steps on a screen is small, so the cast loses nothing.
    let place = ((ui.available_width() - 2.0 * RIM) / places as f32).clamp(least, most);
    let size = Vec2::new(place * places as f32 + 2.0 * RIM, BARS + letters + beneath);
    let area = ScrollArea::horizontal().id_salt("course of steps").auto_shrink([false, true]);
    let shown = area.show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().rect_filled(rect, theme::ROUND, Theme::of(ui).role(Role::Panel));
        draw(ui, rect, &Columns { left: rect.left() + RIM, width: place, count: places })
    });
    shown.inner
}

/// Shows the meaning of bars and line, each in its colour.
fn legend(ui: &mut Ui, shown: &Shown<'_>) {
    let theme = Theme::of(ui);
    let sizes = (words::sizes(shown.by.unit(shown.game).1), theme.ink(Ink::Forced));
    let rest = match shown.by {
        StepsBy::Rules => vec![
            (words::MARKS.to_owned(), theme.role(Role::Weak)),
            (words::TO_BE_FOUND.to_owned(), theme.ink(Ink::Possible)),
        ],
        StepsBy::Own => Vec::new(),
    };
    ui.horizontal_wrapped(|ui| {
        for (name, colour) in std::iter::once(sizes).chain(rest) {
            if shown.rules().is_empty() {
                let (sign, _) = ui.allocate_exact_size(Vec2::splat(8.0), Sense::hover());
                ui.painter().rect_filled(sign, 2.0, colour);
            }
            theme::section(ui, &name);
            ui.add_space(theme::TIGHT);
        }
    });
}

/// Draws a bar for the size of each step. Returns the index of the clicked step.
fn bars(ui: &Ui, all: &[Bar], at: Option<usize>, rect: Rect, columns: &Columns) -> Option<usize> {
    let theme = Theme::of(ui);
    let lettered = all.iter().any(|bar| bar.rule.is_some());
    let (above, letters) = if lettered { (SIGN, LETTER) } else { (0.0, 0.0) };
    let ground = rect.bottom() - letters;
    let sizes = all.iter().map(|bar| bar.size as f64);
    let up = Axis::from_zero(sizes, ground, rect.top() + above + NUMBER);
    let mut asked = None;
    for (number, one) in all.iter().enumerate() {
        let room = columns.place(number, rect.y_range());
        let bar = columns.bar(number, one.size as f64, &up, 1.5);
        let response = chart::column(ui, ("step", number), room, at == Some(number), &one.name);
        let ink = match (one.rule, at == Some(number)) {
            (Some(rule), _) => colour(theme, rule),
            (None, true) => theme.ink(Ink::Selection),
            (None, false) => theme.ink(Ink::Forced),
        };
        ui.painter().rect_filled(bar, 1.5, ink);
        if one.size > 1 {
            chart::label_above(ui, bar, &one.size.to_string(), theme.role(Role::Weak));
        }
        if let Some(rule) = one.rule {
            chart::label_beneath(ui, bar, &letter(rule).to_string(), ink);
        }
        if one.leaks > 0 {
            let middle = Pos2::new(room.center().x, room.top() + SIGN / 2.0 + 1.0);
            let sign = Rect::from_center_size(middle, Vec2::splat(SIGN - 2.0));
            icons::LEAK.paint(ui.painter(), sign, theme.ink(Ink::Bad));
        }
        asked = asked.or(response.clicked().then_some(number));
    }
    ui.painter().hline(columns.left..=columns.right(), ground, chart::axis_pen(ui));
    asked
}

/// Draws an icon for the end of the steps.
fn end(ui: &Ui, found: &FoundSteps, rect: Rect, columns: &Columns) {
    let middle = Pos2::new(columns.middle(found.steps.len()), rect.center().y + 14.0);
    let (sign, ink) = end_sign(found);
    let sign_rect = Rect::from_center_size(middle, Vec2::splat(12.0));
    sign.paint(ui.painter(), sign_rect, Theme::of(ui).ink(ink));
}

pub(super) fn end_sign(found: &FoundSteps) -> (Icon, Ink) {
    match &found.end {
        StepsEnd::Solved => (Icon::CHECK, Ink::Good),
        StepsEnd::NoSolution { .. } => (Icon::CROSS, Ink::Conflict),
        StepsEnd::Differ { .. } | StepsEnd::Stops { .. } | StepsEnd::More { .. } => {
            (Icon::STOP, Ink::Bad)
        }
    }
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

/// Returns the colour of a rule, by its position among the rules.
fn colour(theme: Theme, rule: usize) -> Color32 {
    const INKS: [Ink; 6] =
        [Ink::Intended, Ink::Forced, Ink::Preview, Ink::Shortcut, Ink::Bad, Ink::Beam];
    theme.ink(INKS.get(rule % INKS.len()).copied().unwrap_or(Ink::Text))
}

/// Returns the letter of a rule, by its position among the rules.
fn letter(rule: usize) -> char {
    u8::try_from(rule).map_or('?', |at| char::from(b'A'.saturating_add(at)))
}

/// Explains letters and colours, with the number of steps and the largest step of each rule.
pub(super) fn rules(ui: &mut Ui, shown: &Shown<'_>) {
    let theme = Theme::of(ui);
    let grid = egui::Grid::new("rules").num_columns(4).min_row_height(18.0);
    grid.spacing([theme::WIDE, 2.0]).show(ui, |ui| {
        theme::section(ui, "");
        for (head, tip) in words::RULE_COLUMNS {
            theme::section(ui, head).on_hover_text(tip);
        }
        ui.end_row();
        for (number, rule) in shown.rules().iter().enumerate() {
            let of_rule = shown.bars().filter(|bar| bar.rule == Some(number));
            let sizes: Vec<usize> = of_rule.map(|bar| bar.size).collect();
            let widest = sizes.iter().max();
            let role = if widest.is_some() { Role::Text } else { Role::Weak };
            sign(ui, number, widest.is_some());
            let text = |words: String| RichText::new(words).color(theme.role(role));
            ui.label(text(rule.name.to_string())).on_hover_text(rule.says.clone());
            for number in [widest.map(|_| sizes.len()), widest.copied()] {
                ui.label(text(number.map_or_else(|| "–".to_owned(), |number| number.to_string())));
            }
            ui.end_row();
        }
    });
}

/// Shows the letter of a rule in its colour.
pub(super) fn sign(ui: &mut Ui, rule: usize, strong: bool) {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
    let colour = if strong { colour(theme, rule) } else { theme.faded(Role::Weak, 0.5) };
    ui.painter().rect_filled(rect.shrink(0.5), 3.0, colour);
    chart::words(ui, rect.center(), Align2::CENTER_CENTER, letter(rule), theme.ink(Ink::Ground));
}
