//! The form of repairs, completions and fewer marks that aim for solving steps of some kind.

use egui::{Context, Grid, Ui};

use super::{CompletingCommands, EASY, complete, minimise, tells_steps, words};
use crate::generating::window::step_fields;
use foolproof_editor::kit::theme;
use foolproof_editor::panels::sheet::{SheetDeed, buttons, form};
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::feature::Feature;
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_solver::{CompletionWay, StepAims};

const AIM_WINDOW: Window = Window::new("aim for steps", WindowStand::Before);

/// Ways to get solving steps of the wanted kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum AimedDeed {
    #[default]
    Repair,
    Complete,
    Minimise,
}

/// Content of the form.
pub(crate) struct AimForm {
    aims: StepAims,
    deed: AimedDeed,
}

impl Default for AimForm {
    fn default() -> Self {
        Self { aims: EASY, deed: AimedDeed::default() }
    }
}

impl AimForm {
    fn fields(&mut self, ui: &mut Ui) {
        let deeds = [
            (AimedDeed::Repair, words::BY_REPAIR, words::BY_REPAIR_TIP),
            (AimedDeed::Complete, words::BY_COMPLETING, words::BY_COMPLETING_TIP),
            (AimedDeed::Minimise, words::BY_REMOVING, words::BY_REMOVING_TIP),
        ];
        for (deed, name, tip) in deeds {
            ui.radio_value(&mut self.deed, deed, name).on_hover_text(tip);
        }
        ui.add_space(theme::TIGHT);
        let grid = Grid::new("aims").num_columns(2);
        grid.show(ui, |ui| step_fields(ui, &mut self.aims));
        ui.add_space(theme::GAP);
    }

    fn start(&self, state: &mut State) {
        match self.deed {
            AimedDeed::Repair => complete(state, self.aims, CompletionWay::Repair),
            AimedDeed::Complete => complete(state, self.aims, CompletionWay::Fill),
            AimedDeed::Minimise => minimise(state, None, self.aims),
        }
    }
}

impl Feature for AimForm {
    const COMMANDS: &'static [Entry] = &[Entry::new(
        Command::AIM_FOR_STEPS,
        Menu::Solve,
        0,
        "Aim for solving steps…",
        words::AIM_TIP,
        |state| state.chrome.open(AIM_WINDOW),
    )
    .searched_as("repair complete minimise difficulty easy easier hardest narrowest guessing steps")
    .when(tells_steps)
    .listed_when_enabled()];
}

impl FeatureWindow for AimForm {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if !state.chrome.is_open(AIM_WINDOW) {
            return;
        }
        let deed = form(context, words::AIM_TITLE, |ui| {
            self.fields(ui);
            buttons(ui, words::AIM_GO, true)
        });
        let Some(deed) = deed else { return };
        state.chrome.close();
        if deed == SheetDeed::Go {
            self.start(state);
        }
    }
}
