//! Hints in games that are solved by rules of deduction: which mark is wrong, else what can be found
//! next, and why.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::deduction::question::{DeduceLevel, DeducedLevel};
use crate::deduction::window::words;
use crate::play::window::session::PlaySession;
use crate::play::window::words::NO_HINT_FOUND;
use foolproof_games::{Deduced, Deduction, DeductionEnd, Game, Insight, Verdict};
use foolproof_level::{Level, Mark, Site};
use foolproof_solver::{Finding, Question, Status, Why};

/// What a hint says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldHint {
    pub words: String,
    pub about: Option<Site>,
    pub because: Vec<Site>,
    /// The mark that is wrong, where one is.
    wrong: Option<Mark>,
}

impl ToldHint {
    pub(crate) fn is_wrong(&self) -> bool {
        self.wrong.is_some()
    }
}

/// What is kept of hints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hinting {
    /// The deduction of the level, once it was asked for.
    deduced: Option<Result<Arc<Deduced>, String>>,
    /// A hint was asked for, and waits for that.
    waits: bool,
    told: Option<ToldHint>,
    /// How many findings were gone through.
    next: usize,
}

/// What is asked of a level whose deduction a hint waits for.
pub(crate) fn question() -> Question {
    DeduceLevel.into()
}

/// The deduction that was found, or why there is none.
pub(crate) fn deduced(finding: &Finding) -> Result<Arc<Deduced>, String> {
    match (finding.report(), finding.status()) {
        (Some(DeducedLevel(deduced)), _) => Ok(Arc::clone(deduced)),
        (None, Status::Unknown(Why::BadInput(why))) => Err(why),
        (None, _) => Err(NO_HINT_FOUND.to_owned()),
    }
}

impl PlaySession {
    /// Asks for what helps on in this game.
    pub(crate) fn ask_for_help(&mut self, game: &dyn Game) {
        match game.deduction() {
            Some(_) => {
                self.tally.hints += 1;
                self.ask_for_reason(game);
            }
            None => self.ask_for_hint(),
        }
    }

    /// Says what is wrong, else the next thing that can be found.
    pub(crate) fn ask_for_reason(&mut self, game: &dyn Game) {
        let Some(rules) = game.deduction() else { return };
        self.refusal = None;
        match self.hinting.deduced.clone() {
            None => self.hinting.waits = true,
            Some(Err(why)) => self.hinting.told = Some(said(why)),
            Some(Ok(deduced)) => {
                self.hinting.told = Some(self.told_of(game, rules, &deduced));
            }
        }
    }

    /// The level whose deduction a hint waits for.
    pub fn lacks_deduction(&self) -> Option<&Arc<Level>> {
        self.hinting.waits.then_some(&self.level)
    }

    /// Takes in the deduction of the level, or why there is none, and gives the hint that waits.
    pub fn hear_deduction(&mut self, game: &dyn Game, deduced: Result<Arc<Deduced>, String>) {
        self.hinting.deduced = Some(deduced);
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
                let wrong = Some(mark.clone());
                return ToldHint { words, about: Some(site), because: Vec::new(), wrong };
            }
        }
        let all: Vec<&Insight> = deduced.rounds.iter().flat_map(|round| &round.insights).collect();
        let open = |at: &usize| all.get(*at).is_some_and(|one| unfinished.contains(&one.about));
        let next = self.hinting.next;
        // After the last one it begins again.
        let found = (next..all.len()).chain(0..next).find(open);
        match found.and_then(|at| Some((at, all.get(at)?))) {
            Some((at, insight)) => {
                self.hinting.next = at + 1;
                let (words, because) = (insight.words.clone(), insight.because.clone());
                ToldHint { words, about: Some(insight.about), because, wrong: None }
            }
            None => said(words::NO_HINT.to_owned()),
        }
    }

    /// The sites that lack something still.
    fn unfinished(&mut self, game: &dyn Game) -> BTreeSet<Site> {
        match self.judgement(game).0 {
            Verdict::Solved => BTreeSet::new(),
            Verdict::Unsolved { sites, .. }
            | Verdict::Illegal { sites, .. }
            | Verdict::Undecided { sites, .. } => sites.into_iter().collect(),
        }
    }

    /// What the last hint says, as long as it is not done.
    pub fn told(&mut self, game: &dyn Game) -> Option<ToldHint> {
        let told = self.hinting.told.clone()?;
        let done = match (told.about, &told.wrong) {
            (Some(site), Some(mark)) => self.play.get(site) != Some(mark),
            (Some(site), None) => !self.unfinished(game).contains(&site),
            (None, _) => self.judgement(game).0 == Verdict::Solved,
        };
        if done {
            self.hinting.told = None;
            return None;
        }
        Some(told)
    }

    /// Lets the last hint go, and begins with the first one again.
    pub(crate) fn forget_hints(&mut self) {
        self.hinting.told = None;
        self.hinting.next = 0;
    }
}

/// Words that are about no site.
fn said(words: String) -> ToldHint {
    ToldHint {
        words: foolproof_editor::text::sentence(&words),
        about: None,
        because: Vec::new(),
        wrong: None,
    }
}
