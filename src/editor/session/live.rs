//! What the solver is asked on its own, of every state of the level on the canvas.
//!
//! What is asked of every level is here; capabilities add their own.

use std::sync::Arc;

use crate::session::findings::Findings;
use crate::session::kinds::{LiveFindings, When};
use crate::session::state::State;
use foolproof_games::Game;
use foolproof_level::{Concept, Level};
use foolproof_solver::{
    CheckIntended, CountSolutions, Limits, ProveShortcutFree, Question, Service, SolveLevel,
    has_concept, has_intended,
};

/// The solver that runs on its own while the designer edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live {
    pub on: bool,
    pub limits: Limits,
    /// Up to how many solutions are counted.
    pub cap: u32,
}

impl Default for Live {
    fn default() -> Self {
        Self { on: true, limits: Limits::default(), cap: 100 }
    }
}

/// Whether the intended solution takes no longer than a look: nothing of the concept is about the
/// level as a whole, or in rules of its own.
fn intended_is_plain(game: &dyn Game, level: &Level) -> bool {
    let Level { concept, .. } = level;
    let whole = |concept: &Concept| {
        concept.properties().into_iter().any(|property| game.is_of_level(property))
    };
    concept.own_rules().is_empty() && !whole(concept)
}

impl State {
    /// What is asked of the level on the canvas, in this order.
    pub(crate) fn live_questions(&self, game: &dyn Game, level: &Level) -> Vec<Question> {
        let mut own: Vec<(When, Question)> = Vec::new();
        for feature in self.features_of::<dyn LiveFindings>() {
            own.extend(feature.questions(self, game, level));
        }
        let take = |wanted: When| {
            let own = own.iter().filter(move |(when, _)| *when == wanted);
            own.map(|(_, question)| question.clone())
        };
        let mut questions = vec![Question::from(SolveLevel::default())];
        if has_intended(level) {
            let at = usize::from(!intended_is_plain(game, level));
            questions.insert(at, Question::from(CheckIntended));
        }
        questions.extend(take(When::Soon));
        questions.extend(has_concept(level).then_some(Question::from(ProveShortcutFree)));
        // Whether it is unique is known long before a large number of solutions is counted.
        questions.push(Question::from(CountSolutions { cap: 2 }));
        let cap = self.findings.live.cap;
        questions.extend((cap > 2).then_some(Question::from(CountSolutions { cap })));
        questions.extend(take(When::Late));
        questions
    }

    /// Asks the solver about the level on the canvas, if it has not been asked.
    pub fn ask_live(&mut self, service: &Service) {
        let Some((game, level)) = self.scene() else { return };
        let Findings { live, .. } = &self.findings;
        if !live.on || self.chrome.is_playing() || self.document.strangers.are_in(&level) {
            return;
        }
        let questions = self.live_questions(&*game, &level);
        if self.findings.knowledge.wants(&level, &questions) {
            let limits = self.findings.live.limits;
            let ticket = service.ask_live(Arc::clone(&level), questions.clone(), limits);
            self.findings.knowledge.asked(&level, questions, ticket);
        }
    }
}
