//! Hints by solving steps, in three stages: the place to look at, the sentences, and the marks themselves.
//!
//! The path of the level is found once. The player's marks count as known, and the next hint is the first
//! step of the path that they have not done.

use std::collections::{BTreeMap, BTreeSet};

use crate::play::window::entry::NotePlace;
use crate::play::window::hinting::{HintLook, HintUntil, ToldHint};
use crate::play::window::session::PlaySession;
use crate::play::window::words;
use crate::solving::question::FoundSteps;
use crate::solving::techniques::name_of;
use crate::solving::words::{marks_text, otherwise, sentences_text, so, technique_text};
use foolproof_editor::text::sentence;
use foolproof_game::{DOT, Game, KnownMark, Step};
use foolproof_level::{Mark, Site};

/// Amount that a hint reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStage {
    /// The place to look at.
    Where,
    /// The sentences of the rules that give the reason.
    Why,
    /// The resulting marks, put on the board.
    What,
}

/// The subject of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
enum HintAim {
    /// One of the player's marks that no solution has.
    WrongMark(Site, Mark),
    /// A note that a site stays empty, although all solutions fill it.
    WrongNote(Site),
    /// A step, by its index in the path.
    Step(usize),
}

/// Progress of hints by steps.
#[derive(Clone, Debug, Default)]
pub(super) struct StepHints {
    /// Subject of the last hint, and the amount that it revealed.
    last: Option<(HintAim, HintStage)>,
    /// Marks that hints have ruled out; the player may not have noted them.
    ruled_out: BTreeSet<KnownMark>,
}

impl PlaySession {
    /// Gives the next hint, or more of the last one. If no step is left, hints at the next mark of a solution.
    pub(super) fn go_on_with_steps(&mut self, game: &dyn Game, found: &FoundSteps) {
        let Some(aim) = self.next_aim(found) else {
            self.hinting.told = None;
            return self.ask_for_hint();
        };
        let stage = match &self.hinting.steps.last {
            Some((last, HintStage::Where)) if *last == aim => HintStage::Why,
            Some((last, HintStage::Why)) if *last == aim => HintStage::What,
            _ => HintStage::Where,
        };
        self.hinting.steps.last = Some((aim.clone(), stage));
        let step = |at: usize| found.steps.get(at).cloned();
        self.hinting.told = match aim {
            HintAim::WrongMark(site, mark) => Some(self.wrong_mark(game, site, mark, stage)),
            HintAim::WrongNote(site) => Some(self.wrong_note(game, site, stage)),
            HintAim::Step(at) => step(at).map(|step| self.hinted_step(game, step, stage)),
        };
    }

    /// Returns a mistake in the play, else the first step towards a missing mark.
    fn next_aim(&self, found: &FoundSteps) -> Option<HintAim> {
        let decided = found.steps.iter().flat_map(|step| &step.marks);
        let decided: BTreeMap<(Site, &Mark), bool> =
            decided.map(|of| ((of.site, &of.mark), of.on)).collect();
        let wrong = self.play.iter().find(|(at, mark)| decided.get(&(*at, mark)) == Some(&false));
        if let Some((site, mark)) = wrong {
            return Some(HintAim::WrongMark(site, mark.clone()));
        }
        let filled = decided.iter().filter(|(_, on)| **on).map(|((site, _), _)| *site);
        if let Some(site) = { filled }.find(|site| self.is_dotted(*site)) {
            return Some(HintAim::WrongNote(site));
        }
        self.next_step_of(found).map(HintAim::Step)
    }

    fn next_step_of(&self, found: &FoundSteps) -> Option<usize> {
        let steps = &found.steps;
        let lacks = |step: &Step| step.marks.iter().any(|mark| mark.on && !self.has(mark));
        let goal = steps.iter().position(lacks)?;
        let numbered = steps.iter().enumerate();
        let decided_by: BTreeMap<&KnownMark, usize> =
            numbered.flat_map(|(at, step)| step.marks.iter().map(move |mark| (mark, at))).collect();
        // The steps that this one requires, directly or not.
        let (mut needed, mut open) = (BTreeSet::from([goal]), vec![goal]);
        while let Some(step) = open.pop().and_then(|at| steps.get(at)) {
            let unknown = step.reasons.iter().filter(|reason| !self.has(reason));
            let before: Vec<usize> =
                unknown.filter_map(|reason| decided_by.get(reason).copied()).collect();
            open.extend(before.into_iter().filter(|at| needed.insert(*at)));
        }
        let hints_at = |at: &usize| *at == goal || steps.get(*at).is_some_and(|of| !is_plain(of));
        needed.into_iter().find(hints_at)
    }

    /// True if the player knows this. A present mark is on the board; for an absent one, the site is noted as
    /// empty, holds another mark, or a hint has ruled this one out.
    pub(super) fn has(&self, known: &KnownMark) -> bool {
        match (known.on, self.play.get(known.site)) {
            (true, there) => there == Some(&known.mark),
            (false, Some(there)) => *there != known.mark,
            (false, None) => {
                self.is_dotted(known.site) || self.hinting.steps.ruled_out.contains(known)
            }
        }
    }

    fn is_dotted(&self, site: Site) -> bool {
        let notes = self.notes.get(&site);
        notes.is_some_and(|notes| notes.values().flatten().any(|note| note.as_str() == DOT))
    }

    fn hinted_step(&mut self, game: &dyn Game, step: Step, stage: HintStage) -> ToldHint {
        let marks = marks_text(game, self.level.board, &step.marks);
        let (words, until) = match stage {
            HintStage::Where => (words::look(&step), HintUntil::Taken(step.clone())),
            HintStage::Why => {
                let mut words = otherwise(&sentences_text(&step.sentences));
                if let Some(name) = name_of(&self.course, &step) {
                    words = format!("{words} {}", sentence(&technique_text(name)));
                }
                (words, HintUntil::Taken(step.clone()))
            }
            HintStage::What => {
                self.put_step(game, &step);
                (so(&marks), HintUntil::Changed(self.here()))
            }
        };
        ToldHint { words, look: HintLook::Step { step, stage }, until }
    }

    /// Puts the result of a step on the board, including notes of empty sites if clicks can make such notes.
    fn put_step(&mut self, game: &dyn Game, step: &Step) {
        let mut next = self.here();
        for mark in step.marks.iter().filter(|mark| mark.on) {
            next.play.0.insert(mark.site, mark.mark.clone());
            next.notes.remove(&mark.site);
        }
        for mark in step.marks.iter().filter(|mark| !mark.on) {
            self.hinting.steps.ruled_out.insert(mark.clone());
            let alone = || game.marks_put(&self.level, mark.site.place).len() == 1;
            if self.cycles(game) && next.play.get(mark.site).is_none() && alone() {
                let notes = next.notes.entry(mark.site).or_default();
                notes.entry(NotePlace::Centre).or_default().extend(DOT.parse().ok());
            }
        }
        self.go(next);
    }

    fn wrong_mark(
        &mut self,
        game: &dyn Game,
        site: Site,
        mark: Mark,
        stage: HintStage,
    ) -> ToldHint {
        let (name, place) = (game.describe(&mark), site.name_on(self.level.board));
        let until = HintUntil::Removed(site, Some(mark));
        let (words, until) = match stage {
            HintStage::Where => (words::WRONG_HERE.to_owned(), until),
            HintStage::Why => (words::wrong_mark(&name, &place), until),
            HintStage::What => {
                let mut next = self.here();
                next.play.0.remove(&site);
                self.go(next);
                (words::taken_off(&name, &place), HintUntil::Changed(self.here()))
            }
        };
        ToldHint { words, look: HintLook::Wrong(site), until }
    }

    fn wrong_note(&mut self, game: &dyn Game, site: Site, stage: HintStage) -> ToldHint {
        let name = game.note_of_none(&self.level, site.place);
        let place = site.name_on(self.level.board);
        let until = HintUntil::Removed(site, None);
        let (words, until) = match stage {
            HintStage::Where => (words::WRONG_HERE.to_owned(), until),
            HintStage::Why => (words::wrong_mark(name, &place), until),
            HintStage::What => {
                let mut next = self.here();
                next.notes.remove(&site);
                self.go(next);
                (words::taken_off(name, &place), HintUntil::Changed(self.here()))
            }
        };
        ToldHint { words, look: HintLook::Wrong(site), until }
    }
}

/// True if a single sentence and the marks on the board only rule something out. A player sees that
/// without a hint.
fn is_plain(step: &Step) -> bool {
    let rules_out = step.marks.iter().all(|mark| !mark.on);
    let seen = !step.reasons.is_empty() && step.reasons.iter().all(|reason| reason.on);
    step.sentences.len() == 1 && rules_out && seen
}
