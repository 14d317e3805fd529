//! Play records in the window: the testers' results, a heat map of their plays, the positions where they
//! got stuck, and the shortcuts that they found.

mod asking;
mod board;
mod curve;
mod desk;
mod replay;
mod window;
pub(crate) mod words;

use std::sync::Arc;

use egui::Context;

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::feature::Switch;
use foolproof_editor::session::kinds::{
    BoardOverlay, FeatureWindow, Listener, Over, OverlayLayer, Pictured, SolverClient,
};
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_game::Game;
use foolproof_level::Level;
use foolproof_overlay::Overlay;
use foolproof_records::PlayRecord;
use foolproof_solver::{Event, Service};

pub use desk::{LevelTold, RecordDesk};
pub use replay::ReplayMoment;

foolproof_editor::command_names!(pub RecordsCommands, RECORDS = "records");

pub(crate) const RECORDS_WINDOW: Window =
    Window::new("records", WindowStand::Beside).while_editing();

/// The heat map of players' plays.
pub(crate) const RECORDS_OVERLAY: Overlay = Overlay("heat");

const COMMANDS: &[Entry] =
    &[Entry::new(Command::RECORDS, Menu::Play, 2, words::COMMAND, words::COMMAND_TIP, |state| {
        state.chrome.open(RECORDS_WINDOW);
        state.with_feature(|desk: &mut RecordDesk, state| desk.begin(&state.document));
    })
    .searched_as("playtest testers replay recording statistics stuck feedback")
    .when(has_level)];

const SWITCHES: &[Switch] = &[Switch {
    overlay: RECORDS_OVERLAY,
    name: words::HEAT,
    tip: words::HEAT_TIP,
    search: "overlay players records where went traffic",
    icon: Icon("disc 4,12 1.4; disc 7,8.4 1.8; disc 11.4,4.6 2.4"),
    keys: &[],
    initially: Initially::On,
    arises: |state| state.feature::<RecordDesk>().is_some_and(RecordDesk::has_records),
}];

/// Width of the window, in points.
const WIDTH: f32 = 440.0;

/// Opens the records in these files, in their order.
pub fn open(state: &mut State, paths: Vec<std::path::PathBuf>) {
    state.with_feature(|desk: &mut RecordDesk, _| desk.load(paths));
}

foolproof_editor::feature!(RecordDesk, COMMANDS, SWITCHES);

impl BoardOverlay for RecordDesk {
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Ground
    }

    fn pictured(&self, state: &State, game: &dyn Game, level: &Arc<Level>) -> Option<Pictured> {
        if !state.chrome.is_open(RECORDS_WINDOW) {
            return None;
        }
        self.replayed(game, level)
    }

    fn draw(&self, over: &mut Over<'_>) {
        if over.state.overlay(RECORDS_OVERLAY) {
            board::draw(self, over);
        }
    }

    fn version(&self, state: &State) -> u64 {
        // The replay has the board only while the window is open.
        self.drawn_anew() * 2 + u64::from(state.chrome.is_open(RECORDS_WINDOW))
    }
}

impl Listener for RecordDesk {
    fn take_dropped(&mut self, context: &Context, state: &mut State) {
        if state.chrome.is_playing() || !has_level(state) {
            return;
        }
        let files = context.input(|input| input.raw.dropped_files.clone());
        let is_record = |file: &egui::DroppedFileHandle| PlayRecord::is_begun(file.path());
        let (records, others): (Vec<_>, Vec<_>) = files.into_iter().partition(is_record);
        if records.is_empty() {
            return;
        }
        context.input_mut(|input| input.raw.dropped_files = others);
        state.chrome.open(RECORDS_WINDOW);
        self.load(records.iter().map(|file| file.path().to_owned()).collect());
    }

    fn cancel(&mut self, _: &mut State) -> bool {
        self.leave_replay()
    }

    fn replaced(&mut self, _: &mut State, _: &dyn Fn(&Level) -> bool) {
        self.look_anew();
    }

    fn forget(&mut self) {
        self.forget_pack();
    }
}

impl FeatureWindow for RecordDesk {
    fn windows(&mut self, context: &Context, state: &mut State) {
        self.hear_files(context, state);
        let records = Sheet::new(RECORDS_WINDOW, words::TITLE, WIDTH);
        records.show(context, state, |ui, state| self.show(ui, state));
    }
}

impl SolverClient for RecordDesk {
    fn ask(&mut self, state: &mut State, service: Option<&Service>) {
        if state.chrome.is_open(RECORDS_WINDOW) {
            self.look(state);
            self.ask_on(state, service);
        }
    }

    fn hear(&mut self, event: &Event, _: &mut State) {
        self.take_in(event);
    }
}
