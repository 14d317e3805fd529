//! The verdict: one sentence about the level on the canvas, with the possible actions.
//!
//! It stays at the top of the right side while everything beneath it scrolls.

mod reading;
mod words;

use std::time::Duration;

use egui::{Color32, RichText, Ui};

use foolproof_editor::board::tool::Tool;
use foolproof_editor::kit::icon::{self, Icon};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::findings::{actions, command_button};
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::keyboard;
use foolproof_editor::session::kinds::{PanelPlace, PanelSection};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_level::Site;
use foolproof_picture::Ink;

use reading::faulty_mark;
pub use reading::{LevelVerdict, VerdictTone};

foolproof_editor::command_names!(
    pub VerdictCommands,
    MORE_TIME = "more-time",
    RUN_STRANGERS = "run-strangers",
    GO_TO_FAULT = "go-to-fault",
    ERASE_FAULT = "erase-fault",
);

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command::MORE_TIME,
        Menu::Board,
        4,
        words::MORE_TIME,
        words::MORE_TIME_TIP,
        give_more_time,
    )
    .searched_as("timeout longer limit patience unknown")
    .when(has_level)
    .only_looks(),
    Entry::new(
        Command::RUN_STRANGERS,
        Menu::Board,
        4,
        words::RUN_RULES,
        text::RUN_STRANGERS_TIP,
        let_strangers_run,
    )
    .searched_as("trust allow rules foreign concept let run")
    .when(|state| state.level().is_some_and(|level| state.document.strangers.are_in(level)))
    .only_looks(),
    Entry::new(
        Command::GO_TO_FAULT,
        Menu::Board,
        4,
        "Go to the faulty mark",
        "Selects what does not belong on the board.",
        |state| {
            if let Some(site) = fault(&state.document) {
                state.set_tool(Tool::SELECT);
                state.board.selection = [site].into();
            }
        },
    )
    .searched_as("broken unknown mark error find select show jump")
    .when(|state| fault(&state.document).is_some()),
    Entry::new(
        Command::ERASE_FAULT,
        Menu::Board,
        4,
        "Erase the faulty mark",
        "Takes off what does not belong on the board.",
        |state| {
            if let Some(site) = fault(&state.document) {
                state.erase([site].into());
            }
        },
    )
    .searched_as("broken unknown mark error delete remove clear")
    .when(|state| fault(&state.document).is_some()),
];

/// Returns the site of a misplaced or unknown mark.
fn fault(document: &Document) -> Option<Site> {
    let (game, level) = document.scene()?;
    faulty_mark(&*game, &level).map(|(site, _)| site)
}

/// Maximum time of a live question, however often more time is given.
const LONGEST: Duration = Duration::from_secs(600);
/// Minimum height of the card, in points, so that the panel beneath it does not move. Enough for two lines
/// of the sentence, a line of detail and two rows of buttons.
const HEIGHT: f32 = 112.0;

#[derive(Default)]
pub(crate) struct VerdictCard;

foolproof_editor::feature!(VerdictCard, COMMANDS);

impl PanelSection for VerdictCard {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        if place == PanelPlace::Head {
            show(ui, state);
        }
    }
}

fn show(ui: &mut Ui, state: &mut State) {
    let Some((game, level)) = state.scene() else { return };
    if state.is_blind() {
        return hidden(ui, state);
    }
    let verdict = LevelVerdict::of(state, &*game, &level);
    let theme = Theme::of(ui);
    let (sign, colour) = look(theme, verdict.tone);
    let card = theme.card().stroke(egui::Stroke::new(1.0, colour.gamma_multiply(0.6)));
    let shown = card.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_min_height(HEIGHT);
        ui.spacing_mut().item_spacing.y = theme::TIGHT;
        headline(ui, state, &verdict, sign, colour);
        if let Some(detail) = &verdict.detail {
            ui.weak(detail);
        }
        ui.horizontal_wrapped(|ui| {
            if let Some(topic) = verdict.leading
                && let Some(finding) = state.findings.knowledge.current(&level, topic).cloned()
            {
                actions(ui, state, &finding);
            }
            for (command, words) in &verdict.commands {
                command_button(ui, state, *command, words);
            }
        });
    });
    if !verdict.tip.is_empty() {
        shown.response.on_hover_text(&verdict.tip);
    }
}

/// Shows the card in blind mode.
fn hidden(ui: &mut Ui, state: &mut State) {
    Theme::of(ui).card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_min_height(HEIGHT);
        ui.weak(text::HIDDEN);
        ui.horizontal(|ui| {
            if ui.button(words::SHOW).on_hover_text(words::SHOW_TIP).clicked() {
                state.reveal();
            }
            command_button(ui, state, Command::TOGGLE_BLIND, words::LEAVE_BLIND);
        });
    });
}

/// Shows icon and sentence, with the switch of the solver at their right.
fn headline(ui: &mut Ui, state: &mut State, verdict: &LevelVerdict, sign: Icon, colour: Color32) {
    ui.horizontal_top(|ui| {
        icon::inline(ui, sign, colour);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::TOP), |ui| {
            pause(ui, state);
            if let Some(since) = verdict.running {
                // Shown only if the question takes long.
                if since.elapsed() > Duration::from_millis(300) {
                    let seconds = since.elapsed().as_secs_f32();
                    ui.small(format!("{seconds:.0} s"));
                    ui.add(egui::Spinner::new().size(12.0));
                    if ui.small_button(words::STOP).on_hover_text(text::STOP_TIP).clicked() {
                        state.stop_live();
                    }
                }
                ui.ctx().request_repaint_after(Duration::from_millis(100));
            }
            ui.with_layout(egui::Layout::top_down(egui::Align::LEFT), |ui| {
                let words = RichText::new(&verdict.headline).strong().size(15.0).color(colour);
                ui.add(egui::Label::new(words).wrap());
            });
        });
    });
}

/// Shows the switch that pauses or resumes the solver.
fn pause(ui: &mut Ui, state: &mut State) {
    let (icon, name) = match state.findings.live.on {
        true => (Icon::PAUSE, words::PAUSE),
        false => (Icon::PLAY, words::GO_ON),
    };
    let keys = state.entry(Command::TOGGLE_PAUSE).and_then(|entry| entry.key_words(ui.ctx()));
    let tip = format!("{name}  ({})", keys.unwrap_or_default());
    let stand = icon::IconState::of(!state.findings.live.on);
    let switch = icon::with_tip(ui, icon, name, &tip, stand);
    if keyboard::is_given_to_the_right(ui.ctx()) {
        switch.request_focus();
    }
    if switch.clicked() {
        state.run(Command::TOGGLE_PAUSE);
    }
}

/// Returns the icon and the colour of a tone: colour never carries the meaning alone.
fn look(theme: Theme, tone: VerdictTone) -> (Icon, Color32) {
    match tone {
        VerdictTone::Good => (Icon::CHECK, theme.ink(Ink::Good)),
        VerdictTone::Bad => (Icon::CROSS, theme.ink(Ink::Conflict)),
        VerdictTone::Plain => (Icon::MINUS, theme.role(Role::Text)),
        VerdictTone::Trouble => (Icon::WARNING, theme.ink(Ink::Bad)),
        VerdictTone::Unknown => (Icon::QUESTION, theme.ink(Ink::Bad)),
        VerdictTone::Waiting => (Icon::CLOCK, theme.role(Role::Weak)),
    }
}

/// Doubles the time limit of live questions, and asks again.
fn give_more_time(state: &mut State) {
    state.findings.live.limits.time = (state.findings.live.limits.time * 2).min(LONGEST);
    state.findings.knowledge.ask_again(state.level_id());
    state.say(ToastTone::Note, words::time_given(state.findings.live.limits.time));
}

/// Allows the rules that came with the level's concept to run.
fn let_strangers_run(state: &mut State) {
    if let Some(level) = state.level().cloned() {
        state.document.strangers.let_run(&level, &mut state.chrome.settings);
    }
}
