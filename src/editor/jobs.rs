//! Long work that the designer starts by hand: completing, blaming, generating.
//!
//! One job runs at a time. What it found is a proposal until it is accepted, and worth nothing
//! once the level has changed. Knows findings, levels and the state. Must never know `asp`.

use std::sync::Arc;
use std::time::Instant;

use super::state::{Dialog, Effect, Gallery, Overlay, State};
use super::text;
use super::toasts::Tone;
use crate::level::{Level, LevelId, Revision, Site};
use crate::solver::{
    Detail, Event, Finding, GenerateSettings, Lane, Limits, Question, Status, Topic,
};

/// A job for the service.
#[derive(Clone, Debug, PartialEq)]
pub struct JobRequest {
    pub ticket: Revision,
    pub level: Arc<Level>,
    pub question: Question,
    pub limits: Limits,
}

/// The job that runs.
#[derive(Clone, Debug)]
pub struct RunningJob {
    pub ticket: Revision,
    pub topic: Topic,
    pub level: Arc<Level>,
    pub since: Instant,
    pub note: String,
    /// How many levels are wanted, of a generation.
    pub wanted: u32,
}

/// A completion to accept or to drop.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    pub asked: Arc<Level>,
    pub level: Arc<Level>,
    pub changed: Vec<Site>,
    pub finding: Finding,
}

/// Sites to blame.
#[derive(Clone, Debug, PartialEq)]
pub struct Blame {
    pub asked: Arc<Level>,
    pub sites: Vec<Site>,
    pub finding: Finding,
}

/// A generated level.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    pub level: Arc<Level>,
    /// Whether it is proved shortcut-free.
    pub shortcut_free: Status,
    /// The level that it was made from.
    pub from: LevelId,
}

/// What a generation is to use, as the dialog has it.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerateForm {
    pub settings: GenerateSettings,
    pub seconds: u64,
    /// Whether nothing but the intended solution may solve the levels, where there is one and no
    /// concept yet.
    pub only_intended: Option<bool>,
}

/// All jobs of the window.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    ticket: Revision,
    pub running: Option<RunningJob>,
    pub preview: Option<Preview>,
    pub blame: Option<Blame>,
    pub generated: Vec<Generated>,
}

impl Jobs {
    /// Forgets everything, for another pack; what is on its way from the old one is not taken in.
    pub fn forget(&mut self) {
        *self = Self { ticket: Revision(self.ticket.0 + 1), ..Self::default() };
    }
}

impl State {
    /// Starts a job on the level as it is.
    pub fn start_job(&mut self, question: Question, limits: Limits) {
        let Some(level) = self.level().cloned() else { return };
        if self.strangers.are_in(&level) {
            return self.say(Tone::Trouble, text::STRANGERS);
        }
        self.finish_stroke();
        self.jobs.ticket.0 += 1;
        let ticket = self.jobs.ticket;
        let wanted = match &question {
            Question::Generate(settings) => settings.count,
            _ => 1,
        };
        match question.topic() {
            Topic::Complete | Topic::Minimise => self.jobs.preview = None,
            Topic::Conflict => self.jobs.blame = None,
            Topic::Generate => self.jobs.generated.clear(),
            _ => {}
        }
        self.jobs.running = Some(RunningJob {
            ticket,
            topic: question.topic(),
            level: Arc::clone(&level),
            since: Instant::now(),
            note: String::new(),
            wanted,
        });
        self.effects.push(Effect::StartJob(JobRequest { ticket, level, question, limits }));
    }

    /// Starts the generation of the form.
    pub fn start_generation(&mut self, form: &GenerateForm) {
        if form.only_intended == Some(true) {
            self.edit("Ask for the intended solution", |level| {
                level.concept = "intended".parse().unwrap_or_default();
            });
        }
        let settings = form.settings.clone();
        let time = std::time::Duration::from_secs(form.seconds);
        self.start_job(Question::Generate(settings), Limits { time, ..Limits::default() });
        self.dialog = Some(Dialog::Gallery(Gallery::Generated));
    }

    /// Stops the job that runs; what it has found so far stays.
    pub fn stop_job(&mut self) {
        if self.jobs.running.take().is_some() {
            self.jobs.ticket.0 += 1;
            self.effects.push(Effect::Stop(Lane::Job));
        }
    }

    /// Stops a job whose answer nobody can use any more: the level is not what was asked about.
    /// Generated levels stand for themselves.
    pub fn stop_outdated_job(&mut self) {
        let Some(running) = &self.jobs.running else { return };
        let asked = Arc::clone(&running.level);
        let usable = running.topic == Topic::Generate
            || self.level().is_some_and(|level| level.id == asked.id && level.same_puzzle(&asked));
        if !usable {
            self.stop_job();
        }
    }

    /// Takes in what the solver says on the job lane.
    pub fn hear_job(&mut self, event: Event) {
        let Some(running) = &mut self.jobs.running else { return };
        let ticket = running.ticket;
        match event {
            Event::Note { revision, text, .. } if revision == ticket => running.note = text,
            Event::Found { finding, .. } if finding.revision == ticket => {
                let asked = Arc::clone(&running.level);
                self.job_found(asked, finding);
            }
            Event::Finished { revision, .. } if revision == ticket => {
                let finished = self.jobs.running.take();
                self.job_finished(finished);
            }
            _ => {}
        }
    }

    fn job_found(&mut self, asked: Arc<Level>, finding: Finding) {
        match (finding.topic, finding.detail.clone()) {
            (Topic::Complete | Topic::Minimise, Detail::Level { level, changed, .. }) => {
                let level = Arc::new(*level);
                if changed.is_empty() && finding.status != Status::Proved {
                    self.say(Tone::Trouble, text::preview(0, &finding));
                    return;
                }
                if changed.is_empty() && level.intended == asked.intended {
                    let minimised = finding.topic == Topic::Minimise;
                    let words =
                        if minimised { text::ALL_NEEDED } else { text::NOTHING_TO_COMPLETE };
                    self.say(Tone::Good, words);
                    return;
                }
                self.jobs.preview = Some(Preview { asked, level, changed, finding });
            }
            (Topic::Conflict, Detail::Blame(found)) => {
                if !self.overlay(Overlay::Conflict) {
                    self.toggle_overlay(Overlay::Conflict);
                }
                let sites = found.sites;
                self.jobs.blame = Some(Blame { asked, sites, finding });
            }
            (Topic::Generate, Detail::Level { level, shortcut_free, .. }) => {
                let from = asked.id;
                let level = Arc::new(*level);
                self.jobs.generated.push(Generated { level, shortcut_free, from });
            }
            _ => {
                let (tone, words) = text::job_without_result(&finding);
                self.say(tone, words);
            }
        }
    }

    fn job_finished(&mut self, finished: Option<RunningJob>) {
        let Some(job) = finished else { return };
        let made = self.jobs.generated.len();
        if job.topic == Topic::Generate && made > 0 {
            let words = match job.note.is_empty() || made as u64 == u64::from(job.wanted) {
                true => text::generated(made),
                false => format!("{}; {}.", text::generated(made).trim_end_matches('.'), job.note),
            };
            self.say(Tone::Good, words);
        }
    }

    /// The completion to accept or to drop, as long as it fits the level.
    pub fn preview(&self) -> Option<&Preview> {
        let preview = self.jobs.preview.as_ref()?;
        let level = self.level()?;
        let fits = preview.asked.id == level.id && preview.asked.same_puzzle(level);
        fits.then_some(preview)
    }

    /// Takes the completion over.
    pub fn accept_preview(&mut self) {
        let Some(preview) = self.preview().cloned() else { return };
        self.drop_preview();
        let changed = self.edit("Complete the level", |level| {
            for site in &preview.changed {
                level.set(*site, preview.level.spot(*site));
            }
            level.intended.clone_from(&preview.level.intended);
            level.intended_locked.clone_from(&preview.level.intended_locked);
        });
        if changed {
            self.say(Tone::Good, text::completed(preview.changed.len()));
        }
    }

    /// Drops the completion, and stops looking for a better one.
    pub fn drop_preview(&mut self) {
        self.jobs.preview = None;
        if self.jobs.running.as_ref().is_some_and(|job| job.topic == Topic::Complete) {
            self.stop_job();
        }
    }

    /// The sites that a conflict blames, as long as they speak of the level as it is.
    pub fn blame(&self) -> Option<&Blame> {
        let blame = self.jobs.blame.as_ref()?;
        let level = self.level()?;
        let fits = blame.asked.id == level.id && blame.asked.same_puzzle(level);
        fits.then_some(blame)
    }

    /// Adds a generated level behind the one that it was made from.
    pub fn add_generated(&mut self, number: usize) {
        let Some(made) = self.jobs.generated.get(number).cloned() else { return };
        let mut level = (*made.level).clone();
        level.id = LevelId::default();
        level.title = text::generated_title(&level.title, number + 1);
        self.edit_pack("Add a generated level", |pack| {
            let at = pack.levels.iter().position(|old| old.id == made.from);
            let at = at.map_or(pack.levels.len(), |at| at + 1);
            pack.levels.insert(at, Arc::new(level));
        });
    }

    /// Puts a generated level in the place of the one on the canvas.
    pub fn replace_by_generated(&mut self, number: usize) {
        let Some(made) = self.jobs.generated.get(number).cloned() else { return };
        self.edit("Replace by a generated level", |level| {
            let (id, title) = (level.id, level.title.clone());
            *level = (*made.level).clone();
            (level.id, level.title) = (id, title);
        });
    }
}
