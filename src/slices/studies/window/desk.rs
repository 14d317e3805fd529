//! The workshop: a game's long study, with its settings, its progress, its table and charts, and the
//! levels worth keeping.
//!
//! A study runs in its own process. It can be stopped at any time, and resumed later, even after the
//! editor was closed.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{ProgressBar, RichText, Ui};

use crate::studies::window::runner::{Begin, News, Runner, seat_of};
use crate::studies::window::words;
use crate::studies::window::{results, settings};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::thumbs::Thumbs;
use foolproof_editor::text;
use foolproof_game::{
    Game, Report, Row, SeenLevels, SeenStudy, SettingKind, SettingValues, Study, StudyEnd,
    StudyRequest,
};
use foolproof_level::Level;
use foolproof_picture::Ink;
use foolproof_solver::{StudyCommand, StudyEnded, StudyOrder};

/// Interval at which a running study is asked for its results.
const LOOK: Duration = Duration::from_millis(500);
/// Width of the form, in points.
const DESK: f32 = 320.0;
/// Maximum number of rows whose levels are opened at once.
const MANY: usize = 2000;

/// A request of the designer about the levels of a study.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WorkshopDeed {
    /// Puts a level into the pack.
    Add(Arc<Level>),
    /// Opens levels as a new pack with this title.
    Open(String, Vec<Arc<Level>>),
}

/// A study that runs in the background.
struct RunningStudy {
    runner: Runner,
    since: Instant,
    looked: Instant,
}

/// The purpose of levels that were requested from the study and have not arrived yet.
enum Awaited {
    Row,
    All,
}

/// Interim results of a running study: its report, and the best levels of rows by their names.
struct Glimpsed {
    report: Report,
    levels: Vec<(String, Vec<Arc<Level>>)>,
}

/// The results of the last study that has ended or was stopped.
struct StudyOutcome {
    /// The process, which still answers questions about levels, and can continue.
    runner: Runner,
    report: Report,
    whole: bool,
}

/// State of the workshop.
#[derive(Default)]
pub(crate) struct Workshop {
    /// Folder for stopped studies; without it, nothing is saved.
    pub folder: Option<PathBuf>,
    /// The command for a study's process; without it there are no studies.
    pub command: Option<StudyCommand>,
    game: String,
    settings: SettingValues,
    running: Option<RunningStudy>,
    result: Option<StudyOutcome>,
    /// Last interim results of the running study; `watched` is the selected row of them.
    seen: Option<Glimpsed>,
    watched: Option<String>,
    /// The selected row, with its levels.
    chosen: Option<(String, Vec<Arc<Level>>)>,
    /// The column by which the table is sorted.
    sorted: usize,
    thumbs: Thumbs<usize>,
    /// The levels still awaited, in order of request.
    awaited: VecDeque<Awaited>,
    trouble: Option<String>,
}

impl Workshop {
    /// Shows the workshop of a game that offers a study.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        level: Option<&Level>,
        study: &Arc<dyn Study>,
    ) -> Option<WorkshopDeed> {
        if self.game != game.about().id {
            let (folder, command) = (self.folder.take(), self.command.take());
            *self = Self { folder, command, game: game.about().id.to_string(), ..Self::default() };
            self.settings = SettingValues::of_fields(&study.settings());
        }
        let opened = self.hear(game);
        self.look();
        let weak = Theme::of(ui).role(Role::Weak);
        ui.label(RichText::new(study.about().about).color(weak));
        ui.add_space(theme::TIGHT);
        let mut deed = None;
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(DESK);
                self.desk(ui, &**study, level);
            });
            ui.separator();
            ui.vertical(|ui| deed = self.results(ui, game));
        });
        deed.or(opened)
    }

    /// Shows settings and buttons.
    fn desk(&mut self, ui: &mut Ui, study: &dyn Study, level: Option<&Level>) {
        ui.add_enabled_ui(self.running.is_none(), |ui| {
            settings::presets(ui, study, &mut self.settings);
            settings::show(ui, &study.settings(), &mut self.settings);
        });
        ui.add_space(theme::GAP);
        if let Some(running) = &self.running {
            // Between 0 and 1, so the cast loses nothing visible.
            let share = running.runner.share() as f32;
            ui.add(ProgressBar::new(share).desired_width(DESK - 10.0).show_percentage());
            let seconds = running.since.elapsed().as_secs_f32();
            ui.horizontal(|ui| {
                if ui.button(words::STOP).on_hover_text(words::STOP_STUDY_TIP).clicked() {
                    self.stop();
                }
                // Words without a comma are other messages, such as the process that is awaited.
                let words = running.runner.words();
                let words = if words.starts_with(',') { words.as_str() } else { "" };
                ui.weak(format!("{seconds:.1} s{words}"));
            });
            ui.ctx().request_repaint_after(Duration::from_millis(100));
            return;
        }
        ui.horizontal(|ui| {
            if theme::primary(ui, words::START).clicked() {
                let (game, asked) = (self.game.to_owned(), self.asked(study, level));
                self.run(ui.ctx(), study, Begin::New(Box::new(StudyOrder::Start { game, asked })));
            }
            let half_done = self.result.as_ref().is_some_and(|result| !result.whole);
            let kept = self.kept().filter(|_| self.result.is_none());
            if half_done && ui.button(words::GO_ON).on_hover_text(words::GO_ON_TIP).clicked() {
                if let Some(StudyOutcome { runner, .. }) = self.result.take() {
                    runner.go_on();
                    self.runs(runner);
                }
            } else if let Some(file) = kept.filter(|file| file.is_file())
                && ui.button(words::GO_ON).on_hover_text(words::GO_ON_KEPT_TIP).clicked()
            {
                self.run(ui.ctx(), study, Begin::Kept(self.game.to_owned(), file));
            }
        });
        if let Some(why) = &self.trouble {
            let colour = Theme::of(ui).ink(Ink::Conflict);
            ui.label(RichText::new(text::sentence(why)).color(colour));
        }
    }

    /// Returns the request for a study, with the level if the study is to be made around it.
    fn asked(&self, study: &dyn Study, level: Option<&Level>) -> StudyRequest {
        let settings = study.settings();
        let around = settings.iter().find(|setting| setting.kind == SettingKind::Level);
        let around = around.is_some_and(|setting| self.settings.flag(setting.id));
        StudyRequest { values: self.settings.clone(), level: level.filter(|_| around).cloned() }
    }

    fn results(&mut self, ui: &mut Ui, game: &dyn Game) -> Option<WorkshopDeed> {
        if self.seen.is_some() {
            return self.glimpsed(ui, game);
        }
        let Some(result) = &self.result else {
            ui.weak(if self.running.is_some() { words::STUDYING } else { words::NO_STUDY });
            return None;
        };
        let rows = &result.report.rows;
        let names = || rows.iter().map(|row| row.name.clone());
        if summary(ui, &result.report.summary, rows.len()) {
            result.runner.ask(names().collect());
            self.awaited.push_back(Awaited::All);
        }
        let chosen = self.chosen.as_ref().map(|(name, _)| name.as_str());
        let asked = results::table(ui, game, &result.report, chosen, &mut self.sorted);
        if let Some(name) = asked {
            result.runner.ask(vec![name]);
            self.awaited.push_back(Awaited::Row);
        }
        let (name, levels) = self.chosen.as_ref()?;
        let row = rows.iter().find(|row| row.name == *name)?;
        results::row(ui, game, row, levels, &mut self.thumbs)
    }

    /// Shows the interim results of a running study.
    fn glimpsed(&mut self, ui: &mut Ui, game: &dyn Game) -> Option<WorkshopDeed> {
        let Glimpsed { report, levels } = self.seen.as_ref()?;
        let all = summary(ui, &report.summary, levels.len()).then(|| {
            let levels = levels.iter().flat_map(|(_, levels)| levels).cloned();
            WorkshopDeed::Open(game.about().name.to_string(), levels.collect())
        });
        let watched = |row: &&Row| self.watched.as_ref() == Some(&row.name);
        let row = report.rows.iter().find(watched).or(report.rows.first());
        let chosen = row.map(|row| row.name.as_str());
        let asked = results::table(ui, game, report, chosen, &mut self.sorted);
        let of = |row: &Row| levels.iter().find(|(name, _)| *name == row.name);
        let levels = row.and_then(of).map_or(&[][..], |(_, levels)| levels);
        let deed = row.and_then(|row| results::row(ui, game, row, levels, &mut self.thumbs));
        if asked.is_some() {
            self.watched = asked;
            self.thumbs = Thumbs::default();
        }
        all.or(deed)
    }

    fn kept(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("study-{}.json", self.game)))
    }

    fn run(&mut self, context: &egui::Context, study: &dyn Study, begin: Begin) {
        self.trouble = None;
        let Some(command) = &self.command else {
            self.trouble = Some(words::NO_STUDY_PROCESS.to_owned());
            return;
        };
        let (memory_mib, wake) = (study.memory_mib(&self.settings), context.clone());
        let wake = move || wake.request_repaint();
        let started = seat_of(&self.settings, &study.settings()).and_then(|seat| {
            Ok(Runner::start(command, memory_mib, seat, begin, self.kept(), wake)?)
        });
        match started {
            Ok(runner) => self.runs(runner),
            Err(why) => self.trouble = Some(why.to_string()),
        }
    }

    fn runs(&mut self, runner: Runner) {
        self.result = None;
        self.chosen = None;
        self.awaited.clear();
        let since = Instant::now();
        self.running = Some(RunningStudy { runner, since, looked: since });
    }

    /// Asks the running study for interim results, at intervals of `LOOK`.
    fn look(&mut self) {
        let Some(running) = self.running.as_mut().filter(|it| it.looked.elapsed() > LOOK) else {
            return;
        };
        running.runner.look();
        running.looked = Instant::now();
    }

    /// Stops the running study, which ends with its results so far.
    fn stop(&self) {
        if let Some(running) = &self.running {
            running.runner.stop();
        }
    }

    /// Receives the study's messages. Returns a request to open all its levels, once these have arrived.
    fn hear(&mut self, game: &dyn Game) -> Option<WorkshopDeed> {
        let running = self.running.as_ref().map(|running| &running.runner);
        let runner = running.or(self.result.as_ref().map(|result| &result.runner))?;
        let News { seen, ended, levels, over, trouble } = runner.news();
        self.trouble = trouble.or(self.trouble.take());
        if let Some(seen) = seen.filter(|_| self.running.is_some()) {
            self.see(seen);
        }
        let mut deed = None;
        for rows in levels {
            match self.awaited.pop_front() {
                Some(Awaited::Row) => {
                    self.chosen = rows.into_iter().next().map(shared);
                    self.thumbs = Thumbs::default();
                }
                Some(Awaited::All) => {
                    let levels = rows.into_iter().flat_map(|row| shared(row).1).collect();
                    deed = Some(WorkshopDeed::Open(game.about().name.to_string(), levels));
                }
                None => {}
            }
        }
        if let Some(ended) = ended {
            self.end(ended);
        }
        if let Some(why) = over {
            // The study can be resumed from the state that it saved last.
            (self.running, self.result, self.seen) = (None, None, None);
            self.trouble = Some(why);
        }
        deed
    }

    fn see(&mut self, SeenStudy { report, levels }: SeenStudy) {
        if !report.rows.is_empty() && self.seen.as_ref().is_none_or(|old| old.report != report) {
            let levels = levels.into_iter().map(shared).collect();
            self.seen = Some(Glimpsed { report, levels });
            self.thumbs = Thumbs::default();
        }
    }

    fn end(&mut self, StudyEnded { end, report, first, .. }: StudyEnded) {
        let Some(RunningStudy { runner, .. }) = self.running.take() else { return };
        self.seen = None;
        self.sorted = 0;
        self.chosen = first.into_iter().next().map(shared);
        if let Some(name) = self.watched.take() {
            runner.ask(vec![name]);
            self.awaited.push_back(Awaited::Row);
        }
        self.thumbs = Thumbs::default();
        if let StudyEnd::Lost(why) = &end {
            self.trouble = Some(format!("{why}. {}", words::LOST_PROCESS));
        }
        self.result = Some(StudyOutcome { runner, report, whole: end == StudyEnd::Whole });
    }
}

fn shared(SeenLevels { row, levels }: SeenLevels) -> (String, Vec<Arc<Level>>) {
    (row, levels.into_iter().map(Arc::new).collect())
}

/// Shows a summary, with a button to open all levels. Returns whether it was clicked.
fn summary(ui: &mut Ui, words: &str, rows: usize) -> bool {
    ui.horizontal(|ui| {
        ui.label(text::sentence(words));
        let able = (1..=MANY).contains(&rows);
        let all = able.then(|| ui.button(words::OPEN_ALL).on_hover_text(words::OPEN_ALL_TIP));
        all.is_some_and(|button| button.clicked())
    })
    .inner
}
