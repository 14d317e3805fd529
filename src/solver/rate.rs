//! The rating of a level: measures of it and of its solutions.
//!
//! Knows `Game` (the trait), never a game.

use super::answer::{Answer, Count, MeasuredLevel};
use super::engine::{Ask, Engine};
use super::finding::Origin;
use super::question::Question;
use crate::games::SeenSolutions;
use crate::level::Play;

/// So many solutions are looked at, at most; as many as are counted live, so that they are at hand.
const LOOKED_AT: u32 = 100;
/// Of a question's time, the part that may go into finding solutions: a fourth.
const SHARE: u32 = 4;

impl Engine {
    /// What is measured of the level and of these solutions, or of those that are found.
    pub(super) fn rate(&mut self, ask: &mut Ask<'_>, given: &[Play]) {
        let (plays, in_all) = match given {
            [] => self.solutions_for_rating(ask),
            given => (given.to_vec(), None),
        };
        let patience = ask.patience();
        let seen = SeenSolutions { plays: &plays, in_all };
        let measures = ask.game.rate(ask.level, seen, &|| patience.is_over());
        let halt = patience.check().err();
        ask.origin = Origin::Rules;
        ask.say(Answer::Rating(Ok(MeasuredLevel { measures, halt })));
    }

    /// Some solutions, and how many there are where that comes out; mostly known from before.
    fn solutions_for_rating(&mut self, ask: &Ask<'_>) -> (Vec<Play>, Option<u64>) {
        if ask.game.rating().is_none() {
            return (Vec::new(), None);
        }
        let mut quiet = |_| {};
        let mut inner = ask.about(ask.level, &mut quiet);
        inner.limits.time = ask.started.elapsed() + ask.left() / SHARE;
        self.route(&mut inner, &Question::Solutions { cap: LOOKED_AT });
        let counted = inner.found.iter().rev().find_map(|answer| match answer {
            Answer::Count(Ok(counted)) => Some(counted),
            _ => None,
        });
        match counted.map(|counted| (counted.plays.clone(), &counted.number)) {
            Some((plays, Count::Exactly(number))) => (plays, Some(*number)),
            Some((plays, Count::AtLeast(_))) => (plays, None),
            None => (Vec::new(), None),
        }
    }
}
