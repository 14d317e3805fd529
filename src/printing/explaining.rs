//! Step-by-step explanations of levels, as pictures with words. The steps themselves come from the caller's
//! [`AlsoAsked`].

use super::booklet::BookletLevel;
use super::solving::KnownOfLevel;
use foolproof_game::Game;
use foolproof_level::Level;
use foolproof_picture::Picture;
use foolproof_solver::{Answers, Limits, Question, Stop, Topic};

/// A step of a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownStep {
    pub picture: Picture,
    /// The reasons and the results, one paragraph each.
    pub words: Vec<String>,
}

/// A further question about each level before it is drawn or written.
#[derive(Clone, Copy)]
pub struct AlsoAsked {
    /// Returns the question about levels of this game.
    pub question: fn(&dyn Game) -> Option<Question>,
    /// Adds the facts of the answer to the drawing.
    pub tell: fn(&dyn Game, &Level, &mut KnownOfLevel),
}

impl AlsoAsked {
    /// True if there is a question about levels of a game.
    pub fn asks(self, game: &dyn Game) -> bool {
        (self.question)(game).is_some()
    }

    /// Asks the question about a level.
    pub fn ask(
        self,
        of: &mut BookletLevel,
        answers: &mut dyn Answers,
        limits: &Limits,
        stop: &Stop,
    ) {
        let Some(question) = (self.question)(&*of.game) else { return };
        let topic: Topic = question.topic();
        let plain = of.level.without_concept();
        let found = answers.answer(&plain, &question, limits, stop, &mut |_| {});
        of.known.hear(found.iter().filter(|finding| finding.topic() == topic));
        (self.tell)(&*of.game, &of.level, &mut of.known);
    }
}
