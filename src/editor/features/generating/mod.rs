//! Generating levels: the form, and the levels that were made, as cards.

mod form;
pub mod words;

use std::sync::Arc;
use std::time::Duration;

use egui::{Context, Key, Ui};

use crate::editor::kit::gallery::{Gallery, GalleryDeed, MadeLevel, Proved};
use crate::editor::kit::toasts::ToastTone;
use crate::editor::panels::sheet::{GALLERY, sheet};
use crate::editor::session::command::{Command, Entry, Menu, ctrl, has_level};
use crate::editor::session::feature::{Feature, Window, WindowStand};
use crate::editor::session::job::RunningJob;
use crate::editor::session::state::State;
use crate::editor::text;
use crate::level::{Concept, Level, LevelId};
use crate::solver::{Answer, Finding, GenerateSettings, Limits, Question, Topic, Truth};

pub use form::GenerateForm;

impl Command {
    pub const GENERATE: Command = Command("generate");
}

impl Window {
    /// What a generation is to use.
    pub const GENERATE: Window = Window::new("generate", WindowStand::Before);
    /// The levels that were made.
    pub const GENERATED: Window = Window::new("generated", WindowStand::Over);
}

/// A generated level.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    pub level: Arc<Level>,
    /// Whether it is proved shortcut-free.
    pub shortcut_free: Truth,
    /// The level that it was made from.
    pub from: LevelId,
}

/// The form, and what was made last.
#[derive(Default)]
pub struct Generating {
    form: Option<GenerateForm>,
    made: Vec<Generated>,
    gallery: Gallery,
}

fn open(state: &mut State) {
    let Some((game, level)) = state.scene() else { return };
    let settings =
        GenerateSettings { stock: game.stock(&level), count: 5, ..GenerateSettings::default() };
    let asks = game.concepts().iter().any(|kind| kind.functor == "intended");
    let free = level.concept == Concept::Any && level.intended.is_some();
    let only_intended = (asks && free).then_some(true);
    if let Some(own) = state.room_mut::<Generating>() {
        own.form = Some(GenerateForm { settings, seconds: 60, only_intended });
    }
    state.open(Window::GENERATE);
}

/// Starts the generation of a form.
pub fn start(state: &mut State, form: &GenerateForm) {
    state.within(|own: &mut Generating, state| own.start(state, form));
}

/// The levels that were made last.
pub fn generated(state: &State) -> &[Generated] {
    state.room::<Generating>().map_or(&[], |own| &own.made)
}

/// Adds a generated level behind the one that it was made from.
pub fn add(state: &mut State, number: usize) {
    state.within(|own: &mut Generating, state| own.add(state, number));
}

/// Puts a generated level in the place of the one on the canvas.
pub fn replace(state: &mut State, number: usize) {
    state.within(|own: &mut Generating, state| own.replace(state, number));
}

impl Generating {
    fn start(&mut self, state: &mut State, form: &GenerateForm) {
        if form.only_intended == Some(true) {
            state.edit("Ask for the intended solution", |level| {
                level.concept = "intended".parse().unwrap_or_default();
            });
        }
        self.made.clear();
        let settings = form.settings.clone();
        let time = Duration::from_secs(form.seconds);
        state.start_job(Question::Generate(settings), Limits { time, ..Limits::default() });
        state.open(Window::GENERATED);
    }

    fn add(&self, state: &mut State, number: usize) {
        let Some(made) = self.made.get(number).cloned() else { return };
        let mut level = (*made.level).clone();
        level.id = LevelId::default();
        level.title = words::generated_title(&level.title, number + 1);
        state.edit_pack("Add a generated level", |pack| {
            let at = pack.levels.iter().position(|old| old.id == made.from);
            let at = at.map_or(pack.levels.len(), |at| at + 1);
            pack.levels.insert(at, Arc::new(level));
        });
    }

    fn replace(&self, state: &mut State, number: usize) {
        let Some(made) = self.made.get(number).cloned() else { return };
        state.edit("Replace by a generated level", |level| {
            let (id, title) = (level.id, level.title.clone());
            *level = (*made.level).clone();
            (level.id, level.title) = (id, title);
        });
    }

    fn cards(&mut self, ui: &mut Ui, state: &mut State) {
        self.progress(ui, state);
        let games = state.games().clone();
        let cards: Vec<MadeLevel<'_>> = self
            .made
            .iter()
            .map(|made| MadeLevel {
                level: &made.level,
                proved: match &made.shortcut_free {
                    Truth::Holds(()) => Proved::Yes,
                    Truth::Unknown(why) if why.is_moot() => Proved::NotAsked,
                    _ => Proved::No,
                },
            })
            .collect();
        match self.gallery.levels(ui, &games, &cards) {
            Some(GalleryDeed::Add(number)) => self.add(state, number),
            Some(GalleryDeed::Replace(number)) => self.replace(state, number),
            // A generated level is not on the canvas; a click on its card adds it.
            Some(GalleryDeed::Show(_) | GalleryDeed::Intend(_) | GalleryDeed::Forbid(_)) | None => {
            }
        }
    }

    /// How far a generation is, with its stop.
    fn progress(&self, ui: &mut Ui, state: &mut State) {
        let running = state.job.running().filter(|job| job.topic == Topic::Generate);
        let Some(job) = running.cloned() else { return };
        ui.horizontal(|ui| {
            ui.add(egui::Spinner::new().size(14.0));
            let seconds = job.since.elapsed().as_secs_f32();
            ui.label(words::generating(self.made.len(), job.wanted, seconds));
            if !job.note.is_empty() {
                ui.weak(text::sentence(&job.note));
            }
            if ui.button("Stop").on_hover_text(text::STOP_JOB_TIP).clicked() {
                state.stop_job();
            }
        });
        ui.ctx().request_repaint_after(Duration::from_millis(100));
    }
}

const COMMANDS: &[Entry] = &[Entry::new(
    (Command::GENERATE, Menu::Tools, 2),
    "Generate…",
    "Makes new levels out of the open sites.",
    open,
)
.when(has_level)
.keys(&[ctrl(Key::G)])];

impl Feature for Generating {
    fn commands(&self) -> &'static [Entry] {
        COMMANDS
    }

    fn job_found(&mut self, _: &mut State, asked: &Arc<Level>, finding: &Finding) -> bool {
        let Answer::Generate(found) = &finding.answer else { return false };
        let Some(made) = found.proposed().cloned() else { return false };
        let (level, shortcut_free) = (Arc::new(*made.level), made.shortcut_free);
        self.made.push(Generated { level, shortcut_free, from: asked.id });
        true
    }

    fn job_ended(&mut self, state: &mut State, job: &RunningJob) {
        let made = self.made.len();
        if job.topic != Topic::Generate || made == 0 {
            return;
        }
        let words = match job.note.is_empty() || made as u64 == u64::from(job.wanted) {
            true => text::generated(made),
            false => format!("{}; {}.", text::generated(made).trim_end_matches('.'), job.note),
        };
        state.say(ToastTone::Good, words);
    }

    fn job_progress(&self, job: &RunningJob) -> Option<String> {
        let of = format!("{} of {}", self.made.len(), job.wanted);
        (job.topic == Topic::Generate).then_some(of)
    }

    fn windows(&mut self, context: &Context, state: &mut State) {
        form::show(self, context, state);
        sheet(context, state, Window::GENERATED, (words::GENERATED, GALLERY), |ui, state| {
            self.cards(ui, state);
        });
    }

    fn replaced(&mut self, _: &mut State, changed: &dyn Fn(&Level) -> bool) {
        self.made.retain(|made| !changed(&made.level));
    }

    fn forget(&mut self) {
        self.made.clear();
        self.form = None;
    }
}
