//! Arguing: a conclusion and its evidence gathered by clicks, what they are worth, and hints.
//!
//! One desk serves the canvas (the argue tool) and play mode. What the solver says is kept with the
//! claim that it speaks of, so that nothing of an older claim is shown as of this one. An argument
//! that is given up is remembered with its conclusion. Source: Smith, "Answer Set Programming in
//! Proofdoku" (2017), "Proofdoku Phases and Flow".

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::arguing::naming::is_constraint;
use crate::arguing::question::{
    FindNextArguments, NextArguments, ProveLevel, ProvedSteps, SmallestArgument, WeighClaim,
    WeighedClaim,
};
use foolproof_editor::text;
use foolproof_games::{Argument, Arguments, Claim, Weighed};
use foolproof_level::{Level, LevelId, Mark, Place, Play, Site};
use foolproof_solver::{Event, Finding, Question, Status, Ticket};

/// A proof path so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProofPath {
    pub steps: Vec<Argument>,
    /// These are all steps.
    pub whole: bool,
    /// The step that is shown.
    pub at: Option<usize>,
}

/// Evidence by the conclusion that it was gathered for.
pub(super) type Abandoned = BTreeMap<Site, BTreeSet<Site>>;

/// Whether one level's arguments also apply to another: only marks count.
pub(crate) fn argue_alike(one: &Level, other: &Level) -> bool {
    one.game == other.game && one.board == other.board && one.marks().eq(other.marks())
}

/// A desk to argue at.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    pub(super) level: Option<Arc<Level>>,
    /// Sites whose own mark is filled in.
    pub(super) given: BTreeSet<Site>,
    /// Player entries beyond the level's own marks.
    pub(super) filled: Play,
    pub(super) evidence: BTreeSet<Site>,
    pub(super) conclusion: Option<Site>,
    /// Evidence of conclusions that were given up.
    pub(super) abandoned: Abandoned,
    /// The same of other levels, and of this one before it was edited.
    pub(super) aside: BTreeMap<LevelId, Abandoned>,
    /// The arguments proved here, in order.
    pub proved: Vec<Argument>,
    /// Whether it is shown which evidence the smallest arguments have.
    pub tactics: bool,
    /// Whether it is shown which conclusions need the least.
    pub strategy: bool,
    pub(super) path: Option<ProofPath>,
    pub(super) wants_path: bool,
    pub(super) weighed: Option<WeighedClaim>,
    pub(super) least: Option<SmallestArgument>,
    pub(super) hints: Option<NextArguments>,
    /// Why a question had no answer.
    pub(super) trouble: Option<String>,
    pub(super) ticket: Option<Ticket>,
    pub(super) running: Option<Question>,
    pub(super) halts: bool,
    /// Questions answered, or found unanswerable, since the claim last changed.
    pub(super) done: Vec<Question>,
    pub(super) version: u64,
}

impl Desk {
    /// Whether its content is about the level as it is.
    pub(super) fn is_about(&self, level: &Arc<Level>) -> bool {
        self.level.as_ref().is_some_and(|old| {
            old.id == level.id && (Arc::ptr_eq(old, level) || argue_alike(old, level))
        })
    }

    /// Nobody answers any more what was asked.
    pub(crate) fn stopped(&mut self) {
        self.running = None;
        self.ticket = None;
        self.version += 1;
    }

    /// Forgets everything, such as when the levels are others.
    pub(crate) fn clear(&mut self) {
        self.stopped();
        let (version, tactics, strategy) = (self.version, self.tactics, self.strategy);
        *self = Self { version, tactics, strategy, ..Self::default() };
    }

    /// Takes over the arguments that were given up at another desk.
    pub(crate) fn inherit(&mut self, mut other: Self) {
        other.put_aside();
        self.aside = other.aside;
    }

    /// Sets the current content aside until its level is argued about again.
    fn put_aside(&mut self) {
        self.abandon();
        if let Some(level) = &self.level {
            self.aside.insert(level.id, std::mem::take(&mut self.abandoned));
        }
    }

    /// Sets up the desk for a level with nothing filled in, unless it is about that level already.
    pub(crate) fn turn_to(&mut self, level: &Arc<Level>, arguments: &dyn Arguments) {
        if !self.is_about(level) {
            self.set_level(level, &Play::default(), arguments);
        }
    }

    /// Sets up the desk for a level with these entries. Forgets everything about other levels except
    /// abandoned arguments.
    pub(crate) fn set_level(
        &mut self,
        level: &Arc<Level>,
        filled: &Play,
        arguments: &dyn Arguments,
    ) {
        if !self.is_about(level) {
            self.put_aside();
            let mut aside = std::mem::take(&mut self.aside);
            self.clear();
            self.abandoned = aside.remove(&level.id).unwrap_or_default();
            self.aside = aside;
            self.level = Some(Arc::clone(level));
            let given = level
                .marks()
                .filter(|(site, mark)| site.place == Place::Cell && arguments.is_evidence(mark));
            self.given = given.map(|(site, _)| site).collect();
        }
        if self.filled != *filled {
            self.filled.clone_from(filled);
            // A withdrawn mark is no longer proved.
            self.proved.retain(|step| filled.get(step.conclusion) == Some(&step.mark));
            self.conclusion = self.conclusion.filter(|site| filled.get(*site).is_none());
            let given = &self.given;
            self.evidence.retain(|site| {
                given.contains(site) || filled.get(*site).is_some() || is_constraint(site)
            });
            self.touch();
        }
    }

    /// The claim has changed: all questions may be asked again.
    fn touch(&mut self) {
        self.version += 1;
        self.done.clear();
    }

    pub(super) fn claim(&self) -> Claim {
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
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub fn path(&self) -> Option<&ProofPath> {
        self.path.as_ref()
    }

    pub(super) fn is_filled(&self, site: Site) -> bool {
        self.filled.get(site).is_some() || self.given.contains(&site)
    }

    /// A click: an empty site becomes the conclusion, a filled one evidence or no longer so.
    pub(crate) fn click(&mut self, site: Site) {
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
            let stays = |site: &Site| self.is_filled(*site) || is_constraint(site);
            self.evidence = before.filter(stays).collect();
        }
    }

    /// Makes a constraint evidence, or no longer so.
    pub(crate) fn set_evidence(&mut self, site: Site, on: bool) {
        self.touch();
        if on {
            self.evidence.insert(site)
        } else {
            self.evidence.remove(&site)
        };
    }

    /// Gives the argument up, and remembers it.
    pub(crate) fn abandon(&mut self) {
        self.touch();
        if let Some(site) = self.conclusion.take() {
            self.abandoned.insert(site, std::mem::take(&mut self.evidence));
        }
        self.evidence.clear();
    }

    /// Takes over a smallest argument.
    pub(crate) fn take_smallest(&mut self) {
        if let Some(found) = self.least().and_then(|least| least.smallest.clone()) {
            self.take(&found);
        }
    }

    /// Takes over an argument.
    pub(crate) fn take(&mut self, argument: &Argument) {
        self.touch();
        self.conclusion = Some(argument.conclusion);
        self.evidence.clone_from(&argument.evidence);
    }

    pub(crate) fn clear_evidence(&mut self) {
        self.touch();
        self.evidence.clear();
    }

    /// The proved conclusion, to be filled in; the desk is free for the next one.
    pub(crate) fn conclude(&mut self) -> Option<(Site, Mark)> {
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
    pub(super) fn weighed(&self) -> Option<&Weighed> {
        let WeighedClaim { claim, weighed } = self.weighed.as_ref()?;
        let same = self.is_of_conclusion(claim) && claim.evidence == self.evidence;
        same.then_some(weighed)
    }

    /// What is known about the least evidence for this conclusion, regardless of the current
    /// evidence.
    pub(super) fn least(&self) -> Option<&SmallestArgument> {
        let least = self.least.as_ref()?;
        (self.is_of_conclusion(&least.claim) && self.conclusion.is_some()).then_some(least)
    }

    /// Whether a claim has this conclusion, with any evidence.
    pub(super) fn is_of_conclusion(&self, claim: &Claim) -> bool {
        claim.conclusion == self.conclusion && claim.filled == self.filled
    }

    pub(super) fn hints(&self) -> Option<&[Argument]> {
        let next = self.hints.as_ref()?;
        (next.filled == self.filled && self.strategy).then_some(&next.arguments)
    }

    pub(crate) fn ask_for_path(&mut self) {
        self.wants_path = self.path.as_ref().is_none_or(|path| !path.whole);
        self.done.retain(|question| question.query::<ProveLevel>().is_none());
    }

    pub(crate) fn stop_path(&mut self) {
        self.wants_path = false;
        self.halts = true;
    }

    /// Whether what is being worked out is to be stopped; said once.
    pub(crate) fn takes_halt(&mut self) -> bool {
        std::mem::take(&mut self.halts)
    }

    pub(crate) fn finds_path(&self) -> bool {
        self.wants_path
    }

    /// Shows a step of the path: what was proved before it is filled in.
    pub(crate) fn show_step(&mut self, at: Option<usize>) {
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

    /// The question to be asked next, unless it is being answered.
    pub(crate) fn next_question(&self) -> Option<Question> {
        let claim = WeighClaim { claim: self.claim() }.into();
        let hints = FindNextArguments { filled: self.filled.clone() }.into();
        let wanted = [
            (self.wants_path, Question::from(ProveLevel)),
            (self.weighed().is_none() || self.least().is_none(), claim),
            (self.strategy && self.hints().is_none(), hints),
        ];
        let wanted = wanted.into_iter().filter(|(wanted, _)| *wanted).map(|(_, question)| question);
        let next = wanted.into_iter().find(|question| !self.done.contains(question))?;
        (self.running.as_ref() != Some(&next)).then_some(next)
    }

    /// The service was asked.
    pub(crate) fn asked(&mut self, question: Question, ticket: Ticket) {
        self.running = Some(question);
        self.ticket = Some(ticket);
    }

    /// Whether something is being worked out.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Takes in what the solver says.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Found { ticket, finding, .. } if Some(*ticket) == self.ticket => {
                self.found(finding);
            }
            Event::Finished { ticket, .. } if Some(*ticket) == self.ticket => {
                if let Some(question) = self.running.take() {
                    if question.query::<ProveLevel>().is_some() {
                        self.wants_path = false;
                    }
                    self.done.push(question);
                }
            }
            _ => return,
        }
        self.version += 1;
    }

    fn found(&mut self, finding: &Finding) {
        self.trouble = match finding.status() {
            Status::Unknown(why) if !why.is_moot() => Some(text::why(&why)),
            _ => None,
        };
        if let Some(weighed) = finding.report::<WeighedClaim>() {
            self.weighed = Some(weighed.clone());
        }
        if let Some(least) = finding.report::<SmallestArgument>() {
            self.least = Some(least.clone());
        }
        if let Some(next) = finding.report::<NextArguments>() {
            self.hints = Some(next.clone());
        }
        if let Some(ProvedSteps { steps, end }) = finding.report() {
            let at = self.path.as_ref().and_then(|path| path.at);
            self.path = Some(ProofPath { steps: steps.clone(), whole: end.is_whole(), at });
        }
    }
}
