//! Lines that are drawn: where a pen can be set down, and where it can go.

use foolproof_level::{Board, Level, Play, Site};
use foolproof_picture::Point;

/// Where a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStart {
    /// On a number.
    Number,
    /// On one of the starts of the board, or where a line ends that was begun.
    Start,
    /// In any cell; it runs from cell to cell.
    Cell,
    /// At any corner of the grid; it runs along the grid.
    Corner,
}

/// How far a line goes in the picture that teaches players to draw it.
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
    /// What a line begins on, for players who ask.
    fn begins(&self) -> LineStart;

    /// The shape of a line that the rules allow.
    fn taught(&self) -> TaughtLine {
        TaughtLine::default()
    }

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
    fn pen(&self, level: &Level, play: &Play, from: Site, to: Site) -> Option<(Play, Site)>;

    /// The same in a stroke that began at another play: what the stroke has changed already, it brings
    /// back.
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
