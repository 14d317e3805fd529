//! Clues that can be read off a play: levels are made from a solution backwards.

use crate::Text;
use foolproof_level::{Level, Mark, Play, Site};

/// A play to be redrawn near a site, or a play whose level is.
#[derive(Clone, Copy, Debug)]
pub struct PartOfPlay<'a> {
    pub play: &'a Play,
    pub middle: Site,
    /// Radius in half cells.
    pub reach: u16,
}

impl<'a> PartOfPlay<'a> {
    pub fn near(play: &'a Play, middle: Site, reach: u16) -> Self {
        Self { play, middle, reach }
    }
}

/// Plays that solve a level, or did with its walls elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct KnownPlays<'a> {
    /// The known solutions of the level as it is.
    pub solving: &'a [Play],
    /// All known plays, those in `solving` included.
    pub all: &'a [Play],
}

/// Replacement rules that draw the rooms of a level and a play together.
#[derive(Clone, Debug)]
pub struct OpenRooms {
    /// The encoding's source that finds the rooms of a level.
    pub source: Text,
    /// The rules that replace it.
    pub rules: String,
}

/// A game that can read clues off a play.
pub trait ClueReading: Send + Sync {
    /// Returns the level with marks that no play determines, such as walls of rooms; they are drawn at random
    /// if it has none.
    fn framed(&self, level: &Level, seed: u64) -> Level;

    /// Returns rules that draw the rooms of a level together with a play, if the level shows only rooms; `None`
    /// if the rooms exist already or are drawn without the solver.
    fn open_rooms(&self, level: &Level) -> Option<OpenRooms>;

    /// Draws a play at random without the solver, or redraws one near a site. `None` if the solver has to draw
    /// plays, or the attempt failed.
    fn drawn_play(&self, level: &Level, seed: u64, again: Option<&PartOfPlay<'_>>) -> Option<Play>;

    /// True if plays are drawn without the solver, on levels without clues.
    fn draws_plays(&self) -> bool;

    /// Changes some of the level's rooms a little near a site, so that the play probably still solves it.
    /// `None` if the level has no drawn rooms, or no change was found.
    fn with_moved_walls(&self, level: &Level, part: &PartOfPlay<'_>, seed: u64) -> Option<Level>;

    /// Moves walls until only one of these plays can solve the level, as far as the game can tell; `None` if
    /// that fails, or no wall can move.
    fn with_telling_walls(&self, level: &Level, known: &KnownPlays<'_>, seed: u64)
    -> Option<Level>;

    /// True if redundant clues stay in the game's levels.
    fn keeps_all_clues(&self) -> bool;

    /// Constraints on drawn plays that replace all those of the encoding.
    fn of_drawn_plays(&self) -> &str;

    /// True if such a mark may be read off plays; `None` if no rules read any.
    fn may_read(&self, mark: &Mark) -> Option<bool>;

    /// True if the constraints of [`ClueReading::of_drawn_plays`] draw plays alone, without the encoding.
    fn draws_alone(&self) -> bool;

    /// Reads compatible clues off this play of a level; the seed decides where the rules leave a choice. An
    /// error says why the rules cannot be read.
    fn clues_of(&self, level: &Level, play: &Play, seed: u64) -> Result<Vec<(Site, Mark)>, Text>;
}
