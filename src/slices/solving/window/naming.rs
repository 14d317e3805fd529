//! Names the combination of a step. The name goes into the pack, and all steps with that combination show it.

use egui::{TextEdit, Ui};

use super::words;
use crate::solving::question::FoundSteps;
use crate::solving::words::technique_text;
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_game::Step;
use foolproof_level::Combination;
use foolproof_solver::{FoundNeed, NeedTechnique, Status, combination_of, need_text};

/// Width of the field, in points.
const WIDTH: f32 = 240.0;

/// The name that is being typed.
#[derive(Default)]
pub(super) struct StepNaming {
    of: Option<Combination>,
    name: String,
    writing: bool,
    /// The combination for which the need was asked.
    asked: Option<Combination>,
}

impl StepNaming {
    /// Shows a field to name the combination of a step, if it has more than one sentence.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        found: &FoundSteps,
        step: Option<&Step>,
    ) {
        let of = step.and_then(combination);
        if self.of != of {
            // The typed text still belongs to the previous step.
            if self.writing {
                self.keep(state);
            }
            self.of = of;
        }
        if let Some(technique) = step.and_then(|step| step.technique.as_deref()) {
            ui.label(text::sentence(&technique_text(technique)));
        }
        let Some(of) = self.of.clone() else {
            // An empty space keeps the height of the window constant from step to step.
            if found.steps.iter().any(|step| combination(step).is_some()) {
                ui.add_space(ui.spacing().interact_size.y + ui.spacing().item_spacing.y);
            }
            return;
        };
        let was_writing = self.writing;
        if !was_writing {
            self.name = known_name(state, &of);
        }
        let same = found.steps.iter().filter(|other| combination(other).as_ref() == Some(&of));
        let same = same.count();
        let said = of.to_string();
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(words::TECHNIQUE).on_hover_text(&said);
            let field = TextEdit::singleline(&mut self.name).hint_text(words::NAME_IT);
            let field = ui.add(field.desired_width(WIDTH)).labelled_by(label.id);
            self.writing = field.on_hover_text(words::NAME_TIP).has_focus() && {
                // Enter ends typing.
                !ui.input(|input| input.key_pressed(egui::Key::Enter))
            };
            ui.weak(words::combined_in(same)).on_hover_text(&said);
            if ui.button(words::IS_NEEDED).on_hover_text(words::IS_NEEDED_TIP).clicked() {
                self.asked = Some(of.clone());
            }
        });
        if self.asked.as_ref() == Some(&of) {
            ui.label(need_of(state, of));
        }
        if was_writing && !self.writing {
            self.keep(state);
        }
    }

    /// Puts the typed name into the pack.
    fn keep(&mut self, state: &mut State) {
        self.writing = false;
        let Some(of) = &self.of else { return };
        let name = self.name.trim();
        if known_name(state, of) != name {
            state.edit_pack(words::NAME_EDIT, |pack| pack.course.set_name(of, name));
        }
    }
}

/// Tells in words whether the level needs a combination.
fn need_of(state: &mut State, combines: Combination) -> String {
    let Some((_, level)) = state.scene() else { return String::new() };
    if state.findings.glances.lacks_solver() {
        return text::NO_SOLVER.to_owned();
    }
    let question = NeedTechnique { combines };
    let finding = state.findings.glances.look(&level, question.into());
    match finding.map(|finding| (finding.report::<FoundNeed>(), finding.status())) {
        Some((Some(found), _)) => need_text(found).to_owned(),
        Some((None, Status::Unknown(why))) => text::sentence(&text::why(&why)),
        _ => words::WAITING_FOR_NEED.to_owned(),
    }
}

fn combination(step: &Step) -> Option<Combination> {
    combination_of(&step.sentences)
}

fn known_name(state: &State, of: &Combination) -> String {
    state.history().pack().course.name_of(of).unwrap_or_default().to_owned()
}
