//! A step in words: what follows, since what, and by which sentences; the list of all steps, and the leaks.

use egui::style::ScrollAnimation;
use egui::{Align, Button, Layout, ScrollArea, Ui, Vec2};

use super::icons;
use super::place::{Chosen, StepPlace};
use super::view::{Shown, StepsView};
use super::{chart, words};
use crate::solving::question::{StepsBy, StepsEnd};
use crate::solving::words::{BY_CHOICE, sentence_text};
use foolproof_editor::kit::icon;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::text;
use foolproof_game::{PlacedSentence, Step};
use foolproof_picture::Ink;

/// Height of a step above the list of all steps, and of the list of leaks, in points.
const STEP: f32 = 190.0;
const LEAKS: f32 = 110.0;

/// Shows the step, and beneath it the list of all steps, or the leaks.
pub(super) fn show(ui: &mut Ui, view: &mut StepsView, shown: &Shown<'_>, high: f32, bring: bool) {
    let top = ui.cursor().top();
    if !shown.rules().is_empty() {
        let leaks_high = if shown.found.leaks.is_empty() { 0.0 } else { LEAKS + 26.0 };
        step(ui, view, shown, (high - leaks_high).max(90.0), bring);
        return leaks(ui, view, shown, bring);
    }
    step(ui, view, shown, STEP, bring);
    ui.separator();
    let left = (high - (ui.cursor().top() - top)).max(90.0);
    // Scrolls also if the part above takes more room than before.
    let is_other = view.room.replace(left) != Some(left);
    list(ui, view, shown, left, bring || is_other);
}

/// Shows the sentences and marks of the step, or after the last one the end of the steps.
fn step(ui: &mut Ui, view: &mut StepsView, shown: &Shown<'_>, high: f32, bring: bool) {
    let area = ScrollArea::vertical().id_salt("the step").max_height(high);
    area.auto_shrink([false, true]).show(ui, |ui| {
        let Some(step) = shown.found.steps.get(view.place.at) else { return end(ui, shown) };
        let own = shown.by == StepsBy::Own;
        if own {
            heading(ui, shown, step);
        }
        if !step.marks.is_empty() {
            theme::section(ui, words::FOLLOWS);
            ui.strong(shown.marks(&step.marks));
        }
        if !step.reasons.is_empty() {
            theme::section(ui, words::KNOWN);
            ui.label(shown.marks(&step.reasons));
        }
        match (step.sentences.is_empty(), own) {
            (true, true) => {}
            (true, false) => _ = ui.label(text::sentence(BY_CHOICE)),
            (false, false) => _ = theme::section(ui, words::RULES),
            (false, true) if shown.rules().is_empty() => _ = theme::section(ui, words::BY),
            (false, true) => _ = theme::section(ui, words::FINDINGS),
        }
        for (at, found) in step.sentences.iter().enumerate() {
            let chosen = Chosen::Sentence(at);
            let on = view.place.chosen == chosen;
            if sentence(ui, &told(shown, found), on, bring) {
                view.go_to(view.place.with(chosen));
            }
        }
        if !step.smallest {
            ui.weak(words::NOT_SMALLEST);
        }
    });
}

/// Puts a sentence into words; those of a game's own say their place themselves.
fn told(shown: &Shown<'_>, sentence: &PlacedSentence) -> String {
    match shown.by {
        StepsBy::Rules => sentence_text(sentence),
        StepsBy::Own => sentence.words.clone(),
    }
}

/// Shows the name of a step's rule or technique, and its size.
fn heading(ui: &mut Ui, shown: &Shown<'_>, step: &Step) {
    let rule = shown.rule_of(step);
    ui.horizontal(|ui| {
        if let Some(rule) = rule {
            chart::sign(ui, rule, true);
        }
        if let Some(name) = &step.technique {
            ui.heading(text::capital(name));
        }
        ui.weak(shown.size(step.size));
    });
    if let Some(rule) = rule.and_then(|at| shown.rules().get(at)) {
        ui.weak(&*rule.says);
    }
}

/// Shows the end of the steps.
fn end(ui: &mut Ui, shown: &Shown<'_>) {
    ui.label(words::end(shown.found));
    match &shown.found.end {
        StepsEnd::Differ { marks } => {
            _ = ui.label(format!("They differ in {}.", shown.marks(marks)))
        }
        StepsEnd::NoSolution { sentences, .. } => {
            for sentence in sentences {
                ui.strong(sentence_text(sentence));
            }
        }
        StepsEnd::Stops { .. } => _ = ui.label(words::OPEN_IS_FRAMED),
        StepsEnd::Solved | StepsEnd::More { .. } => {}
    }
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

/// Shows all steps, one per line.
fn list(ui: &mut Ui, view: &mut StepsView, shown: &Shown<'_>, high: f32, bring: bool) {
    let area = ScrollArea::vertical().id_salt("list of steps").max_height(high);
    area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = Vec2::new(0.0, 1.0);
        for (at, step) in shown.found.steps.iter().enumerate() {
            let words = format!("{}. {}", at + 1, shown.marks(&step.marks));
            let wide = Vec2::new(ui.available_width(), 0.0);
            let on = view.place.at == at;
            let response = ui.add(Button::selectable(on, words).truncate().min_size(wide));
            if on && bring {
                // Without animation, which the next key would overtake.
                response.scroll_to_me_animation(None, ScrollAnimation::none());
            }
            if response.clicked() {
                view.go_to(StepPlace::step(at));
            }
        }
    });
}

/// Lists the places where trust in one solution skips the thinking; a click goes there.
fn leaks(ui: &mut Ui, view: &mut StepsView, shown: &Shown<'_>, bring: bool) {
    if shown.found.leaks.is_empty() {
        return;
    }
    ui.separator();
    ui.horizontal(|ui| {
        icon::inline(ui, icons::LEAK, Theme::of(ui).ink(Ink::Bad));
        theme::section(ui, words::LEAKS).on_hover_text(words::LEAKS_TIP);
    });
    let area = ScrollArea::vertical().id_salt("leaks").max_height(LEAKS - 20.0);
    area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = Vec2::new(0.0, 2.0);
        for (at, leak) in shown.found.leaks.iter().enumerate() {
            let on = view.place.chosen == Chosen::Leak(at);
            if sentence(ui, &words::leak(leak), on, bring)
                && let Some(place) = StepPlace::of_leak(shown.found, at)
            {
                view.go_to(place);
            }
        }
    });
}
