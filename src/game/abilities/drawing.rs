//! Drawn lines: the places where a pen can be set down, and those it can move to.

use foolproof_level::{Board, Level, Play, Site};
use foolproof_picture::Point;

/// Start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStart {
    /// On a number.
    Number,
    /// On a start of the board, or at the end of an unfinished line.
    Start,
    /// In any cell; it runs from cell to cell.
    Cell,
    /// At any corner of the grid; it runs along the grid.
    Corner,
}

/// Length of the line in the picture that teaches players to draw it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TaughtLine {
    #[default]
    Bent,
    Straight,
    /// From one place to the next.
    Step,
}

/// A game in which players draw lines.
pub trait Drawing: Send + Sync {
    /// Start of lines, as players are told.
    fn begins(&self) -> LineStart;

    /// The shape of a line that the rules allow.
    fn taught(&self) -> TaughtLine {
        TaughtLine::default()
    }

    /// The pen position nearest to a point of the picture, in a game whose pen positions are not all sites that
    /// can be pointed at.
    fn reached(&self, board: &Board, at: Point) -> Option<Site> {
        let _ = (board, at);
        None
    }

    /// Sites where a pen can be set down.
    fn pens(&self, level: &Level, play: &Play) -> Vec<Site>;

    /// Returns the play after a pen is set down on one of those sites.
    fn pen_set(&self, level: &Level, play: &Play, site: Site) -> Play;

    /// Draws from the pen's site towards another one. Returns the new play and the new site of the pen; `None`
    /// if it cannot go there. Going back undoes what was drawn.
    fn pen(&self, level: &Level, play: &Play, from: Site, to: Site) -> Option<(Play, Site)>;

    /// Like [`Drawing::pen`], in a stroke that began at another play: changes that the stroke made before are
    /// restored.
    fn pen_since(
        &self,
        level: &Level,
        begun: &Play,
        play: &Play,
        from: Site,
        to: Site,
    ) -> Option<(Play, Site)> {
        let _ = begun;
        self.pen(level, play, from, to)
    }

    /// The part of a play that no longer changes: a finished line, if there are several. Unfinished lines
    /// are left out.
    fn settled(&self, level: &Level, play: &Play) -> Play {
        let _ = level;
        play.clone()
    }

    /// In games with several lines, each starting at a mark: the site of the mark whose line covers a site.
    fn line_at(&self, level: &Level, play: &Play, site: Site) -> Option<Site> {
        let _ = (level, play, site);
        None
    }
}
