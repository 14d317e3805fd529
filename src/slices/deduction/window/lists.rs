//! The findings of a round and the leaks of the level, as lists of sentences to choose from.

use egui::{Align, Button, Layout, ScrollArea, Ui, Vec2};

use crate::deduction::window::chart;
use crate::deduction::window::steps::{Chosen, Steps};
use crate::deduction::window::words;
use foolproof_editor::kit::icon;
use foolproof_editor::kit::theme::{self, Theme};

/// Height of the list of leaks, in points.
const LEAKS: f32 = 110.0;

/// Shows the current round: its number, its rule, and its findings.
pub(crate) fn round(ui: &mut Ui, steps: &mut Steps, high: f32, bring: bool) {
    let Some(round) = steps.round().cloned() else {
        return end(ui, steps);
    };
    let number = steps.rule_of(&round);
    ui.horizontal(|ui| {
        if let Some(rule) = number {
            chart::sign(ui, rule, true);
        }
        let name = number.and_then(|at| steps.rules().get(at)).map_or("", |rule| &*rule.name);
        ui.heading(name);
        ui.weak(words::round(steps.at() + 1, steps.len()));
    });
    if let Some(rule) = number.and_then(|at| steps.rules().get(at)) {
        ui.weak(&*rule.says);
    }
    ui.add_space(theme::TIGHT);
    theme::section(ui, &words::findings(round.insights.len()));
    let left = (high - LEAKS_ABOVE).max(90.0);
    let area = ScrollArea::vertical().id_salt("findings of the round").max_height(left);
    area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = Vec2::new(0.0, 2.0);
        for (at, insight) in round.insights.iter().enumerate() {
            let on = steps.look() == Chosen::Insight(at);
            if sentence(ui, &insight.words, on, bring) {
                steps.choose(at);
            }
        }
    });
}

/// Height of the part above the findings.
const LEAKS_ABOVE: f32 = 96.0;

fn end(ui: &mut Ui, steps: &Steps) {
    let (icon, colour) = chart::end_sign(Theme::of(ui), steps);
    ui.horizontal(|ui| {
        icon::inline(ui, icon, colour);
        ui.heading(words::end_heading(&steps.deduced));
    });
    ui.label(words::end_words(&steps.deduced));
}

/// Shows a sentence over the whole width that can be chosen.
fn sentence(ui: &mut Ui, words: &str, on: bool, bring: bool) -> bool {
    let wide = ui.available_width();
    let justified = Layout::top_down_justified(Align::Min);
    ui.allocate_ui_with_layout(Vec2::new(wide, 0.0), justified, |ui| {
        let response = ui.add(Button::selectable(on, words).wrap());
        if on && bring {
            response.scroll_to_me(None);
        }
        response.clicked()
    })
    .inner
}

/// Returns the height that the leaks take, in points.
pub(crate) fn leaks_high(steps: &Steps) -> f32 {
    if steps.deduced.leaks.is_empty() { 0.0 } else { LEAKS + 26.0 }
}

/// Lists the places where trust in one solution skips the thinking; a click goes there.
pub(crate) fn leaks(ui: &mut Ui, steps: &mut Steps, bring: bool) {
    let leaks = steps.deduced.leaks.clone();
    if leaks.is_empty() {
        return;
    }
    ui.separator();
    ui.horizontal(|ui| {
        chart::leak_sign(ui);
        theme::section(ui, words::LEAKS).on_hover_text(words::LEAKS_TIP);
    });
    let area = ScrollArea::vertical().id_salt("leaks").max_height(LEAKS - 20.0);
    area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = Vec2::new(0.0, 2.0);
        for (at, leak) in leaks.iter().enumerate() {
            let on = steps.look() == Chosen::Leak(at);
            if sentence(ui, &words::leak(&leak.name, &leak.words), on, bring) {
                steps.show_leak(at);
            }
        }
    });
}
