//! The window of solving steps: the board at each step, what follows and why, and a chart of all steps. A game
//! with a source of steps of its own has a tab for each. Changes nothing of the pack but the names of techniques.

mod chart;
pub mod desk;
mod details;
mod icons;
pub(crate) mod leaks;
mod naming;
mod panel;
mod place;
mod reading;
mod view;
pub mod words;

use std::sync::Arc;

use egui::{Context, Key, Ui, Vec2};

use super::question::{DeduceLevel, FindSteps, FoundSteps, StepsBy};
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::chrome::SideTab;
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl_shift};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::kinds::{
    FeatureWindow, FindingRow, Listener, LiveFindings, PanelPlace, PanelSection, VerdictClause,
    When,
};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_level::{Level, LevelId, Site};
use foolproof_solver::{Finding, NEED, Question, Status, Topic, Why, has_steps, need_question};

use desk::ArguingCommands as _;
use naming::StepNaming;
use panel::StepsLine;
use view::{Shown, StepsView};

foolproof_editor::command_names!(
    pub SolvingCommands,
    SOLVING = "solving steps",
    DEDUCTION = "deduction",
    PROOF_PATH = "proof-path",
    WHY_FORCED = "why forced",
);

const SOLVING_WINDOW: Window = Window::new("solving steps", WindowStand::Beside).while_editing();

/// Minimum size at which its parts fit side by side, in points.
const MIN_SIZE: Vec2 = Vec2::new(860.0, 520.0);

impl StepsBy {
    /// Returns the sources that a game has.
    fn of(game: &dyn Game) -> Vec<Self> {
        let rules = has_steps(game).then_some(Self::Rules);
        rules.into_iter().chain(game.own_steps().map(|_| Self::Own)).collect()
    }

    /// Returns the question for all steps.
    pub(crate) fn question(self) -> Question {
        match self {
            Self::Rules => FindSteps::ALL.into(),
            Self::Own => DeduceLevel.into(),
        }
    }
}

fn are_told(document: &Document) -> bool {
    document.game().is_some_and(|game| has_steps(&*game))
}

/// True if the level's game is solved by rules of deduction.
fn has_deduction(document: &Document) -> bool {
    document.game().is_some_and(|game| game.deduction().is_some())
}

const COMMANDS: &[Entry] = &[
    Entry::new(Command::SOLVING, Menu::Solve, 3, words::COMMAND, words::TIP, |state| {
        open(state, StepsBy::Rules)
    })
    .searched_as("how to solve human logic hint explain difficulty bottleneck path walkthrough")
    .keys(&[ctrl_shift(Key::T)])
    .of_games(are_told)
    .only_looks(),
    Entry::new(
        Command::DEDUCTION,
        Menu::Solve,
        3,
        "Deduction, step by step…",
        "Solves the level as a person would, round by round, and says why.",
        |state| open(state, StepsBy::Own),
    )
    .searched_as("why human logic steps hint technique explain difficulty rating")
    .keys(&[ctrl_shift(Key::D)])
    .of_games(has_deduction)
    .only_looks(),
    Entry::new(
        Command::PROOF_PATH,
        Menu::Solve,
        3,
        "Proof path…",
        "Proves the whole puzzle step by step, each by the least evidence, with a chart.",
        |state| open(state, StepsBy::Own),
    )
    .searched_as("why human logic steps argument explain difficulty")
    .of_games(desk::has_arguments)
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

/// Opens the window at the steps of a source.
fn open(state: &mut State, by: StepsBy) {
    if let Some(own) = state.feature_mut::<SolvingSteps>() {
        own.by = by;
    }
    state.chrome.open(SOLVING_WINDOW);
}

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
    open(state, StepsBy::Rules);
}

/// State of the knowledge about the steps of a level.
pub(crate) enum KnownSteps {
    Waiting,
    /// The finding contains the result.
    Known(Finding),
    /// The reason why there are none, in words.
    Trouble(String),
}

/// Returns the steps of a level from a source, or the reason why they are not known.
pub(crate) fn steps_of(findings: &mut Findings, level: &Arc<Level>, by: StepsBy) -> KnownSteps {
    let question = by.question();
    let live = findings.knowledge.current(level, question.topic());
    if let Some(found) = live.filter(|found| FoundSteps::in_finding(found).is_some()) {
        return KnownSteps::Known(found.clone());
    }
    if findings.glances.lacks_solver() {
        return KnownSteps::Trouble(text::NO_SOLVER.to_owned());
    }
    let Some(finding) = findings.glances.look(level, question) else {
        return KnownSteps::Waiting;
    };
    match (FoundSteps::in_finding(finding), finding.status()) {
        (Some(_), _) => KnownSteps::Known(finding.clone()),
        (None, Status::Unknown(Why::BadInput(why))) => KnownSteps::Trouble(why),
        (None, Status::Unknown(why)) => KnownSteps::Trouble(text::why(&why)),
        (None, _) => KnownSteps::Waiting,
    }
}

/// The window, with the position in the steps.
#[derive(Default)]
pub(crate) struct SolvingSteps {
    by: StepsBy,
    view: StepsView,
    line: StepsLine,
    naming: StepNaming,
    /// The last steps that were known. They stay for the moment after an edit.
    last: Option<(LevelId, StepsBy, Finding)>,
}

foolproof_editor::feature!(SolvingSteps, COMMANDS);

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
        if place == PanelPlace::Tab(SideTab::Rating) {
            self.line.show(ui, state);
        }
    }
}

impl Listener for SolvingSteps {
    fn forget(&mut self) {
        self.line.forget();
        self.last = None;
    }
}

impl FeatureWindow for SolvingSteps {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let wide = (context.content_rect().width() * 0.8).clamp(880.0, 1240.0);
        let sheet = Sheet::new(SOLVING_WINDOW, words::TITLE, wide).at_least(MIN_SIZE);
        sheet.show(context, state, |ui, state| {
            let Some((game, level)) = state.scene() else { return };
            let by = self.tabs(ui, &*game);
            match steps_of(&mut state.findings, &level, by) {
                KnownSteps::Known(finding) => self.last = Some((level.id, by, finding)),
                KnownSteps::Waiting => {}
                KnownSteps::Trouble(why) => {
                    ui.label(text::sentence(&why));
                    return;
                }
            }
            match self.last.take().filter(|(id, of, _)| (*id, *of) == (level.id, by)) {
                Some((id, by, finding)) => {
                    if let Some(found) = FoundSteps::in_finding(&finding) {
                        let shown = Shown { game: &*game, level: &level, found, by };
                        self.steps(ui, state, &shown);
                    }
                    self.last = Some((id, by, finding));
                }
                None => _ = ui.label(words::WAITING),
            }
        });
    }
}

impl SolvingSteps {
    /// Shows a tab for each source of steps, if there are several. Returns the chosen one.
    fn tabs(&mut self, ui: &mut Ui, game: &dyn Game) -> StepsBy {
        let all = StepsBy::of(game);
        if let [first, _, ..] = all.as_slice() {
            if !all.contains(&self.by) {
                self.by = *first;
            }
            ui.horizontal(|ui| {
                for by in &all {
                    let own = game.own_steps().filter(|_| *by == StepsBy::Own);
                    let name = own.map_or(words::BY_RULES, |source| source.name());
                    ui.selectable_value(&mut self.by, *by, name);
                }
            });
            return self.by;
        }
        all.first().copied().unwrap_or_default()
    }

    /// Shows the steps, and what can be done with the one on view.
    fn steps(&mut self, ui: &mut Ui, state: &mut State, shown: &Shown<'_>) {
        if self.view.show(ui, shown) {
            state.chrome.close();
        }
        let at = self.view.place.at;
        let step = shown.found.steps.get(at);
        if shown.by == StepsBy::Rules {
            self.naming.show(ui, state, shown.found, step);
        } else if let Some(step) = step
            && shown.game.arguments().is_some()
            && ui.button(words::ARGUE).on_hover_text(words::ARGUE_TIP).clicked()
        {
            let filled = shown.found.play_after(at);
            state.chrome.close();
            state.run(Command::TOOL_ARGUE);
            state.with_feature(|own: &mut desk::Arguing, state| own.argue(state, &filled, step));
        }
    }
}
