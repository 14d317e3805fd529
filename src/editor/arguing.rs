//! Arguing: a conclusion and its evidence gathered by clicks, what they are worth, and hints.
//!
//! One desk serves the canvas (the argue tool) and play mode. What the solver says is kept with the
//! claim that it speaks of, so that nothing of an older claim is shown as of this one. An argument
//! that is given up is remembered with its conclusion. Source: Smith, "Answer Set Programming in
//! Proofdoku" (2017), "Proofdoku Phases and Flow". Knows findings and levels. Must never know egui.

mod board;
mod panel;
mod path;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use board::draw;
pub use panel::{Wish, show};
pub use path::show as show_path;

use super::state::{Dialog, State};
use super::text;
use super::tools::Tool;
use crate::games::{Argument, Arguments, Claim, Tactics, Weighed};
use crate::level::{Level, LevelId, Mark, Play, Revision, Site};
use crate::solver::{Detail, Event, Finding, Question, Status, Topic};

/// What is known of the least evidence for a claim's conclusion.
#[derive(Clone, Debug, PartialEq)]
struct Least {
    claim: Claim,
    status: Status,
    smallest: Option<Argument>,
    tactics: Option<Tactics>,
}

/// A proof path, as far as it was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    pub steps: Vec<Argument>,
    /// There are no more steps.
    pub whole: bool,
    /// The step that is shown.
    pub at: Option<usize>,
}

/// Evidence by the conclusion that it was gathered for.
type Abandoned = BTreeMap<Site, BTreeSet<Site>>;

/// Whether the arguments of one level are those of another: only marks count.
pub fn argue_alike(one: &Level, other: &Level) -> bool {
    one.game == other.game && one.board == other.board && one.marks().eq(other.marks())
}

/// A desk to argue at.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    level: Option<Arc<Level>>,
    /// Sites whose own mark is filled in.
    given: BTreeSet<Site>,
    /// What is filled in beside the level's own marks.
    filled: Play,
    evidence: BTreeSet<Site>,
    conclusion: Option<Site>,
    /// Evidence of conclusions that were given up.
    abandoned: Abandoned,
    /// The same of other levels, and of this one before it was edited.
    aside: BTreeMap<LevelId, Abandoned>,
    /// What was proved here, in order.
    pub proved: Vec<Argument>,
    /// Whether it is shown which evidence the smallest arguments have.
    pub tactics: bool,
    /// Whether it is shown which conclusions need the least.
    pub strategy: bool,
    path: Option<Path>,
    wants_path: bool,
    weighed: Option<(Claim, Weighed)>,
    least: Option<Least>,
    hints: Option<(Play, Vec<Argument>)>,
    /// Why a question had no answer.
    trouble: Option<String>,
    ticket: Revision,
    running: Option<Question>,
    halts: bool,
    /// What was answered, or had no answer, since the claim last changed.
    done: Vec<Question>,
    version: u64,
}

impl Desk {
    /// Whether what lies on it is about the level as it is.
    fn is_about(&self, level: &Arc<Level>) -> bool {
        self.level.as_ref().is_some_and(|old| {
            old.id == level.id && (Arc::ptr_eq(old, level) || argue_alike(old, level))
        })
    }

    /// A desk whose questions have tickets of their own.
    pub fn numbered(number: u32) -> Self {
        Self { ticket: Revision(u64::from(number) << 32), ..Self::default() }
    }

    /// Nobody answers any more what was asked.
    pub fn stopped(&mut self) {
        self.running = None;
        self.ticket.0 += 1;
        self.version += 1;
    }

    /// Forgets everything, such as when the levels are others.
    pub fn clear(&mut self) {
        self.stopped();
        let (ticket, version) = (self.ticket, self.version);
        let (tactics, strategy) = (self.tactics, self.strategy);
        *self = Self { ticket, version, tactics, strategy, ..Self::default() };
    }

    /// Takes over the arguments that were given up at another desk.
    pub fn inherit(&mut self, mut other: Self) {
        other.put_aside();
        self.aside = other.aside;
    }

    /// What lies here is given up, and kept for when its level is argued about again.
    fn put_aside(&mut self) {
        self.abandon();
        if let Some(level) = &self.level {
            self.aside.insert(level.id, std::mem::take(&mut self.abandoned));
        }
    }

    /// The desk for a level with this filled in. What was known of another level is forgotten, but for
    /// arguments that were given up.
    pub fn set_level(&mut self, level: &Arc<Level>, filled: &Play, arguments: &dyn Arguments) {
        if !self.is_about(level) {
            self.put_aside();
            let mut aside = std::mem::take(&mut self.aside);
            self.clear();
            self.abandoned = aside.remove(&level.id).unwrap_or_default();
            self.aside = aside;
            self.level = Some(Arc::clone(level));
            let given = level.marks().filter(|(_, mark)| arguments.is_evidence(mark));
            self.given = given.map(|(site, _)| site).collect();
        }
        if self.filled != *filled {
            self.filled.clone_from(filled);
            // What was taken back is not proved any more.
            self.proved.retain(|step| filled.get(step.conclusion) == Some(&step.mark));
            self.conclusion = self.conclusion.filter(|site| filled.get(*site).is_none());
            let given = &self.given;
            self.evidence.retain(|site| given.contains(site) || filled.get(*site).is_some());
            self.touch();
        }
    }

    /// What is claimed has changed: everything may be asked of it.
    fn touch(&mut self) {
        self.version += 1;
        self.done.clear();
    }

    fn claim(&self) -> Claim {
        Claim {
            filled: self.filled.clone(),
            evidence: self.evidence.clone(),
            conclusion: self.conclusion,
        }
    }

    pub fn filled(&self) -> &Play {
        &self.filled
    }

    pub fn conclusion(&self) -> Option<Site> {
        self.conclusion
    }

    /// Grows with everything that changes what is shown.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_ref()
    }

    fn is_filled(&self, site: Site) -> bool {
        self.filled.get(site).is_some() || self.given.contains(&site)
    }

    /// A click: an empty site becomes the conclusion, a filled one evidence or no longer so.
    pub fn click(&mut self, site: Site) {
        self.touch();
        if self.is_filled(site) {
            if !self.evidence.remove(&site) {
                self.evidence.insert(site);
            }
            return;
        }
        let again = self.conclusion == Some(site);
        self.abandon();
        if !again {
            self.conclusion = Some(site);
            let before = self.abandoned.get(&site).into_iter().flatten().copied();
            // Some of it may have been taken back since.
            self.evidence = before.filter(|site| self.is_filled(*site)).collect();
        }
    }

    /// Gives the argument up, and remembers it.
    pub fn abandon(&mut self) {
        self.touch();
        if let Some(site) = self.conclusion.take() {
            self.abandoned.insert(site, std::mem::take(&mut self.evidence));
        }
        self.evidence.clear();
    }

    /// Takes over a smallest argument.
    pub fn take_smallest(&mut self) {
        if let Some(found) = self.least().and_then(|least| least.smallest.clone()) {
            self.take(&found);
        }
    }

    /// Takes over an argument.
    pub fn take(&mut self, argument: &Argument) {
        self.touch();
        self.conclusion = Some(argument.conclusion);
        self.evidence.clone_from(&argument.evidence);
    }

    pub fn clear_evidence(&mut self) {
        self.touch();
        self.evidence.clear();
    }

    /// The proved conclusion, to be filled in; the desk is free for the next one.
    pub fn conclude(&mut self) -> Option<(Site, Mark)> {
        let site = self.conclusion?;
        let weighed = self.weighed()?;
        let mark = weighed.concludes.clone()?;
        let technique = weighed.technique.clone();
        let evidence = std::mem::take(&mut self.evidence);
        self.proved.push(Argument { conclusion: site, mark: mark.clone(), evidence, technique });
        self.conclusion = None;
        self.abandoned.remove(&site);
        self.touch();
        Some((site, mark))
    }

    /// What the evidence is worth, if that is known of this claim.
    fn weighed(&self) -> Option<&Weighed> {
        let (claim, weighed) = self.weighed.as_ref()?;
        let same = self.is_of_conclusion(claim) && claim.evidence == self.evidence;
        same.then_some(weighed)
    }

    /// What is known of the least evidence for this conclusion, whatever the evidence now.
    fn least(&self) -> Option<&Least> {
        let least = self.least.as_ref()?;
        (self.is_of_conclusion(&least.claim) && self.conclusion.is_some()).then_some(least)
    }

    /// Whether a claim is about what is concluded here, whatever its evidence.
    fn is_of_conclusion(&self, claim: &Claim) -> bool {
        claim.conclusion == self.conclusion && claim.filled == self.filled
    }

    fn hints(&self) -> Option<&[Argument]> {
        let (filled, hints) = self.hints.as_ref()?;
        (*filled == self.filled && self.strategy).then_some(hints)
    }

    pub fn ask_for_path(&mut self) {
        self.wants_path = self.path.as_ref().is_none_or(|path| !path.whole);
        self.done.retain(|question| *question != Question::ProofPath);
    }

    pub fn stop_path(&mut self) {
        self.wants_path = false;
        self.halts = true;
    }

    /// Whether what is being worked out is to be stopped; said once.
    pub fn takes_halt(&mut self) -> bool {
        std::mem::take(&mut self.halts)
    }

    pub fn finds_path(&self) -> bool {
        self.wants_path
    }

    /// Shows a step of the path: what was proved before it is filled in.
    pub fn show_step(&mut self, at: Option<usize>) {
        let Some(path) = &mut self.path else { return };
        path.at = at.filter(|at| *at < path.steps.len());
        let (at, steps) = (path.at, path.steps.clone());
        self.touch();
        let Some(at) = at else {
            self.filled = Play::default();
            return self.abandon();
        };
        let before = steps.iter().take(at);
        self.filled = before.map(|step| (step.conclusion, step.mark.clone())).collect();
        if let Some(step) = steps.get(at) {
            self.take(step);
        }
    }

    /// The question to be asked next, with its ticket, unless it is being answered.
    pub fn next_question(&mut self) -> Option<(Revision, Question)> {
        let claim = Question::Argue(self.claim());
        let hints = Question::Strategy(self.filled.clone());
        let wanted = [
            (self.wants_path, Question::ProofPath),
            (self.weighed().is_none() || self.least().is_none(), claim),
            (self.strategy && self.hints().is_none(), hints),
        ];
        let wanted = wanted.into_iter().filter(|(wanted, _)| *wanted).map(|(_, question)| question);
        let next = wanted.into_iter().find(|question| !self.done.contains(question))?;
        if self.running.as_ref() == Some(&next) {
            return None;
        }
        self.ticket.0 += 1;
        self.running = Some(next.clone());
        Some((self.ticket, next))
    }

    /// Whether something is being worked out.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Takes in what the solver says.
    pub fn hear(&mut self, event: Event) {
        match event {
            Event::Found { finding, .. } if finding.revision == self.ticket => self.found(finding),
            Event::Finished { revision, .. } if revision == self.ticket => {
                if let Some(question) = self.running.take() {
                    if question == Question::ProofPath {
                        self.wants_path = false;
                    }
                    self.done.push(question);
                }
            }
            _ => return,
        }
        self.version += 1;
    }

    fn found(&mut self, finding: Finding) {
        self.trouble = match &finding.status {
            Status::Unknown(why) if !why.is_moot() => Some(text::why(why)),
            _ => None,
        };
        match (finding.topic, finding.detail) {
            (_, Detail::Weighed(claim, weighed)) => self.weighed = Some((*claim, *weighed)),
            (_, Detail::Smallest { claim, smallest, tactics }) => {
                self.least =
                    Some(Least { claim: *claim, status: finding.status, smallest, tactics });
            }
            (Topic::Strategy, Detail::Arguments { filled, arguments, .. }) => {
                self.hints = Some((filled, arguments));
            }
            (Topic::ProofPath, Detail::Arguments { arguments, whole, .. }) => {
                let at = self.path.as_ref().and_then(|path| path.at);
                self.path = Some(Path { steps: arguments, whole, at });
            }
            _ => {}
        }
    }
}

impl State {
    /// The desk in use: in play mode that of the play, else the canvas's while its tool or the proof
    /// path is open.
    pub fn desk(&mut self) -> Option<&mut Desk> {
        let arguments = self.game()?.arguments()?;
        let level = self.level().cloned()?;
        if self.play.is_some() {
            let session = self.play.as_mut()?;
            let desk = session.desk.as_mut()?;
            desk.set_level(&session.level, &session.play, arguments);
            return Some(desk);
        }
        if !self.argues() {
            return None;
        }
        if !self.desk.is_about(&level) {
            self.desk.set_level(&level, &Play::default(), arguments);
        }
        Some(&mut self.desk)
    }

    /// Whether the canvas shows its desk.
    pub fn argues(&self) -> bool {
        let open = self.tool == Tool::Argue || self.dialog == Some(Dialog::ProofPath);
        open && self.game().is_some_and(|game| game.arguments().is_some())
    }

    /// What a click of the argue tool does.
    pub fn argue_at(&mut self, site: Site) {
        if let Some(desk) = self.desk() {
            desk.click(site);
        }
    }

    pub fn open_proof_path(&mut self) {
        self.dialog = Some(Dialog::ProofPath);
        if let Some(desk) = self.desk() {
            desk.ask_for_path();
        }
    }
}
