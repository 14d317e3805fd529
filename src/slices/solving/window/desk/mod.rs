//! Arguing: a conclusion and its evidence gathered by clicks on the canvas, and what they are worth.
//!
//! Play mode has its own desk.

mod board;
mod panel;
mod state;
pub(crate) mod words;

use std::sync::Arc;

use egui::{Key, Ui};

use super::SolvingCommands as _;
use super::icons;

use foolproof_editor::board::tool::Tool;
use foolproof_editor::kit::theme;
use foolproof_editor::session::command::{Command, Entry, Menu, key};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::{
    BoardOverlay, BoardTool, Listener, Over, PanelPlace, PanelSection, Pictured, SolverClient,
    ToolButton,
};
use foolproof_editor::session::state::State;
use foolproof_game::{Game, Step};
use foolproof_level::{Level, Play, Site};
use foolproof_solver::{Event, Lane, Limits, Service};

pub use board::draw;
pub use panel::{ArguingWish, show};
pub use state::Desk;
pub(crate) use state::argue_alike;

foolproof_editor::command_names!(pub ArguingCommands, TOOL_ARGUE = "tool-argue", PENCIL = "pencil");

/// Tool that gathers evidence for a conclusion.
pub(crate) const ARGUE_TOOL: Tool = Tool("Argue");

/// True if the level's game is solved by arguments.
pub(super) fn has_arguments(document: &Document) -> bool {
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
        Menu::Board,
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
        Menu::Board,
        1,
        "Pencil marks",
        "Typed digits note what a cell may hold instead of filling it in.",
        |state| state.board.toggle_pencil(),
    )
    .searched_as("candidates notes small corner marks")
    .keys(&[key(Key::N)])
    .checked(|state| state.board.pencils()),
];

const TOOLS: &[ToolButton] = &[
    ToolButton { command: Command::TOOL_ARGUE, icon: icons::SCALES, arises: has_arguments },
    ToolButton { command: Command::PENCIL, icon: icons::PENCIL, arises: has_arguments },
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
    state.board.tool == ARGUE_TOOL && !state.chrome.is_playing() && has_arguments(&state.document)
}

impl Arguing {
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Takes up a step, with the conclusions of earlier steps filled in.
    pub(super) fn argue(&mut self, state: &State, filled: &Play, step: &Step) {
        let Some((game, level)) = state.scene() else { return };
        if let Some(arguments) = game.arguments() {
            self.desk.set_level(&level, filled, arguments);
            self.desk.take_step(step);
        }
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

foolproof_editor::feature!(Arguing, COMMANDS);

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
            state.run(Command::PROOF_PATH);
        }
        ui.add_space(theme::WIDE);
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
        let halts = self.worked && !works;
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
            let ticket = service.ask(Lane::Argue, level, vec![question.clone()], Limits::default());
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
