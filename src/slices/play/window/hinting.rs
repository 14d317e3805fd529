//! Hints with reasons. In games with rules of deduction, a hint is the next finding; in other games whose
//! rules name the faults, it is the next solving step. Mistakes in the play come first.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::deduction::question::{DeduceLevel, DeducedLevel};
use crate::deduction::window::{self as deduction, KnownDeduction, words};
use crate::play::window::session::{PlaySession, Played};
use crate::play::window::stepping::{HintStage, StepHints};
use crate::play::window::words::NO_HINT_FOUND;
use crate::solving::question::{FindSteps, FoundSteps, ToldStep};
use crate::solving::window::{self as solving, KnownSteps};
use foolproof_editor::session::findings::Findings;
use foolproof_game::{Deduced, Deduction, DeductionEnd, Game, Insight, LineStart, Verdict};
use foolproof_level::{Level, Mark, Site};
use foolproof_solver::{Finding, Question, Status, Why, has_steps};

/// Source of the hints of a level.
#[derive(Clone, Debug)]
pub enum HintSource {
    Rounds(Arc<Deduced>),
    Steps(Arc<FoundSteps>),
}

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
    /// A site, and the sites from which the finding follows.
    Site {
        about: Site,
        because: Vec<Site>,
    },
    /// A site with a mistake.
    Wrong(Site),
    /// The revealed part of a solving step.
    Step {
        step: ToldStep,
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
    Taken(ToldStep),
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
    /// The source of hints, or the reason why there is none; `None` until it is known.
    pub(super) source: Option<Result<HintSource, String>>,
    /// A requested hint waits for the source.
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

/// Returns the question whose answer becomes the source of hints.
pub(crate) fn question(game: &dyn Game) -> Question {
    match game.deduction() {
        Some(_) => DeduceLevel.into(),
        None => FindSteps::ALL.into(),
    }
}

/// Returns the source of hints, or the reason why there is none; `None` while more steps are being found.
pub(crate) fn source(finding: &Finding) -> Option<Result<HintSource, String>> {
    if let Some(found) = finding.report::<FoundSteps>() {
        return (!found.grows()).then(|| Ok(HintSource::Steps(Arc::new(found.clone()))));
    }
    Some(match (finding.report(), finding.status()) {
        (Some(DeducedLevel(deduced)), _) => Ok(HintSource::Rounds(Arc::clone(deduced))),
        (None, Status::Unknown(Why::BadInput(why))) => Err(why),
        (None, _) => Err(NO_HINT_FOUND.to_owned()),
    })
}

/// Returns the source of hints for a level in the editor, from its findings.
pub(super) fn source_of(
    findings: &mut Findings,
    game: &dyn Game,
    level: &Arc<Level>,
) -> Option<Result<HintSource, String>> {
    if game.deduction().is_none() {
        return match solving::steps_of(findings, level) {
            KnownSteps::Waiting => None,
            KnownSteps::Known(finding) => source(&finding),
            KnownSteps::Trouble(why) => Some(Err(why)),
        };
    }
    match deduction::deduced_of(findings, level) {
        KnownDeduction::Waiting => None,
        KnownDeduction::Known(deduced) => Some(Ok(HintSource::Rounds(deduced))),
        KnownDeduction::Trouble(why) => Some(Err(why)),
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
            (Some(Ok(HintSource::Rounds(deduced))), Some(rules)) => {
                self.hinting.told = Some(self.told_of(game, rules, &deduced));
            }
            (Some(Ok(HintSource::Steps(found))), _) => self.go_on_with_steps(game, &found),
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
    pub fn hear_source(&mut self, game: &dyn Game, source: Result<HintSource, String>) {
        self.hinting.source = Some(source);
        if std::mem::take(&mut self.hinting.waits) {
            self.ask_for_reason(game);
        }
    }

    fn told_of(&mut self, game: &dyn Game, rules: &dyn Deduction, deduced: &Deduced) -> ToldHint {
        let unfinished = self.unfinished(game);
        if let DeductionEnd::Solved { solution } = &deduced.end {
            let wrong = self.play.iter().find(|(site, mark)| {
                !unfinished.contains(site) && solution.get(*site) != Some(mark)
            });
            if let Some((site, mark)) = wrong {
                let thing = self.level.mark(site).map(|mark| game.describe(mark));
                let of = thing.unwrap_or_default();
                let words = words::wrong(rules.things().0, &of, &site.name());
                let until = HintUntil::Removed(site, Some(mark.clone()));
                return ToldHint { words, look: HintLook::Wrong(site), until };
            }
        }
        let all: Vec<&Insight> = deduced.rounds.iter().flat_map(|round| &round.insights).collect();
        let open = |at: &usize| all.get(*at).is_some_and(|one| unfinished.contains(&one.about));
        let next = self.hinting.next;
        // After the last finding, the first one follows.
        let found = (next..all.len()).chain(0..next).find(open);
        match found.and_then(|at| Some((at, all.get(at)?))) {
            Some((at, insight)) => {
                self.hinting.next = at + 1;
                let (words, about) = (insight.words.clone(), insight.about);
                let look = HintLook::Site { about, because: insight.because.clone() };
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
