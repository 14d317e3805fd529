//! Arguing: a conclusion and its evidence gathered by clicks, what they are worth, and hints.
//!
//! One desk serves the canvas (the argue tool) and play mode. Answers of the solver are kept with their
//! claim, so that none is shown for a later claim. An argument that is given up is remembered with its
//! conclusion. Source: Smith, "Answer Set Programming in Proofdoku" (2017), "Proofdoku Phases and Flow".

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::solving::claims::{
    FindNextArguments, NextArguments, SmallestArgument, WeighClaim, WeighedClaim,
};
use crate::solving::evidence::is_constraint;
use foolproof_editor::text;
use foolproof_game::{Argument, Arguments, Claim, Step, Weighed};
use foolproof_level::{Level, LevelId, Mark, Place, Play, Site};
use foolproof_solver::{Event, Finding, Question, Status, Ticket};

/// Evidence gathered for each conclusion.
pub(super) type Abandoned = BTreeMap<Site, BTreeSet<Site>>;

/// True if one level's arguments also apply to another: only marks count.
pub(crate) fn argue_alike(one: &Level, other: &Level) -> bool {
    one.game == other.game && one.board == other.board && one.marks().eq(other.marks())
}

/// Conclusion, evidence and answers of an argument in progress.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    pub(super) level: Option<Arc<Level>>,
    /// Sites where the level's own mark is filled in.
    pub(super) given: BTreeSet<Site>,
    /// Player entries beyond the level's own marks.
    pub(super) filled: Play,
    pub(super) evidence: BTreeSet<Site>,
    pub(super) conclusion: Option<Site>,
    /// Evidence of abandoned conclusions.
    pub(super) abandoned: Abandoned,
    /// Evidence of abandoned conclusions in other levels, and in this one before it was edited.
    pub(super) aside: BTreeMap<LevelId, Abandoned>,
    /// The arguments proved here, in order.
    pub proved: Vec<Argument>,
    /// The evidence of the smallest arguments is shown.
    pub tactics: bool,
    /// The conclusions that need the least evidence are shown.
    pub strategy: bool,
    pub(super) weighed: Option<WeighedClaim>,
    pub(super) least: Option<SmallestArgument>,
    pub(super) hints: Option<NextArguments>,
    /// Reason why a question had no answer.
    pub(super) trouble: Option<String>,
    pub(super) ticket: Option<Ticket>,
    pub(super) running: Option<Question>,
    /// Questions answered, or found unanswerable, since the claim last changed.
    pub(super) done: Vec<Question>,
    pub(super) version: u64,
}

impl Desk {
    /// True if the desk's content applies to the level as it is.
    pub(super) fn is_about(&self, level: &Arc<Level>) -> bool {
        self.level.as_ref().is_some_and(|old| {
            old.id == level.id && (Arc::ptr_eq(old, level) || argue_alike(old, level))
        })
    }

    /// Takes note that the running question will not be answered.
    pub(crate) fn stopped(&mut self) {
        self.running = None;
        self.ticket = None;
        self.version += 1;
    }

    /// Forgets everything, for instance when other levels are loaded.
    pub(crate) fn clear(&mut self) {
        self.stopped();
        let (version, tactics, strategy) = (self.version, self.tactics, self.strategy);
        *self = Self { version, tactics, strategy, ..Self::default() };
    }

    /// Takes over the abandoned arguments of another desk.
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

    /// Allows all questions to be asked again, since the claim has changed.
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

    /// Returns a number that grows with every change of what is shown.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn is_filled(&self, site: Site) -> bool {
        self.filled.get(site).is_some() || self.given.contains(&site)
    }

    /// Handles a click: an empty site becomes the conclusion, a filled one is added to the evidence or removed.
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
            // Part of it may have been withdrawn since.
            let stays = |site: &Site| self.is_filled(*site) || is_constraint(site);
            self.evidence = before.filter(stays).collect();
        }
    }

    /// Adds a constraint to the evidence, or removes it.
    pub(crate) fn set_evidence(&mut self, site: Site, on: bool) {
        self.touch();
        if on {
            self.evidence.insert(site)
        } else {
            self.evidence.remove(&site)
        };
    }

    /// Abandons the argument, and remembers it.
    pub(crate) fn abandon(&mut self) {
        self.touch();
        if let Some(site) = self.conclusion.take() {
            self.abandoned.insert(site, std::mem::take(&mut self.evidence));
        }
        self.evidence.clear();
    }

    /// Adopts a smallest argument.
    pub(crate) fn take_smallest(&mut self) {
        if let Some(found) = self.least().and_then(|least| least.smallest.clone()) {
            self.take(&found);
        }
    }

    /// Adopts an argument.
    pub(crate) fn take(&mut self, argument: &Argument) {
        self.touch();
        self.conclusion = Some(argument.conclusion);
        self.evidence.clone_from(&argument.evidence);
    }

    pub(crate) fn clear_evidence(&mut self) {
        self.touch();
        self.evidence.clear();
    }

    /// Returns the proved conclusion, to be filled in, and frees the desk for the next one.
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

    /// Returns the result of weighing the current claim, if known.
    pub(super) fn weighed(&self) -> Option<&Weighed> {
        let WeighedClaim { claim, weighed } = self.weighed.as_ref()?;
        let same = self.is_of_conclusion(claim) && claim.evidence == self.evidence;
        same.then_some(weighed)
    }

    /// Returns the known least evidence for this conclusion, regardless of the current evidence.
    pub(super) fn least(&self) -> Option<&SmallestArgument> {
        let least = self.least.as_ref()?;
        (self.is_of_conclusion(&least.claim) && self.conclusion.is_some()).then_some(least)
    }

    /// True if a claim has this conclusion and these entries, with any evidence.
    pub(super) fn is_of_conclusion(&self, claim: &Claim) -> bool {
        claim.conclusion == self.conclusion && claim.filled == self.filled
    }

    pub(super) fn hints(&self) -> Option<&[Argument]> {
        let next = self.hints.as_ref()?;
        (next.filled == self.filled && self.strategy).then_some(&next.arguments)
    }

    /// Adopts a step of the proof path.
    pub(super) fn take_step(&mut self, step: &Step) {
        self.touch();
        self.conclusion = step.marks.first().map(|mark| mark.site);
        let reasons = step.reasons.iter().map(|mark| mark.site);
        let constraints = step.sentences.iter().filter_map(|sentence| sentence.site);
        self.evidence = reasons.chain(constraints).collect();
    }

    /// Leaves a step of the proof path: only the level's own marks are filled in.
    pub(super) fn leave_step(&mut self) {
        self.filled = Play::default();
        self.abandon();
    }

    /// Returns the next question to ask, unless it is being answered.
    pub(crate) fn next_question(&self) -> Option<Question> {
        let claim = Question::from(WeighClaim { claim: self.claim() });
        let hints = FindNextArguments { filled: self.filled.clone() }.into();
        let wanted = [
            (self.weighed().is_none() || self.least().is_none(), claim),
            (self.strategy && self.hints().is_none(), hints),
        ];
        let wanted = wanted.into_iter().filter(|(wanted, _)| *wanted).map(|(_, question)| question);
        let next = wanted.into_iter().find(|question| !self.done.contains(question))?;
        (self.running.as_ref() != Some(&next)).then_some(next)
    }

    /// Takes note that the service was asked a question.
    pub(crate) fn asked(&mut self, question: Question, ticket: Ticket) {
        self.running = Some(question);
        self.ticket = Some(ticket);
    }

    /// True while a question is being answered.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Takes in an event of the solver.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Found { ticket, finding, .. } if Some(*ticket) == self.ticket => {
                self.found(finding);
            }
            Event::Finished { ticket, .. } if Some(*ticket) == self.ticket => {
                self.done.extend(self.running.take());
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
    }
}
