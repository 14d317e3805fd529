//! Games that are played move by move: the possible actions, their effects, and all reachable
//! positions.
//!
//! A play of such a game puts a mark on each step, `step(0)` first.

use foolproof_kernel::{StopCheck, counted};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::side::Side;
use crate::turn::Turn;
use foolproof_level::{Level, Mark, Play, Site};
use foolproof_picture::Point;

/// A move that can be made: the mark that a play puts on its next step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move {
    pub mark: Mark,
    /// Where it is made from.
    pub from: Site,
    pub towards: Side,
}

/// How a player says which move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveAim {
    /// By a side, from a piece or for all of them.
    Side,
    /// By a click on a site.
    Site(Site),
    /// By a click on a site and one on another.
    Sites(Site, Site),
    /// By its name alone.
    Name,
}

/// A mark of the board on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Glide {
    pub mark: Mark,
    pub site: Site,
    /// The centres of where it begins and ends, in board units.
    pub from: Point,
    pub to: Point,
    /// When it begins and ends, in cells that are travelled one after the other.
    pub begins: f32,
    pub ends: f32,
    /// Whether it goes off the board.
    pub leaves: bool,
}

/// How a board continues on its own after a move until it comes to rest.
#[derive(Clone, Debug, Default)]
pub struct Aftermath {
    /// One after the other; the board at rest is left out.
    pub boards: Vec<Level>,
    /// Seconds that each is shown.
    pub each: f64,
}

/// A position that can be reached, and what can be done in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// Moves made before.
    pub depth: usize,
    /// Solutions from here, `u64::MAX` for that many or more; none in a dead end.
    pub solutions: u64,
    /// In how many ways it is reached, likewise.
    pub ways: u64,
    pub choices: Vec<Choice>,
}

/// A move with its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    pub made: Move,
    /// Solutions that go on from it.
    pub solutions: u64,
    /// The number of the position that it leads to, if listed.
    pub to: Option<usize>,
}

/// All positions reachable from a level as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StateGraph {
    /// The nearest first, at most as many as were asked for; the first is the level itself.
    pub positions: Vec<Position>,
    /// The number of positions in which something is left to do: the size of a breadth-first search.
    pub reached: u64,
    /// How many of those are reached in just one way: the size of a search that relies on there
    /// being only one solution, since such a solution never passes a position with two ways to it.
    pub reached_once: u64,
    /// Solutions of the level itself, `u64::MAX` for that many or more.
    pub solutions: u64,
    /// How many of `reached` are dead ends, from which no solution can be reached.
    pub dead: u64,
    /// The names of what moves or changes and can never change the outcome.
    pub without_effect: Vec<String>,
    /// Whether positions that differ in that alone count as one.
    pub merged: bool,
    /// How many of `dead` were known to be dead ends beforehand, so that nothing was looked at behind them.
    pub unfollowed: u64,
    /// Why the level has no solution, if that is seen without its positions.
    pub hopeless: Option<String>,
    /// The first move that never comes to an end, if there is one, as a sentence: such moves lead nowhere.
    pub endless: Option<String>,
}

impl StateGraph {
    /// How much a search gains from knowing that there is only one solution; `None` unless there is exactly
    /// one.
    pub fn ratio(&self) -> Option<f64> {
        let unique = self.solutions == 1;
        unique.then(|| self.reached as f64 / self.reached_once.max(1) as f64)
    }

    /// A sentence about things that can never change the outcome, if there are any.
    pub fn on_what_has_no_effect(&self) -> Option<String> {
        let names = self.without_effect.join(", ");
        let merged = match self.merged {
            true => "; positions that differ in nothing else count as one",
            false => "",
        };
        match self.without_effect.len() {
            0 => None,
            1 => Some(format!("This object cannot change the outcome: {names}{merged}.")),
            n => Some(format!("These {n} objects cannot change the outcome: {names}{merged}.")),
        }
    }

    /// Sentences about what is known without visiting positions: why there is no solution, that a move never
    /// ends, and that more positions exist than were counted.
    pub fn on_what_was_left_out(&self) -> Option<String> {
        let unfollowed = (self.unfollowed > 0).then(|| {
            let ends = counted(self.unfollowed, "dead end", "dead ends");
            format!(
                "Nothing was looked at behind {ends} that are seen to be such without it: there are more positions."
            )
        });
        let sentences =
            [self.hopeless.clone(), self.endless.clone(), unfollowed].into_iter().flatten();
        let text = sentences.collect::<Vec<_>>().join(" ");
        (!text.is_empty()).then_some(text)
    }

    /// The position after the moves of a play, if listed.
    pub fn after(&self, play: &Play) -> Option<usize> {
        let mut at = 0;
        for (_, mark) in play.iter() {
            let choice = self.positions.get(at)?.choices.iter().find(|c| c.made.mark == *mark)?;
            at = choice.to?;
        }
        Some(at)
    }
}

/// Something that happens in a play, held against all solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventOfPlay {
    /// As concepts name it.
    pub event: String,
    /// As a clause: "a crate slides".
    pub words: String,
    /// In how many moves of the play it happens.
    pub times: u32,
    /// The number of moves with it in every solution, at least, as far as known.
    pub always: u32,
    pub elsewhere: EventElsewhere,
}

/// Whether an event happens as often in every other solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EventElsewhere {
    Everywhere,
    /// It happens in every other one, at least once; how often is not known.
    AtLeastOnce,
    /// A solution with no more such moves than every solution has.
    NotIn(Play),
    Unknown,
}

impl EventOfPlay {
    /// How often it happens in every solution, as an answer: "yes", "once at least".
    pub fn shared_answer(&self) -> String {
        match (&self.elsewhere, self.always) {
            (EventElsewhere::Everywhere, n) if n < 2 => "yes".to_owned(),
            (EventElsewhere::Everywhere, n) => format!("yes, {}", times(n)),
            (EventElsewhere::Unknown, 0) => "not known".to_owned(),
            (EventElsewhere::Unknown, n) => format!("{} at least; more is not known", times(n)),
            (EventElsewhere::AtLeastOnce | EventElsewhere::NotIn(_), 0) => "no".to_owned(),
            (_, n) => format!("{} at least", times(n)),
        }
    }

    /// The same as a phrase, to follow how often it happens in the play.
    pub fn shared_phrase(&self) -> String {
        match (&self.elsewhere, self.always) {
            (EventElsewhere::Everywhere, _) => "in every solution".to_owned(),
            (EventElsewhere::Unknown, 0) => "perhaps not in every solution".to_owned(),
            (_, 0) => "not in every solution".to_owned(),
            (_, n) => format!("{} at least in every solution", times(n)),
        }
    }
}

fn times(number: u32) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

/// How many of some positions are dead ends, in words that follow their number.
pub fn dead_ends_among(positions: u64, dead: u64) -> String {
    match (positions, dead) {
        (_, 0) => "no dead ends".to_owned(),
        (1, _) => "it is a dead end".to_owned(),
        (_, dead) => counted(dead, "of them is a dead end", "of them are dead ends"),
    }
}

/// How players make moves on a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveControls {
    /// How they say what they do, of all that can ever be done there.
    pub aims: Vec<MoveAim>,
    /// Whether one steers by sides alone, without choosing a piece first.
    pub is_steered: bool,
    /// Keys that do something besides, with what they do.
    pub letters: Vec<(char, String)>,
}

/// A game that is played move by move: its rules and its controls.
pub trait Moves: MovePictures {
    /// The level after the moves of a play, for questions about what is left to do.
    fn after(&self, level: &Level, play: &Play) -> Level;

    /// What can be done after the moves of a play, in a fixed order.
    fn legal(&self, level: &Level, play: &Play) -> Vec<Move>;

    /// Why the piece on a site cannot be moved so.
    fn refusal(&self, level: &Level, play: &Play, from: Site, towards: Side) -> String;

    /// Why a click on a site makes no move; `None` where it never does.
    fn refusal_at(&self, level: &Level, play: &Play, site: Site) -> Option<String> {
        let _ = (level, play, site);
        None
    }

    /// How a player says that it is this move.
    fn aim(&self, made: &Mark) -> MoveAim {
        let _ = made;
        MoveAim::Side
    }

    /// The letter that makes a move without a side, where players of the game know one.
    fn letter(&self, made: &Mark) -> Option<char> {
        let _ = made;
        None
    }

    /// How players make moves on a level.
    fn controls(&self, level: &Level) -> MoveControls {
        let _ = level;
        MoveControls { aims: vec![MoveAim::Side], ..MoveControls::default() }
    }

    /// The move that time makes by itself, every so many seconds, whether the player does anything or not.
    fn clock(&self) -> Option<(f64, Mark)> {
        None
    }

    /// Whether a player who starts again may be brought to a checkpoint on the way.
    fn has_checkpoints(&self) -> bool {
        false
    }

    /// The part of a play that is kept when the player starts again.
    fn restart(&self, level: &Level, play: &Play) -> Play {
        let _ = (level, play);
        Play::default()
    }

    /// A move's mark after a turn of the board that brings each site elsewhere.
    fn turned(&self, made: &Mark, turn: Turn, site: &dyn Fn(Site) -> Option<Site>) -> Option<Mark>;

    /// All positions, at most so many of them listed; `None` when stopped, or if memory does not
    /// suffice.
    fn graph(&self, level: &Level, most: usize, stop: StopCheck<'_>) -> Option<Arc<StateGraph>>;

    /// What happens in a solution, and whether it does in every other one; `None` when stopped, or
    /// if that cannot be told.
    fn events(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Option<Vec<EventOfPlay>> {
        let _ = (level, play, stop);
        None
    }
}

/// What a player sees of a game that is played move by move.
pub trait MovePictures: Send + Sync {
    /// What the next move sets in motion.
    fn motion(&self, level: &Level, play: &Play, made: &Mark) -> Vec<Glide>;

    /// The level without the marks that are on their way.
    fn lifted(&self, level: &Level, glides: &[Glide]) -> Level {
        let mut lifted = level.clone();
        glides.iter().for_each(|glide| lifted.paint(glide.site, None));
        lifted
    }

    /// How the board continues on its own once those have arrived.
    fn aftermath(&self, level: &Level, play: &Play, made: &Mark) -> Aftermath {
        let _ = (level, play, made);
        Aftermath::default()
    }

    /// The first and the last cell of the part that a player sees, unless that is the whole board.
    fn window(&self, level: &Level, play: &Play) -> Option<(Site, Site)> {
        let _ = (level, play);
        None
    }

    /// What the game says before the level begins, in the order of the messages.
    fn told_before(&self, level: &Level) -> Vec<String> {
        let _ = level;
        Vec::new()
    }

    /// What the game says after the last move of a play; behind the last level, also after the win.
    fn says(&self, level: &Level, play: &Play) -> Option<String> {
        let _ = (level, play);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_shared_is_said_of_every_solution() {
        let said = |times, always, elsewhere| {
            let (event, words) = (String::new(), String::new());
            let event = EventOfPlay { event, words, times, always, elsewhere };
            (event.shared_answer(), event.shared_phrase())
        };
        let pair = |answer: &str, phrase: &str| (answer.to_owned(), phrase.to_owned());
        let everywhere = || EventElsewhere::Everywhere;
        assert_eq!(said(1, 1, everywhere()), pair("yes", "in every solution"));
        assert_eq!(said(3, 3, everywhere()), pair("yes, 3 times", "in every solution"));
        let once = pair("once at least", "once at least in every solution");
        assert_eq!(said(3, 1, EventElsewhere::AtLeastOnce), once);
        assert_eq!(said(3, 1, EventElsewhere::NotIn(Play::default())), once);
        let never = pair("no", "not in every solution");
        assert_eq!(said(3, 0, EventElsewhere::NotIn(Play::default())), never);
        let unknown = pair("not known", "perhaps not in every solution");
        assert_eq!(said(1, 0, EventElsewhere::Unknown), unknown);
    }

    #[test]
    fn one_position_is_not_one_of_them() {
        assert_eq!(dead_ends_among(1, 1), "it is a dead end");
        assert_eq!(dead_ends_among(3, 1), "1 of them is a dead end");
        assert_eq!(dead_ends_among(3, 0), "no dead ends");
    }
}
