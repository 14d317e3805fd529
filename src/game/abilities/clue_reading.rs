//! Clues that can be read off a play: levels are made from a solution backwards.

use crate::Text;
use foolproof_level::{Level, Mark, Play, Site};

/// A play that is to be drawn again near a site, or whose level is.
#[derive(Clone, Copy, Debug)]
pub struct PartOfPlay<'a> {
    pub play: &'a Play,
    pub middle: Site,
    /// How near, in half cells.
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
    /// These and others.
    pub all: &'a [Play],
}

/// What draws the rooms of a level and a play of them at once.
#[derive(Clone, Debug)]
pub struct OpenRooms {
    /// The source of the encoding that finds the rooms of a level.
    pub source: Text,
    /// The replacement.
    pub rules: String,
}

/// A game that tells which clues are true of a play.
pub trait ClueReading: Send + Sync {
    /// The level with marks that no play determines, such as walls of rooms; drawn at random if it has
    /// none.
    fn framed(&self, level: &Level, seed: u64) -> Level;

    /// How to draw the rooms of a level together with a play, if rooms are all that it shows; `None` if the
    /// rooms are there already or are drawn without the solver.
    fn open_rooms(&self, level: &Level) -> Option<OpenRooms>;

    /// A play that is drawn at random without the solver, or drawn again near a site. `None` if the solver
    /// is to draw plays, or the attempt failed.
    fn drawn_play(&self, level: &Level, seed: u64, again: Option<&PartOfPlay<'_>>) -> Option<Play>;

    /// Whether plays are drawn without the solver, on levels without clues.
    fn draws_plays(&self) -> bool;

    /// The level with some of its rooms changed a little near a site, so that this play may well solve it
    /// still; `None` where a level has no rooms that are drawn, or no change was found.
    fn with_moved_walls(&self, level: &Level, part: &PartOfPlay<'_>, seed: u64) -> Option<Level>;

    /// The level with walls moved until only one of these plays can solve it, as far as the game can tell;
    /// `None` if it cannot, or no wall can move.
    fn with_telling_walls(&self, level: &Level, known: &KnownPlays<'_>, seed: u64)
    -> Option<Level>;

    /// Whether no clue is taken away that its levels can do without.
    fn keeps_all_clues(&self) -> bool;

    /// Constraints on drawn plays, instead of all of the encoding's.
    fn of_drawn_plays(&self) -> &str;

    /// Whether a mark like this may be read off plays; `None` where no rules read any.
    fn may_read(&self, mark: &Mark) -> Option<bool>;

    /// Whether those alone draw plays, without the encoding.
    fn draws_alone(&self) -> bool;

    /// The clues of this play of a level. They are compatible; the seed decides where the rules leave a
    /// choice. An error says why its rules cannot be read.
    fn clues_of(&self, level: &Level, play: &Play, seed: u64) -> Result<Vec<(Site, Mark)>, Text>;
}
