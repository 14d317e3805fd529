//! The intended solution, and found solutions and shortcuts: drawn by hand, shown on the board, held,
//! allowed and forbidden.

mod drawing;
mod shown;
pub(crate) mod words;

use crate::completing::window::CompletingCommands as _;
use crate::registry::Slices;
use std::sync::Arc;

use egui::{Key, Ui};

use foolproof_editor::board::tool::Tool;
use foolproof_editor::entries_of;
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::findings::command_button;
use foolproof_editor::session::chrome::SideTab;
use foolproof_editor::session::command::any_document;
use foolproof_editor::session::command::{
    Command, Entry, Menu, always, ctrl, has_level, key, shift,
};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::Switch;
use foolproof_editor::session::kinds::{
    BoardMode, BoardOffer, BoardOverlay, BoardTool, Listener, LiveFindings, Over, OverlayLayer,
    PanelPlace, PanelSection, Pictured, ToolButton,
};
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_game::Game;
use foolproof_level::{Level, Play, Site};
use foolproof_overlay::{Overlay, blamed};
use foolproof_picture::{Dash, Ink, Point, Rect, Shape, Stroke};
use foolproof_solver::{Finding, IntendedVerdict, Topic};

use drawing::Pen;
pub use shown::{Shown, shown_play};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| {
        features.add::<Solution>().board_tool().overlay().findings().panel().offer().listener();
    });
}

foolproof_editor::command_names!(
    pub SolutionCommands,
    TOOL_SOLUTION = "tool-solution",
    INTEND_SOLUTION = "intend-solution",
    ALLOW_SHOWN = "allow-shown",
    FORBID_SHOWN = "forbid-shown",
    CLEAR_INTENDED = "clear-intended",
    SHOW_SOLUTION = "show-solution",
    SHOW_SHORTCUT = "show-shortcut",
    ALLOW_SHORTCUT = "allow-shortcut",
);

/// Draws the intended solution, and holds parts of it.
pub(crate) const SOLUTION_TOOL: Tool = Tool("Solution");

/// The intended solution, or one that the solver found.
pub(crate) const SOLUTION_OVERLAY: Overlay = Overlay("solution");
/// A shortcut, over the intended solution.
pub(crate) const SHORTCUT_OVERLAY: Overlay = Overlay("shortcut");

/// The shown solution, and the pens.
#[derive(Default)]
pub(crate) struct Solution {
    shown: Option<Shown>,
    version: u64,
    /// Pen of the keyboard; `drawn` is that of the pointer.
    pen: Option<Pen>,
    drawn: Option<Pen>,
}

/// Draws a piece of a line, for the legend.
fn piece_of_line(cell: Rect, stroke: Stroke) -> Vec<Shape> {
    let (y, by) = (cell.centre().y, 0.06);
    let points = vec![Point::new(cell.min.x + by, y), Point::new(cell.max.x - by, y)];
    vec![Shape::Polyline { points, stroke }]
}

impl Solution {
    /// Names the plays on the board in the legend.
    fn explain(&self, over: &mut Over<'_>) {
        let Some(play) = over.play else { return };
        let solid = |ink| Stroke::new(ink, 0.2);
        if over.against.is_some() {
            let name = if self.shown.is_some() { words::SHOWN } else { words::SHORTCUT };
            over.explain(name, |cell| piece_of_line(cell, solid(Ink::Shortcut)));
            let faint = Stroke { ink: Ink::Intended, width: 0.12, dash: Dash::Dashed };
            over.explain(words::INTENDED, |cell| piece_of_line(cell, faint));
        } else if !play.is_empty() {
            let intended = over.level.intended.as_ref() == Some(play);
            let name = if intended { words::INTENDED } else { words::A_SOLUTION };
            let ink = over.ink;
            over.explain(name, |cell| {
                // A rim makes black visible on a dark background.
                let rim = matches!(ink, Ink::Colour(_) | Ink::Shade);
                let rim = rim.then(|| Stroke::new(Ink::Faint, 0.26));
                let pens = rim.into_iter().chain([solid(ink)]);
                pens.flat_map(|pen| piece_of_line(cell, pen)).collect()
            });
        }
    }

    fn set(&mut self, shown: Option<Shown>) {
        self.shown = shown;
        self.version += 1;
    }
}

/// Shows a play on the board.
pub fn show(state: &mut State, shown: Shown) {
    if let Some(own) = state.feature_mut::<Solution>() {
        own.set(Some(shown));
    }
}

/// Makes a play the intended solution of the level on the canvas.
pub(crate) fn intend(state: &mut State, play: Play) {
    if state.edit("Set the intended solution", |level| level.intended = Some(play)) {
        state.say(ToastTone::Good, words::INTENDED_SET);
    }
}

/// Extends the concept so that it allows a solution, with a note.
pub(crate) fn allow(state: &mut State, play: &Play) {
    take_stand(state, play, true);
}

/// Strengthens the concept so that a solution is a shortcut.
pub(crate) fn forbid(state: &mut State, play: &Play) {
    take_stand(state, play, false);
}

fn take_stand(state: &mut State, play: &Play, allowed: bool) {
    let Some((game, level)) = state.scene() else { return };
    let Some(property) = game.property_of(&level, play) else {
        return state.say(ToastTone::Trouble, words::NO_PROPERTY_OF);
    };
    let name = if allowed { "Allow a solution" } else { "Forbid a solution" };
    state.edit(name, |level| level.take_stand(property, allowed));
}

/// Makes the shown play the intended solution.
fn intend_shown(state: &mut State) {
    let at_hand = state.features_of::<dyn BoardMode>().find_map(|mode| mode.play_at_hand());
    let found = state.level().and_then(|level| {
        state.findings.knowledge.current(level, Topic::SOLVABLE)?.answer.play().cloned()
    });
    if let Some(play) = at_hand.or_else(|| shown_play(state)).or(found) {
        intend(state, play);
    }
}

fn is_shown(state: &State) -> bool {
    state.feature::<Solution>().is_some_and(|own| own.shown.is_some())
}

fn stand(state: &mut State, allowed: bool) {
    if let Some(play) = shown_play(state) {
        take_stand(state, &play, allowed);
    }
}

entries_of!(new, Menu::Solve, 2, .when(has_level));
entries_of!(by_button, Menu::Board, 4, .when(has_level));

/// Returns the play in the answer to a question about the current level.
fn found(state: &State, topic: Topic) -> Option<Play> {
    state.findings.knowledge.current(state.level()?, topic)?.answer.play().cloned()
}

/// True if a shortcut of the current level is known.
fn has_shortcut(state: &State) -> bool {
    found(state, Topic::SHORTCUT_FREE).is_some()
}

fn show_solution(state: &mut State) {
    let Some(play) = found(state, Topic::SOLVABLE) else { return };
    state.with_feature(|own: &mut Solution, state| {
        let level = state.level().cloned();
        level.iter().for_each(|level| own.show_solution(level, &play));
    });
}

fn show_shortcut(state: &mut State) {
    let (Some((game, level)), Some(play)) = (state.scene(), found(state, Topic::SHORTCUT_FREE))
    else {
        return;
    };
    state.with_feature(|own: &mut Solution, state| own.show_shortcut(state, &*game, &level, play));
}

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command::TOOL_SOLUTION,
        Menu::Board,
        0,
        "Solution tool",
        "Draws the intended solution, in games with lines; click to lock a part of it.",
        |state| state.set_tool(SOLUTION_TOOL),
    )
    .searched_as("line draw intended pen path trace")
    .when(has_level)
    .keys(&[key(Key::S)])
    .checked(|state| state.board.tool == SOLUTION_TOOL),
    new(
        Command::INTEND_SOLUTION,
        "Make it the intended solution",
        "Keeps the shown solution with the level.",
        intend_shown,
    )
    .searched_as("intended keep mine answer set")
    .keys(&[ctrl(Key::I)])
    .in_play_too(),
    by_button(
        Command::ALLOW_SHOWN,
        "Allow the shown solution",
        "Widens the concept, for a shortcut that may stay.",
        |state| stand(state, true),
    )
    .searched_as("accept permit widen concept")
    .when(is_shown),
    by_button(
        Command::FORBID_SHOWN,
        "Forbid the shown solution",
        "Narrows the concept, so that this solution becomes a shortcut.",
        |state| stand(state, false),
    )
    .searched_as("ban narrow concept exclude")
    .when(is_shown),
    new(
        Command::CLEAR_INTENDED,
        "Forget the intended solution",
        "The level then has none.",
        |state| _ = state.edit("Forget the intended solution", |level| level.intended = None),
    )
    .searched_as("remove delete answer solution unset")
    .when(|state| state.level().is_some_and(|level| level.intended.is_some()))
    .listed_when_enabled(),
    by_button(Command::SHOW_SOLUTION, "Show the solution", words::SHOW_SOLUTION_TIP, show_solution)
        .searched_as("preview answer draw solve result view")
        .when(|state| found(state, Topic::SOLVABLE).is_some())
        .needs(words::NO_SOLUTION_KNOWN),
    by_button(Command::SHOW_SHORTCUT, "Show the shortcut", words::SHOW_SHORTCUT_TIP, show_shortcut)
        .searched_as("preview view why cheat unintended draw hole")
        .when(has_shortcut)
        .needs(words::NO_SHORTCUT_KNOWN),
    by_button(Command::ALLOW_SHORTCUT, "Allow the shortcut", words::ALLOW_SHORTCUT_TIP, |state| {
        found(state, Topic::SHORTCUT_FREE).iter().for_each(|play| allow(state, play));
    })
    .searched_as("accept permit widen concept unintended")
    .when(has_shortcut)
    .needs(words::NO_SHORTCUT_KNOWN),
];

const SWITCHES: &[Switch] = &[
    Switch {
        overlay: SOLUTION_OVERLAY,
        name: "Solution",
        tip: "Draws the solution on the board.",
        search: "overlay show hide answer line beam",
        icon: Icon::BEAM,
        keys: &[shift(Key::Num1)],
        initially: Initially::On,
        arises: always,
    },
    Switch {
        overlay: SHORTCUT_OVERLAY,
        name: "Shortcut",
        tip: "Draws the shortcut over the solution.",
        search: "overlay show hide unintended",
        icon: Icon::SHORTCUT,
        keys: &[shift(Key::Num2)],
        initially: Initially::On,
        arises: always,
    },
];

foolproof_editor::feature!(Solution, COMMANDS, SWITCHES);

impl BoardTool for Solution {
    fn buttons(&self) -> &'static [ToolButton] {
        &[ToolButton { command: Command::TOOL_SOLUTION, icon: Icon::EDIT, arises: any_document }]
    }

    fn tool(&self) -> Tool {
        SOLUTION_TOOL
    }

    fn press(&mut self, state: &mut State, site: Site) {
        self.pressed(state, site);
    }

    fn drag(&mut self, state: &mut State, site: Site) {
        self.dragged(state, site);
    }

    fn act(&mut self, state: &mut State, site: Site) {
        self.acted(state, site);
    }

    fn steer(&mut self, state: &mut State, to: Site) -> bool {
        self.steered(state, to)
    }

    fn tool_chosen(&mut self) {
        self.pen = None;
    }
}

impl BoardOverlay for Solution {
    fn pictured(&self, state: &State, game: &dyn Game, level: &Arc<Level>) -> Option<Pictured> {
        let whole = self.shown.is_some();
        let (play, against) = shown::plays(self, game, level, state);
        Some(Pictured { level: Arc::clone(level), play, against, alone: false, whole })
    }

    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Top
    }

    /// Draws errors in the intended solution, and labels of the plays on the board.
    fn draw(&self, over: &mut Over<'_>) {
        self.explain(over);
        let finding = over.state.findings.knowledge.current(over.level, Topic::INTENDED);
        let verdict = finding.and_then(Finding::report);
        let Some(flaw) = verdict.and_then(IntendedVerdict::flaw) else { return };
        if over.play.is_some() && over.play == over.level.intended.as_ref() {
            let rects = flaw.sites.iter().filter_map(|site| over.layout.rect(*site));
            over.drawing.shapes.extend(rects.flat_map(blamed));
        }
    }

    fn version(&self, _: &State) -> u64 {
        self.version
    }
}

impl LiveFindings for Solution {
    fn actions(&mut self, ui: &mut Ui, state: &mut State, finding: &Finding) {
        let Some((game, level)) = state.scene() else { return };
        let Some(play) = finding.answer.play() else { return };
        match finding.topic() {
            Topic::SOLVABLE => {
                self.solution_found(ui, state, &*game, &level, play);
            }
            Topic::SHORTCUT_FREE => {
                if ui.button("Show").on_hover_text(words::SHOW_SHORTCUT).clicked() {
                    self.show_shortcut(state, &*game, &level, play.clone());
                }
                command_button(ui, state, Command::REPAIR, "Repair…");
                if ui.button("Allow").on_hover_text(words::ALLOW_TIP).clicked() {
                    allow(state, play);
                }
            }
            _ => {}
        }
    }
}

impl PanelSection for Solution {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        let level = state.level().cloned();
        if let Some(level) = level.filter(|_| place == PanelPlace::Tab(SideTab::Expected)) {
            shown::intended(ui, state, &level);
        }
    }
}

impl BoardOffer for Solution {
    fn offers(&self, _: &Document) -> bool {
        self.shown.is_some()
    }

    fn offer(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(shown) = self.shown.clone() else { return };
        ui.add_space(theme::TIGHT);
        let colour = theme::Theme::of(ui).role(theme::Role::Text);
        ui.label(egui::RichText::new(&shown.words).color(colour));
        ui.add_space(theme::GAP);
        if ui.button("Make it the intended solution").clicked() {
            self.set(None);
            intend(state, shown.play);
        } else if ui.button("Hide").on_hover_text("Escape").clicked() {
            self.set(None);
        }
    }
}

impl Listener for Solution {
    fn cancel(&mut self, _: &mut State) -> bool {
        let had = self.shown.is_some();
        self.set(None);
        had
    }

    fn edited(&mut self) {
        if self.shown.is_some() {
            self.set(None);
        }
    }
}
