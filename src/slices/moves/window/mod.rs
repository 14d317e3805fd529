//! Games that are played move by move: first moves over the board, and a window of all positions that
//! moves lead to.

pub(crate) mod arrow;
mod chart;
mod first;
mod graph;
mod layers;
mod walk;
pub mod words;

use std::sync::Arc;

use egui::{Context, Key, Ui, Vec2};

use crate::moves::question::{POSITIONS, ReachPositions, ReachedPositions};
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::findings::command_button;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl_shift, shift};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::Switch;
use foolproof_editor::session::kinds::{
    BoardMode, BoardOverlay, FeatureWindow, FindingRow, LiveFindings, Over, Telling, When,
};
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::{Game, counted};
use foolproof_level::Level;
use foolproof_overlay::Overlay;
use foolproof_solver::{Finding, Question, Status, Topic};

pub(crate) use graph::{GraphDeed, GraphWindow};

foolproof_editor::command_names!(pub MovesCommands, STATE_GRAPH = "state-graph");

/// Overlay of the number of solutions that each first move leads to.
pub(crate) const MOVES_OVERLAY: Overlay = Overlay("moves");

/// Window of the positions of a game of moves.
pub(crate) const STATE_GRAPH_WINDOW: Window =
    Window::new("state graph", WindowStand::Beside).while_editing();

/// Maximum number of positions that are listed.
const MAX_POSITIONS: u32 = 20_000;
/// Width of the window, in points.
const WIDE: f32 = 1000.0;
/// The least room for chart and board side by side, in points.
const MIN_SIZE: Vec2 = Vec2::new(880.0, 540.0);

/// True if the level's game is played move by move.
fn has_moves(document: &Document) -> bool {
    document.game().is_some_and(|game| game.moves().is_some())
}

const COMMANDS: &[Entry] = &[Entry::new(
    Command::STATE_GRAPH,
    Menu::Solve,
    3,
    words::GRAPH_BUTTON,
    "Every position that moves can reach, and which of them still lead to a solution.",
    |state| state.chrome.open(STATE_GRAPH_WINDOW),
)
.searched_as("positions moves map states tree space dead ends")
.keys(&[ctrl_shift(Key::G)])
.of_games(has_moves)
.only_looks()];

const SWITCHES: &[Switch] = &[Switch {
    overlay: MOVES_OVERLAY,
    name: "First moves",
    tip: "How many solutions follow each first move.",
    search: "overlay first arrows step",
    icon: Icon("disc 3.6,8 2.2; line 7,8 13.4,8; line 10.4,4.8 13.6,8 10.4,11.2"),
    keys: &[shift(Key::Num9)],
    initially: Initially::Off,
    arises: |state| has_moves(&state.document),
}];

const ROWS: &[FindingRow] = &[FindingRow {
    topic: POSITIONS,
    after: Topic::COUNT,
    arises: |game, _| game.moves().is_some(),
}];

/// Window of positions, with the current one.
#[derive(Default)]
pub(crate) struct Positions {
    graph: GraphWindow,
}

impl Positions {
    fn show(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene() else { return };
        let finding = state.findings.knowledge.current(&level, POSITIONS);
        let Some(ReachedPositions(graph)) = finding.and_then(Finding::report).cloned() else {
            let why = match finding.map(Finding::status) {
                Some(Status::Unknown(why)) => text::why(&why),
                _ if game.moves().is_none() => words::NO_MOVES.to_owned(),
                _ if !state.findings.live.on => words::PAUSED.to_owned(),
                _ => POSITIONS.0.asks.to_owned(),
            };
            ui.weak(why);
            return;
        };
        match self.graph.show(ui, &*game, &level, &graph) {
            None => {}
            Some(GraphDeed::Play(made)) => {
                state.each::<dyn BoardMode>(|mode, state| mode.play_on(state, &made));
            }
            Some(GraphDeed::Add(level)) => {
                state.say(ToastTone::Good, text::added_level(&level.title));
                state.add_level(words::ADD_STEP, Arc::from(level));
            }
        }
    }
}

foolproof_editor::feature!(Positions, COMMANDS, SWITCHES);

impl LiveFindings for Positions {
    fn questions(&self, _: &State, game: &dyn Game, _: &Level) -> Vec<(When, Question)> {
        let question = (When::Late, ReachPositions { most: MAX_POSITIONS }.into());
        game.moves().map(|_| question).into_iter().collect()
    }

    fn rows(&self) -> &'static [FindingRow] {
        ROWS
    }

    fn tells(&self, finding: &Finding, game: &dyn Game, _: &Level) -> Telling {
        let Some(ReachedPositions(graph)) = finding.report() else { return Telling::default() };
        let word = counted(graph.reached, "position", "positions");
        let (word, sentence) = (Some(word), Some(words::positions(graph, game.counts_shortest())));
        Telling { word, sentence, quiet: graph.reached == 0, ..Telling::default() }
    }

    fn actions(&mut self, ui: &mut Ui, state: &mut State, finding: &Finding) {
        if finding.report::<ReachedPositions>().is_some() {
            command_button(ui, state, Command::STATE_GRAPH, words::GRAPH_BUTTON);
        }
    }
}

impl BoardOverlay for Positions {
    fn draw(&self, over: &mut Over<'_>) {
        // A play on view has its own arrows.
        if !over.whole {
            first::draw(over);
        }
    }
}

impl FeatureWindow for Positions {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let sheet = Sheet::new(STATE_GRAPH_WINDOW, words::GRAPH, WIDE).at_least(MIN_SIZE);
        sheet.show(context, state, |ui, state| {
            self.show(ui, state);
        });
    }
}
