//! The window of solving steps: the board at each step, the sentences that it needs, and a chart of all
//! steps. Changes nothing of the pack but the names of techniques.

mod chart;
mod naming;
mod panel;
mod reading;
mod view;
pub(crate) mod words;

use std::sync::Arc;

use egui::{Context, Key, Ui, Vec2};

use super::question::{FindSteps, FoundSteps, STEPS};
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl_shift};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::Feature;
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::kinds::{
    FeatureWindow, FindingRow, Listener, LiveFindings, PanelPlace, PanelSection, VerdictClause,
    When,
};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_level::{Level, Site};
use foolproof_solver::{Finding, NEED, Question, Status, Topic, has_steps, need_question};

use naming::StepNaming;
use panel::StepsLine;
use view::StepsView;

/// The commands of this slice.
pub(crate) trait SolvingCommands {
    const SOLVING: Command = Command("solving steps");
    const WHY_FORCED: Command = Command("why forced");
}

impl SolvingCommands for Command {}

/// Solving steps, one by one.
const SOLVING_WINDOW: Window = Window::new("solving steps", WindowStand::Beside).while_editing();

/// Minimum size at which its parts fit side by side, in points.
const MIN_SIZE: Vec2 = Vec2::new(860.0, 520.0);

fn are_told(document: &Document) -> bool {
    document.game().is_some_and(|game| has_steps(&*game))
}

const COMMANDS: &[Entry] = &[
    Entry::new(Command::SOLVING, Menu::Solve, 3, words::COMMAND, words::TIP, |state| {
        state.chrome.open(SOLVING_WINDOW)
    })
    .searched_as("how to solve human logic hint explain difficulty bottleneck path walkthrough")
    .keys(&[ctrl_shift(Key::T)])
    .of_games(are_told)
    .only_looks(),
    Entry::new(Command::WHY_FORCED, Menu::Solve, 3, words::WHY, words::WHY_TIP, ask_why)
        .searched_as("explain reason forced deduce must cannot")
        .keys(&[ctrl_shift(Key::W)])
        .of_games(are_told)
        .when(|state| asked_site(state).is_some())
        .only_looks(),
];

const ROWS: &[FindingRow] = &[FindingRow {
    topic: NEED,
    after: Topic::SHORTCUT_FREE,
    arises: |_, level| level.needs.is_some(),
}];

/// Returns the site under the pointer, else the selected one.
fn asked_site(state: &State) -> Option<Site> {
    state.board.hover.or_else(|| state.board.targets().first().copied())
}

/// Opens the window at the step that decides a site.
fn ask_why(state: &mut State) {
    let Some(site) = asked_site(state) else { return };
    if let Some(own) = state.feature_mut::<SolvingSteps>() {
        own.view.ask_why(site);
    }
    state.chrome.open(SOLVING_WINDOW);
}

/// State of the knowledge about the steps of a level.
pub(crate) enum KnownSteps {
    Waiting,
    /// The finding contains the result.
    Known(Finding),
    /// The reason why there are none, in words.
    Trouble(String),
}

pub(crate) fn steps_of(findings: &mut Findings, level: &Arc<Level>) -> KnownSteps {
    let live = findings.knowledge.current(level, STEPS);
    if let Some(found) = live.filter(|found| found.report::<FoundSteps>().is_some()) {
        return KnownSteps::Known(found.clone());
    }
    if findings.glances.lacks_solver() {
        return KnownSteps::Trouble(text::NO_SOLVER.to_owned());
    }
    let question = FindSteps::ALL;
    let Some(finding) = findings.glances.look(level, question.into()) else {
        return KnownSteps::Waiting;
    };
    match (finding.report::<FoundSteps>(), finding.status()) {
        (Some(_), _) => KnownSteps::Known(finding.clone()),
        (None, Status::Unknown(why)) => KnownSteps::Trouble(text::why(&why)),
        (None, _) => KnownSteps::Waiting,
    }
}

/// The window, with the position in the steps.
#[derive(Default)]
pub(crate) struct SolvingSteps {
    view: StepsView,
    line: StepsLine,
    naming: StepNaming,
}

impl Feature for SolvingSteps {
    const COMMANDS: &'static [Entry] = COMMANDS;
}

impl LiveFindings for SolvingSteps {
    fn questions(&self, _: &State, _: &dyn Game, level: &Level) -> Vec<(When, Question)> {
        need_question(level).map(|question| (When::Late, question)).into_iter().collect()
    }

    fn rows(&self) -> &'static [FindingRow] {
        ROWS
    }

    fn clause(&self, findings: &Findings, _: &dyn Game, level: &Level) -> Option<VerdictClause> {
        level.needs.as_ref()?;
        let found = findings.knowledge.current(level, NEED).map(Finding::status);
        Some(match found {
            Some(Status::Proved) => VerdictClause::Holds(words::TECHNIQUE_NEEDED, NEED),
            Some(Status::Refuted) => {
                let mend = (Command::EDIT_CONCEPT, words::CONCEPT);
                VerdictClause::Fails(words::TECHNIQUE_NOT_NEEDED, words::SOLVED_WITHOUT, mend)
            }
            Some(status) => {
                let why = text::sentence(&status.words());
                VerdictClause::Unknown(format!("{} {why}", words::TECHNIQUE_UNKNOWN))
            }
            None if !findings.knowledge.is_asking(level.id) => return None,
            None => VerdictClause::Waiting(words::STILL_TRYING_STEPS),
        })
    }
}

impl PanelSection for SolvingSteps {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        if place == PanelPlace::Foot {
            self.line.show(ui, state);
        }
    }
}

impl Listener for SolvingSteps {
    fn forget(&mut self) {
        self.line.forget();
    }
}

impl FeatureWindow for SolvingSteps {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let wide = (context.content_rect().width() * 0.8).clamp(880.0, 1240.0);
        let sheet = Sheet::new(SOLVING_WINDOW, words::TITLE, wide).at_least(MIN_SIZE);
        sheet.show(context, state, |ui, state| {
            let Some((game, level)) = state.scene() else { return };
            match steps_of(&mut state.findings, &level) {
                KnownSteps::Known(finding) => {
                    let Some(found) = finding.report::<FoundSteps>() else { return };
                    if self.view.show(ui, &*game, &level, found) {
                        state.chrome.close();
                    }
                    let step = found.steps.get(self.view.at());
                    self.naming.show(ui, state, found, step);
                }
                KnownSteps::Waiting => _ = ui.label(words::WAITING),
                KnownSteps::Trouble(why) => _ = ui.label(text::sentence(&why)),
            }
        });
    }
}
