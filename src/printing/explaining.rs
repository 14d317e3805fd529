//! How a level is solved, step by step, as pictures with words. The steps themselves come from
//! the caller's [`AlsoAsked`].

use super::booklet::BookletLevel;
use super::solving::KnownOfLevel;
use foolproof_games::Game;
use foolproof_level::Level;
use foolproof_picture::Picture;
use foolproof_solver::{Answers, Limits, Question, Stop, Topic};

/// A step of a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownStep {
    pub picture: Picture,
    /// Why, and what follows: a paragraph each.
    pub words: Vec<String>,
}

/// Something more that is asked of each level before it is drawn or written.
#[derive(Clone, Copy)]
pub struct AlsoAsked {
    /// The question, of levels of this game.
    pub question: fn(&dyn Game) -> Option<Question>,
    /// Takes what is known of the answer into what is drawn.
    pub tell: fn(&dyn Game, &Level, &mut KnownOfLevel),
}

impl AlsoAsked {
    /// Whether there is something to ask of levels of a game.
    pub fn asks(self, game: &dyn Game) -> bool {
        (self.question)(game).is_some()
    }

    /// Asks it of a level.
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
