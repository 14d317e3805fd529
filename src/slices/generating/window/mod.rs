//! Generating levels: the form, and the generated levels as cards.

mod form;
mod kinds;
pub mod words;

use std::sync::Arc;
use std::time::Duration;

use egui::{Context, Key, Ui, Vec2};

use crate::rating::question::{MeasuredLevel, RATING, RateLevel};
use foolproof_editor::kit::gallery::{Gallery, GalleryDeed, MadeLevel, Proved};
use foolproof_editor::kit::toasts::{ToastSource, ToastTone, ToastWords};
use foolproof_editor::panels::sheet::{GALLERY, Sheet};
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl, has_level};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::job::RunningJob;
use foolproof_editor::session::kinds::{
    FeatureWindow, JobOwner, Listener, UnkeptWork, UnsavedWork,
};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::Games;
use foolproof_level::{Level, LevelId, Play};
use foolproof_solver::{
    Answer, Count, CountSolutions, CountedSolutions, Finding, FoundLevel, GENERATE,
    GenerateSettings, GeneratedLevel, Limits, Question, Status, Topic, Truth, Why,
};

pub(crate) use form::steps as step_fields;
pub use form::{Fills, GenerateForm};

/// Solutions of a generated level are counted up to this number, within this time.
const COUNTED: u32 = 20;
const LOOK: Duration = Duration::from_secs(5);

/// Window of the form.
pub(crate) const GENERATE_WINDOW: Window = Window::new("generate", WindowStand::Before);
/// Window of the generated levels.
pub(crate) const GENERATED_WINDOW: Window =
    Window::new("generated", WindowStand::Over).while_editing();

/// A generated level.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    pub level: Arc<Level>,
    /// Result of the proof that it has no shortcut.
    pub shortcut_free: Truth,
    /// The level from which it was made.
    pub from: LevelId,
    /// Number of its solutions, once counted.
    pub solutions: Option<Count>,
    /// Its rating in words, once measured, if the game has one.
    pub rating: Option<String>,
    /// Topic of the last question asked about it.
    looked_at: Option<Topic>,
    /// The level of the pack that it became.
    added_as: Option<LevelId>,
}

impl Generated {
    /// True if it is among these levels of the pack: adding it may have been undone.
    fn is_in(&self, levels: &[Arc<Level>]) -> bool {
        self.added_as.is_some_and(|id| levels.iter().any(|level| level.id == id))
    }

    /// Returns the number of moves of its solution, in a game of moves.
    fn moves(&self, games: &Games) -> Option<usize> {
        games.by_id(&self.level.game)?.moves()?;
        self.level.intended.as_ref().map(Play::len)
    }

    /// Returns the proved facts about it.
    fn proved(&self) -> Proved {
        let is_one = self.solutions == Some(Count::Exactly(1));
        match &self.shortcut_free {
            Truth::Holds(()) => Proved::Yes,
            Truth::Unknown(why) if why.is_moot() && is_one => Proved::OneSolution,
            Truth::Unknown(why) if why.is_moot() => Proved::NotAsked,
            _ => Proved::No,
        }
    }
}

/// The form, and the last generated levels.
#[derive(Default)]
pub(crate) struct Generating {
    form: Option<GenerateForm>,
    made: Vec<Generated>,
    /// Reason why there are not more levels, and what to do about it.
    end: Option<words::GenerationEnd>,
    /// One of the levels was added to the pack.
    added: bool,
    /// Heights of the form's fields and of its window when last drawn.
    heights: (f32, f32),
    gallery: Gallery,
}

fn open(state: &mut State) {
    let Some((game, level)) = state.scene() else { return };
    let unique = state.findings.knowledge.current(&level, Topic::UNIQUE);
    let is_whole = unique.is_some_and(|finding| finding.status() == Status::Proved);
    if let Some(own) = state.feature_mut::<Generating>() {
        let seed = own.settings().seed;
        let form = own.form.insert(GenerateForm::of(&*game, &level, is_whole));
        form.settings.seed = seed;
    }
    state.chrome.open(GENERATE_WINDOW);
}

/// Starts the generation of a form.
pub fn start(state: &mut State, form: &GenerateForm) {
    state.with_feature(|own: &mut Generating, state| own.start(state, form));
}

/// Returns the last generated levels.
pub fn generated(state: &State) -> &[Generated] {
    state.feature::<Generating>().map_or(&[], |own| &own.made)
}

/// Adds a generated level after the one from which it was made.
pub fn add(state: &mut State, number: usize) {
    state.with_feature(|own: &mut Generating, state| own.add(state, number));
}

fn is_generating(findings: &Findings) -> bool {
    findings.job.running().is_some_and(|job| job.topic == GENERATE)
}

impl Generating {
    fn settings(&self) -> GenerateSettings {
        self.form.as_ref().map(|form| form.settings.clone()).unwrap_or_default()
    }

    fn start(&mut self, state: &mut State, form: &GenerateForm) {
        let Some((game, level)) = state.scene() else { return };
        // The same settings once more make other levels.
        let mut next = form.clone();
        next.settings.seed = next.settings.seed.wrapping_add(1);
        (self.made, self.end, self.form) = (Vec::new(), None, Some(next));
        self.added = false;
        state.chrome.toasts.forget_of(ToastSource::GENERATION);
        let question = Question::from(form.settings.clone());
        let limits = Limits { time: Duration::from_secs(form.seconds), ..Limits::default() };
        let template = form.template(&*game, &level);
        match template.same_puzzle(&level) {
            true => state.start_job(question, limits),
            false => state.start_job_aside(Arc::new(template), question, limits),
        }
        state.chrome.open(GENERATED_WINDOW);
    }

    /// Adds all generated levels after their originals, in one step.
    fn add_all(&mut self, state: &mut State) {
        let before = state.history().depth();
        (0..self.made.len()).for_each(|number| self.add(state, number));
        state.document.history_mut().merge_since(before);
    }

    /// Adds a level after its original, and after earlier generated levels that are there.
    fn add(&mut self, state: &mut State, number: usize) {
        let Some(made) = self.made.get(number).cloned() else { return };
        let levels = &state.history().pack().levels;
        if made.is_in(levels) {
            return;
        }
        let earlier = self.made.iter().take(number).filter_map(|made| made.added_as);
        let before: Vec<LevelId> = earlier.chain([made.from]).collect();
        let at = levels.iter().rposition(|old| before.contains(&old.id));
        let at = at.map_or(levels.len(), |at| at + 1);
        let mut level = (*made.level).clone();
        level.id = LevelId::default();
        level.title = words::generated_title(&level.title, number + 1);
        state.edit_pack("Add a generated level", |pack| pack.levels.insert(at, Arc::new(level)));
        self.added = true;
        let added_as = state.history().pack().levels.get(at).map(|level| level.id);
        if let Some(made) = self.made.get_mut(number) {
            made.added_as = added_as;
        }
    }

    fn replace(&mut self, state: &mut State, number: usize) {
        let Some(made) = self.made.get(number).cloned() else { return };
        self.added = true;
        state.edit("Replace by a generated level", |level| {
            let (id, title) = (level.id, level.title.clone());
            let concept = level.concept.clone();
            *level = (*made.level).clone();
            (level.id, level.title, level.concept) = (id, title, concept);
        });
    }

    fn cards(&mut self, ui: &mut Ui, state: &mut State) {
        // One height in every state, so that the cards beneath it do not move.
        let size = Vec2::new(ui.available_width(), 2.0 * ui.spacing().interact_size.y);
        let anew = ui.allocate_ui(size, |ui| {
            ui.set_min_size(size);
            if !is_generating(&state.findings) {
                return self.say_end(ui, state);
            }
            self.progress(ui, state);
            false
        });
        if anew.inner {
            self.start_anew(state);
        }
        self.look_at_next(state);
        if self.made.is_empty() {
            if self.end.is_none() && !is_generating(&state.findings) {
                ui.weak(text::NOTHING_GENERATED);
            }
            return;
        }
        let games = state.games().clone();
        let levels = &state.history().pack().levels;
        let cards: Vec<MadeLevel<'_>> = self
            .made
            .iter()
            .map(|made| MadeLevel {
                level: &made.level,
                proved: made.proved(),
                added: made.is_in(levels),
                facts: words::facts(made, made.moves(&games)),
            })
            .collect();
        let wanted = self.settings().count as usize;
        match self.gallery.levels(ui, &games, &cards, wanted) {
            Some(GalleryDeed::Add(number)) => self.add(state, number),
            Some(GalleryDeed::Replace(number)) => self.replace(state, number),
            // A generated level is not on the canvas; a click on its card adds it.
            Some(GalleryDeed::Show(_) | GalleryDeed::Intend(_) | GalleryDeed::Forbid(_)) | None => {
            }
        }
    }

    /// Says why there are not more levels, with a way back to the form, and offers to add all of them at once.
    /// Returns true to generate again, keeping only what is locked.
    fn say_end(&mut self, ui: &mut Ui, state: &mut State) -> bool {
        let is_full = self.form.is_some() && self.end.as_ref().is_some_and(|end| end.is_full);
        let levels = &state.history().pack().levels;
        let new = self.made.iter().filter(|made| !made.is_in(levels)).count();
        let mut anew = false;
        ui.horizontal_wrapped(|ui| {
            if let Some(end) = &self.end {
                let said = ui.label(&end.words);
                if !end.more.is_empty() {
                    said.on_hover_text(&end.more);
                }
            }
            if is_full {
                let button = ui.button(words::KEEP_LOCKED).on_hover_text(words::KEEP_LOCKED_TIP);
                anew = button.clicked();
            }
            match new {
                0 if !self.made.is_empty() => _ = ui.weak(words::ALL_ADDED),
                0 | 1 => {}
                new => {
                    if ui.button(words::add_these(new)).clicked() {
                        self.add_all(state);
                        // There is nothing left to do here.
                        state.chrome.close();
                        state.say_of(ToastSource::GENERATION, ToastTone::Good, words::added(new));
                    }
                }
            }
            let again = ui.button(words::CHANGE_SETTINGS);
            if again.on_hover_text(words::CHANGE_SETTINGS_TIP).clicked() {
                state.chrome.open(GENERATE_WINDOW);
            }
        });
        anew
    }

    /// Generates again, keeping only what is locked.
    fn start_anew(&mut self, state: &mut State) {
        let (Some(mut form), Some((game, level))) = (self.form.clone(), state.scene()) else {
            return;
        };
        form.fills = Fills::Anew;
        form.fit(&*game, &level);
        self.start(state, &form);
    }

    /// Takes in the end of a generation.
    fn end_with(&mut self, document: &Document, wanted: u32, found: Result<&FoundLevel, &Why>) {
        // If only locked marks are painted, no less can be kept.
        let painted =
            document.scene().is_some_and(|(game, level)| form::keeps_marks(&*game, &level));
        let anew = !painted || self.form.as_ref().is_none_or(|form| form.fills == Fills::Anew);
        let fails = self.form.as_ref().is_some_and(|form| form.contradicted);
        let (made, settings) = (self.made.len(), self.settings());
        self.end = Some(words::ended(made, wanted, found, &settings, anew, fails));
    }

    /// Asks about the generated levels, one after the other, while no other job runs.
    fn look_at_next(&mut self, state: &mut State) {
        if state.findings.job.running().is_some() || state.findings.job.next().is_some() {
            return;
        }
        let games = state.games().clone();
        // A rating of difficulty, as next to the canvas; other games have measures of many kinds.
        let rated = |made: &Generated| {
            games.by_id(&made.level.game).is_some_and(|game| game.deduction().is_some())
        };
        let next = self.made.iter_mut().find_map(|made| {
            let topic = match made.looked_at {
                None if made.solutions.is_none() => Topic::COUNT,
                None if rated(made) => RATING,
                Some(Topic::COUNT) if rated(made) => RATING,
                None | Some(_) => return None,
            };
            made.looked_at = Some(topic);
            let question = match topic {
                Topic::COUNT => Question::from(CountSolutions { cap: COUNTED }),
                _ => {
                    let solutions = made.level.intended.iter().cloned().collect();
                    RateLevel { solutions }.into()
                }
            };
            Some((Arc::clone(&made.level), question))
        });
        if let Some((level, question)) = next {
            let limits = Limits { time: LOOK, ..Limits::default() };
            state.start_job_aside(level, question, limits);
        }
    }

    /// Stores an answer about a generated level. Returns false if it is about another level.
    fn learn(&mut self, asked: &Arc<Level>, answer: &Answer) -> bool {
        let of = |made: &&mut Generated| Arc::ptr_eq(&made.level, asked);
        let Some(made) = self.made.iter_mut().find(of) else { return false };
        match answer.report::<CountedSolutions>() {
            Some(counted) => made.solutions = Some(counted.number.clone()),
            // An unknown answer does not change the card.
            None => {
                let rated = answer.report::<MeasuredLevel>();
                let first = rated.and_then(|rated| rated.measures.first());
                made.rating = first.map(|first| words::rating(&first.name, first.value));
            }
        }
        true
    }

    /// Shows the progress of a generation, with its stop button.
    fn progress(&mut self, ui: &mut Ui, state: &mut State) {
        let running = state.findings.job.running().filter(|job| job.topic == GENERATE);
        let Some(job) = running.cloned() else { return };
        ui.horizontal(|ui| {
            ui.add(egui::Spinner::new().size(14.0));
            let seconds = job.since.elapsed().as_secs_f32();
            ui.label(words::generating(self.made.len(), job.wanted, seconds));
            let note = words::note(&job.note);
            if !note.is_empty() {
                ui.weak(text::sentence(note));
            }
            if ui.button("Stop").on_hover_text(text::STOP_JOB_TIP).clicked() {
                state.findings.job.stop();
                self.end_with(&state.document, job.wanted, Err(&Why::Stopped));
            }
        });
        ui.ctx().request_repaint_after(Duration::from_millis(100));
    }
}

const COMMANDS: &[Entry] = &[Entry::new(
    Command::GENERATE,
    Menu::Solve,
    0,
    "Generate…",
    "Makes new levels like this one.",
    open,
)
.searched_as("random make new levels create variants maker automatic")
.when(has_level)
.keys(&[ctrl(Key::G)])];

foolproof_editor::feature!(Generating, COMMANDS);

impl JobOwner for Generating {
    fn job_found(&mut self, state: &mut State, asked: &Arc<Level>, finding: &Finding) -> bool {
        let Some(found) = finding.result::<GeneratedLevel>() else {
            return self.learn(asked, &finding.answer);
        };
        let found = found.map(|found| &found.0);
        let Some(made) = found.ok().and_then(FoundLevel::proposed).cloned() else {
            let wanted = state.findings.job.running().map_or(0, |job| job.wanted);
            self.end_with(&state.document, wanted, found);
            return true;
        };
        let (level, shortcut_free) = (Arc::new(*made.level), made.shortcut_free.clone());
        let (from, looked_at) = (asked.id, None);
        let (solutions, rating, added_as) = (made.unique.then_some(Count::Exactly(1)), None, None);
        let made = Generated { level, shortcut_free, from, solutions, rating, looked_at, added_as };
        self.made.push(made);
        true
    }

    fn job_ended(&mut self, state: &mut State, job: &RunningJob) {
        if job.topic == GENERATE {
            // The window with the levels says it, if it is visible.
            let (tone, words, more) = match &self.end {
                Some(end) if self.made.is_empty() => {
                    (ToastTone::Trouble, end.words.clone(), &*end.more)
                }
                Some(end) => (ToastTone::Note, end.words.clone(), &*end.more),
                None => (ToastTone::Good, text::generated(self.made.len()), ""),
            };
            if !state.chrome.is_open(GENERATED_WINDOW) {
                let said = ToastWords::with_more(words, more.to_owned());
                state.say_of(ToastSource::GENERATION, tone, said);
            }
        }
        self.look_at_next(state);
    }

    fn job_progress(&self, job: &RunningJob) -> Option<String> {
        let of = format!("{} of {}", self.made.len(), job.wanted);
        (job.topic == GENERATE).then_some(of)
    }
}

impl FeatureWindow for Generating {
    fn windows(&mut self, context: &Context, state: &mut State) {
        form::show(self, context, state);
        Sheet::new(GENERATED_WINDOW, words::GENERATED, GALLERY).show(
            context,
            state,
            |ui, state| {
                self.cards(ui, state);
            },
        );
    }
}

impl UnsavedWork for Generating {
    fn unkept(&self, findings: &Findings) -> Option<UnkeptWork> {
        let runs = is_generating(findings);
        let made = self.made.len();
        (runs || (made > 0 && !self.added)).then(|| UnkeptWork {
            title: words::NOT_ADDED,
            words: words::not_added(made, runs),
            keep: (made > 0).then(|| words::add_all(made)),
        })
    }

    fn keep_work(&mut self, state: &mut State) {
        if is_generating(&state.findings) {
            state.findings.job.stop();
        }
        self.add_all(state);
    }

    fn drop_work(&mut self, findings: &mut Findings) {
        if is_generating(findings) {
            findings.job.stop();
        }
        self.made.clear();
    }
}

impl Listener for Generating {
    fn replaced(&mut self, _: &mut State, changed: &dyn Fn(&Level) -> bool) {
        self.made.retain(|made| !changed(&made.level));
    }

    fn forget(&mut self) {
        self.made.clear();
        (self.form, self.end) = (None, None);
    }
}
