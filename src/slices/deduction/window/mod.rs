//! Deduction by rules: round by round in a window, leaks and trials over the board, and whether it
//! solves the level.

pub(crate) mod board;
mod chart;
mod icons;
mod lists;
mod steps;
pub(crate) mod walk;
mod window;
pub mod words;

use std::sync::Arc;

use egui::{Context, Key, Ui, Vec2};

use crate::deduction::question::{DEDUCTION, DeduceLevel, DeducedLevel, TryHelpingMarks};
use crate::deduction::window::icons::DeductionIcons as _;
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::panels::findings::command_button;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl_shift, shift};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::{Feature, Switch};
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::kinds::{
    BoardOverlay, FeatureWindow, FindingRow, LiveFindings, Over, Telling, VerdictClause, When,
};
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::{Game, Verdict};
use foolproof_level::{Level, Play};
use foolproof_overlay::Overlay;
use foolproof_solver::{Finding, Question, Status, Topic, Why};

pub use steps::{Chosen, Steps};
pub(crate) use window::{AfterFrame, DeductionWindow, KnownDeduction};

/// The commands of this slice.
pub trait DeductionCommands {
    const DEDUCTION: Command = Command("deduction");
}

impl DeductionCommands for Command {}

/// Overlay of leaks, and of sites that deduction leaves open.
pub(crate) const LEAKS_OVERLAY: Overlay = Overlay("leaks");
/// Overlay of the effect of one more helping mark on each open site.
pub(crate) const TRIALS_OVERLAY: Overlay = Overlay("trials");

/// Window of deduction, round by round.
pub(crate) const DEDUCTION_WINDOW: Window =
    Window::new("deduction", WindowStand::Beside).while_editing();

/// True if the level's game is solved by rules of deduction.
fn has_deduction(document: &Document) -> bool {
    document.game().is_some_and(|game| game.deduction().is_some())
}

/// Returns the deduction of a level, or the reason why it is not known.
pub(crate) fn deduced_of(findings: &mut Findings, level: &Arc<Level>) -> KnownDeduction {
    let live = findings.knowledge.current(level, DEDUCTION);
    if let Some(DeducedLevel(deduced)) = live.and_then(Finding::report) {
        return KnownDeduction::Known(Arc::clone(deduced));
    }
    if findings.glances.lacks_solver() {
        return KnownDeduction::Trouble(text::NO_SOLVER.to_owned());
    }
    let Some(finding) = findings.glances.look(level, DeduceLevel.into()) else {
        return KnownDeduction::Waiting;
    };
    if let Some(DeducedLevel(deduced)) = finding.report() {
        return KnownDeduction::Known(Arc::clone(deduced));
    }
    KnownDeduction::Trouble(match finding.status() {
        Status::Unknown(Why::BadInput(why)) => why,
        Status::Unknown(why) if why != Why::Time => text::why(&why),
        _ => words::TOO_LONG.to_owned(),
    })
}

const COMMANDS: &[Entry] = &[Entry::new(
    Command::DEDUCTION,
    Menu::Solve,
    3,
    words::COMMAND,
    "Solves the level as a person would, round by round, and says why.",
    |state| state.chrome.open(DEDUCTION_WINDOW),
)
.searched_as("why human logic steps hint technique explain difficulty rating")
.keys(&[ctrl_shift(Key::D)])
.of_games(has_deduction)
.only_looks()];

const SWITCHES: &[Switch] = &[
    Switch {
        overlay: LEAKS_OVERLAY,
        name: "Leaks",
        shows: "Leaks",
        tip: "Warns where a player can skip thinking by trusting that there is one solution; rings what deduction leaves open.",
        search: "overlay uniqueness deduction guess",
        icon: Icon::LEAK,
        keys: &[shift(Key::L)],
        initially: Initially::On,
        arises: |state| has_deduction(&state.document),
    },
    Switch {
        overlay: TRIALS_OVERLAY,
        name: "Deduction with one more mark",
        shows: "Deduction with one more mark",
        tip: "For each open cell: a tick where one more mark lets deduction solve the level, a cross where it leaves no solution, else how much stays open.",
        search: "overlay deduction hint what if effect",
        icon: Icon::TRIAL,
        keys: &[shift(Key::Num0)],
        initially: Initially::Off,
        arises: |state| has_deduction(&state.document),
    },
];

/// The smallest size at which its parts stand side by side, in points.
const MIN_SIZE: Vec2 = Vec2::new(880.0, 560.0);

const ROWS: &[FindingRow] = &[FindingRow {
    topic: DEDUCTION,
    after: Topic::UNIQUE,
    arises: |game, _| game.deduction().is_some(),
}];

/// The window of deduction, with the place in it.
#[derive(Default)]
pub(crate) struct DeductionSteps {
    window: DeductionWindow,
}

impl Feature for DeductionSteps {
    const COMMANDS: &'static [Entry] = COMMANDS;
    const SWITCHES: &'static [Switch] = SWITCHES;
}

impl LiveFindings for DeductionSteps {
    fn questions(&self, state: &State, game: &dyn Game, _: &Level) -> Vec<(When, Question)> {
        let Some(_) = game.deduction() else { return Vec::new() };
        let trials = state.overlay(TRIALS_OVERLAY).then(|| TryHelpingMarks.into());
        let all = [Some(DeduceLevel.into()), trials].into_iter().flatten();
        all.map(|question| (When::Soon, question)).collect()
    }

    fn rows(&self) -> &'static [FindingRow] {
        ROWS
    }

    fn tells(&self, finding: &Finding, game: &dyn Game, level: &Level) -> Telling {
        let Some(DeducedLevel(deduced)) = finding.report() else { return Telling::default() };
        let word = if deduced.is_solved() { "solved by deduction" } else { "deduction stops" };
        let word = Some(word.to_owned());
        // Nothing is asked of the player.
        let quiet = deduced.is_solved() && game.judge(level, &Play::default()) == Verdict::Solved;
        let end = || words::end(deduced);
        let sentence = if quiet { words::NOTHING_TO_DEDUCE.to_owned() } else { end() };
        Telling { word, sentence: Some(sentence), quiet, ..Telling::default() }
    }

    fn clause(&self, findings: &Findings, _: &dyn Game, level: &Level) -> Option<VerdictClause> {
        let known = findings.knowledge.current(level, DEDUCTION)?;
        known.report().map(|DeducedLevel(deduced)| VerdictClause::Plain(words::clause(deduced)))
    }

    fn actions(&mut self, ui: &mut Ui, state: &mut State, finding: &Finding) {
        if finding.report::<DeducedLevel>().is_some() {
            command_button(ui, state, Command::DEDUCTION, words::BUTTON);
        }
    }
}

impl BoardOverlay for DeductionSteps {
    fn draw(&self, over: &mut Over<'_>) {
        board::draw(over);
    }

    fn tip(&self, state: &State, game: &dyn Game, level: &Level) -> Option<String> {
        board::tip(state, game, level)
    }
}

impl FeatureWindow for DeductionSteps {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let wide = (context.content_rect().width() * 0.8).clamp(910.0, 1280.0);
        Sheet::new(DEDUCTION_WINDOW, words::TITLE, wide).at_least(MIN_SIZE).show(
            context,
            state,
            |ui, state| {
                let Some((game, level)) = state.scene() else { return };
                let deduced = deduced_of(&mut state.findings, &level);
                if self.window.show(ui, &*game, &level, deduced) == AfterFrame::Close {
                    state.chrome.close();
                }
            },
        );
    }
}
