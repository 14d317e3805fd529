//! A level between two neighbours: made on the lane of the check, measured, shown, and added at its place.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{DragValue, Rect, RichText, Sense, TextEdit, Ui, Vec2};

use super::known::CourseNow;
use super::run::limits;
use super::{CourseRoom, words};
use crate::course::model::{BetweenPlan, number};
use crate::rating::question::{MeasuredLevel, RateLevel};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_games::{Measure, concept_sentence};
use foolproof_level::{Concept, Level, LevelId};
use foolproof_solver::{
    Answer, Event, FoundLevel, GenerateSettings, GeneratedLevel, Lane, Limits, Question, Service,
    Ticket, Why,
};

/// Levels that are made at most, and the time for it in seconds.
const COUNT: u32 = 4;
const SECONDS: u64 = 60;
const THUMB: f32 = 84.0;

/// A level that was made, with what was measured of it.
struct MadeBetween {
    level: Arc<Level>,
    measures: Option<Vec<Measure>>,
    proved: bool,
}

/// The question to the solver.
enum GapStep {
    Make,
    /// The level at this place.
    Rate(usize),
}

struct GapRun {
    step: GapStep,
    ticket: Option<Ticket>,
    question: Question,
    level: Arc<Level>,
    since: Instant,
    note: String,
}

/// The gap that is to be filled.
pub(super) struct Gap {
    /// The place of the first of the two levels.
    pub after: usize,
    /// The concept as typed, and the two levels that it is about.
    concept: String,
    of: Option<(LevelId, LevelId)>,
    seconds: u64,
    seed: u64,
    run: Option<GapRun>,
    made: Vec<MadeBetween>,
    /// Why there are not more.
    end: Option<String>,
    stops: bool,
    thumbs: Thumbs<usize>,
}

impl Default for Gap {
    fn default() -> Self {
        Self {
            after: 0,
            concept: String::new(),
            of: None,
            seconds: SECONDS,
            seed: 1,
            run: None,
            made: Vec::new(),
            end: None,
            stops: false,
            thumbs: Thumbs::default(),
        }
    }
}

impl Gap {
    pub(crate) fn is_running(&self) -> bool {
        self.run.is_some()
    }

    pub(crate) fn stop(&mut self) {
        self.stops |= self.run.take().is_some();
    }

    pub(crate) fn take_stop(&mut self) -> bool {
        std::mem::take(&mut self.stops)
    }

    pub(crate) fn forget(&mut self) {
        let stops = self.stops || self.run.is_some();
        *self = Self { stops, ..Self::default() };
    }

    /// Asks what is to be asked next.
    pub(crate) fn go_on(&mut self, service: &Service) {
        let seconds = self.seconds;
        let Some(run) = self.run.as_mut().filter(|run| run.ticket.is_none()) else { return };
        let limits = match run.step {
            GapStep::Make => Limits { time: Duration::from_secs(seconds), ..Limits::default() },
            GapStep::Rate(_) => limits(),
        };
        let (level, question) = (Arc::clone(&run.level), run.question.clone());
        run.ticket = Some(service.check(level, vec![question], limits));
    }

    pub(crate) fn hear(&mut self, event: &Event) {
        let Some(run) = &mut self.run else { return };
        match event {
            Event::Note { lane: Lane::Check, ticket, text, .. } if Some(*ticket) == run.ticket => {
                run.note.clone_from(text);
            }
            Event::Found { lane: Lane::Check, ticket, finding } if Some(*ticket) == run.ticket => {
                let answer = finding.answer.clone();
                self.take(answer);
            }
            Event::Finished { lane: Lane::Check, ticket } if Some(*ticket) == run.ticket => {
                self.next();
            }
            _ => {}
        }
    }

    fn take(&mut self, answer: Answer) {
        let Some(run) = &mut self.run else { return };
        let found = answer.result::<GeneratedLevel>().map(|found| found.map(|found| &found.0));
        match (&run.step, found) {
            (GapStep::Make, Some(found)) => match found.ok().and_then(FoundLevel::proposed) {
                Some(made) => {
                    let (level, proved) = (made.level.clone(), made.shortcut_free.holds());
                    let level = Arc::new(*level);
                    self.made.push(MadeBetween { level, measures: None, proved });
                }
                None => self.end = Some(words::none_made(&why_none(found))),
            },
            (GapStep::Rate(at), _) => {
                let rated = answer.report::<MeasuredLevel>();
                if let Some((made, rated)) = self.made.get_mut(*at).zip(rated) {
                    made.measures = Some(rated.measures.clone());
                }
            }
            (GapStep::Make, None) => {}
        }
    }

    /// What comes after the question that was answered.
    fn next(&mut self) {
        let Some(run) = self.run.take() else { return };
        if let GapStep::Rate(at) = run.step {
            let made = self.made.get_mut(at);
            made.into_iter().for_each(|made| _ = made.measures.get_or_insert_default());
        }
        let next = self.made.iter().position(|made| made.measures.is_none());
        self.run = next.and_then(|at| {
            let level = Arc::new(self.made.get(at)?.level.without_concept());
            let question = RateLevel::question();
            Some(GapRun::new(GapStep::Rate(at), question, level, words::RATING))
        });
        if self.made.is_empty() && self.end.is_none() {
            self.end = Some(words::none_made("time ran out"));
        }
    }
}

impl GapRun {
    fn new(step: GapStep, question: Question, level: Arc<Level>, note: &str) -> Self {
        Self { step, ticket: None, question, level, since: Instant::now(), note: note.to_owned() }
    }
}

fn why_none(found: Result<&FoundLevel, &Why>) -> String {
    match found {
        Ok(FoundLevel::None(searched)) => format!("there is none{}", searched.short),
        Err(Why::Time) => "time ran out".to_owned(),
        Err(Why::Stopped) => "it was stopped".to_owned(),
        Err(Why::BadInput(why) | Why::Moot(why) | Why::Undecided(why)) => why.clone(),
        _ => "a limit came first".to_owned(),
    }
}

impl CourseRoom {
    /// The form, what runs, and what was made.
    pub(super) fn between(&mut self, ui: &mut Ui, state: &mut State, now: &CourseNow) {
        let weak = Theme::of(ui).role(Role::Weak);
        ui.label(RichText::new(words::BETWEEN_ABOUT).color(weak));
        let last = now.levels.len().saturating_sub(2);
        let mut number = self.gap.after.min(last) + 1;
        ui.horizontal(|ui| {
            let label = ui.label(words::AFTER);
            let field = DragValue::new(&mut number).range(1..=last + 1).speed(0.05);
            ui.add_enabled(!self.gap.is_running(), field).labelled_by(label.id);
        });
        self.gap.after = number.saturating_sub(1);
        let one = now.levels.get(self.gap.after).cloned();
        let Some((one, other)) = one.zip(now.levels.get(self.gap.after + 1).cloned()) else {
            return;
        };
        let game = state.games().by_id(&one.game).filter(|_| one.game == other.game);
        let Some(game) = game else {
            ui.label(words::NO_NEIGHBOURS);
            return;
        };
        self.neighbours(ui, now, &one, &other);
        let mut plan = BetweenPlan::of(&*game, &one, &other);
        if self.gap.of != Some((one.id, other.id)) && !self.gap.is_running() {
            self.gap.of = Some((one.id, other.id));
            self.gap.concept = plan.template.concept.to_string();
            (self.gap.made, self.gap.end) = (Vec::new(), None);
        }
        let read = self.gap.concept.parse::<Concept>();
        ui.horizontal(|ui| {
            let label = ui.label(words::BETWEEN_CONCEPT);
            let able = !self.gap.is_running();
            let field = TextEdit::singleline(&mut self.gap.concept).desired_width(420.0);
            ui.add_enabled(able, field).labelled_by(label.id);
            ui.label(text::board(plan.template.board));
        });
        match read {
            Err(why) => _ = ui.label(RichText::new(text::sentence(&why.to_string())).color(weak)),
            Ok(concept) => {
                ui.label(RichText::new(concept_sentence(&*game, &concept)).color(weak));
                plan.template.concept = concept;
                self.run_row(ui, state, plan);
            }
        }
        if let Some(end) = self.gap.end.as_ref().filter(|_| !self.gap.is_running()) {
            ui.label(end);
        }
        self.made_levels(ui, state, now, other.id);
    }

    fn neighbours(&self, ui: &mut Ui, now: &CourseNow, one: &Level, other: &Level) {
        let weak = Theme::of(ui).role(Role::Weak);
        for (at, level) in [(self.gap.after, one), (self.gap.after + 1, other)] {
            let lesson = now.judged.lessons.get(at);
            let id = lesson.and_then(|lesson| now.overview.measures.get(&lesson.game));
            let value = lesson.and_then(|lesson| now.overview.value(lesson));
            let measure = id
                .zip(value)
                .map_or_else(String::new, |(id, value)| format!(", {id} {}", number(value)));
            let said = format!("{}: {}{measure}", text::level_name(at, level), level.concept);
            ui.label(RichText::new(said).color(weak));
        }
    }

    /// What starts and stops it, and how far it is.
    fn run_row(&mut self, ui: &mut Ui, state: &State, plan: BetweenPlan) {
        ui.horizontal(|ui| {
            if let Some(run) = &self.gap.run {
                ui.add(egui::Spinner::new().size(14.0));
                ui.label(words::making(self.gap.made.len(), run.since.elapsed().as_secs()));
                ui.weak(text::sentence(&run.note));
                ui.ctx().request_repaint_after(Duration::from_millis(200));
                if ui.button(words::STOP).on_hover_text(words::STOP_TIP).clicked() {
                    self.gap.stop();
                }
                return;
            }
            let waits = state.findings.verdicts.progress.is_some() || self.run.is_running();
            let strangers = state.document.strangers.are_in(&plan.template);
            let able = !waits && !strangers;
            if ui.add_enabled_ui(able, |ui| theme::primary(ui, words::MAKE)).inner.clicked() {
                self.gap.start(plan);
            }
            let seconds = DragValue::new(&mut self.gap.seconds).range(1..=3600_u64);
            let field = ui.add(seconds);
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(words::SECONDS));
            ui.label(words::AT_MOST);
            if waits {
                ui.weak(words::WAITS);
            }
        });
    }

    fn made_levels(&mut self, ui: &mut Ui, state: &mut State, now: &CourseNow, before: LevelId) {
        let mut added = None;
        for (at, made) in self.gap.made.iter().enumerate() {
            let Some(game) = state.games().by_id(&made.level.game) else { continue };
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(THUMB), Sense::hover());
                let place = Rect::from_center_size(rect.center(), Vec2::splat(THUMB));
                let play = made.level.intended.as_ref();
                let subject = Subject { game: &*game, level: &made.level, play, against: None };
                self.gap.thumbs.paint(ui, place, at, subject);
                ui.vertical(|ui| {
                    let id = now.overview.measures.get(&made.level.game);
                    let measured = id.zip(made.measures.as_ref());
                    let value = measured.and_then(|(id, all)| {
                        all.iter()
                            .find(|measure| measure.id == *id)
                            .map(|one| (&one.name, one.value))
                    });
                    match value {
                        Some((name, value)) => ui.label(format!("{name}: {}", number(value))),
                        None => ui.weak(words::NO_MEASURE),
                    };
                    if made.proved {
                        ui.weak(words::NO_SHORTCUT);
                    }
                    if ui.button(words::ADD).clicked() {
                        added = Some(at);
                    }
                });
            });
        }
        let Some(at) = added.filter(|at| *at < self.gap.made.len()) else { return };
        let made = self.gap.made.remove(at);
        self.gap.thumbs = Thumbs::default();
        add(state, &made.level, before);
    }
}

impl Gap {
    fn start(&mut self, plan: BetweenPlan) {
        let sites = plan.template.board.cells().count();
        let settings = GenerateSettings {
            seed: self.seed,
            count: COUNT,
            closer: true,
            distance: GenerateSettings::fitting_distance(sites, &plan.stock),
            stock: plan.stock,
            ..GenerateSettings::default()
        };
        // Another try makes others.
        self.seed += 1;
        (self.made, self.end) = (Vec::new(), None);
        self.thumbs = Thumbs::default();
        let (question, level) = (Question::from(settings), Arc::new(plan.template));
        self.run = Some(GapRun::new(GapStep::Make, question, level, ""));
    }
}

/// Adds a level before another one, in one step.
fn add(state: &mut State, level: &Level, before: LevelId) {
    let mut level = level.clone();
    level.id = LevelId::default();
    state.edit_pack(words::STEP_BETWEEN, |pack| {
        let at = pack.levels.iter().position(|old| old.id == before);
        let at = at.unwrap_or(pack.levels.len());
        level.title =
            words::title_between(pack.levels.get(at).map_or("", |one| one.title.as_str()));
        pack.levels.insert(at, Arc::new(level));
    });
}
