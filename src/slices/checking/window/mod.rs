//! Checks the whole pack, level by level, in the background.
//!
//! It has a lane of its own, so live solving does not wait for it. Its verdicts are kept with the levels; a
//! level that got worse since the previous check is reported.

mod run;
mod table;
pub(crate) mod words;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use egui::{Context, ProgressBar, RichText, Ui};

use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::kinds::{FeatureWindow, Listener, SolverClient};
use foolproof_editor::session::settings::{Initially, SwitchKey};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_game::{Game, Games};
use foolproof_level::{CheckItem, KeptVerdict, Level, LevelId, Staleness};
use foolproof_picture::Ink;
use foolproof_solver::{Event, LevelCheck, Service, checked_for};
use run::{CheckPurpose, LevelInCheck};
use table::{RowVerdict, Sorting};

foolproof_editor::command_names!(pub CheckingCommands, CHECK_PACK = "check-pack");

pub(crate) const CHECKING_WINDOW: Window = Window::new("checking", WindowStand::Over);

/// Switch of the watch over all levels.
pub const WATCH: SwitchKey = SwitchKey("watch");

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command::CHECK_PACK,
        Menu::Pack,
        0,
        "Check the pack…",
        "Checks every level against what you expect of it.",
        |state| state.chrome.open(CHECKING_WINDOW),
    )
    .searched_as("verify validate test all levels report proof ci")
    .when(has_level),
    Entry::new(
        Command("watch-levels"),
        Menu::Settings,
        2,
        words::WATCH,
        words::WATCH_TIP,
        |state| {
            let on = state.chrome.settings.is_on(WATCH, Initially::On);
            state.chrome.settings.switch(WATCH, !on);
        },
    )
    .searched_as("background check health every level automatic")
    .checked(|state| state.chrome.settings.is_on(WATCH, Initially::On)),
];

/// Result of this session's check of a level.
struct CheckResult {
    /// Verdict of the previous check, for any version of the level.
    was: Option<Arc<KeptVerdict>>,
    is: Arc<KeptVerdict>,
    check: LevelCheck,
}

/// The check of the pack.
#[derive(Default)]
pub(crate) struct Checking {
    queue: VecDeque<LevelId>,
    asked: Option<LevelInCheck>,
    done: usize,
    total: usize,
    /// Number of levels that were left out because their rules wait for permission.
    skipped: usize,
    results: BTreeMap<LevelId, CheckResult>,
    sorting: Sorting,
    /// The properties that the table shows.
    told: Vec<CheckItem>,
    /// The running check is to be stopped.
    stops: bool,
    /// The solver was stopped: the watch waits for another pack or other rules.
    rests: bool,
}

impl Checking {
    /// True if the level got worse in its last check, and has not changed since.
    fn is_worse(&self, games: &Games, level: &Level) -> bool {
        let Some(CheckResult { was: Some(was), is, .. }) = self.results.get(&level.id) else {
            return false;
        };
        let same = level.checked.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, is));
        same && is.is_worse_than(was, games.expected(level))
    }

    fn contents(&mut self, ui: &mut Ui, state: &mut State) {
        let whole = state.findings.verdicts.look(&state.document);
        if !whole {
            ui.ctx().request_repaint();
        }
        let pack = state.history().pack().clone();
        let rows = self.rows(state, &pack);
        let pass = rows.iter().filter(|row| row.verdict == RowVerdict::Passes).count();
        let worse = rows.iter().filter(|row| row.verdict == RowVerdict::Worse).count();
        let open = rows.iter().filter(|row| !row.verdict.holds()).count();
        let unkept = pack.levels.iter().filter(|level| !is_kept(state, level)).count();
        ui.weak(words::ABOUT);
        let mut watches = state.chrome.settings.is_on(WATCH, Initially::On);
        if ui.checkbox(&mut watches, words::WATCH).on_hover_text(words::WATCH_TIP).changed() {
            state.chrome.settings.switch(WATCH, watches);
        }
        self.buttons(ui, state, unkept);
        ui.label(words::sum(pass, rows.len() - pass - open, open));
        if worse > 0 {
            let colour = Theme::of(ui).ink(Ink::Conflict);
            ui.label(RichText::new(words::worse(worse)).strong().color(colour));
        }
        if self.skipped > 0 {
            ui.label(words::skipped(self.skipped));
        }
        ui.add_space(theme::TIGHT);
        self.table(ui, state, rows, &pack);
    }

    /// Shows the buttons that start and stop the check, and its progress.
    fn buttons(&mut self, ui: &mut Ui, state: &mut State, unkept: usize) {
        ui.horizontal(|ui| {
            if self.is_running() {
                let share = self.done as f32 / self.total.max(1) as f32;
                let words = words::progress(self.done, self.total);
                ui.add(ProgressBar::new(share).desired_width(260.0).text(words));
                if ui.button(words::STOP).on_hover_text(words::STOP_TIP).clicked() {
                    self.stop();
                }
                return;
            }
            if theme::primary(ui, words::CHECK_ALL).clicked() {
                self.start(state, |_, _| true);
            }
            let some = unkept > 0 && unkept < state.history().pack().levels.len();
            if some && ui.button(words::check_changed(unkept)).clicked() {
                self.start(state, |state, level| !is_kept(state, level));
            }
        });
    }
}

/// True if the last verdict that is saved with the level still holds.
fn is_kept(state: &State, level: &Level) -> bool {
    let kept = state.findings.verdicts.kept(level);
    kept.is_some_and(|(_, staleness)| staleness == Staleness::Current)
}

foolproof_editor::feature!(Checking, COMMANDS);

impl FeatureWindow for Checking {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(CHECKING_WINDOW, words::TITLE, 680.0).show(context, state, |ui, state| {
            self.contents(ui, state);
        });
    }
}

impl SolverClient for Checking {
    fn hear(&mut self, event: &Event, state: &mut State) {
        self.take_in(event, state);
    }

    fn ask(&mut self, state: &mut State, service: Option<&Service>) {
        self.go_on(state, service);
    }
}

impl Listener for Checking {
    fn replaced(&mut self, state: &mut State, changed: &dyn Fn(&Level) -> bool) {
        self.rests = false;
        // The current question is asked again under the new rules.
        if let Some(asked) = self.asked.take_if(|asked| changed(&asked.level))
            && asked.purpose == CheckPurpose::Check
        {
            self.queue.push_front(asked.level.id);
        }
        // Levels whose verdict held under the previous rules are checked again.
        let outdated = |state: &State, level: &Level| {
            let game = state.games().by_id(&level.game).filter(|_| changed(level));
            let stale = |game: &dyn Game| {
                let kept = level.checked.as_ref();
                kept.is_some_and(|kept| {
                    kept.staleness(&checked_for(game, level)) == Staleness::OtherRules
                })
            };
            game.is_some_and(|game| stale(&*game))
        };
        let levels = state.history().pack().levels.clone();
        let count = levels.iter().filter(|level| outdated(state, level)).count();
        if count > 0 && !self.is_running() {
            state.say(ToastTone::Note, words::again(count));
            self.start(state, outdated);
        }
    }

    fn forget(&mut self) {
        let sorting = self.sorting;
        *self = Self { stops: self.asked.is_some(), sorting, ..Self::default() };
    }
}
