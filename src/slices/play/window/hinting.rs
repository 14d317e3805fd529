//! Hints with reasons. In games with rules of deduction, a hint is the next finding; in other games whose
//! rules name the faults, it is the next solving step. Mistakes in the play come first.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::play::window::session::{PlaySession, Played};
use crate::play::window::stepping::{HintStage, StepHints};
use crate::play::window::words::NO_HINT_FOUND;
use crate::solving::question::{FoundSteps, StepsBy, StepsEnd};
use crate::solving::window::{self as solving, KnownSteps, words};
use foolproof_editor::session::findings::Findings;
use foolproof_game::{Game, LineStart, PlacedSentence, Step, StepSource, Verdict};
use foolproof_level::{Level, Mark, Site};
use foolproof_solver::{Finding, Status, Why, has_steps};

/// A hint: its words and its picture on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldHint {
    pub words: String,
    pub look: HintLook,
    pub(super) until: HintUntil,
}

/// The picture of a hint on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintLook {
    Nothing,
    /// A site with a mistake.
    Wrong(Site),
    /// The revealed part of a solving step.
    Step {
        step: Step,
        stage: HintStage,
    },
}

/// The end of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HintUntil {
    Solved,
    /// Until the site is finished.
    Finished(Site),
    /// Until the site no longer holds this mark; for `None`, no longer holds a note.
    Removed(Site, Option<Mark>),
    /// Until all marks of the step are there.
    Taken(Step),
    /// Until the player does something.
    Changed(Played),
}

impl ToldHint {
    pub(crate) fn is_wrong(&self) -> bool {
        matches!(self.look, HintLook::Wrong(_))
    }
}

/// The state of hints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hinting {
    /// Solving steps for hints, or the reason for having none; `None` until the search has ended.
    pub(super) source: Option<Result<Arc<FoundSteps>, String>>,
    /// A requested hint waits for the steps.
    waits: bool,
    pub(super) told: Option<ToldHint>,
    /// Index of the next finding.
    next: usize,
    pub(super) steps: StepHints,
}

/// True if hints of a game give reasons: by its rules of deduction, or by its solving steps.
pub(crate) fn says_why(game: &dyn Game) -> bool {
    game.deduction().is_some() || takes_steps(game)
}

/// True if hints of a game are solving steps. Games of arguments have their own way to give reasons, and a
/// line with a fixed start cannot be drawn in pieces.
pub(super) fn takes_steps(game: &dyn Game) -> bool {
    let pieces = |start| matches!(start, LineStart::Cell | LineStart::Corner);
    has_steps(game)
        && game.deduction().is_none()
        && game.arguments().is_none()
        && game.drawing().is_none_or(|drawing| pieces(drawing.begins()))
}

/// Returns the source of the steps that hints are taken from.
pub(crate) fn steps_by(game: &dyn Game) -> StepsBy {
    if game.deduction().is_some() { StepsBy::Own } else { StepsBy::Rules }
}

/// Returns solving steps for hints, or the reason for having none; `None` while the search goes on.
pub(crate) fn source(finding: &Finding) -> Option<Result<Arc<FoundSteps>, String>> {
    match (FoundSteps::in_finding(finding), finding.status()) {
        (Some(found), _) => (!found.grows()).then(|| Ok(Arc::new(found.clone()))),
        (None, Status::Unknown(Why::BadInput(why))) => Some(Err(why)),
        (None, _) => Some(Err(NO_HINT_FOUND.to_owned())),
    }
}

/// Returns the steps for hints of a level in the editor, from its findings.
pub(super) fn source_of(
    findings: &mut Findings,
    game: &dyn Game,
    level: &Arc<Level>,
) -> Option<Result<Arc<FoundSteps>, String>> {
    match solving::steps_of(findings, level, steps_by(game)) {
        KnownSteps::Waiting => None,
        KnownSteps::Known(finding) => source(&finding),
        KnownSteps::Trouble(why) => Some(Err(why)),
    }
}

impl PlaySession {
    /// Asks for the kind of hint that this game has.
    pub(crate) fn ask_for_help(&mut self, game: &dyn Game) {
        self.tally.hints += 1;
        match says_why(game) {
            true => self.ask_for_reason(game),
            false => self.ask_for_hint(),
        }
    }

    /// Tells a mistake, else the next thing that can be found.
    pub(crate) fn ask_for_reason(&mut self, game: &dyn Game) {
        self.refusal = None;
        match (self.hinting.source.clone(), game.deduction()) {
            (None, _) => self.hinting.waits = true,
            (Some(Ok(found)), Some(rules)) => {
                self.hinting.told = Some(self.told_of(game, rules, &found));
            }
            (Some(Ok(found)), None) => self.go_on_with_steps(game, &found),
            (Some(Err(why)), Some(_)) => self.hinting.told = Some(said(why)),
            // A mark without a reason is better than none.
            (Some(_), _) => self.ask_for_hint(),
        }
    }

    /// Returns the level that has to be solved before the waiting hint can be given.
    pub fn lacks_source(&self) -> Option<&Arc<Level>> {
        self.hinting.waits.then_some(&self.level)
    }

    /// Stores the source of hints, or the reason why there is none, and gives the waiting hint.
    pub fn hear_source(&mut self, game: &dyn Game, source: Result<Arc<FoundSteps>, String>) {
        self.hinting.source = Some(source);
        if std::mem::take(&mut self.hinting.waits) {
            self.ask_for_reason(game);
        }
    }

    fn told_of(&mut self, game: &dyn Game, rules: &dyn StepSource, found: &FoundSteps) -> ToldHint {
        let unfinished = self.unfinished(game);
        if found.end == StepsEnd::Solved {
            let solution = found.play_after(found.steps.len());
            let wrong = self.play.iter().find(|(site, mark)| {
                let right = solution.get(*site).is_none_or(|right| right == *mark);
                !right && !unfinished.contains(site)
            });
            if let Some((site, mark)) = wrong {
                let thing = self.level.mark(site).map(|mark| game.describe(mark));
                let of = thing.unwrap_or_default();
                let words = words::wrong(rules.things().0, &of, &site.name());
                let until = HintUntil::Removed(site, Some(mark.clone()));
                return ToldHint { words, look: HintLook::Wrong(site), until };
            }
        }
        let all: Vec<(Site, &PlacedSentence)> = found
            .steps
            .iter()
            .flat_map(|step| &step.sentences)
            .filter_map(|sentence| Some((sentence.site?, sentence)))
            .collect();
        let open = |at: &usize| all.get(*at).is_some_and(|(site, _)| unfinished.contains(site));
        let next = self.hinting.next;
        // After the last finding, the first one follows.
        let one = (next..all.len()).chain(0..next).find(open);
        match one.and_then(|at| Some((at, all.get(at)?))) {
            Some((at, (about, sentence))) => {
                self.hinting.next = at + 1;
                let (words, about) = (sentence.words.clone(), *about);
                let step = Step { sentences: vec![(*sentence).clone()], ..Step::default() };
                let look = HintLook::Step { step, stage: HintStage::Where };
                ToldHint { words, look, until: HintUntil::Finished(about) }
            }
            None => said(words::NO_HINT.to_owned()),
        }
    }

    /// Returns the sites that are not finished.
    fn unfinished(&mut self, game: &dyn Game) -> BTreeSet<Site> {
        match self.judgement(game).0 {
            Verdict::Solved => BTreeSet::new(),
            Verdict::Unsolved { sites, .. }
            | Verdict::Illegal { sites, .. }
            | Verdict::Undecided { sites, .. } => sites.into_iter().collect(),
        }
    }

    /// Returns the last hint, until it is carried out.
    pub fn told(&mut self, game: &dyn Game) -> Option<ToldHint> {
        let told = self.hinting.told.clone()?;
        let done = match &told.until {
            HintUntil::Solved => self.judgement(game).0 == Verdict::Solved,
            HintUntil::Finished(site) => !self.unfinished(game).contains(site),
            HintUntil::Removed(site, Some(mark)) => self.play.get(*site) != Some(mark),
            HintUntil::Removed(site, None) => !self.notes.contains_key(site),
            HintUntil::Taken(step) => step.marks.iter().all(|mark| self.has(mark)),
            HintUntil::Changed(from) => *from != self.here(),
        };
        if done {
            self.hinting.told = None;
            return None;
        }
        Some(told)
    }

    /// Forgets the last hint, and starts again with the first one.
    pub(crate) fn forget_hints(&mut self) {
        self.hinting.told = None;
        self.hinting.next = 0;
        self.hinting.steps = StepHints::default();
    }
}

/// Makes a hint about no particular site.
fn said(words: String) -> ToldHint {
    let words = foolproof_editor::text::sentence(&words);
    ToldHint { words, look: HintLook::Nothing, until: HintUntil::Solved }
}
