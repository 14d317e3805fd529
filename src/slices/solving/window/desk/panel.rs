//! The desk in words: the claim, its value, and the possible actions.

use egui::{Button, RichText, Ui};

use super::{Desk, words};
use crate::solving::evidence::{self as naming, is_constraint};
use crate::solving::window::chart::{self, Bar};
use foolproof_editor::kit::icon::{self, Icon};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::text;
use foolproof_game::{Game, Weighed};
use foolproof_level::{Mark, Site};
use foolproof_picture::Ink;

/// Requests of the player or designer at the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArguingWish {
    /// Fill in the conclusion.
    Conclude,
    /// Open the proof path.
    Path,
}

/// Shows the desk; with `plays`, conclusions can be filled in.
pub fn show(ui: &mut Ui, desk: &mut Desk, game: &dyn Game, plays: bool) -> Option<ArguingWish> {
    let theme = Theme::of(ui);
    ui.horizontal(|ui| {
        ui.heading(match (plays, desk.conclusion, is_full(desk)) {
            (false, ..) => words::ARGUMENT,
            (true, _, true) => words::VICTORY,
            (true, Some(_), _) => words::TACTICS_PHASE,
            (true, None, _) => words::STRATEGY_PHASE,
        });
        if desk.is_busy() {
            ui.add(egui::Spinner::new().size(12.0));
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
        }
    });
    ui.add_space(theme::TIGHT);
    theme.card().inner_margin(egui::Margin::symmetric(8, 6)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        // Keep buttons in place while the words change.
        ui.set_min_height(112.0);
        claim(ui, desk, game);
    });
    if plays && is_full(desk) {
        proved(ui, desk);
        return None;
    }
    ui.add_space(theme::TIGHT);
    constraints(ui, desk, game);
    let wish = buttons(ui, desk, plays);
    ui.add_space(theme::TIGHT);
    if ui.checkbox(&mut desk.strategy, words::STRATEGY).on_hover_text(words::STRATEGY_TIP).changed()
        | ui.checkbox(&mut desk.tactics, words::TACTICS).on_hover_text(words::TACTICS_TIP).changed()
    {
        desk.version += 1;
    }
    if let Some(hints) = desk.hints() {
        let line = match hints.first() {
            Some(first) => words::hints(hints.len(), &first.evidence),
            None => words::NO_HINT.to_owned(),
        };
        ui.weak(line);
    }
    legend(ui, desk);
    proved(ui, desk);
    wish
}

/// True if nothing is left to prove.
fn is_full(desk: &Desk) -> bool {
    let all = desk.level.as_ref().map(|level| level.board.cells().count());
    all == Some(desk.given.len() + desk.filled.len())
}

fn claim(ui: &mut Ui, desk: &mut Desk, game: &dyn Game) {
    let theme = Theme::of(ui);
    let Some(site) = desk.conclusion else {
        ui.label(if is_full(desk) { words::ALL_PROVED } else { words::CHOOSE_CONCLUSION });
        if !desk.evidence.is_empty() {
            ui.label(words::evidence(&desk.evidence));
        }
        return trouble(ui, desk);
    };
    ui.label(words::conclusion(&site.name(), &desk.evidence));
    let line = |ui: &mut Ui, icon: Icon, colour, words: &str| {
        ui.horizontal_wrapped(|ui| {
            icon::inline(ui, icon, colour);
            ui.label(RichText::new(words).color(colour));
        });
    };
    let (good, weak) = (theme.ink(Ink::Good), theme.role(Role::Weak));
    match desk.weighed() {
        None => line(ui, Icon::CLOCK, weak, words::WEIGHING),
        Some(Weighed { concludes: Some(mark), technique, .. }) => {
            line(ui, Icon::CHECK, good, &words::valid(&game.describe(mark), technique.as_deref()));
        }
        Some(weighed) => {
            let left: Vec<&str> =
                weighed.possible.get(&site).into_iter().flatten().map(Mark::as_str).collect();
            line(ui, Icon::CROSS, theme.ink(Ink::Bad), &words::not_valid(&left));
        }
    }
    if let Some(least) = desk.least() {
        let valid = desk.weighed().is_some_and(|weighed| weighed.concludes.is_some());
        match &least.smallest {
            None => line(ui, Icon::MINUS, weak, words::UNPROVABLE),
            Some(found) if valid && found.evidence.len() == desk.evidence.len() => {
                line(ui, Icon::CHECK, good, words::OPTIMAL);
            }
            Some(found) => line(ui, Icon::PIN, weak, &words::least(&found.evidence)),
        }
    }
    trouble(ui, desk);
}

/// Lists the level's constraints, with a box to use each one as evidence.
fn constraints(ui: &mut Ui, desk: &mut Desk, game: &dyn Game) {
    let Some(level) = desk.level.clone() else { return };
    let all: Vec<Site> = level.marks().map(|(site, _)| site).filter(is_constraint).collect();
    if all.is_empty() {
        return;
    }
    let chosen = desk.evidence.iter().filter(|site| is_constraint(site)).count();
    let header = egui::CollapsingHeader::new(words::constraints(chosen, all.len()));
    header.id_salt("constraints as evidence").show(ui, |ui| {
        ui.horizontal(|ui| {
            for (label, on) in [(words::ALL_CONSTRAINTS, true), (words::NO_CONSTRAINTS, false)] {
                if ui.button(label).clicked() {
                    all.iter().for_each(|site| desk.set_evidence(*site, on));
                }
            }
        });
        for site in &all {
            let mut on = desk.evidence.contains(site);
            if ui.checkbox(&mut on, naming::title(game, &level, *site)).changed() {
                desk.set_evidence(*site, on);
            }
        }
    });
}

fn trouble(ui: &mut Ui, desk: &Desk) {
    if let Some(why) = &desk.trouble {
        let colour = Theme::of(ui).ink(Ink::Bad);
        ui.label(RichText::new(why).color(colour));
    }
}

fn buttons(ui: &mut Ui, desk: &mut Desk, plays: bool) -> Option<ArguingWish> {
    let mut wish = None;
    ui.horizontal_wrapped(|ui| {
        let valid = desk.weighed().is_some_and(|weighed| weighed.concludes.is_some());
        if plays {
            let conclude = ui.add_enabled_ui(valid, |ui| theme::primary(ui, words::CONCLUDE)).inner;
            if conclude.on_hover_text(words::CONCLUDE_TIP).clicked() {
                wish = Some(ArguingWish::Conclude);
            }
        }
        let known = desk.least().is_some_and(|least| least.smallest.is_some());
        let smallest = ui.add_enabled(known, Button::new(words::SMALLEST));
        if smallest.on_hover_text(words::SMALLEST_TIP).clicked() {
            desk.take_smallest();
        }
        let clear = ui.add_enabled(!desk.evidence.is_empty(), Button::new(words::CLEAR));
        if clear.on_hover_text(words::CLEAR_TIP).clicked() {
            desk.clear_evidence();
        }
        let abandon = ui.add_enabled(desk.conclusion.is_some(), Button::new(words::ABANDON));
        if abandon.on_hover_text(words::ABANDON_TIP).clicked() {
            desk.abandon();
        }
        if !plays && ui.button(words::PATH).on_hover_text(words::PATH_TIP).clicked() {
            wish = Some(ArguingWish::Path);
        }
        if !plays && !desk.filled.is_empty() {
            let leave = ui.button(words::LEAVE_STEP).on_hover_text(words::LEAVE_STEP_TIP);
            if leave.clicked() {
                desk.leave_step();
            }
        }
    });
    wish
}

/// Explains the numbers on the board.
fn legend(ui: &mut Ui, desk: &Desk) {
    if desk.weighed().is_none() || desk.evidence.is_empty() {
        return;
    }
    let counts = desk.weighed().into_iter().flat_map(|weighed| weighed.possible.values());
    let most = counts.map(|marks| u8::try_from(marks.len()).unwrap_or(9)).max().unwrap_or(9);
    let theme = Theme::of(ui);
    ui.add_space(theme::TIGHT);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        for heat in 1..=most {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(15.0), egui::Sense::hover());
            ui.painter().rect_filled(rect, 2.0, theme.ink(Ink::Heat(heat)));
            let font = egui::TextStyle::Small.resolve(ui.style());
            let colour = theme.role(Role::Text);
            let at = rect.center();
            ui.painter().text(at, egui::Align2::CENTER_CENTER, heat.to_string(), font, colour);
        }
    });
    ui.label(RichText::new(words::LEGEND).small().weak());
}

/// Lists the arguments proved so far, in order.
fn proved(ui: &mut Ui, desk: &Desk) {
    if desk.proved.is_empty() {
        return;
    }
    ui.add_space(theme::TIGHT);
    theme::section(ui, &text::capital(&words::proved(desk.proved.len())));
    ui.label(words::path(&desk.proved));
    let bars = desk.proved.iter().enumerate().map(|(at, step)| {
        let (size, name) = (step.evidence.len(), words::bar(at + 1, step));
        Bar { size, name, rule: None, leaks: 0 }
    });
    chart::plain(ui, &bars.collect::<Vec<Bar>>());
}
