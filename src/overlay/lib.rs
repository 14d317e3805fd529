//! Overlays of a board, drawn from a level and its findings, for the window and for pictures alike.
//!
//! To add one that both show, write it in a file here and name it in [`OVERLAYS`].

mod holds;
mod marks;
mod notes;
mod signs;

pub use holds::HOLDS;
pub use marks::{FORCED, POSSIBLE, fills_sites, make_room};
pub use notes::CELL_NOTES;
pub use signs::{blamed, dot, frame, inset, label, proposed_mark, rects_of};

use foolproof_game::Game;
use foolproof_level::{Level, Play};
use foolproof_picture::{Layout, Point, Rect, Shape};
use foolproof_solver::{Answer, Finding, Question, Topic};

/// An overlay of a board that can be switched on and off, by its name in settings and on the command line. The
/// list is open: the window adds its own names in an `impl Overlay`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Overlay(pub &'static str);

impl Overlay {
    /// The player's marks that all solutions have.
    pub const FORCED: Overlay = Overlay("forced");
    /// The player's marks that some solution has.
    pub const POSSIBLE: Overlay = Overlay("possible");
    /// Locks and open cells.
    pub const HOLDS: Overlay = Overlay("holds");
    /// Notes on cells.
    pub const CELL_NOTES: Overlay = Overlay("cell-notes");
}

/// An overlay that window and pictures share.
pub struct SharedOverlay {
    pub overlay: Overlay,
    pub name: &'static str,
    pub asks: Option<OverlayQuestion>,
    pub draw: fn(&OverlayScene<'_>) -> OverlayDrawing,
}

/// The question that an overlay needs besides the level.
pub struct OverlayQuestion {
    pub question: fn() -> Question,
    /// True if an answer is enough to draw it.
    pub is_answered: fn(&Answer) -> bool,
    /// The reason why it is not drawn without such an answer.
    pub unknown: &'static str,
}

/// Every overlay that window and pictures share, from the lowest up.
pub const OVERLAYS: [SharedOverlay; 4] = [HOLDS, CELL_NOTES, FORCED, POSSIBLE];

/// Returns the shared overlay with a name.
pub fn shared(overlay: Overlay) -> Option<SharedOverlay> {
    OVERLAYS.into_iter().find(|shared| shared.overlay == overlay)
}

/// Sources of an overlay's drawing.
pub struct OverlayScene<'a> {
    pub game: &'a dyn Game,
    pub level: &'a Level,
    pub layout: &'a Layout,
    /// The play that is drawn on the board.
    pub play: Option<&'a Play>,
    /// The game's drawing of the board.
    pub board: &'a [Shape],
    /// An overlay fills empty sites.
    pub filled: bool,
    /// Returns the finding about the current level on a topic.
    pub finding: &'a dyn Fn(Topic) -> Option<&'a Finding>,
}

/// A line of the legend: a small picture the size of a cell, and its meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendSign {
    pub name: &'static str,
    pub shapes: Vec<Shape>,
}

/// The drawing, and the parts with a line in the legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OverlayDrawing {
    pub shapes: Vec<Shape>,
    pub legend: Vec<LegendSign>,
}

impl OverlayDrawing {
    /// Explains a sign in the legend, once however often it is drawn.
    pub fn explain(&mut self, name: &'static str, sign: impl FnOnce(Rect) -> Vec<Shape>) {
        if self.legend.iter().all(|known| known.name != name) {
            let cell = Rect::square(Point::new(0.5, 0.5), 1.0);
            self.legend.push(LegendSign { name, shapes: sign(cell) });
        }
    }

    /// Adds a drawing on top.
    pub fn extend(&mut self, above: OverlayDrawing) {
        self.shapes.extend(above.shapes);
        for LegendSign { name, shapes } in above.legend {
            self.explain(name, |_| shapes);
        }
    }
}
