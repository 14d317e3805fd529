//! The workshop: a game's long study, with its settings, its progress, its table and charts, and the
//! levels worth to be kept.
//!
//! A study runs on a thread of its own, can be stopped at any time, and goes on where it was, also
//! after the editor was closed. Knows studies, levels and egui; what is to become of a level leaves
//! as a deed. Must never know a game's own numbers.

mod curve;
mod results;
mod settings;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};
use egui::{ProgressBar, RichText, Ui};

use super::text;
use super::theme::{self, Role, Theme};
use super::thumbs::Thumbs;
use crate::games::{Game, Glimpse, Report, Row, Seen, Setting, Study, Studying};
use crate::level::Level;
use crate::level::file::{LARGEST_KEPT, read_regular, write_atomically};
use crate::picture::Ink;

/// Time between two looks at a study that runs.
const LOOK: Duration = Duration::from_millis(500);
/// Width of the form, in points.
const DESK: f32 = 320.0;
/// Rows of which all levels are opened at once, at most.
const MANY: usize = 2000;

/// What the designer wants of the levels of a study.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkshopDeed {
    /// Puts a level into the pack.
    Add(Arc<Level>),
    /// Opens levels as a pack of their own, with this title.
    Open(String, Vec<Arc<Level>>),
}

/// A study that works in the background.
struct Running {
    /// Share that is done, in thousandths.
    share: Arc<AtomicU32>,
    stop: Arc<AtomicBool>,
    ended: Receiver<Ended>,
    since: Instant,
    /// Looks at it while it works, where it can be looked at, once it has begun.
    glimpse: Option<Glimpse>,
    begun: Receiver<Glimpse>,
    looked: Instant,
}

struct Ended {
    /// `None` where it could not begin.
    study: Option<Box<dyn Studying>>,
    /// What it has found, and the levels of the first row.
    report: Report,
    levels: Vec<Arc<Level>>,
    whole: bool,
    /// Why it could not be kept.
    trouble: Option<String>,
}

/// What was seen of a study that runs: the best levels of rows, by their names.
struct Glimpsed {
    report: Report,
    levels: Vec<(String, Vec<Arc<Level>>)>,
}

/// What is known of the study that ended last, or was stopped.
struct Outcome {
    study: Box<dyn Studying>,
    report: Report,
    whole: bool,
}

/// What the workshop remembers from one frame to the next.
#[derive(Default)]
pub struct Workshop {
    /// Where a study that was stopped is kept; nothing is kept without.
    pub folder: Option<PathBuf>,
    game: &'static str,
    settings: Vec<Setting>,
    running: Option<Running>,
    result: Option<Outcome>,
    /// What was seen last of the study that runs, and the row of it that is looked at.
    seen: Option<Glimpsed>,
    watched: Option<String>,
    /// The row that is looked at, with its levels.
    chosen: Option<(String, Vec<Arc<Level>>)>,
    /// The column that the table is sorted by.
    sorted: usize,
    thumbs: Thumbs<usize>,
    trouble: Option<String>,
}

impl Workshop {
    /// Shows the workshop of a game that offers a study.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        (game, level): (&'static dyn Game, Option<&Level>),
        study: &'static dyn Study,
    ) -> Option<WorkshopDeed> {
        if self.game != game.about().id {
            let folder = self.folder.take();
            *self = Self { folder, game: game.about().id, ..Self::default() };
            self.settings = study.settings();
        }
        self.hear();
        self.look();
        let weak = Theme::of(ui).role(Role::Weak);
        ui.label(RichText::new(study.about()).color(weak));
        ui.add_space(theme::TIGHT);
        let mut deed = None;
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(DESK);
                self.desk(ui, (study, level));
            });
            ui.separator();
            ui.vertical(|ui| deed = self.results(ui, game));
        });
        deed
    }

    /// Settings and buttons.
    fn desk(&mut self, ui: &mut Ui, (study, level): (&'static dyn Study, Option<&Level>)) {
        ui.add_enabled_ui(self.running.is_none(), |ui| {
            settings::presets(ui, study, &mut self.settings);
            settings::show(ui, &mut self.settings);
        });
        ui.add_space(theme::GAP);
        if let Some(running) = &self.running {
            let share = running.share.load(Ordering::Relaxed) as f32 / 1000.0;
            ui.add(ProgressBar::new(share).desired_width(DESK - 10.0).show_percentage());
            let seconds = running.since.elapsed().as_secs_f32();
            ui.horizontal(|ui| {
                if ui.button(text::STOP).on_hover_text(text::STOP_STUDY_TIP).clicked() {
                    self.stop();
                }
                ui.weak(format!("{seconds:.1} s"));
            });
            ui.ctx().request_repaint_after(Duration::from_millis(100));
            return;
        }
        ui.horizontal(|ui| {
            if theme::primary(ui, text::START).clicked() {
                self.trouble = None;
                match study.start(&self.settings, level) {
                    Ok(begun) => self.run(ui.ctx(), Begin::Study(begun)),
                    Err(why) => self.trouble = Some(why),
                }
            }
            let half_done = self.result.as_ref().is_some_and(|result| !result.whole);
            let kept = self.kept().filter(|_| self.result.is_none());
            if half_done && ui.button(text::GO_ON).on_hover_text(text::GO_ON_TIP).clicked() {
                if let Some(result) = self.result.take() {
                    self.run(ui.ctx(), Begin::Study(result.study));
                }
            } else if let Some(file) = kept.filter(|file| file.is_file())
                && ui.button(text::GO_ON).on_hover_text(text::GO_ON_KEPT_TIP).clicked()
            {
                self.trouble = None;
                self.run(ui.ctx(), Begin::File(study, file));
            }
        });
        if let Some(why) = &self.trouble {
            let colour = Theme::of(ui).ink(Ink::Conflict);
            ui.label(RichText::new(text::sentence(why)).color(colour));
        }
    }

    fn results(&mut self, ui: &mut Ui, game: &dyn Game) -> Option<WorkshopDeed> {
        if self.seen.is_some() {
            return self.glimpsed(ui, game);
        }
        let Some(result) = &self.result else {
            ui.weak(if self.running.is_some() { text::STUDYING } else { text::NO_STUDY });
            return None;
        };
        let rows = &result.report.rows;
        let all = summary(ui, &result.report.summary, rows.len()).then(|| {
            let levels = rows.iter().flat_map(|row| result.study.levels(&row.name));
            WorkshopDeed::Open(game.about().name.to_owned(), levels.map(Arc::new).collect())
        });
        let chosen = self.chosen.as_ref().map(|(name, _)| name.as_str());
        let asked = results::table(ui, game, &result.report, (chosen, &mut self.sorted));
        if let Some(name) = asked {
            let levels = result.study.levels(&name).into_iter().map(Arc::new).collect();
            self.chosen = Some((name, levels));
            self.thumbs = Thumbs::default();
        }
        let Some((name, levels)) = &self.chosen else { return all };
        let Some(row) = rows.iter().find(|row| row.name == *name) else { return all };
        all.or(results::row(ui, game, row, (levels, &mut self.thumbs)))
    }

    /// What is known of a study that runs.
    fn glimpsed(&mut self, ui: &mut Ui, game: &dyn Game) -> Option<WorkshopDeed> {
        let Glimpsed { report, levels } = self.seen.as_ref()?;
        let all = summary(ui, &report.summary, levels.len()).then(|| {
            let levels = levels.iter().flat_map(|(_, levels)| levels).cloned();
            WorkshopDeed::Open(game.about().name.to_owned(), levels.collect())
        });
        let watched = |row: &&Row| self.watched.as_ref() == Some(&row.name);
        let row = report.rows.iter().find(watched).or(report.rows.first());
        let chosen = row.map(|row| row.name.as_str());
        let asked = results::table(ui, game, report, (chosen, &mut self.sorted));
        let of = |row: &Row| levels.iter().find(|(name, _)| *name == row.name);
        let levels = row.and_then(of).map_or(&[][..], |(_, levels)| levels);
        let deed = row.and_then(|row| results::row(ui, game, row, (levels, &mut self.thumbs)));
        if asked.is_some() {
            self.watched = asked;
            self.thumbs = Thumbs::default();
        }
        all.or(deed)
    }

    fn kept(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("study-{}.json", self.game)))
    }

    fn run(&mut self, context: &egui::Context, begin: Begin) {
        let (share, stop) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let (send, ended) = bounded(1);
        let (tell, begun) = bounded(1);
        let file = self.kept();
        let (done, stopped, wake) = (Arc::clone(&share), Arc::clone(&stop), context.clone());
        std::thread::spawn(move || {
            let ended = worked(begin, (file, tell), &|part| {
                // A part of one: a number from 0 to 1000.
                done.store((part * 1000.0) as u32, Ordering::Relaxed);
                !stopped.load(Ordering::Relaxed)
            });
            // Nobody listens any more when the editor has gone on to another game.
            let _ = send.send(ended);
            wake.request_repaint();
        });
        self.result = None;
        self.chosen = None;
        let since = Instant::now();
        self.running =
            Some(Running { share, stop, ended, since, glimpse: None, begun, looked: since });
    }

    /// Looks at the study that runs, now and then.
    fn look(&mut self) {
        let Some(running) = &mut self.running else { return };
        if running.glimpse.is_none() {
            running.glimpse = running.begun.try_recv().ok();
        }
        if let Some(glimpse) = running.glimpse.as_ref().filter(|_| running.looked.elapsed() > LOOK)
        {
            let Seen { report, levels } = glimpse();
            running.looked = Instant::now();
            if !report.rows.is_empty() && self.seen.as_ref().is_none_or(|old| old.report != report)
            {
                let shared = |levels: Vec<Level>| levels.into_iter().map(Arc::new).collect();
                let levels = levels.into_iter().map(|(row, all)| (row, shared(all))).collect();
                self.seen = Some(Glimpsed { report, levels });
                self.thumbs = Thumbs::default();
            }
        }
    }

    /// Stops what runs; it ends with what it has.
    fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    fn hear(&mut self) {
        let Some(running) = &self.running else { return };
        let ended = match running.ended.try_recv() {
            Ok(ended) => ended,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Ended::in_vain(text::STUDY_FELL.to_owned()),
        };
        let Ended { study, report, levels, whole, trouble } = ended;
        self.running = None;
        self.seen = None;
        let watched = self.watched.take();
        self.trouble = trouble;
        self.sorted = 0;
        self.chosen = report.rows.first().map(|row| (row.name.clone(), levels));
        if let (Some(name), Some(study)) = (watched, &study) {
            let levels = study.levels(&name).into_iter().map(Arc::new).collect();
            self.chosen = Some((name, levels));
        }
        self.thumbs = Thumbs::default();
        self.result = study.map(|study| Outcome { study, report, whole });
    }
}

/// What was found in words, with a way to take all levels over; whether that is wanted.
fn summary(ui: &mut Ui, words: &str, rows: usize) -> bool {
    ui.horizontal(|ui| {
        ui.label(text::sentence(words));
        let able = (1..=MANY).contains(&rows);
        let all = able.then(|| ui.small_button(text::OPEN_ALL).on_hover_text(text::OPEN_ALL_TIP));
        all.is_some_and(|button| button.clicked())
    })
    .inner
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What a study begins with.
enum Begin {
    Study(Box<dyn Studying>),
    /// One that was stopped, from the file that it was kept in.
    File(&'static dyn Study, PathBuf),
}

impl Ended {
    /// One that has found nothing.
    fn in_vain(why: String) -> Self {
        let (report, levels) = (Report::default(), Vec::new());
        Self { study: None, report, levels, whole: false, trouble: Some(why) }
    }
}

/// Runs a study to its end, on its own thread, and keeps it where it was stopped.
fn worked(
    begin: Begin,
    (file, tell): (Option<PathBuf>, Sender<Glimpse>),
    go_on: &(dyn Fn(f64) -> bool + Sync),
) -> Ended {
    let begun = match begin {
        Begin::Study(study) => Ok(study),
        Begin::File(study, file) => read_regular(&file, LARGEST_KEPT)
            .map_err(|why| why.to_string())
            .and_then(|(text, _)| study.resume(&text))
            .map_err(|why| format!("{}: {why}", file.display())),
    };
    let mut study = match begun {
        Ok(study) => study,
        Err(why) => return Ended::in_vain(why),
    };
    if let Some(glimpse) = study.glimpse() {
        // Nobody looks any more when the editor has gone on to another game.
        let _ = tell.send(glimpse);
    }
    let whole = study.run(go_on);
    let kept = file.map_or(Ok(()), |file| keep(&file, (!whole).then(|| study.kept())));
    let report = study.report();
    let first = report.rows.first().map(|row| study.levels(&row.name)).unwrap_or_default();
    let levels = first.into_iter().map(Arc::new).collect();
    Ended { study: Some(study), report, levels, whole, trouble: kept.err() }
}

/// Writes what a study that was stopped can go on from; removes it once it is through.
fn keep(file: &Path, text: Option<String>) -> Result<(), String> {
    let kept = match (text, file.parent()) {
        (None, _) if !file.exists() => Ok(()),
        (None, _) => std::fs::remove_file(file),
        (Some(text), folder) => folder
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| write_atomically(file, text.as_bytes())),
    };
    kept.map_err(|why| format!("{}: {why}", file.display()))
}
