//! Lines that are drawn: where a pen can be set down, and where it can go.

use crate::game::Game;
use crate::gestures::LineStart;
use foolproof_level::{Board, Level, Play, Site};
use foolproof_picture::Point;

/// A game in which a player draws lines.
pub trait Drawing: Send + Sync {
    /// What a line begins on, for players who ask.
    fn begins(&self) -> LineStart;

    /// The pen's place that is nearest to a point of the picture, in a game whose pens are not all sites
    /// that can be pointed at.
    fn reached(&self, board: &Board, at: Point) -> Option<Site> {
        let _ = (board, at);
        None
    }

    /// Where a pen can be set down.
    fn pens(&self, level: &Level, play: &Play) -> Vec<Site>;

    /// The play once a pen is set down on one of those sites.
    fn pen_set(&self, level: &Level, play: &Play, site: Site) -> Play;

    /// Draws from the pen's place towards another site: the play after it, and where the pen is then;
    /// `None` when it cannot go there. Going back takes back what was drawn.
    fn pen(&self, level: &Level, play: &Play, way: (Site, Site)) -> Option<(Play, Site)>;

    /// The same in a stroke that began at another play: what the stroke has changed already, it brings
    /// back.
    fn pen_since(
        &self,
        level: &Level,
        (begun, play): (&Play, &Play),
        way: (Site, Site),
    ) -> Option<(Play, Site)> {
        let _ = begun;
        self.pen(level, play, way)
    }

    /// What of a play stays as it is however the play goes on: a line that is drawn to its end, where
    /// there are several. What is only begun is left out.
    fn settled(&self, level: &Level, play: &Play) -> Play {
        let _ = level;
        play.clone()
    }

    /// In games in which several lines are drawn, each of a mark of its own: the site of the mark whose
    /// line lies over a site.
    fn line_at(&self, level: &Level, play: &Play, site: Site) -> Option<Site> {
        let _ = (level, play, site);
        None
    }
}

impl dyn Game + '_ {
    pub fn settled(&self, level: &Level, play: &Play) -> Play {
        self.drawing().map_or_else(|| play.clone(), |drawing| drawing.settled(level, play))
    }

    pub fn pens(&self, level: &Level, play: &Play) -> Vec<Site> {
        self.drawing().map(|drawing| drawing.pens(level, play)).unwrap_or_default()
    }

    pub fn pen_set(&self, level: &Level, play: &Play, site: Site) -> Play {
        self.drawing().map_or_else(|| play.clone(), |drawing| drawing.pen_set(level, play, site))
    }

    pub fn pen(&self, level: &Level, play: &Play, way: (Site, Site)) -> Option<(Play, Site)> {
        self.drawing()?.pen(level, play, way)
    }

    pub fn pen_since(
        &self,
        level: &Level,
        plays: (&Play, &Play),
        way: (Site, Site),
    ) -> Option<(Play, Site)> {
        self.drawing()?.pen_since(level, plays, way)
    }

    pub fn line_at(&self, level: &Level, play: &Play, site: Site) -> Option<Site> {
        self.drawing()?.line_at(level, play, site)
    }
}
