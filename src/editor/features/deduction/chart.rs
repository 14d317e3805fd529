//! How wide each round is, as bars: the colour and the letter of a bar tell its rule, a sign above it
//! a leak, and its ground the round that is looked at.
//!
//! Knows the steps, the theme and egui.

use egui::{
    Align2, Color32, FontId, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
};

use crate::editor::features::deduction::steps::{self, Steps};
use crate::editor::features::deduction::words;
use crate::editor::kit::icon::{self, Icon};
use crate::editor::kit::theme::{self, Role, Theme};
use crate::games::DeductionEnd;
use crate::picture::Ink;

/// The least and the greatest width of a bar's place, in points.
const PLACE: (f32, f32) = (15.0, 34.0);
/// Room for signs of leaks, for bars with their numbers, and for letters.
const SIGNS: f32 = 14.0;
const BARS: f32 = 84.0;
const LETTERS: f32 = 16.0;
const RIM: f32 = 6.0;
/// Size of the letters and numbers.
const FONT: f32 = 11.0;

/// The colour of a rule, by its place among the rules.
pub fn colour(theme: Theme, rule: usize) -> Color32 {
    const INKS: [Ink; 6] =
        [Ink::Intended, Ink::Forced, Ink::Preview, Ink::Shortcut, Ink::Bad, Ink::Beam];
    theme.ink(INKS.get(rule % INKS.len()).copied().unwrap_or(Ink::Text))
}

/// The letter of a rule, by its place among the rules.
pub fn letter(rule: usize) -> char {
    u8::try_from(rule).map_or('?', |at| char::from(b'A'.saturating_add(at)))
}

/// Shows the bars; a click goes to a round.
pub fn show(ui: &mut Ui, steps: &mut Steps, bring: bool) {
    theme::section(ui, words::WIDTH);
    let places = steps.len() + 1;
    // Numbers of rounds on a screen: nothing that matters is lost.
    let place = ((ui.available_width() - 2.0 * RIM) / places as f32).clamp(PLACE.0, PLACE.1);
    let size = Vec2::new(place * places as f32 + 2.0 * RIM, SIGNS + BARS + LETTERS);
    let area = ScrollArea::horizontal().id_salt("width of rounds").auto_shrink([false, true]);
    area.show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().rect_filled(rect, theme::ROUND, Theme::of(ui).role(Role::Panel));
        let most = steps.deduced.rounds.iter().map(steps::width).max().unwrap_or(1).max(1);
        let mut asked = None;
        for at in 0..places {
            let left = rect.left() + RIM + place * at as f32;
            let room = Rect::from_min_size(egui::pos2(left, rect.top()), Vec2::new(place, size.y));
            let response = column(ui, steps, (at, most), room);
            if response.clicked() {
                asked = Some(at);
            }
            if bring && steps.at() == at {
                response.scroll_to_me(None);
            }
        }
        let ground = rect.top() + SIGNS + BARS;
        let line = Stroke::new(1.0, Theme::of(ui).role(Role::Line));
        ui.painter().hline(rect.left() + RIM..=rect.right() - RIM, ground, line);
        if let Some(at) = asked {
            steps.go_to(at);
        }
    });
}

/// The place of a round, or of the end.
fn column(ui: &mut Ui, steps: &Steps, (at, most): (usize, usize), room: Rect) -> Response {
    let theme = Theme::of(ui);
    let response = ui.interact(room, ui.scope_id().with(("round", at)), Sense::click());
    let current = steps.at() == at;
    let leaks = steps.leaks_after(at).count();
    let round = steps.deduced.rounds.get(at);
    let rule = round.and_then(|round| steps.rule_of(round));
    let name = match (round, rule.and_then(|rule| steps.rules().get(rule))) {
        (Some(round), Some(rule)) => words::bar(at + 1, &rule.name, (steps::width(round), leaks)),
        _ => words::END.to_owned(),
    };
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::Button, true, &name);
        info.selected = Some(current);
        info
    });
    let painter = ui.painter();
    let ground = match (current, response.hovered() || response.has_focus()) {
        (true, _) => Some(Role::Tint),
        (_, true) => Some(Role::Hover),
        _ => None,
    };
    if let Some(ground) = ground {
        painter.rect_filled(room.shrink2(Vec2::new(0.5, 0.0)), theme::ROUND, theme.role(ground));
    }
    if current {
        let pen = Stroke::new(1.5, theme.role(Role::Accent));
        let frame = room.shrink2(Vec2::new(0.5, 0.0));
        painter.rect_stroke(frame, theme::ROUND, pen, StrokeKind::Inside);
    }
    if leaks > 0 {
        let sign = Rect::from_center_size(
            egui::pos2(room.center().x, room.top() + SIGNS / 2.0 + 1.0),
            Vec2::splat(SIGNS - 2.0),
        );
        Icon::LEAK.paint(painter, sign, theme.ink(Ink::Bad));
    }
    match (round, rule) {
        (Some(round), Some(rule)) => {
            let share = steps::width(round) as f32 / most as f32;
            bar(ui, room, (rule, steps::width(round), share));
        }
        _ => end(ui, room, steps),
    }
    response.on_hover_text(name)
}

fn bar(ui: &Ui, room: Rect, (rule, width, share): (usize, usize, f32)) {
    let theme = Theme::of(ui);
    let (painter, font) = (ui.painter(), FontId::proportional(FONT));
    let ground = room.top() + SIGNS + BARS;
    let top = ground - share * (BARS - FONT - 6.0);
    let half = (room.width() / 2.0 - 2.5).min(10.0);
    let x = room.center().x;
    let rect = Rect::from_min_max(egui::pos2(x - half, top), egui::pos2(x + half, ground));
    painter.rect_filled(rect, 2.0, colour(theme, rule));
    let number = egui::pos2(x, top - 1.0);
    let weak = theme.role(Role::Weak);
    painter.text(number, Align2::CENTER_BOTTOM, width.to_string(), font.clone(), weak);
    let foot = egui::pos2(x, ground + 2.0);
    painter.text(foot, Align2::CENTER_TOP, letter(rule), font, colour(theme, rule));
}

/// The end as a sign.
fn end(ui: &Ui, room: Rect, steps: &Steps) {
    let (icon, colour) = end_sign(Theme::of(ui), steps);
    let at = egui::pos2(room.center().x, room.top() + SIGNS + BARS - 10.0);
    let rect = Rect::from_center_size(at, Vec2::splat(14.0));
    icon.paint(ui.painter(), rect, colour);
}

/// A sign for how deduction ends.
pub fn end_sign(theme: Theme, steps: &Steps) -> (Icon, Color32) {
    match steps.deduced.end {
        DeductionEnd::Solved { .. } => (Icon::CHECK, theme.ink(Ink::Good)),
        DeductionEnd::Stops { .. } => (Icon::STOP, theme.ink(Ink::Bad)),
        DeductionEnd::Impossible { .. } => (Icon::CROSS, theme.ink(Ink::Conflict)),
    }
}

/// What letters and colours stand for, with the depth and the widest round of each rule.
pub fn legend(ui: &mut Ui, steps: &Steps) {
    let theme = Theme::of(ui);
    egui::Grid::new("rules").num_columns(4).min_row_height(18.0).spacing([theme::WIDE, 2.0]).show(
        ui,
        |ui| {
            for (head, tip) in [
                ("", ""),
                (words::RULE, words::RULE_TIP),
                (words::ROUNDS, words::ROUNDS_TIP),
                (words::WIDEST, words::WIDEST_TIP),
            ] {
                let head = theme::section(ui, head);
                if !tip.is_empty() {
                    head.on_hover_text(tip);
                }
            }
            ui.end_row();
            for (number, rule) in steps.rules().iter().enumerate() {
                let share = steps.share(number);
                let used = share.rounds > 0;
                let role = if used { Role::Text } else { Role::Weak };
                sign(ui, number, used);
                let name = egui::RichText::new(rule.name.clone()).color(theme.role(role));
                ui.label(name).on_hover_text(rule.says.clone());
                for number in [share.rounds, share.widest] {
                    let words = if used { number.to_string() } else { "–".to_owned() };
                    ui.label(egui::RichText::new(words).color(theme.role(role)));
                }
                ui.end_row();
            }
        },
    );
}

/// The letter of a rule in its colour.
pub fn sign(ui: &mut Ui, rule: usize, strong: bool) {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
    let colour = if strong { colour(theme, rule) } else { theme.faded(Role::Weak, 0.5) };
    ui.painter().rect_filled(rect.shrink(0.5), 3.0, colour);
    let font = FontId::proportional(FONT);
    let ink = theme.ink(Ink::Ground);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, letter(rule), font, ink);
}

/// The sign of a leak in a line of text.
pub fn leak_sign(ui: &mut Ui) {
    let colour = Theme::of(ui).ink(Ink::Bad);
    icon::inline(ui, Icon::LEAK, colour);
}
