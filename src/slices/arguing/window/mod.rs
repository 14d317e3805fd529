//! Arguing: a conclusion and its evidence gathered by clicks on the canvas, what they are worth, and
//! the whole level proved argument by argument.
//!
//! Play mode has its own desk.

mod board;
mod desk;
mod icons;
mod panel;
mod path;
pub(crate) mod words;

use crate::arguing::window::icons::ArguingIcons as _;
use std::sync::Arc;

use egui::{Context, Key, Ui};

use foolproof_editor::board::tool::Tool;
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme;
use foolproof_editor::panels::sheet::{NARROW, Sheet};
use foolproof_editor::session::command::{Command, Entry, Menu, key};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::Feature;
use foolproof_editor::session::kinds::{
    BoardOverlay, BoardTool, FeatureWindow, Listener, Over, PanelPlace, PanelSection, Pictured,
    SolverClient, ToolButton,
};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_game::Game;
use foolproof_level::{Level, Site};
use foolproof_solver::{Event, Limits, Service};

pub use board::draw;
pub(crate) use desk::argue_alike;
pub use desk::{Desk, ProofPath};
pub use panel::{ArguingWish, show};

/// The commands of this slice.
pub trait ArguingCommands {
    const TOOL_ARGUE: Command = Command("tool-argue");
    const PENCIL: Command = Command("pencil");
    const PROOF_PATH: Command = Command("proof-path");
}

impl ArguingCommands for Command {}

/// Tool that gathers evidence for a conclusion.
pub(crate) const ARGUE_TOOL: Tool = Tool("Argue");

/// Window of the proof of the whole level, argument by argument.
pub(crate) const PROOF_PATH_WINDOW: Window =
    Window::new("proof path", WindowStand::Beside).while_editing();

/// True if the level's game is solved by arguments.
fn has_arguments(document: &Document) -> bool {
    document.game().is_some_and(|game| game.arguments().is_some())
}

const fn new(
    command: Command,
    menu: Menu,
    group: u8,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    Entry::new(command, menu, group, name, tip, run).of_games(has_arguments)
}

const COMMANDS: &[Entry] = &[
    new(
        Command::TOOL_ARGUE,
        Menu::Tools,
        1,
        "Argue tool",
        "Click an empty cell, then the filled cells that prove it.",
        |state| state.set_tool(ARGUE_TOOL),
    )
    .searched_as("why explain evidence proof reason logic hint")
    .keys(&[key(Key::A)])
    .checked(|state| state.board.tool == ARGUE_TOOL),
    new(
        Command::PENCIL,
        Menu::Tools,
        1,
        "Pencil marks",
        "Typed digits note what a cell may hold instead of filling it in.",
        |state| state.board.toggle_pencil(),
    )
    .searched_as("candidates notes small corner marks")
    .keys(&[key(Key::N)])
    .checked(|state| state.board.pencils()),
    new(
        Command::PROOF_PATH,
        Menu::Solve,
        3,
        "Proof path…",
        "Proves the whole puzzle step by step, each by the least evidence, with a chart.",
        open_path,
    )
    .searched_as("why human logic steps argument explain difficulty"),
];

const TOOLS: &[ToolButton] = &[
    ToolButton { command: Command::TOOL_ARGUE, icon: Icon::SCALES, arises: has_arguments },
    ToolButton { command: Command::PENCIL, icon: Icon::PENCIL, arises: has_arguments },
];

/// The canvas's desk.
#[derive(Default)]
pub struct Arguing {
    desk: Desk,
    /// The desk was in use in the last frame.
    worked: bool,
}

/// True if the canvas shows its desk.
pub(crate) fn argues(state: &State) -> bool {
    let open = state.board.tool == ARGUE_TOOL || state.chrome.is_open(PROOF_PATH_WINDOW);
    open && !state.chrome.is_playing() && has_arguments(&state.document)
}

fn open_path(state: &mut State) {
    state.chrome.open(PROOF_PATH_WINDOW);
    state.with_feature(|own: &mut Arguing, state| {
        if let Some(desk) = own.at_work(state) {
            desk.ask_for_path();
        }
    });
}

impl Arguing {
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Returns the desk while it is in use, set up for the level on the canvas.
    fn at_work(&mut self, state: &State) -> Option<&mut Desk> {
        if !argues(state) {
            return None;
        }
        let (game, level) = state.scene()?;
        self.desk.turn_to(&level, game.arguments()?);
        Some(&mut self.desk)
    }
}

impl Feature for Arguing {
    const COMMANDS: &'static [Entry] = COMMANDS;
}

impl BoardTool for Arguing {
    fn buttons(&self) -> &'static [ToolButton] {
        TOOLS
    }

    fn tool(&self) -> Tool {
        ARGUE_TOOL
    }

    fn press(&mut self, state: &mut State, site: Site) {
        if let Some(desk) = self.at_work(state) {
            desk.click(site);
        }
    }

    fn act(&mut self, state: &mut State, site: Site) {
        self.press(state, site);
    }
}

impl BoardOverlay for Arguing {
    fn pictured(&self, state: &State, _: &dyn Game, level: &Arc<Level>) -> Option<Pictured> {
        let play = argues(state).then(|| self.desk.filled().clone())?;
        let plain = Pictured::plain(level);
        Some(Pictured { play: Some(play), alone: true, whole: true, ..plain })
    }

    fn draw(&self, over: &mut Over<'_>) {
        if argues(over.state) {
            draw(&mut over.drawing.shapes, &self.desk, over.game, over.layout);
        }
    }

    fn version(&self, state: &State) -> u64 {
        if argues(state) { self.desk.version() + 1 } else { 0 }
    }
}

impl PanelSection for Arguing {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        let game = state.game().filter(|_| place == PanelPlace::Top);
        let (Some(game), Some(desk)) = (game, self.at_work(state)) else { return };
        if show(ui, desk, &*game, false) == Some(ArguingWish::Path) {
            desk.ask_for_path();
            state.chrome.open(PROOF_PATH_WINDOW);
        }
        ui.add_space(theme::WIDE);
    }
}

impl FeatureWindow for Arguing {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let sheet = Sheet::new(PROOF_PATH_WINDOW, words::PROOF_PATH, NARROW);
        sheet.show(context, state, |ui, state| {
            if let (Some(game), Some(desk)) = (state.game(), self.at_work(state)) {
                path::show(ui, desk, &*game);
            }
        });
    }
}

impl SolverClient for Arguing {
    fn hear(&mut self, event: &Event, state: &mut State) {
        if argues(state) {
            self.desk.hear(event);
        }
    }

    fn halts(&mut self, state: &State) -> bool {
        let works = argues(state);
        // Nobody waits for an answer once the desk is left.
        let halts = self.desk.takes_halt() || (self.worked && !works);
        if halts {
            self.desk.stopped();
        }
        self.worked = works;
        halts
    }

    fn ask(&mut self, state: &mut State, service: Option<&Service>) {
        let Some(service) = service else { return };
        let level = state.level().cloned();
        let (Some(level), Some(desk)) = (level, self.at_work(state)) else { return };
        if let Some(question) = desk.next_question() {
            let ticket = service.argue(level, question.clone(), Limits::default());
            desk.asked(question, ticket);
        }
    }
}

impl Listener for Arguing {
    fn replaced(&mut self, state: &mut State, changed: &dyn Fn(&Level) -> bool) {
        if state.level().is_some_and(|level| changed(level)) {
            self.desk.clear();
        }
    }

    fn forget(&mut self) {
        self.desk.clear();
    }
}
