//! The command that starts the designer's own game, and the game on the level that is open.

use std::sync::mpsc::{Receiver, channel};

use egui::{Context, TextEdit};

use super::launch::{LaunchCommand, LaunchError, trouble};
use foolproof_editor::kit::theme;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::{SheetDeed, buttons, form};
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_level::Pack;

pub(crate) const OWN_GAME_WINDOW: Window = Window::new("own game", WindowStand::Before);

const TITLE: &str = "Command that starts your game";
const COMMAND: &str = "Command";
const EXPLAINED: &str = "What starts your game on a level, such as  godot --path game -- {file.tmj}. {file} is the level as a pack of this program, {file.tmj} or {file.ldtk} the same as a map, and so on for every ending that Export levels offers.";
const START: &str = "Play there";

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command("play-in-own-game"),
        Menu::Play,
        1,
        "Start your game on this level",
        "Starts your own game on this level. The first time it asks for the command that starts it.",
        |state| {
            let command = state.chrome.settings.own_game.clone();
            match command.trim() {
                "" => open(state),
                command => start(state, command),
            }
        },
    )
    .searched_as("play own launch run engine godot unity tiled external program test")
    .when(has_level)
    .only_looks(),
    Entry::new(
        Command("own-game-command"),
        Menu::Settings,
        3,
        "Command that starts your game…",
        "The command that starts your own game on a level.",
        open,
    )
    .searched_as("play own launch run engine godot unity external program settings")
    .when(has_level)
    .only_looks(),
];

/// Running games, and the command as typed.
#[derive(Default)]
pub(crate) struct Launching {
    command: String,
    fault: Option<String>,
    running: Vec<Receiver<Option<String>>>,
}

fn open(state: &mut State) {
    let command = state.chrome.settings.own_game.clone();
    if let Some(own) = state.feature_mut::<Launching>() {
        own.command = command;
        own.fault = None;
        state.chrome.open(OWN_GAME_WINDOW);
    }
}

fn start(state: &mut State, command: &str) {
    state.finish_stroke();
    let started = LaunchCommand::read(command).and_then(|command| started(state, &command));
    match started {
        Ok(end) => {
            if let Some(own) = state.feature_mut::<Launching>() {
                own.running.push(end);
            }
        }
        Err(why) => state.say(ToastTone::Trouble, why.to_string()),
    }
}

/// Starts the game; the report of its end comes later.
fn started(
    state: &State,
    command: &LaunchCommand,
) -> Result<Receiver<Option<String>>, LaunchError> {
    let level = state.level().cloned();
    let mut pack = Pack { levels: level.into_iter().collect(), ..state.history().pack().clone() };
    let games = state.games();
    games.carry_all(&mut pack);
    let folder = tempfile::tempdir().map_err(|why| LaunchError::File(std::env::temp_dir(), why))?;
    let game = command.start(games, &pack, folder.path())?;
    let (send, end) = channel();
    std::thread::spawn(move || {
        // If the window is gone, nobody is listening.
        let _ = send.send(trouble(game));
        drop(folder);
    });
    Ok(end)
}

foolproof_editor::feature!(Launching, COMMANDS);

impl FeatureWindow for Launching {
    fn windows(&mut self, context: &Context, state: &mut State) {
        self.running.retain(|end| match end.try_recv() {
            Ok(Some(why)) => {
                let said = format!("Your game ended with {why}.");
                state.chrome.toasts.say(ToastTone::Trouble, said, 0);
                false
            }
            Ok(None) => false,
            Err(std::sync::mpsc::TryRecvError::Empty) => true,
            Err(std::sync::mpsc::TryRecvError::Disconnected) => false,
        });
        if !self.running.is_empty() {
            context.request_repaint_after(std::time::Duration::from_millis(500));
        }
        if !state.chrome.is_open(OWN_GAME_WINDOW) {
            return;
        }
        let Self { command, fault, .. } = self;
        let deed = form(context, TITLE, |ui| {
            ui.set_width(460.0);
            ui.add(egui::Label::new(EXPLAINED).wrap());
            ui.add_space(theme::GAP);
            let label = ui.label(COMMAND);
            let edit = TextEdit::singleline(command).code_editor().desired_width(f32::INFINITY);
            ui.add(edit).labelled_by(label.id);
            if let Some(why) = fault {
                let bad = theme::Theme::of(ui).ink(foolproof_picture::Ink::Bad);
                ui.colored_label(bad, foolproof_editor::text::sentence(why));
            }
            ui.add_space(theme::GAP);
            buttons(ui, START, !command.trim().is_empty())
        });
        match deed {
            Some(SheetDeed::Close) => _ = state.chrome.close(),
            Some(SheetDeed::Go) => match LaunchCommand::read(command) {
                Ok(read) => {
                    state.chrome.close();
                    state.chrome.settings.own_game = command.trim().to_owned();
                    match started(state, &read) {
                        Ok(end) => self.running.push(end),
                        Err(why) => state.chrome.toasts.say(ToastTone::Trouble, why.to_string(), 0),
                    }
                }
                Err(why) => *fault = Some(why.to_string()),
            },
            None => {}
        }
    }
}
