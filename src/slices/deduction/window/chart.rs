//! The width of each round, as bars: the colour and the letter of a bar show its rule, a sign above it a
//! leak, and its background the current round.

use crate::deduction::window::icons::DeductionIcons as _;
use egui::{
    Align2, Color32, Pos2, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
};

use crate::deduction::window::steps::{self, Steps};
use crate::deduction::window::words;
use foolproof_editor::kit::chart::{self, Axis, Columns};
use foolproof_editor::kit::icon::{self, Icon};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_game::DeductionEnd;
use foolproof_picture::Ink;

/// The least and the greatest width of a bar's place, in points.
const PLACE: (f32, f32) = (15.0, 34.0);
/// Room for signs of leaks, for bars with their numbers, and for letters.
const SIGNS: f32 = 14.0;
const BARS: f32 = 84.0;
const LETTERS: f32 = 16.0;
const RIM: f32 = 6.0;
/// Height of the numbers above bars, and the widest bar.
const NUMBER: f32 = 17.0;
const WIDEST: f32 = 20.0;

/// Returns the colour of a rule, by its position among the rules.
pub(crate) fn colour(theme: Theme, rule: usize) -> Color32 {
    const INKS: [Ink; 6] =
        [Ink::Intended, Ink::Forced, Ink::Preview, Ink::Shortcut, Ink::Bad, Ink::Beam];
    theme.ink(INKS.get(rule % INKS.len()).copied().unwrap_or(Ink::Text))
}

/// Returns the letter of a rule, by its position among the rules.
pub(crate) fn letter(rule: usize) -> char {
    u8::try_from(rule).map_or('?', |at| char::from(b'A'.saturating_add(at)))
}

/// Shows the bars; a click goes to a round.
pub(crate) fn show(ui: &mut Ui, steps: &mut Steps, bring: bool) {
    theme::section(ui, words::WIDTH);
    let places = steps.len() + 1;
    // Numbers of rounds on a screen: nothing that matters is lost.
    let place = ((ui.available_width() - 2.0 * RIM) / places as f32).clamp(PLACE.0, PLACE.1);
    let size = Vec2::new(place * places as f32 + 2.0 * RIM, SIGNS + BARS + LETTERS);
    let area = ScrollArea::horizontal().id_salt("width of rounds").auto_shrink([false, true]);
    area.show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().rect_filled(rect, theme::ROUND, Theme::of(ui).role(Role::Panel));
        let columns = Columns { left: rect.left() + RIM, width: place, count: places };
        let ground = rect.top() + SIGNS + BARS;
        // Numbers of sites: exact as floats.
        let widths = steps.deduced.rounds.iter().map(|round| steps::width(round) as f64);
        let up = Axis::from_zero(widths, ground, ground - BARS + NUMBER);
        let mut asked = None;
        let gap = (place / 2.0 - WIDEST / 2.0).max(2.5);
        for at in 0..places {
            let response = column(ui, steps, at, columns.place(at, rect.y_range()));
            match steps.deduced.rounds.get(at).map(|round| (steps.rule_of(round), round)) {
                Some((Some(rule), round)) => {
                    let width = steps::width(round);
                    let bar = columns.bar(at, width as f64, &up, gap);
                    let ink = colour(Theme::of(ui), rule);
                    ui.painter().rect_filled(bar, 2.0, ink);
                    let weak = Theme::of(ui).role(Role::Weak);
                    let (number, letter) = (width.to_string(), letter(rule).to_string());
                    chart::label_above(ui, bar, &number, weak);
                    chart::label_beneath(ui, bar, &letter, ink);
                }
                _ => end(ui, Pos2::new(columns.middle(at), ground - 10.0), steps),
            }
            if response.clicked() {
                asked = Some(at);
            }
            if bring && steps.at() == at {
                response.scroll_to_me(None);
            }
        }
        let line = columns.left..=columns.right();
        ui.painter().hline(line, ground, chart::axis_pen(ui));
        if let Some(at) = asked {
            steps.go_to(at);
        }
    });
}

/// Shows the place of a round, or of the end, with a sign for leaks.
fn column(ui: &Ui, steps: &Steps, at: usize, room: Rect) -> Response {
    let theme = Theme::of(ui);
    let leaks = steps.leaks_after(at).count();
    let round = steps.deduced.rounds.get(at);
    let rule = round.and_then(|round| steps.rules().get(steps.rule_of(round)?));
    let name = match (round, rule) {
        (Some(round), Some(rule)) => words::bar(at + 1, &rule.name, steps::width(round), leaks),
        _ => words::END.to_owned(),
    };
    let current = steps.at() == at;
    let response = chart::column(ui, ("round", at), room, current, &name);
    if current {
        let pen = Stroke::new(1.5, theme.role(Role::Accent));
        let frame = room.shrink2(Vec2::new(0.5, 0.0));
        ui.painter().rect_stroke(frame, theme::ROUND, pen, StrokeKind::Inside);
    }
    if leaks > 0 {
        let middle = Pos2::new(room.center().x, room.top() + SIGNS / 2.0 + 1.0);
        let sign = Rect::from_center_size(middle, Vec2::splat(SIGNS - 2.0));
        Icon::LEAK.paint(ui.painter(), sign, theme.ink(Ink::Bad));
    }
    response
}

/// Draws the end as a sign.
fn end(ui: &Ui, at: Pos2, steps: &Steps) {
    let (icon, colour) = end_sign(Theme::of(ui), steps);
    icon.paint(ui.painter(), Rect::from_center_size(at, Vec2::splat(14.0)), colour);
}

/// Returns a sign for the end of deduction.
pub(crate) fn end_sign(theme: Theme, steps: &Steps) -> (Icon, Color32) {
    match steps.deduced.end {
        DeductionEnd::Solved { .. } => (Icon::CHECK, theme.ink(Ink::Good)),
        DeductionEnd::Stops { .. } => (Icon::STOP, theme.ink(Ink::Bad)),
        DeductionEnd::Impossible { .. } => (Icon::CROSS, theme.ink(Ink::Conflict)),
    }
}

/// Explains letters and colours, with the depth and the widest round of each rule.
pub(crate) fn legend(ui: &mut Ui, steps: &Steps) {
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

/// Shows the letter of a rule in its colour.
pub(crate) fn sign(ui: &mut Ui, rule: usize, strong: bool) {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
    let colour = if strong { colour(theme, rule) } else { theme.faded(Role::Weak, 0.5) };
    ui.painter().rect_filled(rect.shrink(0.5), 3.0, colour);
    chart::words(ui, rect.center(), Align2::CENTER_CENTER, letter(rule), theme.ink(Ink::Ground));
}

/// Shows the sign of a leak in a line of text.
pub(crate) fn leak_sign(ui: &mut Ui) {
    let colour = Theme::of(ui).ink(Ink::Bad);
    icon::inline(ui, Icon::LEAK, colour);
}
