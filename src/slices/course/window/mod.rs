//! The pack as a course: a curve of difficulty, the concepts of each level, rules of order that are checked
//! live, and an order that keeps them.
//!
//! The facts about levels are gathered in the background, on the lane for checking a pack.

mod chart;
mod known;
mod order;
mod rules;
mod run;
pub(crate) mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Context, ProgressBar, RichText, ScrollArea, Ui};

use crate::course::model::LevelFound;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::panels::sheet::{GALLERY, Sheet};
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::{FeatureWindow, Listener, SolverClient};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::phrase;
use foolproof_level::{CourseRule, Level};
use foolproof_solver::{Event, Lane, Service};
use known::{CourseNow, KnownLevels};
use order::OrderProposal;
use run::CourseRun;

foolproof_editor::command_names!(pub CourseCommands, COURSE = "course");

pub(crate) const COURSE_WINDOW: Window = Window::new("course", WindowStand::Over).while_editing();

const COMMANDS: &[Entry] = &[Entry::new(
    Command::COURSE,
    Menu::Pack,
    0,
    "The course…",
    "Shows what the levels teach one after another, and rules for their order.",
    |state| state.chrome.open(COURSE_WINDOW),
)
.searched_as("order curve teaching progress curriculum difficulty sequence tutorial")
.when(has_level)];

/// Space around the window, and minimum height of the part beneath the picture.
const AROUND: f32 = 150.0;
const MIN_BELOW: f32 = 170.0;

/// Tabs beneath the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum CourseTab {
    #[default]
    Rules,
    Concepts,
    Remarks,
    Found,
    Order,
}

/// The course of the open pack.
#[derive(Default)]
pub(crate) struct CourseRoom {
    known: KnownLevels,
    now: Option<CourseNow>,
    run: CourseRun,
    /// Chosen measures, by game.
    measures: BTreeMap<String, String>,
    tab: CourseTab,
    /// A rule being changed, and its position.
    draft: Option<(usize, CourseRule)>,
    /// A concept being typed.
    typed: String,
    proposal: Option<OrderProposal>,
}

/// Takes in findings of another part of the window about a level.
pub fn learn(state: &mut State, level: &Arc<Level>, found: LevelFound) {
    state
        .with_feature(|own: &mut CourseRoom, state| own.known.learn(&state.document, level, found));
}

impl CourseRoom {
    fn contents(&mut self, ui: &mut Ui, state: &mut State) {
        let now =
            CourseNow::renew(self.now.take(), &state.document, &mut self.known, &self.measures);
        let whole = ui.ctx().content_rect().height() - AROUND;
        self.progress(ui, &now);
        if let Some(id) = self.chart(ui, state, &now) {
            state.show_level(id);
        }
        ui.add_space(theme::TIGHT);
        self.tabs(ui, &now);
        ui.separator();
        let left = (whole - ui.min_rect().height()).max(MIN_BELOW);
        let scroll = ScrollArea::vertical().id_salt("beneath").max_height(left);
        scroll.min_scrolled_height(left).auto_shrink([false, false]).show(ui, |ui| {
            match self.tab {
                CourseTab::Rules => self.rules(ui, state, &now),
                CourseTab::Concepts => self.concepts(ui, state, &now),
                CourseTab::Remarks => self.remarks(ui, state, &now),
                CourseTab::Found => found(ui, &state.document, &now),
                CourseTab::Order => self.order(ui, state, &now),
            }
        });
        self.now = Some(now);
    }

    /// Shows the progress through the levels, or the button that starts it.
    fn progress(&mut self, ui: &mut Ui, now: &CourseNow) {
        ui.horizontal(|ui| {
            if self.run.is_running() {
                let share = self.run.done as f32 / self.run.total.max(1) as f32;
                let words = words::progress(self.run.done, self.run.total);
                ui.add(ProgressBar::new(share).desired_width(260.0).text(words));
                if ui.button(words::STOP).on_hover_text(words::STOP_TIP).clicked() {
                    self.run.stop();
                }
                return;
            }
            if !now.open.is_empty() {
                let button = ui.button(words::look_at(now.open.len()));
                if button.on_hover_text(words::LOOK_TIP).clicked() {
                    self.run.start(now.open.clone());
                }
                return;
            }
            let weak = Theme::of(ui).role(Role::Weak);
            ui.label(RichText::new(text::levels(now.levels.len())).color(weak));
        });
    }

    fn tabs(&mut self, ui: &mut Ui, now: &CourseNow) {
        let remarks = match now.overview.remarks.len() {
            0 => words::REMARKS.to_owned(),
            n => format!("{}: {n}", words::REMARKS),
        };
        ui.horizontal_wrapped(|ui| {
            for (tab, name) in [
                (CourseTab::Rules, words::rules(&now.states())),
                (CourseTab::Concepts, words::CONCEPTS.to_owned()),
                (CourseTab::Remarks, remarks),
                (CourseTab::Found, words::FOUND.to_owned()),
                (CourseTab::Order, words::ORDER.to_owned()),
            ] {
                ui.selectable_value(&mut self.tab, tab, name);
            }
        });
    }

    /// Shows remarks; a click shows the level.
    fn remarks(&mut self, ui: &mut Ui, state: &mut State, now: &CourseNow) {
        if now.overview.remarks.is_empty() {
            ui.label(words::NOTHING_STANDS_OUT);
        }
        for remark in &now.overview.remarks {
            ui.horizontal(|ui| {
                let said = text::sentence(&now.judged.voice(state.games()).remark(remark));
                let Some(level) = remark.level().and_then(|at| now.levels.get(at)) else {
                    ui.label(said);
                    return;
                };
                if ui.link(said).clicked() {
                    state.show_level(level.id);
                }
            });
        }
    }
}

/// Shows what every solution of the level on the canvas does.
fn found(ui: &mut Ui, document: &Document, now: &CourseNow) {
    let id = document.level_id();
    let at = now.levels.iter().position(|level| level.id == id);
    let lesson = at.and_then(|at| Some((now.levels.get(at)?, now.judged.lessons.get(at)?)));
    let Some((level, lesson)) = lesson else { return };
    let (Some(game), Some(practice)) = (document.games().by_id(&level.game), lesson.found.as_ref())
    else {
        ui.label(words::NOT_LOOKED_AT);
        return;
    };
    let kinds = game.concepts();
    let weak = Theme::of(ui).role(Role::Weak);
    for (head, list, empty) in [
        (words::EVERY_SOLUTION, &practice.proved, words::NOTHING_FOUND),
        (words::OPEN, &practice.open, ""),
    ] {
        match (list.is_empty(), empty) {
            (true, "") => {}
            (true, empty) => _ = ui.label(empty),
            (false, _) => _ = ui.label(RichText::new(head).color(weak)),
        }
        for property in list {
            ui.horizontal(|ui| {
                ui.add_space(theme::GAP);
                ui.label(text::sentence(&phrase(&*game, &kinds, property, true)))
                    .on_hover_text(property.as_str());
            });
        }
    }
}

foolproof_editor::feature!(CourseRoom, COMMANDS);

impl FeatureWindow for CourseRoom {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(COURSE_WINDOW, words::TITLE, GALLERY).show(context, state, |ui, state| {
            self.contents(ui, state);
        });
    }
}

impl SolverClient for CourseRoom {
    fn hear(&mut self, event: &Event, state: &mut State) {
        self.hear_of_level(event, &state.document);
    }

    fn ask(&mut self, state: &mut State, service: Option<&Service>) {
        let stops = self.run.take_stop();
        let Some(service) = service else { return };
        let checking = state.findings.verdicts.progress.is_some();
        if stops && !checking {
            service.stop(Lane::Check);
        }
        // While the window is open, missing facts are looked up, unless that was stopped.
        let idle = !self.run.is_running() && !self.run.halted;
        if idle
            && state.chrome.is_open(COURSE_WINDOW)
            && let Some(open) = self.now.as_ref().map(|now| now.open.clone())
            && !open.is_empty()
        {
            self.run.start(open);
        }
        self.go_on(state, service);
    }
}

impl Listener for CourseRoom {
    fn replaced(&mut self, _: &mut State, _: &dyn Fn(&Level) -> bool) {
        self.known.forget();
        self.now = None;
    }

    fn forget(&mut self) {
        self.known.forget();
        self.run.forget();
        (self.now, self.draft, self.proposal) = (None, None, None);
        self.typed.clear();
    }
}
