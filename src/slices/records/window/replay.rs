//! Replays a visit step by step.

use egui::{Slider, Ui};

use super::{RecordDesk, words};
use foolproof_editor::kit::icon::{self, Icon, IconState};
use foolproof_editor::kit::theme;

/// A moment of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayMoment {
    pub visit: usize,
    /// Number of steps before the moment.
    pub step: usize,
}

impl RecordDesk {
    /// Shows the choice of the visit, and a slider over its steps.
    pub(super) fn show_replay(&mut self, ui: &mut Ui) {
        let Some(told) = self.told.as_ref().filter(|told| !told.plays.visits.is_empty()) else {
            return;
        };
        theme::section(ui, words::REPLAY).on_hover_text(words::REPLAY_TIP);
        let visits: Vec<String> =
            told.plays.visits.iter().enumerate().map(|(at, one)| words::visit(at, one)).collect();
        let steps = |visit: usize| told.plays.visits.get(visit).map_or(0, |one| one.steps.len());
        let mut chosen = self.replay.map(|replay| replay.visit);
        let name = chosen.and_then(|at| visits.get(at)).map_or(words::CHOOSE_VISIT, String::as_str);
        egui::ComboBox::from_id_salt("visit").width(260.0).selected_text(name).show_ui(ui, |ui| {
            for (at, name) in visits.iter().enumerate() {
                ui.selectable_value(&mut chosen, Some(at), name);
            }
        });
        let Some(visit) = chosen else { return };
        let last = steps(visit);
        let now = self.replay.filter(|replay| replay.visit == visit).map_or(0, |one| one.step);
        let mut step = now.min(last);
        ui.horizontal(|ui| {
            let on = |able: bool| if able { IconState::Plain } else { IconState::Disabled };
            if icon::toggle(ui, Icon::LEFT, words::STEP_BACK, on(step > 0)).clicked() {
                step = step.saturating_sub(1);
            }
            if icon::toggle(ui, Icon::RIGHT, words::STEP_ON, on(step < last)).clicked() {
                step = (step + 1).min(last);
            }
            let slider = Slider::new(&mut step, 0..=last).text(words::STEPS);
            ui.spacing_mut().slider_width = 180.0;
            ui.add(slider);
            if ui.button(words::HIDE).on_hover_text("Escape").clicked() {
                chosen = None;
            }
        });
        if let Some(of) = told.plays.visits.get(visit) {
            ui.label(words::moment(of, step));
        }
        let wanted = chosen.map(|visit| ReplayMoment { visit, step });
        if wanted != self.replay {
            match wanted {
                Some(ReplayMoment { visit, step }) => self.show_moment(visit, step),
                None => _ = self.leave_replay(),
            }
        }
    }
}
