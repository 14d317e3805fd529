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

/// A possible move: the mark that a play puts on its next step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move {
    pub mark: Mark,
    /// Site of the piece that moves.
    pub from: Site,
    pub towards: Side,
}

/// Gesture by which a player chooses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveAim {
    /// A side, for one piece or for all of them.
    Side,
    /// A click on a site.
    Site(Site),
    /// A click on a site and one on another.
    Sites(Site, Site),
    /// Its name alone.
    Name,
}

/// A moving mark of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Glide {
    pub mark: Mark,
    pub site: Site,
    /// Centres of its start and end, in board units.
    pub from: Point,
    pub to: Point,
    /// Start and end in time, in cells travelled one after the other.
    pub begins: f32,
    pub ends: f32,
    /// It leaves the board.
    pub leaves: bool,
}

/// Boards after a move that changes further on its own until it comes to rest.
#[derive(Clone, Debug, Default)]
pub struct Aftermath {
    /// Boards in order, without the final board at rest.
    pub boards: Vec<Level>,
    /// Seconds for which each is shown.
    pub each: f64,
}

/// A reachable position and its possible moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// Number of moves before it.
    pub depth: usize,
    /// Number of solutions from here, `u64::MAX` for that many or more; 0 in a dead end.
    pub solutions: u64,
    /// Number of ways to reach it, with the same limit.
    pub ways: u64,
    pub choices: Vec<Choice>,
}

/// A move with its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    pub made: Move,
    /// Number of solutions that continue from it.
    pub solutions: u64,
    /// Index of the position that it leads to, if listed.
    pub to: Option<usize>,
}

/// All positions reachable from a level as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StateGraph {
    /// The nearest first, at most as many as requested; the first is the level itself.
    pub positions: Vec<Position>,
    /// Number of unsolved positions: the size of a breadth-first search.
    pub reached: u64,
    /// Number of those that are reached in just one way: the size of a search that relies on a unique solution,
    /// since such a solution never passes a position with two ways to it.
    pub reached_once: u64,
    /// Number of solutions of the level itself, `u64::MAX` for that many or more.
    pub solutions: u64,
    /// Number of `reached` positions that are dead ends, from which no solution can be reached.
    pub dead: u64,
    /// Names of things that move or change but can never affect the outcome.
    pub without_effect: Vec<String>,
    /// Positions that differ only in those things count as one.
    pub merged: bool,
    /// Number of `dead` positions that were recognised as dead ends, so that nothing behind them was visited.
    pub unfollowed: u64,
    /// Reason why the level has no solution, if it is known without visiting positions.
    pub hopeless: Option<String>,
    /// The first move that never ends, if any, as a sentence; such moves lead nowhere.
    pub endless: Option<String>,
}

impl StateGraph {
    /// Factor by which a search profits from knowing that the solution is unique; `None` unless it is.
    pub fn ratio(&self) -> Option<f64> {
        let unique = self.solutions == 1;
        unique.then(|| self.reached as f64 / self.reached_once.max(1) as f64)
    }

    /// Returns a sentence about things that can never affect the outcome, if there are any.
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

    /// Returns sentences about what is known without visiting positions: why there is no solution, that a move
    /// never ends, and that more positions exist than were counted.
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

    /// Index of the position after the moves of a play, if listed.
    pub fn after(&self, play: &Play) -> Option<usize> {
        let mut at = 0;
        for (_, mark) in play.iter() {
            let choice = self.positions.get(at)?.choices.iter().find(|c| c.made.mark == *mark)?;
            at = choice.to?;
        }
        Some(at)
    }
}

/// An event of a play, compared with all solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventOfPlay {
    /// Name of the event in concepts.
    pub event: String,
    /// As a clause: "a crate slides".
    pub words: String,
    /// Number of moves of the play in which it happens.
    pub times: u32,
    /// Least number of moves with it in every solution, as far as known.
    pub always: u32,
    pub elsewhere: EventElsewhere,
}

/// Tells if an event happens as often in every other solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EventElsewhere {
    Everywhere,
    /// It happens in every other solution at least once; how often is not known.
    AtLeastOnce,
    /// A solution with no more such moves than every solution has.
    NotIn(Play),
    Unknown,
}

impl EventOfPlay {
    /// Says how often it happens in every solution, as an answer: "yes", "once at least".
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

    /// Says the same as [`EventOfPlay::shared_answer`], as a phrase that follows the number of times in the
    /// play.
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

/// Says how many of some positions are dead ends, in words that follow their number.
pub fn dead_ends_among(positions: u64, dead: u64) -> String {
    match (positions, dead) {
        (_, 0) => "no dead ends".to_owned(),
        (1, _) => "it is a dead end".to_owned(),
        (_, dead) => counted(dead, "of them is a dead end", "of them are dead ends"),
    }
}

/// Controls by which players make moves on a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveControls {
    /// All kinds of aims that can ever occur in the level.
    pub aims: Vec<MoveAim>,
    /// Moves need only a side, without choosing a piece first.
    pub is_steered: bool,
    /// Further keys, with their effects.
    pub letters: Vec<(char, String)>,
}

/// A game that is played move by move: its rules and its controls.
pub trait Moves: MovePictures {
    /// Returns the level after the moves of a play, for questions about the remaining moves.
    fn after(&self, level: &Level, play: &Play) -> Level;

    /// Returns the legal moves after the moves of a play, in a fixed order.
    fn legal(&self, level: &Level, play: &Play) -> Vec<Move>;

    /// Says why the piece on a site cannot move to that side.
    fn refusal(&self, level: &Level, play: &Play, from: Site, towards: Side) -> String;

    /// Says why a click on a site makes no move; `None` if clicks never do.
    fn refusal_at(&self, level: &Level, play: &Play, site: Site) -> Option<String> {
        let _ = (level, play, site);
        None
    }

    /// Gesture by which a player chooses this move.
    fn aim(&self, made: &Mark) -> MoveAim {
        let _ = made;
        MoveAim::Side
    }

    /// Key for a move without a side, if players of the game know one.
    fn letter(&self, made: &Mark) -> Option<char> {
        let _ = made;
        None
    }

    /// Controls by which players make moves on a level.
    fn controls(&self, level: &Level) -> MoveControls {
        let _ = level;
        MoveControls { aims: vec![MoveAim::Side], ..MoveControls::default() }
    }

    /// The move that the clock makes by itself, and its interval in seconds; it does not wait for the player.
    fn clock(&self) -> Option<(f64, Mark)> {
        None
    }

    /// True if a player who starts again may return to a checkpoint on the way.
    fn has_checkpoints(&self) -> bool {
        false
    }

    /// Returns the part of a play that is kept when the player starts again.
    fn restart(&self, level: &Level, play: &Play) -> Play {
        let _ = (level, play);
        Play::default()
    }

    /// Turns a move's mark with the board; `site` maps each site to its new place.
    fn turned(&self, made: &Mark, turn: Turn, site: &dyn Fn(Site) -> Option<Site>) -> Option<Mark>;

    /// Returns all positions, at most `most` of them listed; `None` if stopped or out of memory.
    fn graph(&self, level: &Level, most: usize, stop: StopCheck<'_>) -> Option<Arc<StateGraph>>;

    /// Returns the events of a solution, and whether they happen in every other one; `None` if stopped, or if
    /// that cannot be told.
    fn events(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Option<Vec<EventOfPlay>> {
        let _ = (level, play, stop);
        None
    }
}

/// Pictures of a game that is played move by move.
pub trait MovePictures: Send + Sync {
    /// Marks that the next move sets in motion.
    fn motion(&self, level: &Level, play: &Play, made: &Mark) -> Vec<Glide>;

    /// The level without the marks that are on their way.
    fn lifted(&self, level: &Level, glides: &[Glide]) -> Level {
        let mut lifted = level.clone();
        glides.iter().for_each(|glide| lifted.paint(glide.site, None));
        lifted
    }

    /// Boards that follow on their own once those marks have arrived.
    fn aftermath(&self, level: &Level, play: &Play, made: &Mark) -> Aftermath {
        let _ = (level, play, made);
        Aftermath::default()
    }

    /// First and last cell of the part that a player sees; `None` for the whole board.
    fn window(&self, level: &Level, play: &Play) -> Option<(Site, Site)> {
        let _ = (level, play);
        None
    }

    /// Messages before the level begins, in order.
    fn told_before(&self, level: &Level) -> Vec<String> {
        let _ = level;
        Vec::new()
    }

    /// Message after the last move of a play; behind the last level, also after the win.
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
